"""Step goes on as a match does: it repeats what lies ahead, and what is cut off stays a branch."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.decisions import Roll
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.navigation import UNTIL_VALUES
from classkit.widgets import table as make_table
from classkit.widgets.match_controller import MatchController
from tests.toy import GAME as TOY
from tests.widgets.desks import desk_of
from tests.widgets.pages import Page


def own_bots_of_three_rounds(seats: int = 3) -> MatchController:
    desk = MatchController(classkit.new("poleconomy", seats=seats, seed=7))
    for _ in range(3):
        desk.step("round")
    return desk


@pytest.mark.parametrize("until", UNTIL_VALUES)
def test_match_table_and_page_go_on_alike(until: str) -> None:
    """The same places, whoever goes on, after going back to turn 2 (18.3)."""

    def new() -> Any:
        return classkit.new("poleconomy", seats=3, seed=7).play("round").play("round").goto(turn=2)

    match, live, page = new(), make_table(new()), Page.of(new(), bots=None)
    for _ in range(5):
        if match.is_over:
            break
        match.play(until)
        live.step(until)
        page.do("step", until=until)
        places = [(m.step, m.digest()) for m in (match, live.match, page.match)]
        assert places[0] == places[1] == places[2]
    assert live.branches == ["Main"] and list(page.desk.branches.all) == ["Main"]
    assert match.last_step == live.match.last_step == page.match.last_step


def test_step_goes_on_beyond_what_lies_ahead() -> None:
    desk = own_bots_of_three_rounds()
    desk.step()
    left, turn = desk.match.step, desk.match.turn
    desk.goto(turn=turn)
    desk.step("turn")
    assert desk.match.turn == turn + 1 and desk.match.step > left
    desk.goto(step=0)
    desk.step("end")
    assert desk.match.is_over, "the end, not where the match was left"
    assert list(desk.branches.all) == ["Main"]


def test_what_a_person_typed_is_repeated_and_then_the_person_is_asked() -> None:
    desk = desk_of(bots={"A": "passive", "B": "person", "C": "passive"})
    desk.step("end")
    assert desk.waiting_persons() == ["B"]
    desk.answer(desk.open_decisions()[0].default.move, "B")
    desk.step("end")
    left = desk.match.step
    desk.goto(step=0)
    desk.play(speed=2)
    while not desk.waiting_persons():
        desk.step()
    assert desk.is_playing and desk.match.can_redo, "it goes on by itself through what B has typed"
    desk.step("end")
    assert desk.match.step == left and desk.waiting_persons() == ["B"] and not desk.is_playing


def test_throws_of_the_room_are_repeated_and_then_asked_for() -> None:
    desk = MatchController(classkit.new("poleconomy", seats=2, seed=1, luck="by_hand"), "passive")
    while isinstance(desk.match.request, Roll):
        faces = [desk.match.step % 6 + 1, 4]
        desk.answer("roll", None, {"dice": faces[: desk.match.request.dice]})
    desk.step()
    left = desk.match.step
    desk.goto(step=0)
    desk.step("end")
    assert desk.match.step >= left
    with pytest.raises(IllegalMove, match="Enter the result"):
        desk.step()


def test_a_seat_handed_over_decides_from_here_on() -> None:
    """Handed to who decides the same, nothing is lost; otherwise what lay ahead is a branch."""
    desk = own_bots_of_three_rounds()
    last, end = desk.match.last_step, desk.match.digest()
    desk.goto(turn=2)
    seat = desk.open_decisions()[0].seat
    who = desk.players[seat]
    desk.hand(seat, "person")
    desk.hand(seat, who)
    assert desk.branches.active.play_anew
    desk.step("round")
    assert list(desk.branches.all) == ["Main"] and desk.match.last_step == last
    desk.goto(turn=2)
    desk.hand(seat, "passive")
    desk.step("end")
    kept = desk.branches.get_branch("Main as it was").match
    assert (kept.step, kept.digest()) == (last, end)


def test_a_table_repeats_what_lies_ahead_of_the_match_it_is_given() -> None:
    """Whoever takes the seats of a new table has changed nothing yet."""
    match = classkit.new("poleconomy", seats=3, seed=7).play("round", bots="passive")
    last = match.last_step
    live = make_table(match.goto(step=0), bots="tycoon").step("round")
    assert live.match.step == last and {entry.by for entry in match.answers} == {"passive"}


def test_a_policy_that_is_written_anew_has_taken_its_seat_anew() -> None:
    desk = desk_of(bots="passive")
    desk.step("round")

    def policies() -> Any:
        def mine(view: Any, decision: Any) -> Any:
            return decision.default

        return mine

    desk.hand("A", policies())
    desk.branches.active.play_anew = False
    desk.hand("A", policies())
    assert desk.branches.active.play_anew


def test_a_bot_asked_once_cuts_only_if_it_decides_otherwise() -> None:
    desk = own_bots_of_three_rounds()
    last = desk.match.last_step
    desk.goto(turn=2)
    seat = desk.open_decisions()[0].seat
    desk.bot_answers_once(seat, desk.players[seat])
    assert desk.match.last_step == last and list(desk.branches.all) == ["Main"]


def test_sealed_answers_in_another_order_are_no_new_branch() -> None:
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots="person")
    said = {}
    while len(page.desk.open_decisions()) < 3:
        page.do("default", seat=page.desk.open_decisions()[0].seat)
    for decision in page.desk.open_decisions():
        said[decision.seat] = decision.default
        page.do("default", seat=decision.seat)
    last, end = page.match.last_step, page.match.digest()
    page.do("goto", step=last - 3)
    for seat in reversed(said):
        fields = dict(said[seat].fields)
        told = page.do("answer", seat=seat, move=said[seat].move, **{"with": fields})
        assert told["kind"] == "step"
    assert list(page.desk.branches.all) == ["Main"]
    assert page.match.last_step == last and page.match.digest() == end


@pytest.mark.parametrize("act", ["signal", "aside", "withdraw"])
def test_whatever_cuts_something_off_keeps_it_as_a_branch(act: str) -> None:
    desk = MatchController(classkit.new(TOY, seats=3, seed=4), {})
    while not desk.match.answered_seats:
        desk.answer_default(desk.open_decisions()[0].seat)
    (sealed,) = desk.match.answered_seats
    for decision in desk.open_decisions():
        desk.answer_default(decision.seat)
    if act == "aside":
        while not desk.match.asides():
            desk.answer_default(desk.open_decisions()[0].seat)
        at = desk.match.step
        desk.answer_default(desk.open_decisions()[0].seat)
        desk.goto(step=at)
    else:
        desk.back()
        desk.back()
    last = desk.match.last_step
    if act == "signal":
        desk.signal("time_up")
    elif act == "withdraw":
        desk.withdraw(sealed)
    else:
        aside = next(one for one in desk.match.asides() if not one.move.barred)
        desk.aside(aside.move.name, aside.seat, {
            name: field.suggest()[0] for name, field in aside.move.fields.items()
        })  # fmt: skip
    assert desk.branches.get_branch("Main as it was").match.step == last
    assert not desk.match.can_redo


def test_without_room_for_a_branch_nothing_is_cut_off() -> None:
    desk = desk_of()
    desk.step("round")
    while len(desk.branches.all) < 20:
        desk.fork(f"What if {len(desk.branches.all)}")
    desk.step("turn")
    desk.goto(step=0)
    asked, last = desk.open_decisions()[0], desk.match.last_step
    other = next(move.name for move in asked.legal if move.name != asked.default.move)
    with pytest.raises(ClasskitError, match="Drop one in the tab Match"):
        desk.answer(other, asked.seat)
    assert desk.match.last_step == last and desk.match.step == 0
