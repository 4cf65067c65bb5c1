"""What an edition of Economy holds, and positions in its terms."""
