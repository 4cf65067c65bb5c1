"""In the last turns the bots of every game make no move that can only lose."""

from __future__ import annotations

from classkit.engine.registry import find
from classkit.testing.endgame_laws import *
from classkit.testing.endgame_laws import iter_late_moves


def test_there_are_moves_to_judge() -> None:
    """A law that finds nothing to judge would hold of anything."""
    assert any(next(iter_late_moves(find("opoly"), seed), None) for seed in range(4))
