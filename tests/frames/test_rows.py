"""Tidy rows of a match, and the files made of them (design 2 and 7)."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import classkit
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.frames import (
    event_rows,
    events_frame,
    export_files,
    history_frame,
    history_rows,
    history_table,
    ledger_frame,
    ledger_rows,
    to_csv,
    to_data,
)
from classkit.frames.file_export import ExportError, safe_cell


@pytest.fixture(scope="module")
def over() -> Match:
    return classkit.new("poleconomy", seats=["Zoë", "=Bo", "Cy"], seed=11).play(until="end")


@pytest.fixture
def running() -> Match:
    match = classkit.new("poleconomy", seats=3, seed=11)
    for _ in range(4):
        match.play(until="turn")
    return match


def test_history_has_every_figure_of_every_turn(over: Match) -> None:
    rows = history_rows(over)
    expected = 0
    for metric in over.game.active_metrics(over.table):
        value = over.history[0][metric.key]
        count = {"table": lambda v: 1, "seat": len, "parts": len}.get(
            metric.scope, lambda v: sum(map(len, v.values()))
        )
        expected += count(value)
    first = [row for row in rows if row["turn"] == over.history[0]["turn"]]
    assert len(first) == expected
    worth = [r for r in rows if r["metric"] == "net_worth" and r["turn"] == over.turn]
    assert {row["seat"]: row["value"] for row in worth} == over.history[-1]["net_worth"]
    assert not any("name" in row for row in worth)
    named = history_rows(over, names=True)
    assert {row["name"] for row in named if row["seat"]} == {"Zoë", "=Bo", "Cy"}


def test_wide_history_has_one_row_per_turn(over: Match) -> None:
    table = history_table(over)
    assert [row["turn"] for row in table] == [line["turn"] for line in over.history]
    assert table[-1]["net_worth.B"] == over.history[-1]["net_worth"]["B"]


def test_ledger_rows_add_up_to_the_balances(over: Match) -> None:
    """Every dollar a seat has came by a row: the export is complete."""
    held = dict.fromkeys(over.seats, 0)
    for row in ledger_rows(over):
        if row["unit"] == "dollars":
            held[row["source"]] = held.get(row["source"], 0) - row["amount"]
            held[row["target"]] = held.get(row["target"], 0) + row["amount"]
    assert {seat: held[seat] for seat in over.seats} == {
        seat: over.ledger.balance(seat) for seat in over.seats
    }
    assert all(row["rule"] and row["text"] for row in ledger_rows(over))


def test_events_name_rule_and_sentence(over: Match) -> None:
    rows = event_rows(over)
    assert len(rows) == len(over.events)
    assert all(over.rule(row["rule"]) for row in rows)
    assert not any("Zoë" in row["text"] for row in rows)
    assert any("Zoë" in row["text"] for row in event_rows(over, names=True))


def test_a_seat_sees_no_more_than_its_view(over: Match) -> None:
    assert len(event_rows(over, "B")) == len(over.view("B").events)
    assert len(ledger_rows(over, "B")) == len(over.view("B").ledger)


def test_the_seed_is_never_exported_before_the_match_is_over(running: Match, over: Match) -> None:
    """Design 3: all future rolls can be computed from the seed."""
    seed = str(running.seed)
    secret = classkit.new("poleconomy", seats=3).play(until="round")
    text = json.dumps(to_data(secret), default=str) + to_csv(event_rows(secret))
    assert str(secret.seed) not in text
    assert "seed" not in to_data(running) and seed == "11"
    assert to_data(over)["seed"] == 11


@pytest.mark.parametrize("cell", ["-3", "+1", "-3,5", "-1.234.567"])
def test_numbers_with_a_sign_are_not_quoted(cell: str) -> None:
    assert safe_cell(cell) == cell


@pytest.mark.parametrize("cell", ["=1+1", "+A1", "-1+1", "-1-", "@SUM(A1)", "\t=1", "\r=1", "  =1"])
def test_cells_that_look_like_formulas_are_quoted(cell: str) -> None:
    assert safe_cell(cell) == "'" + cell


def test_numbers_stay_numbers() -> None:
    assert safe_cell(-5) == -5
    assert safe_cell(Fraction(10, 2)) == 5
    assert safe_cell(Fraction(1, 2)) == 0.5
    assert safe_cell(None) is None


def test_a_name_that_is_a_formula_is_quoted_in_the_file(over: Match) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(history_rows(over, names=True)))))
    assert "'=Bo" in {row["name"] for row in rows}
    assert "=Bo" not in {row["name"] for row in rows}


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.text(max_size=8), min_size=1)))
def test_csv_reads_back_and_holds_no_formula(rows: list[dict[str, str]]) -> None:
    read = list(csv.DictReader(io.StringIO(to_csv(rows), newline="")))
    assert len(read) == len(rows)
    for before, after in zip(rows, read, strict=True):
        for key, value in before.items():
            assert after[key].removeprefix("'") == value.removeprefix("'")
            assert not after[key].startswith(("=", "+", "-", "@"))


def test_export_writes_the_tables_and_what_their_columns_mean(over: Match, tmp_path: Path) -> None:
    paths = export_files(over, tmp_path / "new", "monday")
    assert [path.name for path in paths] == [
        "monday-history.csv",
        "monday-ledger.csv",
        "monday-events.csv",
        "monday-answers.csv",
        "monday-figures.csv",
        "monday-columns.csv",
        "monday.json",
    ]
    data = json.loads((tmp_path / "new" / "monday.json").read_text(encoding="utf-8"))
    assert data["winners"] == list(over.winners)
    assert not list(tmp_path.rglob(".*"))


def test_a_full_disk_leaves_the_earlier_file(
    over: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_files(over, tmp_path, "monday", ["json"])
    before = (tmp_path / "monday.json").read_text(encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("classkit.frames.file_export.os.replace", full)
    with pytest.raises(ExportError, match="No space left"):
        export_files(over, tmp_path, "monday", ["json"])
    assert (tmp_path / "monday.json").read_text(encoding="utf-8") == before
    assert os.listdir(tmp_path) == ["monday.json"]


def test_frames_have_the_rows(over: Match) -> None:
    assert len(history_frame(over)) == len(history_rows(over))
    with pytest.raises(ClasskitError, match="wide must be true or false, not 'x'"):
        history_frame(over, wide="x")  # type: ignore[arg-type]  # on purpose
    assert list(history_frame(over, wide=True)["turn"]) == [r["turn"] for r in over.history]
    assert ledger_frame(over)["amount"].sum() == sum(t.amount for t in over.transfers)
    assert list(events_frame(over)["event"]) == [event.name for event in over.events]


def test_rows_need_no_pandas() -> None:
    script = (
        "import sys, classkit\nfrom classkit.frames import to_data\n"
        "to_data(classkit.new('poleconomy', seats=3).play(until='turn'))\n"
        "print([n for n in ('pandas', 'numpy', 'plotly', 'IPython') if n in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert told.stdout == "[]\n", told.stderr
