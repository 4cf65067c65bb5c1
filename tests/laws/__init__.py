"""The laws that every game is held to: those registered, and the toy."""
