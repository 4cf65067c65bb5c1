"""The contents of an edition of Poleconomy, and positions in its terms."""
