"""What a step comes to: what a recession costs, what was sold and why no dearer, and rents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from classkit.engine.log import Event
from classkit.engine.words import Say

from .news_auctions import lot_name

Row = Mapping[str, Any]
MOST_SALES = 2
"""The most sales of a step told in full; of more it is told only who bought what."""
UNEVENTFUL = frozenset({"turn_started", "dice_rolled", "pawn_moved", "deck_reshuffled", "scored"})
RAISE = 5
"""A rival with less than this many dollars above its bid counts as having no more cash."""


def sum_up(say: Say, events: Sequence[Event], before: Row, now: Row) -> str | None:
    """Tell a turn or round by what it has changed: recessions, sales and rents.

    None within a turn, where each decision is a story of its own.
    """
    told = [recession(say, events)]
    if events[0].turn < now["turn"]:
        told += [sales(say, events, before["values"]), rents(say, events), taxes(say, events)]
    return " ".join(filter(None, told)) or quiet_move(say, events)


def quiet_move(say: Say, events: Sequence[Event]) -> str | None:
    """Tell a step in which the pawn has moved and nothing else has happened (Q3.1)."""
    moved = [event.facts["to"] for event in events if event.name == "pawn_moved"]
    if not moved or {event.name for event in events} - UNEVENTFUL:
        return None
    return f"Nothing is paid on {say.space(moved[-1])}."


def recession(say: Say, events: Sequence[Event]) -> str:
    """Tell what a recession costs whom, most first (Q4.5)."""
    numbers = [event.facts["number"] for event in events if event.name == "recession_payment"]
    costs = Counter[str]()
    for event in events:
        if event.name == "money_moved" and event.facts["reason"] == "recession":
            costs[event.facts["payer"]] += event.facts["amount"]
    if not numbers or not costs:
        return ""
    told = say.listing([f"{say.seat(who)} {say.money(paid)}" for who, paid in costs.most_common()])
    if len(numbers) > 1:
        return f"The recession costs {told}."
    return f"Payment {numbers[0]} of this recession costs {told}."


def taxes(say: Say, events: Sequence[Event]) -> str:
    """Tell what a tax that several companies pay costs each, most first (Q3.13, Q3.14)."""
    paid: dict[str, Counter[str]] = {}
    for event in events:
        if event.name == "money_moved" and event.facts["reason"].endswith("_tax"):
            costs = paid.setdefault(event.facts["reason"], Counter())
            costs[event.facts["payer"]] += event.facts["amount"]
    told = []
    for reason, costs in paid.items():
        if len(costs) > 1:
            each = [f"{say.seat(who)} {say.money(amount)}" for who, amount in costs.most_common()]
            told.append(f"{say.reason(reason)} costs {say.listing(each)}.")
    return " ".join(told)


# --- sales ---------------------------------------------


def sales(say: Say, events: Sequence[Event], before: Row) -> str:
    """Tell what was sold for how much, and why the last rival stopped (Q2.2, Q2.5)."""
    sold = [event.facts for event in events if event.name == "lot_sold"]
    if not sold:
        return ""
    if len(sold) > MOST_SALES or len({event.turn for event in events}) > MOST_SALES:
        lots = [f"{say.seat(one['winner'])} {lot_name(say, one['lot'])}" for one in sold]
        return f"Sold: {', '.join(lots)}."
    return " ".join(sale(say, one, before) for one in sold)


def sale(say: Say, facts: Row, before: Row) -> str:
    """Tell a sale: the price, and who bid against it up to what."""
    winner, lot = say.seat(facts["winner"]), lot_name(say, facts["lot"])
    told = f"{winner} buys {lot} for {say.money(facts['price'])}"
    rivals = {seat: bid for seat, bid in facts["bids"].items() if seat != facts["winner"]}
    if not rivals:
        return f"{told}: nobody else bids."
    rival = max(rivals, key=lambda seat: rivals[seat])
    return f"{told}. {stopped(say, rival, rivals[rival], before)}"


def stopped(say: Say, rival: str, bid: int, before: Row) -> str:
    """Tell why the last rival bid no more: for want of cash, or because it would not."""
    who, cash = say.seat(rival), before["cash"][rival]
    at = f"{who} stops at {say.money(bid)}"
    if bid <= cash < bid + RAISE:
        return f"{at}: it has no more cash."
    if before["properties"][rival] >= before["limit"][rival]:
        return f"{at}: it would have to give up a property for it."
    return f"{at}, and would pay no more of its {say.money(cash)}."


# --- rents ---------------------------------------------


def rents(say: Say, events: Sequence[Event]) -> str:
    """Tell which properties paid what to whom (Q3.5)."""
    paid: dict[str, Counter[str]] = {}
    for space, facts in rents_of(events):
        paid.setdefault(space, Counter())[facts["payee"]] += facts["amount"]
    told = []
    for space, by in paid.items():
        source = say.space(space) if space else "The rent"
        payees = [f"{say.seat(who)} {say.money(amount)}" for who, amount in by.most_common()]
        told.append(f"{source} brings {say.listing(payees)}.")
    return " ".join(told)


def rents_of(events: Sequence[Event]) -> Iterator[tuple[str, Row]]:
    """Yield each rent with the space on which the pawn stood, if it came there in this step."""
    space = ""
    for event in events:
        if event.name == "pawn_moved":
            space = event.facts["to"]
        elif event.name == "money_moved" and event.facts["reason"] == "rent":
            yield space, event.facts
