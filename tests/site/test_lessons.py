"""The cells of lessons, run as their pages run them: in the Python of a site, and in this one."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
import pytest

from classkit.engine.errors import ClasskitError
from classkit.lessons.lesson_build import make_class_version
from classkit.site import pyodide
from classkit.site.lazy_packages import LazyFinder
from classkit.site.pyodide import LIBRARY, cache_folder, read_wheels
from classkit.site.pyodide_build import PLOTLY_PACKAGES, get_node_command

from .pieces import laid

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("run_cells.py")
SHORT, DEEP = ("01-*",), ("[0-9]*",)
"""The lessons that are run, and those of the long form."""
HERE = f"""
import json, sys
from classkit import platform_features
platform_features.in_browser = lambda: True
platform_features.has_jupyter = lambda: False
from classkit.site.browser_notebook import begin
sys.path.insert(0, {str(SCRIPT.parent)!r})
from run_cells import run_lesson
told = json.load(sys.stdin)
print(json.dumps([run_lesson(begin, told)]))
"""
"""Runs a lesson in this Python, which takes itself for one in a browser."""
APART = r"^This needs (?:pandas|numpy|scipy), and these pages were built without it"
PROCESSES = r"needs separate processes, which are not available in a browser"
AFTERWARDS = r"^NameError: .*\. A cell above needs something that these pages do not have\.$"
"""What a cell says that needs what failed cells would have made."""


def lessons(patterns: tuple[str, ...]) -> dict[str, list[str]]:
    """The cells of lessons as a class gets them."""
    found = {}
    for pattern in patterns:
        for path in sorted((ROOT / "lessons").glob(f"{pattern}.ipynb")):
            book = make_class_version(nbformat.read(path, as_version=4))
            found[path.stem] = [c.source for c in book.cells if c.cell_type == "code"]
    return found


def run_there(place: Path, cells: list[list[str]]) -> list[list[dict[str, Any]]]:
    """What the cells show in Pyodide, without pandas."""
    told = laid(place)
    late = {"plotly": told["figures"], "library": cache_folder() / LIBRARY, **told["apart"]}
    for name, path in late.items():
        (place / f"{name}.bin").write_bytes(gzip.compress(Path(path).read_bytes(), 1))
    later = {name: [str(place / f"{name}.bin")] for name in told["apart"]}
    later |= {name: [str(place / "plotly.bin")] for name in PLOTLY_PACKAGES}
    more = {"later": {**later, "*": [str(place / "library.bin")]}, "script": str(SCRIPT)}
    asked = json.dumps({**told, **more, "lessons": cells})
    command = [*get_node_command(), str(Path(__file__).with_name("lessons.mjs")), asked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    shown: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return shown


def run_here(cells: list[str]) -> list[dict[str, Any]]:
    """What the cells show in this Python, with pandas."""
    command = [sys.executable, "-c", HERE]
    told = json.dumps(cells)
    done = subprocess.run(command, input=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    (shown,) = json.loads(done.stdout.splitlines()[-1])
    found: list[dict[str, Any]] = shown
    return found


def test_lessons_run_from_the_first_cell_to_the_last(tmp_path: Path, deep: bool) -> None:
    """What needs no other package is the same to the letter; the rest says what it needs."""
    asked = lessons(DEEP if deep else SHORT)
    assert len(asked) == (12 if deep else 1)
    for name, there in zip(asked, run_there(tmp_path, [*asked.values()]), strict=True):
        here = run_here(asked[name])
        failed = [one["errors"] for one in here if not one["well"]]
        assert all(re.search(f"{PROCESSES}|{AFTERWARDS}", error[0]) for error in failed), (
            name,
            failed,
        )
        assert bool(failed) is name.startswith("10"), name
        missed = False
        for number, (one, other) in enumerate(zip(there, here, strict=True)):
            if one["well"]:
                assert (one["is"], steady(one)) == (other["is"], steady(other)), (name, number)
                continue
            said = one["errors"][0]
            reasons = (APART, PROCESSES) + ((AFTERWARDS,) if missed else ())
            assert any(re.search(reason, said) for reason in reasons), (name, number, said)
            missed = True
        assert there[0]["well"] and sum(one["well"] for one in there) >= 3, name


def steady(shown: dict[str, Any]) -> list[str]:
    """What was shown in words, without the names of folders, which are others each time."""
    return [re.sub(r"/\S*/", "/", words) for words in shown["words"]]


def test_packages_of_pyodide_are_checked_and_fetched_when_they_are_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wheel lies in the site as it was released, and is read when a cell imports it first."""
    wheel = tmp_path / "pandas_made_up-1.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("pandas_made_up/__init__.py", "VALUE = 7")
    mark = sha256(wheel.read_bytes()).hexdigest()
    monkeypatch.setattr(pyodide, "PACKAGE_WHEELS", {"pandas_made_up": (wheel.name, mark)})
    assert read_wheels(tmp_path) == {"pandas_made_up": (wheel.name, wheel.read_bytes())}
    with pytest.raises(ClasskitError, match=r"has no pandas_made_up-1\.whl: lessons need"):
        read_wheels(tmp_path / "none")
    fetched: list[str] = []

    def fetch(address: str) -> bytes:
        fetched.append(address)
        return wheel.read_bytes()

    later = LazyFinder(
        {"pandas_made_up": [f"later-1/{wheel.name}"]}, fetch, str(tmp_path / "later")
    )
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, later])
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert find_spec("another_made_up") is None and fetched == []
    for _ in range(2):
        assert import_module("pandas_made_up").VALUE == 7
    assert fetched == [f"later-1/{wheel.name}"]
    wheel.write_bytes(b"another")
    with pytest.raises(ClasskitError, match="differs from the file of pyodide"):
        read_wheels(tmp_path)
