"""Tournament schedule: all entrants play equally often, in every seat, with the same seeds.

Each round divides the entrants into groups, and every entrant is in the same number of groups. A
group plays one match for each rotation of its seats, so that each member plays every seat once. All
matches of a round use the same seed, so that a lucky seat is equally lucky for everyone.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import gcd
from typing import NamedTuple

from classkit.engine.randomness import RandomStream, hash_key


class Pairing(NamedTuple):
    """One match of a tournament.

    Args:
        number: Match number, from 1.
        round: Round number, from 1.
        group: Group number, shared by all rotations of the group.
        seed: Seed of the match, shared by all matches of the round.
        seating: Index of the entrant in each seat.

    Example:
        >>> plan_pairings(3, 3, 3, seed=7)[0].number
        1
    """

    number: int
    round: int
    group: int
    seed: int
    seating: tuple[int, ...]


def matches_per_round(entrants: int, seats: int) -> int:
    """Return the number of matches in one round.

    >>> matches_per_round(30, 4), matches_per_round(4, 4), matches_per_round(5, 4)
    (60, 4, 20)
    """
    return entrants // gcd(entrants, seats) * seats


def plan_pairings(entrants: int, seats: int, matches: int, seed: int) -> list[Pairing]:
    """Plan whole rounds with at least ``matches`` matches, numbered from 1.

    >>> plan = plan_pairings(5, 4, 30, seed=7)
    >>> len(plan), {[p.seating[0] for p in plan].count(n) for n in range(5)}
    (40, {8})
    """
    plan: list[Pairing] = []
    met: dict[frozenset[int], int] = {}
    groups = round_ = 0
    while len(plan) < matches:
        round_ += 1
        chance = RandomStream(f"round {round_}", hash_key(f"{seed}|"))
        luck = chance.next_bits() >> 1
        for group in draw_round(entrants, seats, met, chance):
            groups += 1
            for turn in range(seats):
                seating = (*group[turn:], *group[:turn])
                plan.append(Pairing(len(plan) + 1, round_, groups, luck, seating))
    return plan


def draw_round(
    entrants: int, seats: int, met: dict[frozenset[int], int], chance: RandomStream
) -> Iterable[tuple[int, ...]]:
    """Yield the groups of one round, preferring entrants that have rarely played each other.

    ``met`` maps each pair of entrants to the number of their meetings. It is updated in place.
    """
    count = entrants // gcd(entrants, seats)
    left = dict.fromkeys(range(entrants), count * seats // entrants)
    for groups_left in range(count, 0, -1):
        # an entrant joins every remaining group once it has that number of groups left to play
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
        yield tuple(chance.permutation(group))
