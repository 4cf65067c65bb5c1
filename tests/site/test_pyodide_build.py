"""The Python of a site: it boots in the pinned Pyodide, and plays there as it does here."""

from __future__ import annotations

import json
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from classkit.engine.registry import list_games, new
from classkit.site import pyodide_build
from classkit.site.kernel import Kernel
from classkit.site.pyodide_build import LIBRARY_ZIP, PACKAGE_ZIP, get_node_command

from .pieces import laid

BOOT = Path(__file__).with_name("boot.mjs")
STEPS = 6
SEEDS, DEEP = 1, 100
"""So many matches of each table are played to their end, and in the long form."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return laid(tmp_path_factory.mktemp("python"))


def tables(seeds: int) -> list[tuple[str, dict[str, Any]]]:
    """The tables that are played, with so many seeds each."""
    begun: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in list_games()]
    begun.append(("poleconomy", {"options": {"game": 2}}))
    return [(game, {**more, "seed": 36 + n}) for game, more in begun for n in range(seeds)]


def played_here(game: str, settings: dict[str, Any], folder: Path) -> list[str]:
    """The digests of a match after the same steps in this Python, and at its end."""
    kernel = Kernel(new(game, **settings), lambda text: None, folder=str(folder))
    for number in range(1, STEPS + 1):
        kernel.receive(json.dumps({"do": "step", "until": "turn", "id": number}))
    match = kernel.table.match
    assert match.step > STEPS
    return [match.digest(), match.play().digest()]


def test_every_game_plays_in_pyodide_as_here(
    place: dict[str, Any], tmp_path: Path, deep: bool
) -> None:
    games = tables(DEEP if deep else SEEDS)
    told = json.dumps({**place, "games": games, "steps": STEPS})
    done = subprocess.run(
        [*get_node_command(), str(BOOT), told], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    here = [played_here(*table, tmp_path / str(n)) for n, table in enumerate(games)]
    assert json.loads(done.stdout) == here


def test_what_another_process_has_compiled_meanwhile_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "compiled" / "mark"

    @contextmanager
    def waited_for(lock: Path) -> Iterator[None]:
        """Wait while another process compiles the same."""
        assert lock.parent == tmp_path, "what is kept is counted: no lock lies among it"
        kept.mkdir()
        yield

    ran: list[Path] = []
    monkeypatch.setattr(pyodide_build, "FileLock", waited_for)
    monkeypatch.setattr(pyodide_build, "run_node", ran.append)
    pyodide_build.compile_locked({}, tmp_path, kept)
    assert not ran


def test_what_no_table_needs_stays_at_home(place: dict[str, Any]) -> None:
    with zipfile.ZipFile(place["packed"]) as packed, zipfile.ZipFile(place["library"]) as library:
        names = packed.namelist()
        stored = {entry.compress_type for entry in [*packed.infolist(), *library.infolist()]}
        modules = {Path(name).stem for name in library.namelist()}
    assert stored == {zipfile.ZIP_STORED}
    assert "classkit/site/kernel.pyc" in names and "classkit/games/__init__.pyc" in names
    assert {*place["apart"]} == {f"classkit.games.{game}" for game in list_games()}
    with zipfile.ZipFile(place["apart"]["classkit.games.opoly"]) as packed:
        game = packed.namelist()
    assert "classkit/games/opoly/rules.md" in game
    assert not [name for name in (*names, *game) if "games/economy/" in name]
    tops = {name.split("/")[0].split("-")[0] for name in names}
    assert tops == {"classkit", "plotly"}
    unwanted = ("arena", "sandbox", "testing", "lessons", "site/docs", "server", "filelock", ".py")
    assert [n for n in names if n.endswith(".py") or any(f"/{u}" in n for u in unwanted)] == []
    assert not {"tkinter", "unittest", "pydoc", "doctest", "sqlite3"} & modules
    assert {PACKAGE_ZIP, LIBRARY_ZIP} == {Path(place["packed"]).name, Path(place["library"]).name}
