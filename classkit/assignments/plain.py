"""Answers as plain data: what a submission may hand over, read without trust."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Set
from typing import Any

from classkit.engine.errors import encodable

DEPTH_MAX = 8
ITEMS_MAX = 50_000
TEXT_MAX = 20_000
DIGITS_MAX = 300
HANDED_MAX = 2_000_000
"""Bytes of all answers of a submission together."""
LINE_MAX = 200


class NotPlain(ValueError):
    """A value that is not made of numbers, texts, lists and mappings alone."""


def to_plain(value: Any) -> Any:
    """Convert a value to JSON's types: collections to lists, all numbers to numbers.

    What a check takes for a number, a text or a list is handed over as one.

    >>> to_plain(({"B", "A"}, 3, 2.5, None, {"C": 1}.keys()))
    [['A', 'B'], 3, 2.5, None, ['C']]
    >>> to_plain(print)
    Traceback (most recent call last):
    classkit.assignments.plain.NotPlain: of the type builtin_function_or_method, not a number, a \
text or a list
    """
    return Plainer().of(value, DEPTH_MAX)


class Plainer:
    """Converts one value, counting its items."""

    def __init__(self) -> None:
        self.items = 0

    def of(self, value: Any, depth: int) -> Any:
        """Return the value as plain data."""
        self.items += 1
        if self.items > ITEMS_MAX or depth < 0:
            raise NotPlain("a value that is too large or too deep")
        if type(value) in (bool, type(None)):
            return value
        value = as_base(value)
        if type(value) is str:
            if len(value) > TEXT_MAX:
                raise NotPlain("a text that is too long")
            if encodable(value) != value:
                raise NotPlain("a text with half a character in it")
            return value
        if type(value) is int:
            if value.bit_length() > 3 * DIGITS_MAX:
                raise NotPlain("a number that is too large")
            return value
        if type(value) is float:
            if not math.isfinite(value):
                raise NotPlain("a number that is not finite")
            return value
        if isinstance(value, Mapping):
            return {self.key(key): self.of(one, depth - 1) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.of(one, depth - 1) for one in value]
        if hasattr(value, "item") and not hasattr(value, "__len__"):
            return self.of(value.item(), depth - 1)
        if hasattr(value, "tolist"):
            return self.of(value.tolist(), depth - 1)
        if isinstance(value, Collection) and not isinstance(value, (bytes, bytearray, memoryview)):
            items = [self.of(one, depth - 1) for one in value]
            return sorted(items, key=repr) if isinstance(value, Set) else items
        if hasattr(type(value), "__float__"):  # Decimal, Fraction and the like
            return self.of(float(value), depth - 1)
        raise NotPlain(f"of the type {type(value).__name__}, not a number, a text or a list")

    @staticmethod
    def key(key: Any) -> str:
        key = as_base(key)
        if type(key) is not str or len(key) > TEXT_MAX or encodable(key) != key:
            raise NotPlain("a mapping whose keys are not texts")
        return key


def as_base(value: Any) -> Any:
    """Return a number or text of a derived type as Python's own int, float or str.

    No method of the derived type is called.

    >>> from enum import IntEnum
    >>> as_base(IntEnum("Seat", "A B").B)
    2
    """
    kind = type(value)
    if issubclass(kind, int) and kind is not bool:
        return int.__index__(value)
    if issubclass(kind, float):
        return float.__float__(value)
    return str.__str__(value) if issubclass(kind, str) else value


def read_handed(text: str) -> dict[str, Any]:
    """Read what a submission handed over, which must be JSON of limited size: name -> value.

    >>> read_handed('{"cost": 3, "policy": [[["throw", {}]]]}')
    {'cost': 3, 'policy': [[['throw', {}]]]}
    >>> read_handed('{"cost": NaN}')
    Traceback (most recent call last):
    classkit.assignments.plain.NotPlain: NaN is not a number
    """
    if len(text) > HANDED_MAX:
        raise NotPlain("too much was handed over")

    def refuse(name: str) -> Any:
        raise NotPlain(f"{name} is not a number")

    try:
        found = json.loads(text, parse_constant=refuse)
    except NotPlain:
        raise
    except (ValueError, RecursionError) as error:
        raise NotPlain("what was handed over cannot be read") from error
    if not isinstance(found, dict):
        raise NotPlain("what was handed over is not a mapping")
    return {name: to_plain(value) for name, value in found.items()}


def literal(name: str, value: Any) -> str:
    """Return the line of code that binds a plain value to a name.

    >>> literal("cost", [3, {"a": None}])
    "cost = [3, {'a': None}]"
    """
    if not name.isidentifier():
        raise NotPlain(f"{name!r} is not a name")
    return f"{name} = {to_plain(value)!r}"


def one_line(text: str) -> str:
    """Put a stranger's sentence on one line, without characters that control a terminal.

    >>> one_line("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    return "".join(c if c.isprintable() else " " for c in text)[:LINE_MAX]
