"""Questions on rivals: what one's landings bring to others, and what mergers would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from classkit.assignments.answers import Number
from classkit.assignments.question import Question

from .past import Past

SHARES = "sector_share"
"""The figure that gives each seat's share of what each chain earns, in per cent."""
PROPERTY = ("property_worth", "ownership")
"""Figures of what each seat owns of all property."""
SCORERS = "Take the turns in which this seat moved, and all who scored in them."
MARKETS = "One owner of both shops is 100², two owners are 50² + 50²."
SQUARES = "Only two squares change: that of the sum takes the place of the sum of two squares."


def scorings(past: Past) -> list[tuple[int, str, str, int]]:
    """Return (turn, mover, who scores, points) for all points scored by landings."""
    movers = {e.turn: e.facts["mover"] for e in past.match.events if e.name == "sector_scored"}
    return [
        (e.turn, movers[e.turn], past.holder(e.facts["payee"]), int(e.facts["amount"]))
        for e in past.match.events
        if e.name == "points_scored" and e.turn in movers
    ]


def looked_at(past: Past) -> list[Mapping[str, Any]]:
    """Return the rows of a few turns, the last among them, at which mergers are supposed."""
    rows = past.rows
    return [rows[at] for at in sorted({(len(rows) - 1) * part // 4 for part in (2, 3, 4)})]


def spillovers(past: Past) -> Iterator[Question]:
    """Ask what share of the points that a seat's landings made went to others."""
    last = past.rows[-1]["turn"] if past.rows else 0
    for since in (0, last // 3, last // 2):
        for seat in past.seats:
            scored = [
                (who, points)
                for turn, mover, who, points in scorings(past)
                if mover == seat and turn > since
            ]
            made = sum(points for _, points in scored)
            given = sum(points for who, points in scored if who != seat)
            if not 0 < given < made:
                continue
            yield Question(
                "Demand for one card feeds its whole chain, whoever owns it: in the game a landing "
                f"is a gift to the other owners. Of all points that the landings of "
                f"{past.say.seat(seat)} brought to anybody after turn {since}, what percentage "
                "went to its rivals?",
                Number("%", whole=False, tolerance=0.5, miss=SCORERS),
                100 * given / made,
                worked=f"{given} of {made} points.",
            )


def chain_mergers(past: Past) -> Iterator[Question]:
    """Ask how a vertical merger would change the division of a chain's income."""
    if not past.has(SHARES):
        return
    for row in looked_at(past):
        shares = row[SHARES]
        for sector in shares[past.seats[0]]:
            found = {seat: shares[seat][sector] for seat in past.seats if shares[seat][sector]}
            if sum(found.values()) < 99.9 or len(found) < 3:
                continue
            for one, other in combinations(found, 2):
                new = merged(found, one, other)
                yield Question(
                    f"At the end of turn {row['turn']} the chain “{sector}” has {len(found)} "
                    f"owners. Suppose {past.say.seat(one)} took over all that "
                    f"{past.say.seat(other)} has in it. What would be the sum of the squared "
                    f"shares in what the chain earns, in per cent ({past.named(SHARES)})? (It "
                    "tells how the chain's income is divided. Invention, factory and shops are "
                    "complements, so it is no market, and this is not the index that a "
                    "competition authority means.)",
                    Number("", whole=False, tolerance=2, miss=SQUARES),
                    sum(share**2 for share in new),
                    worked=" and ".join(f"{share:.2f}²" for share in new) + ".",
                )


def shop_mergers(past: Past) -> Iterator[Question]:
    """Ask what a horizontal merger would do to the markets for shops, one for each sector."""
    if not past.has(SHARES):
        return
    sectors = tuple(past.rows[-1][SHARES][past.seats[0]])
    for row in looked_at(past):
        owners = [shop_owners(past, sector, row["turn"]) for sector in sectors]
        markets = [pair for pair in owners if all(pair)]
        if len(markets) < 2:
            continue
        for one, other in combinations(past.seats, 2):
            same = sum(first == second for first, second in markets)
            joined = sum({*pair} == {one, other} for pair in markets)
            if not joined:
                continue
            right = (10_000 * (same + joined) + 5_000 * (len(markets) - same - joined)) / len(
                markets
            )
            yield Question(
                "A shop may replace the other shop of its sector, and nothing else may, so the two "
                f"shops are a market. Take the {len(markets)} markets in which both shops had "
                f"owners at the end of turn {row['turn']} (the ledger says who got the cards that "
                f"end in -1a and -1b, the last time). Suppose {past.say.seat(one)} and "
                f"{past.say.seat(other)} merged. What would be the mean of their "
                "Herfindahl–Hirschman indices, the sums of the squared shares in per cent?",
                Number("", whole=False, tolerance=2, miss=MARKETS),
                right,
                worked=f"Of {len(markets)} markets {same} have one owner already and {joined} "
                "would: 10,000 in each of these, 5,000 in the others.",
            )


def shop_owners(past: Past, sector: str, turn: int) -> tuple[str, str]:
    """Return the owners of a sector's two shops at the end of a turn; empty for nobody."""

    def owner(card: str) -> str:
        moved = [t for t in past.transfers if t.unit == card and t.turn <= turn]
        return past.holder(moved[-1].target) if moved else ""

    return owner(f"{sector}-1a"), owner(f"{sector}-1b")


def merged(shares: dict[str, float], one: str, other: str) -> list[float]:
    """Return the shares of all owners after a merger of two.

    >>> merged({"A": 50, "B": 30, "C": 20}, "A", "C")
    [30, 70]
    """
    rest = [share for seat, share in shares.items() if seat not in (one, other)]
    return [*rest, shares[one] + shares[other]]


def property_mergers(past: Past) -> Iterator[Question]:
    """Ask how unequally all property would be divided if two owners became one."""
    key = next((key for key in PROPERTY if past.has(key)), "")
    for row in looked_at(past) if key else ():
        owned = {seat: row[key].get(seat, 0) for seat in past.seats if row[key].get(seat, 0)}
        total = sum(owned.values())
        for one, other in combinations(owned, 2) if len(owned) > 2 else ():
            shares = merged({seat: 100 * has / total for seat, has in owned.items()}, one, other)
            yield Question(
                f"Take all that seats own at the end of turn {row['turn']} ({past.named(key)}; "
                f"what nobody owns is left out). Suppose {past.say.seat(one)} and "
                f"{past.say.seat(other)} became one owner. What would be the sum of the squared "
                "shares of all owners, in per cent? (It tells how unequally property is divided, "
                "and nothing of prices in any market.)",
                Number("", whole=False, tolerance=2, miss=SQUARES),
                sum(share**2 for share in shares),
                worked=" and ".join(f"{share:.2f}²" for share in shares) + ".",
            )
