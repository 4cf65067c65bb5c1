"""Observation space for reinforcement learning: a seat's knowledge as a fixed-length vector.

The vector has these parts, in this order:

1. The seat's open decision, one-hot.
2. The facts of the decision.
3. The turn, the round, whether the match is over, and the place of the seat at the table.
4. The metrics of the game. Metrics of seats begin with the observing seat, followed by the other
seats in table order.
5. The members of the seat's view that the game declares (:attr:`.Game.observed`), in the order of
the declaration. A method with a seat parameter is called for each seat in the same order.

Nothing else is observed: the past, constants and whatever the game does not declare are left out,
so that a step costs the same at the end of a match as at its beginning.

The parts of a compound value, such as a hand or a market, are summed in buckets chosen by a hash of
the part's name, so that the length is constant.

All numbers are from -1 to 1. A quantity n is scaled to sign(n) * min(1, log(1 + |n|) / 25).
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from classkit.engine.decisions import Decision
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match

Floats: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
BUCKET_COUNT = 16
NO_PARTS = (0.0,) * BUCKET_COUNT
SCALE = 25.0
NUMBER_TYPES = (int, float, Fraction)


def squash(values: Sequence[float]) -> Floats:
    """Map numbers of any size to the range from -1 to 1.

    >>> [round(float(value), 2) for value in squash([0, 1_000_000, -5])]
    [0.0, 0.55, -0.07]
    """
    numbers = np.asarray(values, dtype=np.float64)
    return np.copysign(np.minimum(1.0, np.log1p(np.abs(numbers)) / SCALE), numbers)


@lru_cache(maxsize=100_000)
def get_bucket(name: str) -> int:
    """Return the bucket of a part, from a hash of its name that is the same on every machine.

    The same names recur in each observation. Without the cache, hashing took a tenth of a step.
    """
    return blake2b(name.encode(), digest_size=2).digest()[0] % BUCKET_COUNT


def append_value(row: list[float], value: Any, whole: bool) -> None:
    """Append a value to a row as one number if ``whole``, or else as BUCKET_COUNT numbers.

    >>> row = [1.0]
    >>> append_value(row, 5, whole=True)
    >>> append_value(row, ["gold", "oil"], whole=False)
    >>> row[:2], sum(row[2:]), len(row)
    ([1.0, 5.0], 2.0, 18)
    """
    if whole:
        row.append(float(value) if isinstance(value, NUMBER_TYPES) else 0.0)
    else:
        start = len(row)
        row += NO_PARTS
        add_parts(row, start, "", value)


def add_parts(row: list[float], start: int, name: str, value: Any) -> None:
    """Add a value to the buckets that begin at ``start``, recursively for compound values."""
    if value is None:
        return
    if isinstance(value, str):
        row[start + get_bucket(f"{name}={value}")] += 1.0
    elif isinstance(value, NUMBER_TYPES):
        row[start + get_bucket(name)] += float(value)
    elif isinstance(value, (list, tuple)):
        for item in value:
            add_parts(row, start, name, item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            add_parts(row, start, f"{name}/{key}", item)


class Observer:
    """Builds observations for all matches with the game, edition, options and seats of one match.

    >>> import classkit
    >>> match = classkit.new("economy", seats=3, seed=1)
    >>> observer = Observer(match)
    >>> row = observer.build_observation(match, "A", None)
    >>> len(row) == observer.length, bool(min(row) >= -1), bool(max(row) <= 1)
    (True, True, True)
    """

    def __init__(self, match: Match) -> None:
        self.decisions = {name: at for at, name in enumerate(sorted(match.game.words.decisions))}
        figures = match.metrics()
        self.metrics = []
        for metric in match.game.active_metrics(match.table):
            of_seats = metric.scope in ("seat", "seat_parts")
            values = [*figures[metric.key].values()] if of_seats else [figures[metric.key]]
            # a metric that is a number stays a number; None may later become a number or parts
            whole = all(isinstance(value, NUMBER_TYPES) for value in values)
            self.metrics.append(Observed(metric.key, of_seats, whole))
        self.members = [find_member(match, name) for name in match.game.observed]
        self.length = len(self.build_observation(match, match.seats[0], None))

    def build_observation(self, match: Match, seat: str, decision: Decision | None) -> Floats:
        """Return the current observation of a seat, including its open decision, if any."""
        asked = [0.0] * len(self.decisions)
        if decision is not None and decision.name in self.decisions:
            asked[self.decisions[decision.name]] = 1.0
        seats = match.seats
        at = seats.index(seat)
        order = (*seats[at:], *seats[:at])
        row: list[float] = []
        append_value(row, decision.about if decision is not None else {}, whole=False)
        moment = len(row)
        row += (match.turn, match.round, 0.0, 0.0)
        figures = match.metrics()
        for key, of_seats, whole in self.metrics:
            value = figures[key]
            for one in [value[other] for other in order] if of_seats else (value,):
                append_value(row, one, whole)
        view = match.view(seat)
        for name, of_seats, whole in self.members:
            member = getattr(view, name)
            for one in [member(other) for other in order] if of_seats else (member,):
                append_value(row, one, whole)
        scaled = squash(row)
        scaled[moment + 2 : moment + 4] = float(match.is_over), at / len(seats)
        return np.concatenate((asked, scaled))


class Observed(NamedTuple):
    """A metric or a member of the view.

    ``of_seats`` tells whether each seat has a value, and ``whole`` whether values are numbers.
    """

    name: str
    of_seats: bool
    whole: bool


def find_member(match: Match, name: str) -> Observed:
    """Find a declared member of the view.

    Raises:
        ClasskitError: The view has no such property, nor a method with one parameter.

    >>> import classkit
    >>> find_member(classkit.new("economy", seed=1), "hand_size")
    Observed(name='hand_size', of_seats=True, whole=True)
    """
    view = match.view(match.seats[0])
    member = inspect.getattr_static(type(view), name, None)
    if isinstance(member, property):
        return Observed(name, False, isinstance(getattr(view, name), NUMBER_TYPES))
    if inspect.isfunction(member) and len(inspect.signature(member).parameters) == 2:
        value = getattr(view, name)(match.seats[0])
        return Observed(name, True, isinstance(value, NUMBER_TYPES))
    raise ClasskitError(
        f"{match.game.title} declares {name!r} in observed, but {type(view).__name__} has no such "
        "property, nor a method with a seat as its only parameter. Correct the name."
    )
