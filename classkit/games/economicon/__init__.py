"""Economicon: central banks, currency pegs, and one market whose prices are ratios of stocks."""

from .game import EconomiconGame
from .presentation.view import EconomiconView as EconomiconView

GAME = EconomiconGame()
