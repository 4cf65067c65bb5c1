"""The face of Economy: words, board, figures and views."""
