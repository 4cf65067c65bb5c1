"""Charts as ordinary plotly figures, for notebooks and reports."""

from __future__ import annotations

import json
from typing import Any

import pytest

import classkit
from classkit.charts.chart_context import ChartContext
from classkit.charts.chart_types import MetricRowData
from classkit.charts.export import make_figure
from classkit.charts.render import render_chart
from classkit.charts.rows import get_current_rows
from classkit.engine.decisions import Decision
from classkit.engine.match import Match
from classkit.testing.match_strategies import Setup
from classkit.widgets.state_snapshot import build_state
from tests.toy import GAME as TOY
from tests.widgets.pages import Page

from .drawn import chart as plan_of


def test_votes_outside_the_government_are_paler() -> None:
    """Section 7, vote_share: the Government is shaded, at each election."""
    match = classkit.new("poleconomy", seats=3, seed=5, options={"game": 2}).play(until="round")
    figure = make_figure(match, "votes")
    elections = {row["election"]: row for row in match.history}
    for seat, bars in zip(match.seats, figure.data, strict=True):
        governs = [elections[number]["in_government"][seat] for number in bars.x]
        assert list(bars.marker.opacity) == [1 if one else 0.4 for one in governs]
    assert 0.4 in {opacity for bars in figure.data for opacity in bars.marker.opacity}


def harbour(**options: Any) -> Match:
    """A match of the toy game that has gone on for a while."""
    match = Setup(TOY, 3, 5, {"rounds": 20, **options}).new()
    for _ in range(4):
        match.play(until="round", bots="patient")
    return match


def test_a_heat_map_shows_seats_by_parts_as_they_are_now() -> None:
    match = harbour()
    cells, texts = make_figure(match, "holdings").data
    wealth = match.metrics()["wealth"]
    assert cells.type == "heatmap" and list(cells.y) == list(match.seat_names.values())
    assert [list(line) for line in cells.z] == [list(wealth[seat].values()) for seat in match.seats]
    assert cells.text[0][0] == str(wealth["A"]["coins"])
    assert list(texts.text) == [text for line in cells.text for text in line]
    assert cells.zmax == max(
        value
        for row in match.history
        for parts in row["wealth"].values()
        for value in parts.values()
    )


def test_a_chart_reaches_this_very_moment() -> None:
    """Also in the middle of a turn, as on the page: what has just been paid is seen."""
    match, seen = classkit.new("poleconomy", seats=3, seed=7), 0
    for _ in range(30):
        match.play(until="decision", bots="tycoon")
        now = match.metrics()["net_worth"]
        figure = make_figure(match, "net_worth")
        assert [line.y[-1] for line in figure.data] == [now[seat] for seat in match.seats]
        assert {line.x[-1] for line in figure.data} == {match.turn}, "also where nothing changed"
        seen += bool(match.history) and match.history[-1]["net_worth"] != now
    assert seen, "some moments lay in the middle of a turn"


def test_a_scatter_has_a_trail_for_each_seat() -> None:
    match = harbour()
    figure = make_figure(match, "trade")
    trails, present = figure.data[:3], figure.data[3:]
    for seat, trail, last in zip(match.seats, trails, present, strict=True):
        assert list(trail.x) == [row["docks"][seat] for row in get_current_rows(match)]
        assert list(trail.y) == [row["coins"][seat] for row in get_current_rows(match)]
        assert (list(last.x), list(last.y)) == ([trail.x[-1]], [trail.y[-1]])
        assert (trail.mode, last.mode) == ("lines", "markers"), "the present stands out"
    assert figure.layout.xaxis.title.text == "Price of the docks, coins"
    menu = figure.layout.updatemenus[0].buttons
    assert [button.label for button in menu] == ["Linear", "Logarithmic"]
    assert menu[1].args[0] == {"yaxis.type": "log", "xaxis.type": "log"}


def test_a_logarithmic_axis_does_not_end_at_a_reference_line() -> None:
    """Plotly would cut off what lies beyond a line that the axis has to include."""
    match = classkit.new("economicon", seats=4, seed=3)
    linear, log = make_figure(match, "currencies").layout.updatemenus[0].buttons
    lines = "yaxis.autorangeoptions.include"
    assert linear.args[0] == {"yaxis.type": "linear", lines: [1]}
    assert log.args[0] == {"yaxis.type": "log", lines: []}


def test_bands_stand_behind_the_lines() -> None:
    match = harbour()
    figure = make_figure(match, "coins")
    (bands,) = [trace for trace in figure.data if trace.yaxis == "y2"]
    assert list(bands.x) == [row["turn"] for row in get_current_rows(match)]
    assert list(bands.y) == [1 if row["storm"] else 0 for row in get_current_rows(match)]
    assert {*bands.y} == {0, 1}, "some ship lay in the storm"
    assert (bands.fill, bands.line.shape, bands.line.width) == ("tozeroy", "hvh", 0)
    assert figure.layout.yaxis.overlaying == "y2", "below the lines"
    assert tuple(figure.layout.yaxis2.range) == (0, 1) and bands.name == "Ships in the storm"


def test_bars_of_the_present() -> None:
    match = harbour()
    now = match.metrics()
    groups = make_figure(match, "now").data
    assert [bars.name for bars in groups] == ["Coins", "Price of the docks"]
    assert [list(bars.y) for bars in groups] == [
        [now[key][seat] for seat in match.seats] for key in ("coins", "docks")
    ]
    (parts,) = make_figure(match, "sea").data
    assert dict(zip(parts.x, parts.y, strict=True)) == {
        name.capitalize(): count for name, count in now["afloat"].items()
    }


def test_every_chart_of_the_toy_game_can_be_drawn_before_the_first_turn() -> None:
    match = Setup(TOY, 3, 5, {}).new()
    for chart in match.game.charts:
        assert make_figure(match, chart.key).layout.title.text == chart.title


def test_a_name_never_becomes_a_link() -> None:
    match = harbour()
    match.names["A"] = '<a href="x">Ada</a>'
    for key in ("holdings", "trade", "now"):
        drawn = make_figure(match, key).to_json()
        assert "<a href" not in drawn and "\\u003ca href" not in drawn and "lt;a href" in drawn


def test_a_timeline_has_a_row_for_each_seat() -> None:
    """Of texts: who is pegged to what; of seats: who governs when."""
    position = {"round": 2, "phase": 3, "A": {"reserves": {"gold": 20}}, "B": {"peg": "oil"}}
    match = classkit.new("economicon", seats=["Ada", "Bo"], seed=1, position=position)
    match.play(until="round", bots="passive")
    while isinstance(match.request, Decision) and match.request.seat != "A":
        match.answer("keep")
    match.answer("oil").play(until="turn", bots="passive")
    figure = make_figure(match, "pegs")
    shown: dict[str, set[tuple[int, str]]] = {}
    for one in figure.data:
        held = {(turn, seat) for turn, seat in zip(one.x, one.y, strict=True) if seat}
        shown.setdefault(one.name, set()).update(held)
    turns = [row["turn"] for row in get_current_rows(match)]
    assert set(shown) == {"gold", "oil"}
    assert shown["oil"] >= {(turn, "Bo") for turn in turns}
    ada = {name: {turn for turn, seat in points if seat == "Ada"} for name, points in shown.items()}
    assert ada["gold"] | ada["oil"] == set(turns) and max(ada["gold"]) < min(ada["oil"])
    match = classkit.new("poleconomy", seats=3, seed=5, options={"game": 2})
    for _ in range(3):
        match.play(until="round")
    rows = get_current_rows(match)
    terms = make_figure(match, "pm_terms").data
    assert [one.name for one in terms] == list(match.seat_names.values())
    for one, seat in zip(terms, match.seats, strict=True):
        governs = [row["prime_minister"] == seat for row in rows]
        assert list(one.y) == [one.name if is_so else None for is_so in governs]
    assert any(any(one.y) for one in terms)


def test_parts_that_stand_on_the_board_have_its_colours() -> None:
    """Economy's sectors: in a figure as on the page and on the board."""
    match = classkit.new("economy", seats=3, seed=1)
    colours = {sector.name: sector.colour for sector in match.edition.rules.sectors.values()}
    plans = Page.of(match).fixed["metrics"]
    for key in ("points_by_sector", "sector_hhi"):
        names = dict(plans[key]["parts"])
        assert {names[part]: colour for part, colour in plans[key]["colours"].items()}.items() <= (
            colours.items()
        )
        assert set(plans[key]["colours"]) == set(names)
    assert "colours" not in plans["points"]
    match.play(until="end", bots="random")
    for bar in make_figure(match, "points_by_sector").data:
        assert bar.marker.color == colours[bar.name]


def test_a_figure_of_a_table_has_branches_futures_and_the_prediction_as_its_page() -> None:
    """Section 7: one chart is what the page and a notebook show."""
    table = classkit.table("poleconomy", seats=3, seed=7)
    for _ in range(6):
        table.step(until="turn")
    table.goto(turn=3).fork("What if").hand("A", "saver")
    for _ in range(2):
        table.step(until="turn")
    table.show_futures(n=3, horizon=2, unit="round").controller.studies.collect_outcomes(
        True, [None]
    )
    table.predict("inflation", "6,5")
    sight = table.page_view
    keys = ("inflation", "net_worth")
    drawn = build_state(sight, keys)
    assert len(drawn["branches"]) == 2
    for key in keys:
        chart = drawn["charts"][key]
        page = [chart["traces"][name] for name in chart["order"]]
        figure = json.loads(table.figure(key).to_json())
        own = figure["data"][: len(page)]
        assert {"fan", "Main"} <= {one["meta"].replace("/", ".").split(".")[0] for one in own}
        for one, other in zip(own, page, strict=True):
            assert (one["meta"], one.get("name")) == (other["meta"], other.get("name"))
            assert (one["x"], one["y"]) == (other["x"], other["y"])
    words = [one.text for one in table.figure("inflation").layout.annotations]
    assert "The class: 6,5" in words


def test_a_figure_counts_rounds_where_the_game_is_told_by_rounds() -> None:
    """One word for one thing; each turn is drawn all the same."""
    match = classkit.new("economicon", seats=3, seed=2)
    for _ in range(3):
        match.play(until="round")
    axis = make_figure(match, "prices").layout.xaxis
    assert axis.title.text == "Round"
    rows = get_current_rows(match)
    begins = {row["round"]: row["turn"] for row in reversed(rows) if row["round"]}
    assert len(begins) >= 3
    assert dict(zip(axis.ticktext, axis.tickvals, strict=True)) == {
        str(number): turn - 1 for number, turn in sorted(begins.items())
    }


@pytest.mark.parametrize(("turns", "step"), [(0, 1), (2, 1), (5, 1), (30, None)])
def test_a_figure_marks_no_half_turns(turns: int, step: int | None) -> None:
    match = classkit.new("poleconomy", seats=3, seed=2)
    for _ in range(turns):
        match.play(until="turn")
    assert make_figure(match, "inflation").layout.xaxis.dtick == step


def marked(window: str, *words: str) -> list[int]:
    """The turns of a made-up match that have a mark, if these are the words of its turns."""
    metrics: Any = {
        "number": {"label": "Number", "unit": "", "scope": "table"},
        "word": {"label": "Word", "unit": "", "scope": "table", "window": window},
    }
    rows: list[MetricRowData] = [
        {"turn": turn, "round": 1, "values": {"number": turn, "word": word}}
        for turn, word in enumerate(words, start=1)
    ]
    plan: Any = plan_of("step", ["number"], marks="word")
    traces = render_chart(plan, ChartContext(metrics, [], rows))["traces"]
    return list(traces["marks"]["x"])


def test_what_each_turn_has_anew_is_marked_in_every_turn_that_has_it() -> None:
    """Two turns running may stop on the same word; a word that lasts is marked where it changes."""
    words = ("", "salary", "salary", "", "bonds", "salary")
    assert marked("this turn", *words) == [2, 3, 5, 6]
    assert marked("this moment", *words) == [2, 5, 6]


def test_the_inflation_chart_marks_each_stop_of_the_marker() -> None:
    """Lesson 1, Part 3: with the arrow turned it stops on Salary in turns 11 and 12."""
    match = classkit.new("poleconomy", seats=4, seed=7, options={"game": 1}).answer("reverse")
    bots = {"A": "tycoon", "B": "saver", "C": "politician", "D": "saver"}
    match.play(until=lambda m: m.turn > 12, bots=bots)
    marks = next(one for one in make_figure(match, "inflation").data if one.meta == "marks")
    assert list(zip(marks.x, marks.text, strict=True)) == [(11, "Salary"), (12, "Salary")]
    assert marks.x == tuple(row["turn"] for row in match.history if row["index_word"])
