"""Charts that are no lines over time, bands behind lines, and logarithmic axes, on the page."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.charts.chart_style import DIVERGING_SCALE, SEAT_STYLES, SEQUENTIAL_SCALE

from .drawn import Present, chart

Data = dict[str, Any]

PARTS = [["steel", "Steel"], ["food", "<b>Food"]]
METRICS: Data = {
    "share": {"label": "Share", "unit": "%", "scope": "seat_parts", "parts": PARTS},
    "swing": {"label": "Swing", "unit": "points", "scope": "seat_parts",
              "parts": [["steel", "steel"], ["food", "food"]]},
    "hhi": {"label": "HHI", "unit": "0–10,000", "scope": "parts",
            "parts": [["steel", "Steel"], ["food", "Food"]]},
    "supply": {"label": "Supply", "unit": "units", "scope": "seat"},
    "price": {"label": "Price", "unit": "gold", "scope": "seat"},
    "gold": {"label": "Gold", "unit": "gold", "scope": "table"},
    "cash": {"label": "Cash", "unit": "$", "scope": "seat"},
    "recession": {"label": "Recession", "unit": "", "scope": "table"},
}  # fmt: skip


def row(turn: int, recession: int | None) -> Data:
    """The figures of one turn."""
    return {"turn": turn, "round": turn, "values": {
        "share": {"A": {"steel": 10 * turn, "food": 0}, "B": {"steel": 100 - 10 * turn}},
        "swing": {"A": {"steel": -turn, "food": 2}, "B": {"steel": turn, "food": 0}},
        "hhi": {"steel": 5000 + turn, "food": 10_000}, "supply": {"A": turn, "B": 2 * turn},
        "price": {"A": 10 / turn, "B": 20 / turn}, "gold": 7, "cash": {"A": 100**turn, "B": 0},
        "recession": recession,
    }}  # fmt: skip


ROWS = [row(1, 0), row(2, 1), row(3, 1), row(4, None)]
NOW = Present(METRICS, {"A": "Ada", "B": "<i>B"}, ROWS)
HEAT = chart("heat_map", ["share"])
SWING = chart("heat_map", ["swing"], y_title="points")


def names(entries: list[Data]) -> list[str]:
    return [entry["name"] for entry in entries]


def test_a_heat_map_shows_seats_by_parts_as_they_are_now_with_each_value_in_its_cell() -> None:
    shown = NOW.shown(HEAT)
    cells, texts = shown["data"]
    assert (cells["type"], cells["y"]) == ("heatmap", ["Ada", "&lt;i>B"])
    assert cells["x"] == ["Steel", "&lt;b>Food"]
    assert cells["z"] == [[40, 0], [60, None]]
    assert (cells["zmin"], cells["zmax"]) == (0, 100)
    assert texts["text"] == ["40%", "0%", "60%", "–"]
    assert shown["axes"]["steady"] is False
    assert shown["labels"] == NOW.shown(SWING)["labels"] == [], "the cells say it"
    assert shown["numbers"] == {
        "columns": ["Seat", "Steel", "<b>Food"],
        "rows": [["Ada", "40%", "0%"], ["<i>B", "60%", "–"]],
    }


def test_figures_below_nothing_have_a_scale_of_two_ways_the_same_through_a_match() -> None:
    cells = NOW.data(SWING)[0]
    assert (cells["zmin"], cells["zmax"]) == (-4, 4)
    assert cells["colorscale"] != NOW.data(HEAT)[0]["colorscale"]


def light_of(colour: list[int]) -> float:
    """Return the relative luminance of a colour (WCAG 2.1)."""
    shares = [part / 255 for part in colour]
    parts = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in shares]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def rgb(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


@pytest.mark.parametrize("scale", [SEQUENTIAL_SCALE, DIVERGING_SCALE])
def test_the_number_in_each_cell_reaches_4_5_to_1_in_every_theme(scale: tuple[str, ...]) -> None:
    """Black on all colours of the scale; where a cell is empty, the ink of the page."""
    assert all((light_of(rgb(colour)) + 0.05) / 0.05 >= 4.5 for colour in scale)
    texts = NOW.data(HEAT)[1]["textfont"]["color"]
    assert texts == ["#000000", "#000000", "#000000", "var(--ck-ink, #10202B)"]


def test_a_scatter_chart_has_a_trail_for_each_seat_and_the_present_in_front() -> None:
    plan = chart("scatter", ["supply", "price"], y_title="gold")
    shown = NOW.shown(plan)
    drawn = shown["data"]
    assert (drawn[1]["x"], drawn[1]["y"]) == ([2, 4, 6, 8], [20, 10, 20 / 3, 5])
    assert (drawn[3]["x"], drawn[3]["y"]) == ([8], [5])
    assert names(drawn) == ["Ada", "&lt;i>B", "Ada", "&lt;i>B"]
    assert shown["head"]["remark"] == "right: Supply, units; up: Price"
    assert names(shown["labels"]) == ["Ada", "<i>B"]
    assert [(one["x"], one["at"]) for one in shown["labels"]] == [(4, 2.5), (8, 5)]
    assert shown["numbers"]["columns"] == [
        "Turn", "Ada: Supply", "<i>B: Supply", "Ada: Price", "<i>B: Price"
    ]  # fmt: skip
    shared = NOW.data(chart("scatter", ["gold", "price"]))
    assert [shared[0]["x"], shared[1]["x"]] == [[7, 7, 7, 7], [7, 7, 7, 7]]
    many = [row(turn, 0) for turn in range(1, 101)]
    assert len(NOW.but(rows=many).data(plan)[0]["x"]) == 80, "older points would hide the newer"


def test_bands_stand_where_the_figure_is_neither_0_nor_nothing_and_grow_with_the_lines() -> None:
    plan = chart("line", ["cash"], bands="recession")
    shown = NOW.shown(plan)
    drawn, laid = shown["data"], shown["layout"]
    assert [trace.get("yaxis") for trace in drawn] == [None, None, "y2"]
    assert drawn[2]["y"] == [0, 1, 1, 0]
    assert (laid["yaxis"]["overlaying"], laid["yaxis2"]["range"]) == ("y2", [0, 1])
    assert shown["head"]["remark"] == "shaded: recession"
    calm = NOW.but(rows=ROWS[:1]).drawn(plan)["head"]["remark"]
    assert calm == "", "a band that nobody has seen needs no word"
    assert shown["numbers"]["columns"][-1] == "Recession"
    assert [cells[-1] for cells in shown["numbers"]["rows"]] == ["–", "1", "1", "0"]


@pytest.mark.parametrize("kind", ["heat_map", "scatter", "timeline"])
def test_charts_that_are_no_course_over_time_have_nothing_behind_them(kind: str) -> None:
    plan = chart(kind, ["share" if kind == "heat_map" else "supply", "price"], bands="recession")
    shown = NOW.shown(plan)
    assert "yaxis2" not in shown["layout"]
    assert all("yaxis" not in trace for trace in shown["data"])


def test_a_logarithmic_axis_is_given_up_by_nobody_who_did_not_ask_for_it() -> None:
    plan = chart("line", ["cash"], log=True, lines=[[0, "nothing"], [1000, "much"]])
    plain, logged = NOW.shown(plan), NOW.shown(plan, logged=True)
    assert "type" not in plain["layout"]["yaxis"]
    assert plain["layout"]["yaxis"]["autorange"] is False, "its ends are given"
    laid = logged["layout"]
    assert laid["yaxis"]["type"] == "log" and laid["yaxis"]["autorange"] is False
    assert laid["xaxis"]["range"] == plain["layout"]["xaxis"]["range"], "turns do not multiply"
    # where nothing is above zero there is no place for a line
    assert [shape["y0"] for shape in laid["shapes"]] == [1000]
    assert [words["y"] for words in laid["annotations"]] == [3]
    offers = [NOW.drawn(one)["axes"]["log"] for one in (
        plan, chart("line", ["cash"]), {**HEAT, "log": True}, chart("timeline", ["gold"], log=True)
    )]  # fmt: skip
    assert offers == [True, False, False, False]
    both = NOW.shown(chart("scatter", ["supply", "price"], log=True), logged=True)["layout"]
    assert (both["xaxis"]["type"], both["yaxis"]["type"]) == ("log", "log")
    unasked = chart("line", ["cash"])
    assert NOW.shown(unasked, logged=True)["layout"] == NOW.shown(unasked)["layout"]


def test_bars_of_the_present_a_group_for_each_seat_a_bar_for_each_part_or_figure() -> None:
    grouped = NOW.shown(chart("bar", ["supply", "price"], now=True))
    assert [(trace["name"], trace["x"], trace["y"]) for trace in grouped["data"]] == [
        ("Supply", ["Ada", "&lt;i>B"], [4, 8]), ("Price", ["Ada", "&lt;i>B"], [2.5, 5])
    ]  # fmt: skip
    assert grouped["numbers"] == {
        "columns": ["Seat", "Supply", "Price"], "rows": [["Ada", "4", "2.5"], ["<i>B", "8", "5"]]
    }  # fmt: skip
    plan = chart("bar", ["hhi"], now=True)
    parts = NOW.shown(plan)
    assert [(one["x"], one["y"]) for one in parts["data"]] == [(["Steel", "Food"], [5004, 10_000])]
    assert parts["labels"] == []
    assert parts["numbers"]["rows"] == [["Steel", "5,004"], ["Food", "10,000"]]
    table = NOW.data(chart("bar", ["gold", "recession"], now=True))
    assert [(one["x"], one["y"]) for one in table] == [(["Gold", "Recession"], [7, None])]
    # a part has the colour that it has on the board; what is no colour is none
    colours = {"steel": "#C0392B", "food": "url(x)"}
    coloured = NOW.but(metrics={**METRICS, "hhi": {**METRICS["hhi"], "colours": colours}})
    spare = parts["data"][0]["marker"]["color"][1]
    assert coloured.data(plan)[0]["marker"]["color"] == ["#c0392b", spare]


def test_seats_whose_names_would_not_stand_below_their_bars_are_told_by_their_letters() -> None:
    plan = chart("bar", ["supply", "price"], now=True)

    def across(*names: str) -> Data:
        seats = dict(zip("ABCDEFGH", names, strict=False))
        found: Data = NOW.but(seats=seats).shown(plan)["layout"]["xaxis"]
        return found

    assert "ticktext" not in NOW.shown(plan)["layout"]["xaxis"]
    eight = across("Ada", "Bo", "Cy", "Di", "Eve Montgomery", "Fay", "Gus", "Hal")
    assert eight["ticktext"] == [*"ABCDEFGH"]
    assert eight["tickvals"] == [0, 1, 2, 3, 4, 5, 6, 7] and "tickangle" not in eight
    assert "ticktext" not in across("Ada", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
    long = "Bo Montgomery-Smith of Leeds"
    numbers = NOW.but(seats={"A": "Ada", "B": long}).shown(plan)["numbers"]
    assert numbers["rows"][1][0] == long, "the numbers have the names in full"


EMPTY = [
    HEAT, chart("heat_map", ["unknown"]), chart("scatter", ["supply", "price"]),
    chart("scatter", ["unknown", "price"]), chart("line", ["cash"], bands="recession"),
    chart("line", ["cash"], bands="unknown"), chart("line", ["cash"], log=True),
    chart("bar", ["hhi"], now=True), chart("bar", ["unknown"], now=True),
]  # fmt: skip


@pytest.mark.parametrize("plan", EMPTY, ids=lambda plan: f"{plan['kind']} {plan['metrics']}")
def test_an_empty_history_draws_nothing_and_breaks_nothing(plan: Data) -> None:
    for now in (NOW.but(rows=[]), NOW):
        shown = now.shown(plan, logged=plan["log"])
        assert isinstance(shown["data"], list) and shown["layout"]["xaxis"]
        assert isinstance(shown["labels"], list) and isinstance(shown["numbers"]["rows"], list)


def test_seats_look_alike_on_the_board_and_in_charts() -> None:
    """One table of colours is the page's, the other the kernel's."""
    from .drawn import ask

    looks = [(one["colour"], one["dash"], one["symbol"]) for one in ask(act="looks")]
    assert looks == [tuple(look) for look in SEAT_STYLES]
