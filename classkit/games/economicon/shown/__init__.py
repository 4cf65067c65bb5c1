"""The face of Economicon: words, board, figures and views."""
