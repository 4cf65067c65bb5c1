"""A match as it is kept: segments of play, and the entries given in them.

A segment is a piece of play that can be done again as a whole: a turn, a phase of set-up. It
keeps a copy of the table at its start and the answers and outcomes since; that is enough to
undo, redo, go anywhere and fork.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .events import Event, Note, Transfer, write_out
from .snapshot import digest

GIVEN = frozenset({"answer", "aside", "withdraw", "signal"})
OUTCOMES = frozenset({"roll", "draw"})


@dataclass(frozen=True, slots=True)
class Keep:
    """What a match keeps as it goes: each can be switched off for simulations.

    Without ``copies`` going back plays the match again from its beginning. ``figures`` are the keys
    of those that the history has, None for all of them.
    """

    copies: bool = True
    events: bool = True
    ledger: bool = True
    history: bool = True
    figures: tuple[str, ...] | None = None

    @classmethod
    def nothing(cls) -> Keep:
        """Only the answers, which are the match itself."""
        return cls(copies=False, events=False, ledger=False, history=False)


class Entry(NamedTuple):
    """One line of a record.

    ``kind`` is "answer", "aside", "withdraw", "signal", "roll" or "draw"; ``value`` the fields of
    a move, or the outcome; ``by`` the name of the bot that answered, or nothing. ``secret`` tells
    that it answered something sealed or private; a record does not hold it, the rules say it anew.
    """

    kind: str
    seat: str | None
    name: str
    value: Any = None
    by: str = ""
    undone: bool = False
    secret: bool = False


@dataclass(slots=True, eq=False)
class Segment:
    """A segment that is not being played now: behind the present, or ahead of it after undo.

    ``start`` is the table before it, never changed, or a function that sets it up anew, or None
    where no copies are kept (:attr:`opening` is the table itself, or None); ``entered`` holds its
    entries, or notes that stand for them; ``turn`` is the turn it belongs to; ``outcomes_before``
    and ``given_before`` count what came before it in the match; ``row`` holds the figures at its
    end. ``written`` tells whether the notes of its events and transfers are written out.
    """

    start: Any
    entered: list[Any]
    turn: int
    outcomes_before: int
    given_before: int
    events: list[Event]
    transfers: list[Transfer]
    row: dict[str, Any] | None = None
    written: bool = False
    fingerprint: str = ""

    @property
    def opening(self) -> Any:
        """The table before it, never changed, or None where no copies are kept."""
        if callable(self.start):
            self.start = self.start()
        return self.start

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was given and thrown in it."""
        write_out(self.entered, Entry._make)
        return tuple(self.entered)

    def digest(self) -> str:
        """The fingerprint of the table at the start; empty where no copy is kept."""
        if not self.fingerprint and self.start is not None:
            self.fingerprint = digest(self.opening)
        return self.fingerprint


def segment_of(note: Note) -> Segment:
    """The segment that a note stands for."""
    return Segment(*note)


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that were not undone."""
    return [entry for entry in entries if not entry.undone]


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields as plain JSON data of their own, so that nobody changes them afterwards.

    >>> plain_fields({"amount": 5, "squares": ("I07",)})
    {'amount': 5, 'squares': ['I07']}
    """
    if are_simple(fields):
        return dict(fields)
    plain: dict[str, Any] = json.loads(json.dumps(fields))
    return plain


def are_simple(fields: Mapping[str, Any]) -> bool:
    """Whether all fields are whole numbers and texts, as most are: a copy of them is plain data."""
    for value in fields.values():
        kind = type(value)
        if kind is not int and kind is not str:
            return False
    return True
