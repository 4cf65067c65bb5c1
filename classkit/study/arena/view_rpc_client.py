"""Client side of a remote view, in the process of a policy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import isfinite
from typing import Any

from classkit.engine.decisions import Decision
from classkit.engine.errors import UnknownName, truncate_text
from classkit.engine.randomness import RandomStream
from classkit.sandbox.json_socket import JsonChannel

from .watchdog import WatchdogTimer
from .wire_pickle import DEFAULT, MOVES, decode

Data = dict[str, Any]


class ViewRpcClient:
    """Calls the referee during one decision, and caches the results."""

    def __init__(self, channel: JsonChannel, rules: Any, clock: WatchdogTimer) -> None:
        self.channel, self.rules, self.clock = channel, rules, clock
        self.asked = 0
        self.known: dict[Any, Any] = {}

    def begin_decision(self, known: str) -> None:
        """Start a new decision. The cache keeps only the results that were sent with it."""
        self.known = self.decode(known)

    def decode(self, text: str) -> Any:
        """Decode a value. Functions in it call the referee."""
        return decode(text, self.rules, self.call_function)

    def ask_referee(self, what: str | int, **values: Any) -> Any:
        """Call the referee about the current decision, and return the result."""
        self.asked += 1
        self.clock.suspend_alarm()
        try:
            self.channel.send({"ask": what, "number": self.asked, **to_json(values)})
            while True:
                said = self.channel.receive()
                if said["number"] == self.asked:
                    break
        finally:
            self.clock.resume_alarm()
        if "error" in said:
            raise make_error(*said["error"])
        return self.decode(said["value"])

    def call_function(self, question: str | int, *values: Any) -> Any:
        """Call one of the referee's functions, or return its prefetched result."""
        if question not in (MOVES, DEFAULT):
            return self.ask_referee(question, values=values)
        if (question, ()) not in self.known:
            self.known[question, ()] = self.ask_referee(question, values=())
        return self.known[question, ()]

    def read_view(self, name: str, *values: Any, **named: Any) -> Any:
        """Return the value of a view member, which is read once per decision."""
        if named or not all(type(value) in (str, int) for value in values):
            return self.ask_referee("read", name=name, values=values, named=named)
        key = (name, values)
        if key not in self.known:
            self.known[key] = self.ask_referee("read", name=name, values=values, named={})
        said = self.known[key]
        return said.copy() if type(said) in (list, dict) else said


def to_json(value: Any) -> Any:
    """Convert a policy's values to JSON types. Raise TypeError for anything else."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is float:
        if not isfinite(value):
            raise TypeError(f"{value} is not a finite number")
        return value
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("the keys of a form must be text")
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)) or hasattr(value, "__next__"):
        return [to_json(item) for item in value]
    raise TypeError(
        f"{truncate_text(value)} is neither text nor a whole number nor a list of these"
    )


ERROR_CLASSES = {
    kind.__name__: kind
    for kind in (KeyError, ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError)
}


def make_error(kind: str, text: str) -> Exception:
    """Rebuild an error that the view raised in the referee's process."""
    if kind == UnknownName.__name__:
        return UnknownName.from_sentence(text)
    return ERROR_CLASSES.get(kind, ValueError)(text)


class RemoteView:
    """View of one seat in the process of a policy.

    It has the properties and methods of the game's own view, and calls the referee for each.
    """

    def __init__(self, line: ViewRpcClient, start: Data, rules: Any) -> None:
        self._client = line
        self._properties, self._methods = set(start["properties"]), set(start["methods"])
        self.seat: str = start["seat"]
        self.seats = tuple(start["seats"])
        self.options = line.decode(start["options"])
        self.edition = rules
        self._decision: Decision | None = None
        self._chance: RandomStream | None = None
        self._counter = 0

    @property
    def chance(self) -> RandomStream:
        """Random source of the policy, reset before every decision and reproducible by seed."""
        if self._chance is None:
            self._chance = RandomStream("")
            self._chance._counter = self._counter
        return self._chance

    def _renew_chance(self, counter: int) -> None:
        """Reset the random source, as the referee does before each decision."""
        self._chance, self._counter = None, counter

    @property
    def requests(self) -> list[Decision]:
        """The decisions that wait for an answer of this seat."""
        decision = self._decision
        return [decision] if decision is not None and decision.seat == self.seat else []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"a view has no attribute {name!r}")
        if name in self._properties:
            return self._client.read_view(name)
        if name in self._methods:
            return partial(self._client.read_view, name)
        raise AttributeError(str(UnknownName("property of the view", name, dir(self))))

    def __dir__(self) -> list[str]:
        own = [name for name in (*vars(self), *vars(type(self))) if not name.startswith("_")]
        return sorted({*self._properties, *self._methods, *own})

    def __repr__(self) -> str:
        return f"<view of seat {self.seat}, turn {self.turn}>"
