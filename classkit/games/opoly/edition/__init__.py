"""Contents of an edition of 487-opoly, and positions in its terms."""
