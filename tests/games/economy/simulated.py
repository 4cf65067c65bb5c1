"""Measurement of the statistics of the bots in the rules.

``python -m tests.games.economy.simulated`` measures all of them again, in a minute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from statistics import mean, quantiles
from typing import Any, NamedTuple

import classkit
from classkit.engine.events import Keep
from classkit.engine.match import Match

BOTS = ("harvester", "raider", "insider")
ORDERS = tuple(permutations(BOTS))
MATCHES = 1_200
"""Number of matches measured for each number of players, seeds 0 to 1199."""


class Played(NamedTuple):
    """The measurements of one match of the bots."""

    turns: int
    part_1: int
    """Turns of part 1."""
    ending: str
    most: int
    """The winner's points."""
    given: int
    """The total points of all seats."""
    winners: tuple[str, ...]
    """The seats that won."""
    bots: tuple[str, ...]
    """The bot in each seat."""
    put_outs: int
    take_overs: int
    past_target: int
    """Number of seats that reached the target."""


def seated(seats: int, seed: int) -> tuple[str, ...]:
    """The bots of a match: the three in one of their six orders, by the seed, and again."""
    order = ORDERS[seed % len(ORDERS)]
    return tuple(order[place % len(order)] for place in range(seats))


def play(seats: int, seed: int) -> Played:
    """Play one match with default options; two players are allowed by theirs."""
    options = {"allow_two_players": True} if seats == 2 else {}
    keep = Keep(copies=False, ledger=False, history=False)
    m = classkit.new("economy", seats=seats, seed=seed, keep=keep, options=options)
    bots = seated(seats, seed)
    m.play(bots=dict(zip(m.seats, bots, strict=True)))
    return measured(m, bots)


def measured(m: Match, bots: tuple[str, ...]) -> Played:
    """Return the measurements of a finished match."""
    t = m.table
    points = t.scores()
    begun = [e.facts["first_turn"] for e in m.events if e.name == "part_started"]
    return Played(
        m.turn, (begun[0] if begun else m.turn + 1) - 1, m.ending or "", max(points), sum(points),
        m.winners, bots, sum(done for done, _ in t.put_outs.values()),
        sum(done for done, _ in t.take_overs.values()),
        sum(one >= t.target for one in points),
    )  # fmt: skip


def play_all(seats: int, seeds: Iterable[int]) -> list[Played]:
    """Play matches of ``players`` players with these seeds."""
    return [play(seats, seed) for seed in seeds]


def wins(matches: list[Played]) -> dict[str, float]:
    """Return each bot's share of all wins in per cent; a shared win counts in parts."""
    won: Counter[str] = Counter()
    for one in matches:
        for seat in one.winners:
            won[one.bots["ABCDEF".index(seat)]] += 1 / len(one.winners)
    return {bot: 100 * won[bot] / len(matches) for bot in BOTS}


def spread(values: list[int]) -> tuple[int, int, int]:
    """Median, and the 10 and 90 % points."""
    tenths = quantiles(values, n=10, method="inclusive")
    return round(tenths[4]), round(tenths[0]), round(tenths[8])


def summary(matches: list[Played]) -> dict[str, Any]:
    """Return the row of the rules' table for one number of players."""
    return {
        "turns": spread([one.turns for one in matches]),
        "part_1": spread([one.part_1 for one in matches]),
        "most": spread([one.most for one in matches]),
        "given": spread([one.given for one in matches]),
        "put_outs": round(mean(one.put_outs for one in matches), 1),
        "take_overs": round(mean(one.take_overs for one in matches), 1),
        "together": round(100 * mean(one.past_target > 1 for one in matches), 1),
        "ending": dict(Counter(one.ending for one in matches)),
        "wins": {bot: round(share) for bot, share in wins(matches).items()},
    }


if __name__ == "__main__":
    for players in range(2, 7):
        print(players, summary(play_all(players, range(MATCHES))))
