"""Summaries of a turn or round: the costs of recessions, sales, rents and taxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from classkit.engine.events import Event
from classkit.engine.rulebook_text import TURNING_POINT, StepSummary, TextFormatter

from .auction_event_text import format_lot
from .event_text import RENT_WORDS

Row = Mapping[str, Any]
TAX_REASONS = ("income_tax", "luxury_tax")
RECESSION_KINDS = ("recession", "depression")
"""Kinds of recessions, which are also the reasons of their payments (Q4.5)."""
MAX_DETAILED_SALES = 2
"""Maximum number of sales described in full. Longer lists show only names."""
MAX_LIST_LENGTH = 90
"""Maximum length of a list of sales, in characters."""
ROUTINE_EVENTS = frozenset(
    {"turn_started", "dice_rolled", "pawn_moved", "deck_reshuffled", "scored"}
)
MIN_RAISE = 5
"""A rival counts as out of cash if its cash exceeds its bid by fewer dollars than this."""


def summarize_step(
    say: TextFormatter, events: Sequence[Event], before: Row, now: Row
) -> list[StepSummary]:
    """Summarize the changes of a step: recessions, sales, rents, taxes, and payments at Go.

    The list is empty if nothing changed. Sales within a turn have their own sentence. No sentence
    combines events from before and after a turning point such as a bankruptcy.
    """
    sections = split_at_turning_points(say, events)
    told = tell_recession(say, sections, before["values"])
    if events[0].turn < now["turn"]:
        told += tell_sales(say, sections, before["values"])
    told += tell_rents(say, sections)
    told += tell_taxes(say, sections, before["values"])
    told += tell_go(say, sections, before["values"])
    return told or tell_quiet_move(say, events)


def split_at_turning_points(say: TextFormatter, events: Sequence[Event]) -> list[list[Event]]:
    """Split the events into sections that end before turning points."""
    sections: list[list[Event]] = [[]]
    for event in events:
        if say.event_weight(event) >= TURNING_POINT:
            sections.append([])
        sections[-1].append(event)
    return sections


def tell_quiet_move(say: TextFormatter, events: Sequence[Event]) -> list[StepSummary]:
    """Summarize a step in which only the pawn moved, or return [] for other steps (Q3.1)."""
    moved = [event for event in events if event.name == "pawn_moved"]
    if not moved or {event.name for event in events} - ROUTINE_EVENTS:
        return []
    return [StepSummary(f"Nothing is paid on {say.space(moved[-1].facts['to'])}.", moved[-1:])]


def tell_recession(
    say: TextFormatter, sections: Sequence[Sequence[Event]], before: Row
) -> list[StepSummary]:
    """Summarize the cost of each recession by company, highest first (Q4.5)."""
    told = []
    for kind in RECESSION_KINDS:
        rounds = [list_rounds(section, kind) for section in sections]
        count = sum(map(len, rounds))
        begun: list[Event] = []
        for section, own in zip(sections, rounds, strict=True):
            begun = own or begun[-1:]
            paid = list_payments(section, kind)
            if not begun or not paid:
                continue
            listed = format_parties(say, paid, before)
            text = f"The {kind} costs {listed}."
            if count == 1:
                text = f"Payment {begun[0].facts['number']} of this {kind} costs {listed}."
            told.append(StepSummary(text, [*begun, *paid]))
    return told


def list_rounds(events: Sequence[Event], kind: str) -> list[Event]:
    """Return the payment rounds of a kind of recession."""
    return [
        event for event in events
        if event.name == "recession_payment" and event.facts["kind"] == kind
    ]  # fmt: skip


def list_payments(events: Sequence[Event], *reasons: str) -> list[Event]:
    """Return the payments with any of these reasons."""
    return [
        event for event in events
        if event.name == "money_moved" and event.facts["reason"] in reasons
    ]  # fmt: skip


def format_parties(
    say: TextFormatter, paid: Sequence[Event], before: Row, party: str = "payer"
) -> str:
    """Return the payers or payees with their total amounts, highest first.

    Return a single amount if it is the same for all players.
    """
    costs = Counter[str]()
    for event in paid:
        costs[event.facts[party]] += event.facts["amount"]
    if len({*costs.values()}) == 1 < len(costs):
        amount = say.money(max(costs.values()))
        if costs.keys() == before["cash"].keys():
            return f"every player {amount}"
        return f"{say.format_list([say.seat(who) for who in costs])} {amount} each"
    each = [f"{say.seat(who)} {say.money(amount)}" for who, amount in costs.most_common()]
    return say.format_list(each)


def tell_taxes(
    say: TextFormatter, sections: Sequence[Sequence[Event]], before: Row
) -> list[StepSummary]:
    """Summarize a tax that several companies pay, highest first (Q3.13, Q3.14)."""
    told = []
    for reason in TAX_REASONS:
        lists = [list_payments(section, reason) for section in sections]
        if len({event.facts["payer"] for paid in lists for event in paid}) > 1:
            told += [
                StepSummary(
                    f"{say.reason(reason)} costs {format_parties(say, paid, before)}.", paid
                )
                for paid in lists
                if paid
            ]
    return told


def tell_go(
    say: TextFormatter, sections: Sequence[Sequence[Event]], before: Row
) -> list[StepSummary]:
    """Summarize the payments that several companies receive at Go (Q3.4)."""
    lists = [list_payments(section, "go", "go_bonus") for section in sections]
    if len({event.facts["payee"] for paid in lists for event in paid}) < 2:
        return []
    return [
        StepSummary(f"Go pays {format_parties(say, paid, before, 'payee')}.", paid)
        for paid in lists
        if paid
    ]


# --- sales ---------------------------------------------


def tell_sales(
    say: TextFormatter, sections: Sequence[Sequence[Event]], before: Row
) -> list[StepSummary]:
    """Summarize the sales, prices and last rivals (Q2.2, Q2.5)."""
    lists = [[event for event in section if event.name == "lot_sold"] for section in sections]
    turns = {event.turn for section in sections for event in section}
    if sum(map(len, lists)) <= MAX_DETAILED_SALES and len(turns) <= MAX_DETAILED_SALES:
        return [
            StepSummary(tell_sale(say, event.facts, before), [event])
            for sold in lists
            for event in sold
        ]
    return [StepSummary(list_sales(say, sold), sold) for sold in lists if sold]


def list_sales(say: TextFormatter, sold: Sequence[Event]) -> str:
    """Return the lots sold at auction by buyer, or only the dearest if the list is long."""
    lots: dict[str, list[str]] = {}
    for event in sold:
        lots.setdefault(event.facts["winner"], []).append(format_lot(say, event.facts["lot"]))
    told = [f"{say.seat(buyer)} buys {say.format_list(own)}" for buyer, own in lots.items()]
    if len(lots) == len(sold) or len(told) == 1:
        text = f"{say.format_list(told)} at auction."
    else:
        text = f"{', '.join(told[:-1])}, and {told[-1]} at auction."
    if len(text) <= MAX_LIST_LENGTH:
        return text
    dearest = max((event.facts for event in sold), key=lambda facts: facts["price"])
    buyer, lot = say.seat(dearest["winner"]), format_lot(say, dearest["lot"])
    price = say.money(dearest["price"])
    return f"{len(sold)} lots are sold at auction; {buyer} pays the most, {price} for {lot}."


def tell_sale(say: TextFormatter, facts: Row, before: Row) -> str:
    """Describe a sale: the buyer, the price, and the last rival."""
    winner, lot = say.seat(facts["winner"]), format_lot(say, facts["lot"])
    sale = f"{winner} buys {lot} for {say.money(facts['price'])}"
    rivals = {seat: bid for seat, bid in facts["bids"].items() if seat != facts["winner"]}
    if not rivals:
        return f"{sale}: nobody else bids."
    rival = max(rivals, key=lambda seat: rivals[seat])
    return f"{sale}; {tell_last_bid(say, rival, rivals[rival], before)}"


def tell_last_bid(say: TextFormatter, rival: str, bid: int, before: Row) -> str:
    """Explain why the last rival stopped: cash, its limit, or the price."""
    who, cash = say.seat(rival), before["cash"][rival]
    at = f"{who} stops at {say.money(bid)}"
    if bid <= cash < bid + MIN_RAISE:
        return f"{at}, out of cash."
    if before["properties"][rival] >= before["limit"][rival]:
        return f"{at}, having no free slot for another property."
    return f"{at}, with {say.money(cash)} in cash."


# --- rents ---------------------------------------------


def tell_rents(say: TextFormatter, sections: Sequence[Sequence[Event]]) -> list[StepSummary]:
    """Summarize the rents by property and company (Q3.5).

    A single rent of a pawn that moved before the step has its own sentence.
    """
    paid: dict[tuple[int, str], list[Event]] = {}
    for number, space, event in iter_rents(sections):
        paid.setdefault((number, space), []).append(event)
    told = []
    for (_, space), rents in paid.items():
        by = Counter[str]()
        for event in rents:
            by[event.facts["payee"]] += event.facts["amount"]
        if not space and len(by) == 1:
            continue
        source = say.space(space) if space else "The rent"
        payees = [f"{say.seat(who)} {say.money(amount)}" for who, amount in by.most_common()]
        told.append(StepSummary(f"{source} brings {say.format_list(payees)}.", rents))
    return told


def iter_rents(sections: Sequence[Sequence[Event]]) -> Iterator[tuple[int, str, Event]]:
    """Yield each rent with the number of its section and its space.

    The space is "" if the pawn did not move.
    """
    space = ""
    for number, section in enumerate(sections):
        for event in section:
            if event.name == "pawn_moved":
                space = event.facts["to"]
            elif event.name == "money_moved" and event.facts["reason"] in RENT_WORDS:
                yield number, space, event
