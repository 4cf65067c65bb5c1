"""Questions on prices: who gained in real terms, what became dear, what is only a paper gain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from math import log
from typing import Any

from classkit.assignments.answers import Number, listed, number_in_words
from classkit.assignments.question import Question

from .past import Past

LEVELS = (("company_price", "net_worth"), ("price_index", "worth"))
"""Pairs of figures: a price level, and the worth of seats in the same money."""
JUMPS = 4
"""The largest jumps of a price level that are asked about."""
HOLDINGS = "worth_parts"
"""The figure that splits the worth of seats by the units they hold."""
PRICE = "price_"
RATES = "exchange_rate"
"""The figure of what one note of each nation is worth."""
REAL = "Divide each worth by the price of its own turn, and only then compare."
RELATIVE = "How many units of the second does one unit of the first cost, before and after?"
PAPER = "Quantities stay, prices change: revalue each unit by the change of its own price."


def real_changes(past: Past) -> Iterator[Question]:
    """Ask how purchasing power changed in a turn in which prices jumped."""
    for level, worth in LEVELS:
        if past.has(level, worth) and (found := [*real_changes_by(past, level, worth)]):
            yield from found
            return


def real_changes_by(past: Past, level: str, worth: str) -> Iterator[Question]:
    """Ask this of the largest jumps of one price level."""
    pairs = [(old, new) for old, new in pairwise(past.rows) if old[level] > 0 < new[level]]
    jumps = [(old, new) for old, new in pairs if old[level] != new[level]]
    jumps.sort(key=lambda pair: -abs(log(pair[1][level] / pair[0][level])))
    for old, new in jumps[:JUMPS]:
        before, after = number_in_words(old[level]), number_in_words(new[level])
        for seat in past.seats:
            had, has = old[worth][seat], new[worth][seat]
            if not 0 < had != has:
                continue  # a seat that held cash alone is too easy
            change = growth_of(had / old[level], has / new[level])
            if abs(change) < 1:
                continue
            yield Question(
                f"In turn {new['turn']} the figure {past.named(level)} went from {before} to "
                f"{after}. Nominal worth is {past.named(worth)}; real worth is nominal worth "
                "divided by the first figure. By how many per cent did the real worth of "
                f"{past.say.seat(seat)} change in that turn, from the end of turn {old['turn']} to "
                f"the end of turn {new['turn']}? A loss is negative.",
                Number("%", whole=False, tolerance=0.5, miss=REAL),
                change,
                worked=f"{number_in_words(had)} ÷ {before} before, "
                f"{number_in_words(has)} ÷ {after} after.",
            )


def growth_of(before: float, after: float) -> float:
    """Return by how many per cent a figure changed."""
    return float(100 * (after - before) / before)


def relative_prices(past: Past) -> Iterator[Question]:
    """Ask how the price of one good in terms of another changed."""
    last = past.rows[-1] if past.rows else {}
    units = {t.unit for t in past.transfers if t.unit.isidentifier()} - {past.money}
    goods = [key for key in last if key.startswith(PRICE) and key.removeprefix(PRICE) in units]
    for one, other in combinations(goods, 2):
        for start in starts(past):
            if not start[one] > 0 < start[other]:
                continue
            change = growth_of(start[one] / start[other], last[one] / last[other])
            if abs(change) < 1:
                continue
            yield Question(
                f"A relative price is one price divided by another. By how many per cent did "
                f"{past.named(one)} change in terms of {past.named(other)}, from the end of turn "
                f"{start['turn']} to the end of turn {last['turn']}? A fall is negative.",
                Number("%", whole=False, tolerance=0.5, miss=RELATIVE),
                change,
                worked=f"{number_in_words(start[one])} ÷ {number_in_words(start[other])} before, "
                f"{number_in_words(last[one])} ÷ {number_in_words(last[other])} after.",
            )


def starts(past: Past) -> list[Mapping[str, Any]]:
    """Return the rows from which a comparison with the last row may begin."""
    return [past.rows[len(past.rows) * part // 4] for part in range(3)] if past.rows else []


def paper_gains(past: Past) -> Iterator[Question]:
    """Ask what a seat's holdings would be worth had it only kept them."""
    if not past.has(HOLDINGS):
        return
    last, unit = past.rows[-1], past.say.unit(past.money)
    for start in starts(past):
        for seat in past.seats:
            kept = revalued(start, last, seat)
            worth = sum(start[HOLDINGS][seat].values())
            if kept is None or abs(kept - worth) < 1:
                continue
            yield Question(
                f"At the end of turn {start['turn']} the holdings of {past.say.seat(seat)} were "
                f"worth {worth:,.2f} {unit} ({past.named(HOLDINGS)} has the parts). Suppose the "
                "seat had kept these very holdings, unit by unit. What would they be worth in "
                f"{unit} at the prices of the end of turn {last['turn']}? {where_prices_are(past)}",
                Number(unit, whole=False, tolerance=max(0.5, kept / 100), miss=PAPER),
                kept,
                worked=f"Each part times its last price over its price then: {kept:,.2f} in place "
                f"of {worth:,.2f}, a gain or loss on paper alone.",
            )


def where_prices_are(past: Past) -> str:
    """Say in which figures of the frame the prices of all that is held stand."""
    units = next(iter(past.rows[-1][HOLDINGS].values()))
    prices = [PRICE + unit for unit in units if unit.isidentifier()]  # of goods, not of notes
    said = "Prices are in " + listed(past.named(key) for key in prices if key in past.figures)
    if past.has(RATES):
        said += f"; what one note of a nation is worth is in {past.named(RATES)}, by nation"
    return said + "."


def revalued(start: Mapping[str, Any], last: Mapping[str, Any], seat: str) -> float | None:
    """Return what was held at the start at the last prices; None if a price is missing."""
    total = 0.0
    for unit, worth in start[HOLDINGS][seat].items():
        if not worth:
            continue
        before, after = start.get(PRICE + unit), last.get(PRICE + unit)
        if not before or after is None:
            return None
        total += worth * after / before
    return total
