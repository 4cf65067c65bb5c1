"""Positions: matches that start at the beginning of a given turn.

`classkit games poleconomy --facts` lists the facts. Omitted facts have their values after set-up,
and the Bank holds the remaining money and goods. :mod:`.position_game2` defines the facts of
Game 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, Literal

from classkit.engine.errors import PositionError
from classkit.engine.positions import StatedAmount, place_amounts
from classkit.engine.schema import (
    PositionSchema,
    Whole,
    Word,
    collect_facts,
    copy_fields,
    position_field,
    read_facts,
    state_field,
)

from ..country_state import TREASURY, CountryState
from ..rules_data import MAX_MONEY
from ..state import BANK, PoleconomyState
from .position_game2 import (
    OfficeFacts,
    PoliticsFacts,
    get_office_facts,
    get_politics_facts,
    place_politics,
)

MAX_TURN = 100_000
PIPS = range(2, 13)
STOCKS = {"savings": "savings", "bonds": "bond", "life": "life", "business": "business"}
"""The ledger unit of each kind of holding, by fact name."""

Seat = Annotated[str, Word(lambda t: t.seats)]
Dollars = Annotated[int, Whole(0, MAX_MONEY, step=lambda t: t.edition.unit)]
Space = Annotated[
    str, Word(lambda t: (*t.edition.squares, *t.edition.corners), lambda t: get_spaces_by_name(t))
]
Square = Annotated[str, Word(lambda t: t.edition.ownable_squares, lambda t: get_spaces_by_name(t))]
Count = Annotated[int, Whole(0, 1_000)]
Turn = Annotated[int, Whole(1, MAX_TURN)]


@dataclass(frozen=True, kw_only=True)
class PoleconomyStateFacts:
    """Facts about the table."""

    turn: Turn | None = position_field("number of the turn that begins, from 1")
    round: Turn | None = position_field(
        "number of its round; without turn, the round's first turn begins (P3.10)"
    )
    mover: Seat | None = position_field(
        "whose turn it is; by default the Prime Minister, if stated (P3.9)"
    )
    prime_minister: Seat | None = state_field("the Prime Minister (P2.6)")
    banker: Seat | None = state_field("the Banker (P2.2)")
    marker: Annotated[int, Whole(0, lambda t: len(t.edition.index) - 1)] | None = state_field(
        "position of the marker on the Inflation Index, instead of number (P4.1)"
    )
    number: Annotated[int, Whole(1, 100)] | None = position_field(
        "the Inflation Number: its first position, or its first with this word (P4.2)"
    )
    word: Annotated[str, Word(lambda t: dict.fromkeys(t.edition.index.kinds))] | None = (
        position_field("the word at the marker's position, if several have that number (P4.4)")
    )
    arrow: Literal["clockwise", "anticlockwise"] | None = state_field(
        "direction in which the marker moves (P4.3)"
    )


@dataclass(frozen=True, kw_only=True)
class PoleconomySeatFacts:
    """Facts about one seat."""

    at: Space | None = state_field("square or corner where the piece stands, by id or name")
    cash: Dollars | None = position_field(
        "dollars in hand; by default as after set-up with this Basic Income (P2.4)"
    )
    basic_income: Dollars | None = state_field(
        "dollars, 2 to 12 times the value of a pip: 20,000 to 120,000 in Canada (P2.3)"
    )
    squares: tuple[Square, ...] | None = position_field(
        "companies and advertising squares owned, by id or name (P6.1)"
    )
    savings: Count | None = position_field("savings cards held")
    bonds: Count | None = position_field("bonds held")
    life: Count | None = position_field("life policies held")
    business: Count | None = position_field("business policies held")
    debts: Mapping[Annotated[str, Word(lambda t: (*t.seats, BANK))], Dollars] | None = (
        position_field("dollars owed, by creditor (P13.4)")
    )


@dataclass(frozen=True, kw_only=True)
class CountryFacts(PoliticsFacts, PoleconomyStateFacts):
    """Facts about the table in Game 2."""


@dataclass(frozen=True, kw_only=True)
class CitizenFacts(OfficeFacts, PoleconomySeatFacts):
    """Facts about one seat in Game 2."""


def get_position_schema(t: PoleconomyState) -> PositionSchema:
    """Return the fact classes for this match's game."""
    if isinstance(t, CountryState):
        return PositionSchema(CountryFacts, CitizenFacts)
    return PositionSchema(PoleconomyStateFacts, PoleconomySeatFacts)


def get_spaces_by_name(t: PoleconomyState) -> dict[str, str]:
    """Return the ids of squares and corners by name. Ambiguous names are left out."""
    edition = t.edition
    named_so = [(square.name, square.id) for square in edition.squares.values() if square.name]
    named_so += [(corner.name, corner.id) for corner in edition.corners.values()]
    names = [name for name, _ in named_so]
    return {name: place for name, place in named_so if names.count(name) == 1}


def get_position_facts(t: PoleconomyState) -> dict[str, Any]:
    """Return the facts of the state at the beginning of a turn, or {} before set-up ends."""
    if not t.ready:
        return {}
    facts = {**collect_facts(PoleconomyStateFacts, t), "turn": t.turn + 1, "mover": t.mover}
    for seat, player in t.players.items():
        facts[seat] = {
            **collect_facts(PoleconomySeatFacts, player),
            "cash": t.cash(seat),
            "squares": t.squares_of(seat),
            **{name: t.count_stock(seat, stock) for name, stock in STOCKS.items()},
            "debts": dict(player.owes),
        }
    if isinstance(t, CountryState):
        facts |= get_politics_facts(t)
        for seat in t.seats:
            facts[seat] |= get_office_facts(t, seat)
    return facts


def place_facts(t: PoleconomyState, facts: Mapping[str, Any]) -> None:
    """Change the state to match the facts.

    Raises:
        PositionError: Names the fact and the reason.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=2, position={"marker": 2, "A.squares": ["I07"]})
        >>> m.table.number, m.ledger.holder("I07")
        (3, 'A')
    """
    if isinstance(t, CountryState):
        state, citizens = read_facts(facts, CountryFacts, CitizenFacts, t.seats, t)
        place_common_facts(t, state, citizens)
        place_politics(t, state, citizens, prime_minister=state.prime_minister, mover=state.mover)
    else:
        place_common_facts(
            t, *read_facts(facts, PoleconomyStateFacts, PoleconomySeatFacts, t.seats, t)
        )


def place_common_facts(
    t: PoleconomyState, stated: PoleconomyStateFacts, seats: Mapping[str, PoleconomySeatFacts]
) -> None:
    """Set the facts that both games have."""
    place_turn(t, stated)
    for seat, own in seats.items():
        place_seat(t, seat, own)
    place_squares(t, seats)
    for name, stock in {"cash": "dollars", **STOCKS}.items():
        place_stock(t, name, stock, seats)


def place_turn(t: PoleconomyState, stated: PoleconomyStateFacts) -> None:
    """Set the marker, the arrow, the offices and the turn to be played."""
    marker = find_marker_position(t, stated)
    copy_fields(stated, t)
    t.marker = marker
    t.mover = stated.mover or stated.prime_minister or t.mover
    turn = stated.turn or t.turn + 1
    if stated.round is not None:
        first = (stated.round - 1) * len(t.seats) + 1
        turn = stated.turn or first
        if not first <= turn < first + len(t.seats):
            raise PositionError("round", f"turn {turn} is not in round {stated.round} (P3.10).")
    t.turn = turn - 1
    t.begin_round(ceil(t.turn / len(t.seats)))  # the round of the previous turn


def find_marker_position(t: PoleconomyState, stated: PoleconomyStateFacts) -> int:
    """Return the stated marker position, or a position with the stated Inflation Number (P4.2).

    If several positions have that number, return the first, or the first with the stated word.
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


def place_seat(t: PoleconomyState, seat: str, stated: PoleconomySeatFacts) -> None:
    """Set a seat's beaver, Basic Income and debts."""
    player = t.players[seat]
    copy_fields(stated, player)
    if stated.basic_income is not None:
        pip = t.edition.opening.basic_income_per_pip
        incomes = [pips * pip for pips in PIPS]
        if stated.basic_income not in incomes:
            reason = f"must be {incomes[0]:,} to {incomes[-1]:,} in steps of {pip:,} (P2.3)."
            raise PositionError(f"{seat}.basic_income", reason)
    for creditor, owed in (stated.debts or {}).items():
        fact = f"{seat}.debts.{creditor}"
        if creditor == seat:
            raise PositionError(fact, "the creditor must be another seat or bank (P13.4).")
        if owed and creditor != BANK and t.players[creditor].owes.get(seat):
            raise PositionError(fact, f"{creditor} also owes {seat}: net the two debts (P13.4).")
        if owed:
            player.owes[creditor] = owed


def place_squares(t: PoleconomyState, seats: Mapping[str, PoleconomySeatFacts]) -> None:
    """Transfer squares to their owners. Seats without stated squares keep their initial ones."""
    claimed: dict[str, str] = {}
    for seat, stated in seats.items():
        if stated.squares is None:
            continue
        for square in t.squares_of(seat):
            t.ledger.move(square, 1, seat, BANK)
        for square in stated.squares:
            if square in claimed:
                reason = f"{square} already belongs to {claimed[square]}."
                raise PositionError(f"{seat}.squares", reason)
            claimed[square] = seat
    for square, seat in claimed.items():
        t.ledger.move(square, 1, t.ledger.holder(square), seat)


def place_stock(
    t: PoleconomyState, fact: str, stock: str, seats: Mapping[str, PoleconomySeatFacts]
) -> None:
    """Set cash, cards, bonds or policies. The Bank holds the rest, never below 0."""
    opening = t.edition.opening
    wanted: list[StatedAmount] = []
    for seat, stated in seats.items():
        amount: int | None = getattr(stated, fact)
        if fact == "cash" and amount is None and stated.basic_income is not None:
            # the capital after set-up with this Basic Income (P2.4)
            amount = opening.capital + opening.income_multiple * stated.basic_income
        if amount is not None:
            wanted.append(StatedAmount(f"{seat}.{fact}", stock, seat, amount))
    # In Game 2, players' bonds have been issued by the Treasury (P2.2).
    supply = TREASURY if stock == "bond" and isinstance(t, CountryState) else BANK
    place_amounts(t.ledger, supply, wanted, "P2.2")
