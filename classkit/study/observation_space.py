"""Observation space for reinforcement learning: a seat's knowledge as a fixed-length vector.

The vector has these parts, in this order:

1. The seat's open decision, one-hot.
2. The facts of the decision.
3. The turn, the round, whether the match is over, and the place of the seat at the table.
4. The metrics of the game. Metrics of seats begin with the observing seat, followed by the other
seats in table order.
5. The properties of the seat's view.
6. The view's methods with a seat parameter, called for each seat in the same order.

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
from typing import Any, TypeAlias

import numpy as np

from classkit.engine.decisions import Decision
from classkit.engine.match import Match

Floats: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
BUCKET_COUNT = 16
SCALE = 25.0
NUMBER_TYPES = (int, float, Fraction)
SKIPPED_MEMBERS = frozenset(
    {
        "answers", "chance", "edition", "events", "history", "ledger", "numbered_answers",
        "options", "others", "renew_chance", "requests", "seat", "seats",
    }
)  # fmt: skip
"""View members that are omitted, such as the past and constants."""
SEAT_PARAMETERS = ("seat", "nation", "account", "debtor")
"""Parameter names that identify a view method as having a seat parameter."""


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


def sum_buckets(value: Any) -> list[float]:
    """Sum the parts of a value into buckets.

    >>> sum(sum_buckets(["gold", "oil"])), len(sum_buckets({"A": 5}))
    (2.0, 16)
    """
    buckets = [0.0] * BUCKET_COUNT
    add_parts(buckets, "", value)
    return buckets


def add_parts(buckets: list[float], name: str, value: Any) -> None:
    """Add a value to the buckets, recursively for compound values."""
    if isinstance(value, NUMBER_TYPES):
        buckets[get_bucket(name)] += float(value)
    elif isinstance(value, str):
        buckets[get_bucket(f"{name}={value}")] += 1.0
    elif isinstance(value, Mapping):
        for key, item in value.items():
            add_parts(buckets, f"{name}/{key}", item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            add_parts(buckets, name, item)


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
        table = match.table
        self.metrics = [
            (metric.key, metric.scope) for metric in match.game.active_metrics(table)
        ]  # fmt: skip
        figures = match.metrics()
        # a metric that is a number stays a number, but None may later become a number or parts
        self.number_metrics = {
            key for key, scope in self.metrics if self.is_whole(figures[key], scope, match.seats)
        }
        self.properties: list[tuple[str, bool]] = []
        self.seat_methods: list[tuple[str, bool]] = []
        self.find_members(match)
        self.length = len(self.build_observation(match, match.seats[0], None))

    @staticmethod
    def is_whole(value: Any, scope: str, seats: tuple[str, ...]) -> bool:
        """Return True if a metric is a single number, or a number for each seat."""
        if scope == "seat":
            return all(isinstance(value[seat], NUMBER_TYPES) for seat in seats)
        return isinstance(value, NUMBER_TYPES)

    def find_members(self, match: Match) -> None:
        """Collect the view's properties and its methods with a seat parameter.

        Numbers that are called like a metric are omitted, because they are this metric.
        """
        view = match.view(match.seats[0])
        for name in dir(type(view)):
            if name.startswith("_") or name in SKIPPED_MEMBERS:
                continue
            member = inspect.getattr_static(type(view), name)
            if isinstance(member, property):
                value = getattr(view, name)
                if value is None or isinstance(value, (*NUMBER_TYPES, str, list, tuple, Mapping)):
                    self.properties.append((name, isinstance(value, NUMBER_TYPES)))
            elif inspect.isfunction(member):
                names = list(inspect.signature(member).parameters)[1:]
                if len(names) == 1 and names[0] in SEAT_PARAMETERS:
                    value = getattr(view, name)(match.seats[0])
                    self.seat_methods.append((name, isinstance(value, NUMBER_TYPES)))
        numbers = {(name, True) for name in self.number_metrics}
        self.properties = [one for one in self.properties if one not in numbers]
        self.seat_methods = [one for one in self.seat_methods if one not in numbers]

    def build_observation(self, match: Match, seat: str, decision: Decision | None) -> Floats:
        """Return the current observation of a seat, including its open decision, if any."""
        asked = [0.0] * len(self.decisions)
        if decision is not None and decision.name in self.decisions:
            asked[self.decisions[decision.name]] = 1.0
        seats = match.seats
        at = seats.index(seat)
        row = sum_buckets(decision.about if decision is not None else {})
        order = (*seats[at:], *seats[:at])
        figures = match.metrics()
        moment = len(row)
        row += [match.turn, match.round, 0.0, 0.0]
        for key, scope in self.metrics:
            whole = key in self.number_metrics
            if scope in ("seat", "seat_parts"):
                for other in order:
                    row += self.encode_value(figures[key][other], whole)
            else:
                row += self.encode_value(figures[key], whole)
        view = match.view(seat)
        for name, whole in self.properties:
            row += self.encode_value(getattr(view, name), whole)
        for name, whole in self.seat_methods:
            question = getattr(view, name)
            for other in order:
                row += self.encode_value(question(other), whole)
        scaled = squash(row)
        scaled[moment + 2 : moment + 4] = float(match.is_over), at / len(seats)
        return np.concatenate((asked, scaled))

    @staticmethod
    def encode_value(value: Any, whole: bool) -> list[float]:
        """Encode a value as one number if ``whole``, or else as BUCKET_COUNT numbers."""
        if whole:
            return [float(value) if isinstance(value, NUMBER_TYPES) else 0.0]
        return sum_buckets(value)
