"""The games that the laws are tried on: the toy, the starter, and all that are registered."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from classkit.engine.game import Game
from classkit.engine.registry import find, list_games
from tests.toy import GAME as TOY

TESTS = Path(__file__).parent


@cache
def every_game() -> tuple[Game[Any], ...]:
    """List the toy, and all games that are registered."""
    return (TOY, *(find(name) for name in list_games()))


for_every_game = pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
"""Runs a test once for each game."""


def its_tests(game: Game[Any]) -> list[Path]:
    """List the files with the tests of a game."""
    return sorted((TESTS / "games" / game.name).glob("**/*.py"))
