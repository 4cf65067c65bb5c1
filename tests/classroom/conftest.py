"""Fixtures for tests of rooms."""

from __future__ import annotations

import pytest

from classkit.classroom.room_table import RoomTable


@pytest.fixture
def after_first_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits apply from the beginning, as after everybody's first decision."""
    monkeypatch.setattr(RoomTable, "is_first_decision", lambda *_: False)
