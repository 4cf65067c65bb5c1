"""Futures of a match from its present position, and a comparison of moves by their futures."""
