"""Marks of the points that turned a match, and lines that tell why they are where they are."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.attribution.turning_points import turning_points
from classkit.engine.events import INSTRUCTOR
from classkit.widgets.actions import InvalidAction, explain_metric
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state

GAMES = ("poleconomy", "opoly", "economicon", "economy")


def ended(game: str) -> PageView:
    return PageView(MatchController(classkit.new(game, seats=4, seed=7).play(until="end")))


def active_charts(sight: PageView, numbers: bool = False) -> dict[str, Any]:
    keys = [chart.key for chart in sight.match.game.active_charts(sight.match.table)]
    shown: dict[str, Any] = build_state(sight, keys, keys if numbers else ())["charts"]
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_each_turning_point_lies_on_its_line_and_nowhere_else(game: str) -> None:
    sight = ended(game)
    points = turning_points(sight.match, sight.say, sight.viewer)
    marked: set[int] = set()
    for chart in active_charts(sight).values():
        if "turned" not in chart["traces"]:
            continue
        marks = chart["traces"]["turned"]
        for number, across, up in zip(marks["ids"], marks["x"], marks["y"], strict=True):
            point = points[int(number) - 1]
            line = chart["traces"][f"{point.figure}.{point.seat}"]
            assert (across, up) == (point.turn, pytest.approx(line["y"][line["x"].index(across)]))
            marked.add(int(number))
    assert marked == set(range(1, len(points) + 1))


def test_nothing_is_marked_while_a_match_goes_on_or_its_score_is_covered() -> None:
    sight = ended("poleconomy")
    assert "turned" in active_charts(sight)["net_worth"]["traces"]
    sight.cover("net_worth")
    assert not any("turned" in chart["traces"] for chart in active_charts(sight).values())
    sight.cover("net_worth", on=False)
    sight.match.undo()
    assert not any("turned" in chart["traces"] for chart in active_charts(sight).values())


@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_be_asked_of_a_line_is_answered_with_its_own_change(game: str) -> None:
    """Each cell of the numbers names the line and the place of its point."""
    sight = ended(game)
    some = 0
    for chart in active_charts(sight, numbers=True).values():
        table = chart["numbers"][0]
        for name, course in chart["splits"].items():
            if course["by"] != "line" or chart["per"] != "turn" or name not in chart["traces"]:
                continue
            (one,), line = course["figures"], chart["traces"][name]
            shown = explain_metric(sight, **one, turn=line["x"][5])
            if not shown["split"] or isinstance(line["y"][0], (str, type(None))):
                continue
            assert name in table["of"]
            assert table["at"] == line["x"][::-1][: len(table["at"])]
            (before, after), turn = line["y"][4:6], line["x"][5]
            split = sight.match.why(
                one["figure"], one["seat"] or None, turn=turn, seen_as="everybody"
            ).split
            assert split.change == pytest.approx((after or 0) - (before or 0))
            assert f"in turn {turn}" in shown["head"]
            some += 1
    assert some >= 4


@pytest.mark.parametrize("game", GAMES)
def test_every_point_of_every_chart_tells_why_it_is_where_it_is(game: str) -> None:
    """Each point of a chart opens its split; the instructor sees all courses."""
    match = classkit.new(game, seats=3, seed=7, options={"game": 2} if game == "poleconomy" else {})
    sight = PageView(MatchController(match.play(until="round").play(until="round")), INSTRUCTOR)
    asked = 0
    for key, chart in active_charts(sight, numbers=True).items():
        drawn = [
            name for name in chart["order"] if not name.startswith(("marks", "band.", "text."))
        ]
        assert set(drawn) <= set(chart["splits"]), f"{key}: {set(drawn) - set(chart['splits'])}"
        for name, course in chart["splits"].items():
            if name not in chart["traces"]:
                continue  # a column of the numbers alone
            trace, figures = chart["traces"][name], course["figures"]
            when: dict[str, Any] = {"per": chart["per"], "at": trace["x"][-1]}
            if chart["per"] == "turn":
                when = {"turn": match.turn}
            if course["by"] == "present":
                when = {"whole": True}
                cells = [cell for row in trace.get("z", [trace["y"]]) for cell in row]
                assert len(cells) == len(figures)
            for figure in figures:
                shown = explain_metric(sight, **figure, **when)
                assert shown["head"], (key, figure)
                asked += 1
        for row in chart["numbers"][0].get("asks", []):
            assert all(explain_metric(sight, **one, whole=True)["head"] for one in row)
    assert asked > 40


def test_why_is_asked_of_a_whole_round() -> None:
    sight = ended("economicon")
    rows = sight.match.history
    last = {row["round"]: row["worth"]["B"] for row in rows}
    shown = explain_metric(sight, "worth", "B", at=4)
    turns = [row["turn"] for row in rows if row["round"] == 4]
    split = sight.match.why("worth", "B", turn=turns[-1], since=turns[0] - 1, seen_as="everybody")
    assert shown["parts"] == split.data["parts"]
    assert split.split.change == pytest.approx(last[4] - last[3])
    with pytest.raises(InvalidAction, match="Round 40 has not been played"):
        explain_metric(sight, "worth", "B", at=40)
