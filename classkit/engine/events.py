"""What happened, under which rule, and who saw it; and the journal that keeps it.

Events carry facts, never sentences: the words live with each game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

ALL: tuple[str, ...] = ("*",)
"""Seen by everybody."""

INSTRUCTOR = "instructor"
"""Who sees everything, asked for in the place of a seat; None asks for what everybody may see."""

EVERYBODY = "everybody"
"""The word by which people ask for what everybody may see; the kernel's own is None."""

HIDDEN = "hidden"
"""What a view shows in the place of something that may not be known."""

NOWHERE = "nowhere"
"""Source of what is minted, and target of what is burnt: no account."""


class Event(NamedTuple):
    """One thing that happened.

    ``turn`` counts from 1 (0 in set-up); ``seat`` is whom it concerns, or None; ``seen_by`` the
    seats that saw it. Names and facts are those of section 6 of the game's rules file.
    """

    name: str
    facts: dict[str, Any]
    rule: str
    turn: int
    seat: str | None = None
    seen_by: tuple[str, ...] = ALL


class Transfer(NamedTuple):
    """One row of the ledger: ``amount`` of ``unit`` went from ``source`` to ``target``."""

    unit: str
    amount: int
    source: str
    target: str
    reason: str
    rule: str
    turn: int
    seen_by: tuple[str, ...] = ALL
    news: int = 0
    """How many events had been told when it moved: the event it belongs to is near that."""


Note: TypeAlias = tuple[Any, ...]
"""What happened, put down in haste as a plain tuple: see :class:`Journal`."""


class Journal:
    """Where a table tells its events and enters its transfers; what is not kept is not made.

    It is no part of the state: it is not copied with it.

    What a table puts down are *notes*: plain tuples, which take a third of the time of an event or
    a transfer. They are written out where they stand (:meth:`Table.event_of`) as soon as somebody
    reads the list; a game may enter what is written out already.
    """

    __slots__ = ("events", "transfers")

    def __init__(self, events: bool = True, transfers: bool = True) -> None:
        self.events: list[Any] | None = [] if events else None
        self.transfers: list[Any] | None = [] if transfers else None

    def turn_page(self) -> None:
        """Begin empty; what was told and entered so far belongs to whoever took the lists."""
        if self.events is not None:
            self.events = []
        if self.transfers is not None:
            self.transfers = []


def write_out(entries: list[Any], entry_of: Callable[[Note], Any]) -> None:
    """Put what a note stands for in the place of every note: an entry, or a list of several.

    >>> entries = [Event("passed", {}, "N9.6", 1), (3, "gold"), (2, "oil")]
    >>> write_out(entries, lambda note: f"{note[0]} {note[1]}"); entries[1:]
    ['3 gold', '2 oil']
    >>> notes = [(2, "oil"), (0, "gold")]
    >>> write_out(notes, lambda note: note[0] * [note[1]]); notes
    ['oil', 'oil']
    """
    if tuple not in map(type, entries):
        return
    written: list[Any] = []
    for entry in entries:
        stands_for = entry_of(entry) if type(entry) is tuple else entry
        if type(stands_for) is list:
            written += stands_for
        else:
            written.append(stands_for)
    entries[:] = written


def seen(entry: Event | Transfer, seat: str) -> bool:
    """Whether the seat saw it when it happened; the instructor saw everything."""
    seers = entry.seen_by
    return seers is ALL or seat in seers or seers == ALL or seat == INSTRUCTOR
