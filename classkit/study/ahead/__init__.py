"""Futures of a match as it stands, and its possible moves compared by them."""
