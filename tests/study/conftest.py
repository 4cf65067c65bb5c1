"""A game of one's own, as several of these tests change it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fishery import Fishery


@pytest.fixture
def fishery(tmp_path: Path) -> Fishery:
    return Fishery(tmp_path)
