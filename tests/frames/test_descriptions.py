"""Every metric states what it counts, wherever it is read."""

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
from classkit import study
from classkit.charts.rows import metric_plans
from classkit.cli import main
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.registry import find
from classkit.frames import export_files, history_frame, history_table, to_data
from classkit.testing.metric_laws import find_definition_gaps

GAMES = ("poleconomy", "opoly", "economicon", "economy")
STATED = ("unit", "window", "relative_to", "clause")


@pytest.fixture(scope="module", params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    return classkit.new(request.param, seats=3, seed=5).play("end", "random")


def figure_of(match: Match, column: str) -> Metric:
    """The metric whose values a column has."""
    return next(one for one in match.game.metrics if one.key == column.partition(".")[0])


def test_the_wide_frame_states_every_figure(match: Match) -> None:
    """Unit, definition, window, what it is relative to and clause, in attrs["columns"]."""
    columns = history_frame(match, wide=True).attrs["columns"]
    figures = [name for name in columns if name not in ("turn", "round")]
    assert len(figures) > 20
    for name in figures:
        metric = figure_of(match, name)
        assert columns[name]["about"].endswith(metric.definition)
        assert metric.label in columns[name]["about"]
        assert {key: columns[name][key] for key in STATED} == {
            key: getattr(metric, key) for key in STATED
        }


def test_the_long_frame_states_every_figure(match: Match) -> None:
    made = history_frame(match)
    assert set(made["metric"]) == set(made.attrs["figures"])
    for key, stated in made.attrs["figures"].items():
        metric = figure_of(match, key)
        assert stated["definition"] == metric.definition and stated["window"] == metric.window


@pytest.fixture(scope="module")
def exported(match: Match, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of a match in every form, written once."""
    folder = tmp_path_factory.mktemp("exported")
    export_files(match, folder, "m", ["csv", "json", "parquet"])
    return folder


@pytest.mark.sweep(1)
def test_every_export_states_every_figure(match: Match, exported: Path) -> None:
    listed = csv.DictReader(io.StringIO((exported / "m-columns.csv").read_text("utf-8")))
    rows = {row["column"]: row for row in listed if row["table"] == "figures"}
    fields = {field.name: field for field in pq.read_schema(exported / "m-figures.parquet")}
    data = json.loads((exported / "m.json").read_text("utf-8"))
    long = json.loads(pq.read_schema(exported / "m-history.parquet").metadata[b"figures"])
    assert set(rows) == set(fields) == set(history_frame(match, wide=True).columns)
    for name in set(rows) - {"turn", "round"}:
        metric = figure_of(match, name)
        field = {key.decode(): value.decode() for key, value in fields[name].metadata.items()}
        for stated in (rows[name], field):
            assert stated["about"].endswith(metric.definition)
            assert {key: stated[key] for key in STATED} == {
                key: getattr(metric, key) for key in STATED
            }
        for stated in (data["figures"][metric.key], long[metric.key]):
            assert stated["definition"] == metric.definition


def test_the_table_of_figures_is_a_parquet_file_too(match: Match, exported: Path) -> None:
    """Missing in one is missing in the other, and numbers differ by rounding at most."""
    table, back = history_table(match), pq.read_table(exported / "m-figures.parquet").to_pylist()
    assert [row["turn"] for row in back] == [row["turn"] for row in table]
    for row, read in zip(table, back, strict=True):
        different = [name for name in read if not is_as_good_as(read[name], row.get(name))]
        assert different == []


def is_as_good_as(read: Any, written: Any) -> bool:
    """Return whether a figure was read as it was written, numbers but for rounding."""
    if isinstance(read, (int, float)) and isinstance(written, (int, float)):
        return isclose(read, written, rel_tol=1e-6, abs_tol=1e-12)
    return bool(read == written)


def test_the_page_gets_what_every_figure_means(match: Match) -> None:
    for key, plan in metric_plans(match, match.say()).items():
        metric = figure_of(match, key)
        assert {key: plan[key] for key in metric.meaning()} == metric.meaning()


def test_the_command_line_lists_the_figures(
    match: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", match.game.name, "--figures"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    for metric in match.game.metrics:
        assert (metric.definition in told) == (not metric.same_as), metric.key
        assert metric.same_as or f" {metric.window} {metric.clause} " in told


def test_figures_are_asked_for_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--figures"]) != 0
    assert "classkit games opoly --figures" in capsys.readouterr().err


def test_a_study_states_the_figures_asked_for() -> None:
    runs = study.simulate("opoly", n=2, seats=3, metrics=["price_index", "cash"], progress=False)
    stated = runs.attrs["columns"]
    assert stated["price_index"]["window"] == "the last 5 properties auctioned"
    assert stated["price_index"]["relative_to"] == "their appraised values"
    assert stated["cash.B"]["about"] == ("Cash, B. A company's cash at this moment, in dollars.")
    assert stated["seed"].keys() >= {"unit", "about"}


def test_futures_state_their_figures() -> None:
    match = classkit.new("opoly", seats=3, seed=5).play("turn", "appraiser")
    ahead = study.futures(match, n=2, horizon=1, metrics=["price_index"], processes=1).wait()
    stated = ahead.frame().attrs["figures"]["price_index"]
    assert stated["window"] == "the last 5 properties auctioned"


# --- one name for one figure ---------------------------------------------------------------------


def test_a_figure_has_one_name_in_all_tables() -> None:
    """The market's gold is market_gold, not also market.gold."""
    match = classkit.new("economicon", seats=2, seed=5).play("turn", "random")
    wide, long = history_table(match)[-1], history_frame(match)
    assert wide["market_gold"] == match.history[-1]["market"]["gold"]
    assert wide["exchange_rate.A"] == match.history[-1]["price_cur:A"]
    assert not {"market.gold", "price_cur:A"} & wide.keys()
    assert not {"market", "price_cur:A"} & set(long["metric"]) and "market" not in to_data(match)
    runs = study.simulate("economicon", n=1, seats=2, horizon=4, metrics="all", progress=False)
    assert "market_gold" in runs and "market.gold" not in runs
    asked = study.simulate("economicon", n=1, seats=2, horizon=4, metrics=["market"],
                           progress=False)  # fmt: skip
    assert "market_gold" in asked and "market.gold" not in asked
    assert asked.attrs["columns"]["market_gold"]["unit"] == "units"


@pytest.mark.parametrize("name", GAMES)
def test_no_two_columns_of_a_table_are_one_figure_by_rule(name: str) -> None:
    """A part that has a figure of its own under its name stands in tables once."""
    match = classkit.new(name, seats=3, seed=5).play("round", "random")
    columns = list(history_table(match)[-1])
    plain = {column.replace(".", "_") for column in columns if "." in column}
    assert not plain & set(columns)


# --- the frames where people look for them -------------------------------------------------------


def test_a_match_gives_its_frames(match: Match) -> None:
    """M.history_frame(), m.events_frame(), m.ledger_frame()."""
    assert len(match.history_frame(wide=True)) == len(match.history)
    assert match.history_frame().attrs["figures"]
    assert match.history_frame(wide=True).attrs["columns"]["turn"]["unit"] == "turns"
    assert len(match.events_frame()) == len(match.events)
    assert len(match.ledger_frame()) == len(match.transfers)
    assert len(match.answers_frame()) == len(match.answers)
    assert all(isinstance(made, pd.DataFrame) for made in (match.events_frame(),))
    match.rename("B", "Bo")
    assert "Bo" in set(match.history_frame(names=True)["name"])


def test_the_frames_of_a_seat_hold_what_it_may_know() -> None:
    from tests.toy import GAME

    match = classkit.new(GAME, seats=3, seed=5).play("round", "random")
    assert len(match.events_frame(seen_as="B")) == len(match.view("B").events)
    with pytest.raises(classkit.UnknownName, match="'Z'"):
        match.ledger_frame(seen_as="Z")


# --- the law that asks for it --------------------------------------------------------------------


def metric(**more: str) -> Metric:
    said = {"definition": "The player's money at this moment, in dollars.", **more}
    return Metric("money", "Money", said.pop("unit", "$"), "seat", len, "R1", **said)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (metric(definition=""), "needs a definition"),
        (metric(definition="money in dollars at this moment"), "needs a definition"),
        (metric(definition="Dollars."), "needs a definition"),
        (metric(definition="The player's money at this moment."), "does not name its unit, '$'"),
        (metric(definition="The player's money, in dollars."), 'does not say "this moment"'),
        (metric(window="the last 3 turns"), 'does not say "the last 3 turns"'),
        (metric(window=""), "which is its window"),
        (metric(unit=""), "has no unit"),
        (metric(unit="companies"), "does not name its unit, 'companies'"),
        (metric(relative_to="the opening"), 'does not say "the opening"'),
    ],
)
def test_the_law_names_what_a_definition_lacks(figure: Metric, words: str) -> None:
    assert any(words in reason for reason in find_definition_gaps(figure)), find_definition_gaps(
        figure
    )


@pytest.mark.parametrize(
    "figure",
    [
        metric(),
        metric(unit="%", definition="The share of goods sold at this moment, as a percentage."),
        metric(unit="€", definition="The player's money at this moment, in €."),
        metric(unit="", definition="The Gini index at this moment, a plain number from 0 to 1."),
        metric(unit="", definition="1 if the shop is open at this moment, 0 if not."),
    ],
)
def test_the_law_is_content_with_a_whole_definition(figure: Metric) -> None:
    assert find_definition_gaps(figure) == []


def test_a_game_with_a_rolling_figure_has_the_plain_one_too() -> None:
    """487-opoly's price index rolls; the price of each lot stands beside it."""
    metrics = {one.key: one for one in find("opoly").metrics}
    assert metrics["price_index"].window.startswith("the last 5")
    assert metrics["lot_price"].window == "this turn"
