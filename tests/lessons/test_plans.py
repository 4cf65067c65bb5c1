"""The teacher's plan: minutes without a gap, wrong predictions, and an hour without a projector."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from .books import LESSONS, cell, flat, read, words

ROW = re.compile(r"^\| (\d+)–(\d+) \| (.+) \|$", re.M)
WITH_A_SERIES = {"01", "03", "04", "05", "08"}


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def test_the_minutes_fill_the_hour(lesson: Path) -> None:
    """From 0 to the time that the lesson says, each part where the one before it ends."""
    book = read(lesson)
    rows = [(int(begin), int(end)) for begin, end, _ in ROW.findall(cell(book, "teacher").source)]
    time = re.search(r"\*\*Time:\*\* (\d+) minutes", words(book))
    assert time is not None and rows[0][0] == 0 and rows[-1][1] == int(time[1])
    assert all(before[1] == after[0] for before, after in pairwise(rows))
    assert all(begin < end for begin, end in rows)


def test_the_rules_have_their_minutes(lesson: Path) -> None:
    """First of all, and few: what is to be said in them stands beside them."""
    begin, end, what = ROW.findall(cell(read(lesson), "teacher").source)[0]
    assert int(begin) == 0 and 3 <= int(end) <= 5
    assert what.startswith("The rules: ") and len(what) > 60


def test_an_hour_without_a_projector_is_three_lines(lesson: Path) -> None:
    """Sheets, one table by hand, the class's phones later."""
    text = cell(read(lesson), "teacher").source
    part = text.split("**Without a projector**")[1].split("\n\n")[1]
    said = [line.split("*")[1] for line in part.splitlines() if line.startswith("- ")]
    assert said == ["On paper", "By hand", "Later"]
    game = re.search(r"classkit games (\w+) --sheet", part)
    assert game is not None and game[1] in {"poleconomy", "economy", "opoly", "economicon"}


def test_wrong_predictions_say_their_idea_and_what_is_next(lesson: Path) -> None:
    """For two to four predictions of the lesson, each wrong one with both."""
    book = read(lesson)
    asked = cell(book, "predictions")
    assert "teacher" in asked.metadata.tags
    parts = re.split(r"\n- \*\*", asked.source)[1:]
    assert 2 <= len(parts) <= 4
    for part in parts:
        named = re.match(r"Part (\d)", part)
        assert named is not None and f"## Part {named[1]} ·" in words(book)
        wrong = re.split(r"\n  - ", part)[1:]
        assert wrong, part
        for one in map(flat, wrong):
            assert re.match(r"\*[^*].*\* Idea: .+ Next: .+[.?]", one), one


def test_each_part_with_a_wrong_prediction_asks_for_one(lesson: Path) -> None:
    """Nobody is told what to answer to a question that is not put."""
    book = read(lesson)
    named = set(re.findall(r"\*\*Part (\d)", cell(book, "predictions").source))
    part, asked = "", set()
    for one in book.cells:
        begun = re.match(r"## Part (\d)", one.source)
        part = begun[1] if begun else part
        if one.cell_type == "markdown" and "**Predict" in one.source:
            asked.add(part)
    assert named <= asked


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_real_series_stands_beside_the_match(path: Path) -> None:
    """Asked for first, drawn once answered, with what the game leaves out and what is not shown."""
    ids = [one.id for one in read(path).cells]
    assert ("world" in ids) == (path.name[:2] in WITH_A_SERIES)
    if "world" not in ids:
        return
    at = ids.index("world-text")
    assert ids[at : at + 4] == ["world-text", "asked-world", "world", "notice-world"]
    book = read(path)
    assert "> **Predict:**" in cell(book, "world-text").source
    assert "lessons.beside(" in cell(book, "world").source
    noted = cell(book, "notice-world").source
    assert "**What the game leaves out.**" in noted and "?" in noted
    assert "*What the comparison cannot show.*" in noted
    assert "- **In comparison.**" in cell(book, "answers").source
