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

from .accounts import MARKET, NATION_OF, RESERVE, TOKEN
from .cards import COMMODITIES

Page: TypeAlias = tuple[int, int, int, int | None]
"""What all that happens in one phase has in common: the turn, the round, the phase, and how many
events had been told before it, None where none are kept."""
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


def goods_moved(
    amounts: tuple[int, ...],
    source: str,
    target: str,
    reason: str,
    rule: str,
    page: Page,
    before: int,
) -> Written:
    """So much of each commodity went from one account to another: after ``before`` events."""
    for unit, amount in zip(COMMODITIES, amounts, strict=True):
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


def token_moved(
    amount: int, source: str, target: str, reason: str, rule: str, page: Page, so_far: int
) -> Written:
    """Volatility tokens went from one account to another, of which another event tells."""
    turn, _, _, before = page
    news = 0 if before is None else so_far - before
    yield Transfer(TOKEN, amount, source, target, reason, rule, turn, ALL, news)


WRITERS: dict[str, Callable[..., Written]] = {
    writer.__name__: writer for writer in (told, moved, goods_moved, bought, token_moved)
}


def events_of(note: Note) -> list[Event]:
    """The events that a note stands for."""
    return [entry for entry in WRITERS[note[0]](*note[1:]) if type(entry) is Event]


def transfers_of(note: Note) -> list[Transfer]:
    """The rows of the ledger that a note stands for."""
    return [entry for entry in WRITERS[note[0]](*note[1:]) if type(entry) is Transfer]
