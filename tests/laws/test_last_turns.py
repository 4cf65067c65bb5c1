"""In the last turns the bots of every game make no move that can only lose."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.game import Game
from classkit.engine.registry import find
from classkit.testing.last_turns import *
from classkit.testing.last_turns import late_moves
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


def test_there_are_moves_to_judge() -> None:
    """A law that finds nothing to judge would hold of anything."""
    assert any(next(late_moves(find("opoly"), seed), None) for seed in range(4))
