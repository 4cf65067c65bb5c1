"""Positions: a match that starts at the beginning of any turn, stated in the words of the rules.

Facts of the table are ``marker``, ``arrow``, ``mover``, ``prime_minister``, ``banker``, ``turn``
(or ``round``); facts of a seat ``at``, ``cash``, ``basic_income``, ``squares``, ``savings``,
``bonds``, ``life``, ``business`` and ``debts`` (``{creditor: dollars}``). What is left out is as
after set-up; money and goods are balanced against the Bank. Game 2 has more facts, of the state:
:mod:`.position_state`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from classkit.engine.errors import PositionError, shorten

from .country import TREASURY, Country
from .position_state import (
    OFFICE_FACTS,
    STATE_FACTS,
    office_facts,
    place_state,
    state_facts,
)
from .state import BANK, Poleconomy

STOCK_FACTS = {"savings": "savings", "bonds": "bond", "life": "life", "business": "business"}
SEAT_FACTS = ("at", "cash", "basic_income", "squares", *STOCK_FACTS, "debts")
TABLE_FACTS = ("marker", "arrow", "mover", "prime_minister", "banker", "turn", "round")
TURN_MAX = 100_000
PIPS = range(2, 13)


def facts_of(t: Poleconomy) -> dict[str, Any]:
    """The facts that make this table, at the beginning of a turn; none before set-up is done."""
    if not t.ready:
        return {}
    facts: dict[str, Any] = {
        "turn": t.turn + 1,
        "mover": t.mover,
        "prime_minister": t.prime_minister,
        "banker": t.banker,
        "marker": t.marker,
        "arrow": t.arrow,
    }
    for seat, player in t.players.items():
        facts[seat] = {
            "at": player.at,
            "cash": t.cash(seat),
            "basic_income": player.basic_income,
            "squares": t.squares_of(seat),
            **{fact: t.count(seat, stock) for fact, stock in STOCK_FACTS.items()},
            "debts": dict(player.owes),
        }
    if isinstance(t, Country):
        facts |= state_facts(t)
        for seat in t.seats:
            facts[seat] |= office_facts(t, seat)
    return facts


def place_facts(t: Poleconomy, facts: Mapping[str, Any]) -> None:
    """Make the table what the facts say; PositionError names the fact and the reason.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=2, position={"marker": 2, "A.squares": ["I07"]})
    >>> m.table.number, m.ledger.holder("I07")
    (3, 'A')
    """
    table_facts: tuple[str, ...] = TABLE_FACTS
    seat_facts: tuple[str, ...] = SEAT_FACTS
    if isinstance(t, Country):
        table_facts, seat_facts = (*TABLE_FACTS, *STATE_FACTS), (*SEAT_FACTS, *OFFICE_FACTS)
    for name, value in facts.items():
        if name in table_facts:
            continue
        if name not in t.seats:
            known = ", ".join((*table_facts, *t.seats))
            raise PositionError(shorten(name), f"is no fact of this table; there are {known}.")
        if not isinstance(value, Mapping):
            raise PositionError(name, f"is a table of facts, not {shorten(value)}.")
        for fact in value:
            if fact not in seat_facts:
                known = ", ".join(seat_facts)
                raise PositionError(f"{name}.{fact}", f"is no fact of a seat; there are {known}.")
    place_table(t, facts)
    seats = {seat: facts[seat] for seat in t.seats if seat in facts}
    for seat, stated in seats.items():
        place_seat(t, seat, stated)
    place_squares(t, seats)
    for fact, stock in {"cash": "dollars", **STOCK_FACTS}.items():
        place_stock(t, fact, stock, seats)
    if isinstance(t, Country):
        place_state(t, facts, seats, whole, money)


def place_table(t: Poleconomy, facts: Mapping[str, Any]) -> None:
    """Marker, arrow, offices and the turn to be played."""
    if "marker" in facts:
        last = len(t.edition.index.numbers) - 1
        t.marker = whole("marker", facts["marker"], 0, last)
    if "arrow" in facts:
        t.arrow = one_of("arrow", facts["arrow"], ("clockwise", "anticlockwise"))
    if "banker" in facts:
        t.banker = one_of("banker", facts["banker"], t.seats)
    if "prime_minister" in facts:
        t.prime_minister = t.mover = one_of("prime_minister", facts["prime_minister"], t.seats)
    if "mover" in facts:
        t.mover = one_of("mover", facts["mover"], t.seats)
    turn = whole("turn", facts.get("turn", t.turn + 1), 1, TURN_MAX)
    if "round" in facts:
        round_ = whole("round", facts["round"], 1, TURN_MAX)
        first = (round_ - 1) * len(t.seats) + 1
        turn = turn if "turn" in facts else first
        if not first <= turn < first + len(t.seats):
            raise PositionError("round", f"turn {turn} is not in round {round_} (P3.10).")
    t.turn = turn - 1
    # A turn that does not begin a round finds it under way.
    if t.turn % len(t.seats):
        t.begin_round(t.turn // len(t.seats) + 1)


def place_seat(t: Poleconomy, seat: str, stated: Mapping[str, Any]) -> None:
    """Where the beaver stands, the Basic Income, and what is owed."""
    player = t.players[seat]
    if "at" in stated:
        spaces = (*t.edition.squares, *t.edition.corners)
        at = stated["at"]
        if not isinstance(at, str) or at not in spaces:
            raise PositionError(f"{seat}.at", f"{shorten(at)} is no square and no corner (P1.2).")
        player.at = at
    if "basic_income" in stated:
        pip = t.edition.basic_income_per_pip
        incomes = [pips * pip for pips in PIPS]
        income = money(t, f"{seat}.basic_income", stated["basic_income"])
        if income not in incomes:
            reason = f"must be {incomes[0]:,} to {incomes[-1]:,} in steps of {pip:,} (P2.3)."
            raise PositionError(f"{seat}.basic_income", reason)
        player.basic_income = income
    debts = stated.get("debts", {})
    if not isinstance(debts, Mapping):
        raise PositionError(f"{seat}.debts", "is a table: whom, and how many dollars.")
    for creditor, owed in debts.items():
        fact = f"{seat}.debts.{shorten(creditor).strip(chr(39))}"
        if creditor not in (*t.others(seat), BANK):
            raise PositionError(fact, "can be owed to another seat or to bank only (P13.4).")
        amount = money(t, fact, owed)
        if amount and creditor != BANK and t.players[creditor].owes.get(seat):
            raise PositionError(fact, f"{creditor} owes {seat} too: debts are netted (P13.4).")
        if amount:
            player.owes[creditor] = amount


def place_squares(t: Poleconomy, seats: Mapping[str, Mapping[str, Any]]) -> None:
    """Who owns which square; those who are not mentioned keep what they were dealt."""
    claimed: dict[str, str] = {}
    ledger = t.ledger
    for seat, stated in seats.items():
        if "squares" not in stated:
            continue
        squares = stated["squares"]
        if not isinstance(squares, list):
            raise PositionError(f"{seat}.squares", "is a list of ids of squares.")
        for square in t.squares_of(seat):
            ledger.move(square, 1, seat, BANK)
        for square in squares:
            if not isinstance(square, str) or square not in t.edition.ownable:
                raise PositionError(
                    f"{seat}.squares", f"{shorten(square)} is no company and no advertising square."
                )
            if square in claimed:
                raise PositionError(f"{seat}.squares", f"{square} is {claimed[square]}'s already.")
            claimed[square] = seat
    for square, seat in claimed.items():
        ledger.move(square, 1, ledger.holder(square), seat)


def place_stock(
    t: Poleconomy, fact: str, stock: str, seats: Mapping[str, Mapping[str, Any]]
) -> None:
    """Cash, cards, bonds or policies: the Bank holds the rest, and cannot hold less than none."""
    ledger = t.ledger
    wanted: dict[str, int] = {}
    for seat, stated in seats.items():
        if fact in stated:
            wanted[seat] = amount_of(t, f"{seat}.{fact}", stock)(stated[fact])
        elif fact == "cash" and "basic_income" in stated:
            income = t.players[seat].basic_income  # as after set-up with this income (P2.4)
            wanted[seat] = t.edition.start_capital + t.edition.income_multiple * income
    # Bonds of Game 2 come out of the Treasury: what a player holds has been issued (P2.2).
    supply = TREASURY if stock == "bond" and isinstance(t, Country) else BANK
    for seat in wanted:
        ledger.move(stock, ledger.balance(seat, stock), seat, supply)
    for seat, amount in wanted.items():
        left = ledger.balance(supply, stock)
        if amount > left:
            total = ledger.totals()[stock]
            reason = f"there are {total:,} in all; {left:,} are left for {seat}, not {amount:,}."
            raise PositionError(f"{seat}.{fact}", reason)
        ledger.move(stock, amount, supply, seat)


def amount_of(t: Poleconomy, fact: str, stock: str) -> Callable[[Any], int]:
    """How the number under a fact is read: dollars in their unit, all else one by one."""
    if stock == "dollars":
        return lambda value: money(t, fact, value)
    return lambda value: whole(fact, value, 0, 1_000)


def money(t: Poleconomy, fact: str, value: Any) -> int:
    """Whole dollars, a multiple of the edition's unit."""
    amount = whole(fact, value, 0, 10**12)
    if amount % t.edition.unit:
        raise PositionError(fact, f"must be a multiple of {t.edition.unit:,}, not {amount:,}.")
    return amount


def whole(fact: str, value: Any, low: int, high: int) -> int:
    """A whole number within limits."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(fact, f"must be {low:,} to {high:,}, not {shorten(value)}.")
    return value


def one_of(fact: str, value: Any, allowed: tuple[str, ...]) -> str:
    """One of the words allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise PositionError(fact, f"must be one of {', '.join(allowed)}, not {shorten(value)}.")
    return value
