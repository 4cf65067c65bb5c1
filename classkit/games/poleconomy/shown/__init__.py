"""What people see of Poleconomy: words, board, figures and views."""
