"""Questions on rivals: free riding, gifts to others, mergers, and who was ahead from when on."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from classkit.assignments.answers import Number
from classkit.assignments.question import Question

from .past import Past, Variant

SHARES = "sector_share"
"""The figure that gives each seat's share of each market in per cent."""


def scorings(past: Past) -> list[tuple[str, str, int]]:
    """Return (mover, who scores, points) for all points scored by landings."""
    movers = {e.turn: e.facts["mover"] for e in past.match.events if e.name == "sector_scored"}
    return [
        (movers[e.turn], past.holder(e.facts["payee"]), int(e.facts["amount"]))
        for e in past.match.events
        if e.name == "points_scored" and e.turn in movers
    ]


def free_rides(past: Past) -> list[Variant]:
    """Ask what share of its points a seat owed to the landings of others."""
    found: list[Variant] = []
    for seat in past.seats:
        by_others = sum(n for mover, who, n in scorings(past) if who == seat and mover != seat)
        in_all = sum(n for _, who, n in scorings(past) if who == seat)
        if 0 < by_others < in_all:
            found.append(partial(free_ride, past, seat, by_others, in_all))
    return found


def free_ride(past: Past, seat: str, by_others: int, in_all: int) -> Question:
    """Return the question on one seat's free rides."""
    hint = "The mover of a scoring stands in the event sector_scored of the same turn."
    return Question(
        "A landing pays every owner in the sector, whoever moved: the others ride free. What "
        f"percentage of all points that {past.say.seat(seat)} scored came from the landings of "
        "others?",
        Number("%", whole=False, tolerance=0.5, low=hint, high=hint),
        100 * by_others / in_all,
        worked=f"{by_others} of {in_all} points.",
    )


def gifts(past: Past) -> list[Variant]:
    """Ask how much a seat's landings paid its rivals."""
    found: list[Variant] = []
    for seat in past.seats:
        given = sum(n for mover, who, n in scorings(past) if mover == seat and who != seat)
        made = sum(n for mover, _, n in scorings(past) if mover == seat)
        if 0 < given < made:
            found.append(partial(gift, past, seat, given, made))
    return found


def gift(past: Past, seat: str, given: int, made: int) -> Question:
    """Return the question on one mover's gifts."""
    hint = "Take the turns in which this seat moved, and all who scored in them."
    return Question(
        "An external effect falls on people other than the one who acts. Of all points that "
        f"the landings of {past.say.seat(seat)} brought to anybody, how many went to its rivals?",
        Number("points", low=hint, high=hint),
        given,
        worked=f"{given} of {made} points.",
    )


def mergers(past: Past) -> list[Variant]:
    """Ask how far a merger of two owners would raise the Herfindahl index of a sector."""
    if not past.has(SHARES):
        return []
    shares = past.rows[-1][SHARES]
    return [
        partial(merger, past, sector, one, other, shares[one][sector], shares[other][sector])
        for sector in shares[past.seats[0]]
        for one, other in combinations(past.seats, 2)
        if shares[one][sector] and shares[other][sector]
    ]


def merger(past: Past, sector: str, one: str, other: str, first: float, second: float) -> Question:
    """Return the question on one merger."""
    hint = "Only two squares change: that of the sum takes the place of the sum of two squares."
    return Question(
        f"Suppose {past.say.seat(one)} and {past.say.seat(other)} merged at the end of the match. "
        f"By how many points would the Herfindahl index of the sector “{sector}” rise? The index "
        f"is the sum of the squared shares in per cent ({past.named(SHARES)}).",
        Number("points", whole=False, tolerance=5, low=hint, high=hint),
        2 * first * second,
        worked=f"2 × {first:.2f} × {second:.2f} = {2 * first * second:,.0f}.",
    )


def leads(past: Past) -> list[Variant]:
    """Ask from which turn on the winner stayed ahead of a rival."""
    scores, leader = past.scores(), past.leader
    found: list[Variant] = []
    for rival in past.seats:
        behind = [at for at, (_, score) in enumerate(scores) if score[leader] <= score[rival]]
        if rival != leader and behind and 0 < behind[-1] + 1 < len(scores):
            found.append(partial(lead, past, rival, behind[-1] + 1))
    return found


def lead(past: Past, rival: str, at: int) -> Question:
    """Return the question on one rival."""
    assert past.score is not None
    turn, leader = past.scores()[at][0], past.say.seat(past.leader)
    return Question(
        f"{leader} {past.outcome}. From the end of which turn on was {leader} ahead of "
        f"{past.say.seat(rival)} in {past.named(past.score.key)}, then and at the end of every "
        "turn after it?",
        Number("", ordered=False, miss="Draw the chart, and look where the two lines cross last."),
        turn,
        worked=f"From the end of turn {turn} on, and not yet at the end of turn "
        f"{past.scores()[at - 1][0]}.",
    )
