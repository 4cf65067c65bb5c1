"""What a seat may know: a read-only window, computed when asked.

Bots, pages of a seat and students get views, never the state. A game subclasses :class:`View`
with the questions of its rulebook; what it returns are values, not parts of the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from .events import INSTRUCTOR, Event, Transfer, seen
from .luck import Stream
from .options import Options
from .requests import Decision

if TYPE_CHECKING:
    from .game import Game


class Source(Protocol):
    """Where a view looks: the runner of a match, or anything that has a table and a past."""

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""

    @property
    def table(self) -> Any:
        """The table as it is now."""

    @property
    def events(self) -> list[Event]:
        """All that happened."""

    @property
    def transfers(self) -> list[Transfer]:
        """All that moved."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The figures after each turn."""

    def requests(self, seat: str | None = None) -> list[Decision]:
        """What the seat is asked now."""

    def chance_key(self, seat: str | None, purpose: str) -> str:
        """What a bot's chance at this point is made from."""


class View:
    """The window of one seat; ``seat`` is None for what everybody knows, or INSTRUCTOR.

    A game adds the questions of its own rulebook, as properties and methods.
    """

    __slots__ = ("_chance", "_purpose", "_source", "seat")

    def __init__(self, source: Source, seat: str | None) -> None:
        self._source, self.seat = source, seat
        self._purpose: str = ""
        self._chance: Stream | None = None

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; 0 in set-up."""
        return int(self._source.table.turn)

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 in set-up."""
        return int(self._source.table.round)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, clockwise."""
        seats: tuple[str, ...] = self._source.table.seats
        return seats

    @property
    def others(self) -> tuple[str, ...]:
        """The other seats, clockwise from the left; all of them where no seat looks."""
        if self.seat is None:
            return self.seats
        return tuple(seat for seat in self._source.table.clockwise(self.seat) if seat != self.seat)

    @property
    def options(self) -> Options:
        """The options of the match."""
        options: Options = self._source.table.options
        return options

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._source.table.is_over)

    @property
    def requests(self) -> list[Decision]:
        """What this seat is asked now."""
        return self._source.requests(self.seat) if self.seat else []

    @property
    def events(self) -> list[Event]:
        """What this seat knows to have happened, oldest first."""
        source = self._source
        mask, table = source.game.mask, source.table
        shown = (mask(event, table, self.seat) for event in source.events)
        return [event for event in shown if event is not None]

    @property
    def ledger(self) -> list[Transfer]:
        """What this seat knows to have moved, oldest first."""
        source = self._source
        mask, table = source.game.mask_transfer, source.table
        shown = (mask(transfer, table, self.seat) for transfer in source.transfers)
        return [transfer for transfer in shown if transfer is not None]

    @property
    def history(self) -> list[dict[str, Any]]:
        """The figures after each turn, of some only the last (:meth:`Game.now_only`)."""
        source = self._source
        rows: list[dict[str, Any]] = source.rows
        hidden = () if self.seat == INSTRUCTOR else source.game.now_only(source.table)
        if not hidden or not rows:
            return rows
        past = [{key: row[key] for key in row if key not in hidden} for row in rows[:-1]]
        return [*past, rows[-1]]

    @property
    def chance(self) -> Stream:
        """A bot's own chance: the same again in a fork, and different at every decision."""
        if self._chance is None:
            self._chance = Stream(self._source.chance_key(self.seat, self._purpose))
        return self._chance

    def renew_chance(self, purpose: str) -> None:
        """The match calls this before each decision of a bot."""
        self._purpose, self._chance = purpose, None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.seat or 'everybody'}, turn {self.turn}>"


def hide_by_seat(entry: Any, seat: str | None) -> Any:
    """The entry if the seat saw it happen, else None: the default of every game's mask."""
    return entry if seen(entry, seat or "") else None
