"""Significance tests for studies of futures, and their results as text.

Alternatives are compared on the same seeds, so all tests are paired. Differences of means are
tested with the standard error within pairs, and win counts with McNemar's exact test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, isnan
from statistics import NormalDist

from classkit.engine.rulebook_text import TextFormatter, format_count

from .probabilities import OutcomeShare
from .single_future import FutureOutcome

SIGNIFICANCE_LEVEL = 0.05
"""Significance level. A result with a smaller p-value is described as too large to be luck."""
MIN_FUTURES = 50
"""Minimum number of futures for which a mean is treated as normally distributed."""
SIGNIFICANT_TEXT, INSIGNIFICANT_TEXT = "is too large to be luck (95% confidence)", "may be luck"


def compute_p_value(more: int, less: int) -> float:
    """Return the p-value of McNemar's exact test.

    ``more`` counts the futures won only by the first, and ``less`` those won only by the second.

    >>> compute_p_value(5, 5), round(compute_p_value(8, 0), 4), compute_p_value(0, 0)
    (1.0, 0.0078, 1.0)
    """
    apart = more + less
    tail = sum(comb(apart, count) for count in range(min(more, less) + 1))
    return min(1.0, float(2 * tail) / float(1 << apart)) if apart else 1.0


def describe_significance(more: int, less: int, among: int = 1) -> str:
    """Describe whether a difference in wins is significant.

    ``among`` is the number of alternatives from which the leader was selected (Bonferroni
    correction).

    >>> describe_significance(8, 0)
    'is too large to be luck (95% confidence)'
    >>> describe_significance(8, 0, among=11), describe_significance(6, 4)
    ('may be luck', 'may be luck')
    """
    return (
        SIGNIFICANT_TEXT
        if compute_p_value(more, less) * among < SIGNIFICANCE_LEVEL
        else INSIGNIFICANT_TEXT
    )


def describe_mean_difference(difference: float, error: float, n: int, among: int = 1) -> str:
    """Describe whether a difference of means over ``n`` futures is significant.

    With fewer than `MIN_FUTURES` futures, the standard error is too uncertain, so the result is
    "may be luck".

    >>> describe_mean_difference(2.1, 1.0, 200), describe_mean_difference(-2.1, 1.0, 200, among=5)
    ('is too large to be luck (95% confidence)', 'may be luck')
    >>> describe_mean_difference(2.1, 1.0, 20), describe_mean_difference(1, float("nan"), 1)
    ('may be luck', 'may be luck')
    """
    bound = NormalDist().inv_cdf(1 - SIGNIFICANCE_LEVEL / (2 * among))
    unsure = n < MIN_FUTURES or isnan(error) or abs(difference) <= bound * error
    return INSIGNIFICANT_TEXT if unsure else SIGNIFICANT_TEXT


def count_discordant(pairs: Iterable[tuple[bool, bool]]) -> tuple[int, int]:
    """Count the pairs in which only the first item is true, and those in which only the second is.

    >>> count_discordant([(True, False), (True, True), (False, True), (True, False)])
    (2, 1)
    """
    found = list(pairs)
    return sum(one and not two for one, two in found), sum(two and not one for one, two in found)


def describe_winners(
    wins: Sequence[OutcomeShare],
    outcomes: Sequence[FutureOutcome],
    seats: Sequence[str],
    say: TextFormatter,
) -> str:
    """Describe how often each seat wins each race, and whether the lead is significant."""
    races = dict.fromkeys(one.race for one in wins)
    told = []
    for title in races:
        ranked = sorted((one for one in wins if one.race == title), key=lambda one: -one.times)
        first, *others = ranked
        rest = [f"{say.seat(one.name)} {one.times}" for one in others]
        rest += describe_no_winner(outcomes, title, say)
        counts = say.format_list([f"{first.label} {format_count(first.times, 'time')}", *rest])
        ties = " (who ties is counted too)" if sum(one.times for one in ranked) > first.n else ""
        told.append(f"In {format_count(first.n, 'future')} from here {counts}{ties}.")
        if others:
            told.append(describe_lead(first, others, outcomes, seats, say))
    return " ".join(told)


def describe_leads(
    wins: Sequence[OutcomeShare],
    outcomes: Sequence[FutureOutcome],
    seats: Sequence[str],
    say: TextFormatter,
) -> str:
    """Describe for each race whether the lead of the seat with the most wins is significant."""
    races = [*dict.fromkeys(one.race for one in wins)]
    told = []
    for title in races:
        first, *others = sorted((w for w in wins if w.race == title), key=lambda one: -one.times)
        if others:
            lead = describe_lead(first, others, outcomes, seats, say)
            told.append(f"{title}: {lead}" if len(races) > 1 else lead)
    return " ".join(told)


def describe_no_winner(
    outcomes: Sequence[FutureOutcome], title: str, say: TextFormatter
) -> list[str]:
    """Describe how many futures nobody wins in a race, and how these futures end.

    The list is empty if every future has a winner.
    """
    endings = [
        one.ending
        for one in outcomes
        for race in one.races
        if race.title == title and not any(race.won)
    ]
    whys = [say.ending(ending) for ending in dict.fromkeys(endings) if ending]
    told = f" ({'; '.join(f'{why[:1].lower()}{why[1:]}' for why in whys)})" if whys else ""
    return [f"nobody {len(endings)}{told}"] if endings else []


def describe_lead(
    first: OutcomeShare,
    others: Sequence[OutcomeShare],
    outcomes: Sequence[FutureOutcome],
    seats: Sequence[str],
    say: TextFormatter,
) -> str:
    """Describe whether the lead of the seat with the most wins is significant."""
    second = others[0]
    if first.times == second.times:
        return f"{say.seat(first.name)} and {say.seat(second.name)} are level."
    one, two = (seats.index(chance.name) for chance in (first, second))
    won = [race.won for each in outcomes for race in each.races if race.title == first.race]
    pairs = count_discordant((line[one] > 0, line[two] > 0) for line in won)
    names = f"{say.seat(first.name)} over {say.seat(second.name)}"
    return f"The lead of {names} {describe_significance(*pairs, among=len(others))}."
