"""Recorder of the decisions at a table of a room: who decided what, and in how many seconds."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.errors import ClasskitError
from classkit.engine.events import Entry
from classkit.engine.serialization import SegmentHash, read_line
from classkit.frames.decision_replay import is_forced

from .room import Room
from .room_events import ENTRY, GOTO, TEACHER, StoredEvent
from .room_table import RoomTable, list_given_entries
from .seat_history import SeatHistory, SeatOccupancy

DECISION_KINDS = ("answer", "aside", "withdraw")
"""The kinds of entries by which a seat decides."""
BOT, SUBSTITUTE_BOT, PERSON, TEAM, BY_TEACHER, BY_SIMULATED = (
    "bot", "bot for the absent", "person", "team", "teacher", "invented",
)  # fmt: skip
"""The kinds of deciders."""
AWAITED_DECIDERS = (PERSON, TEAM, BY_TEACHER, SUBSTITUTE_BOT)
"""Deciders for whom the other seats of the table wait."""


class RecordedDecision(NamedTuple):
    """One decision of a seat at a table.

    Attributes:
        person: The person in the seat; empty for a bot.
        people: All members of a team.
        by: The kind of decider.
        decision: The decision that was asked; empty for moves that answer no question, such as
            asides.
        rule: The rule that asked it; empty likewise.
        seconds: Seconds since the seat was asked, without pauses; None if no person was asked.
        at: Time of the answer, in seconds since 1970.
        undone: Whether the decision was taken back.
    """

    place: int
    turn: int
    round: int
    entry: Entry
    person: str
    people: tuple[str, ...]
    by: str
    decision: str
    rule: str
    forced: bool | None
    seconds: float | None
    at: float
    undone: bool = False


def read_entry(row: StoredEvent) -> Entry | None:
    """Return the entry in a row, or None if the row is damaged."""
    try:
        entry = read_line(row.body)
    except ClasskitError:
        return None
    return None if isinstance(entry, SegmentHash) else entry


class DecisionRecorder:
    """Follows a table row by row and records its decisions."""

    def __init__(self, room: Room, number: int, times: SeatHistory) -> None:
        self.room, self.seat_history = room, times
        self.room_table = RoomTable(room, number)
        self.decisions: list[RecordedDecision] = []
        self.decision_indices: list[int | None] = []
        """For each current entry, its index among the recorded decisions, or None if it is no
        decision.
        """
        self.asked_since: dict[str, float] = {}
        """The time since which each seat has been asked its current question."""
        self.update_asked(times.setup_times[number])

    def apply_row(self, row: StoredEvent) -> None:
        """Process the next row. From a damaged row on, all rows are ignored."""
        if row.kind == GOTO:
            self.room_table.apply_rows(row)
            if not self.room_table.damage:
                self.mark_undone(row.at)
            return
        entry = read_entry(row) if row.kind == ENTRY and not self.room_table.damage else None
        if entry is None:  # such as a proposal in a team
            self.room_table.apply_rows(row)
            return
        decides = entry.kind in DECISION_KINDS and entry.seat is not None
        self.decision_indices.append(len(self.decisions) if decides else None)
        if decides:
            self.decisions.append(self.build_decision(entry, row))
        self.room_table.apply_rows(row)
        if self.room_table.damage:
            if self.decision_indices.pop() is not None:
                self.decisions.pop()
            return
        self.asked_since.pop(entry.seat or "", None)
        self.update_asked(row.at)

    def mark_undone(self, at: float) -> None:
        """Mark decisions that were taken back, and restart the time of all questions."""
        left = len(list_given_entries(self.room_table.match))
        for number in self.decision_indices[left:]:
            if number is not None:
                self.decisions[number] = self.decisions[number]._replace(undone=True)
        del self.decision_indices[left:]
        self.asked_since.clear()
        self.update_asked(at)

    def update_asked(self, at: float) -> None:
        """Update which seats are asked, and since when."""
        match = self.room_table.match
        seats = [one.seat for one in match.requests() if one.seat not in match.answered_seats]
        self.asked_since = {seat: self.asked_since.get(seat, at) for seat in seats}

    def build_decision(self, entry: Entry, row: StoredEvent) -> RecordedDecision:
        """Build the decision for an entry, before the entry is applied."""
        match, seat = self.room_table.match, (self.room_table.place, entry.seat or "")
        sat = self.seat_history.get_occupancy(seat, row.at)
        by = self.get_decider(entry, row, sat)
        asked = [one for one in match.requests() if one.seat == entry.seat]
        question = asked[0] if asked and entry.kind == "answer" else None
        seconds = None
        if question is not None and by in AWAITED_DECIDERS:
            since = max(self.asked_since.get(seat[1], row.at), sat.since)
            seconds = round(self.seat_history.get_active_seconds(seat[0], since, row.at), 1)
        return RecordedDecision(
            place=self.room_table.place,
            turn=match.turn,
            round=match.round,
            entry=entry,
            person=sat.holder,
            people=sat.people,
            by=by,
            decision=question.name if question else "",
            rule=question.rule if question else "",
            forced=is_forced(question) if question else None,
            seconds=seconds,
            at=row.at,
        )

    def get_decider(self, entry: Entry, row: StoredEvent, sat: SeatOccupancy) -> str:
        """Return who gave an entry for a seat: its person, a team, or a bot."""
        if not entry.by:
            is_team = entry.seat in self.room.tables[self.room_table.place].teams
            return BY_TEACHER if row.by == TEACHER else TEAM if is_team else PERSON
        if self.room.is_simulated(sat.holder):
            return BY_SIMULATED
        return SUBSTITUTE_BOT if sat.holder else BOT
