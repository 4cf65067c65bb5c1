"""Questions on prices: who gained in real terms, what became dear, and in which money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from math import log
from typing import Any, TypeAlias

from classkit.assignments.answers import Number, number_in_words
from classkit.assignments.question import Question

from .past import Past
from .reasons import changed, splits

Stretch: TypeAlias = tuple[Mapping[str, Any], Mapping[str, Any]]
"""A stretch of a match: the rows of figures at its beginning and at its end."""
LEVELS = (("company_price", "net_worth"), ("price_index", "worth"))
"""Pairs of figures: a price level, and the worth of seats in the same money."""
JUMPS = 4
"""The largest jumps of a price level that are asked about: in one turn, and over longer."""
PARTS = 4
"""The parts of a match at whose ends a stretch that is asked about begins or ends."""
BASKET = "price_index"
"""The figure of what a basket costs in gold."""
PRICE = "price_"
RATES = "exchange_rate"
"""The figure of what one note of each nation is worth."""
REAL = "Divide each worth by the price of its own turn, and only then compare."
RELATIVE = "How many units of the second does one unit of the first cost, before and after?"
PAPER = "Prices change the worth of what was held before; purchases and incomes are the other part."
NOTES = "Divide the price in gold by what a note is worth in gold, at both moments."


def real_changes(past: Past) -> Iterator[Question]:
    """Ask how purchasing power changed in a turn, or over a stretch, in which prices jumped."""
    for level, worth in LEVELS:
        if past.has(level, worth) and (found := [*real_changes_by(past, level, worth)]):
            yield from found
            return


def real_changes_by(past: Past, level: str, worth: str) -> Iterator[Question]:
    """Ask this of the largest jumps of one price level."""
    for old, new in [*jumps(pairwise(past.calm), level), *jumps(stretches(past), level)]:
        before, after = number_in_words(old[level]), number_in_words(new[level])
        for seat in past.seats:
            had, has = old[worth][seat], new[worth][seat]
            if not 0 < had != has:
                continue  # a seat that held cash alone is too easy
            change = growth_of(had / old[level], has / new[level])
            if abs(change) < 1:
                continue
            yield Question(
                f"By the end of turn {new['turn']} the figure {past.named(level)} had gone from "
                f"{before} to {after}. Nominal worth is {past.named(worth)}; real worth is nominal "
                "worth divided by that price. By how many per cent did the real worth of "
                f"{past.say.seat(seat)} change from the end of turn {old['turn']} to "
                f"the end of turn {new['turn']}? A loss is negative. Give one decimal.",
                Number("%", whole=False, tolerance=0.06, miss=REAL),
                change,
                worked=f"{number_in_words(had)} ÷ {before} before, "
                f"{number_in_words(has)} ÷ {after} after.",
            )


def jumps(pairs: Iterable[Stretch], level: str) -> list[Stretch]:
    """Return the stretches over which a price level changed most."""
    some = [
        (old, new) for old, new in pairs if old[level] > 0 < new[level] and old[level] != new[level]
    ]
    return sorted(some, key=lambda pair: -abs(log(pair[1][level] / pair[0][level])))[:JUMPS]


def growth_of(before: float, after: float) -> float:
    """Return by how many per cent a figure changed."""
    return float(100 * (after - before) / before)


def relative_prices(past: Past) -> Iterator[Question]:
    """Ask how the price of one good in terms of another changed."""
    if not past.rows:
        return
    units = {t.unit for t in past.transfers if t.unit.isidentifier()} - {past.money}
    goods = [
        key for key in past.rows[-1] if key.startswith(PRICE) and key.removeprefix(PRICE) in units
    ]
    for one, other in combinations(goods, 2):
        for start, last in stretches(past):
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


def stretches(past: Past) -> list[Stretch]:
    """Return the stretches to ask about, within the rows before anybody cornered a market."""
    rows, last = past.calm, len(past.calm) - 1
    return [*combinations([rows[last * part // PARTS] for part in range(PARTS + 1)], 2)]


def earned(past: Past) -> Iterator[Question]:
    """Ask what was earned: the change of the score without the changes of prices in it."""
    for split in splits(past):
        earned = sum(part.amount for part in split.parts if part.kind == "moved")
        worth = sum(part.amount for part in split.parts if part.kind == "worth")
        if not (earned and worth) or any(part.kind == "rest" for part in split.parts):
            continue
        unit = past.say.unit(past.money)
        yield Question(
            f"{changed(past, split)}. A part of it was earned and spent: money and things that "
            "came and went, each at its worth at the end of that turn. The rest was held before "
            f"and only became worth more or less. What would the change have been, in {unit}, "
            "without that second part? A loss is negative.",
            Number(unit, whole=False, tolerance=max(0.05, abs(earned) / 200), miss=PAPER),
            earned,
            worked=f"Earned and spent {number_in_words(earned)}, changes of prices "
            f"{number_in_words(worth)}.",
        )


def baskets_in_notes(past: Past) -> Iterator[Question]:
    """Ask how the price of the basket changed in the notes of a nation that is not on gold."""
    if not past.has(BASKET, RATES):
        return
    for start, last in stretches(past):
        in_gold = growth_of(start[BASKET], last[BASKET])
        for seat in past.seats:
            before, after = start[RATES][seat], last[RATES][seat]
            change = growth_of(start[BASKET] / before, last[BASKET] / after)
            if abs(change - in_gold) < 1 or abs(change) < 1:
                continue  # its notes went the way of gold
            yield Question(
                f"“Prices are stable” is half a sentence: in which money? From the end of turn "
                f"{start['turn']} to the end of turn {last['turn']} the price of a "
                f"basket, {past.named(BASKET)}, changed by {in_gold:.1f} % in gold. By how many "
                f"per cent did it change in the notes of {past.say.seat(seat)} (what one note is "
                f"worth in gold is {past.named(RATES)})? A fall is negative.",
                Number("%", whole=False, tolerance=0.5, miss=NOTES),
                change,
                worked=f"{number_in_words(start[BASKET])} ÷ {number_in_words(before)} before, "
                f"{number_in_words(last[BASKET])} ÷ {number_in_words(after)} after.",
            )
