"""Economy: sectors, take-overs, and what you remember, on a board of 64 spaces."""

from .game import EconomyGame
from .shown.view import EconomyView as EconomyView

GAME = EconomyGame()
"""Economy as the kernel sees it: options, set-up, turns, standings and displays."""
