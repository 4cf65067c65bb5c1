"""The face of Poleconomy: words, board, figures and views."""
