"""Who meets whom in a tournament: everybody as often, in every seat as often, with the same lucks.

A round takes groups of as many as there are seats, such that everybody is in as many groups; each
group plays once in each of its rotations, so that each of its members sits in each seat once. All
matches of a round have the same seed: whoever was lucky to sit there, the others were as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import gcd
from typing import NamedTuple

from classkit.engine.luck import Stream, fingerprint_of


class Pairing(NamedTuple):
    """One match of a tournament: who sits where (the places of the entrants, seat by seat)."""

    number: int
    round: int
    group: int
    seed: int
    seating: tuple[int, ...]


def matches_per_round(entrants: int, seats: int) -> int:
    """How many matches one round has.

    >>> matches_per_round(30, 4), matches_per_round(4, 4), matches_per_round(5, 4)
    (60, 4, 20)
    """
    return entrants // gcd(entrants, seats) * seats


def pair(entrants: int, seats: int, matches: int, seed: int) -> list[Pairing]:
    """At least so many matches: whole rounds, numbered from 1.

    >>> plan = pair(5, 4, 30, seed=7)
    >>> len(plan), {[p.seating[0] for p in plan].count(n) for n in range(5)}
    (40, {8})
    """
    plan: list[Pairing] = []
    met: dict[frozenset[int], int] = {}
    groups = round_ = 0
    while len(plan) < matches:
        round_ += 1
        chance = Stream(f"round {round_}", fingerprint_of(f"{seed}|"))
        luck = chance.bits() >> 1
        for group in draw_round(entrants, seats, met, chance):
            groups += 1
            for turn in range(seats):
                seating = (*group[turn:], *group[:turn])
                plan.append(Pairing(len(plan) + 1, round_, groups, luck, seating))
    return plan


def draw_round(
    entrants: int, seats: int, met: dict[frozenset[int], int], chance: Stream
) -> Iterable[tuple[int, ...]]:
    """The groups of one round: of those who have met least; ``met`` counts on."""
    count = entrants // gcd(entrants, seats)
    left = dict.fromkeys(range(entrants), count * seats // entrants)
    for groups_left in range(count, 0, -1):
        # whoever has as many to play as there are groups is in each of them
        group = [one for one in left if left[one] == groups_left]
        while len(group) < seats:
            free = [one for one in left if left[one] and one not in group]
            strangers = {
                one: (sum(met.get(frozenset((one, other)), 0) ** 2 for other in group), -left[one])
                for one in free
            }
            fewest = min(strangers.values())
            group.append(chance.choice([one for one in free if strangers[one] == fewest]))
        for one in group:
            left[one] -= 1
        for pair_met in combinations(group, 2):
            met[frozenset(pair_met)] = met.get(frozenset(pair_met), 0) + 1
        yield tuple(chance.shuffled(group))
