"""Global state that functions modify while they run, such as the caches of a game.

A cache or counter changes with every match, although nobody has changed the code. The names that a
function writes are found in its source, if they occur there: ``MEMO[key] = 3``,
``helper.SEEN.append(3)``, ``self.seen = []``, ``global CALLS``. ``C["calls"] += 1`` writes only
that entry of the dict.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from inspect import getattr_static
from types import CodeType, FunctionType, ModuleType
from typing import Any

WRITING = frozenset(
    {
        "add", "append", "appendleft", "clear", "difference_update", "discard", "extend",
        "extendleft", "insert", "intersection_update", "move_to_end", "pop", "popitem", "popleft",
        "remove", "reverse", "rotate", "setdefault", "sort", "subtract",
        "symmetric_difference_update", "update",
    }
)  # fmt: skip
"""Methods that change lists, dicts, sets and similar types in place."""
Key = str | int | None
"""Key of a dict entry, or None for the whole dict or for another type."""
READING = frozenset({"get", "setdefault"})
"""Dict methods whose return value may then be changed in place."""
PARTS = frozenset({"at", "flat", "iat", "iloc", "loc", "values"})
"""Attributes through which parts of a data frame or an array can be changed in place."""
MAKING = frozenset({"__init__", "__new__", "__post_init__", "__set_name__", "__init_subclass__"})
"""Methods that run before an object or class is used. Values written by them are not caches."""


def find_written_names(code: CodeType) -> frozenset[str]:
    """Return the names that a function writes: "MEMO", "helper.SEEN", "self.seen".

    Nested functions are included. The result is empty if the source is not available.

    >>> def act(view, memo={}):
    ...     mine = memo.setdefault(view.seat, [])
    ...     mine.append(view.turn)
    ...     taken = {}
    ...     taken["corn"] = PRICES["corn"]
    >>> sorted(find_written_names(act.__code__))
    ['memo', 'taken']
    """
    return frozenset(name for name, _ in find_written_entries(code))


def find_written_entries(code: CodeType) -> frozenset[tuple[str, Key]]:
    """Return the names that a function writes, and the key of a dict entry or None for each."""
    linecache.checkcache(code.co_filename)
    return find_writes(
        "".join(linecache.getlines(code.co_filename)), code.co_name, code.co_firstlineno
    )


@lru_cache(maxsize=10_000)
def find_writes(text: str, name: str, line: int) -> frozenset[tuple[str, Key]]:
    """Return the writes of the function with this name and line in a file."""
    return frozenset(
        found for node in index_functions(text).get((name, line), ()) for found in writes(node)
    )


@lru_cache(maxsize=100)
def index_functions(text: str) -> dict[tuple[str, int], list[ast.AST]]:
    """Index the functions of a file by name and first line, including decorators."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # not a Python file
        return {}
    found: dict[tuple[str, int], list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), []).append(node)
    return found


def writes(function: ast.AST) -> Iterator[tuple[str, Key]]:
    """Yield the names that a function changes in place or reassigns outside itself.

    Each name is paired with the key of a dict entry if the source contains it: ``C["calls"]``.
    """
    stand_for: dict[str, str] = {}
    for node in ast.walk(function):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
            ):
                stand_for[name] = get_target_name(value)
    for node in ast.walk(function):
        named, key = "", None
        match node:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield from ((name, None) for name in names)
            case ast.Subscript(
                ctx=ast.Store() | ast.Del(),
                value=value,
                slice=ast.Constant(value=(str() | int()) as entry),
            ) if ast.unparse(value) == get_target_name(value):
                named, key = get_target_name(value), entry
            case ast.Subscript(ctx=ast.Store() | ast.Del(), value=value):
                named = get_target_name(value)
            case ast.Attribute(ctx=ast.Store() | ast.Del()):
                named = get_target_name(node)
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in WRITING:
                named = get_target_name(value)
        first, dot, rest = named.partition(".")
        if named:
            whole = stand_for.get(first)
            yield f"{whole or first}{dot}{rest}", None if whole else key


def get_target_name(node: ast.expr) -> str:
    """Return the name of an expression, or of the object that it is part of.

    >>> parsed = [ast.parse(text).body[0] for text in ("a.b", "a.b[3].c", "a.get(3)", "a[:]")]
    >>> [get_target_name(one.value) for one in parsed]
    ['a.b', 'a.b', 'a', '']
    """
    names: list[str] = []
    while True:
        match node:
            case ast.Name(id=name):
                return ".".join([name, *reversed(names)])
            case ast.Attribute(value=node, attr=name) if name in PARTS:
                names.clear()
            case ast.Attribute(value=node, attr=name):
                names.append(name)
            case ast.Subscript(slice=ast.Slice()):  # a slice is a copy
                return ""
            case ast.Subscript(value=node):
                names.clear()
            case ast.Call(func=ast.Attribute(value=node, attr=method)) if method in READING:
                names.clear()
            case _:
                return ""


def own_names(code: CodeType) -> set[str]:
    """Return the local names of a function and of the functions inside it."""
    names = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= own_names(constant)
    return names


def globals_written(function: FunctionType, module: str) -> Iterator[tuple[str, Any, Key]]:
    """Yield the place ("helper:MEMO") and value of each global that a function writes.

    The third item is the key if the function writes only one entry of a dict, or else None.
    """
    own = own_names(function.__code__)
    for name, key in find_written_entries(function.__code__):
        first, *inside = name.split(".")
        if first in own:
            continue
        place, value = f"{module}:{first}", function.__globals__.get(first)
        for part in inside:
            if isinstance(value, ModuleType):
                place = f"{value.__name__}:{part}"
            elif isinstance(value, type):
                place = f"{value.__module__}:{value.__qualname__}.{part}"
            else:
                place = f"{place}.{part}"
            value = getattr_static(value, part, None)
        yield place, value, key if type(value) is dict else None


def attributes_written(kind: type[Any]) -> Iterator[tuple[str, str]]:
    """Yield (attribute, method) for attributes that a method writes after construction."""
    for name, member in vars(kind).items():
        member = getattr(member, "__func__", getattr(member, "fget", member))
        if name in MAKING or not isinstance(member, FunctionType):
            continue
        itself = member.__code__.co_varnames[:1]
        for written in find_written_names(member.__code__):
            first, _, attribute = written.partition(".")
            if attribute and (first,) == itself:
                yield attribute.partition(".")[0], name
