"""Evidence for a sentence: the events and ledger rows that it was built from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple, Protocol

from .events import Event, RowLink, Transfer


class Evidence(NamedTuple):
    """Numbers of events and ledger rows of a match, both counted from 1.

    Event ``n`` is ``match.events[n - 1]``, and row ``n`` is ``match.transfers[n - 1]``. The numbers
    are public. The events and rows themselves are redacted for each viewer when they are displayed.

    Args:
        events: Numbers of events, in the order in which they happened.
        transfers: Numbers of ledger rows, in the order in which they happened.

    Example:
        >>> Evidence((3,), (7, 8)) | Evidence((2, 3), (8,))
        Evidence(events=(2, 3), transfers=(7, 8))
    """

    events: tuple[int, ...] = ()
    transfers: tuple[int, ...] = ()

    def __or__(self, other: object) -> Evidence:
        """Return the combined evidence of two sentences, without duplicates."""
        if not isinstance(other, Evidence):
            return NotImplemented
        return Evidence(
            tuple(sorted({*self.events, *other.events})),
            tuple(sorted({*self.transfers, *other.transfers})),
        )


class Statement(NamedTuple):
    """A finished sentence with its evidence.

    Args:
        text: The sentence, as shown to the reader.
        evidence: The events and rows that the sentence reports. All its names, amounts and causes
            are taken from them.

    Example:
        >>> Statement("Ada sells 3 oil.", Evidence(events=(4,))).evidence.events
        (4,)
    """

    text: str
    evidence: Evidence = Evidence()


class LoggedMatch(Protocol):
    """Interface of a match with a log, declared here because matches import this module."""

    @property
    def table(self) -> Any: ...

    @property
    def events_by_segment(self) -> Sequence[tuple[Sequence[Event], Sequence[Transfer]]]: ...

    @property
    def links_by_segment(self) -> Sequence[Sequence[RowLink]]: ...


class EventLinks:
    """Links between events and the ledger rows they report, numbered as in :class:`.Evidence`.

    The rules declare the links. Events in :attr:`.GameState.reporting_events` report the transfers
    just before them; :meth:`.GameState.link_rows` adds further links. For example, an accepted
    trade reports the transfers of both sides, although each side also has its own event.

    Args:
        match: The match. Undone steps are not included.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> links = EventLinks(m)
        >>> number = 1 + [event.name for event in m.events].index("payment")
        >>> [m.transfers[row - 1].amount for row in links.get_rows(number)]
        [460000]
        >>> links.get_events(1) == (number,)
        True
    """

    def __init__(self, match: LoggedMatch) -> None:
        segments, self.reporting_events = match.events_by_segment, match.table.reporting_events
        self.segments = list(zip(segments, match.links_by_segment, strict=True))
        self.event_starts = [*accumulate((len(events) for events, _ in segments), initial=0)]
        self.row_starts = [*accumulate((len(rows) for _, rows in segments), initial=0)]
        self.pairs_by_segment: dict[int, set[tuple[int, int]]] = {}

    def get_pairs(self, number: int) -> set[tuple[int, int]]:
        """Return the links of a segment as pairs of an event number and a row number."""
        if not 0 <= number < len(self.segments):
            return set()
        known = self.pairs_by_segment.get(number)
        if known is None:
            told, rows = self.event_starts[number] + 1, self.row_starts[number] + 1
            (events, transfers), links = self.segments[number]
            known = self.pairs_by_segment[number] = {
                (told + transfer.news, rows + at)
                for at, transfer in enumerate(transfers)
                if transfer.news < len(events)
                and events[transfer.news].name in self.reporting_events
            }
            for event, first, end in links:
                known.update((told + event, rows + at) for at in range(first, end))
        return known

    def get_rows(self, event: int) -> tuple[int, ...]:
        """Return the rows that an event reports, in the order in which they happened."""
        pairs = self.get_pairs(bisect_left(self.event_starts, event) - 1)
        return tuple(sorted(row for told, row in pairs if told == event))

    def get_events(self, row: int) -> tuple[int, ...]:
        """Return the events that report a row, in the order in which they happened."""
        pairs = self.get_pairs(bisect_left(self.row_starts, row) - 1)
        return tuple(sorted(told for told, moved in pairs if moved == row))

    def evidence_of_events(self, events: Iterable[int]) -> Evidence:
        """Return the evidence for a sentence about events: the events and all rows they report."""
        numbers = sorted(set(events))
        return Evidence(tuple(numbers), sorted_numbers(map(self.get_rows, numbers)))

    def evidence_of_rows(self, rows: Iterable[int]) -> Evidence:
        """Return the evidence for a sentence about rows: the rows and the events reporting them."""
        numbers = sorted(set(rows))
        return Evidence(sorted_numbers(map(self.get_events, numbers)), tuple(numbers))


def sorted_numbers(groups: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return the numbers of several groups in order, without duplicates."""
    return tuple(sorted(set(chain.from_iterable(groups))))
