"""When things were in a room: who sat where at which time, and how long it was paused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from .log import Row
from .room import Room

Seat = tuple[int, str]
"""A table and a seat there."""


class Sat(NamedTuple):
    """Who came to a seat, and when: its holder, a bot (``""``) or a person, and all its people."""

    since: float
    holder: str
    people: tuple[str, ...]


NOBODY = Sat(0.0, "", ())


class Sittings:
    """The times of a room, in seconds since 1970, as its rows tell them.

    >>> rows = [
    ...     Row(1, "opened", {"game": "economy", "seats": 2, "numbers": [2], "seed": 7,
    ...                       "options": {}, "groups": [], "fill": True, "absent": 0}, at=100.0),
    ...     Row(2, "joined", {"person": "ada", "name": ""}, at=105.0),
    ...     Row(3, "table", {"place": 1, "seed": 7, "options": {}, "group": "",
    ...                      "holders": {"A": "ada", "B": ""}}, at=110.0),
    ...     Row(4, "paused", {"on": True}, at=120.0),
    ...     Row(5, "paused", {"on": False}, at=150.0),
    ...     Row(6, "seated", {"place": 1, "seat": "A", "person": ""}, at=160.0),
    ... ]
    >>> times = Sittings("ABC234", rows)
    >>> [times.at((1, "A"), at).holder for at in (105.0, 130.0, 170.0)]
    ['', 'ada', '']
    >>> times.waited(1, 115.0, 155.0)
    10.0
    """

    def __init__(self, code: str, rows: Iterable[Row]) -> None:
        self.opened = 0.0
        self.came: dict[str, float] = {}
        """When each person joined."""
        self.set_up: dict[int, float] = {}
        """When each table was set up."""
        self.sat: dict[Seat, list[Sat]] = defaultdict(list)
        """Who came to each seat, and when."""
        self.last_seat: dict[str, Seat] = {}
        """The seat that each person has, or had last."""
        self.pauses: dict[int, list[tuple[float, float]]] = defaultdict(list)
        """When each table was paused, by itself or with all others."""
        room, paused = Room(code), dict[int, float]()
        for row in rows:
            room.take(row)
            if row.kind == "opened":
                self.opened = row.at
            elif row.kind == "joined":
                self.came[row.body["person"]] = row.at
            elif row.kind == "table":
                self.set_up[row.body["place"]] = row.at
            for place in room.tables:
                if room.paused_at(place):
                    paused.setdefault(place, row.at)
                elif place in paused:
                    self.pauses[place].append((paused.pop(place), row.at))
            self.last_seat |= room.sits
            self.note(room, row.at)

    def note(self, room: Room, at: float) -> None:
        """Note who has come to a seat or left it."""
        for place, table in room.tables.items():
            for seat, holder in table.holders.items():
                sat, people = self.sat[place, seat], tuple(table.people_at(seat))
                if not sat or (sat[-1].holder, sat[-1].people) != (holder, people):
                    sat.append(Sat(at, holder, people))

    def at(self, seat: Seat, time: float) -> Sat:
        """Return who sat in a seat at a time."""
        return next((sat for sat in reversed(self.sat[seat]) if sat.since <= time), NOBODY)

    def waited(self, place: int, first: float, last: float) -> float:
        """Return the seconds between two times, without those for which a table was paused."""
        pauses = self.pauses[place]
        rested = sum(max(0.0, min(last, end) - max(first, begin)) for begin, end in pauses)
        return max(0.0, last - first - rested)
