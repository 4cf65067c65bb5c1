"""Through a match: step, back, and what is gone through again."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import NothingToDo, UnknownName
from classkit.widgets.match_controller import MatchController
from tests.toy import GAME as HARBOUR
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
    desk = desk_of(bots={"A": "passive", "B": "person", "C": "passive"})
    desk.step("end")
    waiting = desk.match.step
    assert desk.waiting_persons() == ["B"]
    desk.step()
    assert desk.match.step == waiting


def test_play_pauses_before_a_person() -> None:
    desk = desk_of(bots={"A": "passive", "B": "person", "C": "passive"})
    desk.play(speed=2)
    desk.step("end")
    assert not desk.is_playing


def test_step_at_the_end_says_so() -> None:
    desk = desk_of(options={"round_limit": 2})
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
        desk_of(bots="person").back()


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


def test_back_gets_past_turns_that_ask_nothing() -> None:
    """Economicon has phases without answers: Back by turn and by round, to the very beginning."""
    for until in ("turn", "round"):
        desk = MatchController(classkit.new("economicon", seats=4, seed=1), "passive")
        places = [desk.match.step]
        for _ in range(4):
            desk.step(until)
            places.append(desk.match.step)
        for place in places[-2::-1]:
            desk.back(until)
            assert desk.match.step == place
        with pytest.raises(NothingToDo):
            desk.back(until)


def test_back_returns_to_where_a_step_began_in_mid_turn() -> None:
    desk = desk_of()
    desk.step()
    began = desk.match.step
    desk.step("turn")
    desk.step("round")
    desk.back("round")
    desk.back("turn")
    assert desk.match.step == began
    desk.back("turn")
    assert desk.match.step == 0, "no Step led there: to the start of the turn"


def test_forward_takes_the_stride_of_step() -> None:
    desk = desk_of()
    for _ in range(3):
        desk.step("round")
    there = desk.match.step
    desk.back("round")
    desk.forward("round")
    assert desk.match.step == there
    desk.back("end")
    desk.forward("turn")
    assert desk.match.turn == 2
    desk.forward("end")
    assert desk.match.step == there


def test_one_step_that_gives_several_sealed_answers_is_one_step_back() -> None:
    desk = MatchController(classkit.new(HARBOUR, seats=3, seed=7), "passive")
    while len(desk.open_decisions()) < 3:
        desk.step()
    began = desk.match.step
    desk.step()
    assert desk.match.step == began + 3
    desk.back()
    assert desk.match.step == began
    desk.forward()
    assert desk.match.step == began + 3


def test_a_new_answer_forgets_the_steps_that_lay_ahead() -> None:
    desk = desk_of()
    desk.step()
    desk.step("turn")
    there = desk.match.step
    desk.back("turn")
    desk.bot_answers_once(desk.open_decisions()[0].seat, "random")
    while desk.match.step < there:
        desk.step()
    desk.back("turn")
    assert desk.match.step != 1, "no Step of this line began there"


def test_what_led_here_is_known_in_a_fork_too() -> None:
    desk = desk_of()
    desk.step()
    began = desk.match.step
    desk.step("turn")
    desk.fork("What if")
    desk.back("turn")
    assert desk.match.step == began


def test_a_timeline_gets_past_turns_that_ask_nothing() -> None:
    """Turn by turn towards the beginning and the end, as a slider is moved by its keys."""
    desk = MatchController(classkit.new("economicon", seats=4, seed=1), "passive")
    desk.step("round")
    desk.step("round")
    last, steps = desk.match.turn, [desk.match.step]
    while desk.match.can_undo:
        desk.goto(turn=desk.match.turn - 1)
        assert desk.match.step < steps[-1]
        steps.append(desk.match.step)
    assert desk.match.turn < last
    while desk.match.can_redo:
        desk.goto(turn=desk.match.turn + 1)
        assert desk.match.step > steps[-1]
        steps.append(desk.match.step)
    assert desk.match.turn == last


def test_step_goes_on_until_something_is_so_of_the_match() -> None:
    live = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    live.step(until=lambda m: m.metrics()["inflation_number"] > 4)
    assert live.match.round == 6
    assert live.step(until=lambda m: True).match.round == 6, "it is so already"
    live.hand("B", "person").step(until=lambda m: m.is_over)
    assert not live.match.is_over and live.match.request.seats == ("B",)
    before = live.match.digest()
    with pytest.raises(ZeroDivisionError):
        live.step(until=lambda m: 1 / 0)
    assert live.match.digest() == before
