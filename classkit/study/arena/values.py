"""Values for a policy in another process, written as JSON and rebuilt there.

They may be more than JSON knows: a tuple, a fraction, a frozen record of the rulebook.
:class:`Encoder` writes these with a tag and :class:`Decoder` rebuilds them on the policy's side. A
policy's own messages stay plain JSON (:mod:`classkit.sandbox.wire`): nothing that comes from it is
ever turned into an object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from classkit.engine.options import Options


class Encoder:
    """Writes values for one match: plain data, frozen records, and parts of the edition.

    Parts of the edition are sent as paths, since the other side has the edition too.
    """

    def __init__(self, rules: Any = None) -> None:
        self.parts: dict[int, tuple[Any, list[list[Any]]]] = {}
        if rules is not None:
            self._walk(rules, [])

    def _walk(self, value: Any, path: list[list[Any]]) -> None:
        """Note the path of each part of the edition that JSON does not know."""
        if isinstance(value, (str, int, float, bool, type(None))) or id(value) in self.parts:
            return
        self.parts[id(value)] = (value, path)
        if isinstance(value, Mapping):
            for key, item in value.items():
                if isinstance(key, (str, int)):
                    self._walk(item, [*path, ["key", key]])
        elif isinstance(value, (list, tuple)):
            for place, item in enumerate(value):
                self._walk(item, [*path, ["key", place]])
        elif is_dataclass(value):
            for field in fields(value):
                self._walk(getattr(value, field.name), [*path, ["of", field.name]])

    def encode(self, value: Any) -> Any:
        """Return a value as JSON; raise TypeError for a part of the state."""
        kind = type(value)
        if kind is str or kind is int or kind is bool or value is None or kind is float:
            return value
        part = self.parts.get(id(value))
        if part is not None and not isinstance(value, (list, tuple, Mapping)):
            return {"e": part[1]}
        encode = self.encode
        if kind is list:
            return [encode(item) for item in value]
        if kind is tuple:
            return {"t": [encode(item) for item in value]}
        if isinstance(value, Options):
            return {"o": [[key, encode(item)] for key, item in value.items()]}
        if isinstance(value, Mapping):
            return {"d": [[encode(key), encode(item)] for key, item in value.items()]}
        if kind is Fraction:
            return {"f": [value.numerator, value.denominator]}
        name = f"{kind.__module__}:{kind.__qualname__}"
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return {"n": [name, [encode(item) for item in value]]}
        if is_dataclass(value) and kind.__dataclass_params__.frozen:
            return {"r": [name, [[f.name, encode(getattr(value, f.name))] for f in fields(value)]]}
        raise TypeError(f"a {kind.__name__} cannot be sent to a policy")


class Decoder:
    """Rebuilds values on the policy's side."""

    def __init__(self, rules: Any = None) -> None:
        self.rules = rules

    def decode(self, value: Any) -> Any:
        """Rebuild the value that :meth:`Encoder.encode` wrote."""
        if type(value) is list:
            return [self.decode(item) for item in value]
        if type(value) is not dict:
            return value
        ((tag, inside),) = value.items()
        if tag == "t":
            return tuple([self.decode(item) for item in inside])
        if tag == "d":
            return {self.decode(key): self.decode(item) for key, item in inside}
        if tag == "e":
            return self.part(inside)
        if tag == "o":
            return Options({key: self.decode(item) for key, item in inside})
        if tag == "f":
            return Fraction(*inside)
        module, _, name = inside[0].partition(":")
        kind: Any = import_module(module)
        for step in name.split("."):
            kind = getattr(kind, step)
        if tag == "n":
            return kind._make([self.decode(item) for item in inside[1]])
        record = object.__new__(kind)
        for key, item in inside[1]:
            object.__setattr__(record, key, self.decode(item))
        return record

    def part(self, path: list[list[Any]]) -> Any:
        """Return the part of the edition at a path."""
        found = self.rules
        for how, step in path:
            found = found[step] if how == "key" else getattr(found, step)
        return found
