"""Economicon editions, options and positions."""
