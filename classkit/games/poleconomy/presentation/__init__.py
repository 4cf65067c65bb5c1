"""Presentation of Poleconomy: texts, board, metrics and views."""
