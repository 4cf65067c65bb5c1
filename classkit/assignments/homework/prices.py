"""Questions on prices: who gained in real terms, what became dear, what is only a paper gain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import combinations, pairwise
from math import log
from typing import Any

from classkit.assignments.answers import Number, listed, number_in_words
from classkit.assignments.question import Question

from .past import Past, Variant

LEVELS = (("company_price", "net_worth"), ("price_index", "worth"))
"""Pairs of figures: a price level, and the worth of seats in the same money."""
JUMPS = 4
"""The largest jumps of a price level that are asked about."""
HOLDINGS = "worth_parts"
"""The figure that splits the worth of seats by the units they hold."""
REAL = "Divide each worth by the price of its own turn, and only then compare."
PRICE = "price_"
RATES = "exchange_rate"
"""The figure of what one note of each nation is worth."""


def real_changes(past: Past) -> list[Variant]:
    """Ask how purchasing power changed in a turn in which prices jumped."""
    for level, worth in LEVELS:
        if not past.has(level, worth):
            continue
        jumps = [(old, new) for old, new in pairwise(past.rows) if old[level] > 0 < new[level]]
        jumps = [(old, new) for old, new in jumps if old[level] != new[level]]
        jumps.sort(key=lambda pair: -abs(log(pair[1][level] / pair[0][level])))
        found = [
            partial(real_change, past, level, worth, old, new, seat)
            for old, new in jumps[:JUMPS]
            for seat in past.seats
            if 0 < old[worth][seat] != new[worth][seat]  # a seat that held cash alone is too easy
            and abs(real(old, new, level, worth, seat)) >= 1
        ]
        if found:
            return list(found)
    return []


def real(
    old: Mapping[str, Any], new: Mapping[str, Any], level: str, worth: str, seat: str
) -> float:
    """Return by how many per cent a worth changed, counted in what it buys."""
    before, after = (row[worth][seat] / row[level] for row in (old, new))
    return float(100 * (after - before) / before)


def real_change(
    past: Past, level: str, worth: str, old: Mapping[str, Any], new: Mapping[str, Any], seat: str
) -> Question:
    """Return the question on one jump and one seat."""
    prices = f"{number_in_words(old[level])} to {number_in_words(new[level])}"
    return Question(
        f"In turn {new['turn']} the figure {past.named(level)} went from {prices}. Nominal worth "
        f"is {past.named(worth)}; real worth is nominal worth divided by the first figure. By "
        f"how many per cent did the real worth of {past.say.seat(seat)} change in that turn, from "
        f"the end of turn {old['turn']} to the end of turn {new['turn']}? A loss is negative.",
        Number("%", whole=False, tolerance=0.5, low=REAL, high=REAL),
        real(old, new, level, worth, seat),
        worked=f"{number_in_words(old[worth][seat])} ÷ {number_in_words(old[level])} before, "
        f"{number_in_words(new[worth][seat])} ÷ {number_in_words(new[level])} after.",
    )


def relative_prices(past: Past) -> list[Variant]:
    """Ask how the price of one good in terms of another changed."""
    last = past.rows[-1] if past.rows else {}
    units = {t.unit for t in past.transfers if t.unit.isidentifier()} - {past.money}
    goods = [key for key in last if key.startswith(PRICE) and key.removeprefix(PRICE) in units]
    return [
        partial(relative_price, past, one, other, start)
        for one, other in combinations(goods, 2)
        for start in starts(past)
        if start[one] > 0 < start[other] and abs(relative(start, last, one, other)) >= 1
    ]


def starts(past: Past) -> list[Mapping[str, Any]]:
    """Return the rows from which a comparison with the last row may begin."""
    return [past.rows[len(past.rows) * part // 4] for part in range(3)] if past.rows else []


def relative(old: Mapping[str, Any], new: Mapping[str, Any], one: str, other: str) -> float:
    """Return by how many per cent one good became dearer in terms of another."""
    before, after = (row[one] / row[other] for row in (old, new))
    return float(100 * (after - before) / before)


def relative_price(past: Past, one: str, other: str, start: Mapping[str, Any]) -> Question:
    """Return the question on two goods from one turn to the last."""
    last = past.rows[-1]
    hint = "How many units of the second does one unit of the first cost, before and after?"
    return Question(
        f"A relative price is one price divided by another. By how many per cent did "
        f"{past.named(one)} change in terms of {past.named(other)}, from the end of turn "
        f"{start['turn']} to the end of turn {last['turn']}? A fall is negative.",
        Number("%", whole=False, tolerance=0.5, low=hint, high=hint),
        relative(start, last, one, other),
        worked=f"{number_in_words(start[one])} ÷ {number_in_words(start[other])} before, "
        f"{number_in_words(last[one])} ÷ {number_in_words(last[other])} after.",
    )


def paper_gains(past: Past) -> list[Variant]:
    """Ask what a seat's holdings would be worth had it only kept them."""
    if not past.has(HOLDINGS):
        return []
    last = past.rows[-1]
    found: list[Variant] = []
    for start in starts(past):
        for seat in past.seats:
            kept = revalued(start, last, seat)
            worth = sum(start[HOLDINGS][seat].values())
            if kept is not None and abs(kept - worth) >= 1:
                found.append(partial(paper_gain, past, start, seat, worth, kept))
    return found


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


def paper_gain(
    past: Past, start: Mapping[str, Any], seat: str, worth: float, kept: float
) -> Question:
    """Return the question on one seat from one turn to the last."""
    last = past.rows[-1]["turn"]
    unit = past.say.unit(past.money)
    hint = "Quantities stay, prices change: revalue each unit by the change of its own price."
    return Question(
        f"At the end of turn {start['turn']} the holdings of {past.say.seat(seat)} were worth "
        f"{worth:,.2f} {unit} ({past.named(HOLDINGS)} has the parts). Suppose the seat had kept "
        f"these very holdings, unit by unit. What would they be worth in {unit} at the prices of "
        f"the end of turn {last}? {where_prices_are(past)}",
        Number(unit, whole=False, tolerance=max(0.5, kept / 100), low=hint, high=hint),
        kept,
        worked=f"Each part times its last price over its price then: {kept:,.2f} in place of "
        f"{worth:,.2f}, a gain or loss on paper alone.",
    )
