"""Rules of Economy, one module per chapter of the rulebook."""
