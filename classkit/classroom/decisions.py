"""What was decided at a table of a room: by whom, in answer to what, and in how many seconds."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.errors import ClasskitError
from classkit.engine.log import Entry
from classkit.engine.record import Mark, read_line
from classkit.frames.walk import is_forced

from .log import ENTRY, GOTO, TEACHER, Row
from .place import Place, given
from .room import Room
from .sittings import Sat, Sittings

DECIDED = ("answer", "aside", "withdraw")
"""The kinds of entries by which a seat decides."""
BOT, STOOD_IN, PERSON, TEAM, BY_TEACHER, BY_INVENTED = (
    "bot", "bot for the absent", "person", "team", "teacher", "invented",
)  # fmt: skip
"""Who decided."""
WAITED_FOR = (PERSON, TEAM, BY_TEACHER, STOOD_IN)
"""For whom the others at the table wait."""


class Decided(NamedTuple):
    """One decision of a seat at a table.

    ``person`` is who sat there, empty for a bot, ``people`` all of a team, and ``by`` who decided.
    ``decision`` and ``rule`` name the question, and are empty for what answers none, such as an
    aside. ``seconds`` is how long the seat had been asked, without pauses; None where no person was
    asked. ``at`` is the time of the answer in seconds since 1970. ``undone`` tells that it was
    taken back.
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


def read_entry(row: Row) -> Entry | None:
    """Return the entry that a row holds; None for a damaged one."""
    try:
        entry = read_line(row.body)
    except ClasskitError:
        return None
    return None if isinstance(entry, Mark) else entry


class Witness:
    """Follows a table row by row, and notes what is decided at it."""

    def __init__(self, room: Room, number: int, times: Sittings) -> None:
        self.room, self.times = room, times
        self.place = Place(room, number)
        self.found: list[Decided] = []
        self.standing: list[int | None] = []
        """Where each entry that stands is among the decisions found; None for what is none."""
        self.since: dict[str, float] = {}
        """Since when each seat is asked what it is asked now."""
        self.look(times.set_up[number])

    def take(self, row: Row) -> None:
        """Take in the next row; nothing from a damaged one on."""
        if row.kind == GOTO:
            self.place.take(row)
            if not self.place.damage:
                self.go_back(row.at)
            return
        entry = read_entry(row) if row.kind == ENTRY and not self.place.damage else None
        if entry is None:  # such as what somebody of a team proposes
            self.place.take(row)
            return
        decides = entry.kind in DECIDED and entry.seat is not None
        self.standing.append(len(self.found) if decides else None)
        if decides:
            self.found.append(self.decided(entry, row))
        self.place.take(row)
        if self.place.damage:
            if self.standing.pop() is not None:
                self.found.pop()
            return
        self.since.pop(entry.seat or "", None)
        self.look(row.at)

    def go_back(self, at: float) -> None:
        """Note what was taken back; all are asked anew."""
        left = len(given(self.place.match))
        for number in self.standing[left:]:
            if number is not None:
                self.found[number] = self.found[number]._replace(undone=True)
        del self.standing[left:]
        self.since.clear()
        self.look(at)

    def look(self, at: float) -> None:
        """Note who is asked now, and since when."""
        match = self.place.match
        seats = [one.seat for one in match.requests() if one.seat not in match.answered]
        self.since = {seat: self.since.get(seat, at) for seat in seats}

    def decided(self, entry: Entry, row: Row) -> Decided:
        """Return the decision that an entry is, before it is taken in."""
        match, seat = self.place.match, (self.place.place, entry.seat or "")
        sat = self.times.at(seat, row.at)
        by = self.who(entry, row, sat)
        asked = [one for one in match.requests() if one.seat == entry.seat]
        question = asked[0] if asked and entry.kind == "answer" else None
        seconds = None
        if question is not None and by in WAITED_FOR:
            since = max(self.since.get(seat[1], row.at), sat.since)
            seconds = round(self.times.waited(seat[0], since, row.at), 1)
        return Decided(
            place=self.place.place,
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

    def who(self, entry: Entry, row: Row, sat: Sat) -> str:
        """Return who gave an entry for a seat in which somebody sits, a team, or a bot."""
        if not entry.by:
            is_team = entry.seat in self.room.tables[self.place.place].teams
            return BY_TEACHER if row.by == TEACHER else TEAM if is_team else PERSON
        if self.room.is_invented(sat.holder):
            return BY_INVENTED
        return STOOD_IN if sat.holder else BOT
