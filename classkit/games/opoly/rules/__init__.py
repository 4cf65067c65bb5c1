"""The rules of 487-opoly, by chapter of the rulebook."""
