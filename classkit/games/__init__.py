"""The games: one folder each, found through the entry points ``classkit.games``."""
