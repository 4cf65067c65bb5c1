"""P4: the Inflation Index."""

from __future__ import annotations

import pytest

from .tables import asked, at_turn, cash, last, moves, payments, told


@pytest.mark.parametrize(
    ("marker", "arrow", "steps", "stops", "number"),
    [(0, "clockwise", 3, 3, 4), (12, "clockwise", 5, 3, 4), (2, "anticlockwise", 4, 12, 3)],
)
def test_marker_moves_in_the_arrows_direction(marker, arrow, steps, stops, number):
    """P4.1: position (p ± n) mod 14, by whatever move, and nobody can decline."""
    square = {3: "O09", 4: "O06", 5: "O16"}[steps]
    m = at_turn([(3, 4)], marker=marker, arrow=arrow, A={"at": "O04"})
    m.answer("throw").answer(square)
    facts = last(m, "marker_moved").facts
    assert (m.table.marker, m.table.number) == (stops, number)
    assert (facts["by"], facts["steps"], facts["from"], facts["to"]) == ("A", steps, marker, stops)


def test_only_prices_follow_the_number():
    """P4.2: companies 100,000 x Number, adverts 20,000 x Number, nothing else."""
    for marker, number in enumerate([1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2]):
        m = at_turn(marker=marker)
        assert m.table.number == number
        assert (
            m.table.get_price("I07") == 100_000 * number
            and m.table.get_price("I01") == 20_000 * number
        )
        figures = m.metrics()
        assert figures["company_price"] == 5 * figures["advert_price"] == 100_000 * number
        assert m.table.company_profit == m.view("A").company_profit == 100_000 * number


def test_only_the_pm_sets_the_arrow_before_he_moves():
    """P4.3: at his own turn, once; it stands until a PM's next turn."""
    m = at_turn(pm="A")
    assert moves(m) == ["keep", "reverse"]
    m.answer("reverse")
    assert told(m, "arrow_set") == [{"pm": "A", "direction": "anticlockwise"}]
    assert asked(m) == ("A", "choose_move")
    m.answer("C1").answer("no").answer("done")
    assert asked(m) == ("B", "choose_move") and m.table.arrow == "anticlockwise"
    m = at_turn(pm="A")
    m.answer("keep")
    assert told(m, "arrow_set") == [] and m.table.arrow == "clockwise"


def test_the_number_applies_before_the_word():
    """P4.4: only the place where the marker stops counts."""
    m = at_turn([(1, 2)], marker=11, A={"at": "I11"})  # I14, number 3: past taxation and salary
    m.answer("throw")
    names = [e.name for e in m.events if e.name in ("marker_moved", "election_started", "payment")]
    assert names == ["marker_moved", "election_started"]
    assert m.table.number == 1


def test_taxation_clockwise_from_the_mover():
    """P4.5: 50,000 per company, 10,000 per advert, to the Bank."""
    m = at_turn(
        [(3, 3)], mover="B", marker=0, B={"at": "I03", "squares": ["I02"]},
        A={"squares": ["I07", "I10"]},
    )  # fmt: skip
    bank = cash(m, "bank")
    m.answer("throw")  # I09, number 1: position 1, Taxation
    assessed = [
        (e.seat, e.facts["due"], e.facts["paid"]) for e in m.events if e.name == "tax_assessed"
    ]
    assert assessed == [("B", 50_000, 50_000), ("C", 0, 0), ("A", 60_000, 60_000)]
    assert payments(m) == [("B", "bank", 50_000, "tax"), ("A", "bank", 60_000, "tax")]
    assert cash(m, "bank") == bank + 110_000
    assert m.metrics()["tax_paid"] == {"A": 60_000, "B": 50_000, "C": 0}


def test_bonds_clockwise_from_the_mover():
    """P4.6: 100,000 for each bond, by the Bank."""
    m = at_turn([(1, 2)], mover="C", pm="A", marker=2, A={"bonds": 2}, C={"bonds": 1})
    m.answer("throw")  # I03, number 2: position 4, Bonds
    assert payments(m) == [
        ("bank", "C", 100_000, "bond_interest"), ("bank", "A", 200_000, "bond_interest"),
    ]  # fmt: skip


def test_salary_to_the_pm():
    """P4.7: the Bank pays the PM 100,000, regardless of who moved the marker."""
    m = at_turn([(1, 2)], marker=3, pm="B")  # position 5, Salary
    m.answer("throw")
    assert payments(m) == [("bank", "B", 100_000, "salary")]


def test_election_leaves_marker_arrow_and_number():
    """P4.8: held immediately; the old PM may win again."""
    m = at_turn([(1, 2), (1, 1), (2, 2), (6, 6)], marker=5, arrow="clockwise", pm="C")
    m.answer("throw")  # position 7, Election
    assert (m.table.marker, m.table.number, m.table.arrow) == (7, 8, "clockwise")
    assert m.table.prime_minister == "C"
    assert last(m, "pm_elected").seat == "C"
    m.answer("done")
    assert asked(m) == ("C", "set_arrow")


@pytest.mark.parametrize("marker", [1, 2, 3])
def test_other_words_do_not_change_the_order(marker):
    """P4.9: after Taxation, Bonds and Salary the next clockwise moves."""
    m = at_turn([(1, 2)], marker=marker)
    m.answer("throw").answer("done")
    assert asked(m)[0] == "B"
