"""The past of a match: answers, events, transfers and metrics, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, TypeVar

from ..access import read_only
from ..events import Entry, Event, RowLink, Transfer
from ..evidence import EventLinks
from .queries import MatchQueries

T = TypeVar("T")


class PastQueries(MatchQueries):
    """The past of a match."""

    # --- the past ---------------------------------------------------------------------------

    @property
    @read_only
    def history(self) -> list[dict[str, Any]]:
        """The metrics at the opening and after each finished turn, as one row per turn.

        The first row is the opening position, even if the match started from a position; its turn
        is the turn before the first. The row is missing during set-up. A metric that cannot be
        computed has the value None, or no parts. Copy a row before you modify it: ``dict(row)``.
        For current values, see :meth:`metrics`.
        """
        with self._replay_guard():
            rows = self._timeline.history_rows
        return rows

    @property
    @read_only
    def answers(self) -> list[Entry]:
        """All entries so far, without random outcomes, for the instructor.

        For the entries that a seat may see, use :attr:`View.answers`.
        """
        return [entry.copy() for entry in self._timeline.answers]

    @property
    @read_only
    def shared_answers(self) -> Sequence[Entry]:
        """Same as :attr:`answers`, but without copying the entries. Do not modify them.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("turn")
        >>> list(m.shared_answers) == m.answers
        True
        """
        return self._timeline.answers

    @property
    @read_only
    def steps(self) -> list[tuple[int, Entry]]:
        """All steps with their turns, including later steps, for the instructor.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("turn").goto(step=1)
        >>> len(m.answers), len(m.steps) == m.last_step, m.steps[0][1].seat
        (1, True, 'A')
        """
        line = self._timeline
        return [
            (line.get_turn(number), entry.copy())
            for number, given in chain(line.past_entries(), line.future_entries())
            for entry in given
            if line.is_step(entry)
        ]

    @property
    @read_only
    def entries(self) -> list[tuple[int, list[Entry]]]:
        """All entries so far, by segment: ``[(turn, entries), ...]``."""
        line = self._timeline
        return [
            (line.get_turn(number), [entry.copy() for entry in given])
            for number, given in line.past_entries()
        ]

    @property
    def events(self) -> list[Event]:
        """All events, for the instructor; :attr:`View.events` contains those visible to a seat."""
        return [event.copy() for event in self._timeline.events]

    @property
    def shared_events(self) -> Sequence[Event]:
        """Same as :attr:`events`, but without copying the events. Do not modify them.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("turn")
        >>> list(m.shared_events) == m.events
        True
        """
        return self._timeline.events

    @property
    def transfers(self) -> list[Transfer]:
        """All transfers, for the instructor; :attr:`View.ledger` has those visible to a seat."""
        return self._timeline.transfers

    @property
    def events_by_segment(self) -> list[tuple[list[Event], list[Transfer]]]:
        """Events and transfers by segment. ``Transfer.news`` is an index within the segment."""
        return self._timeline.events_by_segment

    @property
    def links_by_segment(self) -> list[list[RowLink]]:
        """The declared links between events and transfers, by segment; see :attr:`links`."""
        return self._timeline.links_by_segment

    @property
    def links(self) -> EventLinks:
        """Links between events and the transfers that they report so far, by number from 1.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
            >>> m.links.get_events(1)
            (8,)
        """
        return EventLinks(self)

    @read_only
    def map_turn_ends(self, look: Callable[[Any], T], first: int, last: int) -> dict[int, T]:
        """Call a function on the state at the end of each turn.

        The match is replayed to obtain the states that :attr:`history` describes. Like
        :attr:`table`, they are for the instructor.

        Args:
            look: Function that takes the state. It must neither modify nor store the state.
            first: First turn; 0 is the opening.
            last: Last turn, inclusive.

        Returns:
            The results by turn.

        Raises:
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> m.play(until="round").map_turn_ends(lambda table: table.number, 0, 3)
            {0: 1, 1: 1, 2: 1, 3: 1}
        """
        with self._replay_guard():
            return self._timeline.map_turn_ends(look, first, last)
