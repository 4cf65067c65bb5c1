"""P3: the turn."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import NothingToDo

from .tables import asked, at_turn, cash, last, moves, refused, refused_aside, side, told


def test_order_of_a_turn():
    """P3.1: arrow, move, what it causes, end; the end is asked again after a failed proposal."""
    m = at_turn([(1, 3)], pm="A")
    assert asked(m) == ("A", "set_arrow")
    m.answer("keep")
    assert asked(m) == ("A", "choose_move")
    m.answer("throw")
    assert last(m, "beaver_moved").facts["to"] == "I04"
    assert asked(m) == ("A", "end_turn")
    m.answer("propose_end").answer("no", seat="B").answer("yes", seat="C")
    assert asked(m) == ("A", "end_turn")
    m.answer("done")
    assert asked(m) == ("B", "choose_move")
    assert told(m, "turn_started")[-1] == {"seat": "B", "turn": 2, "round": 1, "is_pm": False}


def test_throw_or_corner():
    """P3.2: exactly one of: roll, or a Corner Square without dice."""
    m = at_turn()
    assert moves(m) == ["throw", "C0", "C1", "C2", "C3"]
    m.answer("C3")
    assert last(m, "beaver_moved").facts == {"seat": "A", "from": "I00", "to": "C3", "by": "corner"}
    m.answer("no")
    assert asked(m) == ("A", "end_turn")


def test_throw_stays_on_the_circuit():
    """P3.3: a roll never changes circuit and never ends on a Corner Square."""
    m = at_turn([(5, 6)], A={"at": "O35"})
    m.answer("throw")
    assert last(m, "beaver_moved").facts["to"] == "O02"


@pytest.mark.parametrize(
    ("corner", "throw", "inner", "outer"),
    [("C0", (1, 1), "I01", "O01"), ("C1", (6, 4), "I17", "O20"), ("C3", (6, 3), "I00", "O41")],
)
def test_leaving_a_corner(corner, throw, inner, outer):
    """P3.4: after seeing the roll he picks the circuit; the square beside counts as 1."""
    for circuit, square in (("inner", inner), ("outer", outer)):
        m = at_turn([throw], A={"at": corner})
        m.answer("throw")
        assert asked(m) == ("A", "choose_circuit")
        assert m.request.about == {"throw": sum(throw), "inner": inner, "outer": outer}
        m.answer(circuit)
        assert last(m, "beaver_moved").facts["to"] == square


def test_not_to_the_corner_he_stands_on():
    """P3.5: any corner from another, but staying is not moving."""
    m = at_turn(A={"at": "C2"})
    refused(m, "C2", "is already on C2")
    m.answer("C1")
    assert last(m, "beaver_moved").facts["to"] == "C1"


def test_stay_on_corner():
    """P3.5: with the option he may name it and use its function again."""
    m = at_turn(A={"at": "C1"}, options={"stay_on_corner": True})
    m.answer("C1").answer("yes")
    assert m.ledger.balance("A", "life") == 1


def test_use_the_corner_once_or_sit():
    """P3.6: the function may be used once; passing is sitting."""
    m = at_turn()
    m.answer("C1").answer("yes")
    assert asked(m) == ("A", "end_turn")
    m = at_turn()
    m.answer("C0").answer("buy", savings=0, bonds=0)
    assert asked(m) == ("A", "end_turn") and cash(m, "A") == 580_000


def test_he_stays_on_the_circuit_where_he_arrives():
    """P3.7: directed to the outer circuit, he rolls on there."""
    m = at_turn([(1, 4), (2, 3)], B={"squares": ["I05", "O01"]})
    m.answer("throw").answer("direct", company="O01", share_ask=0).answer("done")
    others = dict.fromkeys("BC", lambda view, decision: stay_put(decision))
    m.play(bots={**others, "A": None})
    assert asked(m) == ("A", "choose_move")
    m.answer("throw")
    assert last(m, "beaver_moved").facts == {"seat": "A", "from": "O01", "to": "O06", "by": "throw"}


def test_no_side_action_when_the_match_is_over():
    """P3.8: side actions belong to turns."""
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(
        until="turn", bots="passive"
    )
    m.signal("time_up").play(until="end", bots="passive")
    with pytest.raises(NothingToDo, match=r"The match is over. Side actions .* \(P3\.8\)"):
        m.aside("cash_in", seat="A", savings=1, bonds=0, life=0)


def test_side_actions_at_his_own_decisions_only():
    """P3.8: never while another decides, and never by another."""
    m = at_turn([(3, 4)], A={"savings": 1}, B={"savings": 1})
    refused_aside(
        m,
        "cash_in",
        "It is A's turn; B has side actions only in B's own turn (P3.8)",
        seat="B",
        savings=1,
        bonds=0,
        life=0,
    )
    m.answer("throw").answer("no")
    assert m.asides() == []
    m.answer("bid", seat="B", amount=0).answer("bid", seat="C", amount=0)
    assert asked(m) == ("A", "end_turn")
    m.aside("cash_in", savings=1, bonds=0, life=0)
    assert asked(m) == ("A", "end_turn")


@pytest.mark.parametrize(
    ("name", "facts", "answers"),
    [
        ("set_arrow", {"prime_minister": "A"}, []),
        ("choose_move", {}, []),
        ("choose_circuit", {"A": {"at": "C2"}}, ["throw"]),
        ("buy_square", {}, ["throw"]),
        ("own_advert", {"A": {"at": "I31", "squares": ["I06"]}}, ["throw"]),
        ("opportunity", {"A": {"at": "O04"}}, ["throw"]),
        ("royal_bank", {}, ["C0"]),
        ("buy_life", {}, ["C1"]),
        ("takeover_target", {}, ["C2"]),
        ("second_target", {"A": {"cash": 900_000}, "B": {"squares": ["O05"]}}, ["C2", "O05"]),
        ("buy_business", {}, ["C3"]),
        ("end_turn", {}, ["C1", "no"]),
    ],
)
def test_side_actions_are_open_at(name, facts, answers):
    """P3.8: at each of these decisions of his own turn, without using it up."""
    facts = {**facts, "A": {"savings": 2, **facts.get("A", {})}}
    luck = [(2, 2)] if name == "second_target" else [(3, 4)]
    m = at_turn(luck, pm=facts.pop("prime_minister", "C"), **facts)
    for answer in answers:
        m.answer(answer)
    assert asked(m) == ("A", name)
    assert [aside.move.name for aside in m.asides("A")] == [
        "cash_in",
        "repay_loan",
        "propose_trade",
    ]
    m.aside("cash_in", savings=1, bonds=0, life=0)
    assert asked(m) == ("A", name) and m.ledger.balance("A", "savings") == 1


def test_a_purchase_that_has_become_affordable_is_offered():
    """P3.8: legal answers are judged when he answers."""
    m = at_turn([(3, 4)], A={"cash": 50_000, "savings": 1})
    m.answer("throw")
    assert moves(m) == ["no"]
    m.aside("cash_in", savings=1, bonds=0, life=0)
    assert moves(m) == ["yes", "no"]
    m.answer("yes")
    assert cash(m, "A") == 50_000 and m.ledger.holder("I07") == "A"


def test_own_advert_sold_meanwhile_still_gives_the_move():
    """P3.8: which clause he landed under is settled on landing."""
    m = at_turn([(2, 4)], A={"squares": ["I06", "I21"]})
    m.answer("throw")
    m.aside("propose_trade", partner="B", give=side(squares=["I06"]), get=side(cash=100_000))
    m.answer("accept", seat="B")
    assert asked(m) == ("A", "own_advert")
    m.answer("I21")
    assert last(m, "beaver_moved").facts["to"] == "I21"
    assert cash(m, "A") == 580_000 + 100_000 + 100_000


def test_after_an_election_the_new_pm_moves_next():
    """P3.9: the turn is finished first; then the new PM moves, even if he has just moved."""
    m = at_turn([(1, 2), (6, 6), (1, 1), (2, 2)], marker=12)
    m.answer("throw")
    assert m.table.prime_minister == "A" and asked(m) == ("A", "end_turn")
    m.answer("done")
    assert asked(m) == ("A", "set_arrow") and m.turn == 2
    m.answer("keep").answer("C1").answer("no").answer("done")
    assert asked(m) == ("B", "choose_move")


def test_election_skips_to_the_winner_and_goes_on_clockwise_from_him():
    """P3.9: C is elected in A's turn; then C, A, B."""
    m = at_turn([(1, 2), (1, 1), (2, 2), (6, 6)], marker=12, pm="B")
    m.answer("throw").answer("done")
    order = []
    for _ in range(3):
        order.append(m.table.mover)
        m.play(until="turn", bots={seat: lambda view, d: stay_put(d) for seat in "ABC"})
    assert order == ["C", "A", "B"]


def stay_put(decision):
    """Go back and forth between two corners and buy nothing."""
    if decision.name == "choose_move":
        return "C1" if any(m.name == "C1" for m in decision.legal) else "C3"
    return decision.default


def test_rounds_are_counted_in_turns():
    """P3.10: as many consecutive turns as players, regardless of who takes them."""
    m = at_turn([(1, 2), (6, 6), (1, 1), (2, 2)], marker=12, turn=3)
    m.answer("throw").answer("done")
    started = [(f["turn"], f["round"]) for f in told(m, "turn_started")]
    assert started == [(3, 1), (4, 2)] and m.table.mover == "A"


def test_rounds_of_a_whole_match():
    """P3.10: with three players, turns 1 to 3 are round 1, and so on."""
    m = classkit.new("poleconomy", seats=3, seed=2, options={"game": 1}).play(bots="passive")
    assert all(f["round"] == (f["turn"] + 2) // 3 for f in told(m, "turn_started"))
