"""The laws: those of classkit.testing for every game, and those of this package alone."""
