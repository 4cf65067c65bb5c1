"""Whether what a class has typed is one number."""

from __future__ import annotations

import pytest

from classkit.charts.typed import one_number

NUMBERS = {
    "7": 7, " 7 ": 7, "-5": -5, "\u22125": -5, "+3": 3, "0": 0, ".5": 0.5, ",5": 0.5, "3.5": 3.5,
    "3,5": 3.5, "0,125": 0.125, "0.125": 0.125, "12,50": 12.5, "1.25": 1.25, "12345": 12345,
    "1234,567": 1234.567, "1,234.5": 1234.5, "1.234,5": 1234.5, "1 234,5": 1234.5,
    "1\u00a0234.5": 1234.5, "1\u202f234\u202f567": 1234567, "1’234.50": 1234.5, "1,500": 1500,
    "1.500": 1500, "1,234,567": 1234567, "1.234.567": 1234567, "-1,500": -1500, "$1,500": 1500,
    "-$20": -20, "€ 3,5": 3.5, "3,5 €": 3.5, "£7": 7, "50%": 50, "50 %": 50, "12,5%": 12.5,
    "5k": 5000, "$1.5M": 1_500_000, "-2.5 k": -2500, "$1.2m": 1_200_000, "5 million": 5_000_000,
    "1.5 million dollars": 1_500_000, "4 gold": 4, "3 points": 3, "5×": 5, "12 thousand": 12_000,
}  # fmt: skip

WORDS = (
    "", " ", "it rises a lot", "from 7 to 5", "about 3,5", "7-5", "7 5", "7 to 5", "3 or 4", "~6",
    ">6", "5 or 6 million", "2nd", "1e6", "0x10", "Infinity", "NaN", "1,23,456", "1,234,56",
    "1.234.5",
    "1,234.567,8", "1.5.7", "12,34.5", "1 23", "5.", "5,", "--5", "+-5", "- 5", "$", "%", "$$5",
    "5%%", "1_000", "½", "٣", "3;5", "7\n5", "<b>7</b>",
    "k", "5kM", "M5",
)  # fmt: skip


@pytest.mark.parametrize("typed", NUMBERS)
def test_a_text_that_states_one_number_is_that_number(typed: str) -> None:
    assert one_number(typed) == NUMBERS[typed]


@pytest.mark.parametrize("typed", WORDS)
def test_any_other_text_is_no_number(typed: str) -> None:
    assert one_number(typed) is None
