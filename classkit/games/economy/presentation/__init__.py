"""The presentation of Economy: texts, board, metrics and views."""
