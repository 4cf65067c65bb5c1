"""Orchard, a game for classkit."""

from .game import Orchard

GAME = Orchard()
