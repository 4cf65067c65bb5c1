"""Section 7: charts are described once, in Python; this is what the page makes of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from classkit.charts.chart_spec import get_distinct_names
from classkit.charts.chart_style import SEAT_STYLES

from .drawn import Present, chart, grown, growth

Data = dict[str, Any]

METRICS: Data = {
    "number": {"label": "Inflation number", "unit": "1–8", "scope": "table"},
    "kind": {"label": "Index", "unit": "", "scope": "table"},
    "worth": {"label": "Net worth", "unit": "$", "scope": "seat"},
    "debt": {"label": "Debt", "unit": "bonds", "scope": "parts",
             "parts": [["bank", "Bank"], ["players", "Players"]]},
    "split": {"label": "Worth split", "unit": "$", "scope": "seat_parts",
              "parts": [["cash", "cash"], ["companies", "companies"]]},
}  # fmt: skip


def row(turn: int, number: Any, kind: str) -> Data:
    """The figures of one turn."""
    return {"turn": turn, "round": -(-turn // 2), "values": {
        "number": number, "kind": kind, "worth": {"A": 100 * turn, "B": 50 * turn},
        "debt": {"bank": turn, "players": 1},
        "split": {"A": {"cash": turn, "companies": 2}, "B": {"cash": 1}},
    }}  # fmt: skip


ROWS = [row(1, 1, "election"), row(2, 3, "salary"), row(3, 3, "salary"), row(4, 5, "election")]
LINK = '<a href="x">B & Co</a>'
ESCAPED = '&lt;a href="x">B &amp; Co&lt;/a>'
NOW = Present(METRICS, {"A": "Ada", "B": LINK}, ROWS)
STEP = chart("step", ["number"], title="Inflation", marks="kind", lines=[[8, "highest"]])
WORTH = chart("line", ["worth"], title="Worth")


def names(entries: list[Data]) -> list[str]:
    return [entry["name"] for entry in entries]


def test_the_legend_leaves_out_what_the_title_of_the_chart_says_of_all_lines() -> None:
    def named(*labels: str) -> list[str]:
        pairs = zip("ab", labels, strict=True)
        metrics = {key: {"label": label, "unit": "gold", "scope": "table"} for key, label in pairs}
        return names(NOW.but(metrics=metrics).shown(chart("line", ["a", "b"]))["legend"])

    assert named("Price of grain", "Price of oil") == ["Grain", "Oil"]
    assert named("Price of grain", "Share of oil") == ["Price of grain", "Share of oil"]
    banks = {"A": "Bank of Ada", "B": "Bank of Bo"}
    entries = NOW.but(seats=banks).shown(WORTH)["legend"]
    assert names(entries) == ["Bank of Ada", "Bank of Bo"], "names of seats stay whole"


def test_a_seat_metric_gives_one_line_per_seat_with_dash_and_marker_of_its_own() -> None:
    drawn = NOW.data(WORTH)
    assert [trace["y"] for trace in drawn] == [[100, 200, 300, 400], [50, 100, 150, 200]]
    assert drawn[0]["line"]["dash"] != drawn[1]["line"]["dash"]
    assert drawn[0]["marker"]["symbol"] != drawn[1]["marker"]["symbol"]


def test_a_name_never_reaches_plotly_as_markup() -> None:
    name = NOW.data(WORTH)[1]["name"]
    assert "<" not in name
    assert name == ESCAPED


def test_changes_of_the_text_metric_are_marked_once_each_as_in_the_legend() -> None:
    shown = NOW.shown(STEP)
    line, marks, *more = shown["data"]
    assert line["line"]["shape"] == "hv"
    assert more == []
    assert (marks["x"], marks["y"]) == ([1, 2, 4], [1, 3, 5])
    assert marks["text"] == ["Election", "Salary", "Election"]
    known = {entry["name"]: entry for entry in shown["legend"]}
    entries = [known[name] for name in ("Election", "Salary", "Election")]
    assert marks["marker"]["symbol"] == [entry["symbol"] for entry in entries]
    assert marks["marker"]["color"] == [entry["colour"] for entry in entries]
    assert marks["marker"]["symbol"][0] != marks["marker"]["symbol"][1]


def test_a_text_of_one_turn_is_marked_each_time_also_after_the_same_one() -> None:
    of_a_turn = {**METRICS, "kind": {**METRICS["kind"], "window": "this turn"}}
    _, marks = NOW.but(metrics=of_a_turn).shown(STEP)["data"]
    assert marks["x"] == [1, 2, 3, 4]
    assert marks["text"] == ["Election", "Salary", "Salary", "Election"]


def test_a_mark_never_reaches_plotly_as_markup() -> None:
    rows = [{**one, "values": {**one["values"], "kind": '<a href="x">b</a>'}} for one in ROWS]
    assert NOW.but(rows=rows).data(STEP)[1]["text"] == ['&lt;a href="x">b&lt;/a>']


def test_appending_the_new_rows_gives_the_same_points_as_drawing_all() -> None:
    many = [row(at + 1, 1 + at % 8, "salary") for at in range(20)]
    pictures = [NOW.but(rows=many[:count]).shown(WORTH) for count in range(8, len(many) + 1)]
    grew = 0
    for one, other in pairwise(pictures):
        more = growth(one, other)
        if not more:
            continue  # an axis that was outgrown
        grew += 1
        drawn = [{**trace, "x": [*trace["x"]], "y": [*trace["y"]]} for trace in one["data"]]
        for place, trace in enumerate(more["indices"]):
            for name in ("x", "y"):
                drawn[trace][name] += more["update"][place][name]
        assert more["indices"] == [0, 1], "a point for each line"
        assert drawn == other["data"]
    assert grew > 5
    assert growth(pictures[4], pictures[5]), "it grows, and is not drawn anew"


def test_areas_whose_ends_plotly_finds_are_drawn_anew() -> None:
    areas = chart("stacked_area", ["debt"])
    assert grown(areas, NOW.but(rows=ROWS[:3]), NOW) is None
    assert [len(trace["x"]) for trace in NOW.data(areas)] == [len(ROWS)] * 2


def test_a_chart_is_drawn_anew_with_other_names_branches_and_predictions_alone() -> None:
    unchanged = grown(WORTH, NOW, NOW.but())
    assert unchanged is not None and unchanged["indices"] == []
    branch = beside("What if", 2, ROWS[2:])
    for other in (NOW.but(seats={"A": "Eve", "B": LINK}), NOW.but(prediction="5"),
                  NOW.but(branches=[branch])):  # fmt: skip
        assert grown(WORTH, NOW, other) is None
    assert grown(WORTH, NOW, NOW.but(rows=ROWS[:3])) is None, "gone back"


def test_a_turn_without_a_mark_lengthens_the_line_alone_and_a_mark_is_drawn_with_it() -> None:
    plain = [row(turn, 2, "salary") for turn in (1, 2, 3)]
    more = grown(STEP, NOW.but(rows=plain[:2]), NOW.but(rows=plain))
    assert more is not None and more["indices"] == [0]
    marked = [*plain, row(4, 3, "election")]
    both = grown(STEP, NOW.but(rows=plain), NOW.but(rows=marked))
    assert both is not None and both["indices"] == [0, 1]
    assert (both["update"][1]["x"], both["update"][1]["text"]) == ([4], ["Election"])
    later = grown(STEP, NOW.but(rows=marked), NOW.but(rows=[*marked, row(5, 3, "election")]))
    assert later is not None and later["update"] == [{"x": [5], "y": [3]}]


def beside(name: str, left: int, rows: list[Any]) -> dict[str, Any]:
    """Another branch that left the active one after a turn."""
    return {"name": name, "title": name, "from_turn": left, "rows": rows}


def test_branches_look_different_and_names_never_lie_on_one_another() -> None:
    """One alone is named at the end of its line; several, or beside futures, in the legend."""
    main, others = beside("Main", 0, ROWS), [
        beside("B buys", 2, [row(3, 7, "x")]), beside("B passes", 2, [row(3, 8, "x")]),
    ]  # fmt: skip
    shown = NOW.but(branches=[main, *others]).shown(WORTH)
    dashes = {one["name"]: one["line"]["dash"] for one in shown["data"][2:]}
    assert dashes["Ada (B buys)"] != dashes["Ada (B passes)"]
    assert all("text" not in one for one in shown["data"][2:])
    assert [entry["name"] for entry in shown["legend"][-2:]] == ["B buys", "B passes"]
    figures = {"worth": {"A": [[250, 260, 300, 310, 350]] * 5}}
    fan = {"run": 1, "n": 9, "turn": 4, "by": {"turn": {"x": [5], "figures": figures}}}
    drawn = NOW.but(branches=[main, others[0]], fan=fan).data(WORTH)
    assert all("text" not in one for one in drawn)
    alone = NOW.but(branches=[main, others[0]]).data(WORTH)
    assert sum("text" in one for one in alone) == 1


def test_other_branches_are_drawn_dashed_from_where_they_left() -> None:
    branches = [beside("Main", 0, ROWS), beside("Branch 1", 2, [row(3, 7, "x")])]
    drawn = NOW.but(branches=branches).data(WORTH)
    assert len(drawn) == 4
    assert drawn[2]["x"] == [2, 3] and drawn[2]["y"] == [200, 300]
    assert "px" in drawn[2]["line"]["dash"]
    assert drawn[2]["name"] == "Ada (Branch 1)"


def test_a_branch_has_its_name_at_the_end_of_its_line_and_in_the_legend() -> None:
    """Issue 19, item 1."""
    later = beside("With <lower> taxes in turn 3", 2, [row(3, 7, "x"), row(4, 7, "x")])
    branches = [beside("Main", 0, ROWS), later]
    shown = NOW.but(branches=branches).shown(WORTH)
    first, second = shown["data"][2:]
    assert first["mode"] == "lines+text" and second["mode"] == "lines"
    assert first["text"] == ["", "", "\u2009With &lt;lower> ta\u2026"], "at its last point alone"
    entry = shown["legend"][-1]
    assert entry["name"] == "With <lower> taxes in turn 3"
    assert entry["dash"] == first["line"]["dash"] == second["line"]["dash"]
    assert entry["dash"] not in {look.dash for look in SEAT_STYLES}
    own, *_ = NOW.but(branches=branches).shown(chart("line", ["number"]))["legend"]
    assert (own["name"], own["value"]) == ("Main", "5"), "a single line says which branch it is"


def test_another_branch_does_not_look_like_the_median_of_a_fan() -> None:
    """Issue 19, item 1."""
    other = beside("Branch 1", 2, [row(3, 7, "x")])
    figures = {"worth": {"A": [[250, 260, 300, 310, 350]] * 5}}
    fan = {"run": 1, "n": 9, "turn": 4, "by": {"turn": {"x": [5], "figures": figures}}}
    drawn = NOW.but(branches=[other], fan=fan).data(WORTH)
    (median,) = [one for one in drawn if one["meta"] == "fan.worth.A.median"]
    (branch,) = [one for one in drawn if one["meta"] == "Branch 1/worth.A"]
    assert median["line"]["dash"] != branch["line"]["dash"]


# --- one colour for each kind of event, commodity, sector, seat ------------

DECLARED = {**METRICS, "kind": {**METRICS["kind"], "colours": {
    "salary": "#E69F00", "election": "#0072B2", "bonds": "#009E73",
}}}  # fmt: skip


def test_the_legend_says_where_each_line_stands_now() -> None:
    """A value can be read from the chart; money in few letters."""
    rows = [*ROWS, row(23_300, 7, "election")]
    now = NOW.but(rows=rows)
    assert [one["value"] for one in now.shown(WORTH)["legend"]] == ["$2.33M", "$1.17M"]
    alone = now.shown(chart("line", ["number"]))["legend"]
    assert [(one["name"], one["value"]) for one in alone] == [("Now", "7")]
    small = {"a": {"label": "Price", "unit": "gold per unit", "scope": "table"},
             "b": {"label": "Share", "unit": "%", "scope": "table"},
             "c": {"label": "Reserves", "unit": "gold", "scope": "table"},
             "d": {"label": "Not yet", "unit": "gold", "scope": "table"}}  # fmt: skip
    values = {"a": 0.55432, "b": 57.14, "c": 38.706, "d": None}
    shown = NOW.but(metrics=small, rows=[{"turn": 1, "values": values}])
    legend = shown.shown(chart("line", list(small)))["legend"]
    assert [one["value"] for one in legend] == ["0.554", "57.14%", "38.71", ""]
    for kind, key in (("bar", "worth"), ("timeline", "kind"), ("stacked_bar", "debt")):
        assert not any("value" in one for one in NOW.shown(chart(kind, [key]))["legend"])


def test_charts_above_each_other_have_each_turn_at_the_same_place() -> None:
    """Lines over turns begin where those of another unit begin."""
    layouts = [NOW.shown(one)["layout"] for one in (STEP, WORTH, chart("line", ["number"]))]
    places = {(one["margin"]["l"], one["margin"]["r"], *one["xaxis"]["range"]) for one in layouts}
    assert len(places) == 1


def test_an_axis_of_turns_can_have_the_numbers_of_their_rounds() -> None:
    """One word for one thing: where the table speaks of rounds, its charts count rounds."""
    rows = [{**row(turn, turn, "election"), "round": (turn + 3) // 4} for turn in range(11)]
    shown = NOW.but(rows=rows).shown(WORTH | {"ticks": "round"})
    axis = shown["layout"]["xaxis"]
    assert shown["x_title"] == "Round"
    assert dict(zip(axis["ticktext"], axis["tickvals"], strict=True)) == {"1": 0, "2": 4, "3": 8}
    assert shown["data"][0]["x"] == list(range(11)), "each turn is still drawn"
    assert shown["numbers"]["columns"][:2] == ["Round", "Turn"]
    many = [{**row(turn, turn, "election"), "round": turn} for turn in range(91)]
    crowded = NOW.but(rows=many).shown(WORTH | {"ticks": "round"})["layout"]["xaxis"]
    assert len(crowded["ticktext"]) <= 30 and crowded["ticktext"][:2] == ["1", "5"]


def test_a_line_of_things_counted_does_not_lie_along_the_upper_edge() -> None:
    shown = NOW.but(rows=[row(turn, 1, "election") for turn in range(5)]).shown(
        STEP | {"lines": []}
    )
    assert shown["layout"]["yaxis"]["range"][1] >= 4


def test_a_kind_of_event_has_the_colour_and_form_that_the_game_declares_in_every_match() -> None:
    one, other = ROWS, [row(1, 1, "bonds"), row(2, 3, "salary"), row(3, 3, "election")]
    looks = []
    for rows in (one, other):
        shown = NOW.but(metrics=DECLARED, rows=rows).shown(STEP)
        marks = shown["data"][1]
        assert marks["marker"]["color"] == [
            DECLARED["kind"]["colours"][text.lower()].lower() for text in marks["text"]
        ]
        entries = [one for one in shown["legend"] if one.get("mark")]
        looks.append({one["name"]: (one["colour"], one["symbol"]) for one in entries})
    assert looks[0]["Salary"] == looks[1]["Salary"] and looks[0]["Election"] == looks[1]["Election"]
    assert len({symbol for _, symbol in looks[1].values()}) == 3


def test_a_kind_that_is_not_declared_takes_no_colour_of_one_that_is() -> None:
    shown = NOW.but(metrics=DECLARED, rows=[row(1, 1, "strike"), *ROWS[1:]]).shown(STEP)
    strike, *others = shown["data"][1]["marker"]["color"]
    assert strike not in {*others, *(one.lower() for one in DECLARED["kind"]["colours"].values())}


def test_the_legend_says_what_the_marks_are() -> None:
    line, heading, *entries = NOW.shown(STEP)["legend"]
    assert (line["name"], line["value"]) == ("Now", "5")
    assert (heading["heading"], heading["name"]) == (True, "Index")
    assert names(entries) == ["Election", "Salary"]


def test_a_figure_of_the_table_and_the_texts_of_a_timeline_have_declared_colours() -> None:
    metrics = {**METRICS, "number": {**METRICS["number"], "colours": {"number": "#9A9200"}}}
    assert NOW.but(metrics=metrics).data(WORTH | {"metrics": ["number"]})[0]["line"]["color"] == (
        "#9a9200"
    )
    peg = {"label": "Peg", "unit": "", "scope": "seat", "colours": {"oil": "#56606B"}}
    held = [{"turn": 1, "values": {"peg": {"A": "gold", "B": "oil"}}}]
    now = NOW.but(metrics={**METRICS, "peg": peg}, rows=held)
    colours = {
        one["name"]: one["colour"] for one in now.shown(chart("timeline", ["peg"]))["legend"]
    }
    assert colours["Oil"] == "#56606b" != colours["Gold"]


def test_bars_of_parts_by_seat_show_the_latest_row_alone_and_are_drawn_anew() -> None:
    plan = chart("stacked_bar", ["split"], title="Split")
    assert grown(plan, NOW.but(rows=ROWS[:3]), NOW) is None
    shown = NOW.shown(plan)
    assert [trace["y"] for trace in shown["data"]] == [[4, 1], [2, 0]]
    assert shown["numbers"]["columns"] == ["Part", "Ada", LINK]
    assert shown["numbers"]["rows"][0] == ["cash", "$4", "$1"]


def test_a_chart_per_round_draws_the_last_row_of_each_round() -> None:
    plan = {**WORTH, "per": "round"}
    assert grown(plan, NOW.but(rows=ROWS[:3]), NOW) is None, "a round's row gives way"
    assert NOW.data(plan)[0]["x"] == [1, 2]
    assert NOW.data(plan)[0]["y"] == [200, 400]


def test_reference_lines_and_a_numeric_prediction_stay_in_view() -> None:
    made = NOW.but(prediction="6,0").shown(STEP)["layout"]
    assert made["yaxis"]["autorangeoptions"]["include"] == [8, 6]
    assert len(made["shapes"]) == 2
    assert made["annotations"][1]["text"] == "The class: 6,0"
    assert len(NOW.but(prediction="it falls").shown(STEP)["layout"]["shapes"]) == 1


def test_axes_are_named_by_the_page_and_not_by_plotly_which_would_measure_them() -> None:
    shown = NOW.shown({**STEP, "y_title": "Number"})
    assert "title" not in shown["layout"]["xaxis"] and "title" not in shown["layout"]["yaxis"]
    assert (shown["x_title"], shown["y_title"]) == ("Turn", "Number")
    assert NOW.drawn({**WORTH, "y_title": "$"})["y_title"] == ""


def test_the_numbers_of_a_chart_stand_in_a_table_newest_first() -> None:
    table = NOW.shown(STEP)["numbers"]
    assert table["columns"] == ["Turn", "Inflation number", "Index"]
    assert table["rows"][0] == ["4", "5", "election"]
    assert NOW.shown(WORTH)["numbers"]["rows"][3] == ["1", "$100", "$50"]


@pytest.mark.parametrize(
    "plan",
    [STEP, WORTH, chart("stacked_bar", ["split"]), chart("timeline", ["kind"]),
     chart("line", ["unknown"]), chart("step", ["unknown"], marks="kind")],
    ids=lambda plan: f"{plan['kind']} of {plan['metrics'][0]}",
)  # fmt: skip
def test_an_empty_history_draws_nothing_and_breaks_nothing(plan: Data) -> None:
    shown = NOW.but(rows=[]).shown(plan)
    assert all(not any(trace["y"]) for trace in shown["data"])
    assert shown["layout"]["xaxis"] and isinstance(shown["legend"], list)
    assert [cells for cells in shown["numbers"]["rows"] if cells[0] == "Turn"] == []


def test_the_row_of_the_turn_under_way_gives_way_to_that_of_the_turn_when_it_is_done() -> None:
    """Design, section 7: charts reach to this very moment, also in mid-turn."""
    under = [*ROWS[:3], row(4, 7, "bonds")]
    done = [*under[:3], ROWS[3], row(5, 2, "salary")]
    plan = {**WORTH, "metrics": ["number"], "lines": [[8, "highest"]]}
    given = grown(plan, NOW.but(rows=under), NOW.but(rows=done))
    assert given is not None and given["update"] == [{"x": [5], "y": [5, 2]}]
    roomy = {**WORTH, "lines": [[800, "aim"]]}
    more = grown(roomy, NOW.but(rows=under), NOW.but(rows=done))
    assert more is not None and [one["x"] for one in more["update"]] == [[5], [5]], (
        "what has not changed stays"
    )


def test_a_bar_may_stand_for_each_value_of_a_figure_that_counts() -> None:
    metrics = {**METRICS, "election": {"label": "Election", "unit": "", "scope": "table"}}
    votes = [{**one, "values": {**one["values"], "election": 1 if at < 3 else 2}}
             for at, one in enumerate(ROWS)]  # fmt: skip
    plan = chart("stacked_bar", ["debt"], title="Votes", per="election")
    now = NOW.but(metrics=metrics, rows=votes)
    shown = now.shown(plan)
    assert shown["data"][0]["x"] == [1, 2]
    assert shown["data"][0]["y"] == [3, 4]
    assert shown["x_title"] == "Election"
    assert shown["numbers"]["columns"][0] == "Election"
    assert grown(plan, now.but(rows=votes[:2]), now) is None


def test_a_timeline_of_seats_has_a_row_for_each_by_name_and_in_its_colour() -> None:
    metrics = {**METRICS, "pm": {"label": "Prime Minister", "unit": "", "scope": "table"}}
    terms: list[Data] = [{"turn": 1, "values": {"pm": "A"}}, {"turn": 2, "values": {"pm": "B"}},
                         {"turn": 3, "values": {}}]  # fmt: skip
    shown = NOW.but(metrics=metrics, rows=terms).shown(chart("timeline", ["pm"]))
    assert [trace["y"] for trace in shown["data"]] == [
        ["Ada", None, None], [None, ESCAPED, None]
    ]  # fmt: skip
    colours = [entry["colour"] for entry in NOW.shown(WORTH)["legend"]]
    assert [trace["marker"]["color"] for trace in shown["data"]] == colours
    assert shown["numbers"]["rows"][2] == ["1", "Ada", "–"]


def test_a_timeline_of_texts_has_a_row_for_each_seat_and_a_colour_for_each_text() -> None:
    """Though two hold to the same."""
    metrics = {**METRICS, "peg": {"label": "Peg", "unit": "", "scope": "seat"}}
    plan = chart("timeline", ["peg"])
    held = [{"turn": 1, "values": {"peg": {"A": "gold", "B": "gold"}}},
            {"turn": 2, "values": {"peg": {"A": "oil", "B": "gold"}}}]  # fmt: skip
    now = NOW.but(metrics=metrics, rows=held)
    shown = now.shown(plan)
    drawn = shown["data"]
    assert [trace["y"] for trace in drawn] == [
        ["Ada", None], [None, "Ada"], [ESCAPED, ESCAPED], [None, None]
    ]  # fmt: skip
    assert names(drawn) == ["gold", "oil", "gold", "oil"]
    assert [(one["name"], one["colour"]) for one in shown["legend"]] == [
        (one["name"].capitalize(), one["marker"]["color"]) for one in drawn[:2]
    ]
    numbers = shown["numbers"]
    assert numbers["columns"] == ["Turn", "Ada", LINK]
    assert numbers["rows"] == [["2", "oil", "gold"], ["1", "gold", "gold"]]
    assert grown(plan, now.but(rows=held[:1]), now) is None, "a new text is drawn anew"
    later = now.but(rows=[*held, {**held[1], "turn": 3}])
    assert grown(plan, now, later) is None, "nor does plotly move the ends of an axis of names"
    assert [trace["y"] for trace in later.data(plan)] == [
        ["Ada", None, None], [None, "Ada", "Ada"], [ESCAPED, ESCAPED, ESCAPED], [None, None, None]
    ]  # fmt: skip


def test_bars_of_several_metrics_by_seat_have_a_legend_of_the_metrics() -> None:
    metrics = {**METRICS, "lapsed": {"label": "Lapsed", "unit": "$", "scope": "seat"}}
    now = NOW.but(metrics=metrics)
    assert names(now.shown(chart("bar", ["worth", "lapsed"]))["legend"]) == ["Net worth", "Lapsed"]
    assert now.shown(chart("bar", ["worth"]))["legend"] == []


def test_bars_outside_what_a_chart_puts_forward_are_paler_and_drawn_anew_when_that_changes() -> (
    None
):
    plan = {**WORTH, "kind": "stacked_bar", "shade": "inside"}

    def inside(of_b: list[int]) -> Present:
        pairs = zip(ROWS, of_b, strict=True)
        more = [
            {**one, "values": {**one["values"], "inside": {"A": 1, "B": b}}} for one, b in pairs
        ]
        return NOW.but(rows=more)

    drawn = inside([0, 1, 0, 1]).data(plan)
    assert drawn[0]["marker"]["opacity"] == [1, 1, 1, 1]
    assert drawn[1]["marker"]["opacity"] == [0.4, 1, 0.4, 1]
    assert "opacity" not in NOW.data(WORTH)[0]["marker"]
    assert grown(plan, inside([0, 1, 0, 1]), inside([1, 1, 1, 1])) is None


def test_a_single_election_or_round_is_no_place_for_fractions() -> None:
    many = [{**row(at + 1, 1, ""), "round": 1} for at in range(12)]
    plan = {**WORTH, "kind": "stacked_bar", "per": "round"}
    assert NOW.but(rows=many).shown(plan)["layout"]["xaxis"]["dtick"] == 1


def test_bars_that_count_a_few_things_have_no_line_between_one_and_two() -> None:
    def counted(unit: str, values: Data, kind: str = "bar", scope: str = "seat") -> Any:
        metrics = {**METRICS, "deals": {"label": "Deals", "unit": unit, "scope": scope}}
        rows = [{"turn": 1, "values": {"deals": values}}]
        plan = chart(kind, ["deals"], now=kind != "bar")
        return NOW.but(metrics=metrics, rows=rows).shown(plan)["layout"]["yaxis"].get("dtick")

    assert counted("deals", {"A": 0, "B": 0}) is None, "with nothing but zeros zero alone is there"
    assert counted("deals", {"A": 2, "B": 5}) == 1
    assert counted("deals", {"A": 2, "B": 6}) == 1
    assert counted("deals", {"A": 2, "B": 60}) == 10
    assert 0 < counted("deals", {"A": 0.5, "B": 1}) < 1
    assert 0 < counted("$", {"A": 1, "B": 2}) < 1
    assert 0 < counted("%", {"A": 1, "B": 2}) < 1

    def stacked(made: int, lost: int) -> Any:
        values = {"A": {"made": made, "lost": lost}, "B": {"made": 0, "lost": 0}}
        return counted("deals", values, "stacked_bar", "seat_parts")

    assert stacked(2, 3) == 1
    assert stacked(30, 30) == 10, "they stand on each other"


def test_a_legend_leaves_out_the_words_that_all_names_begin_with() -> None:
    assert get_distinct_names(["Price of grain", "Price of oil"]) == ["Grain", "Oil"]
    assert get_distinct_names(["Price", "Price of oil"]) == ["Price", "Price of oil"]
    both = ["Company", "Advertising square"]
    assert get_distinct_names(both) == both
    assert get_distinct_names(["Price of grain"]) == ["Price of grain"]


def test_a_part_that_nobody_has_had_is_told_so_in_the_legend() -> None:
    """It may be left out where there is no room for all names."""
    rows = [{"turn": 1, "values": {"debt": {"bank": 0, "players": 3}, "split": {
        "A": {"cash": 0, "companies": 0}, "B": {"cash": 2}}}}]  # fmt: skip
    for kind, key in (("stacked_area", "debt"), ("stacked_bar", "split")):
        entries = NOW.but(rows=rows).shown(chart(kind, [key]))["legend"]
        assert sorted(entry["empty"] for entry in entries) == [False, True], key


@pytest.mark.parametrize("size", [12, 20])
def test_the_margins_hold_the_numbers_of_the_axes_in_every_size_of_type(size: int) -> None:
    """Half of "100" stands beyond the end of an axis; before it all of "−$200k"."""
    digit = 0.64 * size
    margin = NOW.but(theme={"size": size}).shown(WORTH)["layout"]["margin"]
    assert margin["r"] >= 1.5 * digit
    assert margin["l"] >= 7 * digit + 4


def test_a_loss_has_its_sign_before_the_dollar() -> None:
    axis = NOW.shown(WORTH)["layout"]["yaxis"]
    assert axis["tickformat"] == "$~s" and "tickprefix" not in axis


def test_a_few_long_names_below_bars_stand_on_two_lines() -> None:
    labels = {"a": "Mean of the sectors <HHI>", "b": "All property of all (HHI)"}
    metrics = {key: {"label": one, "unit": "HHI", "scope": "table"} for key, one in labels.items()}
    rows = [{"turn": 1, "round": 1, "values": {"a": 1, "b": 2}}]
    plan = chart("bar", ["a", "b"], now=True)
    layout = NOW.but(metrics=metrics, rows=rows).shown(plan)["layout"]
    axis = layout["xaxis"]
    assert axis["ticktext"] == ["Mean of the<br>sectors &lt;HHI>", "All property<br>of all (HHI)"]
    assert (axis["tickvals"], axis["tickangle"]) == ([0, 1], 0)
    assert layout["margin"]["b"] >= 2 * 1.3 * 12
