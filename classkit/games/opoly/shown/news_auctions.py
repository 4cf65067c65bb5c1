"""Sentences about auctions: lots, bids, pledges, and sales."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.words import NOTABLE, ORDINARY, ROUTINE, Say, Sentence, Weight

Facts = Mapping[str, Any]


def lot_name(say: Say, lot: str) -> str:
    """Return the name of a lot: a property, a card, or a scarce building."""
    return {"house": "a house", "hotel": "a hotel"}.get(lot) or say.space(lot)


def for_sale(say: Say, facts: Facts) -> str:
    """Return what is for sale and from what price, without a full stop."""
    return f"{lot_name(say, facts['lot'])} is for sale from {say.money(facts['minimum'])}"


def standing_bid(say: Say, amount: int, holder: str | None) -> str:
    """Return the standing bid and its bidder, without a full stop."""
    return f"the standing bid is {say.money(amount)} by {say.seat(holder)}"


def sold_for(say: Say, facts: Facts) -> str:
    """Return who bought what, and what was left on the table, without a full stop."""
    winner, price = say.seat(facts["winner"]), say.money(facts["price"])
    sentence = f"{winner} buys {lot_name(say, facts['lot'])} for {price}"
    if not facts["second_bid"]:
        return f"{sentence} (nobody else has bid)"
    left = say.money(facts["price"] - facts["second_bid"])
    return f"{sentence} (second bid {say.money(facts['second_bid'])}, {left} left on the table)"


def headline(say: Say, facts: Facts) -> str:
    """Return the last sale or rent of a turn, for the line below the board; or nothing."""
    if "winner" in facts:
        return f"{sold_for(say, facts)}."
    if "paid" not in facts:
        return ""
    paid = say.listing([f"{say.seat(s)} {say.money(n)}" for s, n in facts["paid"].items()])
    return f"{say.space(facts['space'])}: the bank pays {paid}."


def tell_opened(say: Say, facts: Facts) -> str:
    return f"{for_sale(say, facts)}."


def tell_bid(say: Say, facts: Facts) -> str:
    lot = lot_name(say, facts["lot"])
    return f"{say.seat(facts['seat'])} bids {say.money(facts['amount'])} for {lot}."


def tell_sold(say: Say, facts: Facts) -> str:
    """Tell of `lot_sold`: who bid what, and what was left on the table."""
    bids = [f"{say.seat(seat)} {say.money(bid)}" for seat, bid in facts["bids"].items()]
    return f"{sold_for(say, facts)}. Last bids: {', '.join(bids)}."


def tell_unsold(say: Say, facts: Facts) -> str:
    return f"Nobody bids for {lot_name(say, facts['lot'])}."


AUCTION_EVENTS: Mapping[str, str | Sentence] = {
    "lot_opened": tell_opened,
    "bid_made": tell_bid,
    "bid_passed": "{seat:seat} passes.",
    "lot_sold": tell_sold,
    "lot_unsold": tell_unsold,
    "property_pledged": "{seat:seat} pledges {space:space} to bid for {lot:space}.",
    "pledge_released": "{seat:seat} keeps {space:space}.",
    "pledge_forfeited": "{seat:seat} gives up {space:space}, which it had pledged.",
}

AUCTION_WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("lot_opened", "bid_made", "bid_passed"), ROUTINE),
    "pledge_forfeited": NOTABLE,
    "lot_sold": ORDINARY,
}
