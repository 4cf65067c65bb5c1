"""Contents of an edition of 487-opoly, and positions that use its names."""
