"""Through a match: step, back, and what is gone through again."""

from __future__ import annotations

import pytest

from classkit.engine.errors import NothingToDo, UnknownName
from tests.widgets.desks import desk_of


def test_step_to_the_next_decision_gives_one_answer() -> None:
    desk = desk_of()
    desk.step()
    assert desk.match.step == 1


def test_step_to_the_next_turn_and_round() -> None:
    desk = desk_of()
    desk.step("turn")
    assert (desk.match.turn, desk.match.round) == (2, 1)
    desk.step("round")
    assert (desk.match.turn, desk.match.round) == (4, 2)


def test_step_stops_before_a_person_and_waits() -> None:
    desk = desk_of(bots={"A": "default", "C": "default"})
    desk.step("end")
    waiting = desk.match.step
    assert desk.persons_asked() == ["B"]
    desk.step()
    assert desk.match.step == waiting


def test_play_pauses_before_a_person() -> None:
    desk = desk_of(bots={"A": "default", "C": "default"})
    desk.play(speed=2)
    desk.step("end")
    assert not desk.playing


def test_step_at_the_end_says_so() -> None:
    desk = desk_of(round_limit=2)
    desk.step("end")
    with pytest.raises(NothingToDo, match="over"):
        desk.step()


def test_an_unknown_reach_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownName, match="turn"):
        desk_of().step("trun")


def test_back_to_decision_turn_and_round() -> None:
    desk = desk_of()
    for _ in range(7):
        desk.step("turn")
    desk.step()
    desk.back("turn")
    assert desk.match.turn == 8, "first to the beginning of the turn under way"
    desk.back("turn")
    assert desk.match.turn == 7
    desk.back("round")
    assert desk.match.turn == 4, "turn 7 begins round 3, so back to round 2"
    desk.back()
    assert desk.match.turn == 3


def test_back_at_the_beginning_says_so() -> None:
    with pytest.raises(NothingToDo, match="beginning"):
        desk_of(bots={}).back()


def test_step_after_back_goes_through_the_same_again() -> None:
    desk = desk_of(bots="tycoon")
    for _ in range(6):
        desk.step("turn")
    digest, step = desk.match.digest(), desk.match.step
    desk.goto(turn=2)
    while desk.match.step < step:
        desk.step("turn")
    assert desk.match.digest() == digest
    assert len(desk.branches.all) == 1


def test_rows_and_news_survive_going_back_and_forth() -> None:
    """Into a turn, forward over it: its row and its story are as before."""
    desk = desk_of(seats=4)
    for _ in range(10):
        desk.step("turn")
    rows, events = desk.match.history, desk.match.events
    desk.goto(turn=5)
    desk.forward()
    desk.goto(step=desk.match.last_step)
    assert desk.match.history == rows
    assert desk.match.events == events
