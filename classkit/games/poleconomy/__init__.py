"""Poleconomy: a market of companies and advertising under a politically steered inflation."""

from .game import PoleconomyGame
from .shown.view import PoleconomyView as PoleconomyView

GAME = PoleconomyGame()
