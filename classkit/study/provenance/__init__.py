"""Hashes of the code that results depend on, in memory and in files."""
