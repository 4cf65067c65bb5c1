"""Who plays: seats that change hands, and what they are called."""

from __future__ import annotations

import random
from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove, UnknownName
from classkit.widgets import match_lifecycle
from classkit.widgets.match_controller import MatchController
from tests.toy import GAME as TOY
from tests.widgets.desks import desk_of

# --- who plays ---------------------------------------------------------


def test_by_default_the_games_own_bots_play_in_turn() -> None:
    desk = MatchController(classkit.new("poleconomy", seats=4, seed=7, options={"game": 1}))
    assert list(desk.players.values()) == ["tycoon", "financier", "politician", "saver"]


def test_a_seat_is_handed_to_a_bot_and_back_in_the_middle() -> None:
    desk = desk_of(bots="person")
    seat = desk.waiting_persons()[0]
    desk.hand(seat, "tycoon")
    before = desk.match.step
    desk.step()
    assert desk.match.step == before + 1
    desk.hand(seat, "person")
    assert desk.players[seat] == "person"


def test_a_policy_of_ones_own_may_take_a_seat() -> None:
    def stubborn(view: Any, decision: Any) -> Any:
        return decision.default

    desk = desk_of(bots="person")
    for seat in "ABC":
        desk.hand(seat, stubborn)
    desk.step("turn")
    assert desk.match.turn == 2 and "stubborn" in desk.bots()
    assert {entry.by for entry in desk.match.answers if entry.kind == "answer"} == {"stubborn"}


def test_handing_a_seat_over_after_back_plays_anew() -> None:
    desk = desk_of(bots="passive")
    for _ in range(4):
        desk.step("turn")
    last = desk.match.last_step
    desk.goto(turn=1)
    desk.hand("A", "random")
    while list(desk.branches.all) == ["Main"]:
        assert desk.match.last_step == last, "it decides as the one before did: nothing is lost"
        desk.step("turn")
    kept = desk.branches.get_branch("Main as it was")
    assert kept.match.step == last and {entry.by for entry in kept.match.answers} == {"passive"}


def test_a_fork_plays_anew_too_where_a_seat_has_changed_hands() -> None:
    desk = desk_of()
    for _ in range(9):
        desk.step()
    desk.goto(step=4)
    (asked,) = desk.open_decisions()
    desk.hand(asked.seat, "person")
    desk.fork("What if")
    desk.step()
    assert desk.match.step == 4 and desk.waiting_persons() == [asked.seat]


def test_unknown_players_and_seats_are_refused() -> None:
    with pytest.raises(UnknownName, match="tycoon"):
        desk_of().hand("A", "tycon")
    with pytest.raises(UnknownName):
        desk_of().hand("Z", "tycoon")


def test_a_bot_decides_once_for_a_person() -> None:
    desk = desk_of(bots="person")
    seat = desk.waiting_persons()[0]
    desk.bot_answers_once(seat, "tycoon")
    assert desk.match.step == 1 and desk.players[seat] == "person"
    other = next(s for s in "ABC" if s not in desk.waiting_persons())
    with pytest.raises(IllegalMove, match="nothing to decide"):
        desk.bot_answers_once(other, "tycoon")


def test_bots_answer_sealed_decisions_and_persons_are_waited_for() -> None:
    desk = MatchController(
        classkit.new(TOY, seats=3, seed=4), {"A": None, "B": "random", "C": "random"}
    )
    desk.step()
    assert desk.match.answered_seats == ("B", "C") and desk.waiting_persons() == ["A"]
    desk.withdraw("B")
    assert desk.match.answered_seats == ("C",)
    desk.step()
    desk.answer_default("A")
    assert desk.match.answered_seats == ()


def test_dice_of_the_room_are_typed_in() -> None:
    desk = MatchController(
        classkit.new("poleconomy", seats=2, seed=1, luck="by_hand", options={"game": 1}), "passive"
    )
    with pytest.raises(IllegalMove, match="Enter the result"):
        desk.step()
    asked = desk.match.request
    with pytest.raises(UnknownName, match="no seat 'Zed'"):
        desk.answer("roll", "Zed", {"dice": [3, 4][: asked.dice]})
    desk.answer("roll", None, {"dice": [3, 4][: asked.dice]})
    assert desk.match.step == 1


def test_hosts_signals_reach_the_game() -> None:
    desk = MatchController(classkit.new(TOY, seats=2, seed=1), "passive")
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
    match_lifecycle.reseed_match(desk)
    desk.branch("Main")
    assert desk.say.seat("A") == "Ada"


class Told:
    """A policy that answers what it was told to, where that may be answered."""

    def __init__(self, move: str) -> None:
        self.move = move

    def __call__(self, view: Any, decision: Any) -> Any:
        moves = {move.name for move in decision.moves}
        return self.move if self.move in moves else decision.default


def test_two_bots_of_one_class_are_two_players() -> None:
    desk = desk_of(bots={"A": Told("yes"), "B": Told("no")})
    first, second = desk.get_policies()["A"], desk.get_policies()["B"]
    assert isinstance(first, Told) and isinstance(second, Told)
    assert (first.move, second.move) == ("yes", "no")
    assert [desk.players[seat] for seat in "AB"] == ["Told", "Told 2"]
    desk.hand("A", second)
    assert desk.players["A"] == "Told" and desk.get_policies()["A"] is second, "its own name anew"


def test_bots_of_a_mapping_leave_the_others_to_the_games_own_and_a_list_goes_round() -> None:
    assert desk_of(bots={"B": "person"}).players == {
        "A": "tycoon",
        "B": "person",
        "C": "politician",
    }
    assert desk_of(bots=["saver", "person"]).players == {"A": "saver", "B": "person", "C": "saver"}
    with pytest.raises(UnknownName, match="Bo plays seat B"):
        desk_of(seats=["Ada", "Bo", "Cy"], bots={"Bo": "saver"})


class Counts:
    """A policy that knows how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: Any, decision: Any) -> Any:
        self.asked += 1
        return decision.default


def test_of_a_class_one_is_made_for_each_seat_and_keeps_what_it_knows() -> None:
    desk = desk_of(bots=Counts)
    assert [desk.players[seat] for seat in "ABC"] == ["Counts", "Counts 2", "Counts 3"]
    made = desk.get_policies()
    desk.step("round")
    assert desk.get_policies() == made and len(set(made.values())) == 3
    counted = {seat: made[seat].asked for seat in "ABC"}  # type: ignore[union-attr]
    answered = [entry.seat for entry in desk.match.answers if entry.kind == "answer"]
    assert counted == {seat: answered.count(seat) for seat in "ABC"}


def test_a_page_that_names_one_made_for_another_seat_gets_one_of_the_same_class() -> None:
    desk = desk_of(bots={"A": Counts})
    first = desk.get_policies()["A"]
    desk.hand("B", "Counts")
    second = desk.get_policies()["B"]
    assert desk.players["B"] == "Counts 2" and type(second) is Counts and second is not first
    desk.hand("A", "person")
    desk.hand("B", "Counts")
    assert desk.get_policies()["B"] is second, "it was made for this seat already"
    desk.hand("A", "Counts")
    assert desk.get_policies()["A"] is first


def test_none_hands_a_seat_to_a_person() -> None:
    live = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    assert live.hand("B", None).players["B"] == "person"


def person(view: Any, decision: Any) -> Any:
    return decision.default


def tycoon(view: Any, decision: Any) -> Any:
    return decision.default


def test_a_function_is_a_policy_whatever_its_name_is() -> None:
    desk = desk_of(bots=[person, tycoon, "tycoon"])
    assert desk.players == {"A": "person 2", "B": "tycoon 2", "C": "tycoon"}
    assert desk.get_policies() == {"A": person, "B": tycoon, "C": "tycoon"}
    desk.hand("C", person)
    assert desk.get_policies()["C"] is person and not desk.waiting_persons()


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        (7, r"^a bot must be a name or a policy, not 7"),
        (lambda view: "pass", r"takes two arguments, the view and the decision"),
        (dict, r"^dict is not a class of policies"),
        ("mine.py", r"Import a policy from its file"),
    ],
)
def test_what_cannot_play_takes_no_seat(to: Any, reason: str) -> None:
    desk = desk_of()
    before = dict(desk.players)
    with pytest.raises(ClasskitError, match=reason):
        desk.hand("A", to)
    assert desk.players == before


@pytest.mark.usefixtures("own_plays")
def test_a_policy_that_uses_random_plays_the_same_at_a_table_as_in_a_match() -> None:
    def lucky(view: Any, decision: Any) -> Any:
        names = [move.name for move in decision.legal if not move.fields]
        return random.choice(names) if names else decision.default

    played = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(
        "round", bots=lucky
    )
    desk = MatchController(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}))
    for seat in desk.match.seats:
        desk.hand(seat, lucky)
    before = random.getstate()
    while desk.match.round == 1:
        desk.step("decision")
    assert random.getstate() == before
    assert desk.match.digest() == played.digest()
