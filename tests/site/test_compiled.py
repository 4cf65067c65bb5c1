"""The Python of a site: it boots in the pinned Pyodide, and plays there as it does here."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from classkit.engine.registry import list_games, new
from classkit.site.compiled import LIBRARY, PACKAGE, node
from classkit.site.kernel import Kernel

from .pieces import laid

BOOT = Path(__file__).with_name("boot.mjs")
STEPS = 6
TABLES: list[tuple[str, dict[str, Any]]] = [
    *((game, {"seed": 36}) for game in list_games()),
    ("poleconomy", {"seed": 36, "game": 2}),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return laid(tmp_path_factory.mktemp("python"))


def played_here(game: str, settings: dict[str, Any], folder: Path) -> str:
    """The digest of a match after the same steps in this Python."""
    kernel = Kernel(new(game, **settings), lambda text: None, folder=str(folder))
    for number in range(1, STEPS + 1):
        kernel.receive(json.dumps({"do": "step", "until": "turn", "id": number}))
    assert kernel.table.match.step > STEPS
    return kernel.table.match.digest()


def test_every_game_plays_in_pyodide_as_here(place: dict[str, str], tmp_path: Path) -> None:
    told = json.dumps({**place, "games": TABLES, "steps": STEPS})
    done = subprocess.run([*node(), str(BOOT), told], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    here = [played_here(*table, tmp_path / str(n)) for n, table in enumerate(TABLES)]
    assert json.loads(done.stdout) == here


def test_what_no_table_needs_stays_at_home(place: dict[str, str]) -> None:
    with zipfile.ZipFile(place["packed"]) as packed, zipfile.ZipFile(place["library"]) as library:
        names = packed.namelist()
        stored = {entry.compress_type for entry in [*packed.infolist(), *library.infolist()]}
        modules = {Path(name).stem for name in library.namelist()}
    assert stored == {zipfile.ZIP_STORED}
    assert "classkit/site/kernel.pyc" in names and "classkit/games/opoly/rules.md" in names
    tops = {name.split("/")[0].split("-")[0] for name in names}
    assert tops == {"classkit", "plotly"}
    unwanted = ("arena", "sandbox", "testing", "lessons", "site/docs", "server", "filelock", ".py")
    assert [n for n in names if n.endswith(".py") or any(f"/{u}" in n for u in unwanted)] == []
    assert not {"tkinter", "unittest", "pydoc", "doctest", "sqlite3"} & modules
    assert {PACKAGE, LIBRARY} == {Path(place["packed"]).name, Path(place["library"]).name}
