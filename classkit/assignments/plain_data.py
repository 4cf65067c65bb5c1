"""Conversion of a submission's untrusted answers to JSON types. Size and depth are limited."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Set
from typing import Any

from classkit.engine.errors import escape_surrogates

MAX_DEPTH = 8
MAX_ITEMS = 50_000
MAX_TEXT_LENGTH = 20_000
MAX_DIGITS = 300
MAX_HANDED_BYTES = 2_000_000
"""Maximum total size of a submission's answers, in bytes."""
MAX_LINE_LENGTH = 200


class NotPlainData(ValueError):
    """Raised for a value that contains anything except numbers, strings, lists and mappings."""


def to_plain(value: Any) -> Any:
    """Convert a value to JSON types: collections to lists, and numeric types to numbers.

    Values that a check accepts as a number, text or list are converted to that type.

    >>> to_plain(({"B", "A"}, 3, 2.5, None, {"C": 1}.keys()))
    [['A', 'B'], 3, 2.5, None, ['C']]
    >>> to_plain(print)
    Traceback (most recent call last):
    classkit.assignments.plain_data.NotPlainData: of the type builtin_function_or_method, not a \
number, a string or a list
    """
    return PlainConverter().convert(value, MAX_DEPTH)


class PlainConverter:
    """Converts one value, counting its items."""

    def __init__(self) -> None:
        self.items = 0

    def convert(self, value: Any, depth: int) -> Any:
        """Return the value as plain data."""
        self.items += 1
        if self.items > MAX_ITEMS or depth < 0:
            raise NotPlainData("a value that is too large or too deep")
        if type(value) in (bool, type(None)):
            return value
        value = to_base_type(value)
        if type(value) is str:
            if len(value) > MAX_TEXT_LENGTH:
                raise NotPlainData("a string that is too long")
            if escape_surrogates(value) != value:
                raise NotPlainData("a string with an incomplete character")
            return value
        if type(value) is int:
            if value.bit_length() > 3 * MAX_DIGITS:
                raise NotPlainData("a number that is too large")
            return value
        if type(value) is float:
            if not math.isfinite(value):
                raise NotPlainData("a number that is not finite")
            return value
        if isinstance(value, Mapping):
            return {
                self.convert_key(key): self.convert(one, depth - 1) for key, one in value.items()
            }
        if isinstance(value, (list, tuple)):
            return [self.convert(one, depth - 1) for one in value]
        if hasattr(value, "item") and not hasattr(value, "__len__"):
            return self.convert(value.item(), depth - 1)
        if hasattr(value, "tolist"):
            return self.convert(value.tolist(), depth - 1)
        if isinstance(value, Collection) and not isinstance(value, (bytes, bytearray, memoryview)):
            items = [self.convert(one, depth - 1) for one in value]
            return sorted(items, key=repr) if isinstance(value, Set) else items
        if hasattr(type(value), "__float__"):  # Decimal, Fraction and similar types
            return self.convert(float(value), depth - 1)
        raise NotPlainData(f"of the type {type(value).__name__}, not a number, a string or a list")

    @staticmethod
    def convert_key(key: Any) -> str:
        key = to_base_type(key)
        if type(key) is not str or len(key) > MAX_TEXT_LENGTH or escape_surrogates(key) != key:
            raise NotPlainData("a mapping whose keys are not strings")
        return key


def to_base_type(value: Any) -> Any:
    """Convert an instance of an int, float or str subclass to the built-in type.

    No method of the subclass is called.

    >>> from enum import IntEnum
    >>> to_base_type(IntEnum("Seat", "A B").B)
    2
    """
    kind = type(value)
    if issubclass(kind, int) and kind is not bool:
        return int.__index__(value)
    if issubclass(kind, float):
        return float.__float__(value)
    return str.__str__(value) if issubclass(kind, str) else value


def parse_message(text: str) -> dict[str, Any]:
    """Parse a message from a submission, which must be a JSON object of limited size.

    >>> parse_message('{"cost": 3, "policy": [[["throw", {}]]]}')
    {'cost': 3, 'policy': [[['throw', {}]]]}
    >>> parse_message('{"cost": NaN}')
    Traceback (most recent call last):
    classkit.assignments.plain_data.NotPlainData: NaN is not a number
    """
    if len(text) > MAX_HANDED_BYTES:
        raise NotPlainData("the answers are too large")

    def refuse(name: str) -> Any:
        raise NotPlainData(f"{name} is not a number")

    try:
        found = json.loads(text, parse_constant=refuse)
    except NotPlainData:
        raise
    except (ValueError, RecursionError) as error:
        raise NotPlainData("the message cannot be parsed") from error
    if not isinstance(found, dict):
        raise NotPlainData("the message is not a mapping")
    return {name: to_plain(value) for name, value in found.items()}


def format_binding(name: str, value: Any) -> str:
    """Format a plain value as an assignment statement.

    >>> format_binding("cost", [3, {"a": None}])
    "cost = [3, {'a': None}]"
    """
    if not name.isidentifier():
        raise NotPlainData(f"{name!r} is not a name")
    return f"{name} = {to_plain(value)!r}"


def to_one_line(text: str) -> str:
    """Convert untrusted text to a single line without control characters.

    >>> to_one_line("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    return "".join(c if c.isprintable() else " " for c in text)[:MAX_LINE_LENGTH]
