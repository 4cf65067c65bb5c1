"""Rules engine of classkit. Standard library only: no games, widgets or pandas."""
