"""Observations for programs that learn: what a seat may know, as numbers of fixed length.

In this order: the decision put to the seat, as a single 1 among 0s; the facts of the decision; how
far the match has gone; the figures of the game (section 7 of its rules file), with one's own seat
first and the others clockwise; and the properties of the seat's view, then its questions about a
seat, seat by seat. Values with parts (a hand, a market) are added up in buckets, chosen by the name
of the part, so that the length stays the same.

Numbers lie from -1 to 1: n becomes its sign times log(1 + |n|) / 25.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from fractions import Fraction
from hashlib import blake2b
from math import copysign, log1p
from typing import Any

from classkit.engine.match import Match
from classkit.engine.requests import Decision

BUCKETS = 16
SCALE = 25.0
WHOLE = (int, float, Fraction)
NOT_READ = frozenset(
    {
        "answers", "chance", "edition", "events", "history", "ledger", "options", "others",
        "renew_chance", "requests", "seat", "seats",
    }
)  # fmt: skip
"""Members of a view that are not read: the past, and what never changes."""
ABOUT_SEAT = ("seat", "nation", "account", "debtor")
"""Names that the parameter of a question about a seat may have."""


def squash(value: float) -> float:
    """Map a number of any size to the range from -1 to 1.

    >>> squash(0), round(squash(1_000_000), 2), round(squash(-5), 2)
    (0.0, 0.55, -0.07)
    """
    return copysign(min(1.0, log1p(abs(value)) / SCALE), value) if value else 0.0


def bucket_of(name: object) -> int:
    """Return the bucket of a part by its name, the same on every machine."""
    return blake2b(str(name).encode(), digest_size=2).digest()[0] % BUCKETS


def in_buckets(value: Any) -> list[float]:
    """Add up a value with parts in buckets.

    >>> sum(in_buckets(["gold", "oil"])) > 0, len(in_buckets({"A": 5}))
    (True, 16)
    """
    buckets = [0.0] * BUCKETS
    add_parts(buckets, "", value)
    return [squash(total) for total in buckets]


def add_parts(buckets: list[float], name: str, value: Any) -> None:
    """Add a value to the buckets, part by part."""
    if isinstance(value, WHOLE):
        buckets[bucket_of(name)] += float(value)
    elif isinstance(value, str):
        buckets[bucket_of(f"{name}={value}")] += 1.0
    elif isinstance(value, Mapping):
        for key, item in value.items():
            add_parts(buckets, f"{name}/{key}", item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            add_parts(buckets, name, item)


class Observer:
    """Makes observations for the matches of one game, edition, options and seats.

    >>> import classkit
    >>> match = classkit.new("economy", seats=3, seed=1)
    >>> observer = Observer(match)
    >>> row = observer.row(match, "A", None)
    >>> len(row) == observer.length, min(row) >= -1, max(row) <= 1
    (True, True, True)
    """

    def __init__(self, match: Match) -> None:
        self.decisions = {name: at for at, name in enumerate(sorted(match.game.words.decisions))}
        table = match.table
        self.figures = [
            (metric.key, metric.scope) for metric in match.game.metrics_of(table)
        ]  # fmt: skip
        figures = match.metrics()
        # a figure that is a number stays one; one that is None now may become either
        self.whole_figures = {
            key for key, scope in self.figures if self.is_whole(figures[key], scope, match.seats)
        }
        self.properties: list[tuple[str, bool]] = []
        self.about_seats: list[tuple[str, bool]] = []
        self.find_members(match)
        self.length = len(self.row(match, match.seats[0], None))

    @staticmethod
    def is_whole(value: Any, scope: str, seats: tuple[str, ...]) -> bool:
        """Return True if a figure is one number (for each seat)."""
        if scope == "seat":
            return all(isinstance(value[seat], WHOLE) for seat in seats)
        return isinstance(value, WHOLE)

    def find_members(self, match: Match) -> None:
        """Note the view's properties and its questions about seats, and which are numbers."""
        view = match.view(match.seats[0])
        for name in dir(type(view)):
            if name.startswith("_") or name in NOT_READ:
                continue
            member = inspect.getattr_static(type(view), name)
            if isinstance(member, property):
                value = getattr(view, name)
                if value is None or isinstance(value, (*WHOLE, str, list, tuple, Mapping)):
                    self.properties.append((name, isinstance(value, WHOLE)))
            elif inspect.isfunction(member):
                names = list(inspect.signature(member).parameters)[1:]
                if len(names) == 1 and names[0] in ABOUT_SEAT:
                    value = getattr(view, name)(match.seats[0])
                    self.about_seats.append((name, isinstance(value, WHOLE)))

    def row(self, match: Match, seat: str, decision: Decision | None) -> list[float]:
        """Return the observation of a seat now, with the decision put to it, if any."""
        row = [0.0] * len(self.decisions)
        if decision is not None and decision.name in self.decisions:
            row[self.decisions[decision.name]] = 1.0
        row += in_buckets(decision.about if decision is not None else {})
        seats = match.seats
        at = seats.index(seat)
        order = (*seats[at:], *seats[:at])
        figures = match.metrics()
        row += [squash(match.turn), squash(match.round), float(match.is_over), at / len(seats)]
        for key, scope in self.figures:
            whole = key in self.whole_figures
            if scope in ("seat", "seat_parts"):
                for other in order:
                    row += self.fitting(figures[key][other], whole)
            else:
                row += self.fitting(figures[key], whole)
        view = match.view(seat)
        for name, whole in self.properties:
            row += self.fitting(getattr(view, name), whole)
        for name, whole in self.about_seats:
            question = getattr(view, name)
            for other in order:
                row += self.fitting(question(other), whole)
        return row

    @staticmethod
    def fitting(value: Any, whole: bool) -> list[float]:
        """Return the numbers of a value, always the same count."""
        if whole:
            return [squash(float(value)) if isinstance(value, WHOLE) else 0.0]
        return in_buckets(value)
