"""Policies of a notebook as files: a function or a class, and all that it needs, written out.

A policy plays in a process of its own, which has read its file and nothing else. So what a function
of a notebook names outside of itself is written into that file: other functions and classes of the
notebook as they were typed, modules as imports, and plain values as they are now.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import symtable
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

from classkit.engine.errors import ClasskitError, shorten

from .policy_file import PolicyFile

Named = FunctionType | type
"""What is written out as it was typed."""
REMEDY = "write the policy into a file, in a notebook by %%writefile NAME.py"


def write_out(policy: Callable[..., Any]) -> PolicyFile:
    """Return the file that a function or a class of policies would be.

    Raises ClasskitError for what has no name or no source at hand, and where it needs a value that
    cannot be written down, such as an open file or another policy's memory.

    >>> from classkit.study.arena import ratings
    >>> print(write_out(ratings.need_packages).source.splitlines()[-1])
    policy = need_packages
    """
    if not isinstance(policy, Named) or policy.__name__ == "<lambda>":
        raise ClasskitError(
            f"{shorten(policy)} is no policy that can be written into a file: give a function "
            "`def name(view, decision)`, a class of policies, or the name of a Python file."
        )
    writing = Writing(policy.__name__, policy.__module__)
    writing.define(policy.__name__, policy)
    lines = [*writing.imports, *writing.parts]
    if policy.__name__ != "policy":
        lines.append(f"policy = {policy.__name__}")
    name = policy.__name__
    return PolicyFile(name, Path(f"{name}.py"), "\n\n".join(lines) + "\n")


class Writing:
    """The text of one policy as it grows: what is needed stands before what needs it."""

    def __init__(self, policy: str, module: str) -> None:
        self.policy, self.module = policy, module
        self.imports: list[str] = []
        self.parts: list[str] = []
        self.known: dict[str, Any] = {}

    def define(self, name: str, thing: Named) -> None:
        """Write a function or a class as it was typed, after all that it names."""
        self.known[name] = thing
        source = source_of(thing)
        around = namespace_of(thing)
        for needed in names_of_others(source):
            if needed in around:
                self.need(needed, around[needed])
        self.parts.append(source.rstrip())
        if name != thing.__name__:
            self.parts.append(f"{name} = {thing.__name__}")

    def need(self, name: str, value: Any) -> None:
        """Write what stands under a name, unless it has been written."""
        if name in self.known:
            if self.known[name] is value or (is_plain(value) and self.known[name] == value):
                return
            raise ClasskitError(
                f"{self.policy} needs two things called {name!r}, which one file cannot hold: "
                "give one of them another name."
            )
        if isinstance(value, ModuleType):
            self.known[name] = value
            self.imports.append(f"import {value.__name__} as {name}")
        elif isinstance(value, Named) and value.__module__ == self.module:
            self.define(name, value)
        elif (place := importable(value)) is not None:
            self.known[name] = value
            self.imports.append(f"from {place[0]} import {place[1]} as {name}")
        elif is_plain(value):
            self.known[name] = value
            self.parts.append(f"{name} = {value!r}")
        else:
            raise ClasskitError(
                f"{self.policy} uses {name!r}, {shorten(value, 80)}, which cannot be written into "
                f"a file: make it inside the policy, or {REMEDY}."
            )


def source_of(thing: Named) -> str:
    """Return the text of a function or class as it was typed, without the space in front."""
    try:
        return dedent(class_source(thing) if isinstance(thing, type) else inspect.getsource(thing))
    except (OSError, TypeError):
        raise ClasskitError(
            f"the lines of {thing.__name__} are not at hand any more: run its cell once more, or "
            f"{REMEDY}."
        ) from None


def class_source(kind: type[Any]) -> str:
    """Return the text of a class, found by its methods, which alone know their notebook cell."""
    for method in functions_in(kind):
        lines = linecache.getlines(method.__code__.co_filename)
        at = method.__code__.co_firstlineno
        for node in ast.walk(ast.parse("".join(lines))):
            if not isinstance(node, ast.ClassDef) or node.name != kind.__name__:
                continue
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if first <= at <= (node.end_lineno or 0):
                return "".join(lines[first - 1 : node.end_lineno])
    return inspect.getsource(kind)


def names_of_others(source: str) -> list[str]:
    """Return the names that some code uses and does not define, in order.

    >>> names_of_others("def policy(view, decision):\\n    return min(LIMIT, view.cash('A'))\\n")
    ['LIMIT', 'min']
    """
    whole = symtable.symtable(source, "policy", "exec")
    defined = {symbol.get_name() for symbol in whole.get_symbols() if symbol.is_assigned()}
    named: set[str] = set()
    tables = [whole]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (table is whole or symbol.is_global()):
                named.add(symbol.get_name())
    return sorted(named - defined)


def namespace_of(thing: Named) -> Mapping[str, Any]:
    """Return what the names in a function or class stand for, those around it included."""
    found: dict[str, Any] = {**vars(sys.modules[thing.__module__])}
    for function in functions_in(thing):
        found |= function.__globals__ | dict(inspect.getclosurevars(function).nonlocals)
    return found


def functions_in(thing: Named) -> list[FunctionType]:
    """Return the function itself, or all functions that a class defines, properties included."""
    if isinstance(thing, FunctionType):
        return [thing]
    members = [getattr(member, "__func__", member) for member in vars(thing).values()]
    members += [member.fget for member in members if isinstance(member, property)]
    return [member for member in members if isinstance(member, FunctionType)]


def importable(value: Any) -> tuple[str, str] | None:
    """Return the module and the name from which a function or class can be imported, if any."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__":
        return None
    found = getattr(sys.modules.get(module), name, None)
    return (module, name) if found is value else None


def is_plain(value: Any) -> bool:
    """Return whether Python reads a value back from its ``repr``."""
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
