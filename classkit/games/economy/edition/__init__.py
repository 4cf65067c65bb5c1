"""Contents of an edition of Economy, and positions that use its names."""
