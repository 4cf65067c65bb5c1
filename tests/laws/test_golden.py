"""Every game has golden records, and they still tell the same stories."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from classkit.engine.game import Game
from classkit.testing.golden import *
from classkit.testing.golden import golden
from tests.every_game import TESTS, every_game


@pytest.fixture
def records() -> Path:
    """The folder of golden records."""
    return TESTS / "records"


def test_every_game_has_a_golden_record(game: Game[Any], records: Path) -> None:
    """A game without one is not ready."""
    assert golden(game, records), f"save a match as tests/records/{game.name}-<what it shows>.json"


def test_there_are_games() -> None:
    """The laws are tried on the toy and on what is registered."""
    assert [game.name for game in every_game()][:1] == ["harbour"]
    assert len(every_game()) > 1
