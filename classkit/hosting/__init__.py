"""Serving tables: the store of records, the Voila server, its checks."""
