"""Harbour: a toy game that uses every feature of the engine, which is tested with it."""

from __future__ import annotations

from .game import Harbour

GAME = Harbour()

__all__ = ["GAME", "Harbour"]
