"""Futures of a match from its current position, and a comparison of moves by their futures."""
