"""Questions on what was bought and what it brought: auctions, investments, incomes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from classkit.assignments.answers import Number, listed
from classkit.assignments.question import Question

from .past import Past, Purchase

SPENT = ("auction", "build")
RENTS = ("rent", "rent_share")
"""The reasons for which seats pay for lots, and those for which lots pay them."""
PRICES = "Take the price from the ledger; the list price is the one that held just before."
BOTH_SIDES = "Add up both sides in the ledger: what the seat paid is below the line."
PARTS = 3
"""The parts of a match that are asked about, one after the other."""
IN_AND_OUT = "Add up two columns of the ledger: what has the seat as “target”, and as “source”."


def over_value(past: Past) -> Iterator[Question]:
    """Ask how far the price of an auction was from the list price."""
    for one in past.purchases:
        if not one.listed or one.price == one.listed:
            continue
        yield Question(
            f"{bought(past, one)}. How far above the list price of that moment (what the board "
            "asks for it, in the prices of that moment) was the price paid, in per cent of the "
            "list price? Below it is negative.",
            Number("%", whole=False, tolerance=0.5, miss=PRICES),
            100 * (one.price - one.listed) / one.listed,
            worked=f"Paid {one.price:,}, list price {one.listed:,}.",
        )


def bought(past: Past, one: Purchase) -> str:
    """Say who bought what, and when."""
    return (
        f"In turn {one.turn}{' (the set-up)' * (not one.turn)} {past.say.seat(one.buyer)} bought "
        f"{past.say.space(one.title)} at an auction"
    )


def paybacks(past: Past) -> Iterator[Question]:
    """Ask what part of the money put into property the rents have brought back so far."""
    there = {t.reason for t in past.moneys}
    for seat in past.seats:
        spent = sum(t.amount for t in past.moneys if t.reason in SPENT and t.source == seat)
        earned = sum(t.amount for t in past.moneys if t.reason in RENTS and t.target == seat)
        if not (spent and earned):
            continue
        paid, came = (
            listed(f"“{past.say.reason(reason)}”" for reason in some if reason in there)
            for some in (SPENT, RENTS)
        )
        yield Question(
            "What was paid is sunk as far as nobody would pay it again: then only what it brings "
            f"counts. {past.say.seat(seat)} paid under {paid}, for cards as well as lots, and got "
            f"rents under {came} (the column “text” of the ledger), the set-up and all turns taken "
            "together. What percentage of all that was paid have the rents brought back so far?",
            Number("%", whole=False, tolerance=0.5, miss=BOTH_SIDES),
            100 * earned / spent,
            worked=f"{earned:,} of the {spent:,} spent came back.",
        )


def cash_flow(past: Past) -> Iterator[Question]:
    """Ask how much more money came in than went out over a part of the match."""
    turns = [row["turn"] for row in past.rows]
    if not turns:
        return
    ends = sorted({turns[(len(turns) - 1) * at // PARTS] for at in range(PARTS + 1)})
    for since, turn in pairwise(ends):
        then = [one for one in past.moneys if since < one.turn <= turn]
        for seat in past.seats:
            came = sum(one.amount for one in then if past.holder(one.target) == seat)
            went = sum(one.amount for one in then if past.holder(one.source) == seat)
            if not (came and went):
                continue
            yield Question(
                "Money that buys something is not lost, but it is no longer at hand. How much more "
                f"money was {past.say.seat(seat)} paid in the turns {since + 1} to {turn} than it "
                "paid in the same turns, both for whatever reasons? If it paid more, the answer is "
                "negative.",
                Number(past.say.unit(past.money), miss=IN_AND_OUT),
                came - went,
                worked=f"{went:,} went out of the {came:,} that came in.",
            )
