"""The referee's answers to what a policy asks about one decision."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from classkit.engine.errors import shorten
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.requests import Aside, Decision
from classkit.sandbox.wire import Rubbish

from .decision_data import (
    OF_DECISION,
    describe_field,
    describe_form,
    describe_move,
    find_field,
)
from .forfeits import Forfeit, clip
from .values import Encoder

NOT_SHOWN = frozenset({"renew_chance", "chance", "requests"})
"""Members of a view for which a policy does not ask the referee."""
Habit: TypeAlias = tuple[str, tuple[Any, ...]]
"""A question to the view or about the decision: its name and its arguments."""
MOST_HABITS = 40
LONG = frozenset({"events", "ledger", "history", "answers"})
"""Members that take long to send, and are sent only when asked for."""
OF_MOVES = ("move", "refusal", "field", "sample", "preview", "grid")
"""Questions about one move."""


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
        self.match, self.seat, self.view, self.decision = match, seat, view, decision
        self.properties, self.methods = shown
        self.encoder = encoder
        self.asides: Sequence[Aside] = ()
        self.read_now: dict[Habit, None] = {}

    def foresee(self, habits: Sequence[Habit]) -> list[Any]:
        """Answer beforehand what will probably be asked: ``[name, values, answer]`` of each."""
        known: list[Any] = [["turn", [], self.view.turn], ["round", [], self.view.round]]
        for name, values in habits:
            with suppress(Exception):  # an error is reported when the question is really asked
                if name.startswith(OF_DECISION):
                    answer = self.reply({"ask": name.removeprefix(OF_DECISION)})
                else:
                    answer = getattr(self.view, name)(*values) if values else self.look(name)
                self.read_now[name, values] = None
                known.append([name, list(values), self.encoder.encode(answer)])
        return known

    def look(self, name: str) -> Any:
        """Return a property of the view, or the result of a method without arguments."""
        found = getattr(self.view, name)
        return found() if name in self.methods else found

    def note(self, name: str, values: Sequence[Any]) -> None:
        """Remember a question that the next decision of this name may bring again."""
        if len(self.read_now) < MOST_HABITS and name not in LONG:
            self.read_now[name, tuple(values)] = None

    def serve(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a question: a value, or the error that the view raised."""
        number = asked.get("number")
        if type(number) is not int:
            raise Rubbish("a question without a number")
        try:
            return {"number": number, "value": self.encoder.encode(self.reply(asked))}
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
        if what == "default":
            self.note(OF_DECISION + what, ())
            return self.decision.default
        if what == "moves":
            self.note(OF_DECISION + what, ())
            return [describe_move(move) for move in self.decision.moves]
        if what == "asides":
            self.asides = self.open_asides()
            return [
                {
                    "seat": aside.seat, "rule": aside.rule, "private": aside.private,
                    "move": describe_move(aside.move),
                }
                for aside in self.asides
            ]  # fmt: skip
        if what not in OF_MOVES:
            raise Rubbish("a question that nobody knows")
        move = self.find(asked)
        if what == "move":
            return describe_form(move)
        if what == "refusal":
            return move.refusal(asked["values"])
        if what == "field":
            return find_field(move, asked["path"]).refuse(asked["value"])
        if what == "sample":
            return self.sample(move, asked["counter"])
        if what == "preview" and move.preview is not None:
            return move.preview(asked["values"])
        if what == "grid" and move.grid is not None:
            grid = move.grid()
            amounts = {row: describe_field(amount) for row, amount in grid.amounts.items()}
            return grid._replace(amounts=amounts, preview=None)  # type: ignore[arg-type]  # sent as data
        raise Rubbish("a question that nobody knows")

    def read(self, asked: dict[str, Any]) -> Any:
        """Return what the view says, if it is one of its public members."""
        name, values, named = asked["name"], asked["values"], asked["named"]
        if name in self.properties:
            self.note(name, ())
            return getattr(self.view, name)
        if name in self.methods and isinstance(values, list) and isinstance(named, dict):
            if not named and all(type(value) in (str, int) for value in values):
                self.note(name, values)
            return getattr(self.view, name)(*values, **named)
        raise Forfeit("cheat", f"it asked its view for {shorten(name)}", fatal=True)

    def open_asides(self) -> Sequence[Aside]:
        """Return the asides open to this seat; there are none while a sealed decision waits."""
        return self.match.asides(self.seat)

    def find(self, asked: dict[str, Any]) -> Move:
        """Return the move that a question is about."""
        of_aside = "aside" in asked
        place = asked["aside"] if of_aside else asked["at"]
        if type(place) is not int:
            raise Rubbish("a question about no move")
        move = self.asides[place].move if of_aside else self.decision.moves[place]
        return move

    def sample(self, move: Move, counter: Any) -> Any:
        """Draw fields for a move. Return them and the new state of the policy's random source."""
        chance = Stream("")
        chance._counter = int(counter)
        if move._sample is None:
            raise Rubbish("a question that nobody knows")
        return [move._sample(chance), chance._counter]
