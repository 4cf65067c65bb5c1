"""What a submission lacks on the machine that runs it, and which answers depend on it.

This is used where a submission runs. A lack is no error of the student's: a module that is not
installed, a file that was not handed in, a connection, memory, a keyboard. What follows from it is
found by names: a cell that failed gave its names no value that counts, and so did every cell that
uses one of them.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection
from types import ModuleType

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
    """
    one: BaseException | None = error
    for _ in range(CAUSES_MAX):
        if one is None:
            break
        if kind := kind_of(one):
            return kind, name_of(one)
        one = one.__cause__
    return "", ""


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
        without: Collection[str] = (), gives: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Note a cell that was run: whether it failed for a lack, and what depends on it.

        ``unnamed`` is True if the cell missed a name; ``without`` lists names that it left without
        a value, and ``gives`` those of the answers for which the cell is there.
        """
        bound, read = names_in(code)
        if failed:
            bound.update(gives)
        causes = (self._causes[name] for name in read if name in self._causes)
        cause = cell if failed else next(causes, "")
        if not cause and unnamed:
            cause = self.cause(ANY)
        if cause:
            self._causes |= dict.fromkeys(bound, cause)
        else:
            for name in bound.difference(without):
                self._causes.pop(name, None)
        if failed and STAR.search(code):
            self._causes[ANY] = cell


def names_in(code: str) -> tuple[set[str], set[str]]:
    """Return the names that code binds and those that it reads.

    Code that is no Python may do both to each of its names.

    >>> bound, read = names_in("import a.b as c\\ntotal += f(x)")
    >>> sorted(bound), sorted(read)
    (['c', 'total'], ['f', 'total', 'x'])
    """
    try:
        tree = ast.parse(code)
    except Exception:  # a stranger's code may break the parser in any way
        found = set(IDENTIFIER.findall(code))
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
