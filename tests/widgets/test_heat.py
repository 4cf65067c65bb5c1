"""The heat of prices: what colours the timeline and the room."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state


def heat(view: PageView) -> list[int]:
    found: list[int] = build_state(view)["timeline"]["heat"]
    return found


def test_each_turn_is_as_hot_as_its_number() -> None:
    """P4.2: Number 1 is cold, 8 is the hottest."""
    match = classkit.new("poleconomy", seats=4, seed=39)
    view = PageView(MatchController(match))
    while match.turn < 28:
        match.play(until="turn")
    numbers = [row["values"]["inflation_number"] for row in view.get_rows()]
    assert {*numbers} >= {1, 2, 4, 6}
    assert heat(view) == [round(4 * (number - 1) / 7) for number in numbers]
    assert len(heat(view)) == match.turn + 1
    match.back("turn")
    assert len(heat(view)) == match.turn + 1


def test_a_covered_number_gives_no_heat_away() -> None:
    view = PageView(MatchController(classkit.new("poleconomy", seats=4, seed=39)))
    view.match.play(until="turn")
    assert heat(view)
    view.cover("inflation")
    assert heat(view) == []
    view.cover("inflation", on=False)
    assert heat(view)


def test_a_game_without_a_range_of_prices_has_no_heat() -> None:
    for game in ("opoly", "economicon", "economy"):
        match: Any = classkit.new(game, seats=4, seed=3).play(until="turn")
        assert heat(PageView(MatchController(match))) == []
