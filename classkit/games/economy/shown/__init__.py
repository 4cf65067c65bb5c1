"""What people see of Economy: words, board, figures and views."""
