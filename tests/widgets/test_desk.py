"""What an instructor does with a match: step, back, branches, seats that change hands."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo, UnknownName
from classkit.widgets import keeping
from classkit.widgets.desk import Desk
from tests.toy import GAME as TOY


def desk_of(seats: Any = 3, bots: Any = "default", **settings: Any) -> Desk:
    return Desk(classkit.new("poleconomy", seats=seats, seed=7, **settings), bots)


# --- step and back -------------------------------------------------------------------


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


# --- branches ------------------------------------------------------------------------------------


def test_a_new_answer_after_back_keeps_the_old_line_as_a_branch() -> None:
    """What if the Prime Minister had turned the arrow? (design 1)"""
    desk = desk_of()
    for _ in range(5):
        desk.step("turn")
    desk.goto(step=0)
    asked = desk.asked()[0]
    other = next(move.name for move in asked.legal if move.name != asked.default.move)
    desk.answer(other, asked.seat)
    assert list(desk.branches.all) == ["Main", "Main as it was"]
    assert desk.branches.find("Main as it was").match.turn == 6
    assert desk.match.turn == 1 and desk.branches.active.name == "Main"


def test_the_same_answer_after_back_is_no_new_branch() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.goto(step=0)
    desk.default(desk.asked()[0].seat)
    assert list(desk.branches.all) == ["Main"]
    assert desk.match.can_redo


def test_a_refused_answer_keeps_no_branch() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.goto(step=0)
    with pytest.raises(IllegalMove):
        desk.answer("fly", desk.asked()[0].seat)
    assert list(desk.branches.all) == ["Main"] and desk.match.can_redo


def test_fork_and_change_branches() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.fork("What if")
    desk.step("turn")
    assert desk.match.turn == 3
    desk.branch("Main")
    assert desk.match.turn == 2
    with pytest.raises(ClasskitError, match="on the screen"):
        desk.drop_branch("Main")
    desk.drop_branch("What if")
    assert list(desk.branches.all) == ["Main"]


def test_a_fork_in_the_past_plays_on_without_touching_the_rest() -> None:
    desk = desk_of(bots="saver")
    for _ in range(5):
        desk.step("turn")
    latest = desk.match.digest()
    desk.goto(turn=2)
    desk.fork()
    desk.hand("A", "tycoon")
    desk.step("turn")
    assert list(desk.branches.all) == ["Main", "Branch 1"]
    desk.branch("Main")
    desk.goto(step=desk.match.last_step)
    assert desk.match.digest() == latest


@pytest.mark.parametrize("begin", [keeping.reset, keeping.new_luck])
def test_beginning_anew_loses_nothing(begin: Any) -> None:
    """Reset and New seed keep what was there (design 7)."""
    desk = desk_of()
    desk.step("round")
    digest, seed = desk.match.digest(), desk.match.seed
    desk.bookmark("the first round")
    begin(desk)
    assert desk.match.step == 0
    assert (desk.match.seed == seed) == (begin is keeping.reset)
    kept = desk.branches.find("Main as it was")
    assert kept.match.digest() == digest and kept.marks == {4: "the first round"}


def test_twenty_branches_are_kept_and_the_oldest_kept_by_itself_goes_first() -> None:
    desk = desk_of()
    desk.step("turn")
    oldest = desk.match
    for _ in range(30):
        keeping.reset(desk)
        desk.step("turn")
    assert len(desk.branches.all) == 20
    assert oldest not in [branch.match for branch in desk.branches]
    for _ in range(19):
        desk.fork()
    with pytest.raises(ClasskitError, match="drop one"):
        desk.fork()


def test_branches_are_drawn_beside_the_active_one() -> None:
    desk = desk_of()
    for _ in range(3):
        desk.step("turn")
    desk.fork("What if")
    desk.step("turn")
    desk.branch("Main")
    desk.step("turn")
    desk.step("turn")
    shown = {b["name"]: b for b in desk.branches_shown(desk.rows.upto_now(desk.match))}
    assert shown["Main"]["rows"] == []
    desk.branch("What if")
    rows = desk.rows.upto_now(desk.match)
    shown = {b["name"]: b for b in desk.branches_shown(rows)}
    assert shown["Main"]["rows"][-1]["turn"] == 5


# --- who plays ---------------------------------------------------------


def test_by_default_the_games_own_bots_play_in_turn() -> None:
    desk = Desk(classkit.new("poleconomy", seats=4, seed=7))
    assert list(desk.players.values()) == ["politician", "saver", "tycoon", "politician"]


def test_a_seat_is_handed_to_a_bot_and_back_in_the_middle() -> None:
    desk = desk_of(bots={})
    seat = desk.persons_asked()[0]
    desk.hand(seat, "tycoon")
    before = desk.match.step
    desk.step()
    assert desk.match.step == before + 1
    desk.hand(seat, "person")
    assert desk.players[seat] == "person"


def test_a_policy_of_ones_own_may_take_a_seat() -> None:
    def stubborn(view: Any, decision: Any) -> Any:
        return decision.default

    desk = desk_of(bots={})
    for seat in "ABC":
        desk.hand(seat, stubborn)
    desk.step("turn")
    assert desk.match.turn == 2 and "stubborn" in desk.bots()
    assert {entry.by for entry in desk.match.answers if entry.kind == "answer"} == {"stubborn"}


def test_handing_a_seat_over_after_back_plays_anew() -> None:
    desk = desk_of(bots="default")
    for _ in range(4):
        desk.step("turn")
    desk.goto(turn=1)
    desk.hand("A", "random")
    desk.step("turn")
    assert "Main as it was" in desk.branches.all


def test_unknown_players_and_seats_are_refused() -> None:
    with pytest.raises(UnknownName, match="tycoon"):
        desk_of().hand("A", "tycon")
    with pytest.raises(UnknownName):
        desk_of().hand("Z", "tycoon")


def test_a_bot_decides_once_for_a_person() -> None:
    desk = desk_of(bots={})
    seat = desk.persons_asked()[0]
    desk.let_bot(seat, "tycoon")
    assert desk.match.step == 1 and desk.players[seat] == "person"
    other = next(s for s in "ABC" if s not in desk.persons_asked())
    with pytest.raises(IllegalMove, match="not asked"):
        desk.let_bot(other, "tycoon")


def test_bots_answer_sealed_decisions_and_persons_are_waited_for() -> None:
    desk = Desk(classkit.new(TOY, seats=3, seed=4), {"A": None, "B": "random", "C": "random"})
    desk.step()
    assert desk.match.answered == ("B", "C") and desk.persons_asked() == ["A"]
    desk.withdraw("B")
    assert desk.match.answered == ("C",)
    desk.step()
    desk.default("A")
    assert desk.match.answered == ()


def test_dice_of_the_room_are_typed_in() -> None:
    desk = Desk(classkit.new("poleconomy", seats=2, seed=1, luck="by_hand"), "default")
    with pytest.raises(IllegalMove, match="enter what came up"):
        desk.step()
    asked = desk.match.request
    desk.answer("roll", None, {"dice": [3, 4][: asked.dice]})
    assert desk.match.step == 1


def test_hosts_signals_reach_the_game() -> None:
    desk = Desk(classkit.new(TOY, seats=2, seed=1), "default")
    desk.signal("time_up")
    desk.step("end")
    assert desk.match.ending == "time"


# --- names and bookmarks -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "x" * 10_000, "a\u202eb", "tab\x00", "   "])
def test_hostile_names_are_refused_and_nothing_changes(name: str) -> None:
    desk = desk_of(seats=["Ada", "Bo"])
    with pytest.raises(ClasskitError):
        desk.rename("A", name)
    assert desk.names == {"A": "Ada", "B": "Bo"}


def test_names_are_the_same_on_all_branches() -> None:
    desk = desk_of()
    desk.fork("one")
    desk.rename("A", "Ada")
    keeping.new_luck(desk)
    desk.branch("Main")
    assert desk.say.seat("A") == "Ada"


def test_bookmarks_come_and_go() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.bookmark("here")
    assert desk.branches.active.plain_marks() == [{"turn": 2, "label": "here"}]
    desk.unbookmark(2)
    with pytest.raises(NothingToDo):
        desk.unbookmark(2)


# --- saving and opening --------------------------------------------------------------------------


def test_a_saved_match_opens_in_a_branch_of_its_own() -> None:
    desk = desk_of(bots="random")
    desk.step("round")
    digest = desk.match.digest()
    text = keeping.record_for_page(desk)["text"]
    other = Desk(classkit.new("poleconomy", seats=2, seed=1))
    keeping.open_text(other, text)
    assert other.match.digest() == digest and len(other.players) == 3
    assert list(other.branches.all) == ["Main", "Opened"]


def test_a_record_to_take_along_has_the_past_and_another_seed() -> None:
    desk = desk_of(bots="random")
    desk.step("round")
    opened = classkit.engine.replay.loads(keeping.record_for_page(desk)["text"])
    assert opened.digest() == desk.match.digest() and opened.seed != desk.match.seed


def test_a_match_from_a_position_can_be_taken_along_too() -> None:
    desk = desk_of(position={"marker": 2, "A.cash": 400_000})
    desk.step("turn")
    opened = classkit.engine.replay.loads(keeping.record_for_page(desk)["text"])
    assert opened.position() == desk.match.position()
    assert opened.seed != desk.match.seed


@pytest.mark.parametrize(
    "text", ["", "no", "{", '{"classkit": 1}', "[" * 5_000, "/etc/passwd", '{"a": NaN}']
)
def test_what_is_no_record_is_refused_and_the_match_goes_on(text: str) -> None:
    desk = desk_of()
    desk.step("turn")
    with pytest.raises(ClasskitError):
        keeping.open_text(desk, text)
    assert desk.match.turn == 2 and list(desk.branches.all) == ["Main"]


def test_a_page_never_opens_a_file_by_its_path(tmp_path: Any) -> None:
    desk = desk_of()
    path = desk.match.save(tmp_path / "a.classkit.json")
    with pytest.raises(ClasskitError):
        keeping.open_text(desk, str(path))
    keeping.open_record(desk, path)
    assert desk.branches.active.name == "Opened"


def test_a_record_that_stops_agreeing_opens_up_to_there() -> None:
    desk = desk_of(bots="default")
    for _ in range(4):
        desk.step("turn")
    text = keeping.record_for_page(desk)["text"]
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if '"turn": 3' in line)
    lines[at] = lines[at].replace('"digest": "', '"digest": "0')
    keeping.open_text(desk, "\n".join(lines))
    assert desk.branches.active.name == "Opened" and "turn 3" in desk.notice
