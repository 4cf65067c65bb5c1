"""Global state that functions modify while they are played, such as the memos of a game.

A memo or a counter changes with every match, although nobody has changed the code. What a function
writes is found in its source, if it is named there: ``MEMO[key] = 3``, ``helper.SEEN.append(3)``,
``self.seen = []``, ``global CALLS``. ``C["calls"] += 1`` writes only that entry of the dict.
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
"""Key of an entry of a dict; None for the whole dict or for another type."""
READING = frozenset({"get", "setdefault"})
"""Methods that return a value from a dict, which may then be changed in place."""
PARTS = frozenset({"at", "flat", "iat", "iloc", "loc", "values"})
"""Attributes through which parts of a frame or an array are changed in place."""
MAKING = frozenset({"__init__", "__new__", "__post_init__", "__set_name__", "__init_subclass__"})
"""Methods that run before an object or a class is used; what they write is not a memo."""


def find_written_names(code: CodeType) -> frozenset[str]:
    """Return the names that a function writes: "MEMO", "helper.SEEN", "self.seen".

    This includes the functions inside it. The result is empty if the source is not available.

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
    """Return the names that a function writes, each with the key of an entry, or None."""
    linecache.checkcache(code.co_filename)
    return find_writes(
        "".join(linecache.getlines(code.co_filename)), code.co_name, code.co_firstlineno
    )


@lru_cache(maxsize=10_000)
def find_writes(text: str, name: str, line: int) -> frozenset[tuple[str, Key]]:
    """Return what the function of this name at a line of a file writes."""
    return frozenset(
        found for node in index_functions(text).get((name, line), ()) for found in writes(node)
    )


@lru_cache(maxsize=100)
def index_functions(text: str) -> dict[tuple[str, int], list[ast.AST]]:
    """Return the functions of a file by name and first line, which may be a decorator's."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # no file of Python
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

    Each has the key of an entry if the source names it: ``C["calls"]``.
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
    """Return the name of an expression, or of the object of which it is a part.

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
            case ast.Subscript(slice=ast.Slice()):  # a copy
                return ""
            case ast.Subscript(value=node):
                names.clear()
            case ast.Call(func=ast.Attribute(value=node, attr=method)) if method in READING:
                names.clear()
            case _:
                return ""


def own_names(code: CodeType) -> set[str]:
    """Return the names that are local to a function, or to one inside it."""
    names = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= own_names(constant)
    return names


def globals_written(function: FunctionType, module: str) -> Iterator[tuple[str, Any, Key]]:
    """Yield the place of each global that a function writes, "helper:MEMO", and its value.

    The key of an entry follows if the function writes only that entry of a dict.
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
    """Yield the attributes that a method writes after construction, with the method's name."""
    for name, member in vars(kind).items():
        member = getattr(member, "__func__", getattr(member, "fget", member))
        if name in MAKING or not isinstance(member, FunctionType):
            continue
        itself = member.__code__.co_varnames[:1]
        for written in find_written_names(member.__code__):
            first, _, attribute = written.partition(".")
            if attribute and (first,) == itself:
                yield attribute.partition(".")[0], name
