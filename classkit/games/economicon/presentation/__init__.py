"""Presentation of Economicon: texts, board, metrics and views."""
