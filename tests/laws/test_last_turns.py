"""In the last turns the bots of every game make no move that can only lose."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.game import Game
from classkit.testing.last_turns import (
    late_moves,
    test_nothing_that_can_only_lose_is_done_at_the_end,
)
from tests.every_game import every_game

TO_MEND = {
    "poleconomy": "its bots insure their business in the last round",
    "economicon": "its bots buy goods in the last round that are worth less than their gold",
}


def marked(game: Game[Any]) -> Any:
    """Mark the games whose bots still have to be mended."""
    reason = TO_MEND.get(game.name)
    marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
    return pytest.param(game, marks=marks, id=game.name)


@pytest.fixture(params=[marked(game) for game in every_game()])
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Return each game in turn."""
    found: Game[Any] = request.param
    return found


def test_there_are_moves_to_judge(game: Game[Any]) -> None:
    """A law that finds nothing to judge would hold of anything."""
    if game.name == "opoly":
        assert any(True for _ in late_moves(game, 0))


__all__ = ["test_nothing_that_can_only_lose_is_done_at_the_end"]
