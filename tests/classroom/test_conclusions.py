"""The sentence of a debriefing: its numbers are in the data, and it says what is not shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

import pytest

from classkit.classroom.class_metrics import ClassMetric, TableSeries
from classkit.classroom.conclusions import Conclusion, build_conclusion
from classkit.classroom.paired_difference import TablePair, compute_contrasts

WORTH = ClassMetric("worth", "Net worth", "$", "turn")
QUANTILES = {3: 4.302653, 5: 2.776445, 8: 2.364624}
"""Student's 97.5 % quantiles by number of pairs, from a printed table."""


def compared(
    values: Sequence[tuple[float, float | None]],
    metric: ClassMetric = WORTH,
    unattended: Sequence[int] = (),
) -> Conclusion:
    """The conclusion from pairs with these values after turn 1; None for a table that is not there.

    Pairs have the tables 1 and 2, 3 and 4, and so on.
    """
    pairs = [
        TablePair(
            TableSeries([100.0, first]),
            TableSeries([100.0] if other is None else [100.0, other]),
            (2 * at - 1, 2 * at),
        )
        for at, (first, other) in enumerate(values, 1)
    ]
    return build_conclusion(metric, "a", "b", pairs, unattended)


def played(first_table: int, first: int, other: int, *, over: bool = False) -> TablePair:
    """A pair of tables that have so many points of the axis; the second is worth more."""
    series = (
        TableSeries([100.0 + more * (at + first_table) for at in range(length)], is_over=over)
        for more, length in ((1, first), (2, other))
    )
    return TablePair(*series, (first_table, first_table + 1))


def numbers_in(text: str) -> list[float]:
    """The numbers in a text with their signs, without those of the "95 % interval"."""
    text = text.replace("95 % interval", "").replace("−", "-").replace("$", "")
    return [float(one.replace(",", "")) for one in re.findall(r"[+-]?\d[\d,]*(?:\.\d+)?", text)]


@pytest.mark.parametrize(
    "values",
    [
        [(500.0, 560.0), (480.0, 520.0), (510.0, 590.0), (450.0, 470.0), (505.0, 560.0)],
        [(500.0, 400.0), (480.0, 505.0), (510.0, 470.0)],
        [(400.0 + 7 * one, 430.0 + 9 * one - one**2) for one in range(8)],
    ],
)
def test_each_number_of_the_sentence_is_in_the_data(values: list[tuple[float, float]]) -> None:
    differences = [other - first for first, other in values]
    mean, number = fmean(differences), len(values)
    reach = QUANTILES[number] * stdev(differences) / sqrt(number)
    share = abs(100 * mean / fmean(first for first, _ in values))
    counts = [sum(one > 0 for one in differences), sum(one < 0 for one in differences)]
    stated = [1.0, share, mean, number, *filter(None, counts), mean - reach, mean + reach]
    told = compared(values)
    found = numbers_in(told.sentence)
    if told.contrast is not None and told.contrast.may_be_random:
        found.remove(0.0)  # "and includes 0"
        assert mean - reach <= 0 <= mean + reach and "it may be luck" in told.sentence
        assert "does not show that the groups are alike" in told.sentence
    else:
        found.remove(0.0)  # "excludes 0"
        assert not mean - reach <= 0 <= mean + reach and "hardly luck" in told.sentence
    assert found == [pytest.approx(one, rel=0.01, abs=0.51) for one in stated]
    assert ("higher with “b”" in told.sentence) is (mean > 0)
    assert ("one unusual pair" in told.sentence) is (number < 6)


@pytest.mark.parametrize("number", [1, 2])
def test_with_few_pairs_it_says_that_luck_cannot_be_told_apart(number: int) -> None:
    told = compared([(500.0, 560.0)] * number)
    assert told.contrast is not None and told.contrast.low is None
    assert "Fewer than 3 pairs cannot show whether it is luck." in told.sentence
    assert "interval" not in told.sentence and "hardly" not in told.sentence


def test_without_a_pair_it_states_no_number() -> None:
    told = compared([(500.0, None), (480.0, None)])
    assert told.at is told.contrast is None, "that both begin alike is no result"
    assert told.sentence == (
        "No pair of tables with “a” and “b” can be compared yet. In each pair a table has hardly "
        "begun: tables 2 and 4."
    )
    still = TableSeries([100.0])
    unbegun = build_conclusion(WORTH, "a", "b", [TablePair(still, still, (1, 2))])
    assert unbegun.sentence.endswith("can be compared yet.")
    nothing = build_conclusion(WORTH, "a", "b", [])
    assert nothing.contrast is None and not numbers_in(nothing.sentence)
    assert "can be compared yet" in nothing.sentence


def test_it_says_which_pairs_are_missing_and_where_no_student_sits() -> None:
    values = [(500.0, 560.0), (480.0, 520.0), (510.0, 590.0), (450.0, None)]
    told = compared(values, unattended=[2, 7])
    assert told.left_out == (8,)
    assert "One of the 4 pairs is left out, because table 8 has hardly begun." in told.sentence
    assert "No student sits at 2 of the 8 tables." in told.sentence
    assert "a result about bots" in compared(values, unattended=range(1, 9)).sentence
    assert "No student" not in compared(values).sentence


def test_it_is_about_the_last_point_with_an_interval() -> None:
    """Two of three pairs have come further, which is more than half of them, but too few."""
    pairs = [played(4, 4, 4), played(4, 4, 2), played(4, 4, 3)]
    told = build_conclusion(WORTH, "a", "b", pairs)
    assert told.at == 1 and told.contrast is not None and told.contrast.pairs == 3
    assert build_conclusion(WORTH, "a", "b", pairs[::2]).at == 3


def test_a_table_that_has_hardly_begun_holds_back_no_other() -> None:
    """Six tables: four have played twenty turns, and two wait for their first decision."""
    pairs = [played(1, 21, 21, over=True), played(3, 21, 1), played(5, 1, 21)]
    told = build_conclusion(WORTH, "a", "b", pairs)
    assert told.at == 20 and told.contrast is not None and told.contrast.pairs == 1
    assert told.left_out == (4, 5)
    said = "2 of the 3 pairs are left out, because tables 4 and 5 have hardly begun."
    assert said in told.sentence
    assert [one and one.pairs for one in compute_contrasts(pairs)] == [1] * 21
    assert not build_conclusion(WORTH, "a", "b", [played(1, 21, 3)] * 3).left_out


def test_a_table_that_holds_the_comparison_back_is_named() -> None:
    pairs = [played(1, 21, 21), played(3, 21, 21), played(5, 21, 6)]
    told = build_conclusion(WORTH, "a", "b", pairs)
    assert told.at == 5 and "Table 6 holds the comparison back." in told.sentence
    evenly = build_conclusion(WORTH, "a", "b", [played(1, 9, 7), played(3, 8, 8), played(5, 9, 8)])
    assert "back" not in evenly.sentence


def test_shares_are_compared_in_points() -> None:
    tax = ClassMetric("tax", "Tax", "%", "turn")
    told = compared([(10.0, 12.0), (11.0, 12.5), (10.0, 11.0)], tax)
    assert told.sentence.startswith("Tax after turn 1: 1.5 percentage points higher")
