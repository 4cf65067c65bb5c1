"""Homework questions about rivals: spillovers of landings, and effects of mergers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from classkit.assignments.answer_types import NumberAnswer
from classkit.assignments.sheet_question import SheetQuestion

from .played_match import PlayedMatch

SHARES_METRIC = "sector_share"
"""Metric with each seat's share of each sector's value, in percent."""
PROPERTY_METRICS = ("property_worth", "ownership")
"""Metrics of the property that each seat owns."""
SCORERS_HINT = "Who moved in each turn, and who scored in it? Join the two kinds of events."
MARKETS_HINT = "One owner of both shops is 100², two owners are 50² + 50²."
SQUARES_HINT = "Only two terms change: the square of the sum replaces the sum of the two squares."


def list_scorings(past: PlayedMatch) -> list[tuple[int, str, str, int]]:
    """Return (turn, mover, scoring seat, points) for all points scored through landings."""
    movers = {e.turn: e.facts["mover"] for e in past.match.events if e.name == "sector_scored"}
    return [
        (e.turn, movers[e.turn], past.get_holder(e.facts["payee"]), int(e.facts["amount"]))
        for e in past.match.events
        if e.name == "points_scored" and e.turn in movers
    ]


def choose_rows(past: PlayedMatch) -> list[Mapping[str, Any]]:
    """Return the rows of the turns for hypothetical mergers: the last turn and several earlier."""
    rows = past.rows
    return [rows[at] for at in sorted({(len(rows) - 1) * part // 8 for part in range(3, 9)})]


def ask_spillovers(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about points that pass between rivals through landings."""
    found = list_scorings(past)
    for since in choose_start_turns([turn for turn, *_ in found]):
        then = [one for one in found if one[0] > since]
        when = f"after turn {since}" if since else "in the whole match"
        for seat in past.seats:
            made = [(who, points) for _, mover, who, points in then if mover == seat]
            got = [(mover, points) for _, mover, who, points in then if who == seat]
            yield from ask_crossed_share(
                made,
                seat,
                f"Of all points that {past.say.seat(seat)}'s landings brought to anybody {when}, "
                "what percentage went to its rivals?",
            )
            yield from ask_crossed_share(
                got,
                seat,
                f"Of all points that {past.say.seat(seat)} got {when}, what percentage came "
                "from its rivals' landings?",
            )


def ask_crossed_share(
    some: list[tuple[str, int]], seat: str, asked: str
) -> Iterator[SheetQuestion]:
    """Yield a question about the share of points that passed between seats.

    Nothing is yielded if the share is 0 or 100 %.
    """
    whole = sum(points for _, points in some)
    others = sum(points for other, points in some if other != seat)
    if 0 < others < whole:
        yield SheetQuestion(
            "Demand for one card feeds its whole chain, no matter who owns it: in the game, a "
            f"landing is a gift to the other owners. {asked}",
            NumberAnswer("%", whole=False, tolerance=0.5, miss=SCORERS_HINT),
            100 * others / whole,
            worked=f"{others} of {whole}.",
        )


def choose_start_turns(turns: list[int]) -> list[int]:
    """Return the turns from which scoring is counted: the start, one third, two thirds.

    >>> choose_start_turns([31, 31, 34, 40, 52, 60])
    [0, 34, 52]
    """
    later = sorted({turns[len(turns) * part // 3] for part in (1, 2)}) if turns else []
    return [0, *later]


def ask_shop_mergers(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the effect of a horizontal merger on the sectors' shop markets."""
    if not past.has_metrics(SHARES_METRIC):
        return
    sectors = tuple(past.rows[-1][SHARES_METRIC][past.seats[0]])
    for row in choose_rows(past):
        owners = [get_shop_owners(past, sector, row["turn"]) for sector in sectors]
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
            yield SheetQuestion(
                "Only the other shop in its sector can replace a shop, so the two shops form "
                f"a market. Consider the {len(markets)} markets in which both shops had owners at "
                f"the end of turn {row['turn']} (the ledger shows who last received the cards "
                f"that end in -1a and -1b). Suppose {past.say.seat(one)} and "
                f"{past.say.seat(other)} merged. What would be the mean of their "
                "Herfindahl–Hirschman indices, that is, the sums of the squared percentage shares?",
                NumberAnswer("", whole=False, tolerance=2, miss=MARKETS_HINT),
                right,
                worked=f"Of {len(markets)} markets, {same} already have one owner, and {joined} "
                "would: 10,000 in each of these, and 5,000 in the others.",
            )


def get_shop_owners(past: PlayedMatch, sector: str, turn: int) -> tuple[str, str]:
    """Return the owners of a sector's two shops at the end of a turn, or "" for no owner."""

    def owner(card: str) -> str:
        moved = [t for t in past.transfers if t.unit == card and t.turn <= turn]
        return past.get_holder(moved[-1].target) if moved else ""

    return owner(f"{sector}-1a"), owner(f"{sector}-1b")


def merge_shares(shares: dict[str, float], one: str, other: str) -> list[float]:
    """Return the shares of all owners after two owners merge.

    >>> merge_shares({"A": 50, "B": 30, "C": 20}, "A", "C")
    [30, 70]
    """
    rest = [share for seat, share in shares.items() if seat not in (one, other)]
    return [*rest, shares[one] + shares[other]]


def ask_property_mergers(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the concentration of all property after two owners merge."""
    key = next((key for key in PROPERTY_METRICS if past.has_metrics(key)), "")
    for row in choose_rows(past) if key else ():
        owned = {seat: row[key].get(seat, 0) for seat in past.seats if row[key].get(seat, 0)}
        total = sum(owned.values())
        for one, other in combinations(owned, 2) if len(owned) > 2 else ():
            shares = merge_shares(
                {seat: 100 * has / total for seat, has in owned.items()}, one, other
            )
            yield SheetQuestion(
                f"Consider all property that players own at the end of turn {row['turn']} "
                f"({past.format_metric(key)}; unowned property is omitted). Suppose "
                f"{past.say.seat(one)} and {past.say.seat(other)} became one owner. What "
                "would be the sum of all owners' squared percentage shares? (The sum measures how "
                "concentrated property is: with a single owner, it is 10,000. It says nothing "
                "about prices in any market.)",
                NumberAnswer("", whole=False, tolerance=2, miss=SQUARES_HINT),
                sum(share**2 for share in shares),
                worked=" and ".join(f"{share:.2f}²" for share in shares) + ".",
            )
