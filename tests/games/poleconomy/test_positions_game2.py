"""Positions of Game 2: placing, reading back and refused facts."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.errors import PositionError

from .tables import asked, bonds, cash, condition, in_country, law

DEFERRED = {
    "purpose": "research", "when": [condition("companies", 0, 2)], "amount": 60_000,
    "delay_rounds": 2, "due_turn": 11,
}  # fmt: skip
FACTS: dict[str, Any] = {
    "turn": 8, "mover": "B", "prime_minister": "B", "banker": "C", "marker": 5,
    "arrow": "anticlockwise", "treasury": 650_000, "unissued": 20,
    "law": law({"savings_shield": 200_000}, per_company=60_000, free_squares=2),
    "government": ["A", "B"], "deferred": [DEFERRED], "motion_made": False,
    "A": {
        "at": "C2", "cash": 400_000, "basic_income": 30_000, "squares": ["I07", "O02"],
        "savings": 3, "bonds": 3, "life": 1, "business": 2, "debts": {"B": 50_000},
        "party": "Maple", "votes": 9, "post": "Finance", "salary": 40_000,
    },
    "B": {
        "at": "I07", "cash": 0, "basic_income": 120_000, "squares": [], "savings": 0, "bonds": 0,
        "life": 0, "business": 0, "debts": {}, "party": "Maple", "votes": 8, "post": "",
        "salary": 150_000,
    },
    "C": {
        "at": "O11", "cash": 1_000_000, "basic_income": 20_000, "squares": ["O05"], "savings": 17,
        "bonds": 1, "life": 5, "business": 4, "debts": {}, "party": "independent", "votes": 11,
        "post": "", "salary": 0,
    },
}  # fmt: skip


def test_a_position_is_given_back():
    """Every fact of the state that is stated is there again; the Bank holds the other bonds."""
    m = classkit.new("poleconomy", seats=3, seed=1, options={"game": 2}, position=FACTS)
    assert m.position() == FACTS
    assert asked(m) == ("B", "pm_action") and bonds(m, "bank", "treasury") == [6, 20]
    assert m.ledger.totals()["dollars"] == 59_800_000


def test_the_order_of_appointments_is_not_shown():
    """P18.1, P18.3: positions list Cabinet and salaries in the same order."""
    m = in_country(votes={"A": 8, "B": 9, "C": 5}, government=["A", "B", "C"], pm="B", mover="B")
    m.answer("appoint", player="C", position="Finance")
    m.answer("appoint", player="A", position="Industry")
    for _ in range(2):
        other = classkit.new(
            "poleconomy", seats=3, seed=1, options={"game": 2}, position=m.position()
        )
        for name in ("cabinet", "salaries", "salaries_before"):
            seen, opened = (repr(getattr(match.view("A"), name)) for match in (m, other))
            assert seen == opened, name
        m.play("round", bots={"A": "passive", "B": "passive", "C": "passive"})


def test_what_is_left_out_of_the_state():
    """P17.1: an empty Treasury; what players hold has been issued, the rest has not."""
    m = in_country(B={"bonds": 4})
    assert bonds(m, "B", "bank", "treasury") == [4, 0, 26] and cash(m, "treasury") == 0
    assert m.table.salaries == {"A": 100_000} and m.table.government == ("A",)
    m = in_country(votes={"A": 8, "B": 9, "C": 5}, pm="C")
    assert m.table.government == ("B", "C")  # P16.5: C with the largest others
    m = in_country(votes={"A": 8, "B": 9, "C": 5}, C={"party": "Lakes"}, A={"party": "Lakes"})
    assert m.table.government == ("A", "C")
    m = classkit.new(
        "poleconomy", seats=3, seed=1, options={"game": 2},
        position={"government": ["A", "C"], "A.votes": 3, "B.votes": 5, "C.votes": 9},
    )  # fmt: skip
    assert m.table.prime_minister == "C" and asked(m) == ("C", "pm_action")
    plain = classkit.new("poleconomy", seats=3, seed=1, options={"game": 2}, position={})
    assert plain.table.prime_minister in plain.table.government


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"treasury": 10**9}, "treasury: the Bank has only"),
        ({"treasury": 5_000}, "steps of 10,000"),
        ({"treasury": -10_000}, "treasury: must be a whole number from 0 to"),
        ({"unissued": 31}, "unissued: there are 30 bonds in all; 30 are left, not 31"),
        ({"A": {"bonds": 31}}, "A.bonds: there are 30 in total"),
        ({"A": {"bonds": 20}, "B": {"bonds": 11}}, "10 are left for B, not 11"),
        ({"law": law(flat=5)}, "law: bracket: number 1: flat: must be a whole number from $0 to"),
        ({"law": "mine"}, "law: must be a form with"),
        ({"government": ["D"]}, "government[0]: must be one of A, B, C"),
        ({"government": "A"}, "government: must be a list"),
        ({"government": []}, "must have 1 to 1,000 seats, not 0"),
        ({"government": [["A"]]}, "government[0]: must be one of A, B, C"),
        ({"government": ["B"]}, "does not have a majority of the votes (P16.4)"),
        ({"government": ["A"], "prime_minister": "B"}, "B is not in the Government (P16.7)"),
        ({"deferred": DEFERRED}, "deferred: must be a list"),
        ({"deferred": [{}]}, "deferred[0]: must give the turn"),
        (
            {"deferred": [{**DEFERRED, "amount": 5}]},
            "deferred[0]: amount: must be a whole number from $10,000",
        ),
        (
            {"deferred": [{**DEFERRED, "due_turn": 99}]},
            "deferred[0].due_turn: must be a whole number from 1 to 30",
        ),
        ({"motion_made": 1}, "motion_made: must be true or false, not 1"),
        ({"A": {"party": "Purple"}}, "A.party: must be one of independent, Maple"),
        ({"A": {"party": ["Maple"]}}, "A.party: must be one of"),
        ({"A": {"votes": 2}}, "A.votes: must be a whole number from 3 to"),
        ({"A": {"post": "Finance"}}, "A.post: is only for members of the Government (P18.1)"),
        ({"B": {"post": "Finance"}}, "B.post: is only for members of the Government"),
        ({"B": {"post": "Magic"}}, "B.post: must be one of Finance"),
        ({"A": {"salary": 90_000}}, "A.salary: must be at least 100,000 (P18.2)"),
        ({"B": {"salary": 10_000}}, "B.salary: is only for players in office"),
        ({"A": {"salary": 510_000}}, "all salaries together must be at most 500,000 (P18.2)"),
        ({"A": {"salary": True}}, "A.salary: must be a whole number from 0 to"),
        ({"wind": 3}, "wind: is not a fact of this table; choose from: turn"),
        ({"A": {"gold": 1}}, "A.gold: is not a fact of a seat"),
    ],
)
def test_what_cannot_be(facts, reason):
    """The fact is named, with the reason."""
    base = {"A": {"votes": 20}, "B": {"votes": 6}, "C": {"votes": 5}, "prime_minister": "A"}
    for name, value in facts.items():
        base[name] = {**base.get(name, {}), **value} if name in "ABC" else value
    if "government" in facts and "prime_minister" not in facts:
        del base["prime_minister"]
    with pytest.raises(PositionError) as error:
        classkit.new("poleconomy", seats=3, seed=1, options={"game": 2}, position=base)
    assert reason in str(error.value), str(error.value)


def test_game_1_knows_no_state():
    """The facts of Game 2 are refused there."""
    with pytest.raises(PositionError, match="treasury: is not a fact of this table"):
        classkit.new("poleconomy", seats=2, seed=1, position={"treasury": 0}, options={"game": 1})
    with pytest.raises(PositionError, match=r"A\.votes: is not a fact of a seat"):
        classkit.new(
            "poleconomy", seats=2, seed=1, position={"A": {"votes": 5}}, options={"game": 1}
        )


@pytest.mark.parametrize("seed", range(4))
def test_a_match_goes_on_from_its_position(seed):
    """Whatever the state is: the same position, figures and offices again."""
    m = classkit.new("poleconomy", seats=4, seed=seed, options={"game": 2})
    m.play(until="round", bots="random").play(until="round", bots="politician")
    if m.is_over:
        return
    other = classkit.new(
        "poleconomy", seats=4, seed=seed, options={"game": 2}, position=m.position()
    )
    assert other.position() == m.position()
    for key in ("treasury_cash", "public_debt", "vote_share", "government", "net_worth"):
        assert other.metrics()[key] == m.metrics()[key]
