"""Shared instances of moves that have no fields."""

from __future__ import annotations

from classkit.engine.moves import Move

YES, NO = Move("yes"), Move("no")
YES_OR_NO = (YES, NO)
STAY, PASS, RETHROW = Move("stay"), Move("pass"), Move("rethrow")
KEEP_OR_REVERSE = (Move("keep"), Move("reverse"))
