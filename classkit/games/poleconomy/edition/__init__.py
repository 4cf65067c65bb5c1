"""What an edition of Poleconomy holds, and positions in its terms."""
