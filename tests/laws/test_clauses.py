"""Every game is held to the laws of its rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from classkit.engine.game import Game
from classkit.testing.rulebook_laws import *
from tests.every_game import its_tests


@pytest.fixture
def tests_of_game(game: Game[Any]) -> list[Path]:
    """The files in which the clauses of a game are tested."""
    return its_tests(game)
