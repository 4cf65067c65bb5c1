"""487-opoly: auctions, scarce capacity, alliances and recessions under one shared pawn."""

from .game import OpolyGame
from .presentation.view import OpolyView as OpolyView

GAME = OpolyGame()
