"""Bots: how far they play, what they may return, and people among them."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

import pytest

import classkit
from classkit.engine.decisions import Decision, Sealed
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.game import Game
from classkit.engine.moves import Amount, Answer, Move
from tests.toy import GAME

from .tiny import Tiny, asides_of, ask, ask_sealed, match, silent


def test_play_stops_where_it_is_told_to() -> None:
    m = classkit.new(GAME, seats=3, seed=2, options={"rounds": 3})
    assert m.play(until="decision").turn == 2, "a sealed decision is one"
    m = classkit.new(GAME, seats=3, seed=2, options={"rounds": 3})
    assert m.play(until="turn").turn == 2 and m.round == 1
    assert m.play(until="round").round == 2
    assert m.play(until="end").is_over
    assert m.play(until="turn").is_over


def test_play_stops_before_people() -> None:
    m = match(ask("A"), ask("B"), ask_sealed("A", "B", "C"), ask("A"))
    m.play(bots={"B": "person"})
    assert m.request.seat == "B"
    m.answer("yes").play(bots={"A": "passive", "B": None, "C": "passive"})
    assert isinstance(m.request, Sealed) and [d.seat for d in m.requests()] == ["B"]
    m.play(bots={"B": None})
    assert [d.seat for d in m.requests()] == ["B"]
    m.answer("yes")
    assert m.request.seat == "A"


def test_play_stops_before_dice_thrown_by_hand() -> None:
    m = classkit.new(GAME, seats=2, seed=2, luck="by_hand")
    assert m.play(bots="random") is m and m.request.purpose == "first_load" and m.step == 0


@pytest.mark.parametrize(
    "reply", ["yes", Answer("yes"), ("yes", {}), pytest.param(("yes", {}), id="pair")]
)
def test_a_policy_may_answer_in_several_forms(reply: Any) -> None:
    m = match(ask("A")).play(bots=lambda view, decision: reply)
    assert m.table.notes == ["A yes"]
    assert m.answers[0].by == "<lambda>"


@pytest.mark.parametrize("reply", [None, 1.5, ["yes"], ("yes",), object()])
def test_a_policy_that_answers_nonsense_is_told_so(reply: Any) -> None:
    m = match(ask("A"))
    with pytest.raises(ClasskitError, match=r"question"):
        m.play(bots=lambda view, decision: reply)
    assert m.step == 0


def test_a_policy_that_answers_what_is_not_legal_changes_nothing() -> None:
    m = match(ask("A"))
    with pytest.raises(IllegalMove, match=r"'perhaps' is not an answer to question"):
        m.play(bots=lambda view, decision: "perhaps")
    assert m.request.seat == "A" and m.step == 0


def test_a_bot_may_act_while_others_decide() -> None:
    class Busy:
        """Answers no, and writes a note first, once."""

        noted = 0

        def __call__(self, view: Any, decision: Decision) -> str:
            return "no"

        def aside(self, view: Any, decision: Decision, open_asides: Any) -> str | Answer | None:
            if self.noted or not open_asides():
                return None
            self.noted = 1
            return Answer("note")

    m = match(ask("A"), asides=asides_of(("B", "note", silent)))
    m.play(bots={"A": "passive", "B": Busy()})
    assert m.table.notes == ["silent", "A no"]
    assert [(entry.kind, entry.by) for entry in m.answers] == [
        ("aside", "Busy"),
        ("answer", "passive"),
    ]


def test_a_bot_may_act_beside_some_of_its_own_decisions_only() -> None:
    class Choosy:
        """Writes a note beside its first decision called second, and looks at no other name."""

        beside_own = frozenset({"second"})

        def __init__(self) -> None:
            self.looked_at: list[tuple[str, str]] = []

        def __call__(self, view: Any, decision: Decision) -> str:
            return "no"

        def aside(self, view: Any, decision: Decision, open_asides: Any) -> str | Answer | None:
            self.looked_at.append((decision.seat, decision.name))
            return Answer("note") if len(self.looked_at) == 1 else None

    choosy = Choosy()
    asked = (ask("A", "second"), ask("B", "first"), ask("B", "second"))
    m = match(*asked, asides=asides_of(("B", "note", silent)))
    m.play(bots={"A": "passive", "B": choosy})
    assert choosy.looked_at == [("B", "second")]
    assert m.table.notes == ["A no", "B no", "silent", "B no"]


def test_nobody_is_asked_to_act_in_a_game_that_has_nothing_to_do_aside() -> None:
    class Quiet(Tiny):
        """A game that lists no asides, as most."""

        asides = Game.asides
        seat_asides = Game.seat_asides

    class Eager:
        """Would act beside every decision."""

        looked_at = 0

        def __call__(self, view: Any, decision: Decision) -> str:
            return "no"

        def aside(self, view: Any, decision: Decision, open_asides: Any) -> None:
            self.looked_at += 1

    eager = Eager()
    classkit.new(Tiny(ask("A")), seats=2).play(bots=eager)
    assert Tiny().has_asides and eager.looked_at == 2, "each seat beside the one decision"
    m = classkit.new(Quiet(ask("A")), seats=2).play(bots=eager)
    assert m.is_over and not Quiet().has_asides and eager.looked_at == 2


def test_what_a_bot_answers_is_its_own_no_more() -> None:
    """A policy that goes on writing in its dict changes no record."""
    kept: dict[str, Any] = {"amount": 3}

    def bidder(view: Any, decision: Decision) -> tuple[str, dict[str, Any]]:
        return "bid", kept

    def bid(t: Any) -> Any:
        answer = yield Decision("A", "bid", [Move("bid", amount=Amount(0, 9))], "X1", "bid")
        t.notes.append(str(answer.fields["amount"]))

    m = match(bid).play(bots=bidder)
    kept["amount"] = 7
    assert m.table.notes == ["3"] and m.answers[0].value == {"amount": 3}


def test_a_bots_chance_is_its_own_and_repeats_itself() -> None:
    """The same place, the same chance; another seat, turn or decision, another chance."""
    drawn: list[int] = []

    def curious(view: Any, decision: Decision) -> str:
        drawn.append(view.chance.below(10**9))
        return "yes"

    m = match(ask("A"), ask("A"), ask("B"), ask("B", "other"), seed=5).play(bots=curious)
    assert len(set(drawn)) == 4
    first = list(drawn)
    drawn.clear()
    m.goto(step=0).play(bots=curious)
    assert drawn == first
    drawn.clear()
    match(ask("A"), ask("A"), seed=6).play(bots=curious)
    assert not set(drawn) & set(first)


def test_bots_chance_differs_in_phases_of_one_turn() -> None:
    """Segments that share a turn number (set-up phases) do not repeat each other's chance."""
    drawn: list[int] = []

    def curious(view: Any, decision: Decision) -> str:
        drawn.append(view.chance.below(10**9))
        return "yes"

    def stays(t: Any) -> Any:
        t.turn = 0
        yield from ask("A")(t)

    match(stays, stays, stays).play(bots=curious)
    assert len(set(drawn)) == 3


def test_what_a_bot_keeps_and_changes_later_is_not_its_answer() -> None:
    kept: dict[str, int] = {}

    def sly(view: Any, decision: Decision) -> Answer:
        kept.update({"grain": 0, "oil": 0, "spice": 0})
        return Answer("sell", kept) if decision.name == "order" else decision.default

    m = classkit.new(GAME, seats=2, seed=3).play(until="decision", bots=sly)
    kept["grain"] = 99
    assert all(entry.value["grain"] == 0 for entry in m.answers if entry.name == "sell")


class Stubborn:
    """A policy that is an object, with a method that is a policy too."""

    def __call__(self, view: Any, decision: Decision) -> str:
        return "no"

    def yes(self, view: Any, decision: Decision) -> str:
        return "yes"


@pytest.mark.parametrize(
    ("policy", "answer"),
    [
        (Stubborn(), "no"),
        (Stubborn().yes, "yes"),
        (partial(Stubborn.yes, None), "yes"),
        (lambda view, decision: "no", "no"),
    ],
)
def test_whatever_can_be_called_is_a_policy(policy: Any, answer: str) -> None:
    m = match(ask("A"), ask("A")).play(until="decision", bots=policy)
    assert [entry.name for entry in m.answers] == [answer]


# --- who plays ----------------------------------------------------------------------------------


class Remembers:
    """A policy that knows how often it was asked."""

    made: ClassVar[list[Remembers]] = []

    def __init__(self) -> None:
        self.asked = 0
        self.made.append(self)

    def __call__(self, view: Any, decision: Decision) -> str:
        self.asked += 1
        return "yes"


@pytest.fixture
def made() -> list[Remembers]:
    Remembers.made.clear()
    return Remembers.made


def test_of_a_class_of_policies_one_is_made_for_each_seat(made: list[Remembers]) -> None:
    m = match(ask("A"), ask("B"), ask("A"), ask("C"))
    m.play(bots={"A": Remembers, "B": Remembers, "C": "passive"})
    assert [one.asked for one in made] == [2, 1]
    assert [entry.by for entry in m.answers] == ["Remembers"] * 3 + ["passive"]


def test_one_that_plays_until_something_is_so_is_made_once(made: list[Remembers]) -> None:
    match(ask("A"), ask("A"), ask("A")).play(until=lambda m: m.step == 2, bots=[Remembers])
    assert [one.asked for one in made if one.asked] == [2]


def person(view: Any, decision: Decision) -> str:
    return "yes"


def test_a_function_is_a_policy_whatever_its_name_is() -> None:
    assert match(ask("A")).play(bots=person).answers[0].by == "person"
    assert match(ask("A")).play(bots="person").step == 0


class NeedsMore:
    def __init__(self, least: int) -> None:
        raise AssertionError("it is never made")

    def __call__(self, view: Any, decision: Any) -> Any:
        raise AssertionError("it is never asked")


class AskedWithOne:
    def __call__(self, view: Any) -> Any:
        raise AssertionError("it is never asked")


REFUSED = {
    "a number": (7, r"^a bot must be a name or a policy, not 7: write 'random', or my_policy"),
    "none in a list": ([None, "random"], r"^a bot must be a name or a policy, not None"),
    "zero": (0, r"^a bot must be a name or a policy, not 0"),
    "no text": ("", r"^There is no bot ''"),
    "no list": ([], r"^bots must have 1 to 3 bots in a list, not 0\.$"),
    "one argument": (lambda view: "yes", r"takes two arguments, .*: '<lambda>' takes \(view\)"),
    "a class with one": (AskedWithOne, r"takes two arguments, .*: 'AskedWithOne' takes \(view"),
    "a class that needs more": (
        {"C": NeedsMore},
        r"^NeedsMore cannot be created without arguments",
    ),
    "no class of policies": (dict, r"^dict is not a class of policies"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_play_is_refused_as_it_is_read(what: str) -> None:
    bots, reason = REFUSED[what]
    m = match(ask("A"), ask("B"), ask("C"))
    for until in ("end", lambda m: False):
        with pytest.raises(ClasskitError, match=reason):
            m.play(until=until, bots=bots)
    assert m.step == 0


def test_who_may_play_is_listed_with_the_person() -> None:
    with pytest.raises(ClasskitError, match=r"no bot 'persn'\. Did you mean 'person'\?"):
        match(ask("A")).play(bots="persn")
