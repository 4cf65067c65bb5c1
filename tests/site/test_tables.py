"""The pages of live tables: which there are, and what stands in them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from classkit.engine import registry
from classkit.hosting.table_catalog import CatalogTable, list_catalog_tables
from classkit.site.build import Site
from classkit.site.kernel import first_match
from classkit.site.pyodide_build import CompiledPython
from classkit.site.site_theme import PICTURE, POLICY, read_picture, read_shared_file
from classkit.site.tables import TableProgram, write_page, write_table_page
from tests.toy import GAME

PROGRAM = TableProgram(
    "program-1/page.js",
    "program-1/offline.js",
    {"worker": "program-1/worker.js"},
    {"classkit.games.poleconomy": ["program-1/poleconomy.bin"]},
    CompiledPython(b"", b"", b"", b"", {}),
)


def told(page: str) -> dict[str, object]:
    """What a page says to its module."""
    found = re.search(r'<script type="application/json" id="classkit-told">(.*?)</script>', page)
    assert found
    read: dict[str, object] = json.loads(found[1])
    return read


def test_game_2_comes_first_and_installed_games_of_others_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = registry.usable_games()
    monkeypatch.setattr("classkit.hosting.table_catalog.usable_games", lambda: [GAME, *own])
    lives = list(list_catalog_tables())
    assert [(live.game, dict(live.options)) for live in lives[:2]] == [
        ("poleconomy", {}),
        ("poleconomy", {"game": 1}),
    ]
    assert {live.game for live in lives} == {GAME.name, *(game.name for game in own)}
    assert len({live.name for live in lives}) == len(lives)
    assert read_picture(GAME.name) == read_shared_file(PICTURE)


def test_a_page_has_what_is_seen_first_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    live = CatalogTable("mine", "poleconomy", "Ours <b>", {"game": 2})
    pages = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        link = write_table_page(Site(tmp_path / name), live, PROGRAM)
        pages.append((tmp_path / name / link.address).read_text(encoding="utf-8"))
    first, again = pages
    assert first == again and link.address == "tables/mine.html"
    assert "<b>" not in first and "Ours &lt;b&gt;" in first
    said = told(first)
    assert said["asked"] == {
        "game": "poleconomy",
        "settings": {"options": {"game": 2}},
    }
    python = said["python"]
    assert isinstance(python, dict) and python["game"] == "program-1/poleconomy.bin"
    shown = said["first"]
    assert isinstance(shown, dict) and shown["now"]["asks"] == [] and shown["seq"] == 0
    assert shown["fixed"]["board"]["spaces"] and shown["fixed"]["charts"]
    assert 'content="../plotly.min.js?v=' in first and 'src="../program-1/page.js"' in first


def test_what_a_page_is_told_ends_no_script(tmp_path: Path) -> None:
    asked = {"game": "poleconomy", "settings": {"seats": ["</script><b>", "Bo"]}}
    write_page(Site(tmp_path), "tables/mine.html", "Mine", asked, first_match(asked), PROGRAM)
    page = (tmp_path / "tables" / "mine.html").read_text(encoding="utf-8")
    assert "<b>" not in page and told(page)["asked"] == asked


def test_nothing_may_be_asked_of_another_host() -> None:
    """Whatever a source says, it names this host or none."""
    sources = {source for rule in POLICY.split("; ") for source in rule.split()[1:]}
    assert sources == {
        "'none'", "'self'", "'wasm-unsafe-eval'", "'unsafe-inline'", "data:", "blob:",
    }  # fmt: skip
    scripts = next(rule for rule in POLICY.split("; ") if rule.startswith("script-src"))
    assert scripts == "script-src 'self' 'wasm-unsafe-eval'"
