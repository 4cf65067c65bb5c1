"""Questions on rivals: free riding, gifts to others, mergers, and who was ahead from when on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from classkit.assignments.answers import Number
from classkit.assignments.question import Question

from .past import Past

SHARES = "sector_share"
"""The figure that gives each seat's share of each market in per cent."""
MOVER = "The mover of a scoring stands in the event sector_scored of the same turn."
SCORERS = "Take the turns in which this seat moved, and all who scored in them."
SQUARES = "Only two squares change: that of the sum takes the place of the sum of two squares."


def scorings(past: Past) -> list[tuple[str, str, int]]:
    """Return (mover, who scores, points) for all points scored by landings."""
    movers = {e.turn: e.facts["mover"] for e in past.match.events if e.name == "sector_scored"}
    return [
        (movers[e.turn], past.holder(e.facts["payee"]), int(e.facts["amount"]))
        for e in past.match.events
        if e.name == "points_scored" and e.turn in movers
    ]


def free_rides(past: Past) -> Iterator[Question]:
    """Ask what share of its points a seat owed to the landings of others."""
    for seat in past.seats:
        scored = [(mover, points) for mover, who, points in scorings(past) if who == seat]
        in_all = sum(points for _, points in scored)
        by_others = sum(points for mover, points in scored if mover != seat)
        if 0 < by_others < in_all:
            yield Question(
                "A landing pays every owner in the sector, whoever moved: the others ride free. "
                f"What percentage of all points that {past.say.seat(seat)} scored came from the "
                "landings of others?",
                Number("%", whole=False, tolerance=0.5, miss=MOVER),
                100 * by_others / in_all,
                worked=f"{by_others} of {in_all} points.",
            )


def gifts(past: Past) -> Iterator[Question]:
    """Ask how much a seat's landings paid its rivals."""
    for seat in past.seats:
        scored = [(who, points) for mover, who, points in scorings(past) if mover == seat]
        made = sum(points for _, points in scored)
        given = sum(points for who, points in scored if who != seat)
        if 0 < given < made:
            yield Question(
                "An external effect falls on people other than the one who acts. Of all points "
                f"that the landings of {past.say.seat(seat)} brought to anybody, how many went to "
                "its rivals?",
                Number("points", miss=SCORERS),
                given,
                worked=f"{given} of {made} points.",
            )


def mergers(past: Past) -> Iterator[Question]:
    """Ask how far a merger of two owners would raise the Herfindahl index of a sector."""
    if not past.has(SHARES):
        return
    shares = past.rows[-1][SHARES]
    for sector in shares[past.seats[0]]:
        for one, other in combinations(past.seats, 2):
            first, second = shares[one][sector], shares[other][sector]
            if not (first and second):
                continue
            yield Question(
                f"Suppose {past.say.seat(one)} and {past.say.seat(other)} merged at the end of the "
                f"match. By how many points would the Herfindahl index of the sector “{sector}” "
                "rise? The index is the sum of the squared shares in per cent "
                f"({past.named(SHARES)}).",
                Number("points", whole=False, tolerance=5, miss=SQUARES),
                2 * first * second,
                worked=f"2 × {first:.2f} × {second:.2f} = {2 * first * second:,.0f}.",
            )


def leads(past: Past) -> Iterator[Question]:
    """Ask from which turn on the winner stayed ahead of a rival."""
    scores, leader = past.scores(), past.leader
    name = past.say.seat(leader)
    for rival in past.seats:
        behind = [at for at, (_, score) in enumerate(scores) if score[leader] <= score[rival]]
        if rival == leader or not behind or behind[-1] + 1 == len(scores):
            continue
        (before, _), (turn, _) = scores[behind[-1] : behind[-1] + 2]
        yield Question(
            f"{name} {past.outcome}. From the end of which turn on was {name} ahead of "
            f"{past.say.seat(rival)} in {past.score_named}, then and at the end of every turn "
            "after it?",
            Number(
                "", ordered=False, miss="Draw the chart, and look where the two lines cross last."
            ),
            turn,
            worked=f"From the end of turn {turn} on, and not yet at the end of turn {before}.",
        )
