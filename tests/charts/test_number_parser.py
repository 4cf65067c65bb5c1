"""Whether what a class has typed is one number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.charts.number_parser import (
    check_number,
    format_number,
    has_digits,
    list_units,
    parse_number,
)
from classkit.engine.currency import Currency
from classkit.engine.errors import ClasskitError
from classkit.engine.rulebook_text import TextFormatter, Words

NUMBERS = {
    "7": 7, " 7 ": 7, "-5": -5, "\u22125": -5, "+3": 3, "0": 0, ".5": 0.5, ",5": 0.5, "3.5": 3.5,
    "3,5": 3.5, "0,125": 0.125, "0.125": 0.125, "12,50": 12.5, "1.25": 1.25, "12345": 12345,
    "1234,567": 1234.567, "1,234.5": 1234.5, "1.234,5": 1234.5, "1 234,5": 1234.5,
    "1\u00a0234.5": 1234.5, "1\u202f234\u202f567": 1234567, "1’234.50": 1234.5, "1,500": 1500,
    "1,234,567": 1234567, "1.234.567": 1234567, "-1,500": -1500, "$1,500": 1500,
    "-$20": -20, "€ 3,5": 3.5, "3,5 €": 3.5, "£7": 7, "50%": 50, "50 %": 50, "12,5%": 12.5,
    "5k": 5000, "5 K": 5000, "$1.5M": 1_500_000, "-2.5 k": -2500, "$1.2m": 1_200_000,
    "5 million": 5_000_000, "5 Million": 5_000_000, "5 Mio": 5_000_000, "5 Mio €": 5_000_000,
    "1.5 million dollars": 1_500_000, "1.5 billion": 1_500_000_000, "5 BN": 5_000_000_000,
    "3 points": 3, "4 gold": 4, "2 rounds": 2, "5×": 5,
    "12 thousand": 12_000, "2.5 percent": 2.5,
    "\uff11\uff0c\uff15\uff10\uff10": 1500, "\uff0d\uff15": -5, "\uff15\u3000\uff05": 5,
    "2.1250": 2.125,
}  # fmt: skip

OF_GAMES = ("1.5 million dollars", "3 points", "4 gold")
"""Texts with a noun, which only the game that declares it accepts."""
UNITS = frozenset({"$", "dollars", "points", "gold"})

OTHERS = (
    "", " ", "it rises a lot", "from 7 to 5", "about 3,5", "7-5", "7 5", "7 to 5", "3 or 4", "~6",
    ">6", "5 or 6 million", "2nd", "1e6", "0x10", "Infinity", "NaN", "1,23,456", "1,234,56",
    "1.234.5", "5 below zero", "5 hundred", "5 dozen", "12abc", "5 silver", "5 thou\u017fand",
    "1,234.567,8", "1.5.7", "12,34.5", "1 23", "5.", "5,", "--5", "+-5", "$", "%", "$$5",
    "5%%", "1_000", "½", "٣", "3;5", "7\n5", "<b>7</b>",
    "k", "5kM", "M5",
)  # fmt: skip

TWO_WAYS = {
    "1.500": ("1.5 or 1,500", "1.5 or 1500"), "2.125": ("2.125 or 2,125", "2.1250 or 2125"),
    "100.000": ("100 or 100,000", "100 or 100000"), "1.600k": ("1.6k or 1,600k", "1.6k or 1600k"),
    "02,000": ("2 or 2,000", "2 or 2000"), "-$2.125": ("-$2.125 or -$2,125", "-$2.1250 or -$2125"),
}  # fmt: skip


@pytest.mark.parametrize("typed", NUMBERS)
def test_a_text_that_states_one_number_is_that_number(typed: str) -> None:
    units = UNITS if typed in OF_GAMES else frozenset()
    assert parse_number(typed, units) == NUMBERS[typed]
    check_number(typed, "It must be a number", units)


@pytest.mark.parametrize("typed", [*OTHERS, *TWO_WAYS])
def test_any_other_text_is_no_number(typed: str) -> None:
    assert parse_number(typed) is None


@pytest.mark.parametrize("typed", TWO_WAYS)
def test_of_two_numbers_both_are_named_as_they_can_be_written(typed: str) -> None:
    both, write = TWO_WAYS[typed]
    with pytest.raises(ClasskitError) as refused:
        check_number(typed, "It must be a number")
    assert str(refused.value) == f"{typed!r} may be {both}: write {write}."
    assert None not in map(parse_number, write.split(" or "))


def test_a_number_beyond_all_figures_is_refused() -> None:
    with pytest.raises(ClasskitError, match="at most 1,000,000,000,000,000"):
        check_number("1000001 bn", "It must be a number")


def test_digits_are_those_of_any_script() -> None:
    assert [text for text in ("7", "٣", "½", "x²") if not has_digits(text)] == []
    assert not has_digits("一定会涨") and not has_digits("it rises")


@given(st.floats(-1e15, 1e15) | st.integers(-(10**15), 10**15))
def test_a_number_is_written_so_that_it_is_read_again(number: float) -> None:
    assert parse_number(format_number(number)) == number


@pytest.mark.parametrize("typed", OF_GAMES)
def test_a_noun_is_read_in_the_games_that_declare_it(typed: str) -> None:
    assert parse_number(typed) is None
    assert parse_number(typed, frozenset({"kr", "kroner"})) is None


@pytest.mark.parametrize(
    ("thousands", "read", "ambiguous"),
    [
        (".", {"1.250": 1_250, "1.250 €": 1_250, "1.250.000": 1_250_000, "2,5": 2.5, "1.6k": 1_600},
         {"1,250": "1,25 or 1.250: write 1,25 or 1250.",
          "2,125 €": "2,125 € or 2.125 €: write 2,1250 € or 2125 €."}),
        ("\u202f", {"1\u202f250 €": 1_250, "1 250": 1_250, "1 250,50": 1_250.5, "2,5": 2.5},
         {"1.250": "1,25 or 1\u202f250: write 1,25 or 1250.",
          "1,250": "1,25 or 1\u202f250: write 1,25 or 1250."}),
        (",", {"1,250": 1_250, "2,5": 2.5}, {"1.250": "1.25 or 1,250: write 1.25 or 1250."}),
    ],
)  # fmt: skip
def test_the_notation_of_the_currency_is_read_as_it_is_written(
    thousands: str, read: dict[str, float], ambiguous: dict[str, str]
) -> None:
    euro = Currency("€", "euro", "euros", after=True, thousands=thousands)
    units = list_units(TextFormatter(currency=euro))
    assert {typed: parse_number(typed, units) for typed in read} == read
    assert parse_number(euro.write(1_250_000), units) == 1_250_000
    for typed, two in ambiguous.items():
        with pytest.raises(ClasskitError) as refused:
            check_number(typed, "It must be a number", units)
        assert str(refused.value) == f"'{typed}' may be {two}"


def test_a_game_reads_its_own_currency_and_its_own_units() -> None:
    krone = Currency("kr", "krone", "kroner", after=True, spellings=("NOK",))
    say = TextFormatter(words=Words(units={"bond": ("bond", "bonds")}), currency=krone)
    units = list_units(say)
    typed = ("1.250.000 kr", "kr 5", "5 kroner", "5 NOK", "2 bonds", "5k kr", "3 rounds")
    assert [parse_number(one, units) for one in typed] == [1_250_000, 5, 5, 5, 2, 5_000, 3]
    assert [parse_number(one, units) for one in ("$5", "5 €", "5 dollars", "5 gold")] == [None] * 4
