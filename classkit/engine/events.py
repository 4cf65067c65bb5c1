"""What happened, under which rule, and who saw it.

Events carry facts, never sentences: the words live with each game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
    """One row of the ledger: ``amount`` of ``unit`` went from ``source`` to ``target``.

    ``news`` is how many events of the segment had been told when it moved: the event that it
    belongs to stands near that number.
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
