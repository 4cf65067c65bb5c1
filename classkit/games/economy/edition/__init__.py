"""Contents of an edition of Economy, and positions in its terms."""
