"""The shipped sheets: one module per game or part of a game, with functions that make questions."""
