"""Where lessons that have been run are kept: in one folder for all processes of a test run."""

from __future__ import annotations

import os

import pytest

from . import books


@pytest.fixture(scope="session", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory, deep: bool) -> None:
    """Keep each lesson that is run, for every process."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder = shared / "lessons"
    folder.mkdir(exist_ok=True)
    books.KEPT[:] = [folder]
    books.DEEP[:] = [True] if deep else []
