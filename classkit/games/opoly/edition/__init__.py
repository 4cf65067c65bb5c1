"""What an edition of 487-opoly holds, and positions in its terms."""
