"""Poleconomy editions, options and positions."""
