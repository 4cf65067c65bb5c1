"""Secrecy: what lies on a table that not everybody may see, and what becomes of the past.

What is asked under seal or in private, and what is told to some only, the kernel keeps by itself. A
game with more to hide, such as cards that lie face-down, has a :class:`Secrecy` of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from .log import HIDDEN, INSTRUCTOR, Entry, Event, Transfer
from .requests import Seat
from .table import Table
from .views import hide_by_seat

T = TypeVar("T", bound=Table)
Places: TypeAlias = list[tuple[Any, Any]]
"""Places of a table, each as a list or dict and the index or key in it."""

HIDDEN_PLACES = "hidden places"
"""The name of the secret that lies in :meth:`Secrecy.hidden_places`."""
ANSWERS = "answers"
"""The ``by`` of a :class:`Reveal` for answers that the rules open in the list of answers."""


class Reveal(NamedTuple):
    """A way in which a secret becomes known, by the rules: ``secret`` is told by ``by``.

    The secret is what is drawn for a purpose that not everybody sees, or what is answered to a
    decision or aside that is private or sealed; it has the name of that purpose, decision or aside.
    What lies in :meth:`Secrecy.hidden_places` is called `HIDDEN_PLACES`. It becomes known by an
    event or a question of the name ``by`` that cites the clause ``rule``, or by the list of
    answers, where :meth:`Secrecy.mask_answer` shows it (`ANSWERS`).

    >>> Reveal("weather", "market_held", "R5.3")
    Reveal(secret='weather', by='market_held', rule='R5.3')
    """

    secret: str
    by: str
    rule: str


class Secrecy(Generic[T]):
    """What a game hides, and from whom; a game overrides what its rules say otherwise.

    ``seat`` is a letter, or None for what everybody knows. The methods that end in ``_seen`` take
    INSTRUCTOR too, who sees everything: no mask is asked for the instructor.
    """

    # --- what has happened --------------------------------------------------------------------

    def event_seen(self, event: Event, table: T, seat: Seat | None) -> Event | None:
        """Return the event as a seat, everybody (None) or INSTRUCTOR sees it now, or None.

        The seed stays out of every view until the match is over, the instructor's too, which may
        be on a projector: whoever reads it could compute every throw to come.
        """
        if "seed" in event.facts and not table.is_over:
            facts = {key: value for key, value in event.facts.items() if key != "seed"}
            event = event._replace(facts=facts)
        return event if seat == INSTRUCTOR else self.mask(event, table, seat)

    def transfer_seen(self, transfer: Transfer, table: T, seat: Seat | None) -> Transfer | None:
        """Return the transfer as a seat, everybody (None) or INSTRUCTOR sees it now."""
        return transfer if seat == INSTRUCTOR else self.mask_transfer(transfer, table, seat)

    def answer_seen(self, entry: Entry, table: T, seat: Seat | None) -> Entry | None:
        """Return a recorded answer as a seat, everybody (None) or INSTRUCTOR sees it now."""
        return entry if seat == INSTRUCTOR else self.mask_answer(entry, table, seat)

    def mask(self, event: Event, table: T, seat: Seat | None) -> Event | None:
        """Return the event as the seat may know it *now*; None when it may not at all."""
        return hide_by_seat(event, seat)

    def mask_transfer(self, transfer: Transfer, table: T, seat: Seat | None) -> Transfer | None:
        """Return the transfer as the seat may know it now."""
        return hide_by_seat(transfer, seat)

    def mask_answer(self, entry: Entry, table: T, seat: Seat | None) -> Entry | None:
        """Return a recorded answer as the seat may know it now; None when it may not at all.

        Of another seat's sealed or private answer it knows that it was given, and by events what
        came of it.
        """
        if not entry.secret or seat == entry.seat:
            return entry
        return entry._replace(name=HIDDEN, value={})

    def unopened(self, table: T) -> Collection[Seat]:
        """Return the seats whose latest answer the rules keep sealed while others are asked.

        Nobody but its seat and the instructor sees such an answer before it is opened.
        """
        return ()

    # --- what lies there ----------------------------------------------------------------------

    def hidden_places(self, table: T, seat: Seat | None) -> list[Places]:
        """Return the places of this table whose contents a seat, or everybody (None), may not know.

        They come in groups: whatever way the contents of a group are exchanged among its places,
        the seat may not notice, and the laws of secrecy (`classkit.testing.twins`) hold the game
        to that. A place is a list or dict of the table with the index or key where something
        lies: ``[[(table.cards, "c5"), (table.cards, "f3")]]`` for two cards that lie face-down.
        What is sealed is kept by the kernel and need not be listed.
        """
        return []

    def looked_back(self, table: T, latest: T) -> T:
        """Return an earlier table as it may be shown while the match goes on at ``latest``.

        By default as it was then. A game in which something that all saw is hidden again later
        gives a copy on which that is hidden.
        """
        return table

    def now_only(self, table: T) -> tuple[str, ...]:
        """List the figures whose course would tell a seat too much: it gets the last alone."""
        return ()

    def memory(self, table: T, seat: Seat) -> Mapping[str, Any]:
        """Return what this seat has seen and no view shows any more, for a bot that keeps notes.

        It goes to policies with a method ``recall`` and nowhere else. It follows from the table,
        so that a bot remembers the same after undo, in a fork, and whatever a match keeps.
        """
        return {}
