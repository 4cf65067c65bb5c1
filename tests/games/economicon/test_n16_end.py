"""N16 End."""

from __future__ import annotations

from fractions import Fraction

import pytest

import classkit

from .tables import at_phase, edition_with, last, told

NOTHING = {"gold": 0, "grain": 0, "oil": 0, "tech": 0, "own": 0}


def ending(**facts):
    """The end of a game; reserves hold gold alone unless stated."""
    options = facts.pop("options", None)
    stated = {}
    for seat, fact in facts.items():
        reserves = {**NOTHING, **fact.get("reserves", {})}
        stated[seat] = {**fact, "reserves": reserves}
    return at_phase(10, round=10, options=options, **stated)


def test_the_last_round():
    """N16.1: after round 10, or as the option or the edition says."""
    m = classkit.new("economicon", seats=2, seed=1).play(bots="passive")
    assert m.is_over and m.round == 10 and m.turn == 90
    m = classkit.new("economicon", seats=2, seed=1, options={"rounds": 3}).play(bots="passive")
    assert m.round == 3
    edition = edition_with(edition={"rounds": 2})
    assert classkit.new("economicon", seats=2, edition=edition).play().round == 2
    assert (
        classkit.new("economicon", seats=2, edition=edition, options={"rounds": 4}).play().round
        == 4
    )


def test_worth_is_exact():
    """N16.1: as a fraction, shown to two decimals."""
    facts = {"reserves": {"grain": 1}}
    m = ending(A=facts, B={}, C={}, D={})
    assert last(m, "valued").facts["nation"] == "D"
    assert told(m, "valued")[0]["worth"] == Fraction(60, 144)
    assert m.standings()[0].score == 0.42


@pytest.mark.parametrize(("limit", "winner"), [(3, "B"), (4, "A")])
def test_disqualification(limit: int, winner: str):
    """N16.2: three tokens, or four."""
    m = ending(options={"disqualify_at": limit}, A={"reserves": {"gold": 50}, "tokens": 3},
               B={"reserves": {"gold": 9}}, C={}, D={})  # fmt: skip
    assert m.winners == (winner,)


def test_ties():
    """N16.3: fewer tokens, then more gold, then shared."""
    grain = {"market": {"grain": 60}}
    even = {"reserves": {"gold": 5, "grain": 5}}
    m = at_phase(10, round=10, **grain, A={"reserves": {**NOTHING, "grain": 10, "gold": 0}},
                 B={"reserves": {**NOTHING, **even["reserves"]}},
                 C={"reserves": {**NOTHING, **even["reserves"]}},
                 D={"reserves": NOTHING})  # fmt: skip
    assert m.winners == ("B", "C")
    assert [line.place for line in m.standings()] == [1, 1, 3, 4]
    m = ending(A={"reserves": {"gold": 5}, "tokens": 1}, B={"reserves": {"gold": 5}}, C={}, D={})
    assert m.winners == ("B",)


@pytest.mark.parametrize("how", ["fewest_tokens", "nobody"])
def test_nobody_is_eligible(how: str):
    """N16.4: those with the fewest tokens, or nobody."""
    facts = {seat: {"tokens": 4, "reserves": {"gold": 5}} for seat in "ABC"}
    m = ending(options={"no_eligible": how}, **facts, D={"tokens": 5, "reserves": {"gold": 50}})
    assert m.ending == how == last(m, "game_ended").facts["reason"]
    assert m.winners == (("A", "B", "C") if how == "fewest_tokens" else ())
