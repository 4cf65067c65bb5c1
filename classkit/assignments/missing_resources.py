"""Missing resources: detects resources that a submission lacks here, and the affected answers.

This module runs in the sandbox. A missing resource is not the student's error. Examples are a
module that is not installed, a file that was not handed in, a connection, memory, or a keyboard.
Dependencies are found by name: the names that a failed cell binds have no valid value, and neither
do the names of any cell that uses one of them.
"""

from __future__ import annotations

import ast
import dis
import re
import sys
from collections.abc import Collection
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

MODULE, FILE, SYSTEM, MEMORY, KEYBOARD, COMMAND, VERSION = (
    "module", "file", "system", "memory", "keyboard", "command", "version",
)  # fmt: skip
"""Kinds of missing resources."""
MAX_CAUSES = 5
"""Maximum number of chained errors to inspect."""
ANY_NAME = "*"
"""Represents names that cannot be listed, such as names imported with ``from module import *``."""
IDENTIFIER_PATTERN = re.compile(r"[^\W\d]\w*")
EXCLUDED_PACKAGE = "classkit.assignments"
"""Package whose modules are deliberately excluded from the sandbox."""
STAR_PATTERN = re.compile(r"^\s*(?:%|!|from\s+[\w.]+\s+import\s+\*)", re.MULTILINE)


def find_missing_resource(error: BaseException) -> tuple[str, str]:
    """Return kind and name of the missing resource that caused an error, or ("", "").

    >>> find_missing_resource(ModuleNotFoundError("No module named 'x.y'", name="x.y"))
    ('module', 'x.y')
    >>> find_missing_resource(FileNotFoundError(2, "No such file or directory", "data.csv"))
    ('file', 'data.csv')
    >>> find_missing_resource(NameError("name 'x' is not defined"))
    ('', '')

    An error that a cell raises itself counts only if it was raised while handling such an error.
    """
    one: BaseException | None = error
    for _ in range(MAX_CAUSES):
        if one is None:
            break
        own = is_raised_by_cell(one)
        if not own and (kind := classify_error(one)):
            return kind, get_missing_name(one)
        one = one.__cause__ or (one.__context__ if own else None)
    return "", ""


def is_raised_by_cell(error: BaseException) -> bool:
    """Return True if a ``raise`` statement in a cell raised the error."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None or last.tb_frame.f_globals.get("__name__") != "__main__":
        return False
    code = last.tb_frame.f_code.co_code
    return 0 <= last.tb_lasti < len(code) and dis.opname[code[last.tb_lasti]] == "RAISE_VARARGS"


def classify_error(error: BaseException) -> str:
    """Return the kind of missing resource that an error reports, or ""."""
    if isinstance(error, ModuleNotFoundError):
        return "" if str(error.name).startswith(EXCLUDED_PACKAGE) else MODULE
    if isinstance(error, ImportError):
        return VERSION
    if isinstance(error, MemoryError):
        return MEMORY
    if isinstance(error, OSError):
        return FILE if isinstance(error.filename, (str, bytes)) else SYSTEM
    if isinstance(error, EOFError) or type(error).__name__ == "StdinNotImplementedError":
        return KEYBOARD
    if type(error).__name__ == "UsageError" and "not found" in str(error):
        return COMMAND
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return SYSTEM
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        top = error.obj.__name__.partition(".")[0]
        return "" if top in sys.stdlib_module_names or top in ("classkit", "__main__") else VERSION
    return ""


def get_missing_name(error: BaseException) -> str:
    """Return the name of the missing resource, or "" if the error does not contain it."""
    if isinstance(error, OSError):
        return str(error.filename or "")
    if isinstance(error, AttributeError):
        return f"{getattr(error.obj, '__name__', '')}.{error.name}"
    return str(getattr(error, "name", None) or "")


class LackTracker:
    """Tracks the names that depend on cells that failed because of a missing resource.

    >>> trail = LackTracker()
    >>> trail.record_cell("cell 2", "import numpy as np", failed=True)
    >>> trail.record_cell("answer-cost", "cost = np.sum([1, 2])")
    >>> trail.get_cause("cost"), trail.get_cause("price")
    ('cell 2', '')
    >>> trail.record_cell("cell 5", "cost = 3")
    >>> trail.get_cause("cost")
    ''
    """

    def __init__(self) -> None:
        self._causes: dict[str, str] = {}
        """Maps a name without a valid value to the cell that failed."""

    def get_cause(self, name: str) -> str:
        """Return the failed cell that a name depends on, or "" if the name has a valid value."""
        return self._causes.get(name, "")

    def record_cell(
        self, cell: str, code: str, *, failed: bool = False, unnamed: bool = False,
        line: int | None = None, without: Collection[str] = (), gives: Collection[str] = (),
        changeable: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Record a cell after it was run.

        Args:
            cell: The label of the cell.
            code: Its code. Statements before the failed statement keep their effect.
            failed: Whether the cell failed because of a missing resource.
            unnamed: Whether the cell failed with a NameError.
            line: The line at which the cell stopped early, if known.
            without: Names that the cell left without a value.
            gives: The answers that the cell is expected to set.
            changeable: Answers that a statement may change without binding them, such as lists.

        >>> trail, code = LackTracker(), "tax = 5\\nimport numpy"
        >>> trail.record_cell("answer-tax", code, failed=True, line=2, gives=["tax"])
        >>> trail.get_cause("tax")
        ''
        """
        parts = (
            split_statements(code)
            if line or not (failed or unnamed)
            else [make_whole_statement(code)]
        )
        cause, done = "", set[str]()
        for part in parts:
            if line is None or part.last >= line:
                cause = cause or (cell if failed else "")
            known = (self._causes[name] for name in part.read if name in self._causes)
            why = cause or next(known, "")
            if line is None or part.last >= line:
                why = cause = why or (self.get_cause(ANY_NAME) if unnamed else "")
            if why:
                changed = part.bound | (part.read & {*changeable})
                self._causes |= dict.fromkeys(changed, why)
            else:
                done |= part.bound
                for name in part.bound.difference(without):
                    self._causes.pop(name, None)
            for name in part.guarded & {*without}:
                self._causes[name] = cell
        if failed:
            self._causes |= dict.fromkeys({*gives} - done, cell)
            if STAR_PATTERN.search(code):
                self._causes[ANY_NAME] = cell


class CellStatement(NamedTuple):
    """A statement of a cell: its last line, the names that it binds, and the names that it reads.

    ``guarded`` contains the names bound by imports of missing modules whose error is caught.
    """

    last: int
    bound: set[str]
    read: set[str]
    guarded: set[str]


def make_whole_statement(code: str) -> CellStatement:
    """Return a whole cell as one statement."""
    return CellStatement(code.count("\n") + 1, *find_names(code), set())


def split_statements(code: str) -> list[CellStatement]:
    """Return the statements of a cell, or a single statement if the cell cannot be parsed.

    >>> [sorted(part.bound) for part in split_statements("a = 1\\nb = a")]
    [['a'], ['b']]
    """
    try:
        tree = ast.parse(code)
        if any(isinstance(node, ast.Global) for node in ast.walk(tree)):
            return [make_whole_statement(code)]
        return [
            CellStatement(node.end_lineno or 0, *find_names(node), {*find_guarded_imports(node)})
            for node in tree.body
        ]
    except Exception:  # untrusted code may break the parser in any way
        return [make_whole_statement(code)]


def find_guarded_imports(tree: ast.AST) -> dict[str, str]:
    """Map names to modules for imports of missing modules whose error is caught.

    >>> code = "try:\\n    import x1.y as x\\nexcept ImportError:\\n    pass"
    >>> find_guarded_imports(ast.parse(code))
    {'x': 'x1'}
    """
    found: dict[str, str] = {}
    for guard in ast.walk(tree):
        if not isinstance(guard, ast.Try) or not guard.handlers:
            continue
        for node in (one for part in guard.body for one in ast.walk(part)):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    named = node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
                    top = named.partition(".")[0]
                    if is_module_missing(top):
                        found[alias.asname or alias.name.partition(".")[0]] = top
    return found


def is_module_missing(module: str) -> bool:
    """Return True if a module is not installed.

    >>> is_module_missing("no_such_module"), is_module_missing("json"), is_module_missing("")
    (True, False, False)
    """
    try:
        return bool(module) and module not in sys.modules and find_spec(module) is None
    except (ImportError, ValueError):
        return False


def find_names(code: str | ast.AST) -> tuple[set[str], set[str]]:
    """Return the names that code binds and the names that it reads.

    If the code cannot be parsed, every name in it is in both sets.

    >>> bound, read = find_names("import a.b as c\\ntotal += f(x)")
    >>> sorted(bound), sorted(read)
    (['c', 'total'], ['f', 'total', 'x'])
    """
    try:
        tree = ast.parse(code) if isinstance(code, str) else code
    except Exception:  # untrusted code may break the parser in any way
        found = set(IDENTIFIER_PATTERN.findall(str(code)))
        return found, found
    bound: set[str] = set()
    read: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add(node.asname or node.name.partition(".")[0])
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            read.add(node.target.id)
    return bound, read
