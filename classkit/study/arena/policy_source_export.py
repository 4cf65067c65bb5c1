"""Export of policies from notebooks: the source of a function or class with its dependencies.

Each policy runs in its own process, which loads only the policy's file. Therefore the file also
contains the dependencies of the policy: functions and classes of the same module as source, modules
and importable objects as imports, and plain values as literals.
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

from classkit.engine.errors import ClasskitError, truncate_text

from .policy_file import PolicyFile

Definition = FunctionType | type
"""Types that are exported as source."""
REMEDY = "write the policy to a file, in a notebook with %%writefile NAME.py"


def export_policy(policy: Callable[..., Any]) -> PolicyFile:
    """Convert a function or class to a policy file.

    Args:
        policy: A named function, or a class.

    Returns:
        Name, path and source of the file. Nothing is written to disk.

    Raises:
        ClasskitError: If the policy has no name or its source is not available, or if it uses a
            value that has no literal, such as an open file.

    >>> from classkit.study.arena import ratings
    >>> print(export_policy(ratings.need_packages).source.splitlines()[-1])
    policy = need_packages
    """
    if not isinstance(policy, Definition) or policy.__name__ == "<lambda>":
        raise ClasskitError(
            f"{truncate_text(policy)} cannot be written to a file. Pass a function `def "
            "name(view, decision)`, a class of policies, or the name of a Python file."
        )
    writing = SourceBundle(policy.__name__, policy.__module__)
    writing.add_definition(policy.__name__, policy)
    lines = [*writing.imports, *writing.parts]
    if policy.__name__ != "policy":
        lines.append(f"policy = {policy.__name__}")
    name = policy.__name__
    return PolicyFile(name, Path(f"{name}.py"), "\n\n".join(lines) + "\n")


class SourceBundle:
    """Collects the source of one policy, with definitions before the code that uses them."""

    def __init__(self, policy: str, module: str) -> None:
        self.policy, self.module = policy, module
        self.imports: list[str] = []
        self.parts: list[str] = []
        self.known: dict[str, Any] = {}

    def add_definition(self, name: str, thing: Definition) -> None:
        """Add the source of a function or a class, after its dependencies."""
        self.known[name] = thing
        source = get_source(thing)
        around = get_namespace(thing)
        for needed in find_free_names(source):
            if needed in around:
                self.add_dependency(needed, around[needed])
        self.parts.append(source.rstrip())
        if name != thing.__name__:
            self.parts.append(f"{name} = {thing.__name__}")

    def add_dependency(self, name: str, value: Any) -> None:
        """Add the object with this name as source, import or literal, unless already added."""
        if name in self.known:
            if self.known[name] is value or (is_plain(value) and self.known[name] == value):
                return
            raise ClasskitError(
                f"{self.policy} needs two objects with the name {name!r}. Rename one of them."
            )
        if isinstance(value, ModuleType):
            self.known[name] = value
            self.imports.append(f"import {value.__name__} as {name}")
        elif isinstance(value, Definition) and value.__module__ == self.module:
            self.add_definition(name, value)
        elif (place := find_import(value)) is not None:
            self.known[name] = value
            self.imports.append(f"from {place[0]} import {place[1]} as {name}")
        elif is_plain(value):
            self.known[name] = value
            self.parts.append(f"{name} = {value!r}")
        else:
            raise ClasskitError(
                f"{self.policy} uses {name!r}, {truncate_text(value, 80)}, which cannot be "
                f"written to a file: create it inside the policy, or {REMEDY}."
            )


def get_source(thing: Definition) -> str:
    """Return the source of a function or class, dedented."""
    try:
        return dedent(
            get_class_source(thing) if isinstance(thing, type) else inspect.getsource(thing)
        )
    except (OSError, TypeError):
        raise ClasskitError(
            f"the source of {thing.__name__} is no longer available. Run its cell again, or "
            f"{REMEDY}."
        ) from None


def get_class_source(kind: type[Any]) -> str:
    """Return the source of a class, found through a method.

    Only methods record the notebook cell in which they were defined.
    """
    for method in list_functions(kind):
        lines = linecache.getlines(method.__code__.co_filename)
        at = method.__code__.co_firstlineno
        for node in ast.walk(ast.parse("".join(lines))):
            if not isinstance(node, ast.ClassDef) or node.name != kind.__name__:
                continue
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if first <= at <= (node.end_lineno or 0):
                return "".join(lines[first - 1 : node.end_lineno])
    return inspect.getsource(kind)


def find_free_names(source: str) -> list[str]:
    """Return the names that code uses but does not define, including built-ins, sorted.

    >>> find_free_names("def policy(view, decision):\\n    return min(LIMIT, view.cash('A'))\\n")
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


def get_namespace(thing: Definition) -> Mapping[str, Any]:
    """Return the globals and enclosing variables that a function or class can use, by name."""
    found: dict[str, Any] = {**vars(sys.modules[thing.__module__])}
    for function in list_functions(thing):
        found |= function.__globals__ | dict(inspect.getclosurevars(function).nonlocals)
    return found


def list_functions(thing: Definition) -> list[FunctionType]:
    """Return the function itself, or the methods and property getters that a class defines."""
    if isinstance(thing, FunctionType):
        return [thing]
    members = [getattr(member, "__func__", member) for member in vars(thing).values()]
    members += [member.fget for member in members if isinstance(member, property)]
    return [member for member in members if isinstance(member, FunctionType)]


def find_import(value: Any) -> tuple[str, str] | None:
    """Return the module and name under which an object can be imported, or None."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__":
        return None
    found = getattr(sys.modules.get(module), name, None)
    return (module, name) if found is value else None


def is_plain(value: Any) -> bool:
    """Return True if the ``repr`` of a value is a literal that evaluates to an equal value."""
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
