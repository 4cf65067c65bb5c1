"""The referee's answers to what a policy asks about one decision."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from classkit.engine.errors import shorten
from classkit.engine.match import Match
from classkit.engine.requests import Decision
from classkit.sandbox.wire import Rubbish

from .forfeits import Forfeit, clip
from .values import DEFAULT, MOVES, Encoder, Questions

NOT_SHOWN = frozenset({"renew_chance", "chance", "requests"})
"""Members of a view for which a policy does not ask the referee."""
Habit: TypeAlias = tuple[str, tuple[Any, ...]]
"""A question to the view or about the decision: its name and its arguments."""
MOST_HABITS = 40
LONG = frozenset({"events", "ledger", "history", "answers"})
"""Members that take long to send, and are sent only when asked for."""


def shown_of(view: Any) -> tuple[list[str], list[str]]:
    """Return the public properties and methods of a view, which a policy may ask for."""
    properties: list[str] = []
    methods: list[str] = []
    for name in dir(type(view)):
        if name.startswith("_") or name in NOT_SHOWN:
            continue
        found = inspect.getattr_static(type(view), name)
        (methods if inspect.isfunction(found) else properties).append(name)
    return properties, methods


class QuestionDesk:
    """Answers the questions of one seat's policy about one decision.

    ``shown`` holds the names of the properties and methods of the view that it may ask for.
    """

    def __init__(
        self,
        match: Match,
        seat: str,
        view: Any,
        decision: Decision,
        shown: tuple[frozenset[str], frozenset[str]],
        encoder: Encoder,
    ) -> None:
        self.view, self.encoder = view, encoder
        self.properties, self.methods = shown
        self.recalled: dict[str, Callable[[], Any]] = {
            MOVES: lambda: decision.moves,
            DEFAULT: lambda: decision.default,
        }
        self.questions = Questions(**self.recalled, asides=lambda: match.asides(seat))
        self.read_now: dict[Habit, None] = {}

    def encode(self, value: Any) -> str:
        """Return a value as text, with questions where functions are."""
        return self.encoder.encode(value, self.questions)

    def foresee(self, habits: Sequence[Habit]) -> str:
        """Return the encoded answers to likely questions, by their name and arguments."""
        known: dict[Habit, Any] = {}
        # an error is reported when the question is really asked
        for name, values in (("turn", ()), ("round", ()), *habits):
            with suppress(Exception):
                known[name, values] = self.look(name, values)
        self.read_now.update(dict.fromkeys(habit for habit in habits if habit in known))
        try:
            return self.encode(known)
        except Exception:
            return self.encode({})

    def look(self, name: str, values: Sequence[Any]) -> Any:
        """Return a property of the view, the result of a method, or the moves or the default."""
        if name in self.recalled:
            return self.recalled[name]()
        found = getattr(self.view, name)
        return found(*values) if name in self.methods else found

    def note(self, name: str, values: Sequence[Any]) -> None:
        """Remember a question that the next decision of this name may bring again."""
        is_plain = all(type(value) in (str, int) for value in values)
        if is_plain and len(self.read_now) < MOST_HABITS and name not in LONG:
            self.read_now[name, tuple(values)] = None

    def serve(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a question: a value, or the error that the view raised."""
        number = asked.get("number")
        if type(number) is not int:
            raise Rubbish("a question without a number")
        try:
            return {"number": number, "value": self.encode(self.reply(asked))}
        except (Forfeit, Rubbish):
            raise
        except Exception as error:
            text = error.args[0] if isinstance(error, KeyError) and error.args else error
            return {"number": number, "error": [type(error).__name__, clip(text)]}

    def reply(self, asked: dict[str, Any]) -> Any:
        """Return the value asked for; refuse an unknown question."""
        what = asked["ask"]
        if what == "read":
            return self.read(asked)
        function = self.questions.functions.get(what) if type(what) in (str, int) else None
        if function is None:
            raise Rubbish("a question that nobody knows")
        if what in self.recalled:
            self.note(what, ())
        return function(*asked["values"])

    def read(self, asked: dict[str, Any]) -> Any:
        """Return what the view says, if it is one of its public members."""
        name, values, named = asked["name"], asked["values"], asked["named"]
        if name in self.properties:
            self.note(name, ())
            return getattr(self.view, name)
        if name in self.methods and isinstance(values, list) and isinstance(named, dict):
            if not named:
                self.note(name, values)
            return getattr(self.view, name)(*values, **named)
        raise Forfeit("cheat", f"it asked its view for {shorten(name)}", fatal=True)
