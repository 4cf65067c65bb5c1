"""The tutorials and explanations: their cells run, and print what the pages show."""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import re
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.engine.match import Match

GUIDE = Path(__file__).parents[2] / "lessons" / "guide"
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.M | re.S)
PAGES = [
    "tutorials/first-hour",
    "tutorials/first-study",
    *(f"explanation/{path.stem}" for path in sorted((GUIDE / "explanation").glob("*.md"))),
]


def run_cell(source: str, name: str, names: dict[str, Any]) -> str:
    """Run a cell as a notebook does, its source at hand; return what it prints."""
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source, name, "exec"), names)
    return printed.getvalue()


def has_cells(page: str) -> bool:
    blocks = BLOCK.findall((GUIDE / f"{page}.md").read_text(encoding="utf-8"))
    return any(kind == "python" for kind, _ in blocks)


@pytest.mark.parametrize("page", [page for page in PAGES if has_cells(page)])
def test_cells_print_what_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((GUIDE / f"{page}.md").read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = ""
    for at, (kind, content) in enumerate(blocks):
        if kind == "text":
            assert printed.split() == content.split(), content
            printed = ""
            continue
        assert not printed, f"the page does not show what this prints: {printed}"
        ast.parse(content)
        printed = run_cell(content, f"<{page} {at}>", names)
    assert not printed


def list_numbers(match: Match) -> list[int]:
    """Return the Inflation Numbers after the turns that the first hour compares."""
    return [row["inflation_number"] for row in match.history[9:14]]


def test_the_match_of_the_first_hour_has_the_numbers_that_the_page_names() -> None:
    text = " ".join((GUIDE / "tutorials" / "first-hour.md").read_text("utf-8").split())
    match = classkit.new("poleconomy", seats=4, seed=18)
    while match.turn < 14:
        match.play(until="turn")
    assert list_numbers(match) == [5, 5, 5, 2, 2] and "go 5, 5, 5, 2, 2;" in text
    ahead = match.fork()
    ahead.goto(turn=9)
    ahead.answer("done")
    while ahead.turn < 14:
        ahead.play(until="turn")
    assert list_numbers(ahead) == [5, 5, 5, 8, 5] and "without it 5, 5, 5, 8, 5" in text
    gain = {s: ahead.metrics()["net_worth"][s] - match.metrics()["net_worth"][s] for s in "ABCD"}
    assert gain == {"A": 0, "B": 200_000, "C": 470_000, "D": 0}
    assert "Chiara is $470,000 richer" in text and "Bruno is $200,000 richer" in text
