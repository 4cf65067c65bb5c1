"""Values for a policy in another process: pickled by the referee, and rebuilt there.

Plain data, frozen records of the rulebook, and decisions with their moves and fields are sent; the
state never is. Parts of the edition are sent as paths, since the other side has the edition too. A
field checks by itself whatever it can. A function stays with the referee and is sent as a question:
what only the rules can tell (a whole form, a sample, the form of a move made on demand) is asked.

A policy's own messages stay plain JSON (:mod:`classkit.sandbox.wire`): nothing that comes from it
is ever turned into an object.
"""

from __future__ import annotations

import io
import pickle
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.fields import Amount, Bundle, Field, ListOf, OneOf, SomeOf, Text
from classkit.engine.luck import Stream
from classkit.engine.moves import Grid, Move, Preview
from classkit.engine.options import Options
from classkit.engine.requests import Aside, Decision

MOVES, DEFAULT = "decision.moves", "decision.default"
"""Questions that every decision may bring; all others are numbered as they come up."""

PLAIN = (str, int, float, type(None))
Step: TypeAlias = tuple[str, Any]
"""One step to a part of the edition: "key" and a key or place, or "of" and an attribute."""


class Question(NamedTuple):
    """A function of the referee's, by its name or number among those that may be asked."""

    name: str | int


class Questions:
    """The functions that a policy may ask for while one decision waits."""

    def __init__(self, **named: Callable[[], Any]) -> None:
        self.functions: dict[str | int, Callable[..., Any]] = {}
        self.functions.update(named)

    def about(self, function: Callable[..., Any]) -> Question:
        """Return the question that this function answers."""
        question = Question(len(self.functions))
        self.functions[question.name] = function
        return question


# --- the referee's side --------------------------------------------------------------------------


class Encoder:
    """Writes values for one match as text."""

    def __init__(self, rules: Any = None) -> None:
        self.parts: dict[int, tuple[Any, list[Step]]] = {}
        self.walk(rules, [])

    def walk(self, value: Any, path: list[Step]) -> None:
        """Note the path of each part of the edition that is no plain data."""
        if isinstance(value, Mapping):
            for key, item in value.items():
                if isinstance(key, (str, int)):
                    self.walk(item, [*path, ("key", key)])
        elif isinstance(value, (list, tuple)):
            for place, item in enumerate(value):
                self.walk(item, [*path, ("key", place)])
        elif not isinstance(value, PLAIN) and id(value) not in self.parts:
            self.parts[id(value)] = (value, path)
            for field in fields(value) if is_dataclass(value) else ():
                self.walk(getattr(value, field.name), [*path, ("of", field.name)])

    def encode(self, value: Any, questions: Questions | None = None) -> str:
        """Return a value as text; raise TypeError for a part of the state."""
        stream = io.BytesIO()
        Sender(stream, self.parts, questions or Questions()).dump(value)
        return b64encode(stream.getvalue()).decode()


class Sender(pickle.Pickler):
    """Pickles what a policy may know, and refuses everything else."""

    def __init__(
        self, stream: io.BytesIO, parts: Mapping[int, tuple[Any, list[Step]]], questions: Questions
    ) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self.parts, self.questions = parts, questions

    def persistent_id(self, thing: Any) -> Any:
        """Send a part of the edition as its path, and a question by its name."""
        if type(thing) is Question:
            return "ask", thing.name
        part = self.parts.get(id(thing))
        return part and ("part", part[1])

    def reducer_override(self, thing: Any) -> Any:
        """Say how to make a thing again that is not plain data."""
        kind = type(thing)
        if isinstance(thing, (type, FunctionType)):  # by name: its code is not sent
            return NotImplemented
        if isinstance(thing, (Field, Move, Decision, Aside)):
            return self.made_again(thing)
        if isinstance(thing, Options):
            return Options, (dict(thing),)
        if isinstance(thing, Mapping):
            return dict, (dict(thing.items()),)
        if kind is Fraction or (isinstance(thing, tuple) and hasattr(kind, "_fields")):
            return NotImplemented
        if is_dataclass(thing) and kind.__dataclass_params__.frozen:
            values = {field.name: getattr(thing, field.name) for field in fields(thing)}
            return make_record, (kind, values)
        raise TypeError(f"a {kind.__name__} cannot be sent to a policy")

    def made_again(self, thing: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Return a function, and the arguments from which it makes a decision or a part of one."""
        ask = self.questions.about
        match thing:
            case Amount():
                why = ask(thing.refuse) if callable(thing.why) else thing.why
                return Amount, (
                    thing.low, thing.high, thing.step, tuple(thing.also), thing.unit, None, why,
                )  # fmt: skip
            case OneOf():
                return OneOf, (list(thing.options), thing.of, None, thing.usual, self.why(thing))
            case SomeOf():
                return SomeOf, (
                    list(thing.options), thing.at_least, thing.at_most, thing.of, None,
                    self.why(thing.one),
                )  # fmt: skip
            case Text():
                return Text, (thing.longest,)
            case ListOf():
                return ListOf, (thing.item, thing.at_least, thing.at_most)
            case Bundle():
                judge = ask(thing.refuse) if thing._refuse is not None else None
                return make_bundle, (
                    judge, tuple(thing.optional), dict(thing.examples), thing.fields
                )  # fmt: skip
            case Move():
                is_known = isinstance(thing._barred, str) and thing._why_none is None
                return make_move, (
                    thing.name, thing.space, thing.rule,
                    ask(lambda: thing.fields) if thing._fields is None else thing.fields,
                    thing._barred if is_known else ask(lambda: thing.barred),
                    thing._refuse and ask(thing.refusal),
                    thing._sample and ask(partial(draw_with, thing._sample)),
                    thing.preview and ask(partial(preview_of, thing.preview)),
                    thing.grid and ask(partial(without_preview, thing.grid)),
                )  # fmt: skip
            case Aside():
                return Aside, (thing.seat, thing.move, no_flow, thing.rule, thing.private)
            case Decision():
                default = Question(DEFAULT) if callable(thing._default) else thing._default
                moves = Question(MOVES) if callable(thing._moves) else list(thing.moves)
                about = dict(thing.about)
                return Decision, (
                    thing.seat, thing.name, moves, thing.rule, default, about, thing.private,
                )  # fmt: skip
        raise TypeError(f"a field of kind {type(thing).__name__} cannot be sent to a policy")

    def why(self, choice: OneOf) -> Any:
        """Return why there are no other options, or the question that tells it of each."""
        is_told = choice.rule is None and isinstance(choice.why, str)
        return choice.why if is_told else self.questions.about(choice.refuse)


def draw_with(sample: Callable[[Any], Any], counter: Any) -> list[Any]:
    """Draw fields. Return them and the new state of the policy's random source."""
    chance = Stream("")
    chance._counter = int(counter)
    return [sample(chance), chance._counter]


def preview_of(preview: Callable[[Mapping[str, Any]], Preview], values: Any) -> Preview:
    """Preview these values, and nothing else that a policy sends along."""
    return preview(values)


def without_preview(grid: Callable[[], Grid]) -> Grid:
    """Return a grid as a policy sees it."""
    return grid()._replace(preview=None)


# --- the policy's side ---------------------------------------------------------------------------


def decode(text: str, rules: Any, ask: Callable[..., Any]) -> Any:
    """Rebuild the value that :meth:`Encoder.encode` wrote; ``ask`` puts its questions."""
    return Receiver(text, rules, ask).load()


class Receiver(pickle.Unpickler):
    """Rebuilds what the referee has sent."""

    def __init__(self, text: str, rules: Any, ask: Callable[..., Any]) -> None:
        super().__init__(io.BytesIO(b64decode(text)))
        self.rules, self.ask = rules, ask

    def persistent_load(self, sent: Any) -> Any:
        """Return a part of the edition, or a function that asks the referee."""
        kind, name = sent
        if kind == "ask":
            return partial(self.ask, name)
        part = self.rules
        for how, step in name:
            part = part[step] if how == "key" else getattr(part, step)
        return part


def make_record(kind: type[Any], values: Mapping[str, Any]) -> Any:
    """Rebuild a frozen record."""
    record = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(record, name, value)
    return record


def make_bundle(judge: Any, optional: Any, examples: Any, fields: Mapping[str, Field]) -> Bundle:
    return Bundle(judge, optional, examples, **fields)


def make_move(
    name: str,
    space: str,
    rule: str,
    fields: Callable[[], Mapping[str, Field]] | Mapping[str, Field],
    barred: str | Callable[[], str],
    refuse: Callable[[Mapping[str, Any]], str | None] | None,
    sample: Callable[[int], Any] | None,
    preview: Callable[[Mapping[str, Any]], Preview] | None,
    grid: Callable[[], Grid] | None,
) -> Move:
    form = fields if callable(fields) else (lambda: fields) if fields else None
    return Move(
        name, form=form, refuse=refuse, sample=sample and partial(draw, sample), barred=barred,
        space=space, rule=rule, preview=preview, grid=grid,
    )  # fmt: skip


def draw(sample: Callable[[int], Any], chance: Any) -> Any:
    """Let the referee draw with the policy's random source; a foreign one gives random bits."""
    is_own = isinstance(chance, Stream)
    values, after = sample(chance._counter if is_own else int(chance.random() * (1 << 53)))
    if is_own:
        chance._counter = after
    return values


def no_flow(*_: Any, **__: Any) -> Any:
    """Refuse to run an aside, which only the referee carries out."""
    raise TypeError("an aside is returned, not run")
