"""Every game has golden records, and they still tell the same stories."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from classkit.engine.fields import Amount
from classkit.engine.game import Game
from classkit.engine.options import Option
from classkit.engine.registry import find
from classkit.testing.golden import *
from classkit.testing.golden import (
    find_golden_records,
    test_golden_records_still_tell_the_same_story,
)
from tests.every_game import TESTS, every_game
from tests.toy import GAME as TOY


@pytest.fixture
def records() -> Path:
    """The folder of golden records."""
    return TESTS / "records"


def test_every_game_has_a_golden_record(game: Game[Any], records: Path) -> None:
    """A game without one is not ready."""
    assert find_golden_records(game, records), (
        f"save a match as tests/records/{game.name}-<what it shows>.json"
    )


def test_an_option_that_came_later_leaves_the_records_as_they_are(records: Path) -> None:
    """An option is added in its own place: no kept match is written anew for it."""
    harbour = find(TOY)

    class Later(type(harbour)):  # type: ignore[misc]
        dues = Option("dues", 0, "T1.3", "Dues of the harbour", Amount(0, 9))
        options = (*harbour.options, dues)

    test_golden_records_still_tell_the_same_story(Later(), records)


def test_there_are_games() -> None:
    """The laws are tried on the toy and on what is registered."""
    assert [game.name for game in every_game()][:1] == ["harbour"]
    assert len(every_game()) > 1
