"""Homework questions about investments: auction prices, returns, and cash flow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from classkit.assignments.answer_types import NumberAnswer, join_names
from classkit.assignments.sheet_question import SheetQuestion

from .played_match import AuctionPurchase, PlayedMatch

SPENDING_REASONS = ("auction", "build")
RENT_REASONS = ("rent", "rent_share")
"""Reasons of transfers that buy lots, and of transfers that lots earn."""
PRICES_HINT = "Take the price from the ledger. The list price is the price just before the auction."
BOTH_SIDES_HINT = "Add up both sides in the ledger: the payments are the denominator."
PART_COUNT = 3
"""Number of consecutive parts into which a match is divided for questions."""
CASH_FLOW_HINT = (
    "Add up the ledger rows with the seat as “target”, and those with the seat as “source”."
)


def ask_over_value(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the premium of an auction price over the list price."""
    for one in past.purchases:
        if not one.listed or one.price == one.listed:
            continue
        yield SheetQuestion(
            f"{describe_purchase(past, one)}. By what percentage was the price paid above the "
            "list price (the board's price at that moment)? If it was lower, the answer is "
            "negative.",
            NumberAnswer("%", whole=False, tolerance=0.5, miss=PRICES_HINT),
            100 * (one.price - one.listed) / one.listed,
            worked=f"Paid {one.price:,}, list price {one.listed:,}.",
        )


def describe_purchase(past: PlayedMatch, one: AuctionPurchase) -> str:
    """Return a clause about a purchase: turn, buyer and title."""
    return (
        f"In turn {one.turn}{' (the set-up)' * (not one.turn)}, {past.say.seat(one.buyer)} bought "
        f"{past.say.space(one.title)} at auction"
    )


def ask_paybacks(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the share of property investments that rents have returned."""
    there = {t.reason for t in past.money_transfers}
    for seat in past.seats:
        spent = sum(
            t.amount
            for t in past.money_transfers
            if t.reason in SPENDING_REASONS and t.source == seat
        )
        earned = sum(
            t.amount for t in past.money_transfers if t.reason in RENT_REASONS and t.target == seat
        )
        if not (spent and earned):
            continue
        paid, came = (
            join_names(f"“{past.say.reason(reason)}”" for reason in some if reason in there)
            for some in (SPENDING_REASONS, RENT_REASONS)
        )
        yield SheetQuestion(
            "Money spent on property is sunk if no sale would recover it. Then only the future "
            f"income counts. In the set-up and all turns together, {past.say.seat(seat)} made "
            f"payments under {paid}, for cards as well as lots, and received rents under {came} "
            "(the column “text” in the ledger). What percentage of these payments have the rents "
            "returned so far?",
            NumberAnswer("%", whole=False, tolerance=0.5, miss=BOTH_SIDES_HINT),
            100 * earned / spent,
            worked=f"{earned:,} of the {spent:,} spent has been earned back.",
        )


def ask_cash_flow(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about a seat's net cash flow over a part of the match."""
    turns = [row["turn"] for row in past.rows]
    if not turns:
        return
    ends = sorted({turns[(len(turns) - 1) * at // PART_COUNT] for at in range(PART_COUNT + 1)})
    for since, turn in pairwise(ends):
        then = [one for one in past.money_transfers if since < one.turn <= turn]
        for seat in past.seats:
            came = sum(one.amount for one in then if past.get_holder(one.target) == seat)
            went = sum(one.amount for one in then if past.get_holder(one.source) == seat)
            if not (came and went):
                continue
            yield SheetQuestion(
                "Money that buys something is not lost, but it is no longer available. In "
                f"turns {since + 1} to {turn}, how much more money did {past.say.seat(seat)} "
                "receive than it paid, for all reasons together? If it paid more, the answer is "
                "negative.",
                NumberAnswer(past.answer_unit, miss=CASH_FLOW_HINT),
                came - went,
                worked=f"Received {came:,} and paid {went:,}.",
            )
