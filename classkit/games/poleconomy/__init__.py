"""Poleconomy: a market of companies and advertising under a politically steered inflation."""

from .game import PoleconomyGame
from .presentation.view import PoleconomyView as PoleconomyView

GAME = PoleconomyGame()
