"""Harbour, a toy game that uses everything the kernel offers: copy it to start a game of your own.

It is registered nowhere: ``classkit.new(GAME, seats=3)`` takes the object itself.
"""

from __future__ import annotations

from .game import Harbour

GAME = Harbour()

__all__ = ["GAME", "Harbour"]
