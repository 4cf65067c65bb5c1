"""The presentation of 487-opoly: texts, board, metrics and views."""
