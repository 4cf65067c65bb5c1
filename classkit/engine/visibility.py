"""Secrecy: which parts of a match each viewer may see, now and in the past.

The engine itself hides sealed and private answers, and events sent to some seats only. A game with
more to hide, such as face-down cards, declares a :class:`Secrecy`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from classkit.deprecation import adopt_hooks, warn_about_members

from .decisions import Seat
from .events import HIDDEN, INSTRUCTOR, Entry, Event, Transfer
from .state import GameState
from .views import redact_unseen

T = TypeVar("T", bound=GameState)
HiddenGroup: TypeAlias = list[tuple[Any, Any]]
"""Places of a state, each as a list or dict and the index or key in it."""

HIDDEN_PLACES = "hidden places"
"""Name of the secret in :meth:`Secrecy.hidden_places`."""
ANSWERS = "answers"
"""Value of ``by`` in a :class:`Reveal` for answers that the rules open in the list of answers."""


class Reveal(NamedTuple):
    """A way in which the rules reveal a secret.

    Args:
        secret: Purpose of a draw that some seats do not see, or name of a private or sealed
            decision or aside; `HIDDEN_PLACES` for what is in :meth:`Secrecy.hidden_places`.
        by: Name of the event or decision that reveals it, or `ANSWERS` if the list of answers does
            (:meth:`Secrecy.redact_answer`).
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
    """What a game hides, and from which seats. Games override what their rules define.

    ``seat`` is a letter, or None for the public. The ``visible_`` methods also accept INSTRUCTOR,
    who sees everything; the ``redact_`` methods are never called for the instructor.

    Example:
        >>> import classkit
        >>> from classkit.engine.registry import find
        >>> m = classkit.new("opoly", seats=3, seed=7)
        >>> find("opoly").secrecy.hidden_places(m.table, "A")
        []
    """

    # --- the log ------------------------------------------------------------------------------

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Take methods that a game overrides by their old names."""
        super().__init_subclass__(**keywords)
        adopt_hooks(cls, "Secrecy")

    def visible_event(self, event: Event, table: T, seat: Seat | None) -> Event | None:
        """Return an event as a seat, the public (None) or INSTRUCTOR sees it now, or None.

        The seed is hidden until the match is over, also from the instructor, whose view may be on a
        projector: with the seed, every future roll can be computed.

        Args:
            event: The event.
            table: The current state.
            seat: Letter of a seat; None for the public; INSTRUCTOR.

        Returns:
            The event, as it may be shown, or None if it is hidden.
        """
        if "seed" in event.facts and not table.is_over:
            facts = {key: value for key, value in event.facts.items() if key != "seed"}
            event = event._replace(facts=facts)
        return event if seat == INSTRUCTOR else self.redact_event(event, table, seat)

    def visible_transfer(self, transfer: Transfer, table: T, seat: Seat | None) -> Transfer | None:
        """Return a transfer as a seat, the public (None) or INSTRUCTOR sees it now.

        Args:
            transfer: The transfer.
            table: The current state.
            seat: Letter of a seat; None for the public; INSTRUCTOR.

        Returns:
            The transfer, as it may be shown, or None if it is hidden.
        """
        return transfer if seat == INSTRUCTOR else self.redact_transfer(transfer, table, seat)

    def visible_answer(self, entry: Entry, table: T, seat: Seat | None) -> Entry | None:
        """Return a recorded answer as a seat, the public (None) or INSTRUCTOR sees it now.

        Args:
            entry: The recorded answer.
            table: The current state.
            seat: Letter of a seat; None for the public; INSTRUCTOR.

        Returns:
            The recorded answer, as it may be shown, or None if it is hidden.
        """
        return entry if seat == INSTRUCTOR else self.redact_answer(entry, table, seat)

    def redact_event(self, event: Event, table: T, seat: Seat | None) -> Event | None:
        """Return the event as the seat may know it now, or None if it is hidden.

        Args:
            event: The event.
            table: The current state.
            seat: Letter of a seat; None for the public.

        Returns:
            The event itself, a copy without its secrets, or None.
        """
        return redact_unseen(event, seat)

    def redact_transfer(self, transfer: Transfer, table: T, seat: Seat | None) -> Transfer | None:
        """Return the transfer as the seat may know it now.

        Args:
            transfer: The transfer.
            table: The current state.
            seat: Letter of a seat; None for the public.

        Returns:
            The transfer itself, a copy without its secrets, or None.
        """
        return redact_unseen(transfer, seat)

    def redact_answer(self, entry: Entry, table: T, seat: Seat | None) -> Entry | None:
        """Return a recorded answer as the seat may know it now, or None if it is hidden.

        Of another seat's sealed or private answer, a seat knows only that it was given.

        Args:
            entry: The recorded answer.
            table: The current state.
            seat: Letter of a seat; None for the public.

        Returns:
            The recorded answer itself, a copy without its secrets, or None.
        """
        if not entry.secret or seat == entry.seat:
            return entry
        return entry._replace(name=HIDDEN, value={})

    def unopened_seats(self, table: T) -> Collection[Seat]:
        """Return the seats whose latest answer stays sealed while other seats are asked.

        Only the seat and the instructor see such an answer before it is opened.

        Args:
            table: The current state.

        Returns:
            The seats; empty by default.
        """
        return ()

    # --- the state ----------------------------------------------------------------------------

    def hidden_places(self, table: T, seat: Seat | None) -> list[HiddenGroup]:
        """Return the places whose contents a seat, or the public (None), may not know.

        The places are grouped: a permutation of the contents within a group must be invisible to
        the seat. The laws of secrecy (`classkit.testing.noninterference_laws`) test this. A place
        is a list or dict of the state with an index or key: ``[[(table.cards, "c5"), (table.cards,
        "f3")]]`` for two face-down cards. Sealed answers need not be listed: the engine hides them.

        Args:
            table: The current state.
            seat: Letter of a seat; None for the public.

        Returns:
            Groups of places, each a pair of a container and its index or key.
        """
        return []

    def redact_past_state(self, table: T, latest: T) -> T:
        """Return an earlier state as it may be shown while the match is at ``latest``.

        By default the state itself. If something public becomes hidden again later, return a copy
        in which it is hidden.

        Args:
            table: The earlier state.
            latest: The current state.

        Returns:
            The state, or a copy without what is hidden at ``latest``.
        """
        return table

    def metrics_without_history(self, table: T) -> tuple[str, ...]:
        """Return the keys of metrics whose history reveals too much.

        Views contain only the last value of these.

        Args:
            table: The current state.

        Returns:
            The keys; empty by default.
        """
        return ()

    def hides_alike(self, table: T) -> bool:
        """Return whether all seats see what everybody sees, except what only they were told.

        What only some seats were told are events and transfers with :attr:`.Event.seen_by`, and
        their own decisions. All else that is visible, such as the board, must be the same for each
        seat and for the public. Pages of seats are then made from what everybody sees, once for all
        of them. Laws (`classkit.testing.visibility_laws` and `shared_state_laws`) test this.

        Args:
            table: The current state.

        Returns:
            False by default.
        """
        return False

    def get_memory(self, table: T, seat: Seat) -> Mapping[str, Any]:
        """Return what a seat has seen that no view still shows, for bots that take notes.

        It is passed only to policies with a method ``recall``. It is computed from the state, so
        that a bot remembers the same after undo and in a fork.

        Args:
            table: The current state.
            seat: Letter of the seat.

        Returns:
            Read-only facts, by name; empty by default.
        """
        return {}
