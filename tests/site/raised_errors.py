"""Public errors that a call may raise, found in its source and in that of what it calls."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from classkit.engine.errors import ClasskitError

DEPTH = 3
"""How many calls deep the search goes."""
INTERNAL = ("BrokenRuleError", "LedgerError")
"""Errors that the match turns into a RuleError."""


def find_raised(call: Any, owner: type | None = None, depth: int = DEPTH) -> set[type[Exception]]:
    """Return the errors of classkit that a call may raise.

    Only calls of functions of the same module's namespace and of methods of ``self`` are followed.
    An error that an ``except`` around it catches does not count.

    >>> from classkit.engine.match import Match
    >>> sorted(error.__name__ for error in find_raised(Match.redo, Match))
    ['ClasskitError', 'NothingToDo', 'RuleError']
    """
    return Search(owner).visit_call(call, depth)


class Search:
    """One search through the source of calls. ``owner`` is the class of ``self``."""

    def __init__(self, owner: type | None) -> None:
        self.owner = owner
        self.seen: set[Any] = set()

    def visit_call(self, call: Any, depth: int) -> set[type[Exception]]:
        """Return what a function raises, each function once."""
        function = inspect.unwrap(call)
        if function in self.seen or not inspect.isfunction(function):
            return set()
        self.seen.add(function)
        source = inspect.getsource(function)
        tree = ast.parse(f"if True:\n{source}" if source.startswith(" ") else source)
        body = next((node.body for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)), [])
        return {error for node in body for error in self.walk(node, function, depth)}

    def walk(self, node: ast.AST, function: Any, depth: int) -> Iterator[type[Exception]]:
        """Yield what a statement raises."""
        if isinstance(node, (ast.Lambda, ast.FunctionDef)):
            return
        if isinstance(node, ast.Try):
            caught = tuple(self.find_caught(node, function))
            for inner in node.body:
                yield from (
                    error
                    for error in self.walk(inner, function, depth)
                    if not issubclass(error, caught)
                )
            after: list[ast.AST] = [*node.handlers, *node.orelse, *node.finalbody]
            for part in after:
                yield from self.walk(part, function, depth)
            return
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            error: Any = function.__globals__.get(ast.unparse(raised).partition(".")[0])
            is_public = inspect.isclass(error) and issubclass(error, ClasskitError)
            if is_public and error.__name__ not in INTERNAL:
                yield error
        if isinstance(node, ast.Call) and depth:
            yield from self.visit_call(self.find_called(node.func, function), depth - 1)
        for child in ast.iter_child_nodes(node):
            yield from self.walk(child, function, depth)

    def find_caught(self, node: ast.Try, function: Any) -> Iterator[type[BaseException]]:
        """Yield the classes that the handlers of a ``try`` catch."""
        for handler in node.handlers:
            if handler.type is None:
                yield BaseException
                continue
            types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            for one in types:
                name = ast.unparse(one)
                found = function.__globals__.get(name) or vars(__import__("builtins")).get(name)
                if inspect.isclass(found) and issubclass(found, BaseException):
                    yield found

    def find_called(self, called: ast.expr, function: Any) -> Any:
        """Return the function of classkit that an expression names, or None."""
        found = None
        if isinstance(called, ast.Name):
            found = function.__globals__.get(called.id)
        elif isinstance(called, ast.Attribute) and ast.unparse(called.value) == "self":
            found = inspect.getattr_static(self.owner, called.attr, None) if self.owner else None
            found = getattr(found, "__func__", found)
        is_own = inspect.isfunction(found) and found.__module__.startswith("classkit")
        return found if is_own else None
