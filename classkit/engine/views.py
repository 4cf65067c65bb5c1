"""Views: read-only access to the information that a viewer may see, computed on demand.

Bots, pages of a seat and students receive views, never the state. A game subclasses :class:`View`
and adds properties for its own rules. These must return values, not parts of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NoReturn, Protocol, TypeVar

from .decisions import Decision
from .errors import UnknownName, require_known
from .events import EVERYBODY, INSTRUCTOR, Entry, Event, Transfer, is_seen
from .options import Options
from .randomness import RandomStream
from .untrusted_input import fold_name

T_co = TypeVar("T_co", covariant=True)
Logged = TypeVar("Logged", Event, Transfer)


class ViewSource(Protocol[T_co]):
    """Source of a view: a timeline, or any other object with a state and a past.

    A game's view class declares the class of the state: ``_source: ViewSource[Voyage]``.

    Example:
        >>> import classkit
        >>> source: ViewSource = classkit.new("economy", seats=3, seed=1)
        >>> source.table.seats
        ('A', 'B', 'C')
    """

    @property
    def game(self) -> Any:
        """The game, which determines what each viewer may see."""

    @property
    def table(self) -> T_co:
        """The current state."""

    @property
    def events(self) -> list[Event]:
        """All events."""

    @property
    def transfers(self) -> list[Transfer]:
        """All transfers."""

    @property
    def history_rows(self) -> list[dict[str, Any]]:
        """The metrics after each turn."""

    @property
    def answers(self) -> list[Entry]:
        """All answers. Random outcomes are left out."""

    @property
    def unopened_seats(self) -> tuple[str, ...]:
        """The seats whose latest answer is still hidden from others."""

    def requests(self, seat: str | None = None) -> list[Decision]:
        """Return the open decisions of a seat.

        Args:
            seat: The seat, or None for all seats.

        Returns:
            The decisions.
        """

    def bot_key(self, seat: str | None, purpose: str) -> str:
        """Return the key of a bot's random numbers at this step.

        Args:
            seat: The seat that the bot plays.
            purpose: Purpose of the numbers. Each purpose has a separate sequence.

        Returns:
            The key.
        """


class PastSource:
    """An earlier step of a match, redacted for display while the match has later steps.

    Its state is returned by :meth:`.Secrecy.redact_past_state`. It omits metrics with a hidden
    history, because stepping through the turns would reveal the history.
    """

    def __init__(self, source: ViewSource[Any], table: Any) -> None:
        self.source, self.table = source, table
        self.game = source.game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    @property
    def history_rows(self) -> list[dict[str, Any]]:
        """Metrics after each turn. Metrics with a hidden history are left out."""
        hidden = self.game.secrecy.metrics_without_history(self.table)
        rows = self.source.history_rows
        return [{key: row[key] for key in row if key not in hidden} for row in rows]


def view_property(answer: Callable[[Any], Any], meaning: str) -> Any:
    """Declare a property of a view that returns a value from the state.

    >>> class VoyageView(View):
    ...     mover: str = view_property(
    ...         lambda v: v._source.table.mover, "The seat whose turn it is."
    ...     )
    """
    return property(answer, doc=meaning)


def refuse_copy() -> NoReturn:
    """Raise an error: a view is only a way to read its match.

    >>> import classkit, copy
    >>> copy.deepcopy(classkit.new("economy", seats=3, seed=1).view("A"))
    Traceback (most recent call last):
    TypeError: a view cannot be copied or pickled, because it reads live data from its match. \
Copy the match and take a view of the copy: m.fork().view(seat). To keep individual values, \
store them yourself.
    """
    raise TypeError(
        "a view cannot be copied or pickled, because it reads live data from its match. Copy the "
        "match and take a view of the copy: m.fork().view(seat). To keep individual values, store "
        "them yourself."
    )


class View:
    """Read-only access to the information in a match that one viewer may see.

    Games may add properties and methods for their own rules.

    Attributes:
        seat: Letter of the viewer's seat, None for the public, or INSTRUCTOR.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> view = m.play(until="round").view("A")
        >>> view.seat, view.others, view.turn
        ('A', ('B', 'C'), 4)
    """

    __slots__ = ("_chance", "_purpose", "_source", "seat")

    def __init__(self, source: ViewSource[Any], seat: str | None) -> None:
        self._source: ViewSource[Any] = source
        self.seat: str | Any = seat  # None for the public view
        self._purpose: str = ""
        self._chance: RandomStream | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> NoReturn:
        refuse_copy()

    def __reduce__(self) -> NoReturn:
        refuse_copy()

    def _check_seat(self, seat: str) -> None:
        """Raise UnknownName if the seat is unknown."""
        if type(seat) is not str or seat not in self._source.table.seats:
            require_known("seat", seat, self._source.table.seats)

    turn: int = view_property(
        lambda v: v._source.table.turn, "The number of the turn, counted from 1; 0 during set-up."
    )
    round: int = view_property(
        lambda v: v._source.table.round, "The number of the round, counted from 1; 0 during set-up."
    )
    seats: tuple[str, ...] = view_property(lambda v: v._source.table.seats, "All seats, clockwise.")
    options: Options = view_property(lambda v: v._source.table.options, "The options of the match.")

    @property
    def others(self) -> tuple[str, ...]:
        """The other seats, clockwise from this seat's left, or all seats if the viewer has none."""
        if self.seat is None or self.seat == INSTRUCTOR:
            return self.seats
        others: tuple[str, ...] = self._source.table.others(self.seat)
        return others

    @property
    def is_over(self) -> bool:
        """True if the match has ended."""
        return bool(self._source.table.is_over)

    @property
    def requests(self) -> list[Decision]:
        """The open decisions of this seat."""
        return self._source.requests(self.seat) if self.seat else []

    @property
    def events(self) -> list[Event]:
        """The events that this viewer may see, oldest first."""
        source = self._source
        seen, table = source.game.secrecy.visible_event, source.table
        shown = (seen(event, table, self.seat) for event in source.events)
        return [event.copy() for event in shown if event is not None]

    @property
    def ledger(self) -> list[Transfer]:
        """The transfers that this viewer may see, oldest first."""
        source = self._source
        seen, table = source.game.secrecy.visible_transfer, source.table
        shown = (seen(transfer, table, self.seat) for transfer in source.transfers)
        return [transfer for transfer in shown if transfer is not None]

    @property
    def history(self) -> list[dict[str, Any]]:
        """The metrics after each turn that this viewer may see.

        Metrics in :meth:`.Secrecy.metrics_without_history` have a value only in the last row.
        """
        source = self._source
        rows: list[dict[str, Any]] = source.history_rows
        hidden = (
            ()
            if self.seat == INSTRUCTOR
            else source.game.secrecy.metrics_without_history(source.table)
        )
        if not hidden or not rows:
            return rows
        past = [{key: row[key] for key in row if key not in hidden} for row in rows[:-1]]
        return [*past, rows[-1]]

    @property
    def answers(self) -> list[Entry]:
        """The answers of all seats that this viewer may see, oldest first.

        Sealed answers of other seats are omitted until they are opened. The instructor sees them
        immediately.
        """
        return list(self.numbered_answers.values())

    @property
    def numbered_answers(self) -> dict[int, Entry]:
        """Same as :attr:`answers`, as a dict by number of the answer in the match, from 1."""
        source = self._source
        seen, table = source.game.secrecy.visible_answer, source.table
        given = drop_unopened(source.answers, source.unopened_seats, self.seat)
        shown = {number: seen(entry, table, self.seat) for number, entry in given.items()}
        return {number: entry.copy() for number, entry in shown.items() if entry is not None}

    @property
    def chance(self) -> RandomStream:
        """The bot's random numbers, which are equal in forks and different at every decision."""
        if self._chance is None:
            self._chance = RandomStream(self._source.bot_key(self.seat, self._purpose))
        return self._chance

    def renew_chance(self, purpose: str) -> None:
        """Restart the random numbers, as the match does before each decision of a bot."""
        self._purpose, self._chance = purpose, None

    def __repr__(self) -> str:
        whose = f"seat {self.seat}" if self.seat else "everybody"
        return f"<{type(self).__name__} of {whose}, turn {self.turn}>"


def drop_unopened(
    entries: Iterable[Entry], waiting: Iterable[str], seat: str | None
) -> dict[int, Entry]:
    """Return the entries by number from 1. Sealed answers that are not open are left out.

    These are answers of other seats that were withdrawn or are still sealed. The instructor sees
    the latter.

    >>> sealed = Entry("answer", "A", "bid", {"amount": 5}, secret=True)
    >>> withdrawn = [sealed, Entry("withdraw", "A", "withdraw")]
    >>> drop_unopened([sealed], ["A"], "B"), drop_unopened(withdrawn, [], "B")
    ({}, {})
    >>> drop_unopened([sealed], ["A"], "A") == drop_unopened([sealed], [], "B") == {1: sealed}
    True
    >>> drop_unopened([sealed], ["A"], INSTRUCTOR) == {1: sealed}
    True
    """
    left: dict[int, Entry] = {}
    for number, entry in enumerate(entries, start=1):
        if entry.kind == "withdraw" and entry.seat != seat:
            remove_latest_answer(left, entry.seat)
        else:
            left[number] = entry
    for other in waiting:
        if seat not in (other, INSTRUCTOR):
            remove_latest_answer(left, other)
    return left


def remove_latest_answer(entries: dict[int, Entry], seat: str | None) -> None:
    """Remove the latest answer of a seat."""
    for number in reversed(entries):
        if entries[number].kind == "answer" and entries[number].seat == seat:
            del entries[number]
            return


def check_seat(kind: str, name: object, known: Collection[str], names: Mapping[str, str]) -> str:
    """Return the name if it is the letter of a seat or another known name.

    Raises:
        UnknownName: The name is unknown. If it is a player's name, the message names the player's
            seat.

    Example:
        >>> check_seat("seat", "ada", "AB", {"A": "Ada"})
        Traceback (most recent call last):
        classkit.engine.errors.UnknownName: There is no seat 'ada'. Ada plays seat A: write 'A'. \
Choose from: A, B.
    """
    try:
        return require_known(kind, name, known)
    except UnknownName:
        for letter, own in names.items():
            if type(name) is str and fold_name(name) == fold_name(own):
                remedy = f"{own} plays seat {letter}: write {letter!r}."
                raise UnknownName(kind, name, known, remedy) from None
        raise


def read_viewer(
    seen_as: str | None,
    seats: Sequence[str],
    names: Mapping[str, str] | None = None,
    kind: str = "viewer",
) -> str | None:
    """Convert `seen_as` to the engine's viewer: a seat, None for the public, or INSTRUCTOR.

    Args:
        seen_as: A seat's letter, "everybody" (or None), or "instructor".
        seats: The seats.
        names: Players' names, for the error message.
        kind: Name of the argument in the error message.

    Raises:
        UnknownName: The viewer is unknown.

    >>> read_viewer("B", "ABC"), read_viewer("everybody", "ABC"), read_viewer("instructor", "ABC")
    ('B', None, 'instructor')
    >>> read_viewer("instuctor", "AB")
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no viewer 'instuctor'. \
Did you mean 'instructor'? Choose from: A, B, everybody, instructor.
    """
    if seen_as is None:
        return None
    viewer = check_seat(kind, seen_as, (*seats, EVERYBODY, INSTRUCTOR), names or {})
    return None if viewer == EVERYBODY else viewer


def redact_unseen(entry: Logged, seat: str | None) -> Logged | None:
    """Return the entry if the seat saw it happen, or else None. This is the default redaction."""
    return entry if is_seen(entry, seat or "") else None
