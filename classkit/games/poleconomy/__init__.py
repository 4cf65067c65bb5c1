"""Poleconomy: a market of companies and advertising under a politically steered inflation."""

from .game import PoleconomyGame

GAME = PoleconomyGame()
