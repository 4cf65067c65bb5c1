"""What functions write themselves while they are played: the memories of a game or a policy.

A memo or a counter changes with every match, though nobody has changed the code. What a function
writes is read from its text, as far as that names it: ``MEMO[key] = 3``, ``helper.SEEN.append(3)``,
``self.seen = []``, ``global CALLS``. Of a dict with settings and a counter, ``C["calls"] += 1``, it
writes that entry alone.
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
"""The methods by which lists, dicts, sets and their kin change in place."""
Key = str | int | None
"""The key of an entry of a dict; None for the whole dict, or for what is no dict."""
READING = frozenset({"get", "setdefault"})
"""The methods that return a value from a dict, which may then be changed in place."""
PARTS = frozenset({"at", "flat", "iat", "iloc", "loc", "values"})
"""The attributes by which parts of a frame or an array are changed in place."""
MAKING = frozenset({"__init__", "__new__", "__post_init__", "__set_name__", "__init_subclass__"})
"""Methods that run before an object or a class is used: what they write is no memory."""


def find_written_names(code: CodeType) -> frozenset[str]:
    """Return the names of what a function writes: "MEMO", "helper.SEEN", "self.seen".

    Functions inside it count too. Nothing is returned where its text is not to be had.

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
    """Return the names of what a function writes, each with the key of an entry, or None."""
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
    """Yield the names of what a function writes in place or assigns anew outside itself.

    Each comes with the key of an entry if it is written plainly: ``C["calls"]``.
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
    """Return the name by which a thing is reached, or the whole of which it is a part.

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
    """Return the names that stand for something of a function's own, or of one inside it."""
    names = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= own_names(constant)
    return names


def globals_written(function: FunctionType, module: str) -> Iterator[tuple[str, Any, Key]]:
    """Yield the place of each global that a function writes, "helper:MEMO", and what is there.

    Where it is a dict of which only an entry is written, the key of that follows.
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
    """Yield each attribute that a method writes after an object is made, with the method's name."""
    for name, member in vars(kind).items():
        member = getattr(member, "__func__", getattr(member, "fget", member))
        if name in MAKING or not isinstance(member, FunctionType):
            continue
        itself = member.__code__.co_varnames[:1]
        for written in find_written_names(member.__code__):
            first, _, attribute = written.partition(".")
            if attribute and (first,) == itself:
                yield attribute.partition(".")[0], name
