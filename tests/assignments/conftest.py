"""What the tests of assignments share."""

from __future__ import annotations

import os
from functools import lru_cache

import pytest

from classkit.assignments import decision_questions, random_draw
from classkit.assignments.attempts import clear_attempts

from . import papers


@pytest.fixture(scope="session", autouse=True)
def _empty_gradebook(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the empty gradebook of the first course, for every process."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    papers.GRADEBOOK[:] = [shared / "gradebook.db"]


@pytest.fixture(autouse=True)
def _nobody_has_tried() -> None:
    """Begin every test as if no student had answered anything yet."""
    clear_attempts()


few_drawn = lru_cache(maxsize=256)(random_draw.draw_valid)
"""Draws what several questions share, by few futures, once for all tests."""


@pytest.fixture
def few_futures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weigh decisions by few futures, so that it is quick."""
    monkeypatch.setattr(decision_questions, "FUTURE_COUNT", 8)
    monkeypatch.setattr(decision_questions, "MIN_LEAD", 0.01)
    monkeypatch.setattr(random_draw, "_draw_cached", few_drawn)
