"""Decisions and rolls: what they read, and how they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.decisions import Decision, Draw, Roll, Sealed, append_clause
from classkit.engine.errors import IllegalMove
from classkit.engine.moves import Amount, Answer, Move, OneOf, SomeOf
from classkit.engine.randomness import RandomStream


def decision(*moves: Move, **more: Any) -> Decision:
    return Decision("B", "choose", moves, "X1", more.pop("default", "no"), **more)


def test_a_decision_lists_all_moves_and_those_that_are_legal() -> None:
    d = decision(Move("yes", barred="Too dear (X2)."), Move("no"))
    assert [m.name for m in d.moves] == ["yes", "no"] and [m.name for m in d.legal] == ["no"]
    with pytest.raises(IllegalMove, match=r"^Too dear \(X2\)\.$"):
        d.read("yes")
    assert repr(d) == "<Decision of seat B: choose (X1): no()>"


def test_a_value_alone_answers_the_one_move_that_takes_it() -> None:
    d = decision(Move("visit", to=OneOf(("I07", "O05"), of="space")), Move("no"))
    assert d.read("I07") == Answer("visit", {"to": "I07"})
    with pytest.raises(IllegalMove, match=r"'I08' is not an answer to choose. Possible: visit, no"):
        d.read("I08")
    both = decision(Move("bid", n=Amount(1, 9)), Move("raise", n=Amount(5, 20)))
    assert both.read(15) == Answer("raise", {"n": 15}) and both.read(2) == Answer("bid", {"n": 2})
    with pytest.raises(IllegalMove):
        both.read(7)  # it could be either


def test_a_value_alone_is_refused_with_its_own_reason() -> None:
    """By the field that knows it; what else is needed is said, and which moves it could mean."""

    def law(square: Any) -> str | None:
        return None if square == "I07" else f"{square} is too dear (X2)."

    here = OneOf(("I07", "I11"), of="space", rule=law)
    d = decision(Move("visit", to=here), Move("no"))
    with pytest.raises(IllegalMove, match=r"I11 is too dear \(X2\)\.$"):
        d.read("I11")
    both = decision(Move("visit", to=here), Move("buy", what=here), Move("no"))
    with pytest.raises(IllegalMove, match=r"^'I07' could mean visit or buy. Choose one \(X1\)\.$"):
        both.read("I07")
    form = decision(Move("place", card=OneOf(("oil",)), on=here), Move("no"))
    with pytest.raises(IllegalMove, match=r"^'I07' is the on of place; card is missing \(X1\)\.$"):
        form.read("I07")
    with pytest.raises(IllegalMove, match=r"I11 is too dear \(X2\)\.$"):
        form.read("I11")
    offer = Move("offer", whom=OneOf(("B", "C")), what=SomeOf(("oil", "gas")))
    with pytest.raises(
        IllegalMove, match=r"^to: must be one of .*, not 'I12'; did you mean 'I11'\? \(X1\)$"
    ):
        decision(Move("visit", to=here), default="visit").read("I12")
    several = decision(offer, Move("no"))
    with pytest.raises(IllegalMove, match=r"^'oil' alone .* offer takes whom, what \(X1\)\.$"):
        several.read("oil")
    units = SomeOf(
        ("A", "B", "C"), at_least=2, rule=lambda unit: "C is out (X2)." if unit == "C" else None
    )
    joined = decision(Move("join", units=units), Move("no"))
    for alone, reason in (("C", r"C is out \(X2\)"), ("A", r"must have 2 entries, not 1 \(X1\)\.")):
        with pytest.raises(IllegalMove, match=reason):
            joined.read(alone)
    single = decision(Move("pick", some=SomeOf(("A", "B"))), Move("no"))
    with pytest.raises(IllegalMove, match=r"^some: 'A' must be in a list, as in \['A'\]"):
        single.read("A")
    named = decision(Move("I07"), why=lambda name: f"{name} is not A's (X3)." * (name == "I11"))
    with pytest.raises(IllegalMove, match=r"^I11 is not A's \(X3\)\.$"):
        named.read("I11")
    with pytest.raises(IllegalMove, match=r"'maybe' is not an answer to choose"):
        named.read("maybe")


@pytest.mark.parametrize(
    "value", [None, 1.5, [], {}, b"no", object(), float("nan"), "", "x" * 9999]
)
def test_whatever_is_answered_the_reason_is_short_and_cites_the_clause(value: Any) -> None:
    with pytest.raises(IllegalMove, match=r"X1") as refusal:
        decision(Move("bid", n=Amount(1, 9)), Move("no")).read(value)
    assert len(str(refusal.value)) < 200


def test_a_default_may_be_a_name_an_answer_or_a_function() -> None:
    assert decision(Move("no")).default == Answer("no")
    assert decision(Move("no"), default=Answer("bid", {"n": 1})).default.fields == {"n": 1}
    assert decision(Move("no"), default=lambda: "no").default == Answer("no")


def test_facts_given_as_a_function_are_computed_again_when_refreshed() -> None:
    left = [1]
    d = decision(Move("no"), about=lambda: {"left": left[0]})
    left[0] = 2
    assert d.about == {"left": 1}
    d.clear_moves()
    assert d.about == {"left": 2}


def test_moves_given_as_a_function_are_computed_once_until_refreshed() -> None:
    calls: list[int] = []

    def moves() -> list[Move]:
        calls.append(1)
        return [Move("no")]

    d = Decision("B", "choose", moves, "X1", "no")
    assert d.legal and d.moves and len(calls) == 1
    d.clear_moves()
    assert d.moves and len(calls) == 2


def test_a_throw_by_hand_is_judged() -> None:
    roll = Roll(2, 6, "move", "X1", "A")
    assert roll.refuse([3, 4]) is None
    for wrong in ([3], [0, 1], [7, 1], ["3", 4], None, 34):
        assert roll.refuse(wrong)
    assert roll.refuse(roll.move.draw(RandomStream("x")).fields["dice"]) is None


def test_a_draw_by_hand_is_judged_by_what_is_left() -> None:
    draw = Draw(("x", "y", "y"), 2, "pick", "X1")
    assert draw.refuse(["y", "y"]) is None and draw.refuse(["x", "y"]) is None
    for wrong in (["x", "x"], ["x"], ["x", "y", "y"], ["q", "x"], "xy", None):
        assert draw.refuse(wrong)
    for n in range(20):
        outcome = draw.move.draw(RandomStream(str(n)))
        assert outcome is not None and draw.refuse(outcome.fields["items"]) is None


def test_sealed_decisions_are_kept_by_seat() -> None:
    sealed = Sealed([Decision(seat, "bid", [Move("no")], "X1", "no") for seat in "CA"])
    assert list(sealed.decisions) == ["C", "A"] and sealed.rule == "X1"


def test_the_clause_is_added_unless_one_is_cited() -> None:
    assert append_clause("Too much.", "X1") == "Too much (X1)."
    assert append_clause("Too much (X9).", "X1") == "Too much (X9)."
    assert append_clause("Only 5 (of 9) is possible.", "X1").endswith("possible (X1).")


def test_a_move_with_a_clause_of_its_own_is_refused_under_it() -> None:
    """Where one decision gathers moves of several clauses."""
    tax = Move("tax", rule="X1.2", rate=Amount(0, 9))
    act = Decision("A", "act", [Move("done"), tax], "X1.1", "done")
    with pytest.raises(
        IllegalMove, match=r"rate: must be a whole number from 0 to 9, not 10 \(X1\.2\)\."
    ):
        act.read("tax", {"rate": 10})
    with pytest.raises(IllegalMove, match=r"\(X1\.2\)"):
        act.read(10)
