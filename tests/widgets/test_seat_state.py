"""Pages of seats, made from what everybody sees: the same as if each were made by itself."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.bots import PERSON
from classkit.engine.events import EVERYBODY
from classkit.engine.registry import list_games
from classkit.widgets.action_summary import record_moment, summarize_action
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_seat_state, build_state

SEATS, STEPS = 3, 60


def seen_alone(desk: MatchController, seat: str) -> PageView:
    """The view of a seat's page."""
    view = PageView(desk, seat)
    view.answering_seat = seat
    return view


@pytest.mark.sweep(3)
@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("charts", [(), "first"])
def test_a_seat_sees_what_it_would_see_alone(game: str, charts: Any) -> None:
    desk = MatchController(classkit.new(game, seats=SEATS, seed=7))
    for seat in desk.match.seats:
        desk.hand(seat, PERSON)
    public = PageView(desk, EVERYBODY)
    public.answering_seat = ""
    alone = {seat: seen_alone(desk, seat) for seat in desk.match.seats}
    shared = {seat: seen_alone(desk, seat) for seat in desk.match.seats}
    shown = [desk.match.game.active_charts(desk.match.table)[0].key] if charts else []
    for _ in range(STEPS):
        if desk.match.is_over:
            break
        before = record_moment(desk)
        desk.match.play("decision", dict.fromkeys(desk.match.seats, "random"))
        desk.summary = summarize_action(desk, before)
        expected = {seat: build_state(view, shown) for seat, view in alone.items()}
        with desk.keep_results():
            everybody = build_state(public, shown)
            found = {
                seat: build_seat_state(view, everybody, shown) for seat, view in shared.items()
            }
        assert found == expected


def test_what_seats_share_has_no_line_that_only_some_may_see() -> None:
    desk = MatchController(classkit.new("economy", seats=SEATS, seed=7))
    for seat in desk.match.seats:
        desk.hand(seat, PERSON)
    public, seats = PageView(desk, EVERYBODY), desk.match.seats
    desk.match.play("decision", dict.fromkeys(seats, "random"))
    with desk.keep_results():
        everybody = build_state(public)
        found = {seat: build_seat_state(seen_alone(desk, seat), everybody) for seat in seats}
    lines = {seat: {line["id"] for line in state["news"]} for seat, state in found.items()}
    common = {line["id"] for line in everybody["news"]}
    own = {seat: ids - common for seat, ids in lines.items()}
    dealt = [
        number for number, event in enumerate(desk.match.events, 1) if event.name == "hand_dealt"
    ]
    assert sorted(number for ids in own.values() for number in ids) == dealt
    assert all(len(ids) == 1 for ids in own.values())


def test_results_are_kept_only_while_nothing_changes() -> None:
    desk = MatchController(classkit.new("economy", seats=SEATS, seed=7))
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    assert [desk.compute_once("one", make), desk.compute_once("one", make)] == [0, 1]
    with desk.keep_results():
        assert [desk.compute_once("one", make), desk.compute_once("one", make)] == [2, 2]
        assert desk.clone().kept is None
    assert desk.compute_once("one", make) == 3
