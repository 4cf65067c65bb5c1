"""487-opoly: auctions, scarce capacity, alliances and recessions under one shared pawn."""

from .game import OpolyGame
from .shown.view import OpolyView as OpolyView

GAME = OpolyGame()
