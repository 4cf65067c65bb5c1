"""The view of a policy in a process of its own, which asks the referee for everything."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import isfinite
from typing import Any

from classkit.engine.errors import UnknownName, shorten
from classkit.engine.luck import Stream
from classkit.engine.requests import Decision
from classkit.sandbox.wire import Channel

from .values import DEFAULT, MOVES, decode
from .watch import Clock

Data = dict[str, Any]


class RefereeLine:
    """The policy's line to the referee: asks during one answer, and remembers what was said."""

    def __init__(self, channel: Channel, rules: Any, clock: Clock) -> None:
        self.channel, self.rules, self.clock = channel, rules, clock
        self.asked = 0
        self.known: dict[Any, Any] = {}

    def renew(self, known: str) -> None:
        """Begin another decision, knowing only what came with it."""
        self.known = self.decode(known)

    def decode(self, text: str) -> Any:
        """Rebuild a value, with functions in it that ask the referee."""
        return decode(text, self.rules, self.call)

    def ask(self, what: str | int, **values: Any) -> Any:
        """Return the referee's answer to a question about the waiting decision."""
        self.asked += 1
        self.clock.hold()
        try:
            self.channel.send({"ask": what, "number": self.asked, **json_values(values)})
            while True:
                said = self.channel.receive()
                if said["number"] == self.asked:
                    break
        finally:
            self.clock.free()
        if "error" in said:
            raise make_error(*said["error"])
        return self.decode(said["value"])

    def call(self, question: str | int, *values: Any) -> Any:
        """Return what a function of the referee's says; some answers came with the decision."""
        if question not in (MOVES, DEFAULT):
            return self.ask(question, values=values)
        if (question, ()) not in self.known:
            self.known[question, ()] = self.ask(question, values=())
        return self.known[question, ()]

    def read(self, name: str, *values: Any, **named: Any) -> Any:
        """Return what the view says, asking once for each decision."""
        if named or not all(type(value) in (str, int) for value in values):
            return self.ask("read", name=name, values=values, named=named)
        key = (name, values)
        if key not in self.known:
            self.known[key] = self.ask("read", name=name, values=values, named={})
        said = self.known[key]
        return said.copy() if type(said) in (list, dict) else said


def json_values(value: Any) -> Any:
    """Convert a policy's values to JSON's types; raise TypeError for anything else."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is float:
        if not isfinite(value):
            raise TypeError(f"{value} is not a number that can be answered")
        return value
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("a form has names, so its keys are text")
        return {str(key): json_values(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)) or hasattr(value, "__next__"):
        return [json_values(item) for item in value]
    raise TypeError(f"{shorten(value)} is neither text nor a whole number nor a list of these")


ERRORS = {
    kind.__name__: kind
    for kind in (KeyError, ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError)
}


def make_error(kind: str, text: str) -> Exception:
    """Rebuild the error that the view raised on the referee's side."""
    if kind == UnknownName.__name__:
        return UnknownName.quoted(text)
    return ERRORS.get(kind, ValueError)(text)


class RemoteView:
    """The view of one seat for a policy in a process of its own.

    It has the properties and methods of the game's own view, and asks the referee for them.
    """

    def __init__(self, line: RefereeLine, start: Data, rules: Any) -> None:
        self._questions = line
        self._properties, self._methods = set(start["properties"]), set(start["methods"])
        self.seat: str = start["seat"]
        self.seats = tuple(start["seats"])
        self.options = line.decode(start["options"])
        self.edition = rules
        self._decision: Decision | None = None
        self._chance: Stream | None = None
        self._counter = 0

    @property
    def chance(self) -> Stream:
        """The policy's random source: new at every decision, and the same for the same seed."""
        if self._chance is None:
            self._chance = Stream("")
            self._chance._counter = self._counter
        return self._chance

    def _renew_chance(self, counter: int) -> None:
        """Begin new random draws, as the referee does before each decision."""
        self._chance, self._counter = None, counter

    @property
    def requests(self) -> list[Decision]:
        """The decisions that this seat is asked now."""
        decision = self._decision
        return [decision] if decision is not None and decision.seat == self.seat else []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"a view shows nothing called {name!r}")
        if name in self._properties:
            return self._questions.read(name)
        if name in self._methods:
            return partial(self._questions.read, name)
        raise AttributeError(str(UnknownName("property of the view", name, dir(self))))

    def __dir__(self) -> list[str]:
        own = [name for name in (*vars(self), *vars(type(self))) if not name.startswith("_")]
        return sorted({*self._properties, *self._methods, *own})

    def __repr__(self) -> str:
        return f"<view of {self.seat}, turn {self.turn}>"
