"""Serialization of values that the referee sends to a policy in another process.

The referee pickles built-in types, frozen records, and decisions with their moves and fields. It
never sends the match's state. Parts of the edition are sent as paths, because the other side
has loaded the edition too. Fields are sent whole, and the policy's process checks values against
them. A function is sent as a reference and runs in the referee's process, for example the check of
a whole form.

Messages of a policy are JSON (:mod:`classkit.sandbox.json_socket`) and are never unpickled.
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

from classkit.engine.currency import Currency
from classkit.engine.decisions import Aside, Decision
from classkit.engine.fields import Amount, Field, FieldGroup, FreeText, ListOf, OneOf, SomeOf
from classkit.engine.moves import AmountGrid, Move, Preview
from classkit.engine.options import Options
from classkit.engine.randomness import RandomStream

MOVES, DEFAULT = "decision.moves", "decision.default"
"""Names of the remote functions of every decision. All other functions have numbers."""

PLAIN_TYPES = (str, int, float, type(None))
Step: TypeAlias = tuple[str, Any]
"""One step on the path to a part of the edition: ("key", key or index) or ("of", attribute)."""


class RemoteFunction(NamedTuple):
    """Reference to a function of the referee, by name or number."""

    name: str | int


class RemoteFunctions:
    """Registry of the functions that a policy may call during one decision."""

    def __init__(self, **named: Callable[[], Any]) -> None:
        self.functions: dict[str | int, Callable[..., Any]] = {}
        self.functions.update(named)

    def register(self, function: Callable[..., Any]) -> RemoteFunction:
        """Register a function, and return a reference to it."""
        question = RemoteFunction(len(self.functions))
        self.functions[question.name] = function
        return question


# --- the referee's side --------------------------------------------------------------------------


class Encoder:
    """Encodes the values of one match as text."""

    def __init__(self, rules: Any = None) -> None:
        self.parts: dict[int, tuple[Any, list[Step]]] = {}
        self.index_parts(rules, [])

    def index_parts(self, value: Any, path: list[Step]) -> None:
        """Index the paths of all the edition's parts, except values of built-in types."""
        if isinstance(value, Mapping):
            for key, item in value.items():
                if isinstance(key, (str, int)):
                    self.index_parts(item, [*path, ("key", key)])
        elif isinstance(value, (list, tuple)):
            for place, item in enumerate(value):
                self.index_parts(item, [*path, ("key", place)])
        elif not isinstance(value, PLAIN_TYPES) and id(value) not in self.parts:
            self.parts[id(value)] = (value, path)
            for field in fields(value) if is_dataclass(value) else ():
                self.index_parts(getattr(value, field.name), [*path, ("of", field.name)])

    def encode(self, value: Any, questions: RemoteFunctions | None = None) -> str:
        """Return a value as text. Raise TypeError for a part of the state."""
        stream = io.BytesIO()
        RefereePickler(stream, self.parts, questions or RemoteFunctions()).dump(value)
        return b64encode(stream.getvalue()).decode()


class RefereePickler(pickle.Pickler):
    """Pickler for values that a policy may see. Raises TypeError for anything else."""

    def __init__(
        self,
        stream: io.BytesIO,
        parts: Mapping[int, tuple[Any, list[Step]]],
        questions: RemoteFunctions,
    ) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self.parts, self.remote_functions = parts, questions

    def persistent_id(self, thing: Any) -> Any:
        """Replace a part of the edition with its path, and a remote function with its name."""
        if type(thing) is RemoteFunction:
            return "ask", thing.name
        part = self.parts.get(id(thing))
        return part and ("part", part[1])

    def reducer_override(self, thing: Any) -> Any:
        """Return how to rebuild an object whose type is not built in."""
        kind = type(thing)
        if isinstance(thing, (type, FunctionType)):  # by name, so that its code is not sent
            return NotImplemented
        if isinstance(thing, (Field, Move, Decision, Aside)):
            return self.reduce_thing(thing)
        if isinstance(thing, Options):
            return Options, (dict(thing),)
        if isinstance(thing, Mapping):
            return dict, (dict(thing.items()),)
        if kind in (Currency, Fraction) or (isinstance(thing, tuple) and hasattr(kind, "_fields")):
            return NotImplemented
        if is_dataclass(thing) and kind.__dataclass_params__.frozen:
            values = {field.name: getattr(thing, field.name) for field in fields(thing)}
            return make_record, (kind, values)
        raise TypeError(f"a {kind.__name__} cannot be sent to a policy")

    def reduce_thing(self, thing: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Return the function and arguments that rebuild a decision, move or field."""
        ask = self.remote_functions.register
        match thing:
            case Amount():
                why = ask(thing.refuse) if callable(thing.why) else thing.why
                return Amount, (
                    thing.low, thing.high, thing.step, tuple(thing.also), thing.unit, None, why,
                )  # fmt: skip
            case OneOf():
                return OneOf, (
                    list(thing.options),
                    thing.of,
                    None,
                    thing.usual,
                    self.get_reason(thing),
                )
            case SomeOf():
                return SomeOf, (
                    list(thing.options), thing.at_least, thing.at_most, thing.of, None,
                    self.get_reason(thing.one),
                )  # fmt: skip
            case FreeText():
                return FreeText, (thing.longest,)
            case ListOf():
                return ListOf, (thing.item, thing.at_least, thing.at_most)
            case FieldGroup():
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
                    thing._sample and ask(partial(draw_fields, thing._sample)),
                    thing.preview and ask(partial(preview_values, thing.preview)),
                    thing.grid and ask(partial(strip_preview, thing.grid)),
                )  # fmt: skip
            case Aside():
                return Aside, (thing.seat, thing.move, refuse_flow, thing.rule, thing.private)
            case Decision():
                default = RemoteFunction(DEFAULT) if callable(thing._default) else thing._default
                moves = RemoteFunction(MOVES) if callable(thing._moves) else list(thing.moves)
                about = dict(thing.about)
                return Decision, (
                    thing.seat, thing.name, moves, thing.rule, default, about, thing.private,
                )  # fmt: skip
        raise TypeError(f"a field of kind {type(thing).__name__} cannot be sent to a policy")

    def get_reason(self, choice: OneOf) -> Any:
        """Return the refusal text for other options, or a remote function that computes it."""
        is_told = choice.rule is None and isinstance(choice.why, str)
        return choice.why if is_told else self.remote_functions.register(choice.refuse)


def draw_fields(sample: Callable[[Any], Any], counter: Any) -> list[Any]:
    """Draw values for the fields. Return them and the new state of the random source."""
    chance = RandomStream("")
    chance._counter = int(counter)
    return [sample(chance), chance._counter]


def preview_values(preview: Callable[[Mapping[str, Any]], Preview], values: Any) -> Preview:
    """Preview these values. Further arguments from the policy are ignored."""
    return preview(values)


def strip_preview(grid: Callable[[], AmountGrid]) -> AmountGrid:
    """Return the grid without its function, for a policy."""
    return grid()._replace(preview=None)


# --- the policy's side ---------------------------------------------------------------------------


def decode(text: str, rules: Any, ask: Callable[..., Any]) -> Any:
    """Decode the text that :meth:`Encoder.encode` returned. ``ask`` calls remote functions."""
    return PolicyUnpickler(text, rules, ask).load()


class PolicyUnpickler(pickle.Unpickler):
    """Unpickles values from the referee."""

    def __init__(self, text: str, rules: Any, ask: Callable[..., Any]) -> None:
        super().__init__(io.BytesIO(b64decode(text)))
        self.rules, self.ask = rules, ask

    def persistent_load(self, sent: Any) -> Any:
        """Return a part of the edition, or a function that calls the referee."""
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


def make_bundle(
    judge: Any, optional: Any, examples: Any, fields: Mapping[str, Field]
) -> FieldGroup:
    return FieldGroup(judge, optional, examples, **fields)


def make_move(
    name: str,
    space: str,
    rule: str,
    fields: Callable[[], Mapping[str, Field]] | Mapping[str, Field],
    barred: str | Callable[[], str],
    refuse: Callable[[Mapping[str, Any]], str | None] | None,
    sample: Callable[[int], Any] | None,
    preview: Callable[[Mapping[str, Any]], Preview] | None,
    grid: Callable[[], AmountGrid] | None,
) -> Move:
    form = fields if callable(fields) else (lambda: fields) if fields else None
    return Move(
        name, form=form, refuse=refuse, sample=sample and partial(draw_remotely, sample),
        barred=barred, space=space, rule=rule, preview=preview, grid=grid,
    )  # fmt: skip


def draw_remotely(sample: Callable[[int], Any], chance: Any) -> Any:
    """Let the referee draw, using the state of the policy's random source."""
    is_own = isinstance(chance, RandomStream)
    values, after = sample(chance._counter if is_own else int(chance.random() * (1 << 53)))
    if is_own:
        chance._counter = after
    return values


def refuse_flow(*_: Any, **__: Any) -> Any:
    """Raise TypeError, because only the referee may carry out asides."""
    raise TypeError("an aside is returned, not run")
