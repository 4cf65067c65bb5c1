"""Hashes of the code, in memory and in files, on which results depend."""
