"""What an edition of Economicon holds, and positions in its terms."""
