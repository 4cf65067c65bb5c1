"""Summaries of a turn or round: the costs of recessions, sales, rents and taxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from classkit.engine.events import Event
from classkit.engine.rulebook_text import TextFormatter

from .auction_event_text import format_lot

Row = Mapping[str, Any]
MAX_DETAILED_SALES = 2
"""Maximum number of sales described in full; more are only listed."""
ROUTINE_EVENTS = frozenset(
    {"turn_started", "dice_rolled", "pawn_moved", "deck_reshuffled", "scored"}
)
MIN_RAISE = 5
"""A rival whose cash exceeds its bid by fewer dollars counts as out of cash."""


def summarize_step(
    say: TextFormatter, events: Sequence[Event], before: Row, now: Row
) -> str | None:
    """Summarize a turn or round by its changes: recessions, sales, rents and taxes.

    Return None if nothing changed, and within a turn, where each decision has its own sentence.
    """
    parts = [tell_recession(say, events)]
    if events[0].turn < now["turn"]:
        parts += [
            tell_sales(say, events, before["values"]),
            tell_rents(say, events),
            tell_taxes(say, events),
        ]
    return " ".join(filter(None, parts)) or tell_quiet_move(say, events)


def tell_quiet_move(say: TextFormatter, events: Sequence[Event]) -> str | None:
    """Summarize a step in which only the pawn moved; None for others (Q3.1)."""
    moved = [event.facts["to"] for event in events if event.name == "pawn_moved"]
    if not moved or {event.name for event in events} - ROUTINE_EVENTS:
        return None
    return f"Nothing is paid on {say.space(moved[-1])}."


def tell_recession(say: TextFormatter, events: Sequence[Event]) -> str:
    """Summarize the cost of a recession by company, highest first (Q4.5)."""
    numbers = [event.facts["number"] for event in events if event.name == "recession_payment"]
    costs = Counter[str]()
    for event in events:
        if event.name == "money_moved" and event.facts["reason"] == "recession":
            costs[event.facts["payer"]] += event.facts["amount"]
    if not numbers or not costs:
        return ""
    listed = say.format_list(
        [f"{say.seat(who)} {say.money(paid)}" for who, paid in costs.most_common()]
    )
    if len(numbers) > 1:
        return f"The recession costs {listed}."
    return f"Payment {numbers[0]} of this recession costs {listed}."


def tell_taxes(say: TextFormatter, events: Sequence[Event]) -> str:
    """Summarize a tax that several companies pay, highest first (Q3.13, Q3.14)."""
    paid: dict[str, Counter[str]] = {}
    for event in events:
        if event.name == "money_moved" and event.facts["reason"].endswith("_tax"):
            costs = paid.setdefault(event.facts["reason"], Counter())
            costs[event.facts["payer"]] += event.facts["amount"]
    parts = []
    for reason, costs in paid.items():
        if len(costs) > 1:
            each = [f"{say.seat(who)} {say.money(amount)}" for who, amount in costs.most_common()]
            parts.append(f"{say.reason(reason)} costs {say.format_list(each)}.")
    return " ".join(parts)


# --- sales ---------------------------------------------


def tell_sales(say: TextFormatter, events: Sequence[Event], before: Row) -> str:
    """Summarize the sales, with prices and the last rivals (Q2.2, Q2.5)."""
    sold = [event.facts for event in events if event.name == "lot_sold"]
    if not sold:
        return ""
    if len(sold) > MAX_DETAILED_SALES or len({event.turn for event in events}) > MAX_DETAILED_SALES:
        lots = [f"{say.seat(one['winner'])} {format_lot(say, one['lot'])}" for one in sold]
        return f"Sold: {', '.join(lots)}."
    return " ".join(tell_sale(say, one, before) for one in sold)


def tell_sale(say: TextFormatter, facts: Row, before: Row) -> str:
    """Describe a sale: the buyer, the price, and the last rival."""
    winner, lot = say.seat(facts["winner"]), format_lot(say, facts["lot"])
    sale = f"{winner} buys {lot} for {say.money(facts['price'])}"
    rivals = {seat: bid for seat, bid in facts["bids"].items() if seat != facts["winner"]}
    if not rivals:
        return f"{sale}: nobody else bids."
    rival = max(rivals, key=lambda seat: rivals[seat])
    return f"{sale}. {tell_last_bid(say, rival, rivals[rival], before)}"


def tell_last_bid(say: TextFormatter, rival: str, bid: int, before: Row) -> str:
    """Explain why the last rival stopped: cash, its limit, or the price."""
    who, cash = say.seat(rival), before["cash"][rival]
    at = f"{who} stops at {say.money(bid)}"
    if bid <= cash < bid + MIN_RAISE:
        return f"{at}: it has no more cash."
    if before["properties"][rival] >= before["limit"][rival]:
        return f"{at}: it would have to give up a property for it."
    return f"{at}, and would pay no more of its {say.money(cash)}."


# --- rents ---------------------------------------------


def tell_rents(say: TextFormatter, events: Sequence[Event]) -> str:
    """Summarize the rents by property and company (Q3.5)."""
    paid: dict[str, Counter[str]] = {}
    for space, facts in iter_rents(events):
        paid.setdefault(space, Counter())[facts["payee"]] += facts["amount"]
    parts = []
    for space, by in paid.items():
        source = say.space(space) if space else "The rent"
        payees = [f"{say.seat(who)} {say.money(amount)}" for who, amount in by.most_common()]
        parts.append(f"{source} brings {say.format_list(payees)}.")
    return " ".join(parts)


def iter_rents(events: Sequence[Event]) -> Iterator[tuple[str, Row]]:
    """Yield each rent with its space; the space is empty if the pawn did not move."""
    space = ""
    for event in events:
        if event.name == "pawn_moved":
            space = event.facts["to"]
        elif event.name == "money_moved" and event.facts["reason"] == "rent":
            yield space, event.facts
