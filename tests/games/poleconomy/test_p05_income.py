"""P5: income squares."""

from __future__ import annotations

import pytest

from .tables import at_turn, payments


@pytest.mark.parametrize(
    ("at", "throw", "income"),
    [("I00", (4, 4), 420_000), ("I12", (1, 3), 560_000), ("O35", (4, 5), 1_400_000)],
)
@pytest.mark.parametrize("marker", [0, 7])
def test_basic_income_times_the_number_of_the_square(at, throw, income, marker):
    """P5.1: the Inflation Number plays no part."""
    m = at_turn([throw], marker=marker, A={"at": at})
    m.answer("throw")
    assert payments(m) == [("bank", "A", income, "income")]


def test_start_is_an_income_square():
    """P5.2: Start has number 4, when landed on."""
    m = at_turn([(2, 3)], A={"at": "I27"})
    m.answer("throw")
    assert payments(m) == [("bank", "A", 280_000, "income")]


def test_interest_only_on_marked_squares():
    """P5.3: 100,000 for each savings card on the four marked squares."""
    for square, throw, interest in (("I04", (1, 3), True), ("I08", (3, 5), False)):
        m = at_turn([throw], A={"savings": 2})
        m.answer("throw")
        assert m.table.players["A"].at == square
        assert (("bank", "A", 200_000, "savings_interest") in payments(m)) is interest


def test_no_cards_no_interest():
    """P5.3: a payment of 0 makes no event."""
    m = at_turn([(1, 3)])
    m.answer("throw")
    assert payments(m) == [("bank", "A", 210_000, "income")]
