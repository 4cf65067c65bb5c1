"""Every game is held to every law."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.game import Game
from tests.every_game import every_game


@pytest.fixture(scope="session", params=every_game(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Each game in turn."""
    found: Game[Any] = request.param
    return found
