"""The contents of an edition of Economicon, and positions in its terms."""
