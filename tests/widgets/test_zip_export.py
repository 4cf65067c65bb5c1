"""All of somebody's work in one file, for servers that forget."""

from __future__ import annotations

import base64
import csv
import io
import zipfile
from pathlib import Path

import pytest

import classkit
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import loads
from classkit.frames import ledger_rows
from classkit.widgets import table, zip_export
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.widgets.desks import desk_of


def opened(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_match_tables_and_notebook_are_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "monday.ipynb"
    book.write_text('{"cells": []}')
    monkeypatch.setenv(zip_export.NOTEBOOK_VARIABLE, str(book))
    desk = desk_of(seats=["Zoë", "Bo", "Cy"])
    desk.step("round")
    made = zip_export.build_work_file(PageView(desk))
    files = opened(base64.b64decode(made["base64"]))
    assert made["name"] == f"poleconomy-turn-{desk.match.turn}-my-work.zip"
    assert files["monday.ipynb"] == '{"cells": []}' and "monday.ipynb" in files["read-me.txt"]
    record = files[f"poleconomy-turn-{desk.match.turn}.classkit.json"]
    assert loads(record).digest() == desk.match.digest()
    listed = list(csv.DictReader(io.StringIO(files["tables/ledger.csv"])))
    meant = list(csv.DictReader(io.StringIO(files["tables/columns.csv"])))
    figures = next(csv.reader(io.StringIO(files["tables/figures.csv"])))
    assert figures == [row["column"] for row in meant if row["table"] == "figures"]
    assert all(row["about"] for row in meant)
    assert len(listed) == len(ledger_rows(desk.match))
    assert "Zoë" not in "".join(files.values())


def test_without_a_notebook_the_match_alone_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for told in ("", "/nowhere/else.ipynb", "/etc/passwd", "console-1"):
        monkeypatch.setenv(zip_export.NOTEBOOK_VARIABLE, told)
        assert zip_export.find_notebook() is None
    monkeypatch.delenv(zip_export.NOTEBOOK_VARIABLE)
    files = opened(zip_export.build_zip(PageView(desk_of()), zip_export.find_notebook()))
    assert not [name for name in files if name.endswith(".ipynb")]


def test_the_tables_hold_what_the_table_is_shown_as() -> None:
    """Economy with closed memory: what lies face-down is not in the tables of everybody."""
    match = classkit.new("economy", seats=4, seed=3)
    match.play("round", "random")
    sight = PageView(MatchController(match))
    for seen_as in ("everybody", "A", "instructor"):
        sight.set_seen_as(seen_as)
        files = opened(zip_export.build_zip(sight, None))
        told = list(csv.DictReader(io.StringIO(files["tables/events.csv"])))
        viewer = {"everybody": None}.get(seen_as, seen_as)
        assert len(told) == len(match.view(viewer).events)
        assert seen_as in files["read-me.txt"]


def test_work_too_large_for_a_page_is_refused_with_another_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zip_export, "MAX_ZIP_BYTES", 100)
    with pytest.raises(ClasskitError, match="Save this match"):
        zip_export.build_work_file(PageView(desk_of()))


def test_a_program_writes_the_same_file(tmp_path: Path) -> None:
    live = table("poleconomy", seats=3, seed=7).step(until="turn")
    path = live.take_home(tmp_path / "mine")
    assert path == tmp_path / "mine.zip" and "tables/answers.csv" in opened(path.read_bytes())
    with pytest.raises(ClasskitError, match="cannot be written"):
        live.take_home(tmp_path / "not" / "there.zip")
    with pytest.raises(ClasskitError, match="path must be the name of a file, not 5"):
        live.take_home(5)  # type: ignore[arg-type]  # on purpose
