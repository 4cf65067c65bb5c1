"""The rules of Poleconomy, by chapter of the rulebook."""
