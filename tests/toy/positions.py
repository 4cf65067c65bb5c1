"""A match of Harbour that starts in the middle, stated in the words of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import PositionError, shorten
from classkit.engine.requests import Seat

from .state import HarbourTable

PHASES = ("market", "voyage")


def place(t: HarbourTable, facts: Mapping[str, Any]) -> None:
    """Change a table fresh from set-up; what is left out stays, the Bank and the sea balance."""
    give_back(t, facts)
    for name, value in facts.items():
        if name in t.seats:
            place_merchant(t, name, value)
        elif name == "round":
            t.round = whole(name, value, 0, t.options.rounds)
        elif name == "turn":
            t.turn = whole(name, value, 0, 10**6)
        elif name == "phase":
            t.phase = among(name, value, PHASES)
        elif name == "sailed":
            t.sailed = whole(name, value, 0, len(t.seats) - 1)
        elif name == "minted":
            t.mint("coins", whole(name, value, 0, 10**6), "bank", "mint", "T4.5")
        elif name == "lost":
            for good, count in table(name, value).items():
                held = t.ledger.balance("sea", among(name, good, t.edition.goods))
                t.burn(good, whole(f"lost.{good}", count, 0, held), "sea", "storm", "T4.6")
        elif name == "time_up":
            if not isinstance(value, bool):
                raise PositionError(name, f"is true or false, not {shorten(value)}.")
            t.time_up = value
        else:
            raise PositionError(name, f"is no fact of Harbour: {', '.join((*t.seats, *FACTS))}.")
    if t.phase == "voyage" and not t.round:
        raise PositionError("phase", "a voyage needs a round of 1 or more (T1.5).")


def give_back(t: HarbourTable, facts: Mapping[str, Any]) -> None:
    """What is stated anew is first given back, so that the order of the facts does not matter."""
    for seat in t.seats:
        stated = facts.get(seat)
        if isinstance(stated, Mapping) and "coins" in stated:
            t.pay(seat, "bank", t.cash(seat), "start", "T1.2")
        if isinstance(stated, Mapping) and isinstance(stated.get("goods"), Mapping):
            for good, count in t.held(seat).items():
                if good in stated["goods"]:
                    t.move(good, count, seat, "sea", "first_load", "T1.3")


FACTS = ("round", "turn", "phase", "sailed", "minted", "lost", "time_up")


def place_merchant(t: HarbourTable, seat: Seat, facts: Any) -> None:
    """One merchant's coins, goods, docks and ship."""
    for name, value in table(seat, facts).items():
        fact = f"{seat}.{name}"
        if name == "coins":
            balance(t, fact, "coins", seat, "bank", value)
        elif name == "goods":
            for good, count in table(fact, value).items():
                balance(t, f"{fact}.{good}", among(fact, good, t.edition.goods), seat, "sea", count)
        elif name == "docks":
            for dock in docks(t, fact, value):
                if t.ledger.holder(dock) != "bank":
                    raise PositionError(fact, f"{dock} belongs to {t.ledger.holder(dock)}.")
                t.move(dock, 1, "bank", seat, "dock", "T4.2")
        elif name == "at":
            t.ships[seat] = among(fact, value, tuple(t.edition.places))
        else:
            raise PositionError(fact, "is no fact: coins, goods, docks or at.")


def balance(t: HarbourTable, fact: str, unit: str, seat: Seat, other: str, wanted: Any) -> None:
    """Give or take until the seat holds as much as is wanted."""
    held, there = t.ledger.balance(seat, unit), t.ledger.balance(other, unit)
    amount = whole(fact, wanted, 0, held + there)
    source, target = (other, seat) if amount > held else (seat, other)
    t.move(unit, abs(amount - held), source, target, "start", "T1.2")


def docks(t: HarbourTable, fact: str, value: Any) -> list[str]:
    """A list of docks."""
    if not isinstance(value, list):
        raise PositionError(fact, f"is a list of docks, not {shorten(value)}.")
    return [among(fact, dock, tuple(t.ledger.titles)) for dock in value]


def table(fact: str, value: Any) -> Mapping[str, Any]:
    """A table of facts."""
    if not isinstance(value, Mapping):
        raise PositionError(fact, f"is a table of facts, not {shorten(value)}.")
    return value


def whole(fact: str, value: Any, low: int, high: int) -> int:
    """A whole number within limits."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(fact, f"is a whole number from {low:,} to {high:,}, not {value!r:.40}.")
    return value


def among(fact: str, value: Any, known: tuple[str, ...]) -> str:
    """One of the names known."""
    if not isinstance(value, str) or value not in known:
        raise PositionError(fact, f"is one of {', '.join(known)}, not {shorten(value)}.")
    return value


def state_facts(t: HarbourTable) -> dict[str, Any]:
    """The facts that :func:`place` needs to make this table."""
    coins = t.ledger.totals()["coins"] - t.edition.bank_coins
    left = t.ledger.totals()
    facts: dict[str, Any] = {
        "minted": coins,
        "round": t.round,
        "turn": t.turn,
        "phase": t.phase,
        "sailed": t.sailed % len(t.seats),
        "time_up": t.time_up,
    }
    for seat in t.seats:
        facts[seat] = {
            "coins": t.cash(seat),
            "goods": t.held(seat),
            "docks": t.docks_of(seat),
            "at": t.ships[seat],
        }
    lost = {good: t.edition.counts[good] - left[good] for good in t.edition.goods}
    return {**facts, "lost": {good: count for good, count in lost.items() if count}}
