"""What people see of Economicon: words, board, figures and views."""
