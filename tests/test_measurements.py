"""The page of measurements is drawn from its data, and the data is what the bench declares."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.bench.__main__ import list_measures
from tests.bench.rows import (
    DATA,
    NO_BREAK,
    NO_BREAK_HYPHEN,
    PAGE,
    TABLE,
    Goal,
    Measure,
    draw_tables,
    read_entries,
    report,
    write_rows,
)

ENTRIES = read_entries()
DECLARED = {measure.id: measure for measure in list_measures()}
UNDO = Measure("toy.undo", "undo", "play again", "ms", Goal(most=5), "toy")


def test_the_page_is_drawn_from_the_data() -> None:
    """Do not edit a table: ``python -m tests.bench`` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    assert text == draw_tables(text, ENTRIES)


def test_every_row_is_in_one_table() -> None:
    tables = [name for _, name, _ in TABLE.findall(PAGE.read_text(encoding="utf-8"))]
    assert len(tables) == len({*tables})
    assert {entry["table"] for entry in ENTRIES.values()} <= {*tables}
    assert {measure.table for measure in DECLARED.values()} <= {*tables}


@pytest.mark.parametrize("name", ENTRIES)
def test_a_row_has_goal_or_reason_reference_date_and_versions(name: str) -> None:
    entry = ENTRIES[name]
    assert entry["what"] and entry["against"] and entry["goal"]
    assert re.fullmatch(r"20\d\d-\d\d(-\d\d)?", entry["date"])
    assert entry["with"]["Python"]
    assert entry["ratio"] is not None or entry["value"] is not None


@pytest.mark.parametrize("name", ENTRIES)
def test_words_and_goal_are_those_that_the_bench_declares(name: str) -> None:
    """After a change of words or of a goal: ``python -m tests.bench --declared``."""
    assert name in DECLARED, "no part of the bench measures this row"
    declared = DECLARED[name].declared()
    assert {key: ENTRIES[name][key] for key in declared} == declared


def test_ids_are_declared_once() -> None:
    assert len(DECLARED) == len([*list_measures()])


@pytest.mark.parametrize(
    ("goal", "value", "ratio", "is_missed"),
    [
        (Goal(most=5), 5, None, False),
        (Goal(most=5), 5.1, 0.1, True),
        (Goal("ratio", least=1.3), 90, 1.29, True),
        (Goal("ratio", least=1.3), 1, 1.3, False),
        (Goal(least=15, most=35), 14, 0.6, True),
        (Goal(least=15, most=35), 36, 1.4, True),
        (Goal(most=5), None, 0.1, False),
    ],
)
def test_missed_is_computed(
    goal: Goal, value: float | None, ratio: float | None, is_missed: bool
) -> None:
    assert goal.is_missed(value, ratio) == is_missed


def test_a_measured_row_changes_its_own_entry_and_no_other(tmp_path: Path) -> None:
    data, page = tmp_path / "measurements.json", tmp_path / "measurements.md"
    entry = {**UNDO.declared(), "value": 7, "reference": 70, "ratio": 0.1, "date": "2026-11"}
    old = {"toy.undo": {**entry, "with": {}}, "toy.redo": {**entry, "what": "redo", "with": {}}}
    data.write_text(json.dumps(old), encoding="utf-8")
    page.write_text("# Toy\n\n<!-- rows: toy -->\n<!-- end -->\n", encoding="utf-8")
    write_rows([UNDO.row(0.2518, 72, conditions={"plotly": "7"})], data, page)
    new = read_entries(data)
    assert new["toy.redo"] == old["toy.redo"]
    assert (new["toy.undo"]["value"], new["toy.undo"]["ratio"]) == (0.252, 0.003)
    assert new["toy.undo"]["date"] > "2026-11" and new["toy.undo"]["with"]["plotly"] == "7"
    undo, redo = re.findall(r"^\| (?:un|re)do .*", with_plain_signs(page), re.MULTILINE)
    assert undo.startswith("| undo | 0.252 ms | play again: 72 ms | 0.003 | at most 5 ms | ")
    assert redo == "| redo | 7 ms | play again: 70 ms | 0.10 | at most 5 ms, **missed** | 2026-11 |"


def with_plain_signs(page: Path) -> str:
    """Return the text of a page with ordinary spaces and hyphens."""
    text = page.read_text(encoding="utf-8")
    return text.replace(NO_BREAK, " ").replace(NO_BREAK_HYPHEN, "-")


def test_rows_are_printed_and_not_written_unless_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = DATA.read_text(encoding="utf-8")
    report(["A toy", UNDO.row(9, 72)], writes=False)
    assert capsys.readouterr().out == (
        "A toy\n  undo: 9 ms; play again: 72 ms; ratio 0.12; goal: at most 5 ms, missed\n"
    )
    assert DATA.read_text(encoding="utf-8") == before
