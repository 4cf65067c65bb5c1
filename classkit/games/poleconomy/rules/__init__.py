"""Rules of Poleconomy, one module per chapter of the rulebook."""
