"""The law of turns notices a game that counts none, or backwards."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.testing.play_laws import check_turns
from tests.engine.tiny import Tiny, ask


class Timeless(Tiny):
    """A game that forgets to count its turns."""

    def segment(self, table: Any) -> Any:
        flow = super().segment(table)
        table.turn = 0
        return flow


class Backwards(Tiny):
    """A game that counts its turns backwards."""

    def segment(self, table: Any) -> Any:
        flow = super().segment(table)
        table.turn = 9 - table.played
        return flow


@pytest.mark.parametrize(
    ("game", "reason"), [(Timeless, "counts no turns"), (Backwards, "counts turns backwards")]
)
def test_turns_that_are_not_counted_are_noticed(game: type[Tiny], reason: str) -> None:
    def ended(kind: type[Tiny]) -> Any:
        return classkit.new(kind(ask("A"), ask("B"), ask("C")), seats=3).play(bots="passive")

    check_turns(ended(Tiny))
    with pytest.raises(AssertionError, match=reason):
        check_turns(ended(game))
