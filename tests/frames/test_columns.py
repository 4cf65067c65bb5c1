"""Every column of every table is described, typed, and the same in each form of file."""

from __future__ import annotations

import csv
import io
import json
from math import isclose
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

import classkit
from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.frames import (
    answer_rows,
    answers_frame,
    dataframe,
    describe,
    event_rows,
    events_frame,
    export_files,
    file_export,
    history_frame,
    history_rows,
    ledger_frame,
    ledger_rows,
)
from classkit.frames.columns import TABLES

ROWS = {
    "history": history_rows,
    "ledger": ledger_rows,
    "events": event_rows,
    "answers": answer_rows,
}
FRAMES = {
    "history": history_frame,
    "ledger": ledger_frame,
    "events": events_frame,
    "answers": answers_frame,
}


@pytest.fixture(scope="module", params=["poleconomy", "opoly", "economicon", "economy"])
def match(request: pytest.FixtureRequest) -> Match:
    bots = list(find(request.param).policies)
    seats = ["Zoë", "Bo", "Cy", "Di"]
    match = classkit.new(request.param, seats=seats, seed=5)
    return match.play("end", {s: bots[n % len(bots)] for n, s in enumerate(match.seats)})


@pytest.mark.sweep(5)
@pytest.mark.parametrize("table", TABLES)
def test_rows_have_just_the_columns_described(match: Match, table: str) -> None:
    described = [column.name for column in describe(table)]
    for names in (False, True):
        rows = ROWS[table](match, names=names)  # type: ignore[operator]  # same signature
        wanted = [name for name in described if names or name != "name"]
        assert rows and all(list(row) == wanted for row in rows)


@pytest.mark.parametrize("table", TABLES)
def test_frames_have_the_types_described(match: Match, table: str) -> None:
    made = FRAMES[table](match)  # type: ignore[operator]  # same signature
    types = {
        "whole number": pd.Int64Dtype(),
        "number": pd.Float64Dtype(),
        "text": pd.StringDtype(),
        "yes or no": pd.BooleanDtype(),
        "JSON": "object",
    }
    for column in describe(table):
        if column.name != "name":
            assert made[column.name].dtype == types[column.type], column.name
            assert made.attrs["columns"][column.name]["about"] == column.about


@pytest.fixture(scope="module")
def exported(match: Match, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of a match in every form, written once."""
    folder = tmp_path_factory.mktemp("exported")
    export_files(match, folder, "m", ["csv", "json", "parquet"])
    return folder


@pytest.mark.sweep(1)
def test_no_name_stands_anywhere_unless_asked_for(
    match: Match, exported: Path, tmp_path: Path
) -> None:
    """Privacy by default: letters in every file; with names they are there."""
    export_files(match, tmp_path, "m", ["csv", "json"], names=True)
    letters = b"".join(path.read_bytes() for path in sorted(exported.iterdir()))
    names = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
    assert "Zoë".encode() not in letters and "Zoë".encode() in names


@pytest.mark.parametrize("table", TABLES)
def test_parquet_reads_back_as_it_was_written(match: Match, table: str, exported: Path) -> None:
    path = exported / f"m-{table}.parquet"
    fields = {field.name: field for field in pq.read_schema(path)}
    for column in describe(table):
        if column.name != "name":
            assert fields[column.name].metadata[b"unit"].decode() == column.unit
            assert fields[column.name].metadata[b"about"].decode() == column.about
    rows = ROWS[table](match)  # type: ignore[operator]  # same signature
    back = pq.read_table(path).to_pydict()
    for column in describe(table):
        if column.name == "name":
            continue
        read, written = back[column.name], [row[column.name] for row in rows]
        if column.type == "number":
            assert len(read) == len(written) and all(map(is_as_good_as, read, written))
        elif column.type == "JSON":
            assert [set(json.loads(one)) for one in read] == [set(one) for one in written]
        else:
            assert read == written


def is_as_good_as(read: float | None, written: float | None) -> bool:
    """Return whether a number was read as it was written, but for rounding."""
    if read is None or written is None:
        return read is written
    return isclose(read, written, rel_tol=1e-6, abs_tol=1e-12)


def test_the_answers_of_a_match_are_looked_up_once_for_all_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is found by playing the match again, which takes longer than to write the files."""
    asked: list[Match] = []

    def noted(match: Match, *how: str, **more: bool) -> list[dict[str, Any]]:
        asked.append(match)
        return answer_rows(match, *how, **more)

    monkeypatch.setattr(file_export, "answer_rows", noted)
    export_files(
        classkit.new("poleconomy", seed=7, options={"game": 1}).play("turn"),
        tmp_path,
        "m",
        ["csv", "json"],
    )
    assert len(asked) == 1


def test_the_data_dictionary_names_every_column_of_every_file(exported: Path) -> None:
    listed = list(csv.DictReader(io.StringIO((exported / "m-columns.csv").read_text("utf-8"))))
    files = sorted(exported.glob("m-*.csv"))
    assert {f"m-{table}.csv" for table in TABLES} < {path.name for path in files}
    for path in files:
        header = next(csv.reader(io.StringIO(path.read_text("utf-8"))))
        table = path.stem.removeprefix("m-")
        known = {row["column"]: row for row in listed if row["table"] == table}
        assert [name for name in known if name != "name"] == header, path.name
        assert all(row["about"] and row["type"] for row in known.values())


def test_the_wide_form_says_what_its_columns_mean(match: Match) -> None:
    wide = history_frame(match, wide=True)
    assert list(wide.attrs["columns"]) == list(wide.columns)
    units = {metric.key: metric.unit for metric in match.game.metrics}
    for name, column in wide.attrs["columns"].items():
        if name not in ("turn", "round"):
            assert column["unit"] == units[name.partition(".")[0]]


def test_answers_tell_what_was_forced_and_what_bots_gave() -> None:
    match = (
        classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        .answer("keep")
        .undo()
        .answer("reverse")
    )
    match.play("round", "passive")
    rows = answer_rows(match)
    assert rows[0] | {"fields": {}} == rows[0]
    assert (rows[0]["number"], rows[0]["turn"], rows[0]["decision"]) == (1, 1, "set_arrow")
    assert [row["bot"] for row in rows] == [False] + [True] * (len(rows) - 1)
    assert len(rows) == len(match.answers)
    assert "keep" not in [row["move"] for row in answer_rows(match, "B")][:1]
    again = answer_rows(
        classkit.engine.registry.replay(match.to_record(), partial=False, keep=None)
    )
    assert again == rows


@pytest.mark.sweep(1)
def test_forced_is_what_leaves_no_choice(match: Match) -> None:
    """Each answer is looked at again at its own moment, by the match's own list of moves."""
    rows = answer_rows(match)
    twin = match.fork().goto(step=0)
    for row in rows:
        if row["kind"] == "answer":
            decision = next(d for d in twin.requests() if d.seat == row["seat"])
            assert row["decision"] == decision.name and row["turn"] == twin.turn
            if row["forced"]:
                assert [move.name for move in twin.legal_moves(row["seat"])] == [row["move"]]
        twin.redo()
    assert twin.step == match.step


def test_a_table_or_a_format_that_is_not_there_is_refused(match: Match, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'ledger'"):
        describe("leger")
    with pytest.raises(UnknownName, match="Did you mean 'parquet'"):
        export_files(match, tmp_path, "m", ["parqet"])
    assert not list(tmp_path.iterdir())


def test_without_pyarrow_the_remedy_is_named(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataframe, "find_spec", lambda name: None)
    with pytest.raises(ClasskitError, match=r"pip install 'classkit\[parquet\]'"):
        export_files(match, tmp_path, "m", ["csv", "parquet"])
    assert not list(tmp_path.iterdir())
