"""A match of each game, with both notebooks on it."""

from __future__ import annotations

import pytest

from classkit.assignments.homework.notebook import notebooks
from classkit.engine.match import Match

from .matches import GAMES, played


@pytest.fixture(scope="module", params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    return played(request.param)


@pytest.fixture(scope="module")
def made(match: Match) -> dict[str, str]:
    """Both notebooks on the match, written once for all that read them."""
    return notebooks(match)
