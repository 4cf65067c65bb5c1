"""A small study, as several of these tests play it."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from classkit import study
from classkit.study.batch import design_runner as module

WISH: dict[str, Any] = {
    "bots": ["saver", "tycoon"],
    "seats": 2,
    "options": {"game": 1},
    "n": 8,
    "vary": {"quick_start": [False, True]},
    "metrics": ["net_worth", "prime_minister"],
    "processes": 1,
    "progress": False,
}


@pytest.fixture
def whole() -> pd.DataFrame:
    return study.simulate("poleconomy", **WISH)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of the matches that were played."""
    found: list[int] = []
    play = module.SimulationJob.__call__

    def noted(self: Any, number: int) -> Any:
        found.append(number)
        return play(self, number)

    monkeypatch.setattr(module.SimulationJob, "__call__", noted)
    return found
