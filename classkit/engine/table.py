"""The table: the state of every game, and the words in which rules are written.

A game subclasses :class:`Table` with its own fields. Rules change the table in place, move what
is held through :meth:`Table.move`, tell what happened through :meth:`Table.tell`, and *yield*
what they cannot know::

    dice = yield from t.roll(2, purpose="move", rule="P3.3", seat=mover)

A table is plain data, so that it can be copied and has a fingerprint: slotted dataclasses, lists
and dicts. Everything else in it never changes (numbers, text, tuples, frozen dataclasses, dicts
that are :class:`WrittenDown`) and is shared by its copies, as are fields marked
``metadata={"fixed": True}``. Fields marked ``metadata={"transient": True}`` are no part of the
state and are not copied.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from numbers import Rational
from typing import Any, ClassVar, TypeVar

from .data import WrittenDown
from .ledger import Ledger
from .log import ALL, NOWHERE, Event, Journal, Transfer, made
from .moves import Answer, Check
from .options import Options
from .requests import NO_FACTS, About, Decision, Default, Draw, Flow, Moves, Roll, Sealed, Seat


@dataclass(slots=True, kw_only=True, eq=False)
class Table:
    """What lies on the table, as plain data.

    ``turn`` counts from 1 (0 before the first), ``round`` likewise; ``ending`` is why the match
    is over, or None. ``throws`` counts how often luck was asked for each purpose in this round.
    """

    money: ClassVar[str] = "dollars"
    told_with_seat: ClassVar[frozenset[str]] = frozenset()
    """The names of events that get their seat as a fact, besides the facts they are told with."""

    seats: tuple[Seat, ...]
    options: Options = field(metadata={"fixed": True})
    ledger: Ledger
    turn: int = 0
    round: int = 0
    ending: str | None = None
    throws: dict[str, int] = field(default_factory=dict)
    journal: Journal | None = field(
        default=None, repr=False, compare=False, metadata={"transient": True}
    )
    worked_out: dict[Any, Any] | None = field(
        default=None, repr=False, compare=False, metadata={"transient": True}
    )
    """Results shared by figures while a row is computed (:func:`metrics.once_a_row`)."""

    def __post_init__(self) -> None:
        self.ledger.seats = self.seats

    # --- what a rule asks for -------------------------------------------------------------

    def ask(
        self,
        seat: Seat,
        name: str,
        moves: Moves | Callable[[], Moves],
        *,
        rule: str,
        default: Default,
        about: About = NO_FACTS,
        private: bool = False,
        why: Check | None = None,
    ) -> Flow[Answer]:
        """Ask one seat, and return its answer: ``answer = yield from table.ask(...)``.

        ``name`` is the decision's, by which bots, records and words know it; ``moves`` are what may
        be answered, or a function that lists them anew after every aside. ``rule`` is the clause
        that asks, ``default`` what happens when the seat does not care, ``about`` the facts that
        help to decide. If ``private``, only the seat may see what it is asked. ``why`` says of a
        name that is not among the moves why it is not. See :class:`classkit.Decision`.
        """
        answer: Answer = yield Decision(seat, name, moves, rule, default, about, private, why)
        return answer

    def ask_all(
        self, decisions: Iterable[Decision], unopened: Iterable[Seat] = ()
    ) -> Flow[dict[Seat, Answer]]:
        """Ask several seats at once, sealed; return their answers in the order asked.

        ``decisions`` has one for each seat; without any, nobody is asked and the answer is ``{}``.
        ``unopened`` are the seats whose earlier sealed answers stay sealed meanwhile.
        """
        sealed = Sealed(decisions, unopened)
        if not sealed.decisions:
            return {}
        answers: dict[Seat, Answer] = yield sealed
        return answers

    def roll(
        self, dice: int, *, purpose: str, rule: str, seat: Seat | None = None, sides: int = 6
    ) -> Flow[tuple[int, ...]]:
        """Throw ``dice`` dice with ``sides`` sides each, and return their faces.

        ``purpose`` is a name such as "move". Throws are counted by round, seat and purpose, and
        with the same seed each comes out the same, whatever has been decided meanwhile: so give
        what is thrown for another reason another purpose. ``seat`` throws, or nobody in particular;
        ``rule`` is the clause that says so.
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
        seen_by: tuple[Seat, ...] = ALL,
    ) -> Flow[tuple[str, ...]]:
        """Draw ``count`` things without replacement; return what was drawn, in order.

        ``bag`` lists the names of what is in it: whoever draws all has shuffled it. ``seen_by`` are
        the seats that see what comes, all by default; ``purpose``, ``rule`` and ``seat`` are as in
        :meth:`roll`.
        """
        drawn: tuple[str, ...] = yield Draw(bag, count, purpose, rule, seat, seen_by)
        return drawn

    # --- what a rule does -----------------------------------------------------------------

    def move(
        self,
        unit: str,
        amount: int,
        source: str,
        target: str,
        reason: str,
        rule: str,
        seen_by: tuple[Seat, ...] = ALL,
    ) -> None:
        """Move an ``amount`` of a ``unit`` from the account ``source`` to ``target``.

        Accounts are seats, and others that the ledger has, such as "bank". ``reason`` is a name
        that the ledger's rows and the sums of charts go by, ``rule`` the clause, and ``seen_by``
        are the seats that may know of it, all by default. An amount of 0 does nothing; LedgerError
        where the source has too little.
        """
        if amount == 0:
            return
        self.ledger.move(unit, amount, source, target)
        self.note_moved(unit, amount, source, target, reason, rule, seen_by)

    def hand_over(
        self,
        title: str,
        source: str,
        target: str,
        reason: str,
        rule: str,
        seen_by: tuple[Seat, ...] = ALL,
    ) -> None:
        """Move a title, of which there is one, from its holder ``source`` to ``target``.

        ``reason``, ``rule`` and ``seen_by`` are as in :meth:`move`, which does the same with an
        amount of 1 but looks for money first. LedgerError where the source does not hold it.
        """
        self.ledger.hand_over(title, source, target)
        self.note_moved(title, 1, source, target, reason, rule, seen_by)

    def pay(self, payer: str, payee: str, amount: int, reason: str, rule: str) -> None:
        """Let ``payer`` pay ``payee`` an amount of money; 0 does nothing.

        ``reason`` and ``rule`` are as in :meth:`move`. LedgerError where the payer has too little:
        ask before what it can do about that.
        """
        self.move(self.money, amount, payer, payee, reason, rule)

    def mint(self, unit: str, amount: int, target: str, reason: str, rule: str) -> None:
        """Make an ``amount`` of new units for the account ``target``; 0 does nothing.

        The sum over all accounts grows. ``reason`` and ``rule`` are as in :meth:`move`.
        """
        if amount:
            self.ledger.mint(unit, amount, target)
            self.note_moved(unit, amount, NOWHERE, target, reason, rule, ALL)

    def burn(self, unit: str, amount: int, source: str, reason: str, rule: str) -> None:
        """Take an ``amount`` of units of the account ``source`` out of the match; 0 does nothing.

        The sum over all accounts shrinks. ``reason`` and ``rule`` are as in :meth:`move`.
        """
        if amount:
            self.ledger.burn(unit, amount, source)
            self.note_moved(unit, amount, source, NOWHERE, reason, rule, ALL)

    def tell(
        self,
        name: str,
        rule: str,
        seat: Seat | None = None,
        /,  # Python compares every fact with every name that may be given by name
        seen_by: tuple[Seat, ...] = ALL,
        **facts: Any,
    ) -> None:
        """Tell that something happened; the facts name the seat where its event does.

        ``name`` is the event's, by which the game's words make a sentence of the ``facts``;
        ``rule`` is the clause, ``seat`` whom it concerns, and ``seen_by`` are the seats that may
        know of it, all by default.
        """
        if name in self.told_with_seat:
            facts["seat"] = seat
        self.note_told(name, facts, rule, seat, seen_by)

    def note_told(
        self,
        name: str,
        facts: dict[str, Any],
        rule: str,
        seat: Seat | None,
        seen_by: tuple[Seat, ...],
    ) -> None:
        """Enter an event with all its facts, if events are kept."""
        journal = self.journal
        if journal is not None and journal.events is not None:
            journal.events.append(made(Event, (name, facts, rule, self.turn, seat, seen_by)))

    def note_moved(
        self,
        unit: str,
        amount: int,
        source: str,
        target: str,
        reason: str,
        rule: str,
        seen_by: tuple[Seat, ...],
    ) -> None:
        """Enter a transfer that has been made, if transfers are kept."""
        journal = self.journal
        if journal is not None and journal.transfers is not None:
            news = len(journal.events or ())
            moved = (unit, amount, source, target, reason, rule, self.turn, seen_by, news)
            journal.transfers.append(made(Transfer, moved))

    # --- what a rule looks up -------------------------------------------------------------

    def cash(self, account: str) -> int:
        """Return the money in an account."""
        return self.ledger.balances[self.money].get(account, 0)

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """List all seats in the order of play, beginning with ``first``."""
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    def left_of(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        seats = self.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """List the other seats, clockwise from the left of ``seat``."""
        return self.clockwise(seat)[1:]

    @property
    def is_over(self) -> bool:
        """True when the match has ended."""
        return self.ending is not None

    def luck_label(self, request: Roll | Draw) -> str:
        """Label a throw: stably under other decisions, and counted within its round."""
        purpose, throws = f"{self.round}|{request.seat or ''}|{request.purpose}", self.throws
        number = throws.get(purpose, 0)
        throws[purpose] = number + 1
        return f"{purpose}|{number}"

    def begin_round(self, number: int) -> None:
        """Start round ``number``: the throws are counted anew."""
        self.round = number
        self.throws.clear()


# --- copies of what lies on the table ---------------------------------------------------------

S = TypeVar("S")
Copier = Callable[[Any], Any]

SHARED = (int, str, bool, type(None), tuple, Rational, WrittenDown)


def copy(state: S) -> S:
    """Copy a state.

    >>> hands = {"A": [1, 2], "B": []}
    >>> other = copy(hands); other["A"].append(3); hands
    {'A': [1, 2], 'B': []}
    >>> copy({"A": {1, 2}})
    Traceback (most recent call last):
    TypeError: a state may not hold a set: only slotted dataclasses, lists, dicts and what is frozen
    """
    result: S = copier(type(state))(state)
    return result


def copier(kind: type) -> Copier:
    """Return the function that copies values of a type."""
    made = COPIERS.get(kind)
    if made is None:
        made = COPIERS[kind] = make_copier(kind)
    return made


def make_copier(kind: type) -> Copier:
    if issubclass(kind, SHARED) or issubclass(kind, Enum):
        return share
    if is_dataclass(kind):
        parameters = kind.__dataclass_params__  # type: ignore[attr-defined]  # not in typeshed
        if parameters.frozen:
            return share
        if hasattr(kind, "__slots__"):
            mark = {f.name: f.metadata for f in fields(kind)}
            transient = [name for name, meta in mark.items() if meta.get("transient")]
            fixed = [name for name, meta in mark.items() if meta.get("fixed")]
            names = [name for name in mark if name not in (*transient, *fixed)]
            return dataclass_copier(kind, names, fixed, transient)
    raise TypeError(
        f"a state may not hold a {kind.__name__}: "
        "only slotted dataclasses, lists, dicts and what is frozen"
    )


def dataclass_copier(
    kind: type, names: list[str], fixed: list[str], transient: list[str]
) -> Copier:
    def copy_fields(original: Any) -> Any:
        twin: Any = object.__new__(kind)
        for name in names:
            value = getattr(original, name)
            type_ = type(value)
            if type_ not in PLAIN:
                value = (COPIERS.get(type_) or copier(type_))(value)
            setattr(twin, name, value)
        for name in fixed:
            setattr(twin, name, getattr(original, name))
        for name in transient:
            setattr(twin, name, None)
        return twin

    return copy_fields


def share(value: Any) -> Any:
    return value


def copy_list(values: list[Any]) -> list[Any]:
    if PLAIN.issuperset(map(type, values)):
        return values.copy()
    return [v if type(v) in PLAIN else copier(type(v))(v) for v in values]


def copy_dict(values: dict[Any, Any]) -> dict[Any, Any]:
    twin = values.copy()
    if PLAIN.issuperset(map(type, values.values())):
        return twin
    for key, value in values.items():
        if type(value) not in PLAIN:
            twin[key] = copier(type(value))(value)
    return twin


PLAIN = frozenset({int, str, bool, type(None), tuple})
COPIERS: dict[type, Copier] = {list: copy_list, dict: copy_dict}


# --- fingerprints -----------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """Return the value as what JSON knows: the same for equal states, on every machine.

    What JSON knows already is returned as it is, and not looked through again.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple)):
        return value if are_simple(value) else [plain(item) for item in value]
    if isinstance(value, dict):
        if not TEXT.issuperset(map(type, value)):
            return {str(key): plain(item) for key, item in value.items()}
        if are_simple(value.values()):
            return value
        return {key: plain(item) for key, item in value.items()}
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in names_in(value.__class__)}
    if isinstance(value, Rational):  # as fractions are, which most games do not load
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Enum):
        return value.name
    raise TypeError(f"a state may not hold a {type(value).__name__}")


SIMPLE = frozenset({int, str, bool, type(None)})
TEXT = frozenset({str})


def are_simple(values: Iterable[Any]) -> bool:
    """Return whether all values are numbers, texts, True, False or None."""
    return SIMPLE.issuperset(map(type, values))


@cache
def names_in(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass that are part of the state."""
    return tuple(
        f.name
        for f in fields(kind)
        if not f.metadata.get("transient") and not f.metadata.get("fixed")
    )


def digest(state: Any) -> str:
    """Return a fingerprint of a state: 16 hexadecimal digits, equal for equal states everywhere.

    Fields marked ``metadata={"fixed": True}`` (the edition) are left out: they have a
    fingerprint of their own in the record.

    >>> digest({"A": 1, "B": 2}) == digest({"B": 2, "A": 1})
    True
    """
    text = json.dumps(plain(state), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()
