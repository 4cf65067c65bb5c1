"""What people see of 487-opoly: words, board, figures and views."""
