"""What is said of answers that nobody foresaw: kind, true, and never an error."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from classkit.assignments.answer_types import NameAnswer, NumberAnswer, RuleAnswer, SetAnswer
from classkit.assignments.key import open_key
from classkit.assignments.question_sheet import open_sheet
from classkit.engine.currency import DOLLAR

DOLLARS = NumberAnswer(DOLLAR, low="Look at P4.2.")
WORTH = NumberAnswer(
    "gold", whole=False, tolerance=0.02, low="What of N2.1?", high="What of N16.1?"
)
SEATS = SetAnswer(("A", "B", "C"), "seats")


class Shy:
    """A value that will not be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("go away")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([300_000], "[300000] is a list: write a whole number of dollars, without brackets."),
        ((300, 0), "(300, 0) is several numbers"),
        ((2, 5), "and use a decimal point, as in 2.5."),
        (["A", "B"], "['A', 'B'] is not a number"),
        (10**400, "is larger than any number here"),
        pytest.param(10**6000, "6,001 digits is larger than any number", id="huge"),
        (10**14 + 1, "100,000,000,000,001 dollars is too high."),
        (-5, "-5 dollars is too low. Look at P4.2."),
        (pd.Series([1, 2]), "is not a number: write a whole number of dollars."),
        (np.array([1, 2]), "array([1, 2]) is not a number"),
        (np.int64(5), "5 dollars is too low."),
        (Decimal("5.5"), "5.5 is not whole"),
        (pd.NA, "<NA> is not a number"),
        (Shy(), "a Shy is not a number"),
        (300, "300 dollars is too low by a factor of 1,000"),
    ],
)
def test_a_number_that_is_none(value: Any, said: str) -> None:
    words = DOLLARS.judge(value, 300_000).words
    assert said in words and "\n" not in words


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (19.8, "19.8 gold is close, but too low: did you round before the last step?"),
        (Fraction(20), "20 gold is close, but too high: did you round before the last step?"),
        (1e-9, "0 gold is too low. What of N2.1?"),
        (2.00001, "2 gold is too low. What of N2.1?"),
        (-0.00001, "0 gold is too low. What of N2.1?"),
        (25, "25 gold is too high. What of N16.1?"),
    ],
)
def test_a_number_with_a_fraction(value: Any, said: str) -> None:
    assert WORTH.judge(value, 19.84).words == said
    assert WORTH.judge(19.83, 19.84).right


@pytest.mark.parametrize("value", [np.array(5), b"AB", "A, B", 5, None, {"A": 1}, print])
def test_a_set_that_is_none(value: Any) -> None:
    assert "is not a list: write a list of seats" in SEATS.judge(value, frozenset("AB")).words


def test_a_set_however_it_is_written() -> None:
    right = frozenset("AB")
    for value in (["B", "A"], ("a", "b "), {"A", "B"}, np.array(["A", "B"]), pd.Series(["A", "B"])):
        assert SEATS.judge(value, right).right, value
    assert SEATS.judge([], right).words.startswith("Your list is empty: write a list of seats")
    assert "['B'] is not one of the answers" in SEATS.judge(["A", ["B"]], right).words


def test_clauses_and_names_however_they_are_written() -> None:
    kind = RuleAnswer({"P6.2": "Owned by another.", "P6.1": "Owned by nobody."})
    assert all(kind.judge(text, "P6.2").right for text in ("p6.2", " P 6.2 ", "P6.2."))
    assert kind.judge("6.2", "P6.2").words.startswith("There is no clause '6.2'")
    assert not kind.judge("P" * 10**6, "P6.2").right
    assert NameAnswer(("keep", "reverse")).judge(" Keep", "keep").right


def test_a_share_is_told_from_per_cent() -> None:
    sheet = open_sheet("economy-read", "ada")
    share = open_key(sheet).answer("herfindahl") / 10_000
    assert "percentages" in sheet.check("herfindahl", share).words


@pytest.mark.parametrize("key", ["cost", "chain"])
def test_nobody_is_asked_for_more_than_a_nation_can_pay(key: str) -> None:
    """N9.3: a purchase beyond one's means is refused, so no student may draw one."""
    for number in range(400):
        assert open_key(open_sheet("economicon-read", f"s{number}")).ask(key).right >= 1
