"""History of a room: who sat where and when, and how long tables were paused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from .room import Room
from .room_events import StoredEvent

SeatKey = tuple[int, str]
"""A table and a seat there."""


class SeatOccupancy(NamedTuple):
    """A change of a seat's occupants: the time, the holder (``""`` for a bot), and all people.

    ``cause`` is the kind of the row that caused the change.
    """

    since: float
    holder: str
    people: tuple[str, ...]
    cause: str = ""


EMPTY_OCCUPANCY = SeatOccupancy(0.0, "", ())


class SeatHistory:
    """The times of a room in seconds since 1970, collected from its rows.

    >>> rows = [
    ...     StoredEvent(1, "opened", {"game": "economy", "seats": 2, "numbers": [2], "seed": 7,
    ...                       "options": {}, "groups": [], "fill": True, "absent": 0}, at=100.0),
    ...     StoredEvent(2, "joined", {"person": "ada", "name": ""}, at=105.0),
    ...     StoredEvent(3, "table", {"place": 1, "seed": 7, "options": {}, "group": "",
    ...                      "holders": {"A": "ada", "B": ""}}, at=110.0),
    ...     StoredEvent(4, "paused", {"on": True}, at=120.0),
    ...     StoredEvent(5, "paused", {"on": False}, at=150.0),
    ...     StoredEvent(6, "seated", {"place": 1, "seat": "A", "person": ""}, at=160.0),
    ... ]
    >>> times = SeatHistory("ABC234", rows)
    >>> [times.get_occupancy((1, "A"), at).holder for at in (105.0, 130.0, 170.0)]
    ['', 'ada', '']
    >>> times.get_active_seconds(1, 115.0, 155.0)
    10.0
    """

    def __init__(self, code: str, rows: Iterable[StoredEvent]) -> None:
        self.opened_at = 0.0
        self.join_times: dict[str, float] = {}
        """When each person joined."""
        self.setup_times: dict[int, float] = {}
        """When each table was set up."""
        self.groups: dict[int, str] = {}
        """The group of each table."""
        self.occupancies: dict[SeatKey, list[SeatOccupancy]] = defaultdict(list)
        """The arrivals at each seat."""
        self.pauses: dict[int, list[tuple[float, float]]] = defaultdict(list)
        """When each table was paused, alone or with all others."""
        room, paused = Room(code), dict[int, float]()
        for row in rows:
            room.apply_row(row)
            if row.kind == "opened":
                self.opened_at = row.at
            elif row.kind == "joined":
                self.join_times[row.body["person"]] = row.at
            elif row.kind == "table":
                self.setup_times[row.body["place"]] = row.at
                self.groups[row.body["place"]] = row.body["group"]
            for place in room.tables:
                if room.is_table_paused(place):
                    paused.setdefault(place, row.at)
                elif place in paused:
                    self.pauses[place].append((paused.pop(place), row.at))
            self.record_occupancies(room, row)

    def record_occupancies(self, room: Room, row: StoredEvent) -> None:
        """Record changes of the seats' occupants."""
        for place, table in room.tables.items():
            for seat, holder in table.holders.items():
                sat, people = self.occupancies[place, seat], tuple(table.list_people(seat))
                if (
                    sat
                    and sat[-1].since == row.at
                    and (sat[-1].holder, sat[-1].people)
                    != (
                        holder,
                        people,
                    )
                ):
                    sat.pop()  # ignore occupancies of zero length, as between a move's two rows
                if not sat or (sat[-1].holder, sat[-1].people) != (holder, people):
                    sat.append(SeatOccupancy(row.at, holder, people, row.kind))

    def list_groups(self, person: str) -> list[str]:
        """List the groups of the tables at which a person had a seat, in order."""
        found = sorted(
            (spell.since, place)
            for (place, _), spells in self.occupancies.items()
            for spell in spells
            if person in spell.people
        )
        groups = [self.groups[place] for _, place in found]
        return [group for group, _ in groupby(groups)]

    def list_seats(self, person: str) -> list[SeatKey]:
        """List the seats that a person had, in the order in which they last got them.

        >>> rows = [StoredEvent(1, "opened", {"game": "economy", "seats": 2, "numbers": [2],
        ...                     "seed": 7, "options": {}, "groups": [], "fill": True, "absent": 0})]
        >>> SeatHistory("ABC234", rows).list_seats("ada")
        []
        """
        since = {
            seat: max(one.since for one in spells if person in one.people)
            for seat, spells in self.occupancies.items()
            if any(person in one.people for one in spells)
        }
        return sorted(since, key=lambda seat: since[seat])

    def get_occupancy(self, seat: SeatKey, time: float) -> SeatOccupancy:
        """Return who sat in a seat at a time."""
        return next(
            (sat for sat in reversed(self.occupancies[seat]) if sat.since <= time), EMPTY_OCCUPANCY
        )

    def get_active_seconds(self, place: int, first: float, last: float) -> float:
        """Return the seconds between two times. Pauses of the table do not count."""
        pauses = self.pauses[place]
        rested = sum(max(0.0, min(last, end) - max(first, begin)) for begin, end in pauses)
        return max(0.0, last - first - rested)
