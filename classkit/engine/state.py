"""Base class of the state of every game, and the operations that rules use.

A game subclasses :class:`GameState` with its own fields. Rules change the state in place, move
holdings with :meth:`GameState.move`, log events with :meth:`GameState.tell`, and *yield* requests
for decisions and random outcomes::

    dice = yield from t.roll(2, purpose="move", rule="P3.3", seat=mover)

A state is plain data, so that it can be copied and hashed. It consists of slotted dataclasses,
lists and dicts. All other values must be immutable (numbers, text, tuples, frozen dataclasses,
:class:`FrozenDict`) and are shared between copies. Fields marked ``metadata={"fixed": True}`` are
also shared. Fields marked ``metadata={"transient": True}`` are not part of the state and are not
copied.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from numbers import Rational
from typing import Any, ClassVar, TypeVar

from classkit.deprecation import warn_about_members

from .currency import DOLLAR, Currency
from .decisions import (
    NO_FACTS,
    Decision,
    DecisionFacts,
    DefaultAnswer,
    Draw,
    Flow,
    Moves,
    Roll,
    Sealed,
    Seat,
)
from .events import ALL_SEATS, NOWHERE, Event, EventSink, RowLink, Transfer, new_tuple
from .ledger import Ledger
from .moves import Answer, Check
from .options import Options
from .untrusted_input import FrozenDict


@warn_about_members
@dataclass(slots=True, kw_only=True, eq=False)
class GameState:
    """The state of a match, as plain data.

    Games subclass it and add their own fields. Fields may contain only numbers, texts, lists,
    dicts, tuples and slotted dataclasses, so that states can be copied, compared and hashed.

    Args:
        seats: All seats, clockwise.
        options: The options of the match.
        ledger: The accounts.
        turn: Number of the turn, counted from 1, or 0 before the first turn.
        round: Number of the round, counted from 1, or 0 before the first round.
        ending: Name of the reason why the match is over, or None until then.
        throws: Number of rolls and draws in this round, by purpose.
        journal: Sink that records events and transfers; None to record nothing.
        worked_out: Results that metrics share while a row is computed.
        currency: The currency of the game, for the texts of rules. The engine sets it.

    Attributes:
        money: Name of the unit of money.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).table
        >>> t.seats, t.turn, t.cash("A")
        (('A', 'B', 'C'), 0, 1500)
    """

    money: ClassVar[str] = DOLLAR.unit
    told_with_seat: ClassVar[frozenset[str]] = frozenset()
    """Names of the events that include their seat as an additional fact."""
    reporting_events: ClassVar[frozenset[str]] = frozenset()
    """Names of the events that report the transfers logged since the previous event."""

    seats: tuple[Seat, ...]
    options: Options = field(metadata={"fixed": True})
    ledger: Ledger
    turn: int = 0
    round: int = 0
    ending: str | None = None
    throws: dict[str, int] = field(default_factory=dict)
    journal: EventSink | None = field(
        default=None, repr=False, compare=False, metadata={"transient": True}
    )
    worked_out: dict[Any, Any] | None = field(
        default=None, repr=False, compare=False, metadata={"transient": True}
    )
    """Results shared by metrics while a row is computed (:func:`.metrics.once_a_row`)."""
    currency: Currency = field(default=DOLLAR, repr=False, compare=False, metadata={"fixed": True})
    """The currency of the game: ``t.currency.write(500)`` is the text of an amount."""

    def __post_init__(self) -> None:
        self.ledger.seats = self.seats

    # --- requests -------------------------------------------------------------------------

    def ask(
        self,
        seat: Seat,
        name: str,
        moves: Moves | Callable[[], Moves],
        *,
        rule: str,
        default: DefaultAnswer,
        about: DecisionFacts = NO_FACTS,
        private: bool = False,
        why: Check | None = None,
    ) -> Flow[Answer]:
        """Ask one seat for a decision: ``answer = yield from table.ask(...)``.

        Args:
            seat: The seat that is asked.
            name: Name of the decision in bots, records and texts.
            moves: The possible moves, or a function that returns them and is called again after
                every aside.
            rule: Clause of the decision.
            default: Answer of a seat without a preference.
            about: Facts that are relevant to the decision.
            private: True if only the seat may see the moves and facts.
            why: Function that returns why an item is not among the moves. See
                :class:`classkit.Decision`.

        Returns:
            A generator that yields the request and returns the answer.
        """
        answer: Answer = yield Decision(seat, name, moves, rule, default, about, private, why)
        return answer

    def ask_all(
        self, decisions: Iterable[Decision], unopened: Iterable[Seat] = ()
    ) -> Flow[dict[Seat, Answer]]:
        """Ask several seats for sealed answers, and return the answers in the order of the seats.

        Args:
            decisions: One decision for each seat. If empty, no request is made and the result is
                ``{}``.
            unopened: Seats with earlier answers that stay sealed in the meantime.

        Returns:
            A generator that yields the request and returns the answers by seat.
        """
        sealed = Sealed(decisions, unopened)
        if not sealed.decisions:
            return {}
        answers: dict[Seat, Answer] = yield sealed
        return answers

    def roll(
        self, dice: int, *, purpose: str, rule: str, seat: Seat | None = None, sides: int = 6
    ) -> Flow[tuple[int, ...]]:
        """Roll dice and return their faces.

        Rolls are numbered by round, seat and purpose. With the same seed, a roll with the same
        number has the same faces, regardless of the decisions before it. Use a different purpose
        for each reason to roll.

        Args:
            dice: Number of dice.
            purpose: What the roll is for, such as "move".
            rule: Clause of the roll.
            seat: The seat that rolls, or None for the table.
            sides: Number of sides of each die.

        Returns:
            A generator that yields the request and returns the faces. Call it with
            ``faces = yield from table.roll(2, ...)``.
        """
        faces: tuple[int, ...] = yield Roll(dice, sides, purpose, rule, seat)
        return faces

    def draw(
        self,
        bag: Sequence[str],
        *,
        purpose: str,
        rule: str,
        count: int = 1,
        seat: Seat | None = None,
        seen_by: tuple[Seat, ...] = ALL_SEATS,
    ) -> Flow[tuple[str, ...]]:
        """Draw items without replacement, and return them in order.

        Args:
            bag: Names of the items in the bag. To shuffle the bag, draw all of them.
            purpose: As in :meth:`roll`.
            rule: As in :meth:`roll`.
            count: Number of items to draw.
            seat: As in :meth:`roll`.
            seen_by: Seats that see the outcome. Defaults to all.

        Returns:
            A generator that yields the request and returns the names of the drawn items.
        """
        drawn: tuple[str, ...] = yield Draw(bag, count, purpose, rule, seat, seen_by)
        return drawn

    # --- changes --------------------------------------------------------------------------

    def move(
        self,
        unit: str,
        amount: int,
        source: str,
        target: str,
        reason: str,
        rule: str,
        seen_by: tuple[Seat, ...] = ALL_SEATS,
    ) -> None:
        """Move an amount of a unit from one account to another. An amount of 0 does nothing.

        Args:
            unit: The unit.
            amount: Amount in this unit.
            source: Account to debit: a seat, or another account such as "bank".
            target: Account to credit.
            reason: Name by which the ledger and charts group transfers.
            rule: The clause.
            seen_by: Seats that may see the transfer. Defaults to all.

        Raises:
            LedgerError: The balance of the source is too low.
        """
        if amount == 0:
            return
        self.ledger.move(unit, amount, source, target)
        self.log_transfer(unit, amount, source, target, reason, rule, seen_by)

    def move_title(
        self,
        title: str,
        source: str,
        target: str,
        reason: str,
        rule: str,
        seen_by: tuple[Seat, ...] = ALL_SEATS,
    ) -> None:
        """Move a title from its holder to another account.

        Equivalent to :meth:`move` with an amount of 1, but faster.

        Args:
            title: The title.
            source: Account that holds the title.
            target: Account that receives the title.
            reason: As in :meth:`move`.
            rule: As in :meth:`move`.
            seen_by: As in :meth:`move`.

        Raises:
            LedgerError: The source does not hold the title.
        """
        self.ledger.move_title(title, source, target)
        self.log_transfer(title, 1, source, target, reason, rule, seen_by)

    def pay(self, payer: str, payee: str, amount: int, reason: str, rule: str) -> None:
        """Pay money from one account to another. An amount of 0 does nothing.

        Before calling it, check that the payer has enough money.

        Args:
            payer: Account that pays.
            payee: Account that receives.
            amount: Amount in the unit of money.
            reason: As in :meth:`move`.
            rule: As in :meth:`move`.

        Raises:
            LedgerError: The payer does not have enough money.
        """
        self.move(self.money, amount, payer, payee, reason, rule)

    def mint(self, unit: str, amount: int, target: str, reason: str, rule: str) -> None:
        """Create new units in an account. The total over all accounts grows.

        Args:
            unit: The unit.
            amount: Amount in this unit; 0 does nothing.
            target: Account to credit.
            reason: As in :meth:`move`.
            rule: As in :meth:`move`.
        """
        if amount:
            self.ledger.mint(unit, amount, target)
            self.log_transfer(unit, amount, NOWHERE, target, reason, rule, ALL_SEATS)

    def burn(self, unit: str, amount: int, source: str, reason: str, rule: str) -> None:
        """Remove units in an account from the match. The total over all accounts shrinks.

        Args:
            unit: The unit.
            amount: Amount in this unit; 0 does nothing.
            source: Account to debit.
            reason: As in :meth:`move`.
            rule: As in :meth:`move`.
        """
        if amount:
            self.ledger.burn(unit, amount, source)
            self.log_transfer(unit, amount, source, NOWHERE, reason, rule, ALL_SEATS)

    def tell(
        self,
        name: str,
        rule: str,
        seat: Seat | None = None,
        /,  # positional-only for speed, and so that facts can have these names
        seen_by: tuple[Seat, ...] = ALL_SEATS,
        **facts: Any,
    ) -> None:
        """Log an event.

        Args:
            name: Name of the event. The game's texts turn it and the facts into a sentence.
            rule: The clause.
            seat: The seat that the event is about, if any.
            seen_by: Seats that may see the event. Defaults to all.
            facts: Facts of the event.
        """
        if name in self.told_with_seat:
            facts["seat"] = seat
        self.log_event(name, facts, rule, seat, seen_by)

    def log_event(
        self,
        name: str,
        facts: dict[str, Any],
        rule: str,
        seat: Seat | None,
        seen_by: tuple[Seat, ...],
    ) -> None:
        """Append an event with its facts, if events are recorded."""
        journal = self.journal
        if journal is not None and journal.events is not None:
            journal.events.append(new_tuple(Event, (name, facts, rule, self.turn, seat, seen_by)))

    @contextmanager
    def link_rows(self, name: str) -> Iterator[None]:
        """Link the transfers in a ``with`` block to an event that reports them.

        Events in :attr:`reporting_events` do not need a block for the transfers just before them.

        Args:
            name: Name of the event. The link refers to the last event with this name when the block
                ends, which may have been logged before, between or after the transfers.

        Yields:
            Nothing; the block of the ``with`` statement runs once.

        Example:
            >>> import classkit
            >>> t = classkit.new("poleconomy", seats=2, seed=1).play(until="turn").fork().table
            >>> with t.link_rows("treat"):
            ...     t.tell("treat", "P1.1", "A")
            ...     t.pay("bank", "A", 30, "treat", "P1.1")
        """
        journal = self.journal
        if journal is None or journal.events is None or journal.transfers is None:
            yield
            return
        events, transfers, links = journal.events, journal.transfers, journal.links
        first = len(transfers)
        try:
            yield
        finally:
            end = len(transfers)
            if end > first:
                numbers = range(len(events) - 1, -1, -1)
                at = next((number for number in numbers if events[number].name == name), None)
                if at is not None:
                    links.append(RowLink(at, first, end))

    def log_transfer(
        self,
        unit: str,
        amount: int,
        source: str,
        target: str,
        reason: str,
        rule: str,
        seen_by: tuple[Seat, ...],
    ) -> None:
        """Append a completed transfer, if transfers are recorded.

        The next event reports the transfer if it is in :attr:`reporting_events`. Use
        :meth:`link_rows` to name other events that report it.
        """
        journal = self.journal
        if journal is not None and journal.transfers is not None:
            news = len(journal.events or ())
            moved = (unit, amount, source, target, reason, rule, self.turn, seen_by, news)
            journal.transfers.append(new_tuple(Transfer, moved))

    # --- queries --------------------------------------------------------------------------

    def cash(self, account: str) -> int:
        """Return the money in an account.

        Args:
            account: A seat or another account.

        Returns:
            The balance in the unit of money, :attr:`money`.

        Raises:
            UnknownName: The account is unknown.
        """
        return self.ledger.balances[self.money].get(account, 0)

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Return all seats in the order of play, starting with ``first``.

        Args:
            first: The seat to start with.

        Returns:
            All seats.
        """
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next seat clockwise.

        Args:
            seat: A seat.

        Returns:
            The seat to its left.
        """
        seats = self.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats, clockwise from the left of ``seat``.

        Args:
            seat: A seat.

        Returns:
            All seats except this one.
        """
        return self.clockwise(seat)[1:]

    @property
    def is_over(self) -> bool:
        """True if the match has ended."""
        return self.ending is not None

    def random_label(self, request: Roll | Draw) -> str:
        """Return the label of a roll or draw, numbered by round and independent of decisions."""
        purpose, throws = f"{self.round}|{request.seat or ''}|{request.purpose}", self.throws
        number = throws.get(purpose, 0)
        throws[purpose] = number + 1
        return f"{purpose}|{number}"

    def begin_round(self, number: int) -> None:
        """Start a round and reset the counts of rolls.

        Args:
            number: Number of the round, counted from 1.
        """
        self.round = number
        self.throws.clear()


# --- copies -----------------------------------------------------------------------------------

S = TypeVar("S")
Copier = Callable[[Any], Any]

SHARED_TYPES = (int, str, bool, type(None), tuple, Rational, FrozenDict)


def copy_state(state: S) -> S:
    """Return a copy of a state.

    Args:
        state: A state, or a part of one.

    Returns:
        The copy. Frozen parts, such as the edition, are shared.

    Raises:
        TypeError: The state contains an object of an unsupported type, such as a set.

    Example:
        >>> hands = {"A": [1, 2], "B": []}
        >>> other = copy_state(hands); other["A"].append(3); hands
        {'A': [1, 2], 'B': []}
        >>> copy_state({"A": {1, 2}})
        Traceback (most recent call last):
        TypeError: a state must not contain a set: use slotted dataclasses, lists, dicts \
and immutable values
    """
    result: S = get_copier(type(state))(state)
    return result


def get_copier(kind: type) -> Copier:
    made = COPIERS_BY_TYPE.get(kind)
    if made is None:
        made = COPIERS_BY_TYPE[kind] = make_copier(kind)
    return made


def make_copier(kind: type) -> Copier:
    if issubclass(kind, SHARED_TYPES) or issubclass(kind, Enum):
        return share_value
    if is_dataclass(kind):
        parameters = kind.__dataclass_params__  # type: ignore[attr-defined]  # not in typeshed
        if parameters.frozen:
            return share_value
        if hasattr(kind, "__slots__"):
            mark = {f.name: f.metadata for f in fields(kind)}
            transient = [name for name, meta in mark.items() if meta.get("transient")]
            fixed = [name for name, meta in mark.items() if meta.get("fixed")]
            names = [name for name in mark if name not in (*transient, *fixed)]
            return dataclass_copier(kind, names, fixed, transient)
    raise TypeError(
        f"a state must not contain a {kind.__name__}: "
        "use slotted dataclasses, lists, dicts and immutable values"
    )


def dataclass_copier(
    kind: type, names: list[str], fixed: list[str], transient: list[str]
) -> Copier:
    def copy_fields(original: Any) -> Any:
        twin: Any = object.__new__(kind)
        for name in names:
            value = getattr(original, name)
            type_ = type(value)
            if type_ not in PLAIN_TYPES:
                value = (COPIERS_BY_TYPE.get(type_) or get_copier(type_))(value)
            setattr(twin, name, value)
        for name in fixed:
            setattr(twin, name, getattr(original, name))
        for name in transient:
            setattr(twin, name, None)
        return twin

    return copy_fields


def share_value(value: Any) -> Any:
    return value


def copy_list(values: list[Any]) -> list[Any]:
    if PLAIN_TYPES.issuperset(map(type, values)):
        return values.copy()
    return [v if type(v) in PLAIN_TYPES else get_copier(type(v))(v) for v in values]


def copy_dict(values: dict[Any, Any]) -> dict[Any, Any]:
    twin = values.copy()
    if PLAIN_TYPES.issuperset(map(type, values.values())):
        return twin
    for key, value in values.items():
        if type(value) not in PLAIN_TYPES:
            twin[key] = get_copier(type(value))(value)
    return twin


PLAIN_TYPES = frozenset({int, str, bool, type(None), tuple})
COPIERS_BY_TYPE: dict[type, Copier] = {list: copy_list, dict: copy_dict}


# --- hashes -----------------------------------------------------------------------------------


def to_json_value(value: Any) -> Any:
    """Convert a value to JSON types. Equal states give equal results on every machine.

    Values that already consist of JSON types are returned without copying.
    """
    kind = type(value)
    if kind in JSON_TYPES:
        return value
    if kind is dict:
        if not TEXT_TYPES.issuperset(map(type, value)):
            return {str(key): to_json_value(item) for key, item in value.items()}
        if JSON_TYPES.issuperset(map(type, value.values())):
            return value
        return {
            key: item if type(item) in JSON_TYPES else to_json_value(item)
            for key, item in value.items()
        }
    if kind is list or kind is tuple:
        if JSON_TYPES.issuperset(map(type, value)):
            return value
        return [to_json_value(item) for item in value]
    names = state_fields(kind)  # type: ignore[arg-type]  # mypy: a type is hashable
    if names is not None:
        return {
            name: item if type(item := getattr(value, name)) in JSON_TYPES else to_json_value(item)
            for name in names
        }
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple)):
        return to_json_value(list(value))
    if isinstance(value, dict):
        return to_json_value(dict(value))
    if isinstance(value, Rational):  # matches Fraction without importing fractions
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Enum):
        return value.name
    raise TypeError(f"a state must not contain a {kind.__name__}")


JSON_TYPES = frozenset({int, str, bool, type(None)})
TEXT_TYPES = frozenset({str})


@cache
def state_fields(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a dataclass that are part of the state, or None for other types."""
    if not is_dataclass(kind):
        return None
    left_out = ("transient", "fixed")
    return tuple(f.name for f in fields(kind) if not any(map(f.metadata.get, left_out)))


encode_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode


def hash_state(state: Any) -> str:
    """Return a hash of a state as 16 hexadecimal digits, equal for equal states everywhere.

    Fields marked ``metadata={"fixed": True}``, such as the edition, are omitted: the record has a
    separate hash of the edition.

    Args:
        state: A state, or a part of one.

    Returns:
        The hash.

    Example:
        >>> hash_state({"A": 1, "B": 2}) == hash_state({"B": 2, "A": 1})
        True
    """
    text = encode_json(to_json_value(state))
    return blake2b(text.encode(), digest_size=8).hexdigest()
