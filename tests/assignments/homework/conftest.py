"""A match of each game, with both notebooks on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from classkit.assignments.homework import student_decision
from classkit.assignments.homework.homework_notebook import build_notebooks
from classkit.engine.match import Match

from .matches import GAMES, played


@pytest.fixture(scope="package", autouse=True)
def few_futures(request: pytest.FixtureRequest) -> Iterator[None]:
    """Play fewer futures than for a class: what holds of many decisions holds of a few."""
    with pytest.MonkeyPatch.context() as patch:
        if not request.config.getoption("--deep"):
            patch.setattr(student_decision, "MAX_ANSWERS", 28_000)
            patch.setattr(student_decision, "MAX_EXPLAINED_DECISIONS", 6)
        yield


QUICK = ("poleconomy 2", "economy")
"""Games whose futures are soon played; the others go through the same code with ``--deep``."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(game, marks=() if game in QUICK else pytest.mark.deep) for game in GAMES],
)
def match(request: pytest.FixtureRequest) -> Match:
    return played(request.param)


@pytest.fixture(scope="module")
def made(match: Match) -> dict[str, str]:
    """Both notebooks on the match, written once for all that read them."""
    return build_notebooks(match)
