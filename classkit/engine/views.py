"""What a seat may know: a read-only window, computed when asked.

Bots, pages of a seat and students get views, never the state. A game subclasses :class:`View`
with the questions of its rulebook; what it returns are values, not parts of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from .errors import UnknownName, known_name
from .log import EVERYBODY, INSTRUCTOR, Entry, Event, Transfer, seen
from .luck import Stream
from .options import Options
from .requests import Decision

T_co = TypeVar("T_co", covariant=True)
Logged = TypeVar("Logged", Event, Transfer)


class Source(Protocol[T_co]):
    """Where a view looks: a line of play, or anything that has a table and a past.

    A game's view states the class of its table: ``_source: Source[Voyage]``.
    """

    @property
    def game(self) -> Any:
        """The game that is played: it says what a viewer may know of an event."""

    @property
    def table(self) -> T_co:
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

    @property
    def answers(self) -> list[Entry]:
        """All that was given, without the outcomes of luck."""

    @property
    def unopened(self) -> tuple[str, ...]:
        """The seats whose latest answer nobody else may see yet."""

    def requests(self, seat: str | None = None) -> list[Decision]:
        """Return what the seat is asked now."""

    def bot_key(self, seat: str | None, purpose: str) -> str:
        """Return the key of a bot's random draws at this point."""


class EarlierMoment:
    """An earlier moment of a match as it may be shown while later turns are kept.

    Its table is what the game made of it (:meth:`.Secrecy.looked_back`), and it has no figures
    whose course may not be seen: somebody could go through them turn by turn.
    """

    def __init__(self, source: Source[Any], table: Any) -> None:
        self.source, self.table = source, table
        self.game = source.game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The figures after each turn, without those whose course may not be seen."""
        hidden = self.game.secrecy.now_only(self.table)
        rows = self.source.rows
        return [{key: row[key] for key in row if key not in hidden} for row in rows]


def question(answer: Callable[[Any], Any], meaning: str) -> Any:
    """Declare a question to which the table has the answer: a property of a view, in one line.

    >>> class VoyageView(View):
    ...     mover: str = question(lambda v: v._source.table.mover, "The seat whose turn it is.")
    """
    return property(answer, doc=meaning)


class View:
    """The window of one seat; ``seat`` is None for what everybody knows, or INSTRUCTOR.

    A game adds the questions of its own rulebook, as properties and methods.

    >>> import classkit
    >>> view = classkit.new("poleconomy", seats=3, seed=7).play(until="round").view("A")
    >>> view.seat, view.others, view.turn
    ('A', ('B', 'C'), 4)
    """

    __slots__ = ("_chance", "_purpose", "_source", "seat")

    def __init__(self, source: Source[Any], seat: str | None) -> None:
        self._source: Source[Any] = source
        self.seat: str | Any = seat  # None for the public view; a policy's view is a seat's
        self._purpose: str = ""
        self._chance: Stream | None = None

    def _seat(self, seat: str) -> None:
        """Refuse a seat that is not at this table."""
        if type(seat) is not str or seat not in self._source.table.seats:
            known_name("seat", seat, self._source.table.seats)

    turn: int = question(
        lambda v: v._source.table.turn, "The number of the turn, from 1; 0 in set-up."
    )
    round: int = question(
        lambda v: v._source.table.round, "The number of the round, from 1; 0 in set-up."
    )
    seats: tuple[str, ...] = question(lambda v: v._source.table.seats, "All seats, clockwise.")
    options: Options = question(lambda v: v._source.table.options, "The options of the match.")

    @property
    def others(self) -> tuple[str, ...]:
        """The other seats, clockwise from the left; all of them where no seat looks."""
        if self.seat is None or self.seat == INSTRUCTOR:
            return self.seats
        others: tuple[str, ...] = self._source.table.others(self.seat)
        return others

    @property
    def is_over(self) -> bool:
        """True when the match has ended."""
        return bool(self._source.table.is_over)

    @property
    def requests(self) -> list[Decision]:
        """The decisions that are put to this seat now."""
        return self._source.requests(self.seat) if self.seat else []

    @property
    def events(self) -> list[Event]:
        """The events that this seat knows of, oldest first."""
        source = self._source
        seen, table = source.game.secrecy.event_seen, source.table
        shown = (seen(event, table, self.seat) for event in source.events)
        return [event.own() for event in shown if event is not None]

    @property
    def ledger(self) -> list[Transfer]:
        """The transfers that this seat knows of, oldest first."""
        source = self._source
        seen, table = source.game.secrecy.transfer_seen, source.table
        shown = (seen(transfer, table, self.seat) for transfer in source.transfers)
        return [transfer for transfer in shown if transfer is not None]

    @property
    def history(self) -> list[dict[str, Any]]:
        """The figures after each turn, of some only the last (:meth:`.Secrecy.now_only`)."""
        source = self._source
        rows: list[dict[str, Any]] = source.rows
        hidden = () if self.seat == INSTRUCTOR else source.game.secrecy.now_only(source.table)
        if not hidden or not rows:
            return rows
        past = [{key: row[key] for key in row if key not in hidden} for row in rows[:-1]]
        return [*past, rows[-1]]

    @property
    def answers(self) -> list[Entry]:
        """The answers of all seats, as this one may know them, oldest first.

        Sealed answers of others are left out until they are opened; the instructor sees them as
        they come in.
        """
        return list(self.numbered_answers.values())

    @property
    def numbered_answers(self) -> dict[int, Entry]:
        """The answers of :attr:`answers` by their number in the match, from 1."""
        source = self._source
        seen, table = source.game.secrecy.answer_seen, source.table
        given = opened(source.answers, source.unopened, self.seat)
        shown = {number: seen(entry, table, self.seat) for number, entry in given.items()}
        return {number: entry.own() for number, entry in shown.items() if entry is not None}

    @property
    def chance(self) -> Stream:
        """A bot's own random draws: the same in a fork, and others at every decision."""
        if self._chance is None:
            self._chance = Stream(self._source.bot_key(self.seat, self._purpose))
        return self._chance

    def renew_chance(self, purpose: str) -> None:
        """Begin new random draws, as the match does before each decision of a bot."""
        self._purpose, self._chance = purpose, None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.seat or 'everybody'}, turn {self.turn}>"


def opened(entries: Iterable[Entry], waiting: Iterable[str], seat: str | None) -> dict[int, Entry]:
    """Return the entries by number from 1, without what others sealed and nobody opened.

    That is what they withdrew, and what is still waiting, which the instructor sees.

    >>> sealed = Entry("answer", "A", "bid", {"amount": 5}, secret=True)
    >>> opened([sealed], ["A"], "B"), opened([sealed, Entry("withdraw", "A", "withdraw")], [], "B")
    ({}, {})
    >>> opened([sealed], ["A"], "A") == opened([sealed], [], "B") == {1: sealed}
    True
    >>> opened([sealed], ["A"], INSTRUCTOR) == {1: sealed}
    True
    """
    left: dict[int, Entry] = {}
    for number, entry in enumerate(entries, start=1):
        if entry.kind == "withdraw" and entry.seat != seat:
            take_back(left, entry.seat)
        else:
            left[number] = entry
    for other in waiting:
        if seat not in (other, INSTRUCTOR):
            take_back(left, other)
    return left


def take_back(entries: dict[int, Entry], seat: str | None) -> None:
    """Remove the latest answer of a seat."""
    for number in reversed(entries):
        if entries[number].kind == "answer" and entries[number].seat == seat:
            del entries[number]
            return


def known_seat(kind: str, name: object, known: Collection[str], names: Mapping[str, str]) -> str:
    """Return the letter of a seat, or another name that is known; UnknownName for anything else.

    It says which seat is meant where somebody gives the name of who sits there.

    >>> known_seat("seat", "ada", "AB", {"A": "Ada"})
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no seat 'ada'. Ada sits in seat A: say 'A'. \
There are: A, B.
    """
    try:
        return known_name(kind, name, known)
    except UnknownName:
        for letter, own in names.items():
            if type(name) is str and name.strip().casefold() == own.casefold():
                remedy = f"{own} sits in seat {letter}: say {letter!r}."
                raise UnknownName(kind, name, known, remedy) from None
        raise


def read_viewer(
    seen_as: str | None,
    seats: Sequence[str],
    names: Mapping[str, str] | None = None,
    kind: str = "viewer",
) -> str | None:
    """Return who looks, in the kernel's own terms: a seat, None for everybody, or INSTRUCTOR.

    ``seen_as`` is a seat's letter, "everybody" (or None) or "instructor"; UnknownName otherwise,
    which says which seat is meant by a name of ``names`` and calls what is asked for ``kind``.

    >>> read_viewer("B", "ABC"), read_viewer("everybody", "ABC"), read_viewer("instructor", "ABC")
    ('B', None, 'instructor')
    >>> read_viewer("instuctor", "AB")
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no viewer 'instuctor'. \
Did you mean 'instructor'? There are: A, B, everybody, instructor.
    """
    if seen_as is None:
        return None
    viewer = known_seat(kind, seen_as, (*seats, EVERYBODY, INSTRUCTOR), names or {})
    return None if viewer == EVERYBODY else viewer


def hide_by_seat(entry: Logged, seat: str | None) -> Logged | None:
    """Return the entry if the seat saw it happen, else None: the default of every mask."""
    return entry if seen(entry, seat or "") else None
