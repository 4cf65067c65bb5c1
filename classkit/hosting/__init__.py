"""Serving tables: the store of records, the Voila server, and its checks."""
