"""Ledger rows and events behind the parts of an explanation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from classkit.engine.event_links import EventLinks
from classkit.engine.events import Event, Transfer
from classkit.engine.evidence import Evidence
from classkit.engine.match import Match

from .contributions import Contribution


class ReportedRow(NamedTuple):
    """A ledger row as a viewer sees it, by its number, with the visible events that report it."""

    number: int
    transfer: Transfer
    events: Sequence[Event]


class EvidenceFinder:
    """Finds the evidence of contributions in one match, as one viewer may know it.

    Args:
        match: The match.
        viewer: A seat, None for the public, or INSTRUCTOR.
    """

    def __init__(self, match: Match, viewer: str | None) -> None:
        self.match, self.viewer = match, viewer

    @cached_property
    def links(self) -> EventLinks:
        """The links between the events and rows of the match."""
        return self.match.links

    @cached_property
    def rows_by_turn(self) -> dict[int, list[tuple[int, Transfer]]]:
        """The visible rows of each turn, with their numbers."""
        seen, table = (
            self.match.game.secrecy.visible_transfer,
            self.match.visible_state(self.viewer),
        )
        found: dict[int, list[tuple[int, Transfer]]] = {}
        rows = chain.from_iterable(rows for _, rows in self.match.events_by_segment)
        for number, transfer in enumerate(rows, start=1):
            shown = seen(transfer, table, self.viewer)
            if shown is not None:
                found.setdefault(shown.turn, []).append((number, shown))
        return found

    @cached_property
    def events_by_number(self) -> dict[int, Event]:
        """The visible events by their numbers."""
        seen, table = self.match.game.secrecy.visible_event, self.match.visible_state(self.viewer)
        events = chain.from_iterable(events for events, _ in self.match.events_by_segment)
        shown = (seen(event, table, self.viewer) for event in events)
        return {number: event for number, event in enumerate(shown, start=1) if event is not None}

    def find_rows(self, part: Contribution) -> list[ReportedRow]:
        """Return the ledger rows behind a part, in the order of its lines."""
        found: dict[int, Transfer] = {}
        for line in part.lines:
            moved = line.transfer
            if moved is None:
                continue
            for number, transfer in self.rows_by_turn.get(moved.turn, ()):
                if number not in found and transfer == moved:
                    found[number] = transfer
                    break
        return [
            ReportedRow(number, transfer, self.visible_events(self.links.events_of(number)))
            for number, transfer in found.items()
        ]

    def visible_events(self, numbers: Iterable[int]) -> list[Event]:
        """Return the events with these numbers that the viewer may see."""
        known = self.events_by_number
        return [known[number] for number in numbers if number in known]

    def find_evidence(self, part: Contribution, events: Iterable[int] = ()) -> Evidence:
        """Return the rows behind a part with the events that report them, and further events."""
        rows = [row.number for row in self.find_rows(part)]
        found = self.links.evidence_of_rows(rows) | Evidence(tuple(sorted(set(events))))
        visible = tuple(number for number in found.events if number in self.events_by_number)
        return found._replace(events=visible)
