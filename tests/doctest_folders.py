"""Folders for the rooms and matches of examples in docstrings, instead of the user's."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def own_folders(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Set the folders of a doctest."""
    if isinstance(request.node, pytest.DoctestItem):
        folder = tmp_path_factory.mktemp("doctest")
        monkeypatch.setenv("CLASSKIT_DATA", str(folder))
        monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{folder}/rooms.sqlite")
