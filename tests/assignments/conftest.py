"""What the tests of assignments share."""

from __future__ import annotations

import os
from functools import lru_cache

import pytest

from classkit.assignments import deciding, drawing
from classkit.assignments.tries import forget

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
    forget()


few_drawn = lru_cache(maxsize=256)(drawing.draw_until)
"""Draws what several questions share, by few futures, once for all tests."""


@pytest.fixture
def few_futures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weigh decisions by few futures, so that it is quick."""
    monkeypatch.setattr(deciding, "FUTURES", 8)
    monkeypatch.setattr(deciding, "LEAD_MIN", 0.01)
    monkeypatch.setattr(drawing, "_drawn", few_drawn)
