"""Assignments are found by name from any folder, and a name that is not there is told so."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from classkit.assignments import catalogue
from classkit.assignments.catalogue import find_sources, load_catalogue
from classkit.assignments.nbgrader_source import NbgraderSource
from classkit.cli import main
from classkit.engine.errors import ClasskitError

from .papers import FOLDER, PATHS, released

NAME = "economy-read"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_name_is_known_from_any_folder() -> None:
    assert [source.path for source in find_sources([])] == PATHS
    for name in (NAME, f"{NAME}.ipynb"):
        (source,) = find_sources([Path(name)])
        assert source.path == FOLDER / f"{NAME}.ipynb"


def test_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["assignment", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [path.stem for path in PATHS]
    assert f"{NAME:<22}Economy: sectors, shares and takeovers" in lines


@pytest.mark.parametrize("command", [["build"], ["grade", "."]])
def test_a_name_that_is_not_there(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["assignment", *command, "--assignment", "econmy-read"]) == 1
    said = capsys.readouterr().err
    assert "Did you mean 'economy-read'?" in said
    assert all(path.stem in said for path in PATHS)


def test_grading_finds_them_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Reproduced in an empty folder: "There is no assignment economy-read"."""
    (tmp_path / "in" / "ada").mkdir(parents=True)
    assert main(["assignment", "grade", "in", "--assignment", NAME]) == 1
    assert "There are no submissions" in capsys.readouterr().err


def test_an_installed_wheel_has_them_in_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "classkit"
    shutil.copytree(
        FOLDER, package / "assignments" / "notebooks", ignore=shutil.ignore_patterns("student")
    )
    monkeypatch.setattr(catalogue, "PACKAGE", package)
    assert [source.name for source in find_sources([])] == [path.stem for path in PATHS]
    shutil.rmtree(package)
    with pytest.raises(ClasskitError, match="Reinstall classkit"):
        find_sources([])


def test_ones_own_go_first(tmp_path: Path) -> None:
    """In a copy of the repository, whatever is installed; no folder of that name is meant."""
    own = tmp_path / "lessons" / "assignments" / f"{NAME}.ipynb"
    own.parent.mkdir(parents=True)
    own.write_text(released(NAME), encoding="utf-8")
    (tmp_path / NAME).mkdir()
    (source,) = find_sources([Path(NAME)])
    assert source.path.resolve() == own
    assert len(find_sources([])) == len(PATHS)


def test_notebooks_and_folders_are_named_by_their_paths(tmp_path: Path) -> None:
    for name in ("mine", "other"):
        path = tmp_path / "own" / f"{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"cells": [], "metadata": {"classkit": {"sheet": "x"}}}))
    assert [source.name for source in find_sources([Path("own")])] == ["mine", "other"]
    assert [source.name for source in find_sources([Path("own/mine.ipynb")])] == ["mine"]
    (tmp_path / "empty").mkdir()
    for name, why in (("empty", "no notebooks in the folder"), ("own/none.ipynb", "no notebook")):
        with pytest.raises(ClasskitError, match=why):
            find_sources([Path(name)])


def test_a_teachers_notebook_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "mine-teacher.ipynb"
    path.write_bytes(b"\xef\xbb\xbf" + load_catalogue()["opoly-read"].read_bytes())
    assert NbgraderSource.read(path).sheet == "opoly-read"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{}".encode("utf-16"), "is saved as UTF-16: open it"),
        (b'{"cells": [\n<<<<<<< HEAD\n=======\n>>>>>>> x\n]}', r"merge conflict.*\(line 2\)"),
        (b"{", "is not a notebook"),
    ],
)
def test_why_a_teachers_notebook_cannot_be_read(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "mine-teacher.ipynb"
    path.write_bytes(content)
    with pytest.raises(ClasskitError, match=reason):
        NbgraderSource.read(path)
