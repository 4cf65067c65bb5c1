"""Economy: sectors, take-overs and memory, on a board of 64 spaces."""

from .game import EconomyGame
from .presentation.view import EconomyView as EconomyView

GAME = EconomyGame()
"""The game object that classkit loads."""
