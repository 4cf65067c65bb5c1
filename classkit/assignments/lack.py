"""What a submission lacks on the machine that runs it, and which answers depend on it.

This is used where a submission runs. A lack is no error of the student's: a module that is not
installed, a file that was not handed in, a connection, memory, a keyboard. What follows from it is
found by names: a cell that failed gave its names no value that counts, and so did every cell that
uses one of them.
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
"""The kinds of lacks."""
CAUSES_MAX = 5
"""Maximum number of causes of an error that are looked at."""
ANY = "*"
"""Stands for names that nobody can list, such as those of ``from module import *``."""
IDENTIFIER = re.compile(r"[^\W\d]\w*")
LEFT_OUT = "classkit.assignments"
"""The package of which modules are left out on purpose; no answer needs them."""
STAR = re.compile(r"^\s*(?:%|!|from\s+[\w.]+\s+import\s+\*)", re.MULTILINE)


def lack_of(error: BaseException) -> tuple[str, str]:
    """Return the kind of lack behind an error and the name of what is lacking; "" if there is none.

    >>> lack_of(ModuleNotFoundError("No module named 'x.y'", name="x.y"))
    ('module', 'x.y')
    >>> lack_of(FileNotFoundError(2, "No such file or directory", "data.csv"))
    ('file', 'data.csv')
    >>> lack_of(NameError("name 'x' is not defined"))
    ('', '')

    An error that a cell itself raises reports no lack, unless it was raised while one was handled.
    """
    one: BaseException | None = error
    for _ in range(CAUSES_MAX):
        if one is None:
            break
        own = is_raised_by_cell(one)
        if not own and (kind := kind_of(one)):
            return kind, name_of(one)
        one = one.__cause__ or (one.__context__ if own else None)
    return "", ""


def is_raised_by_cell(error: BaseException) -> bool:
    """Return True for an error that a ``raise`` in the code of a cell began."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None or last.tb_frame.f_globals.get("__name__") != "__main__":
        return False
    code = last.tb_frame.f_code.co_code
    return 0 <= last.tb_lasti < len(code) and dis.opname[code[last.tb_lasti]] == "RAISE_VARARGS"


def kind_of(error: BaseException) -> str:
    """Return the kind of lack that an error reports; empty if it reports none."""
    if isinstance(error, ModuleNotFoundError):
        return "" if str(error.name).startswith(LEFT_OUT) else MODULE
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


def name_of(error: BaseException) -> str:
    """Return the name of what is lacking, as far as the error knows it."""
    if isinstance(error, OSError):
        return str(error.filename or "")
    if isinstance(error, AttributeError):
        return f"{getattr(error.obj, '__name__', '')}.{error.name}"
    return str(getattr(error, "name", None) or "")


class Trail:
    """Follows what depends on cells that could not do their work.

    >>> trail = Trail()
    >>> trail.follow("cell 2", "import numpy as np", failed=True)
    >>> trail.follow("answer-cost", "cost = np.sum([1, 2])")
    >>> trail.cause("cost"), trail.cause("price")
    ('cell 2', '')
    >>> trail.follow("cell 5", "cost = 3")
    >>> trail.cause("cost")
    ''
    """

    def __init__(self) -> None:
        self._causes: dict[str, str] = {}
        """Name without a value that counts -> the cell that could not do its work."""

    def cause(self, name: str) -> str:
        """Return the cell for whose lack a name has no value that counts; empty if it has one."""
        return self._causes.get(name, "")

    def follow(
        self, cell: str, code: str, *, failed: bool = False, unnamed: bool = False,
        line: int | None = None, without: Collection[str] = (), gives: Collection[str] = (),
        changeable: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Note a cell that was run: whether it failed for a lack, and what depends on it.

        ``unnamed`` is True if the cell missed a name; ``line`` is where it ended early, if it is
        known. ``without`` lists names that it left without a value, ``gives`` those of the answers
        for which the cell is there, and ``changeable`` answers that a statement may change without
        binding them, such as lists. What a statement did before the one that failed stands.

        >>> trail = Trail()
        >>> trail.follow("answer-tax", "tax = 5\\nimport numpy", failed=True, line=2, gives=["tax"])
        >>> trail.cause("tax")
        ''
        """
        parts = parts_of(code) if line or not (failed or unnamed) else [whole_of(code)]
        cause, done = "", set[str]()
        for part in parts:
            if line is None or part.last >= line:
                cause = cause or (cell if failed else "")
            known = (self._causes[name] for name in part.read if name in self._causes)
            why = cause or next(known, "")
            if line is None or part.last >= line:
                why = cause = why or (self.cause(ANY) if unnamed else "")
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
            if STAR.search(code):
                self._causes[ANY] = cell


class Part(NamedTuple):
    """A statement of a cell: its last line, the names that it binds, and those that it reads.

    ``guarded`` are those bound by an import of a missing module whose failure is caught.
    """

    last: int
    bound: set[str]
    read: set[str]
    guarded: set[str]


def whole_of(code: str) -> Part:
    """Return a cell as one part."""
    return Part(code.count("\n") + 1, *names_in(code), set())


def parts_of(code: str) -> list[Part]:
    """Return the statements of a cell; a single part if nobody knows which of them binds a name.

    >>> [sorted(part.bound) for part in parts_of("a = 1\\nb = a")]
    [['a'], ['b']]
    """
    try:
        tree = ast.parse(code)
        if any(isinstance(node, ast.Global) for node in ast.walk(tree)):
            return [whole_of(code)]
        return [
            Part(node.end_lineno or 0, *names_in(node), {*guarded_imports(node)})
            for node in tree.body
        ]
    except Exception:  # a stranger's code may break the parser in any way
        return [whole_of(code)]


def guarded_imports(tree: ast.AST) -> dict[str, str]:
    """Return the names bound by imports of missing modules whose failure is caught -> the module.

    >>> guarded_imports(ast.parse("try:\\n    import x1.y as x\\nexcept ImportError:\\n    pass"))
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
                    if is_missing(top):
                        found[alias.asname or alias.name.partition(".")[0]] = top
    return found


def is_missing(module: str) -> bool:
    """Return True if a module is not installed.

    >>> is_missing("no_such_module"), is_missing("json"), is_missing("")
    (True, False, False)
    """
    try:
        return bool(module) and module not in sys.modules and find_spec(module) is None
    except (ImportError, ValueError):
        return False


def names_in(code: str | ast.AST) -> tuple[set[str], set[str]]:
    """Return the names that code binds and those that it reads.

    Code that is no Python may do both to each of its names.

    >>> bound, read = names_in("import a.b as c\\ntotal += f(x)")
    >>> sorted(bound), sorted(read)
    (['c', 'total'], ['f', 'total', 'x'])
    """
    try:
        tree = ast.parse(code) if isinstance(code, str) else code
    except Exception:  # a stranger's code may break the parser in any way
        found = set(IDENTIFIER.findall(str(code)))
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
