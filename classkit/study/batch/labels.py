"""Names of players for the columns of a frame, and fingerprints to tell players apart."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from hashlib import blake2b
from types import CodeType, FunctionType, MethodType
from typing import Any

from ..players import Player, name_of

DEEPEST = 4
"""Levels of what a policy holds that count towards its fingerprint."""


class Titles:
    """Titles of things for the columns of a frame: with a number where several have the same.

    >>> titles = Titles()
    >>> [titles.of(*one) for one in (("ours", "a1"), ("ours", "b2"), ("ours", "a1"))]
    ['ours', 'ours 2', 'ours']

    So different policies never share a name:

    >>> first, second = lambda view, decision: "yes", lambda view, decision: "no"
    >>> [titles.of_player(bot) for bot in ("saver", len, "saver", first, second, first)]
    ['saver', 'len', 'saver', '<lambda>', '<lambda> 2', '<lambda>']
    """

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def of(self, title: str, mark: str) -> str:
        """Return the title of what has this mark, which tells it from others."""
        number, label = 1, title
        while self.known.setdefault(label, mark) != mark:
            number += 1
            label = f"{title} {number}"
        return label

    def of_player(self, player: Player) -> str:
        """Return the name of a bot or policy."""
        return self.of(name_of(player), fingerprint(player))


def fingerprint(player: Player) -> str:
    """Return the name of a bot, or a hash of a policy's code and the plain values it holds.

    It is the same in every session as long as the code is the same.
    """
    if isinstance(player, str):
        return player
    parts = [name_of(player), *traits(player, 0)]
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def traits(thing: Any, depth: int) -> list[str]:
    """Return the code and the values of a policy as lines."""
    if depth > DEEPEST:
        return []
    if isinstance(thing, MethodType):
        return [*traits(thing.__func__, depth + 1), *traits(thing.__self__, depth + 1)]
    if isinstance(thing, FunctionType):
        held = {**closure_of(thing), **globals_of(thing)}
        return [*code_lines(thing.__code__), *values(held, depth)]
    if isinstance(thing, type):
        return class_lines(thing)
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(thing, name, None) for name in slots if isinstance(name, str)}
    held |= getattr(thing, "__dict__", {})
    return [*class_lines(type(thing)), *values(held, depth)]


def class_lines(kind: type[Any]) -> list[str]:
    """Return the code of a class and its base classes as lines."""
    lines = []
    for one in kind.__mro__:
        lines.append(f"class {one.__qualname__}")
        for name, member in sorted(vars(one).items()):
            function = inspect.unwrap(getattr(member, "__func__", member))
            if isinstance(function, FunctionType):
                lines += [name, *code_lines(function.__code__)]
            elif not name.startswith("__") and is_plain(member):
                lines.append(f"{name} = {member!r}")
    return lines


def code_lines(code: CodeType) -> list[str]:
    """Return the code of a function as lines, without its place in a file."""
    lines = [code.co_code.hex(), repr(code.co_names), repr(code.co_varnames)]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            lines += code_lines(constant)
        elif isinstance(constant, frozenset):  # has no order of its own
            lines.append(repr(sorted(map(repr, constant))))
        elif is_plain(constant):
            lines.append(repr(constant))
    return lines


def closure_of(function: FunctionType) -> dict[str, Any]:
    """Return the defaults of a function, and the variables it has captured."""
    held: dict[str, Any] = {
        f"default {number}": value for number, value in enumerate(function.__defaults__ or ())
    }
    held |= function.__kwdefaults__ or {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            held[name] = cell.cell_contents
        except ValueError:  # not filled yet
            held[name] = None
    return held


def globals_of(function: FunctionType) -> dict[str, Any]:
    """Return the plain values, functions and classes that a function uses of its module."""
    held = {}
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        is_own = getattr(value, "__module__", None) == function.__module__
        if isinstance(value, (FunctionType, type)):
            if is_own and value is not function:
                held[name] = value
        elif value is not None and is_plain(value):
            held[name] = value
    return held


def values(held: Mapping[str, Any], depth: int) -> list[str]:
    """Return named values as lines: plain ones themselves, others by their code and values."""
    lines = []
    for name, value in sorted(held.items()):
        if is_plain(value):
            lines.append(f"{name} = {value!r}")
        else:
            lines += [f"{name}:", *traits(value, depth + 1)]
    return lines


def is_plain(value: Any) -> bool:
    """Return True if a value's repr tells it from others."""
    if isinstance(value, (list, tuple)):
        return all(is_plain(one) for one in value)
    if isinstance(value, dict):
        return all(is_plain(one) for pair in value.items() for one in pair)
    return value is None or isinstance(value, (bool, int, float, str, bytes))
