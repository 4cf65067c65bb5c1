"""The four games, one package each, registered under the entry point group ``classkit.games``."""
