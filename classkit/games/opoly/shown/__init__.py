"""The face of 487-opoly: words, board, figures and views."""
