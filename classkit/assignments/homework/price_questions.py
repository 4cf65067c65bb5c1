"""Homework questions about prices: real changes, relative prices, earnings, prices in notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from math import log
from typing import Any, TypeAlias

from classkit.assignments.answer_types import NumberAnswer, format_number
from classkit.assignments.sheet_question import SheetQuestion

from .played_match import PlayedMatch
from .reason_questions import describe_change, get_splits

RowPair: TypeAlias = tuple[Mapping[str, Any], Mapping[str, Any]]
"""A stretch of a match, given by the metric rows at its beginning and end."""
LEVEL_METRICS = (("company_price", "net_worth"), ("price_index", "worth"))
"""Pairs of metrics: a price level, and the worth of seats in the same currency."""
MAX_JUMPS = 4
"""Maximum number of price jumps used for questions, over single turns and longer stretches each."""
PART_COUNT = 4
"""Number of parts of a match. Stretches start and end at the boundaries of parts."""
BASKET_METRIC = "price_index"
"""Metric with the price of a basket in gold."""
PRICE_PREFIX = "price_"
RATES_METRIC = "exchange_rate"
"""Metric with the value of one note of each nation."""
REAL_HINT = "Divide each worth by the price in its own turn, and only then compare."
RELATIVE_HINT = "How many units of the second does one unit of the first cost, before and after?"
PAPER_HINT = (
    "Price changes affect the worth of earlier holdings; purchases and income are the other part."
)
NOTES_HINT = "At both times, divide the price in gold by the value of a note in gold."


def ask_real_changes(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about real changes in worth over the largest price jumps."""
    for level, worth in LEVEL_METRICS:
        if past.has_metrics(level, worth) and (found := [*ask_level_changes(past, level, worth)]):
            yield from found
            return


def ask_level_changes(past: PlayedMatch, level: str, worth: str) -> Iterator[SheetQuestion]:
    """Yield questions about real changes in worth over the largest jumps of one price level."""
    for old, new in [
        *find_max_jumps(pairwise(past.calm_rows), level),
        *find_max_jumps(list_row_pairs(past), level),
    ]:
        before, after = format_number(old[level]), format_number(new[level])
        for seat in past.seats:
            had, has = old[worth][seat], new[worth][seat]
            if not 0 < had != has:
                continue  # too easy for a seat that held only cash
            change = compute_growth(had / old[level], has / new[level])
            if abs(change) < 1:
                continue
            yield SheetQuestion(
                f"By the end of turn {new['turn']}, the metric {past.format_metric(level)} had "
                f"changed from {before} to {after}. Nominal worth is "
                f"{past.format_metric(worth)}; real worth is nominal worth divided by that "
                f"price. By what percentage did {past.say.seat(seat)}'s real worth change from "
                f"the end of turn {old['turn']} to the end of turn {new['turn']}? "
                "A loss is negative. Round to one decimal place.",
                NumberAnswer("%", whole=False, tolerance=0.06, miss=REAL_HINT),
                change,
                worked=f"{format_number(had)} ÷ {before} before, "
                f"{format_number(has)} ÷ {after} after.",
            )


def find_max_jumps(pairs: Iterable[RowPair], level: str) -> list[RowPair]:
    """Return the stretches with the largest relative changes of a price level."""
    some = [
        (old, new) for old, new in pairs if old[level] > 0 < new[level] and old[level] != new[level]
    ]
    return sorted(some, key=lambda pair: -abs(log(pair[1][level] / pair[0][level])))[:MAX_JUMPS]


def compute_growth(before: float, after: float) -> float:
    """Return the change in percent."""
    return float(100 * (after - before) / before)


def ask_relative_prices(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about changes in the price of one good in terms of another."""
    if not past.rows:
        return
    units = {t.unit for t in past.transfers if t.unit.isidentifier()} - {past.money}
    goods = [
        key
        for key in past.rows[-1]
        if key.startswith(PRICE_PREFIX) and key.removeprefix(PRICE_PREFIX) in units
    ]
    for one, other in combinations(goods, 2):
        for start, last in list_row_pairs(past):
            if not start[one] > 0 < start[other]:
                continue
            change = compute_growth(start[one] / start[other], last[one] / last[other])
            if abs(change) < 1:
                continue
            yield SheetQuestion(
                f"A relative price is one price divided by another. By what percentage did "
                f"{past.format_metric(one)} change in terms of {past.format_metric(other)} from "
                f"the end of turn {start['turn']} to the end of turn {last['turn']}? A fall is "
                "negative.",
                NumberAnswer("%", whole=False, tolerance=0.5, miss=RELATIVE_HINT),
                change,
                worked=f"{format_number(start[one])} ÷ {format_number(start[other])} before, "
                f"{format_number(last[one])} ÷ {format_number(last[other])} after.",
            )


def list_row_pairs(past: PlayedMatch) -> list[RowPair]:
    """Return the stretches to ask about, all of which end before a market is cornered."""
    rows, last = past.calm_rows, len(past.calm_rows) - 1
    return [*combinations([rows[last * part // PART_COUNT] for part in range(PART_COUNT + 1)], 2)]


def ask_earnings(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about earnings: the change of the score, excluding price changes."""
    for split in get_splits(past):
        earned = sum(part.amount for part in split.parts if part.kind == "moved")
        worth = sum(part.amount for part in split.parts if part.kind == "worth")
        if not (earned and worth) or any(part.kind == "rest" for part in split.parts):
            continue
        unit = past.money_noun
        yield SheetQuestion(
            f"{describe_change(past, split)}. Part of the change was earned or spent: money and "
            "things that were received or given, each at its worth at the end of that turn. "
            "The rest is due to earlier holdings that became worth more or less. What would "
            f"the change have been, in {unit}, without this second part? A loss is negative.",
            NumberAnswer(
                past.answer_unit,
                whole=False,
                tolerance=max(0.05, abs(earned) / 200),
                miss=PAPER_HINT,
            ),
            earned,
            worked=f"Earned and spent: {format_number(earned)}. Changes in prices: "
            f"{format_number(worth)}.",
        )


def ask_basket_prices(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the price of the basket in a currency that is not on gold."""
    if not past.has_metrics(BASKET_METRIC, RATES_METRIC):
        return
    for start, last in list_row_pairs(past):
        in_gold = compute_growth(start[BASKET_METRIC], last[BASKET_METRIC])
        for seat in past.seats:
            before, after = start[RATES_METRIC][seat], last[RATES_METRIC][seat]
            change = compute_growth(start[BASKET_METRIC] / before, last[BASKET_METRIC] / after)
            if abs(change - in_gold) < 1 or abs(change) < 1:
                continue  # the notes kept their value in gold
            yield SheetQuestion(
                f"“Prices are stable” is only half a sentence: in which money? From the end of "
                f"turn {start['turn']} to the end of turn {last['turn']}, the price of a "
                f"basket, {past.format_metric(BASKET_METRIC)}, changed by {in_gold:.1f} % in "
                f"gold. By what percentage did it change in {past.say.seat(seat)}'s notes "
                f"(the value of one note in gold is {past.format_metric(RATES_METRIC)})? A fall "
                "is negative.",
                NumberAnswer("%", whole=False, tolerance=0.5, miss=NOTES_HINT),
                change,
                worked=f"{format_number(start[BASKET_METRIC])} ÷ {format_number(before)} before, "
                f"{format_number(last[BASKET_METRIC])} ÷ {format_number(after)} after.",
            )
