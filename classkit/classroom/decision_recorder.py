"""Records the decisions at a room's table: who decided what, and how many seconds it took."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.errors import ClasskitError
from classkit.engine.events import Entry
from classkit.engine.serialization import SegmentHash, read_line
from classkit.frames.decision_replay import is_forced

from .room import Room
from .room_events import AWAITED, DECIDED, ENTRY, GOTO, HANDED, PROPOSED, TEACHER, StoredEvent
from .room_table import RoomTable, list_given_entries
from .seat_history import SeatHistory, SeatOccupancy
from .teams import TAKEN, Proposal, tally_proposals

DECISION_KINDS = ("answer", "aside", "withdraw")
"""Kinds of entries that are decisions of a seat."""
BOT, SUBSTITUTE_BOT, PERSON, TEAM, BY_TEACHER, BY_SIMULATED = (
    "bot", "bot for the absent", "person", "team", "teacher", "invented",
)  # fmt: skip
"""The kinds of deciders."""
AWAITED_DECIDERS = (PERSON, TEAM, BY_TEACHER, SUBSTITUTE_BOT)
"""Deciders for whom the other seats of the table wait."""


class TeamChoice(NamedTuple):
    """How a team arrived at its answer.

    Attributes:
        why: Why the proposal was chosen, as in :mod:`.teams`.
        agreed: The members who proposed the answer, the first proposer first, or an empty tuple if
            the captain moved alone, which is possible while a decision waits.
        against: The members who proposed another answer.
        taken_by: The captain who took the proposal, or "" if none did.
    """

    why: str
    agreed: tuple[str, ...]
    against: tuple[str, ...]
    taken_by: str


class RecordedProposal(NamedTuple):
    """A proposal of a team member: its table, seat, round and time."""

    place: int
    seat: str
    round: int
    proposal: Proposal
    at: float


class RecordedDecision(NamedTuple):
    """One decision of a seat at a table.

    Attributes:
        person: The person in the seat, or an empty string for a bot.
        people: All members of a team.
        by: The kind of decider.
        decision: The name of the decision, or an empty string for moves that answer no question,
            such as asides.
        rule: The rule that required the decision, or an empty string for such moves.
        seconds: Seconds since the seat was asked, without pauses, or None if no person was asked.
        at: Time of the answer, in seconds since 1970.
        undone: Whether the decision was taken back.
        choice: How a team arrived at the answer, or None if the seat is not a team.
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
    choice: TeamChoice | None = None


def read_entry(row: StoredEvent) -> Entry | None:
    """Return the entry in a row, or None if the row is damaged."""
    try:
        entry = read_line(row.body)
    except ClasskitError:
        return None
    return None if isinstance(entry, SegmentHash) else entry


def gives_chosen_answer(decided: StoredEvent, entry: Entry, row: StoredEvent) -> bool:
    """Return True if an entry contains the answer that a team has chosen, in the same request."""
    is_same_request = (row.by, row.at) == (decided.by, decided.at)
    return is_same_request and not entry.by and entry.seat == decided.body.get("seat")


class DecisionRecorder:
    """Follows a table row by row and records its decisions."""

    def __init__(self, room: Room, number: int, times: SeatHistory) -> None:
        self.room, self.seat_history = room, times
        self.room_table = RoomTable(room, number)
        self.decisions: list[RecordedDecision] = []
        self.decision_indices: list[int | None] = []
        """For each current entry, its index among the recorded decisions, or None if it is not a
        decision.
        """
        self.proposals: list[RecordedProposal] = []
        self.interventions: list[StoredEvent] = []
        """The rows by which the teacher went back or waited for a person."""
        self.decided: StoredEvent | None = None
        """The latest choice of a team, while its answer is applied."""
        self.decided_proposals: list[Proposal] = []
        """The proposals among which it was chosen."""
        self.asked_since: dict[str, float] = {}
        """The time since which each seat has been asked its current question."""
        self.turn_ends = dict.fromkeys(range(self.room_table.match.turn), times.setup_times[number])
        """When each turn ended, in seconds since 1970."""
        self.update_asked(times.setup_times[number])

    def apply_row(self, row: StoredEvent) -> None:
        """Process the next row. From a damaged row on, all rows are ignored."""
        turn = self.room_table.match.turn
        self.record_row(row)
        self.record_turns(turn, row.at)

    def record_turns(self, before: int, at: float) -> None:
        """Record the turns that a row ended, or forget those that it took back."""
        match = self.room_table.match
        last = match.turn + 1 if match.is_over else match.turn
        self.turn_ends = {turn: end for turn, end in self.turn_ends.items() if turn < last}
        self.turn_ends |= {turn: at for turn in range(before, last) if turn not in self.turn_ends}

    def record_row(self, row: StoredEvent) -> None:
        """Record a row and what it decides."""
        entry = read_entry(row) if row.kind == ENTRY and not self.room_table.damage else None
        if entry is None:
            self.room_table.apply_rows(row)
            if not self.room_table.damage:
                self.record_other(row)
            return
        if self.decided is not None and not gives_chosen_answer(self.decided, entry, row):
            self.decided = None
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

    def record_other(self, row: StoredEvent) -> None:
        """Record a row that is not an entry, after it was applied."""
        table = self.room_table
        if row.kind in (GOTO, AWAITED, HANDED):
            self.interventions.append(row)
        if row.kind == GOTO:
            self.mark_undone(row.at)
        elif row.kind == PROPOSED:
            seat = row.body["seat"]
            latest = table.proposals[seat][-1]
            self.proposals.append(
                RecordedProposal(table.place, seat, table.match.round, latest, row.at)
            )
        self.decided = row if row.kind == DECIDED else None
        if self.decided is not None:
            self.decided_proposals = table.list_proposals(
                row.body.get("seat", ""), with_former=True
            )

    def build_team_choice(self, row: StoredEvent) -> TeamChoice | None:
        """Return how a team arrived at the entry of a row, or None if unknown."""
        if self.decided is None:
            return TeamChoice(TAKEN, (), (), row.by)
        body, tallies = self.decided.body, tally_proposals(self.decided_proposals)
        chosen = next((one for one in tallies if one.proposal.key == body.get("choice")), None)
        if chosen is None:
            return None
        against = [who for one in tallies if one is not chosen for who in one.people]
        why = str(body.get("why", ""))
        taken_by = self.decided.by if why == TAKEN else ""
        return TeamChoice(why, chosen.people, tuple(against), taken_by)

    def mark_undone(self, at: float) -> None:
        """Mark decisions that were taken back, and restart the time of all open decisions."""
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
            choice=self.build_team_choice(row) if by == TEAM else None,
        )

    def get_decider(self, entry: Entry, row: StoredEvent, sat: SeatOccupancy) -> str:
        """Return who made an entry for a seat: its person, a team, or a bot."""
        if not entry.by:
            is_team = entry.seat in self.room.tables[self.room_table.place].teams
            return BY_TEACHER if row.by == TEACHER else TEAM if is_team else PERSON
        if self.room.is_simulated(sat.holder):
            return BY_SIMULATED
        return SUBSTITUTE_BOT if sat.holder else BOT
