"""The sheets of the assignments, a module for each game, with the makers of its questions."""
