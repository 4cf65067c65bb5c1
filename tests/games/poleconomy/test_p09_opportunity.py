"""P9: Opportunity."""

from __future__ import annotations

import pytest

from .tables import asked, at_turn, cash, last, moves, options_of, payments, refused, told

LAND = [(3, 4)]


def lands(luck=(), /, **facts):
    """A lands on Opportunity O11."""
    at = facts.pop("A", {})
    m = at_turn([*LAND, *luck], A={"at": "O04", **at}, **facts)
    return m.answer("throw")


@pytest.mark.parametrize(("at", "square"), [("O04", "O11"), ("O15", "O22"), ("O26", "O33")])
def test_first_the_bank_pays(at, square):
    """P9.1: Basic Income x 10, on each of the three outer corners."""
    m = at_turn(LAND, A={"at": at})
    m.answer("throw")
    assert payments(m) == [("bank", "A", 700_000, "income")]
    assert asked(m) == ("A", "opportunity") and m.table.players["A"].at == square


def test_any_other_square_but_opportunity():
    """P9.2: on either circuit, landed on in every sense."""
    targets = options_of(lands(), "go")
    assert len(targets) == 32 + 44 - 3 + 4
    assert not {"O11", "O22", "O33"} & set(targets)
    m = lands(B={"squares": ["I07"]})
    refused(m, "O22", "O22 is an Opportunity Square: choose another square (P9.2)")
    m.answer("I07")
    assert payments(m)[-1] == ("A", "B", 100_000, "company_profit")
    assert told(m, "opportunity_used") == [{"seat": "A", "choice": "I07"}]


def test_an_unowned_square_may_be_bought():
    """P9.2, P6.1."""
    m = lands()
    m.answer("I01").answer("yes")
    assert m.ledger.holder("I01") == "A"


def test_own_advertising_leads_on():
    """P9.2, P7.5."""
    m = lands(A={"squares": ["I05", "I07"]})
    m.answer("I05").answer("I07")
    assert payments(m)[-1] == ("bank", "A", 100_000, "own_company")


def test_inflation_square_on_purpose():
    """P9.3: here to bring the marker to Salary as PM."""
    m = at_turn(LAND, pm="A", marker=0, A={"at": "O04"})
    m.answer("keep").answer("throw").answer("I03")
    assert last(m, "marker_moved").facts["kind"] == "salary"
    assert payments(m)[-1] == ("bank", "A", 100_000, "salary")


def test_new_basic_income_replaces_the_old():
    """P9.4: by two dice; double 6 is no disaster here (P11.4)."""
    m = lands([(6, 6)])
    m.answer("rethrow")
    assert last(m, "basic_income_set").facts == {"seat": "A", "amount": 120_000, "old": 70_000}
    assert (
        told(m, "opportunity_used") == [{"seat": "A", "choice": "rethrow"}]
        and told(m, "disaster") == []
    )
    assert asked(m) == ("A", "end_turn")
    m = lands([(1, 1)])
    m.answer("rethrow")
    assert m.table.players["A"].basic_income == 20_000


def test_stay():
    """P9.4: or he may stay put."""
    m = lands()
    assert moves(m) == ["stay", "rethrow", "go"]
    m.answer("stay")
    assert m.table.players["A"].at == "O11" and told(m, "opportunity_used") == [
        {"seat": "A", "choice": "stay"}
    ]


def test_corner_with_its_function():
    """P9.5: a Corner Square may be chosen and used."""
    m = lands()
    m.answer("C0")
    assert asked(m) == ("A", "royal_bank")
    m.answer("buy", savings=2, bonds=3)
    assert cash(m, "A") == 780_000 and m.table.players["A"].at == "C0"


def test_corner_by_option_only():
    """P9.5: opportunity_to_corner = false."""
    m = at_turn(LAND, A={"at": "O04"}, options={"opportunity_to_corner": False})
    m.answer("throw")
    refused(m, "C0", "C0 is a Corner Square, which Opportunity cannot reach here (P9.5)")
    assert len(options_of(m, "go")) == 73
