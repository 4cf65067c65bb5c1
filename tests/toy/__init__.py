"""Harbour, a toy game that uses everything the kernel offers: the kernel is proved on it.

It is registered nowhere: ``classkit.new(GAME, seats=3)`` takes the object itself. To begin a game
of your own, use `classkit game new`.
"""

from __future__ import annotations

from .game import Harbour

GAME = Harbour()

__all__ = ["GAME", "Harbour"]
