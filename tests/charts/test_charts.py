"""Section 7: a chart is drawn once, in Python: what a page gets, and what it makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.charts.chart_style import SEAT_STYLES
from classkit.charts.series import get_distinct_names
from classkit.widgets.json_diff import diff_json

from .drawn import Present, chart

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
SCORES = {**WORTH, "role": "scores"}


def names(entries: list[Data]) -> list[str]:
    return [entry["name"] for entry in entries]


# --- lines ---------------------------------------------


def test_a_seat_metric_gives_one_line_per_seat_with_a_dash_and_colour_of_its_own() -> None:
    drawn = NOW.data(WORTH)
    assert [trace["y"] for trace in drawn] == [[100, 200, 300, 400], [50, 100, 150, 200]]
    assert drawn[0]["line"]["dash"] != drawn[1]["line"]["dash"]
    assert drawn[0]["line"]["color"] == "var(--seat-a-line, #0072B2)"


def test_a_name_never_reaches_plotly_as_markup() -> None:
    name = NOW.data(WORTH)[1]["name"]
    assert "<" not in name
    assert name == ESCAPED


def test_changes_of_the_text_metric_are_marked_once_each() -> None:
    line, marks, *more = NOW.data(STEP)
    assert line["line"]["shape"] == "hv"
    assert more == []
    assert (marks["x"], marks["y"]) == ([1, 2, 4], [1, 3, 5])
    assert marks["text"] == ["Election", "Salary", "Election"]


def test_a_text_of_one_turn_is_marked_each_time_also_after_the_same_one() -> None:
    of_a_turn = {**METRICS, "kind": {**METRICS["kind"], "window": "this turn"}}
    _, marks = NOW.but(metrics=of_a_turn).data(STEP)
    assert marks["x"] == [1, 2, 3, 4]
    assert marks["text"] == ["Election", "Salary", "Salary", "Election"]


def test_a_mark_never_reaches_plotly_as_markup() -> None:
    rows = [{**one, "values": {**one["values"], "kind": '<a href="x">b</a>'}} for one in ROWS]
    assert NOW.but(rows=rows).data(STEP)[1]["text"] == ['&lt;a href="x">b&lt;/a>']


def test_a_step_sends_only_the_points_that_it_adds() -> None:
    """However long a match is."""
    many = [row(at + 1, 1 + at % 8, "salary") for at in range(400)]

    def sent(count: int) -> Any:
        before, after = (NOW.but(rows=many[:n]).drawn(WORTH) for n in (count, count + 1))
        del before["numbers"], after["numbers"]
        return diff_json(before, after)

    for count in (8, 399):
        traces = sent(count)["in"]["traces"]["in"]
        assert {name: [*one["in"]] for name, one in traces.items()} == {
            "worth.A": ["x", "y"], "worth.B": ["x", "y"]
        }  # fmt: skip
        assert traces["worth.A"]["in"]["x"] == {"splice": [[count, 0, [count + 1]]]}
    assert len(str(sent(399))) < 1.2 * len(str(sent(8)))


def test_only_the_purse_and_prices_have_the_area_below_their_line_filled() -> None:
    (line, *_) = NOW.data({**STEP, "role": "prices"})
    assert (line["fill"], line["fillcolor"]) == ("tozeroy", "var(--ck-inflation, #A8123E) 12%")
    assert "fill" not in NOW.data(STEP)[0]
    assert all("fill" not in trace for trace in NOW.data(SCORES))
    index = {**STEP, "role": "prices", "zero": False}
    assert "fill" not in NOW.data(index)[0], "nor that of an index, which has no 0"


# --- branches ---------------------------------------------


def beside(name: str, left: int, rows: list[Any]) -> dict[str, Any]:
    """Another branch that left the active one after a turn."""
    return {"name": name, "title": name, "from_turn": left, "rows": rows}


def test_other_branches_are_drawn_dashed_from_where_they_left() -> None:
    branches = [beside("Main", 0, ROWS), beside("Branch 1", 2, [row(3, 7, "x")])]
    drawn = NOW.but(branches=branches).data(WORTH)
    assert len(drawn) == 4
    assert drawn[2]["x"] == [2, 3] and drawn[2]["y"] == [200, 300]
    assert drawn[2]["line"]["dash"] not in {look.dash for look in SEAT_STYLES}
    assert drawn[2]["line"]["width"] < drawn[0]["line"]["width"]
    assert drawn[2]["name"] == "Ada (Branch 1)"


def test_branches_differ_from_each_other_and_from_the_median_of_a_fan() -> None:
    others = [beside("B buys", 2, [row(3, 7, "x")]), beside("B passes", 2, [row(3, 8, "x")])]
    figures = {"worth": {"A": [[250, 260, 300, 310, 350]] * 5}}
    fan = {"run": 1, "n": 9, "turn": 4, "by": {"turn": {"x": [5], "figures": figures}}}
    drawn = {one["meta"]: one for one in NOW.but(branches=others, fan=fan).data(WORTH)}
    traces = ("B buys/worth.A", "B passes/worth.A", "fan.worth.A.median")
    assert len({drawn[name]["line"]["dash"] for name in traces}) == 3


def test_a_line_of_the_table_names_its_own_branch_and_the_others() -> None:
    later = beside("With <lower> taxes", 2, [row(3, 7, "x"), row(4, 7, "x")])
    shown = NOW.but(branches=[beside("Main", 0, ROWS), later]).drawn(STEP)["labels"]
    own, other = shown["number"], shown["With <lower> taxes/number"]
    assert (own["name"], other["name"]) == ("Main", "With <lower> taxes")
    assert (other["value"], other["at"], other["x"]) == ("7", 7, 4)
    assert NOW.drawn(STEP)["labels"]["number"]["name"] == "", "one alone needs no name"


def test_a_chart_of_seats_says_in_its_head_what_the_thin_lines_are() -> None:
    branch = beside("What if", 2, ROWS[2:])
    shown = NOW.but(branches=[branch]).drawn(SCORES)
    assert shown["head"]["remark"] == "thin: What if"
    assert [*shown["labels"]] == ["worth.A", "worth.B"]


# --- labels ---------------------------------------------


def test_each_line_ends_in_a_label_with_name_value_and_change_of_the_step() -> None:
    rows = [*ROWS, row(23_300, 7, "election")]
    labels = NOW.but(rows=rows, before=row(13_300, 5, "")).drawn(WORTH)["labels"]
    assert [(one["name"], one["seat"], one["value"], one["change"]) for one in labels.values()] == [
        ("Ada", "A", "$2.33M", "+1M"), (LINK, "B", "$1.17M", "+500k")
    ]  # fmt: skip
    assert [one["at"] for one in labels.values()] == [2_330_000, 1_165_000]
    assert all(
        one["change"] == "" for one in NOW.but(before=ROWS[3]).drawn(WORTH)["labels"].values()
    )
    lost = NOW.but(before=row(14, 1, "")).drawn(WORTH)["labels"]["worth.A"]
    assert lost["change"] == "−1,000"


def test_a_label_has_the_figure_in_few_letters() -> None:
    small = {"a": {"label": "Price", "unit": "gold per unit", "scope": "table"},
             "b": {"label": "Share", "unit": "%", "scope": "table"},
             "c": {"label": "Reserves", "unit": "gold", "scope": "table"},
             "d": {"label": "Not yet", "unit": "gold", "scope": "table"}}  # fmt: skip
    values = {"a": 0.55432, "b": 57.14, "c": 38.706, "d": None}
    shown = NOW.but(metrics=small, rows=[{"turn": 1, "values": values}])
    labels = shown.drawn(chart("line", list(small)))["labels"]
    assert [one["value"] for one in labels.values()] == ["0.554", "57.14%", "38.71", ""]
    assert labels["d"]["at"] is None


def test_labels_leave_out_what_the_title_of_the_chart_says_of_all_lines() -> None:
    def named(*labels: str) -> list[str]:
        pairs = zip("ab", labels, strict=True)
        metrics = {key: {"label": label, "unit": "gold", "scope": "table"} for key, label in pairs}
        return names(
            [*NOW.but(metrics=metrics).drawn(chart("line", ["a", "b"]))["labels"].values()]
        )

    assert named("Price of grain", "Price of oil") == ["Grain", "Oil"]
    assert named("Price of grain", "Share of oil") == ["Price of grain", "Share of oil"]
    both = ["Company", "Advertising square"]
    assert get_distinct_names(both) == both


def test_a_game_can_give_short_names_to_the_lines_of_a_chart() -> None:
    plan = chart("line", ["number", "kind"], names=["Cash", "Due"])
    assert names([*NOW.drawn(plan)["labels"].values()]) == ["Cash", "Due"]


def test_the_parts_of_a_stack_have_their_label_in_the_middle_of_the_last_place() -> None:
    labels = NOW.drawn(chart("stacked_area", ["debt"]))["labels"]
    assert [(one["name"], one["at"], one["value"]) for one in labels.values()] == [
        ("Bank", 2, "4"), ("Players", 4.5, "1")
    ]  # fmt: skip
    none = [{**ROWS[0], "values": {"debt": {"bank": 0, "players": 3}}}]
    assert [*NOW.but(rows=none).drawn(chart("stacked_bar", ["debt"]))["labels"]] == ["debt.players"]


def test_bars_say_what_their_colours_mean_unless_names_stand_below_them() -> None:
    metrics = {**METRICS, "lapsed": {"label": "Lapsed", "unit": "$", "scope": "seat"}}
    both = NOW.but(metrics=metrics).drawn(chart("bar", ["worth", "lapsed"]))["labels"]
    assert names([*both.values()]) == ["Net worth", "Lapsed"]
    assert NOW.drawn(chart("bar", ["worth"]))["labels"] == {}
    parts = NOW.drawn(chart("stacked_bar", ["split"]))["labels"]
    assert names([*parts.values()]) == ["cash", "companies"]


# --- the head ---------------------------------------------


def test_the_head_has_the_figure_of_a_single_line_and_what_it_was() -> None:
    head = NOW.drawn({**STEP, "role": "prices"})["head"]
    assert head == {
        "figure": "5", "remark": "was 3", "colour": "var(--ck-inflation, #A8123E)"
    }  # fmt: skip
    assert NOW.but(rows=ROWS[:1]).drawn(STEP)["head"]["remark"] == "", "it was never another"
    assert NOW.drawn(WORTH)["head"]["figure"] == "", "seats have theirs at their lines"


def test_the_figure_in_the_head_is_not_repeated_at_its_line() -> None:
    plan = chart("line", ["number", "kind"], role="purse", names=["Cash", "Due"])
    rows = [{"turn": 1, "values": {"number": 7, "kind": 2}}]
    shown = NOW.but(rows=rows).drawn(plan)
    assert shown["head"]["figure"] == "7"
    assert [one["value"] for one in shown["labels"].values()] == ["", "2"]


def test_the_scores_say_who_leads_and_when_the_lead_changes() -> None:
    def remark(now: dict[str, int], before: dict[str, int] | None = None) -> str:
        rows = [
            {"turn": at, "values": {"worth": one}} for at, one in enumerate((before or now, now))
        ]
        names = {"A": "Ada", "B": "Bo", "C": "Cy", "D": "Di"}
        seats = {seat: names[seat] for seat in now}
        present = NOW.but(rows=rows, seats=seats, before=before and rows[0])
        found: str = present.drawn(SCORES)["head"]["remark"]
        return found

    assert remark({"A": 5, "B": 80_005}) == "Bo leads by $80k"
    assert remark({"A": 5, "B": 3}, {"A": 1, "B": 2}) == "Ada takes the lead"
    assert remark({"A": 5, "B": 3}, {"A": 2, "B": 2}) == "Ada leads by $2"
    assert remark({"A": 5, "B": 5}) == "All are equal"
    assert remark({"A": 5, "B": 5, "C": 5, "D": 3}) == "Ada, Bo and Cy lead"
    points = {"worth": {"label": "Points", "unit": "points", "scope": "seat"}}
    one = NOW.but(metrics=points, rows=[{"turn": 0, "values": {"worth": {"A": 5, "B": 4}}}])
    assert one.drawn(SCORES)["head"]["remark"].endswith(" leads by 1 point")
    assert NOW.drawn(WORTH)["head"]["remark"] == "", "it is a race where it is the scores"


def test_the_head_says_what_is_counted_where_the_title_does_not() -> None:
    assert NOW.drawn(chart("bar", ["worth"], y_title="$"))["head"]["remark"] == ""
    plan = chart("line", ["debt"], title="Debt", y_title="bonds issued")
    assert NOW.drawn(plan)["head"]["remark"] == "bonds issued"
    told = chart("line", ["number", "debt"], told=["number"])
    assert NOW.drawn(told)["head"]["remark"] == "Inflation number 5"


# --- axes ---------------------------------------------


def test_the_axis_of_turns_ends_at_now_and_its_last_tick_says_so() -> None:
    def axis(count: int) -> Data:
        many = [row(at, 1, "salary") for at in range(count + 1)]
        found: Data = NOW.but(rows=many).shown(WORTH)["layout"]["xaxis"]
        return found

    early, late = axis(3), axis(28)
    assert early["range"] == [0, 8] and late["range"] == [0, 28]
    assert late["tickvals"] == [0, 5, 10, 15, 20, 28], "25 is too near to now"
    assert late["ticktext"][-1].endswith(">turn 28</span>")


def test_an_axis_of_turns_can_have_the_numbers_of_their_rounds() -> None:
    """One word for one thing: where the table speaks of rounds, its charts count rounds."""
    rows = [{**row(turn, turn, "election"), "round": (turn + 3) // 4} for turn in range(11)]
    shown = NOW.but(rows=rows).shown(WORTH | {"ticks": "round"})
    axis = shown["layout"]["xaxis"]
    assert shown["axes"]["word"] == "round"
    assert dict(zip(axis["ticktext"][:2], axis["tickvals"], strict=False)) == {"1": 0, "2": 4}
    assert axis["ticktext"][-1].endswith(">round 3</span>") and axis["tickvals"][-1] == 10
    assert shown["data"][0]["x"] == list(range(11)), "each turn is still drawn"
    assert shown["numbers"]["columns"][:2] == ["Round", "Turn"]
    many = [{**row(turn, turn, "election"), "round": turn} for turn in range(91)]
    crowded = NOW.but(rows=many).shown(WORTH | {"ticks": "round"})["layout"]["xaxis"]
    assert len(crowded["ticktext"]) <= 10


@pytest.mark.parametrize(
    ("low", "high", "unit", "texts"),
    [
        (0, 210_000, "$", ["$0", "$100k", "$200k"]),
        (0, 2_920_000, "$", ["$0", "$1M", "$2M", "$3M"]),
        (0, 147, "$", ["$0", "$50", "$100", "$150"]),
        (0, 5, "things", ["0", "2", "4", "6"]),
        (-40_000, 120_000, "$", ["−$40k", "$0", "$40k", "$80k", "$120k"]),
        (0, 0, "things", ["0", "1", "2", "3", "4"]),
    ],
)
def test_an_axis_of_values_has_a_few_round_values(
    low: int, high: int, unit: str, texts: list[str]
) -> None:
    metrics = {"a": {"label": "A", "unit": unit, "scope": "table"}}
    rows = [{"turn": 0, "values": {"a": low}}, {"turn": 1, "values": {"a": high}}]
    axis = NOW.but(metrics=metrics, rows=rows).shown(chart("line", ["a"]))["layout"]["yaxis"]
    assert axis["ticktext"] == texts
    assert axis["range"][0] <= low and high <= axis["range"][1]


def test_the_axis_of_prices_reaches_the_greatest_number_and_an_index_needs_no_zero() -> None:
    number = NOW.shown({**STEP, "lines": [], "top": 8})["layout"]["yaxis"]
    assert 8 < number["range"][1] < 8.2 and number["ticktext"][-1] == "8"
    metrics = {"a": {"label": "Index", "unit": "%", "scope": "table"}}
    rows = [{"turn": 0, "values": {"a": 100}}, {"turn": 1, "values": {"a": 95}}]
    index = NOW.but(metrics=metrics, rows=rows).shown(chart("line", ["a"], zero=False))
    assert index["layout"]["yaxis"]["ticktext"] == ["60%", "70%", "80%", "90%", "100%"]


def test_reference_lines_and_a_numeric_prediction_stay_in_view() -> None:
    made = NOW.but(prediction="12,0").shown(STEP)["layout"]
    assert made["yaxis"]["range"][1] >= 12
    assert [shape["y0"] for shape in made["shapes"]] == [8, 12]
    label = NOW.but(prediction="12,0").drawn(STEP)["labels"]["guess.0"]
    assert (label["name"], label["value"], label["at"], label["x"]) == ("The class", "12,0", 12, 9)
    assert len(NOW.but(prediction="it falls").shown(STEP)["layout"]["shapes"]) == 1


def test_the_margins_hold_the_numbers_of_the_axes_in_every_size_of_type() -> None:
    for size in (12, 20):
        margin = NOW.but(look={"size": size}).shown(WORTH)["layout"]["margin"]
        assert margin["r"] >= size
        assert margin["l"] >= 4 * 0.5 * size


def test_names_below_bars_stand_beside_each_other_or_rise() -> None:
    plan = chart("bar", ["worth"])
    flat = NOW.but(seats={"A": "Ada", "B": "Bo"}).shown(plan)["layout"]
    assert "tickangle" not in flat["xaxis"]
    many = {seat: f"Montgomery-Smith {seat}" for seat in "ABCDEF"}
    rows = [{"turn": 1, "values": {"worth": dict.fromkeys("ABCDEF", 1)}}]
    letters = NOW.but(seats=many, rows=rows).shown(plan)["layout"]["xaxis"]
    assert letters["ticktext"] == [*"ABCDEF"]
    labels = {"a": "Mean of the sectors <HHI>", "b": "All property of all (HHI)"}
    metrics = {key: {"label": one, "unit": "HHI", "scope": "table"} for key, one in labels.items()}
    two = NOW.but(metrics=metrics, rows=[{"turn": 1, "values": {"a": 1, "b": 2}}])
    axis = two.shown(chart("bar", ["a", "b"], now=True))["layout"]["xaxis"]
    assert axis["ticktext"] == ["Mean of the<br>sectors &lt;HHI>", "All property<br>of all (HHI)"]
    narrow = two.but(room={"width": 160}).shown(chart("bar", ["a", "b"], now=True))["layout"]
    assert narrow["xaxis"]["tickangle"] < 0
    assert not any("<br>" in words for words in narrow["xaxis"]["ticktext"])


# --- colours ---------------------------------------------


def test_a_page_takes_the_colours_of_its_theme_and_a_width_for_its_type() -> None:
    tokens = {"--seat-a-line": "#3fa0dc", "--ck-inflation": "#ff7d9c"}
    look = {"tokens": tokens, "scale": 2}
    line = NOW.but(look=look).shown(WORTH)["data"][0]["line"]
    assert (line["color"], line["width"]) == ("#3fa0dc", 2 * NOW.data(WORTH)[0]["line"]["width"])
    filled = NOW.but(look=look).shown({**STEP, "role": "prices"})["data"][0]
    assert filled["fillcolor"] == "rgba(255, 125, 156, 0.12)"
    assert NOW.shown(WORTH)["data"][0]["line"]["color"] == "#0072B2", "without a token, as on paper"


def test_a_name_that_looks_like_a_colour_stays_a_name() -> None:
    shown = NOW.but(seats={"A": "var(--ck-ink, #000000)", "B": "#00ff00 20%"}).shown(WORTH)
    assert names(shown["data"]) == ["var(--ck-ink, #000000)", "#00ff00 20%"]


def test_a_figure_of_the_table_and_the_texts_of_a_timeline_have_declared_colours() -> None:
    metrics = {**METRICS, "number": {**METRICS["number"], "colours": {"number": "#9A9200"}}}
    drawn = NOW.but(metrics=metrics).data(WORTH | {"metrics": ["number"]})
    assert drawn[0]["line"]["color"] == "#9a9200"
    peg = {"label": "Peg", "unit": "", "scope": "seat", "colours": {"oil": "#56606B"}}
    held = [{"turn": 1, "values": {"peg": {"A": "gold", "B": "oil"}}}]
    now = NOW.but(metrics={**METRICS, "peg": peg}, rows=held)
    labels = now.drawn(chart("timeline", ["peg"]))["labels"].values()
    colours = {one["name"]: one["colour"] for one in labels}
    assert colours["Oil"] == "#56606b" != colours["Gold"]


# --- other kinds ---------------------------------------------


def test_bars_of_parts_by_seat_show_the_latest_row_alone() -> None:
    shown = NOW.shown(chart("stacked_bar", ["split"], title="Split"))
    assert [trace["y"] for trace in shown["data"]] == [[4, 1], [2, 0]]
    assert shown["numbers"]["columns"] == ["Part", "Ada", LINK]
    assert shown["numbers"]["rows"][0] == ["cash", "$4", "$1"]


def test_a_chart_per_round_draws_the_last_row_of_each_round() -> None:
    drawn = NOW.data({**WORTH, "per": "round"})[0]
    assert (drawn["x"], drawn["y"]) == ([1, 2], [200, 400])


def test_the_numbers_of_a_chart_stand_in_a_table_newest_first() -> None:
    table = NOW.shown(STEP)["numbers"]
    assert table["columns"] == ["Turn", "Inflation number", "Index"]
    assert table["rows"][0] == ["4", "5", "election"]
    assert NOW.shown(WORTH)["numbers"]["rows"][3] == ["1", "$100", "$50"]


@pytest.mark.parametrize(
    "plan",
    [STEP, WORTH, SCORES, chart("stacked_bar", ["split"]), chart("timeline", ["kind"]),
     chart("line", ["unknown"]), chart("step", ["unknown"], marks="kind")],
    ids=lambda plan: f"{plan['kind']} of {plan['metrics'][0]}",
)  # fmt: skip
def test_an_empty_history_draws_nothing_and_breaks_nothing(plan: Data) -> None:
    shown = NOW.but(rows=[]).shown(plan)
    assert all(not any(trace["y"]) for trace in shown["data"])
    assert shown["layout"]["xaxis"]
    assert [cells for cells in shown["numbers"]["rows"] if cells[0] == "Turn"] == []


def test_a_bar_may_stand_for_each_value_of_a_figure_that_counts() -> None:
    metrics = {**METRICS, "election": {"label": "Election", "unit": "", "scope": "table"}}
    votes = [{**one, "values": {**one["values"], "election": 1 if at < 3 else 2}}
             for at, one in enumerate(ROWS)]  # fmt: skip
    plan = chart("stacked_bar", ["debt"], title="Votes", per="election")
    shown = NOW.but(metrics=metrics, rows=votes).shown(plan)
    assert shown["data"][0]["x"] == [1, 2]
    assert shown["data"][0]["y"] == [3, 4]
    assert shown["axes"]["word"] == "election"
    assert shown["numbers"]["columns"][0] == "Election"
    ticks = shown["layout"]["xaxis"]["tickvals"]
    assert all(isinstance(place, int) for place in ticks), "there is no half election"


def test_a_timeline_of_seats_has_a_row_for_each_by_name_and_in_its_colour() -> None:
    metrics = {**METRICS, "pm": {"label": "Prime Minister", "unit": "", "scope": "table"}}
    terms: list[Data] = [{"turn": 1, "values": {"pm": "A"}}, {"turn": 2, "values": {"pm": "B"}},
                         {"turn": 3, "values": {}}]  # fmt: skip
    shown = NOW.but(metrics=metrics, rows=terms).drawn(chart("timeline", ["pm"]))
    drawn = [*shown["traces"].values()]
    assert [trace["y"] for trace in drawn] == [["Ada", None, None], [None, ESCAPED, None]]
    colours = [one["colour"] for one in NOW.drawn(WORTH)["labels"].values()]
    assert [trace["marker"]["color"] for trace in drawn] == colours
    assert shown["numbers"][0]["rows"][2] == ["1", "Ada", "–"]


def test_a_timeline_of_texts_has_a_row_for_each_seat_and_a_colour_for_each_text() -> None:
    """Though two hold to the same."""
    metrics = {**METRICS, "peg": {"label": "Peg", "unit": "", "scope": "seat"}}
    held = [{"turn": 1, "values": {"peg": {"A": "gold", "B": "gold"}}},
            {"turn": 2, "values": {"peg": {"A": "oil", "B": "gold"}}}]  # fmt: skip
    shown = NOW.but(metrics=metrics, rows=held).drawn(chart("timeline", ["peg"]))
    drawn = [*shown["traces"].values()]
    assert [trace["y"] for trace in drawn] == [
        ["Ada", None], [None, "Ada"], [ESCAPED, ESCAPED], [None, None]
    ]  # fmt: skip
    assert names(drawn) == ["gold", "oil", "gold", "oil"]
    assert [(one["name"], one["colour"]) for one in shown["labels"].values()] == [
        (one["name"].capitalize(), one["marker"]["color"]) for one in drawn[:2]
    ]
    numbers = shown["numbers"][0]
    assert numbers["columns"] == ["Turn", "Ada", LINK]
    assert numbers["rows"] == [["2", "oil", "gold"], ["1", "gold", "gold"]]


def test_bars_outside_what_a_chart_puts_forward_are_paler() -> None:
    pairs = zip(ROWS, [0, 1, 0, 1], strict=True)
    rows = [{**one, "values": {**one["values"], "inside": {"A": 1, "B": b}}} for one, b in pairs]
    drawn = NOW.but(rows=rows).data({**WORTH, "kind": "stacked_bar", "shade": "inside"})
    assert drawn[0]["marker"]["opacity"] == [1, 1, 1, 1]
    assert drawn[1]["marker"]["opacity"] == [0.4, 1, 0.4, 1]


def test_bars_that_count_a_few_things_have_no_line_between_one_and_two() -> None:
    def counted(unit: str, values: Data) -> list[float]:
        metrics = {**METRICS, "deals": {"label": "Deals", "unit": unit, "scope": "seat"}}
        now = NOW.but(metrics=metrics, rows=[{"turn": 1, "values": {"deals": values}}])
        found: list[float] = now.shown(chart("bar", ["deals"]))["layout"]["yaxis"]["tickvals"]
        return found

    assert all(tick == int(tick) for tick in counted("deals", {"A": 2, "B": 1}))
    assert any(tick != int(tick) for tick in counted("deals", {"A": 0.5, "B": 1}))
    assert any(tick != int(tick) for tick in counted("$", {"A": 1, "B": 1.2}))


def test_behind_an_index_lie_the_prices_that_it_is_made_of() -> None:
    """Each begins where the index does; its label has its own value, and it tells no other."""
    metrics = {
        "index": {"label": "Price index", "unit": "", "scope": "table"},
        "price_oil": {"label": "Price of oil", "unit": "gold", "scope": "table"},
        "price_tech": {"label": "Price of tech", "unit": "gold", "scope": "table"},
    }
    values = [(100, 0.5, 2), (120, 0.75, None), (110, 0.25, 2.5)]
    rows = [
        {"turn": at, "values": dict(zip(metrics, these, strict=True))}
        for at, these in enumerate(values)
    ]
    plan = chart("line", ["index"], zero=False, behind=["price_oil", "price_tech", "unknown"])
    made = NOW.but(metrics=metrics, rows=rows).drawn(plan)
    assert made["order"] == ["index", "price_oil", "price_tech"]
    assert made["traces"]["price_oil"]["y"] == [100, 150, 50]
    assert made["traces"]["price_tech"]["y"] == [100, None, 125]
    assert made["traces"]["price_oil"]["text"] == ["0.5", "0.75", "0.25"]
    labels = [(one["name"], one["value"], one["at"]) for one in made["labels"].values()][1:]
    assert labels == [("Oil", "0.25", 50), ("Tech", "2.5", 125)]
    empty = NOW.but(metrics=metrics, rows=[]).drawn(plan)
    assert empty["traces"]["price_oil"]["y"] == []
