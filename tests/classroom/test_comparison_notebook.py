"""The notebook of an export computes the comparison of groups again, and comes to the same."""

from __future__ import annotations

import ast
import sys
from importlib.metadata import requires
from pathlib import Path
from random import Random
from typing import Any

import nbformat
import pandas as pd
import pytest
from nbclient import NotebookClient
from packaging.requirements import Requirement

from classkit.classroom.class_metrics import ClassMetric, TableSeries
from classkit.classroom.conclusions import build_conclusion
from classkit.classroom.paired_difference import pair_tables
from classkit.classroom.room import TableSetup
from classkit.classroom.room_archive import NOTEBOOK, RoomArchive
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.simulated_participants import play_simulated

from .rooms import CODE, Page, opened

WORTH = ClassMetric("worth", "Net worth", "$", "turn")
FIGURES = ("at", "pairs", "higher", "lower", "difference", "low", "high")


@pytest.fixture(scope="module")
def live() -> RoomRuntime:
    """A class of invented participants at four pairs of tables, some turns into their matches."""
    groups = {"auction_format": ["first_price", "second_price"]}
    live = RoomRuntime(opened(None, "opoly", 3, absent=0, compare=groups), CODE)
    desk = Page(live, teacher=True)
    for wish in (
        {"room": "invent", "number": 24}, {"room": "pace", "seconds": 0}, {"room": "seat_all"}
    ):  # fmt: skip
        assert desk.ask(**wish)["kind"] != "refused"
    for _ in range(200):
        if min(match.turn for match in live.matches.values()) > 9:
            break
        play_simulated(live)
    desk.ask(room="reveal_groups", on=True)
    desk.ask(room="close")
    return live


def run(folder: Path) -> dict[str, Any]:
    """Run the code of the notebook in a folder; gives its variables."""
    book, found = nbformat.read(folder / NOTEBOOK, as_version=4), dict[str, Any]()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for cell in book.cells:
            if cell.cell_type == "code":
                exec(cell.source, found)
    return found


def test_it_comes_to_the_numbers_of_the_desk(live: RoomRuntime, tmp_path: Path) -> None:
    """As a student runs it: in a kernel of its own, in the folder of the export."""
    RoomArchive(live.store, CODE).export(tmp_path)
    book = nbformat.read(tmp_path / NOTEBOOK, as_version=4)
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    printed = "".join(
        output.get("text", "") for cell in book.cells for output in cell.get("outputs", [])
    )
    conclusions = pd.read_csv(tmp_path / "conclusions.csv")
    number = len(conclusions)
    assert f"{number} of {number} comparisons are the same as in the export." in printed
    assert live.get_class_chart("")["said"][0] in printed
    again = run(tmp_path)["again"]
    assert (again["difference"].abs() > 0).sum() > 3, "there is something to compute"
    for at, row in conclusions.iterrows():
        chart = live.get_class_chart(row["figure"])
        assert chart["said"][0] == row["sentence"] and chart["difference"] is not None
        found, traces = again.loc[at], chart["difference"]["data"]
        drawn = [dict(zip(one["x"], one["y"], strict=True))[found["at"]] for one in traces]
        assert drawn == [pytest.approx(found[name]) for name in ("low", "high", "difference")]


def test_it_reads_parquet_as_well(live: RoomRuntime, tmp_path: Path) -> None:
    RoomArchive(live.store, CODE).export(tmp_path, "parquet")
    assert run(tmp_path)["is_same"].all(axis=None)


def test_it_needs_nothing_but_the_export_and_what_studies_need() -> None:
    book = nbformat.read(
        Path(sys.modules[RoomArchive.__module__].__file__ or "").with_name(NOTEBOOK), 4
    )
    code = "\n".join(cell.source for cell in book.cells if cell.cell_type == "code")
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(code))
        for name in (
            [one.name for one in node.names] if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        )
    }  # fmt: skip
    needed = [Requirement(text) for text in requires("classkit") or ()]
    study = {one.name for one in needed if "extra == 'study'" in str(one.marker).replace('"', "'")}
    assert imported <= {"pandas", *study} | sys.stdlib_module_names
    assert all(cell.get("outputs", []) == [] for cell in book.cells)


@pytest.mark.parametrize("seed", range(12))
def test_it_agrees_with_the_desk_on_tables_of_any_length(seed: int, tmp_path: Path) -> None:
    """Tables that are over, that lack values, that have no partner, or that have not begun."""
    chance, groups = Random(seed), ["NA", "1"]
    tables, series = [], {}
    for place in range(1, chance.choice([2, 4, 7, 14])):
        tables.append(TableSetup(place, ("A",), (place - 1) // 2, {}, groups[(place - 1) % 2]))
        values = [
            chance.choice([None, *[chance.uniform(-9, 99)] * 4]) for _ in range(chance.randrange(6))
        ]
        series[place] = TableSeries(values, is_over=chance.random() < 0.4)
    told = build_conclusion(WORTH, *groups, pair_tables(tables, series, *groups))
    write(tmp_path, tables, series)
    found = run(tmp_path)["again"].iloc[0]
    if told.contrast is None:
        assert found["pairs"] == 0
        return
    mean = told.contrast
    stated = [told.at, mean.pairs, mean.higher, mean.lower, mean.mean, mean.low, mean.high]
    for name, value in zip(FIGURES, stated, strict=True):
        assert found[name] == pytest.approx(value) or (value is None and pd.isna(found[name])), name


def write(folder: Path, tables: list[TableSetup], series: dict[int, TableSeries]) -> None:
    """Write an export with these tables, and the notebook."""
    source = Path(sys.modules[RoomArchive.__module__].__file__ or "").with_name(NOTEBOOK)
    (folder / NOTEBOOK).write_bytes(source.read_bytes())
    pd.DataFrame(
        [(one.place, one.group, one.seed, series[one.place].is_over) for one in tables],
        columns=["table", "group", "luck", "over"],
    ).to_csv(folder / "tables.csv", index=False)
    pd.DataFrame(
        [("worth", place, at, value)
         for place, one in series.items() for at, value in enumerate(one.values)],
        columns=["figure", "table", "at", "value"],
    ).to_csv(folder / "figures.csv", index=False)  # fmt: skip
    row = {"figure": "worth", "label": "", "first": "NA", "other": "1", "sentence": ""}
    pd.DataFrame([{**dict.fromkeys(FIGURES), **row}]).to_csv(
        folder / "conclusions.csv", index=False
    )
