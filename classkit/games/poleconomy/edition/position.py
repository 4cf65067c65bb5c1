"""Positions: a match that starts at the beginning of any turn, stated in the words of the rules.

The facts are listed in ``ABOUT``; `classkit games poleconomy --facts` shows them. What is left out
is as after set-up; money and goods are balanced against the Bank. Game 2 has more facts, of the
state: :mod:`.position_state`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, Literal

from classkit.engine.errors import PositionError
from classkit.engine.positions import Stated, place_amounts
from classkit.engine.reading import FactKinds, Text, Whole, Word, read_facts

from ..country import TREASURY, Country
from ..state import BANK, Poleconomy
from .contents import MONEY_MAX
from .position_state import (
    OfficeFacts,
    StateFacts,
    office_facts,
    office_traces,
    place_state,
    state_facts,
    state_traces,
)

ABOUT: Mapping[str, str] = {
    "turn": "number of the turn that begins, from 1",
    "round": "number of its round: the first turn of it, unless turn says which (P3.10)",
    "mover": "whose turn it is; by default the Prime Minister, if stated (P3.9)",
    "prime_minister": "the Prime Minister (P2.6)",
    "banker": "the Banker (P2.2)",
    "number": "the Inflation Number: the first position with it, or that with this word (P4.2)",
    "word": "the word at the marker's position, where number alone would mean another (P4.4)",
    "marker": "position of the marker on the Inflation Index, instead of number (P4.1)",
    "arrow": "direction in which the marker moves (P4.3)",
    "trail": "stops of the piece that moved last, each with what brought it there; for the board",
    "at": "square or corner where the piece stands, by id or name",
    "cash": "dollars in hand; by default as after set-up with this Basic Income (P2.4)",
    "basic_income": "dollars, 2 to 12 times those of a pip: 20,000 to 120,000 in Canada (P2.3)",
    "squares": "companies and advertising squares owned, by id or name (P6.1)",
    "savings": "savings cards held",
    "bonds": "bonds held",
    "life": "life policies held",
    "business": "business policies held",
    "debts": "dollars owed, by creditor (P13.4)",
    "received": "dollars received in this round, by reason; for the charts",
    "tax_paid": "dollars of tax paid so far; for the charts",
    "tax_lapsed": "dollars of tax that lapsed so far; for the charts",
    "turns_in_office": "turns begun as Prime Minister so far; for the charts",
    "treasury": "dollars in the Treasury, Game 2 (P17)",
    "unissued": "bonds that the Treasury holds, Game 2 (P2.2)",
    "law": "the tax law in force as it could be tabled, Game 2 (P19)",
    "deferred": "subsidies passed and not yet paid, each with its due_turn, Game 2 (P19.5)",
    "government": "seats in the Government, Game 2 (P16.5)",
    "motion_made": "whether no confidence was moved since a Prime Minister's turn began (P20.1)",
    "elections": "elections held so far, Game 2; for the charts",
    "budget": "dollars that the Treasury received or paid in this round, by reason; for the charts",
    "acts": "political acts of the Prime Minister in this turn (P17.10)",
    "bills": "bills among these acts (P19.1)",
    "arrow_reversed": "whether the arrow was reversed in this turn (P4.3)",
    "party": "party of the seat, Game 2 (P16)",
    "votes": "votes until the next election, Game 2 (P16.3)",
    "post": "post in the Cabinet, Game 2 (P18.1)",
    "salary": "dollars, as Prime Minister or minister, Game 2 (P18.2)",
    "salary_before": "dollars at the start of the turn, from which a raise is counted (P18.3)",
}
"""Name of a fact -> what it is, with its unit and clause."""

TURN_MAX = 100_000
PIPS = range(2, 13)
STOCKS = {"savings": "savings", "bonds": "bond", "life": "life", "business": "business"}
"""The things that a seat holds, by the name of their fact."""

FOR_CHARTS = ("tax_paid", "tax_lapsed", "turns_in_office")
"""Facts of a seat's past that only charts show."""

Seat = Annotated[str, Word(lambda t: t.seats)]
Dollars = Annotated[int, Whole(0, MONEY_MAX, step=lambda t: t.edition.unit)]
Stop = Annotated[str, Word(lambda t: (*t.edition.squares, *t.edition.corners), lambda t: named(t))]
Square = Annotated[str, Word(lambda t: t.edition.ownable, lambda t: named(t))]
Count = Annotated[int, Whole(0, 1_000)]
Turn = Annotated[int, Whole(1, TURN_MAX)]


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """The facts of the table."""

    turn: Turn | None = None
    round: Turn | None = None
    mover: Seat | None = None
    prime_minister: Seat | None = None
    banker: Seat | None = None
    marker: Annotated[int, Whole(0, lambda t: len(t.edition.index) - 1)] | None = None
    number: Annotated[int, Whole(1, 100)] | None = None
    word: Annotated[str, Word(lambda t: dict.fromkeys(t.edition.index.kinds))] | None = None
    arrow: Literal["clockwise", "anticlockwise"] | None = None
    trail: tuple[tuple[Stop, Annotated[str, Text(40, may_be_empty=True)]], ...] = ()
    """The stops of the last beaver that moved, and by what it came to each."""


@dataclass(frozen=True, kw_only=True)
class SeatFacts:
    """The facts of a seat."""

    at: Stop | None = None
    cash: Dollars | None = None
    basic_income: Dollars | None = None
    squares: tuple[Square, ...] | None = None
    savings: Count | None = None
    bonds: Count | None = None
    life: Count | None = None
    business: Count | None = None
    debts: Mapping[Annotated[str, Word(lambda t: (*t.seats, BANK))], Dollars] | None = None
    """Creditor -> dollars."""
    received: Mapping[Annotated[str, Text(40)], Dollars] | None = None
    """Reason -> dollars received in this round."""
    tax_paid: Dollars | None = None
    tax_lapsed: Dollars | None = None
    turns_in_office: Annotated[int, Whole(0, TURN_MAX)] | None = None


@dataclass(frozen=True, kw_only=True)
class CountryFacts(StateFacts, TableFacts):
    """The facts of the table in Game 2."""


@dataclass(frozen=True, kw_only=True)
class CitizenFacts(OfficeFacts, SeatFacts):
    """The facts of a seat in Game 2."""


def kinds_of_facts(t: Poleconomy) -> FactKinds:
    """Return the classes that declare the facts of this table's game."""
    if isinstance(t, Country):
        return FactKinds(CountryFacts, CitizenFacts, ABOUT)
    return FactKinds(TableFacts, SeatFacts, ABOUT)


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
            **{fact: t.count(seat, stock) for fact, stock in STOCKS.items()},
            "debts": dict(player.owes),
        }
    if isinstance(t, Country):
        facts |= state_facts(t)
        for seat in t.seats:
            facts[seat] |= office_facts(t, seat)
    return facts


def traces_of(t: Poleconomy) -> dict[str, Any]:
    """Return what has happened so far that the board and the charts show."""
    traces: dict[str, Any] = {"trail": [list(stop) for stop in t.trail]}
    for seat, player in t.players.items():
        so_far = {fact: getattr(player, fact) for fact in FOR_CHARTS}
        traces[seat] = {"received": dict(player.received), **so_far}
    if isinstance(t, Country):
        traces |= state_traces(t)
        for seat in t.seats:
            traces[seat] |= office_traces(t, seat)
    return traces


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
    for fact, stock in {"cash": "dollars", **STOCKS}.items():
        place_stock(t, fact, stock, seats)


def place_table(t: Poleconomy, stated: TableFacts) -> None:
    """Place the marker and the arrow, the offices, and the turn to be played."""
    t.marker = marker_at(t, stated)
    t.arrow = stated.arrow or t.arrow
    t.trail = stated.trail
    t.banker = stated.banker or t.banker
    t.prime_minister = stated.prime_minister or t.prime_minister
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
    player.at = stated.at or player.at
    if stated.basic_income is not None:
        pip = t.edition.opening.basic_income_per_pip
        incomes = [pips * pip for pips in PIPS]
        if stated.basic_income not in incomes:
            reason = f"must be {incomes[0]:,} to {incomes[-1]:,} in steps of {pip:,} (P2.3)."
            raise PositionError(f"{seat}.basic_income", reason)
        player.basic_income = stated.basic_income
    if stated.received is not None:
        player.received = dict(stated.received)
    for fact in FOR_CHARTS:
        if getattr(stated, fact) is not None:
            setattr(player, fact, getattr(stated, fact))
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
