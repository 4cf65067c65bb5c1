"""Entries of the log, and the events and transfers that result from them.

A match is determined by its entries: replaying them from the same start produces the same match.
Events and transfers contain facts; each game formats them as sentences.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .errors import ClasskitError, truncate_text
from .untrusted_input import copy_json, is_json, read_flag

# --- events and transfers -------------------------------------------------------------------------

ALL_SEATS: tuple[str, ...] = ("*",)
"""Value of ``seen_by`` for information that every seat may see."""

INSTRUCTOR = "instructor"
"""The viewer who sees everything. Other viewers are seats, and None for the public."""

EVERYBODY = "everybody"
"""Name that users may pass for the public view."""

HIDDEN = "hidden"
"""Placeholder in a view for hidden information."""

NOWHERE = "nowhere"
"""Source of minted units and target of burned units. It is not an account."""


new_tuple = tuple.__new__
"""Create an event, transfer or entry from all its values: ``new_tuple(Event, (name, facts, ...))``.

Calling the class is slower. A match creates up to eleven of these objects for each answer, which
took a fifteenth of its running time.
"""


class Event(NamedTuple):
    """An event in a match.

    Section 6 of the game's rules file lists the events and their facts.

    Args:
        name: Name of the event.
        facts: Its facts.
        rule: The clause.
        turn: Turn, counted from 1; 0 during set-up.
        seat: The seat that the event is about, or None.
        seen_by: The seats that saw it.

    Example:
        >>> import classkit
        >>> events = classkit.new("poleconomy", seats=3, seed=7).play(until="turn").events
        >>> events[1].name, events[1].rule, events[1].facts["purpose"]
        ('dice_thrown', 'P2.3', 'basic_income')
    """

    name: str
    facts: dict[str, Any]
    rule: str
    turn: int
    seat: str | None = None
    seen_by: tuple[str, ...] = ALL_SEATS

    def copy(self) -> Event:
        """Return a copy with a separate dict of facts."""
        name, facts, rule, turn, seat, seen_by = self
        return new_tuple(Event, (name, copy_json(facts), rule, turn, seat, seen_by))


class Transfer(NamedTuple):
    """One row of the ledger: ``amount`` of ``unit`` went from ``source`` to ``target``.

    Events and transfers are separate because one event often reports several transfers, or none.
    :class:`.evidence.EventLinks` finds the events of a transfer and the transfers of an event.

    Args:
        unit: Unit that was transferred, such as "dollars", or the name of a title.
        amount: Amount in this unit, 1 or more; 1 for a title.
        source: Account that paid.
        target: Account that received.
        reason: Reason, as a name from the rules, such as "rent".
        rule: The clause.
        turn: Turn, counted from 1; 0 during set-up.
        seen_by: The seats that may see the transfer.
        news: Index of the next logged event among the events of the segment.

    Example:
        >>> import classkit
        >>> first = classkit.new("poleconomy", seats=3, seed=7).transfers[0]
        >>> first.amount, first.unit, first.source, first.target, first.reason
        (460000, 'dollars', 'bank', 'A', 'start')
    """

    unit: str
    amount: int
    source: str
    target: str
    reason: str
    rule: str
    turn: int
    seen_by: tuple[str, ...] = ALL_SEATS
    news: int = 0


class RowLink(NamedTuple):
    """A link from an event to additional transfers that it reports, by index in the segment.

    ``first`` is the first of these transfers, and ``end`` is one past the last.
    """

    event: int
    first: int
    end: int


class EventSink:
    """Lists that collect the events, transfers and links of the current segment.

    The sink is not part of the state and is not copied with it.

    Args:
        events: Whether events are recorded.
        transfers: Whether transfers are recorded.

    Attributes:
        events: The events, or None if they are not recorded.
        transfers: The transfers, or None if they are not recorded.
        links: The links between events and the transfers that they report.

    Example:
        >>> EventSink(transfers=False).events, EventSink(transfers=False).transfers is None
        ([], True)
    """

    __slots__ = ("events", "links", "transfers")

    def __init__(self, events: bool = True, transfers: bool = True) -> None:
        self.events: list[Event] | None = [] if events else None
        self.transfers: list[Transfer] | None = [] if transfers else None
        self.links: list[RowLink] = []

    def start_segment(self) -> None:
        """Start new lists. The finished segment keeps the old ones."""
        if self.events is not None:
            self.events = []
        if self.transfers is not None:
            self.transfers = []
        self.links = []


def is_seen(entry: Event | Transfer, seat: str) -> bool:
    """Return whether a seat saw the entry when it happened. The instructor sees everything."""
    seers = entry.seen_by
    return seers is ALL_SEATS or seat in seers or seers == ALL_SEATS or seat == INSTRUCTOR


# --- entries and segments -------------------------------------------------------------------------

ANSWER_KINDS = frozenset({"answer", "aside", "withdraw", "signal"})
"""Kinds of entries that come from a seat or the host."""

OUTCOME_KINDS = frozenset({"roll", "draw"})
"""Kinds of entries that are random outcomes."""

FORCED_KIND = "only"
"""Kind of an entry that the rules generate for a seat with only one possible answer."""

MAX_NAME_LENGTH = 60
"""Maximum number of characters in a name, in the log or typed by a user."""

Row = dict[str, Any]
"""The metrics at one moment: ``{"turn": 3, "round": 1, "inflation": 5, ...}``."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Selection of the data that a match records. Simulations can turn off unneeded parts.

    Args:
        copies: Copy the state after each segment. Without copies, undo replays the match from the
            beginning.
        events: Record events.
        ledger: Record transfers.
        history: Record metrics after each turn. They are computed when you read them or, without
            copies, during play.
        figures: Keys of the recorded metrics, or None for all.

    Example:
        >>> import classkit
        >>> quick = classkit.Keep(copies=False, events=False, ledger=False)
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}, keep=quick)
        >>> len(m.play(until="round").events), len(m.history)
        (0, 4)
    """

    copies: bool = True
    events: bool = True
    ledger: bool = True
    history: bool = True
    figures: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        for name in ("copies", "events", "ledger", "history"):
            read_flag(f"Keep: {name}", getattr(self, name))
        asked = self.figures
        if asked is not None and not (
            type(asked) in (tuple, list) and all(type(key) is str for key in asked)
        ):
            raise ClasskitError(
                "Keep: figures must be keys of metrics, or None for all, "
                f"not {truncate_text(asked)}."
            )

    @classmethod
    def nothing(cls) -> Keep:
        """Record only the answers, which determine the match.

        Returns:
            A ``Keep`` with everything turned off.
        """
        return cls(copies=False, events=False, ledger=False, history=False)


def read_keep(keep: Any) -> Keep | None:
    """Validate the argument ``keep`` of a match. None means that everything is recorded.

    Raises:
        ClasskitError: The argument is neither a Keep nor None.

    Example:
        >>> read_keep("nothing")
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: keep must be classkit.Keep(), \
classkit.Keep(copies=False), classkit.Keep.nothing() or None, not 'nothing'.
    """
    if keep is not None and not isinstance(keep, Keep):
        raise ClasskitError(
            "keep must be classkit.Keep(), classkit.Keep(copies=False), "
            f"classkit.Keep.nothing() or None, not {truncate_text(keep)}."
        )
    return keep


class Entry(NamedTuple):
    """One line of the log.

    Args:
        kind: One of `ANSWER_KINDS` or `OUTCOME_KINDS`, or `FORCED_KIND`.
        seat: The seat, or None.
        name: Name of the move, aside, signal or purpose.
        value: Values of the fields, or the outcome.
        by: Name of the bot that answered. For an outcome from a script in a match with outcomes
            entered by hand, "script".
        secret: True for answers to sealed or private decisions. Records omit it because the rules
            determine it.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> last = m.play(until="round").answers[-1]
        >>> last.kind, last.seat, last.name, last.by
        ('answer', 'A', 'done', 'tycoon')
    """

    kind: str
    seat: str | None
    name: str
    value: Any = None
    by: str = ""
    secret: bool = False

    def as_secret(self) -> Entry:
        """Return the entry marked as secret."""
        return new_tuple(Entry, (*self[:-1], True))

    def copy(self) -> Entry:
        """Return a copy with a separate value."""
        return self._replace(value=copy_json(self.value))


@dataclass(slots=True, eq=False)
class Segment:
    """A unit of play, such as a turn, that can be started from the state alone.

    ``answers_before`` and ``outcomes_before`` count the entries of earlier segments. ``turn``,
    ``round``, ``events``, ``transfers`` and ``links`` are set when the segment ends. ``checkpoint``
    is an immutable copy of the state at the start, or None. Four attributes are computed on
    demand: ``digest`` is the hash of the state at the start, ``row`` contains the metrics at the
    end, ``text`` contains the lines of the segment in a record, and ``answers``, once the segment
    has ended, its entries without random outcomes.
    """

    answers_before: int
    outcomes_before: int
    entries: list[Entry] = field(default_factory=list)
    turn: int = 0
    round: int = 0
    events: list[Event] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    links: list[RowLink] = field(default_factory=list)
    checkpoint: Any = None
    digest: str = ""
    row: Row | None = None
    text: str = ""
    answers: list[Entry] | None = field(default=None, init=False)  # so that no copy inherits it


def copy_plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of an answer's fields as plain JSON data.

    >>> copy_plain_fields({"amount": 5, "squares": ("I07",)})
    {'amount': 5, 'squares': ['I07']}
    """
    if is_json(fields):
        return dict(fields)
    plain: dict[str, Any] = json.loads(json.dumps(fields))
    return plain


def entry_to_dict(entry: Entry) -> dict[str, Any]:
    """Return an entry as JSON data: ``{"seat": "B", "move": "bid", "with": {"amount": 5}}``."""
    if entry.kind in ("roll", "draw"):
        plain: dict[str, Any] = {entry.kind: list(entry.value)}
    elif entry.kind == "withdraw":
        plain = {"withdraw": entry.seat}
    elif entry.kind == "signal":
        plain = {"signal": entry.name}
    elif entry.kind == FORCED_KIND:
        plain = {"seat": entry.seat, FORCED_KIND: entry.name}
    else:
        plain = {"seat": entry.seat, "move" if entry.kind == "answer" else "aside": entry.name}
        if entry.value:
            plain["with"] = dict(entry.value)
    if entry.by:
        plain["by"] = entry.by
    return plain
