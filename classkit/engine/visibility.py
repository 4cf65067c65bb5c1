"""Secrecy: which parts of a match each viewer may see, now and in the past.

The engine hides sealed and private answers, and events that only some seats may see. A game that
hides other information, such as face-down cards, defines a :class:`Secrecy`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from classkit.deprecation import adopt_hooks, warn_about_members

from .decisions import Seat
from .events import HIDDEN, INSTRUCTOR, Entry, Event, Transfer
from .state import GameState
from .views import redact_unseen

T = TypeVar("T", bound=GameState)
HiddenGroup: TypeAlias = list[tuple[Any, Any]]
"""Places in a state, each given as a list or dict and an index or key."""

HIDDEN_PLACES = "hidden places"
"""Name of the secret for the contents of :meth:`Secrecy.hidden_places`."""
ANSWERS = "answers"
"""Value of ``by`` in a :class:`Reveal` if the list of answers itself reveals an answer."""


class Reveal(NamedTuple):
    """Declaration of a way in which the rules reveal a secret.

    Args:
        secret: Purpose of a draw that some seats do not see, or name of a private or sealed
            decision or aside; `HIDDEN_PLACES` for the contents of :meth:`Secrecy.hidden_places`.
        by: Name of the event or decision that reveals the secret, or `ANSWERS` if the list of
            answers reveals it (:meth:`Secrecy.redact_answer`).
        rule: Clause that the event or decision cites.

    Example:
        >>> Reveal("weather", "market_held", "R5.3")
        Reveal(secret='weather', by='market_held', rule='R5.3')
    """

    secret: str
    by: str
    rule: str


@warn_about_members
class Secrecy(Generic[T]):
    """Definition of the information that a game hides from each seat.

    Games override the methods that their rules require. ``seat`` is a letter, or None for the
    public. The ``visible_`` methods also accept INSTRUCTOR, who sees everything. The ``redact_``
    methods are never called for the instructor.

    Example:
        >>> import classkit
        >>> from classkit.engine.registry import find
        >>> m = classkit.new("opoly", seats=3, seed=7)
        >>> find("opoly").secrecy.hidden_places(m.table, "A")
        []
    """

    # --- the log ------------------------------------------------------------------------------

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Accept methods that a game overrides by their old names."""
        super().__init_subclass__(**keywords)
        adopt_hooks(cls, "Secrecy")

    def visible_event(self, event: Event, table: T, seat: Seat | None) -> Event | None:
        """Return the version of an event that a viewer may see now, or None if it is hidden.

        The seed is hidden until the match is over, because it determines every future roll. This
        includes the instructor, whose view may be projected.

        Args:
            event: The event.
            table: The current state.
            seat: Letter of a seat; None for the public; INSTRUCTOR.

        Returns:
            The event itself, a redacted copy, or None.
        """
        if "seed" in event.facts and not table.is_over:
            facts = {key: value for key, value in event.facts.items() if key != "seed"}
            event = event._replace(facts=facts)
        return event if seat == INSTRUCTOR else self.redact_event(event, table, seat)

    def visible_transfer(self, transfer: Transfer, table: T, seat: Seat | None) -> Transfer | None:
        """Return the version of a transfer that a viewer may see now, or None if it is hidden.

        Args:
            transfer: The transfer.
            table: The current state.
            seat: Letter of a seat; None for the public; INSTRUCTOR.

        Returns:
            The transfer itself, a redacted copy, or None.
        """
        return transfer if seat == INSTRUCTOR else self.redact_transfer(transfer, table, seat)

    def visible_answer(self, entry: Entry, table: T, seat: Seat | None) -> Entry | None:
        """Return the version of an answer that a viewer may see now, or None if it is hidden.

        Args:
            entry: The recorded answer.
            table: The current state.
            seat: Letter of a seat; None for the public; INSTRUCTOR.

        Returns:
            The recorded answer itself, a redacted copy, or None.
        """
        return entry if seat == INSTRUCTOR else self.redact_answer(entry, table, seat)

    def redact_event(self, event: Event, table: T, seat: Seat | None) -> Event | None:
        """Return the version of an event that a seat may see now, or None if it is hidden.

        Args:
            event: The event.
            table: The current state.
            seat: Letter of a seat, or None for the public.

        Returns:
            The event itself, a copy without secrets, or None.
        """
        return redact_unseen(event, seat)

    def get_event_key(self, table: T) -> Hashable | None:
        """Return a key for how events are currently redacted, or None if it is unknown.

        While the key stays equal, pages reuse the results of :meth:`redact_event`. Override it
        together with that method. The laws of secrecy (`classkit.testing.visibility_laws`) test it.

        Args:
            table: The current state.

        Returns:
            By default None in games that override :meth:`redact_event`, else a constant.
        """
        return None if type(self).redact_event is not Secrecy.redact_event else ()

    def redact_transfer(self, transfer: Transfer, table: T, seat: Seat | None) -> Transfer | None:
        """Return the version of a transfer that a seat may see now, or None if it is hidden.

        Args:
            transfer: The transfer.
            table: The current state.
            seat: Letter of a seat, or None for the public.

        Returns:
            The transfer itself, a copy without secrets, or None.
        """
        return redact_unseen(transfer, seat)

    def redact_answer(self, entry: Entry, table: T, seat: Seat | None) -> Entry | None:
        """Return the version of a recorded answer that a seat may see now, or None if it is hidden.

        For a sealed or private answer of another seat, only the fact that it was given is visible.

        Args:
            entry: The recorded answer.
            table: The current state.
            seat: Letter of a seat, or None for the public.

        Returns:
            The recorded answer itself, a copy without secrets, or None.
        """
        if not entry.secret or seat == entry.seat:
            return entry
        return entry._replace(name=HIDDEN, value={})

    def unopened_seats(self, table: T) -> Collection[Seat]:
        """Return the seats whose latest answer is still sealed while other seats are asked.

        Only the seat and the instructor see such an answer before it is opened.

        Args:
            table: The current state.

        Returns:
            The seats; empty by default.
        """
        return ()

    # --- the state ----------------------------------------------------------------------------

    def hidden_places(self, table: T, seat: Seat | None) -> list[HiddenGroup]:
        """Return the places in the state with contents that a viewer may not see.

        The places are grouped. Swapping the contents of places in a group must not change anything
        that the viewer sees. The secrecy tests (`classkit.testing.noninterference_laws`) check
        this. A place is a list or dict in the state with an index or key: ``[[(table.cards, "c5"),
        (table.cards, "f3")]]`` for two face-down cards. Do not list sealed answers, because the
        engine hides them.

        Args:
            table: The current state.
            seat: Letter of a seat, or None for the public.

        Returns:
            Groups of places, each a pair of a container and its index or key.
        """
        return []

    def redact_past_state(self, table: T, latest: T) -> T:
        """Return the version of an earlier state that may be shown at the state ``latest``.

        The default is the state itself. If public information becomes hidden again later, return a
        copy in which it is hidden.

        Args:
            table: The earlier state.
            latest: The state at the last step of the match.

        Returns:
            The state, or a copy without information that is hidden at ``latest``.
        """
        return table

    def metrics_without_history(self, table: T) -> tuple[str, ...]:
        """Return the keys of metrics whose history would reveal hidden information.

        Views contain only the last values of these metrics.

        Args:
            table: The current state.

        Returns:
            The keys; empty by default.
        """
        return ()

    def hides_alike(self, table: T) -> bool:
        """Return whether all seats see the public view, plus events and decisions of their own.

        Seats may differ only in their own decisions, and in events and transfers with
        :attr:`.Event.seen_by`. All other visible information, such as the board, must be the same
        for each seat and for the public. If so, the pages of all seats share a single public view.
        The secrecy tests (`classkit.testing.visibility_laws` and `shared_state_laws`) check this.

        Args:
            table: The current state.

        Returns:
            False by default.
        """
        return False

    def get_memory(self, table: T, seat: Seat) -> Mapping[str, Any]:
        """Return information that a seat has seen but that views no longer show, for bots.

        It is passed only to policies with a method ``recall``. Because it is computed from the
        state, it is also correct after undo and in a fork.

        Args:
            table: The current state.
            seat: Letter of the seat.

        Returns:
            Read-only facts, by name; empty by default.
        """
        return {}
