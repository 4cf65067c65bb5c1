"""Finds the ledger rows and events behind the parts of an explanation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from classkit.engine.events import Event, Transfer
from classkit.engine.evidence import EventLinks, Evidence
from classkit.engine.match import Match

from .contributions import Contribution


class ReportedRow(NamedTuple):
    """The number of a ledger row, its version for a viewer, and the visible events that report it.

    ``is_gain`` is False if the row lowered the metric.
    """

    number: int
    transfer: Transfer
    events: Sequence[Event]
    is_gain: bool


class EvidenceFinder:
    """Finds the evidence for contributions in a match that a viewer may see.

    Args:
        match: The match.
        viewer: A seat, None for the public, or INSTRUCTOR.
    """

    def __init__(self, match: Match, viewer: str | None) -> None:
        self.match, self.viewer = match, viewer

    @cached_property
    def links(self) -> EventLinks:
        """The links between events and ledger rows of the match."""
        return self.match.links

    @cached_property
    def events(self) -> Sequence[Event]:
        """All events of the match, including hidden events."""
        return self.match.shared_events

    @cached_property
    def rows_by_turn(self) -> dict[int, list[tuple[int, Transfer]]]:
        """Numbered rows of each turn, including hidden rows."""
        rows = chain.from_iterable(rows for _, rows in self.match.events_by_segment)
        found: dict[int, list[tuple[int, Transfer]]] = {}
        for number, transfer in enumerate(rows, start=1):
            found.setdefault(transfer.turn, []).append((number, transfer))
        return found

    def list_visible_rows(self, turn: int) -> list[tuple[int, Transfer]]:
        """Return the numbered visible rows of a turn."""
        seen, table = (
            self.match.game.secrecy.visible_transfer,
            self.match.as_seen_by(self.viewer).state,
        )
        shown = (
            (number, seen(row, table, self.viewer))
            for number, row in self.rows_by_turn.get(turn, ())
        )
        return [(number, row) for number, row in shown if row is not None]

    def get_visible_event(self, number: int) -> Event | None:
        """Return the version of an event that the viewer may see, or None."""
        table = self.match.as_seen_by(self.viewer).state
        return self.match.game.secrecy.visible_event(self.events[number - 1], table, self.viewer)

    def list_visible_events(self, turn: int) -> dict[int, Event]:
        """Return the visible events of a turn by their numbers."""
        numbers = (number for number, event in enumerate(self.events, 1) if event.turn == turn)
        shown = ((number, self.get_visible_event(number)) for number in numbers)
        return {number: event for number, event in shown if event is not None}

    def find_rows(self, part: Contribution) -> list[ReportedRow]:
        """Return the ledger rows behind a part, in the order of its lines."""
        moved = [(line.transfer, line.amount > 0) for line in part.lines if line.transfer]
        visible = {turn: self.list_visible_rows(turn) for turn in {row.turn for row, _ in moved}}
        found: dict[int, ReportedRow] = {}
        for one, is_gain in moved:
            for number, transfer in visible[one.turn]:
                if number not in found and transfer == one:
                    events = self.list_events(self.links.get_events(number))
                    found[number] = ReportedRow(number, transfer, events, is_gain)
                    break
        return [*found.values()]

    def find_price_rows(self, part: Contribution) -> list[int]:
        """Return the numbers of the ledger rows that changed the value of a part's items."""
        moved = [row for line in part.lines for row in line.priced_by]
        return [
            number
            for turn in sorted({row.turn for row in moved})
            for number, row in self.list_visible_rows(turn)
            if row in moved
        ]

    def list_events(self, numbers: Iterable[int]) -> list[Event]:
        """Return the events with these numbers that the viewer may see."""
        shown = map(self.get_visible_event, numbers)
        return [event for event in shown if event is not None]

    def list_price_events(self, part: Contribution) -> list[int]:
        """Return the events that report a change in the facts that a part's value depends on.

        This includes events that change how the value is computed (:attr:`.Game.repricing_events`).
        """
        before, after = part.prices
        changed = {name: value for name, value in after.items() if before.get(name) != value}
        repriced = {line.turn for line in part.lines if line.is_repriced}
        repricing = self.match.game.repricing_events
        return [
            number
            for turn in ({line.turn for line in part.lines} if changed else repriced)
            for number, event in self.list_visible_events(turn).items()
            if (turn in repriced and event.name in repricing)
            or any(event.facts.get(name, ()) == value for name, value in changed.items())
        ]

    def list_cause_events(self, part: Contribution) -> list[int]:
        """Return the events that cause a part outside the ledger, found by the name of its reason.

        For example, claims lost in a disaster have no ledger rows.
        """
        turns = {line.turn for line in part.lines if line.transfer is None and line.held}
        if part.kind != "moved":
            return []
        return [
            number
            for turn in turns
            for number, event in self.list_visible_events(turn).items()
            if event.name == part.name
        ]

    def find_evidence(self, part: Contribution, events: Iterable[int] = ()) -> Evidence:
        """Return the rows behind a part, the events that report them, and the given events."""
        rows = [row.number for row in self.find_rows(part)] + self.find_price_rows(part)
        told = {*events, *self.list_cause_events(part)}
        found = self.links.evidence_of_rows(rows) | Evidence(tuple(sorted(told)))
        visible = tuple(number for number in found.events if self.get_visible_event(number))
        return found._replace(events=visible)
