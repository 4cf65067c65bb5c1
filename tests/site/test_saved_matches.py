"""Saved matches for a site: which files are taken, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import classkit
from classkit.engine.errors import ClasskitError, RecordError
from classkit.engine.registry import loads
from classkit.site.build import Site, write_site
from classkit.site.pyodide_build import CompiledPython
from classkit.site.saved_matches import read_saved_matches
from classkit.site.tables import TableProgram, write_saved_page
from tests.widgets.pages import Page

PROGRAM = TableProgram(
    "program-1/page.js",
    "program-1/offline.js",
    {"worker": "program-1/worker.js"},
    {"classkit.games.opoly": ["program-1/opoly.bin"]},
    CompiledPython(b"", b"", b"", b"", {}),
)


def saved(folder: Path, name: str = "Monday, group 2.classkit.json") -> Path:
    folder.mkdir(exist_ok=True)
    match = classkit.new("opoly", seats=["Zoe <b>", "Bo", "Cy"], seed=4).play(
        until=lambda m: m.turn == 3, bots="random"
    )
    return match.save(folder / name)


def test_a_page_has_the_whole_match_and_names_only_if_asked(tmp_path: Path) -> None:
    path = saved(tmp_path)
    for names in (False, True):
        (monday,) = read_saved_matches([path], names=names)
        assert monday.name == "monday-group-2" and "3 turns" in monday.about
        site = Site(tmp_path / f"site-{names}")
        site.folder.mkdir()
        link = write_saved_page(site, monday, PROGRAM)
        assert (link.title, link.address) == (
            "Monday, group 2",
            "matches/monday-group-2.html",
        )
        text = (site.folder / link.address).read_text(encoding="utf-8")
        assert ("Zoe" in text) is names and "<b>" not in text


def test_files_that_are_no_records_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    other = tmp_path / "notes.json"
    other.write_text("{}")
    with pytest.raises(RecordError):
        write_site(tmp_path / "site", ["tables"], records=[other])
    with pytest.raises(RecordError, match=r"none\.json"):
        write_site(tmp_path / "site", ["tables"], records=[tmp_path / "none.json"])
    assert not (tmp_path / "site").exists()


def test_what_would_not_be_shown_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "one")
    with pytest.raises(ClasskitError, match="needs the tables"):
        write_site(tmp_path / "site", ["docs"], records=[path])
    twin = saved(tmp_path / "two", "monday group-2.json")
    with pytest.raises(ClasskitError, match=r"monday-group-2\.html: rename monday group-2\.json"):
        read_saved_matches([path, twin], names=False)


def test_who_answered_in_a_record_is_not_named_unless_asked(tmp_path: Path) -> None:
    """Seen: names typed to predictions stood on the page of a match."""
    page = Page.of(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}), "tycoon")
    page.do("predict", chart="inflation", value="7", who="Secretname Ahmed")
    page.do("predict", chart="inflation", value="9", who="Bo <b>")
    page.do("step", until="turn")
    path = tmp_path / "predicted.classkit.json"
    path.write_text(page.do("save")["data"]["text"], encoding="utf-8")
    for names in (False, True):
        (one,) = read_saved_matches([path], names=names)
        assert ("Secretname" in one.record) is names
        asked = loads(one.record).predictions["inflation"]
        assert [guess["value"] for guess in asked["guesses"]] == ["7", "9"]
