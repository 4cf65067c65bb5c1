"""What a study comes to, in a sentence that a class can read: and whether it may be luck.

All futures of a study meet the same luck, so what is compared is compared within each of them: a
difference of means by its standard error within pairs, a count of wins by McNemar's exact test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, isnan
from statistics import NormalDist

from classkit.engine.words import Say, how_many

from .chances import Chance
from .future import Outcome

SURE = 0.05
"""The level of significance: a result less likely than this is called larger than luck."""
ENOUGH = 50
"""The fewest futures whose mean is taken as normal, with a standard error that can be trusted."""
LARGER, MAY_BE = "is larger than luck (95 %)", "may be luck"


def chance_of(more: int, less: int) -> float:
    """Return the probability that luck alone splits pairs at least so unevenly (McNemar's test).

    ``more`` and ``less`` count the futures in which the one has won and not the other.

    >>> chance_of(5, 5), round(chance_of(8, 0), 4), chance_of(0, 0)
    (1.0, 0.0078, 1.0)
    """
    apart = more + less
    tail = sum(comb(apart, count) for count in range(min(more, less) + 1))
    return min(1.0, float(2 * tail) / float(1 << apart)) if apart else 1.0


def luck(more: int, less: int, among: int = 1) -> str:
    """Return in words whether a difference of wins may be luck.

    ``among`` is the number of others that the leader was chosen from: the best of many owes some of
    its lead to luck.

    >>> luck(8, 0), luck(8, 0, among=11), luck(6, 4)
    ('is larger than luck (95 %)', 'may be luck', 'may be luck')
    """
    return LARGER if chance_of(more, less) * among < SURE else MAY_BE


def luck_of_means(difference: float, error: float, n: int, among: int = 1) -> str:
    """Return whether a difference of means over ``n`` futures may be luck, by its standard error.

    With fewer than `ENOUGH` futures the error itself is too uncertain, so the answer is "may be
    luck".

    >>> luck_of_means(2.1, 1.0, 200), luck_of_means(-2.1, 1.0, 200, among=5)
    ('is larger than luck (95 %)', 'may be luck')
    >>> luck_of_means(2.1, 1.0, 20), luck_of_means(1, float("nan"), 1)
    ('may be luck', 'may be luck')
    """
    bound = NormalDist().inv_cdf(1 - SURE / (2 * among))
    unsure = n < ENOUGH or isnan(error) or abs(difference) <= bound * error
    return MAY_BE if unsure else LARGER


def of_pairs(pairs: Iterable[tuple[bool, bool]]) -> tuple[int, int]:
    """Return in how many pairs only the first holds, and in how many only the second.

    >>> of_pairs([(True, False), (True, True), (False, True), (True, False)])
    (2, 1)
    """
    found = list(pairs)
    return sum(one and not two for one, two in found), sum(two and not one for one, two in found)


def who_wins(
    wins: Sequence[Chance], outcomes: Sequence[Outcome], seats: Sequence[str], say: Say
) -> str:
    """Return sentences on each race: how often each seat wins it, and whether the lead is luck."""
    races = dict.fromkeys(one.race for one in wins)
    told = []
    for title in races:
        ranked = sorted((one for one in wins if one.race == title), key=lambda one: -one.times)
        first, *others = ranked
        rest = [f"{say.seat(one.name)} {one.times}" for one in others]
        rest += nobody(outcomes, title, say)
        counts = say.listing([f"{first.label} {how_many(first.times, 'time')}", *rest])
        ties = " (who ties is counted too)" if sum(one.times for one in ranked) > first.n else ""
        told.append(f"In {how_many(first.n, 'future')} from here {counts}{ties}.")
        if others:
            told.append(lead(first, others, outcomes, seats, say))
    return " ".join(told)


def nobody(outcomes: Sequence[Outcome], title: str, say: Say) -> list[str]:
    """Return words on the futures in which nobody wins a race: how many, and why they end.

    The list is empty where somebody wins in every future.
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


def lead(
    first: Chance,
    others: Sequence[Chance],
    outcomes: Sequence[Outcome],
    seats: Sequence[str],
    say: Say,
) -> str:
    """Return whether the lead of the seat that wins most often may be luck."""
    second = others[0]
    if first.times == second.times:
        return f"{say.seat(first.name)} and {say.seat(second.name)} are level."
    one, two = (seats.index(chance.name) for chance in (first, second))
    won = [race.won for each in outcomes for race in each.races if race.title == first.race]
    pairs = of_pairs((line[one] > 0, line[two] > 0) for line in won)
    who = say.seat(first.name)
    return f"The lead of {who} over {say.seat(second.name)} {luck(*pairs, among=len(others))}."
