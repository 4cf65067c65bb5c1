"""The sheets of the assignments, a module for each game: what is asked, and how it is drawn."""
