"""What an Economicon table puts down while it is played, and what each note stands for.

A note is a plain tuple: what it is, and what is needed to write it out. What always happens
together is one note, which takes a third of the time; it is written out as the events and the rows
of the ledger that one after the other would have been, as soon as somebody reads them.

Notes hold numbers, texts and tuples of these alone: then Python's collector leaves them in peace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from classkit.engine.events import ALL, Event, Note, Transfer
from classkit.engine.requests import Seat

from .accounts import MARKET, NATION_OF, RESERVE, STAGED, STOCK, SUPPLY, TOKEN
from .cards import COMMODITIES

Page: TypeAlias = tuple[int, int, int, int | None]
"""What all that happens in one phase has in common: the turn, the round, the phase, and how many
events had been told before it, None where none are kept."""
Verdict: TypeAlias = tuple[Seat, bool, bool, tuple[str, ...], tuple[str, ...]]
"""A nation, whether its production and its consumption were as they should, and the laws it broke:
their ids, and what they are called (N13.1)."""
Written: TypeAlias = Iterator[Event | Transfer]


def told(
    name: str,
    facts: Mapping[str, Any],
    rule: str,
    seat: Seat | None,
    seen_by: tuple[Seat, ...],
    page: Page,
    seq: int,
) -> Written:
    """Something happened: the event number ``seq``. A pair of whole numbers is a fraction."""
    turn, round_, phase, _ = page
    said = {key: Fraction(*fact) if type(fact) is tuple else fact for key, fact in facts.items()}
    if seat is not None:
        said["nation"] = seat
    said["round"], said["phase"], said["seq"] = round_, phase, seq
    yield Event(name, said, rule, turn, seat, seen_by)


def moved(
    unit: str,
    amount: int,
    source: str,
    target: str,
    reason: str,
    rule: str,
    seen_by: tuple[Seat, ...],
    page: Page,
    seq: int,
    also: Mapping[str, Any] | None = None,
) -> Written:
    """Units went from one account to another; ``also`` are further facts of the event."""
    turn, round_, phase, before = page
    nation = NATION_OF.get(source) or NATION_OF.get(target)
    facts = {
        "unit": unit, "qty": amount, "from": source, "to": target, "reason": reason,
        "nation": nation, "round": round_, "phase": phase, "seq": seq, **(also or {}),
    }  # fmt: skip
    yield Event("moved", facts, rule, turn, nation, seen_by)
    news = 0 if before is None else seq - before
    yield Transfer(unit, amount, source, target, reason, rule, turn, seen_by, news)


def several_moved(
    units: tuple[str, ...],
    amounts: tuple[int, ...],
    source: str,
    target: str,
    reason: str,
    rule: str,
    page: Page,
    before: int,
) -> Written:
    """So much of each unit went from one account to another: after ``before`` events."""
    for unit, amount in zip(units, amounts, strict=True):
        if amount:
            before += 1
            yield from moved(unit, amount, source, target, reason, rule, ALL, page, before)


def bought(
    seat: Seat,
    lot: tuple[str, int, str],
    cost: int,
    price: tuple[int, int],
    page: Page,
    before: int,
) -> Written:
    """A lot (unit, quantity, payment) was bought in the market: after ``before`` events (N9.3)."""
    unit, quantity, pay_with = lot
    exact = (quantity * price[0], price[1])
    facts = {
        "unit": unit, "qty": quantity, "pay_with": pay_with, "cost": cost, "exact_cost": exact,
        "price": price,
    }  # fmt: skip
    own = RESERVE[seat]
    yield from told("bought", facts, "N9.3", seat, ALL, page, before + 1)
    yield from moved(pay_with, cost, own, MARKET, "payment", "N9.3", ALL, page, before + 2)
    yield from moved(unit, quantity, MARKET, own, "purchase", "N9.3", ALL, page, before + 3)


def produced(
    seat: Seat,
    payment: tuple[int, str, str],
    amounts: tuple[int, ...],
    page: Page,
    before: int,
) -> Written:
    """An order was paid for (how much of what, to whom) and staged: after ``before`` events
    (N8.4, N8.7)."""
    cost, pay_with, payee = payment
    if cost:
        before += 1
        why = ("production_cost", "N8.4")
        yield from moved(pay_with, cost, RESERVE[seat], payee, *why, ALL, page, before)
    target = STAGED[seat]
    yield from several_moved(COMMODITIES, amounts, SUPPLY, target, "produced", "N8.7", page, before)


def delivered(
    seat: Seat, staged: tuple[int, ...], released: tuple[int, ...], page: Page, before: int
) -> Written:
    """Of each commodity what was staged, and what was released with it, went to the market: after
    ``before`` events (N9.1)."""
    for good, goods, given in zip(COMMODITIES, staged, released, strict=True):
        sources = (goods, STAGED[seat], "delivered"), (given, RESERVE[seat], "released")
        for amount, source, reason in sources:
            if amount:
                before += 1
                yield from moved(good, amount, source, MARKET, reason, "N9.1", ALL, page, before)


def consumed(
    seat: Seat,
    eaten: tuple[int, ...],
    short: tuple[tuple[str, int], ...],
    page: Page,
    before: int,
) -> Written:
    """The people consumed so much of each commodity, and were so much short of some: after
    ``before`` events (N12.1, N12.2)."""
    own, lacking = RESERVE[seat], dict(short)
    for good, amount in zip(COMMODITIES, eaten, strict=True):
        if amount:
            before += 1
            yield from moved(good, amount, own, SUPPLY, "consumed", "N12.1", ALL, page, before)
        if good in lacking:
            before += 1
            facts = {"commodity": good, "short": lacking[good]}
            yield from told("shortage", facts, "N12.2", seat, ALL, page, before)


def mined(seat: Seat, face: int, gold: int, page: Page, before: int) -> Written:
    """A nation rolled its die and took so much new gold: after ``before`` events (N4.1)."""
    facts = {"value": face, "purpose": "mining"}
    yield from told("die_rolled", facts, "N4.1", seat, ALL, page, before + 1)
    if gold:
        target = RESERVE[seat]
        yield from moved("gold", gold, SUPPLY, target, "mined", "N4.1", ALL, page, before + 2)


def given(
    unit: str, amounts: tuple[tuple[Seat, int], ...], rule: str, page: Page, before: int
) -> Written:
    """A card gave so much to each of these nations: after ``before`` events (N17.5)."""
    for at, (seat, amount) in enumerate(amounts, start=before + 1):
        yield from moved(unit, amount, SUPPLY, RESERVE[seat], "event_give", rule, ALL, page, at)


def taken(
    unit: str, amounts: tuple[tuple[Seat, int], ...], rule: str, page: Page, before: int
) -> Written:
    """A card took so much from each of these nations: after ``before`` events (N17.5)."""
    for at, (seat, amount) in enumerate(amounts, start=before + 1):
        yield from moved(unit, amount, RESERVE[seat], SUPPLY, "event_take", rule, ALL, page, at)


def order_set(order: tuple[Seat, ...], page: Page, before: int) -> Written:
    """The order of play was fixed: after ``before`` events (N0.5)."""
    yield from told("order_set", {"order": list(order)}, "N0.5", None, ALL, page, before + 1)


def passed(seat: Seat, forced: bool, page: Page, before: int) -> Written:
    """A nation passed, or was passed by force: after ``before`` events (N9.6, N9.7)."""
    rule = "N9.7" if forced else "N9.6"
    yield from told("passed", {"forced": forced}, rule, seat, ALL, page, before + 1)


def judged(verdicts: tuple[Verdict, ...], page: Page, before: int) -> Written:
    """All nations were judged: after ``before`` events (N13.3)."""
    for seat, production_ok, consumption_ok, laws_broken, titles in verdicts:
        before += 1
        facts = {
            "production_ok": production_ok, "consumption_ok": consumption_ok,
            "laws_broken": list(laws_broken), "titles": list(titles),
        }  # fmt: skip
        yield from told("judged", facts, "N13.3", seat, ALL, page, before)


def token_changed(
    seat: Seat, change: int, total: int, reason: str, rule: str, page: Page, before: int
) -> Written:
    """Volatility tokens went to a nation or back to the stock: after ``before`` events (N15)."""
    turn, _, _, at_start = page
    source, target = (STOCK, seat) if change > 0 else (seat, STOCK)
    news = 0 if at_start is None else before - at_start
    yield Transfer(TOKEN, abs(change), source, target, f"token_{reason}", rule, turn, ALL, news)
    facts = {"change": change, "total": total, "reason": reason}
    yield from told("token_changed", facts, rule, seat, ALL, page, before + 1)


KINDS = (
    told, moved, several_moved, bought, produced, delivered, consumed, mined, given, taken,
    order_set, passed, judged, token_changed,
)  # fmt: skip
WRITERS: dict[str, Callable[..., Written]] = {kind.__name__: kind for kind in KINDS}


def events_of(note: Note) -> list[Event]:
    """The events that a note stands for."""
    return [entry for entry in WRITERS[note[0]](*note[1:]) if type(entry) is Event]


def transfers_of(note: Note) -> list[Transfer]:
    """The rows of the ledger that a note stands for."""
    return [entry for entry in WRITERS[note[0]](*note[1:]) if type(entry) is Transfer]
