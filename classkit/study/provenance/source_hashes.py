"""Hashes of a game's files and of the kernel's files.

Comments, docstrings, formatting, unused imports and the rulebook do not affect results, so they do
not affect the hashes. Editions have their own hashes.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from classkit.engine.editions import Editions
from classkit.engine.game import Game
from classkit.version import __version__

from .hashing import hash_text
from .user_modules import GAMES

KERNEL = ("engine", "mechanics", "study")
"""Folders of classkit whose code determines every match and the data that a study records."""
NOT_LOOKED_INTO = ("__pycache__", "tests")
MAX_FOLDER_DEPTH = 8
"""Maximum depth of nested folders, because links may form a cycle."""


def mark_of_kernel() -> str:
    """Return the hash of the kernel code that this process has loaded."""
    return KERNEL_LOADED


def read_kernel() -> str:
    """Return the hash of classkit's version and of its kernel files."""
    folders = [files(f"classkit.{part}") for part in KERNEL]
    return hash_text("\n".join([__version__, *map(mark_of_folder, folders)]))


def mark_of_folder(folder: Traversable) -> str:
    """Return the hash of all code in a folder, independent of line endings."""
    contents = [
        f"{name} {plain(file.read_bytes())!r}"
        for name, file in sorted(iter_files(folder))
        if name.endswith(".py")
    ]
    return hash_text("\n".join(contents))


def hash_sources(game: Game[Any]) -> dict[str, str]:
    """Return the hashes of a game's files: "fishery/game.py:hold_market".

    They include the package (or the single file) that defines the game's class, and the packages
    of the games that it extends. A game of classkit has a single hash. A game defined in a notebook
    has no hashes, because it exists only in memory.
    """
    found: dict[str, str] = {}
    for kind in type(game).__mro__:
        module = sys.modules.get(kind.__module__)
        if module is None or not issubclass(kind, Game) or kind.__module__ == Game.__module__:
            continue
        package = module.__package__
        if kind.__module__.startswith(GAMES):
            shipped = ".".join(kind.__module__.split(".")[:3])
            found[module_to_path(shipped)] = mark_of_folder(files(shipped))
        elif package:
            editions = game.library.folder if isinstance(game.library, Editions) else None
            for name, file in sorted(iter_files(files(package), editions)):
                found |= hash_file_definitions(f"{module_to_path(package)}/{name}", file)
        elif isinstance(module.__file__, str) and Path(module.__file__).is_file():
            file = Path(module.__file__)
            found |= hash_file_definitions(file.name, file)
    return found


def module_to_path(module: str) -> str:
    """Return the path of a module without the suffix."""
    return module.replace(".", "/")


def iter_files(
    folder: Traversable, but: Path | None = None, above: str = "", depth: int = 0
) -> Iterator[tuple[str, Traversable]]:
    """Yield the files in a folder and its subfolders, and their relative paths."""
    for entry in folder.iterdir():
        name = f"{above}{entry.name}"
        if entry.name.startswith(".") or entry.name in NOT_LOOKED_INTO or entry == but:
            continue
        if entry.is_file():
            yield name, entry
        elif entry.is_dir() and depth < MAX_FOLDER_DEPTH:
            yield from iter_files(entry, but, f"{name}/", depth + 1)


def hash_file_definitions(name: str, file: Traversable) -> dict[str, str]:
    """Return the hashes of the definitions in a file, by file name and definition."""
    if name.endswith((".pyc", ".lock", ".md")) or is_table(file):
        return {}
    content = plain(file.read_bytes())
    if name.endswith(".py"):
        return {f"{name}:{one}": mark for one, mark in definitions(content).items()}
    return {f"{name}:": hash_text(repr(content))}


def is_table(file: Traversable) -> bool:
    """Return whether a file is a study's results table that was saved next to the game's files."""
    return isinstance(file, Path) and file.with_suffix(".jsonl").exists()


def plain(content: bytes) -> bytes:
    """Return the content with Unix line endings."""
    return content.replace(b"\r\n", b"\n")


@lru_cache(maxsize=1_000)
def definitions(content: bytes) -> dict[str, str]:
    r"""Return the hash of each definition in a Python file, and of all other statements as "".

    >>> one = definitions(b"PRICE = 3\ndef sell(t):\n    '''Sell.'''\n    t.pay(PRICE)\n")
    >>> two = definitions(b"PRICE = 4  # dearer\n\ndef sell(t):\n    t.pay(PRICE)\n")
    >>> [name for name in one if one[name] != two[name]]
    ['PRICE']
    """
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):  # not loadable as Python, so it cannot affect results
        return {"": hash_text(repr(content))}
    used = names_used(tree)
    for node in ast.walk(tree):
        if isinstance(getattr(node, "body", None), list):
            node.body = [one for one in node.body if counts(one, used)]  # type: ignore[attr-defined]
    texts: dict[str, list[str]] = {}
    for name, node in iter_definitions(tree.body):
        texts.setdefault(name, []).append(ast.dump(node))
    return {name: hash_text("\n".join(lines)) for name, lines in texts.items()}


def mark_stated(module: str, name: str) -> str:
    """Return the hash of the value that a module's file assigns to a name, or "" if none.

    The name may be a class member: "Trader.seen".
    """
    file = getattr(sys.modules.get(module), "__file__", None)
    try:
        content = plain(Path(file).read_bytes()) if isinstance(file, str) else b""
    except OSError:
        return ""
    above, _, last = name.rpartition(".")
    marks = []
    for key, mark in definitions(content).items():
        where, _, names = key.rpartition(".")
        if where == above and last in names.split(", "):
            marks.append(mark)
    return hash_text("\n".join(marks)) if marks else ""


def names_used(tree: ast.Module) -> set[str]:
    """Return the names that a file uses outside import statements, including __all__."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if "__all__" in used:
        texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        used |= {text for text in texts if isinstance(text, str)}
    return used


def counts(node: ast.stmt, used: set[str]) -> bool:
    """Return whether a statement may affect a result.

    An import counts only if it is used. A string expression is a docstring and does not count.
    """
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        node.names = [
            one for one in node.names if (one.asname or one.name.partition(".")[0]) in {*used, "*"}
        ]
        return bool(node.names)
    value = node.value if isinstance(node, ast.Expr) else None
    return not (isinstance(value, ast.Constant) and isinstance(value.value, str))


def iter_definitions(body: list[ast.stmt], above: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Yield the statements of a file with the names that they define, class members separately."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not above:
            members, node.body = node.body, []
            yield node.name, node
            yield from iter_definitions(members, f"{node.name}.")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield f"{above}{node.name}", node
        else:
            yield f"{above}{', '.join(targets(node))}", node


def targets(node: ast.stmt) -> list[str]:
    """Return the names that a statement assigns."""
    if isinstance(node, ast.Assign):
        places: list[ast.expr] = node.targets
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
        places = [node.target]
    else:
        return []
    names = [one for place in places for one in ast.walk(place) if isinstance(one, ast.Name)]
    return [one.id for one in names]


KERNEL_LOADED = read_kernel()
"""Hash of the kernel when this module was loaded. Later changes to files do not affect it."""
