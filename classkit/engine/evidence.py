"""Evidence of a sentence: the events and ledger rows that it was built from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple, Protocol

from .events import Event, RowLink, Transfer


class Evidence(NamedTuple):
    """Numbers of events and ledger rows of a match, both counted from 1.

    Event ``n`` is ``match.events[n - 1]``, row ``n`` is ``match.transfers[n - 1]``. Numbers are
    public; the events and rows are redacted for a viewer when they are shown.

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
        """Return the evidence of two sentences, each number once."""
        if not isinstance(other, Evidence):
            return NotImplemented
        return Evidence(
            tuple(sorted({*self.events, *other.events})),
            tuple(sorted({*self.transfers, *other.transfers})),
        )


class Statement(NamedTuple):
    """A finished sentence with its evidence.

    Args:
        text: The sentence, as a reader gets it.
        evidence: Everything that it reports. Names, amounts and causes come from here only.

    Example:
        >>> Statement("Ada sells 3 oil.", Evidence(events=(4,))).evidence.events
        (4,)
    """

    text: str
    evidence: Evidence = Evidence()


class LoggedMatch(Protocol):
    """A match with its log. Matches import this module, so it cannot name their class."""

    @property
    def table(self) -> Any: ...

    @property
    def events_by_segment(self) -> Sequence[tuple[Sequence[Event], Sequence[Transfer]]]: ...

    @property
    def links_by_segment(self) -> Sequence[Sequence[RowLink]]: ...


class EventLinks:
    """Which events report which ledger rows, by number from 1 as in :class:`.Evidence`.

    The rules declare it: the events of :attr:`.GameState.reporting_events` report the transfers
    just before them, and others those that :meth:`.GameState.link_rows` names. An accepted trade
    reports the transfers of both sides, each of which has an event of its own.

    Args:
        match: The match. Later steps are not included.

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
        """Return the links of a segment: pairs of an event and a row, by number."""
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
        """Return events with all rows that they report, as the evidence of a sentence."""
        numbers = sorted(set(events))
        return Evidence(tuple(numbers), sorted_numbers(map(self.get_rows, numbers)))

    def evidence_of_rows(self, rows: Iterable[int]) -> Evidence:
        """Return rows with all events that report them, as the evidence of a sentence."""
        numbers = sorted(set(rows))
        return Evidence(sorted_numbers(map(self.get_events, numbers)), tuple(numbers))


def sorted_numbers(groups: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return the numbers of several groups, each once and in order."""
    return tuple(sorted(set(chain.from_iterable(groups))))
