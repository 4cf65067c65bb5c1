"""Bots: how far they play, what they may return, and people among them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.game import Game
from classkit.engine.moves import Amount, Answer, Move
from classkit.engine.requests import Decision, Sealed
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
    with pytest.raises(IllegalMove, match=r"'perhaps' is no answer to question"):
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
        asides_of = Game.asides_of

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
