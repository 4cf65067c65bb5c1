"""The class as charts: bands over its tables, and what groups of them differ by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import sqrt
from statistics import stdev

import pytest

from classkit.classroom.class_charts import ClassChart, build_class_chart
from classkit.classroom.class_metrics import (
    ClassMetric,
    TableSeries,
    build_series,
    list_class_metrics,
)
from classkit.classroom.paired_difference import (
    TablePair,
    compute_contrasts,
    compute_interval,
)
from classkit.classroom.room import TableSetup
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.simulated_participants import play_simulated
from classkit.engine.registry import new, usable_games

from .rooms import CODE, Page, opened

WORTH = ClassMetric("worth", "Net worth", "$", "turn")


def charted(values: Sequence[tuple[str, int, TableSeries]], groups: Sequence[str]) -> ClassChart:
    """The chart of tables, each with its group, its luck and its course."""
    tables = [
        TableSetup(at, ("A", "B"), luck, {}, group) for at, (group, luck, _) in enumerate(values, 1)
    ]
    return build_class_chart(
        WORTH, groups, tables, {at: one[2] for at, one in enumerate(values, 1)}
    )


def two_groups(pairs: int, more: float) -> list[tuple[str, int, TableSeries]]:
    """Pairs of tables whose luck decides a lot, and the treatment a little."""
    return [
        (group, luck, TableSeries([100.0 * luck + turn + extra for turn in range(4)]))
        for luck in range(1, pairs + 1)
        for group, extra in (("plain", 0.0), ("peg", more + luck % 2))
    ]


def test_the_same_luck_shows_what_scattered_tables_would_hide() -> None:
    chart = charted(two_groups(10, 20.0), ["plain", "peg"])
    said = chart["said"][0]
    assert said.startswith(
        "Net worth after turn 3: 3.7 % higher with “peg” than with “plain” (+$21)"
    )
    assert "hardly luck" in said and "over 10 pairs of tables with the same luck" in said
    assert chart["difference"] is not None
    low, high, mean = chart["difference"]["data"]
    assert [low["y"][3], mean["y"][3], high["y"][3]] == pytest.approx(
        [20.12, 20.5, 20.88], abs=0.01
    )
    assert len(chart["legend"]) == 2 and chart["legend"][1]["name"] == "peg (10 tables): $574"
    assert (
        chart["picture"]["data"][4]["line"]["dash"] != chart["picture"]["data"][9]["line"]["dash"]
    )


def test_the_interval_is_students() -> None:
    """Its quantile for four degrees of freedom is 2.776, as tables of it say."""
    differences = [1.0, -0.5, 2.0, 1.5, 1.5]
    low, high = compute_interval(differences)
    reach = 2.776445 * stdev(differences) / sqrt(5)
    assert (low, high) == pytest.approx((1.1 - reach, 1.1 + reach))


def test_tables_at_other_turns_are_compared_where_enough_have_come() -> None:
    far, near = TableSeries([1.0, 2.0, 3.0, 4.0]), TableSeries([1.0, 2.0])
    chart = charted([("", 1, far), ("", 2, far), ("", 3, near)], [])
    median = chart["picture"]["data"][4]
    assert median["x"] == [0, 1, 2, 3]
    assert chart["said"] == [
        "Up to turn 3, which 2 of 3 tables have reached. A table that is over keeps its last value."
    ]
    chart = charted([("", 1, far), ("", 2, near), ("", 3, near)], [])
    assert chart["picture"]["data"][4]["x"] == [0, 1]
    pairs = [TablePair(far, near), TablePair(far, far), TablePair(near, far)]
    assert [one.pairs for one in compute_contrasts(pairs) if one] == [3, 3]
    over = TableSeries([1.0, 5.0], is_over=True)
    assert charted([("", 1, far), ("", 2, over)], [])["picture"]["data"][4]["y"][3] == 4.5


def test_a_class_that_has_not_begun_has_words_for_it() -> None:
    chart = charted([("a", 1, TableSeries([])), ("b", 1, TableSeries([]))], ["a", "b"])
    assert chart["said"] == [
        "No pair of tables with “a” and “b” can be compared yet.",
        "No table has finished a turn yet.",
    ]
    assert chart["difference"] is None and chart["numbers"]["rows"] == []
    begun = charted([("a", 1, TableSeries([2.0])), ("b", 1, TableSeries([3.0]))], ["a", "b"])
    assert begun["difference"] is None and begun["said"][0] == chart["said"][0], "the opening only"
    played = charted([("a", 1, TableSeries([2, 4])), ("b", 1, TableSeries([2, 5]))], ["a", "b"])
    assert "a single pair" in played["said"][0]


def test_names_of_groups_are_no_markup_to_plotly() -> None:
    chart = charted([("<b>x", 1, TableSeries([1.0, 2.0]))], ["<b>x"])
    assert "<b>" not in json.dumps(chart["picture"])


@pytest.mark.parametrize("game", sorted(game.name for game in usable_games()))
def test_no_figure_of_a_class_tells_what_lies_hidden(game: str) -> None:
    match = new(game, 3, seed=5)
    figures = list_class_metrics(match)
    hidden = match.game.secrecy.metrics_without_history(match.table)
    assert figures and not {one.key for one in figures} & {*hidden}
    match.play("round").play("round")
    for figure in figures:
        course = build_series(match, figure)
        now = match.turn if figure.axis == "turn" else match.round
        assert course.length <= now, "of the turn that is played now nothing is told"


def test_what_begins_anew_each_turn_is_averaged_so_far() -> None:
    match = new("opoly", 3, seed=5, options={"auction_format": "second_price"}).play("end")
    figures = {one.key: one for one in list_class_metrics(match)}
    price = figures["lot_price"]
    assert price.so_far and price.label == "Price of the lot, average so far"
    told = [row["lot_price"] for row in match.history if row["lot_price"] is not None]
    assert build_series(match, price).values[-1] == pytest.approx(sum(told) / len(told))
    assert not figures["bank_balance"].so_far


def test_the_desk_shows_the_class_as_charts_and_goes_on_with_it() -> None:
    compare = {"auction_format": ["first_price", "second_price"]}
    live = RoomRuntime(opened(None, "opoly", 3, compare=compare), CODE)
    teacher = Page(live, teacher=True)
    assert "Seat the class first" in teacher.ask(room="charts")["reason"]
    teacher.ask(room="invent", number=12)
    teacher.ask(room="seat_all")
    teacher.ask(room="pace", seconds=0)
    assert teacher.ask(room="charts", figure="bank_balance")["charts"] is True
    for _ in range(6):
        play_simulated(live)
    told = [one for one in teacher.told if one["kind"] == "class"]
    assert told[-1]["chart"]["figure"] == "bank_balance" and told[-1]["chart"]["unread"] == 0
    assert "tables with the same luck" in told[-1]["chart"]["said"][0]
    assert f"classkit class export {CODE}" in told[-1]["chart"]["about"]
    number = len(told)
    teacher.ask(room="look")
    assert len([one for one in teacher.told if one["kind"] == "class"]) == number, "nothing is new"
    assert "There is no figure" in teacher.ask(room="charts", figure="nothing")["reason"]
    assert "the key of a figure" in teacher.ask(room="charts", figure=["x"])["reason"]
    assert teacher.ask(room="show", place=0)["charts"] is False
    phone = Page(live, "p")
    phone.join()
    for verb in ("charts", "invent", "pace", "ends", "back", "let_in", "seat_all", "seat", "pause"):
        told_phone = phone.ask(room=verb, figure="", number=3, seconds=0, round=1, person="p")
        assert "an unknown request" in told_phone["reason"]


def test_the_difference_has_the_axis_of_the_chart_above() -> None:
    """A group that is behind shortens its own line, and not the axis below."""
    some = [
        ("plain", 1, TableSeries([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
        ("peg", 1, TableSeries([1.0, 3.0, 4.0])),
    ]
    chart = charted(some, ["plain", "peg"])
    assert chart["difference"] is not None
    above, below = chart["picture"]["layout"]["xaxis"], chart["difference"]["layout"]["xaxis"]
    assert above["range"] == below["range"] == [0, 5]
    assert chart["difference"]["layout"]["yaxis"]["rangemode"] == "tozero", "no difference is seen"


def test_the_title_names_an_interval_only_where_one_is_drawn() -> None:
    titles = [
        charted(two_groups(pairs, 20.0), ["plain", "peg"])["difference_title"] for pairs in (1, 3)
    ]
    assert titles == ["Difference from “plain”", "Difference from “plain”, with its 95 % interval"]
