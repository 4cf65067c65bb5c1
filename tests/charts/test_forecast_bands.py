"""Futures behind the lines of a chart, as the page shows them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .drawn import Present, chart

Data = dict[str, Any]

METRICS: Data = {
    "number": {"label": "Inflation number", "unit": "1–8", "scope": "table"},
    "worth": {"label": "Net worth", "unit": "$", "scope": "seat"},
}


def row(turn: int) -> Data:
    """The figures of one turn."""
    worth = {"A": 100 * turn, "B": 50 * turn, "C": 1}
    return {"turn": turn, "round": -(-turn // 2), "values": {"number": turn, "worth": worth}}


def five(low: int) -> list[list[int]]:
    """Five quantiles at two places."""
    return [[low + more, low + 10 * more] for more in range(5)]


def fan(**figures: Any) -> Data:
    """Futures of turn 3."""
    by_round = {"x": [2], "figures": {"worth": {"A": [[1], [2], [3], [4], [5]]}}}
    by_turn = {"x": [3, 4], "figures": figures}
    return {"run": 1, "n": 200, "turn": 3, "by": {"turn": by_turn, "round": by_round}}


ROWS = [row(1), row(2), row(3)]
WHOLE = fan(number={"": five(1)}, worth={"A": five(100), "B": five(-50), "C": five(0)})
NOW = Present(METRICS, {"A": "Ada", "B": "<b>Bo", "C": "Cy"}, ROWS, fan=WHOLE)
STEP = chart("step", ["number"], title="Inflation", y_title="Number")
WORTH = chart("line", ["worth"], title="Worth")


def is_fan(trace: Data) -> bool:
    return str(trace["meta"]).startswith("fan.")


def fans(now: Present, plan: Data) -> list[Data]:
    """Return the traces of the futures."""
    return [trace for trace in now.data(plan) if is_fan(trace)]


def test_a_fan_begins_where_the_line_of_the_match_was_in_two_bands_and_a_median() -> None:
    drawn = fans(NOW, STEP)
    assert len(drawn) == 5
    for trace in drawn:
        assert trace["x"] == [2, 3, 4], "the last row before it, then its own places"
        assert trace["y"][0] == 2
        assert trace["zorder"] == -1, "behind the lines"
        assert trace["line"]["shape"] == "hv", "as the line of its chart"
    assert [trace["y"][2] for trace in drawn] == [1, 41, 11, 31, 21]
    assert [trace["y"][2] for trace in drawn if "fill" in trace] == [41, 31]
    assert "px" in drawn[4]["line"]["dash"], "the median is dashed"


def test_the_traces_of_a_chart_end_with_its_fan_so_that_lines_keep_their_places() -> None:
    assert [is_fan(trace) for trace in NOW.data(STEP)] == [False, True, True, True, True, True]
    assert fans(NOW.but(fan=None), STEP) == []


def test_with_many_lines_the_middle_halves_alone_are_drawn_each_in_the_colour_of_its_line() -> None:
    drawn = fans(NOW, WORTH)
    assert len(drawn) == 9
    assert len({trace["fillcolor"] for trace in drawn if "fill" in trace}) == 3
    assert max(value for trace in drawn for value in trace["y"][1:]) == 130, "they alone have room"


def test_names_never_reach_plotly_as_markup() -> None:
    templates = [trace.get("hovertemplate", "") for trace in fans(NOW, WORTH)]
    assert not any("<b>" in template for template in templates)
    assert any("&lt;b>Bo" in template for template in templates)


@pytest.mark.parametrize(
    "more", [{"kind": "bar"}, {"now": True}, {"per": "election"}, {"metrics": ["gone"]}], ids=str
)
def test_a_chart_by_rounds_has_its_fan_by_rounds_other_kinds_have_none(more: Data) -> None:
    by_rounds = NOW.shown({**WORTH, "per": "round"})
    assert [cells[0] for cells in by_rounds["fan_numbers"]["rows"]] == ["2"]
    assert fans(NOW, {**WORTH, "per": "round"})[0]["x"] == [1, 2]
    rows = [{**one, "values": {**one["values"], "election": 1}} for one in ROWS]
    shown = NOW.but(rows=rows).shown({**WORTH, **more})
    assert not any(is_fan(trace) for trace in shown["data"])
    assert shown["fan_numbers"] is None
    assert shown["fan_words"] == ""


def test_axes_have_room_for_the_fan() -> None:
    far = fan(number={"": five(1)})
    far["by"]["turn"]["x"] = [3, 44]
    laid = NOW.but(fan=far).shown(STEP)["layout"]
    assert laid["xaxis"]["range"][1] >= 44
    assert laid["yaxis"]["range"][1] >= 41


def test_the_end_of_a_fan_has_a_label_and_the_scores_say_how_many_futures_each_seat_wins() -> None:
    alone = NOW.drawn(STEP)["labels"]["number"]
    assert (alone["name"], alone["value"], alone["at"]) == ("median", "21", 21)
    won = NOW.but(fan={**WHOLE, "wins": {"A": 120, "B": 80}}).drawn({**WORTH, "role": "scores"})
    assert [one["value"] for one in won["labels"].values()] == ["wins 120", "wins 80", "$20"]


def test_what_the_bands_stand_for_is_in_the_head_in_numbers_and_in_words() -> None:
    shown = NOW.shown(STEP)
    assert shown["head"]["remark"] == "200 futures"
    assert "the middle half" in NOW.drawn(WORTH)["head"]["remark"]
    table = NOW.shown(WORTH)["fan_numbers"]
    assert table["columns"] == ["Turn", "Line", "10% are below", "25% are below", "Median",
                                "25% are above", "10% are above"]  # fmt: skip
    assert table["rows"][0][:3] == ["3", "Ada", "$100"]
    assert len(table["rows"]) == 6
    words = "200 futures from turn 3, medians at turn 4: Inflation number 21, "
    assert words + "eight in ten between 1 and 41" in shown["fan_words"]


def test_a_fan_of_a_turn_that_has_passed_is_paler() -> None:
    def depths(now: Present) -> list[float]:
        found = [re.search(r"([\d.]+)%$", one["fillcolor"]) for one in fans(now, STEP)
                 if "fill" in one]  # fmt: skip
        return [float(one[1]) for one in found if one]

    now, later = depths(NOW), depths(NOW.but(faded=True))
    assert len(now) == len(later) == 2
    assert all(one < other for one, other in zip(later, now, strict=True))
