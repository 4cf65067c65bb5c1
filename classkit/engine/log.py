"""The log of a match: what the rules tell, and what was given.

A match *is* what was given: whoever plays the entries again, from the same beginning, gets the same
match. Events and transfers follow from them, and carry facts, never sentences: the words live with
each game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .data import are_simple, copied, read_flag
from .errors import ClasskitError, shorten

# --- what the rules tell, and who saw it ----------------------------------------------------------

ALL: tuple[str, ...] = ("*",)
"""Seen by everybody."""

INSTRUCTOR = "instructor"
"""The viewer who sees everything. A seat is a viewer too; None is the public view."""

EVERYBODY = "everybody"
"""What people write for the public view."""

HIDDEN = "hidden"
"""What a view shows in the place of something that may not be known."""

NOWHERE = "nowhere"
"""Source of what is minted, and target of what is burnt: no account."""


made = tuple.__new__
"""Makes what is told, moved or given of all its values: ``made(Event, (name, facts, ...))``.

To call its class goes through one more function of Python's own, and a match makes up to eleven
such things for each answer: that took a fifteenth of a whole match.
"""


class Event(NamedTuple):
    """One thing that happened.

    ``turn`` counts from 1 (0 in set-up); ``seat`` is whom it concerns, or None; ``seen_by`` the
    seats that saw it. Names and facts are those of section 6 of the game's rules file.

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
    seen_by: tuple[str, ...] = ALL

    def own(self) -> Event:
        """Return the event with facts of its own: whoever changes them changes nothing else."""
        name, facts, rule, turn, seat, seen_by = self
        return made(Event, (name, copied(facts), rule, turn, seat, seen_by))


class Transfer(NamedTuple):
    """One row of the ledger: ``amount`` of ``unit`` went from ``source`` to ``target``.

    ``news`` is how many events of the segment had been told when it moved: the event that it
    belongs to stands near that number. They stay two things: an event often tells several
    transfers, or none, and all transfers together take 3 % of a match at most.

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
    seen_by: tuple[str, ...] = ALL
    news: int = 0


class Journal:
    """Where a table enters its events and transfers, segment by segment.

    Each is a list, or None where it is not kept. The journal is no part of the state: it is not
    copied with it.
    """

    __slots__ = ("events", "transfers")

    def __init__(self, events: bool = True, transfers: bool = True) -> None:
        self.events: list[Event] | None = [] if events else None
        self.transfers: list[Transfer] | None = [] if transfers else None

    def turn_page(self) -> None:
        """Begin empty lists; what was told so far belongs to whoever took the old ones."""
        if self.events is not None:
            self.events = []
        if self.transfers is not None:
            self.transfers = []


def seen(entry: Event | Transfer, seat: str) -> bool:
    """Return whether the seat saw it when it happened; the instructor saw everything."""
    seers = entry.seen_by
    return seers is ALL or seat in seers or seers == ALL or seat == INSTRUCTOR


# --- what was given -------------------------------------------------------------------------------

GIVEN = frozenset({"answer", "aside", "withdraw", "signal"})
"""The kinds of entry that a seat or the host gives."""

OUTCOMES = frozenset({"roll", "draw"})
"""The kinds of entry that come from luck."""

ONLY = "only"
"""The kind of entry that the rules give for a seat, which had no other answer."""

LONGEST_NAME = 60
"""Characters of the longest name, whether in the log or typed by people."""

Row = dict[str, Any]
"""The figures of one moment: ``{"turn": 3, "round": 1, "inflation": 5, ...}``."""


@dataclass(frozen=True, slots=True)
class Keep:
    """What a match keeps as it goes: each can be switched off for simulations.

    Without ``copies`` going back plays the match again from its beginning. ``history`` is made
    when somebody asks for it, and without copies as play goes; ``figures`` are the keys of those
    that it has, None for all of them.

    >>> import classkit
    >>> quick = classkit.Keep(copies=False, events=False, ledger=False)
    >>> m = classkit.new("poleconomy", seats=3, seed=7, keep=quick).play(until="round")
    >>> len(m.events), len(m.history)
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
                f"Keep: figures must be keys of figures, or None for all, not {shorten(asked)}."
            )

    @classmethod
    def nothing(cls) -> Keep:
        """Keep only the answers, which are the match itself."""
        return cls(copies=False, events=False, ledger=False, history=False)


def read_keep(keep: Any) -> Keep | None:
    """Return what a match keeps, None for everything; ClasskitError for what is neither.

    >>> read_keep("nothing")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: keep must be classkit.Keep(), \
classkit.Keep(copies=False), classkit.Keep.nothing() or None, not 'nothing'.
    """
    if keep is not None and not isinstance(keep, Keep):
        raise ClasskitError(
            "keep must be classkit.Keep(), classkit.Keep(copies=False), "
            f"classkit.Keep.nothing() or None, not {shorten(keep)}."
        )
    return keep


class Entry(NamedTuple):
    """One line of the log.

    ``kind`` is one of `GIVEN` or `OUTCOMES`, or `ONLY`. ``value`` holds the fields of a
    move, or the outcome; ``by`` the name of the bot that answered, or "script" for a throw that
    came from a script although the room throws its own dice. ``secret`` marks the answer to
    something sealed or private; a record does not hold it, since the rules say it anew.

    >>> import classkit
    >>> last = classkit.new("poleconomy", seats=3, seed=7).play(until="round").answers[-1]
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
        return made(Entry, (*self[:-1], True))

    def own(self) -> Entry:
        """Return the entry with a value of its own: whoever changes it changes nothing else."""
        return self._replace(value=copied(self.value))


@dataclass(slots=True, eq=False)
class Segment:
    """A piece of play that the rules can begin from the table alone, such as a turn.

    ``answers_before`` and ``outcomes_before`` count what came before it in the match. ``turn``,
    ``round``, ``events`` and ``transfers`` are filled in when it is over or left. ``checkpoint`` is
    the table at its start, never changed, or None. The rest is there once somebody has asked:
    ``digest``, the fingerprint of the table at its start, ``row``, the figures at its end, and
    ``text``, its lines in a record.
    """

    answers_before: int
    outcomes_before: int
    entries: list[Entry] = field(default_factory=list)
    turn: int = 0
    round: int = 0
    events: list[Event] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    checkpoint: Any = None
    digest: str = ""
    row: Row | None = None
    text: str = ""


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Copy the fields of an answer as plain JSON data, so that nobody changes them afterwards.

    >>> plain_fields({"amount": 5, "squares": ("I07",)})
    {'amount': 5, 'squares': ['I07']}
    """
    if are_simple(fields):
        return dict(fields)
    plain: dict[str, Any] = json.loads(json.dumps(fields))
    return plain


def plain_entry(entry: Entry) -> dict[str, Any]:
    """Return an entry as JSON data: ``{"seat": "B", "move": "bid", "with": {"amount": 5}}``."""
    if entry.kind in ("roll", "draw"):
        plain: dict[str, Any] = {entry.kind: list(entry.value)}
    elif entry.kind == "withdraw":
        plain = {"withdraw": entry.seat}
    elif entry.kind == "signal":
        plain = {"signal": entry.name}
    elif entry.kind == ONLY:
        plain = {"seat": entry.seat, ONLY: entry.name}
    else:
        plain = {"seat": entry.seat, "move" if entry.kind == "answer" else "aside": entry.name}
        if entry.value:
            plain["with"] = dict(entry.value)
    if entry.by:
        plain["by"] = entry.by
    return plain
