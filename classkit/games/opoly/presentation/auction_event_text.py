"""Sentences for the events of auctions: lots, bids, pledges and sales."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.rulebook_text import (
    NOTABLE,
    ORDINARY,
    ROUTINE,
    Sentence,
    TextFormatter,
    Weight,
)

Facts = Mapping[str, Any]


def format_lot(say: TextFormatter, lot: str) -> str:
    """Return the name of a lot: a property, a card, or a scarce building."""
    return {"house": "a house", "hotel": "a hotel"}.get(lot) or say.space(lot)


def format_standing_bid(say: TextFormatter, amount: int, holder: str | None) -> str:
    """Return the standing bid and its bidder, as a clause without a full stop."""
    return f"{say.seat(holder)} bids {say.money(amount)}"


def format_sale(say: TextFormatter, facts: Facts) -> str:
    """Return buyer, lot, price and second-highest bid, as a clause without a full stop."""
    winner, price = say.seat(facts["winner"]), say.money(facts["price"])
    sentence = f"{winner} buys {format_lot(say, facts['lot'])} for {price}"
    if not facts["second_bid"]:
        return f"{sentence} (nobody else bid)"
    more = facts["price"] - facts["second_bid"]
    left = f", so {say.money(more) if more else 'nothing'} left on the table" if more >= 0 else ""
    return f"{sentence} (second-highest bid {say.money(facts['second_bid'])}{left})"


def format_headline(say: TextFormatter, facts: Facts) -> str:
    """Return the last sale or rent of a turn for the line below the board, or "" without one."""
    if "winner" in facts:
        return f"{format_sale(say, facts)}."
    if "paid" not in facts:
        return ""
    paid = say.format_list([f"{say.seat(s)} {say.money(n)}" for s, n in facts["paid"].items()])
    return f"{say.space(facts['space'])}: the bank pays {paid}."


def tell_lot_opening(say: TextFormatter, facts: Facts) -> str:
    lot = format_lot(say, facts["lot"])
    least = say.money(facts["minimum"])
    return f"{lot[:1].upper()}{lot[1:]} is up for auction; bids start at {least}."


def tell_bid(say: TextFormatter, facts: Facts) -> str:
    lot = format_lot(say, facts["lot"])
    return f"{say.seat(facts['seat'])} bids {say.money(facts['amount'])} for {lot}."


def tell_sale(say: TextFormatter, facts: Facts) -> str:
    """Return the sentence for `lot_sold`. It states the final bids of several bidders."""
    bids = [f"{say.seat(seat)} {say.money(bid)}" for seat, bid in facts["bids"].items()]
    final = f"; final bids: {', '.join(bids)}" if len(bids) > 1 else ""
    return f"{format_sale(say, facts)}{final}."


def tell_unsold_lot(say: TextFormatter, facts: Facts) -> str:
    return f"Nobody bids for {format_lot(say, facts['lot'])}."


AUCTION_EVENTS: Mapping[str, str | Sentence] = {
    "lot_opened": tell_lot_opening,
    "bid_made": tell_bid,
    "bid_passed": "{seat:seat} passes.",
    "lot_sold": tell_sale,
    "lot_unsold": tell_unsold_lot,
    "property_pledged": "{seat:seat} pledges {space:space} to bid for {lot:space}.",
    "pledge_released": "{seat:seat} keeps {space:space}, the pledged property.",
    "pledge_forfeited": "{seat:seat} gives up {space:space}, the pledged property.",
}

AUCTION_WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("lot_opened", "bid_made", "bid_passed"), ROUTINE),
    "pledge_forfeited": ORDINARY,
    "lot_sold": NOTABLE,
}
