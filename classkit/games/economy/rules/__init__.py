"""The rules of Economy, by chapter of the rulebook."""
