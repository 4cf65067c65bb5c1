"""Positions: a match that starts at the beginning of any turn, stated in the words of the rules.

`classkit games poleconomy --facts` lists the facts. What is left out is as after set-up; money and
goods are balanced against the Bank. Game 2 has more facts, of the state: :mod:`.position_state`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, Literal

from classkit.engine.errors import PositionError
from classkit.engine.positions import Stated, place_amounts
from classkit.engine.reading import (
    FactKinds,
    Whole,
    Word,
    fact,
    keep_facts,
    kept,
    kept_facts,
    read_facts,
)

from ..contents import MONEY_MAX
from ..country import TREASURY, Country
from ..state import BANK, Poleconomy
from .position_state import (
    OfficeFacts,
    StateFacts,
    office_facts,
    place_state,
    state_facts,
)

TURN_MAX = 100_000
PIPS = range(2, 13)
STOCKS = {"savings": "savings", "bonds": "bond", "life": "life", "business": "business"}
"""The things that a seat holds, by the name of their fact."""

Seat = Annotated[str, Word(lambda t: t.seats)]
Dollars = Annotated[int, Whole(0, MONEY_MAX, step=lambda t: t.edition.unit)]
Stop = Annotated[str, Word(lambda t: (*t.edition.squares, *t.edition.corners), lambda t: named(t))]
Square = Annotated[str, Word(lambda t: t.edition.ownable, lambda t: named(t))]
Count = Annotated[int, Whole(0, 1_000)]
Turn = Annotated[int, Whole(1, TURN_MAX)]


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """The facts of the table."""

    turn: Turn | None = fact("number of the turn that begins, from 1")
    round: Turn | None = fact(
        "number of its round: the first turn of it, unless turn says which (P3.10)"
    )
    mover: Seat | None = fact("whose turn it is; by default the Prime Minister, if stated (P3.9)")
    prime_minister: Seat | None = kept("the Prime Minister (P2.6)")
    banker: Seat | None = kept("the Banker (P2.2)")
    marker: Annotated[int, Whole(0, lambda t: len(t.edition.index) - 1)] | None = kept(
        "position of the marker on the Inflation Index, instead of number (P4.1)"
    )
    number: Annotated[int, Whole(1, 100)] | None = fact(
        "the Inflation Number: the first position with it, or that with this word (P4.2)"
    )
    word: Annotated[str, Word(lambda t: dict.fromkeys(t.edition.index.kinds))] | None = fact(
        "the word at the marker's position, where number alone would mean another (P4.4)"
    )
    arrow: Literal["clockwise", "anticlockwise"] | None = kept(
        "direction in which the marker moves (P4.3)"
    )


@dataclass(frozen=True, kw_only=True)
class SeatFacts:
    """The facts of a seat."""

    at: Stop | None = kept("square or corner where the piece stands, by id or name")
    cash: Dollars | None = fact(
        "dollars in hand; by default as after set-up with this Basic Income (P2.4)"
    )
    basic_income: Dollars | None = kept(
        "dollars, 2 to 12 times those of a pip: 20,000 to 120,000 in Canada (P2.3)"
    )
    squares: tuple[Square, ...] | None = fact(
        "companies and advertising squares owned, by id or name (P6.1)"
    )
    savings: Count | None = fact("savings cards held")
    bonds: Count | None = fact("bonds held")
    life: Count | None = fact("life policies held")
    business: Count | None = fact("business policies held")
    debts: Mapping[Annotated[str, Word(lambda t: (*t.seats, BANK))], Dollars] | None = fact(
        "dollars owed, by creditor (P13.4)"
    )


@dataclass(frozen=True, kw_only=True)
class CountryFacts(StateFacts, TableFacts):
    """The facts of the table in Game 2."""


@dataclass(frozen=True, kw_only=True)
class CitizenFacts(OfficeFacts, SeatFacts):
    """The facts of a seat in Game 2."""


def kinds_of_facts(t: Poleconomy) -> FactKinds:
    """Return the classes that declare the facts of this table's game."""
    if isinstance(t, Country):
        return FactKinds(CountryFacts, CitizenFacts)
    return FactKinds(TableFacts, SeatFacts)


def named(t: Poleconomy) -> dict[str, str]:
    """Return the squares and corners by the names on the board, where one alone has a name."""
    edition = t.edition
    named_so = [(square.name, square.id) for square in edition.squares.values() if square.name]
    named_so += [(corner.name, corner.id) for corner in edition.corners.values()]
    names = [name for name, _ in named_so]
    return {name: place for name, place in named_so if names.count(name) == 1}


def facts_of(t: Poleconomy) -> dict[str, Any]:
    """Return the facts of this table at the beginning of a turn; none before set-up is done."""
    if not t.ready:
        return {}
    facts = {**kept_facts(TableFacts, t), "turn": t.turn + 1, "mover": t.mover}
    for seat, player in t.players.items():
        facts[seat] = {
            **kept_facts(SeatFacts, player),
            "cash": t.cash(seat),
            "squares": t.squares_of(seat),
            **{name: t.count(seat, stock) for name, stock in STOCKS.items()},
            "debts": dict(player.owes),
        }
    if isinstance(t, Country):
        facts |= state_facts(t)
        for seat in t.seats:
            facts[seat] |= office_facts(t, seat)
    return facts


def place_facts(t: Poleconomy, facts: Mapping[str, Any]) -> None:
    """Set up the table as the facts say. Raise PositionError with the fact and the reason.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=2, position={"marker": 2, "A.squares": ["I07"]})
    >>> m.table.number, m.ledger.holder("I07")
    (3, 'A')
    """
    if isinstance(t, Country):
        state, citizens = read_facts(facts, CountryFacts, CitizenFacts, t.seats, t)
        place_all(t, state, citizens)
        place_state(t, state, citizens, prime_minister=state.prime_minister, mover=state.mover)
    else:
        place_all(t, *read_facts(facts, TableFacts, SeatFacts, t.seats, t))


def place_all(t: Poleconomy, stated: TableFacts, seats: Mapping[str, SeatFacts]) -> None:
    """Place the facts that both games share."""
    place_table(t, stated)
    for seat, own in seats.items():
        place_seat(t, seat, own)
    place_squares(t, seats)
    for name, stock in {"cash": "dollars", **STOCKS}.items():
        place_stock(t, name, stock, seats)


def place_table(t: Poleconomy, stated: TableFacts) -> None:
    """Place the marker and the arrow, the offices, and the turn to be played."""
    marker = marker_at(t, stated)
    keep_facts(stated, t)
    t.marker = marker
    t.mover = stated.mover or stated.prime_minister or t.mover
    turn = stated.turn or t.turn + 1
    if stated.round is not None:
        first = (stated.round - 1) * len(t.seats) + 1
        turn = stated.turn or first
        if not first <= turn < first + len(t.seats):
            raise PositionError("round", f"turn {turn} is not in round {stated.round} (P3.10).")
    t.turn = turn - 1
    t.begin_round(ceil(t.turn / len(t.seats)))  # the round of the turn before


def marker_at(t: Poleconomy, stated: TableFacts) -> int:
    """Return the marker's position: as stated, or by the Inflation Number there (P4.2).

    Of several positions with that number it is the first, or the one with the word that is stated.
    """
    index = t.edition.index
    if stated.number is None and stated.word is None:
        return t.marker if stated.marker is None else stated.marker
    fitting = [
        place
        for place, (number, word) in enumerate(zip(index.numbers, index.kinds, strict=True))
        if stated.number in (None, number) and stated.word in (None, word)
    ]
    if stated.number is not None and stated.number not in index.numbers:
        numbers = ", ".join(str(number) for number in sorted(set(index.numbers)))
        reason = f"must be one of {numbers}, not {stated.number}: no position has it (P4.2)."
        raise PositionError("number", reason)
    if not fitting:
        words = [
            word
            for number, word in zip(index.numbers, index.kinds, strict=True)
            if number == stated.number
        ]
        reason = f"must be {' or '.join(words)} where the number is {stated.number} (P4.4)."
        raise PositionError("word", reason)
    if stated.marker is None:
        return fitting[0]
    if stated.marker not in fitting:
        number, word = index.numbers[stated.marker], index.kinds[stated.marker]
        reason = f"position {stated.marker} has the number {number} and the word {word} (P4.2)."
        raise PositionError("marker", reason)
    return stated.marker


def place_seat(t: Poleconomy, seat: str, stated: SeatFacts) -> None:
    """Place the beaver, the Basic Income, and the debts of a seat."""
    player = t.players[seat]
    keep_facts(stated, player)
    if stated.basic_income is not None:
        pip = t.edition.opening.basic_income_per_pip
        incomes = [pips * pip for pips in PIPS]
        if stated.basic_income not in incomes:
            reason = f"must be {incomes[0]:,} to {incomes[-1]:,} in steps of {pip:,} (P2.3)."
            raise PositionError(f"{seat}.basic_income", reason)
    for creditor, owed in (stated.debts or {}).items():
        fact = f"{seat}.debts.{creditor}"
        if creditor == seat:
            raise PositionError(fact, "can be owed to another seat or to bank only (P13.4).")
        if owed and creditor != BANK and t.players[creditor].owes.get(seat):
            raise PositionError(fact, f"{creditor} owes {seat} too: debts are netted (P13.4).")
        if owed:
            player.owes[creditor] = owed


def place_squares(t: Poleconomy, seats: Mapping[str, SeatFacts]) -> None:
    """Hand the squares to their owners; seats that state none keep what they were dealt."""
    claimed: dict[str, str] = {}
    for seat, stated in seats.items():
        if stated.squares is None:
            continue
        for square in t.squares_of(seat):
            t.ledger.move(square, 1, seat, BANK)
        for square in stated.squares:
            if square in claimed:
                raise PositionError(f"{seat}.squares", f"{square} is {claimed[square]}'s already.")
            claimed[square] = seat
    for square, seat in claimed.items():
        t.ledger.move(square, 1, t.ledger.holder(square), seat)


def place_stock(t: Poleconomy, fact: str, stock: str, seats: Mapping[str, SeatFacts]) -> None:
    """Place cash, cards, bonds or policies. The Bank holds the rest, and never less than none."""
    opening = t.edition.opening
    wanted: list[Stated] = []
    for seat, stated in seats.items():
        amount: int | None = getattr(stated, fact)
        if fact == "cash" and amount is None and stated.basic_income is not None:
            # as after set-up with it (P2.4)
            amount = opening.capital + opening.income_multiple * stated.basic_income
        if amount is not None:
            wanted.append(Stated(f"{seat}.{fact}", stock, seat, amount))
    # Bonds of Game 2 come out of the Treasury: what a player holds has been issued (P2.2).
    supply = TREASURY if stock == "bond" and isinstance(t, Country) else BANK
    place_amounts(t.ledger, supply, wanted, "P2.2")
