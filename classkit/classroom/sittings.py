"""When things were in a room: who sat where at which time, and how long it was paused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .log import Row

Seat = tuple[int, str]
"""A table and a seat there."""


class Sittings:
    """The times of a room, in seconds since 1970, as its rows tell them.

    >>> rows = [
    ...     Row(1, "opened", {}, at=100.0),
    ...     Row(2, "table", {"place": 1, "holders": {"A": "ada", "B": ""}}, at=110.0),
    ...     Row(3, "paused", {"on": True}, at=120.0),
    ...     Row(4, "paused", {"on": False}, at=150.0),
    ...     Row(5, "seated", {"place": 1, "seat": "A", "person": ""}, at=160.0),
    ... ]
    >>> times = Sittings(rows)
    >>> times.holder((1, "A"), 130.0), times.holder((1, "A"), 170.0), times.holder((1, "A"), 105.0)
    ('ada', '', '')
    >>> times.waited(115.0, 155.0)
    10.0
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self.opened = 0.0
        self.came: dict[str, float] = {}
        """When each person joined."""
        self.set_up: dict[int, float] = {}
        """When each table was set up."""
        self.sat: dict[Seat, list[tuple[float, str]]] = defaultdict(list)
        """Who came to each seat and when, a bot (``""``) or a person."""
        self.pauses: list[tuple[float, float]] = []
        paused: float | None = None
        for row in rows:
            body = row.body
            if row.kind == "opened":
                self.opened = row.at
            elif row.kind == "joined":
                self.came[body["person"]] = row.at
            elif row.kind == "table":
                self.set_up[body["place"]] = row.at
                for seat, person in body["holders"].items():
                    self.sits(row.at, (body["place"], seat), person)
            elif row.kind == "seated":
                self.sits(row.at, (body["place"], body["seat"]), body["person"])
            elif row.kind == "paused" and body["on"]:
                paused = row.at
            elif row.kind == "paused" and paused is not None:
                self.pauses.append((paused, row.at))

    def sits(self, at: float, seat: Seat, person: str) -> None:
        """Note that somebody took a seat, and so left any other."""
        for other in list(self.sat):
            if person and self.holder(other, at) == person:
                self.sat[other].append((at, ""))
        self.sat[seat].append((at, person))

    def holder(self, seat: Seat, at: float) -> str:
        """Return who sat in a seat at a time: a person, or a bot (``""``)."""
        return next((who for since, who in reversed(self.sat[seat]) if since <= at), "")

    def since(self, seat: Seat, at: float) -> float:
        """Return since when whoever sat in a seat at a time had been there."""
        return max((since for since, _ in self.sat[seat] if since <= at), default=at)

    def last_seat(self, person: str) -> Seat | None:
        """Return the seat that somebody had last; None where they never had one."""
        found = [
            (since, seat) for seat, sat in self.sat.items() for since, who in sat if who == person
        ]
        return max(found)[1] if found else None

    def waited(self, first: float, last: float) -> float:
        """Return the seconds between two times, without those of pauses."""
        rested = sum(max(0.0, min(last, end) - max(first, begin)) for begin, end in self.pauses)
        return max(0.0, last - first - rested)
