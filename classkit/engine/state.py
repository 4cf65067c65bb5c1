"""Copies and fingerprints of a state that is plain data.

The state of a game holds slotted dataclasses, lists and dicts; everything else in it never
changes (numbers, text, tuples, frozen dataclasses) and is shared by its copies, as are fields
marked ``metadata={"fixed": True}``. Fields marked ``metadata={"transient": True}`` are no part of
the state and are not copied.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar

S = TypeVar("S")
Copier = Callable[[Any], Any]

SHARED = (int, str, bool, type(None), tuple, Fraction)


def copy(state: S) -> S:
    """Copy a state.

    >>> hands = {"A": [1, 2], "B": []}
    >>> other = copy(hands); other["A"].append(3); hands
    {'A': [1, 2], 'B': []}
    >>> copy({"A": {1, 2}})
    Traceback (most recent call last):
    TypeError: a state may not hold a set: only slotted dataclasses, lists, dicts and what is frozen
    """
    result: S = copier(type(state))(state)
    return result


def copier(kind: type) -> Copier:
    """Return the function that copies values of a type."""
    made = COPIERS.get(kind)
    if made is None:
        made = COPIERS[kind] = make_copier(kind)
    return made


def make_copier(kind: type) -> Copier:
    if issubclass(kind, SHARED) or issubclass(kind, Enum):
        return share
    if is_dataclass(kind):
        parameters = kind.__dataclass_params__  # type: ignore[attr-defined]  # not in typeshed
        if parameters.frozen:
            return share
        if hasattr(kind, "__slots__"):
            mark = {f.name: f.metadata for f in fields(kind)}
            transient = [name for name, meta in mark.items() if meta.get("transient")]
            fixed = [name for name, meta in mark.items() if meta.get("fixed")]
            names = [name for name in mark if name not in (*transient, *fixed)]
            return dataclass_copier(kind, names, fixed, transient)
    raise TypeError(
        f"a state may not hold a {kind.__name__}: "
        "only slotted dataclasses, lists, dicts and what is frozen"
    )


def dataclass_copier(
    kind: type, names: list[str], fixed: list[str], transient: list[str]
) -> Copier:
    def copy_fields(original: Any) -> Any:
        twin: Any = object.__new__(kind)
        for name in names:
            value = getattr(original, name)
            type_ = type(value)
            if type_ not in PLAIN:
                value = (COPIERS.get(type_) or copier(type_))(value)
            setattr(twin, name, value)
        for name in fixed:
            setattr(twin, name, getattr(original, name))
        for name in transient:
            setattr(twin, name, None)
        return twin

    return copy_fields


def share(value: Any) -> Any:
    return value


def copy_list(values: list[Any]) -> list[Any]:
    if PLAIN.issuperset(map(type, values)):
        return values.copy()
    return [v if type(v) in PLAIN else copier(type(v))(v) for v in values]


def copy_dict(values: dict[Any, Any]) -> dict[Any, Any]:
    twin = values.copy()
    if PLAIN.issuperset(map(type, values.values())):
        return twin
    for key, value in values.items():
        if type(value) not in PLAIN:
            twin[key] = copier(type(value))(value)
    return twin


PLAIN = frozenset({int, str, bool, type(None), tuple})
COPIERS: dict[type, Copier] = {list: copy_list, dict: copy_dict}


def plain(value: Any) -> Any:
    """Return the value as what JSON knows: the same for equal states, on every machine.

    What JSON knows already is returned as it is, and not looked through again.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple)):
        return value if are_simple(value) else [plain(item) for item in value]
    if isinstance(value, dict):
        if not TEXT.issuperset(map(type, value)):
            return {str(key): plain(item) for key, item in value.items()}
        if are_simple(value.values()):
            return value
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in names_in(value.__class__)}
    if isinstance(value, Enum):
        return value.name
    raise TypeError(f"a state may not hold a {type(value).__name__}")


SIMPLE = frozenset({int, str, bool, type(None)})
TEXT = frozenset({str})


def are_simple(values: Iterable[Any]) -> bool:
    """Return whether all values are numbers, texts, True, False or None."""
    return SIMPLE.issuperset(map(type, values))


@cache
def names_in(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass that are part of the state."""
    return tuple(
        f.name
        for f in fields(kind)
        if not f.metadata.get("transient") and not f.metadata.get("fixed")
    )


def digest(state: Any) -> str:
    """Return a fingerprint of a state: 16 hexadecimal digits, equal for equal states everywhere.

    Fields marked ``metadata={"fixed": True}`` (the edition) are left out: they have a
    fingerprint of their own in the record.

    >>> digest({"A": 1, "B": 2}) == digest({"B": 2, "A": 1})
    True
    """
    text = json.dumps(plain(state), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()
