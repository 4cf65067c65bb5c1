"""Rules of 487-opoly, one module per chapter of the rulebook."""
