"""Finding submissions in the students' folders.

A notebook is recognized by the name of its assignment or by its contents: the sheet that it names,
or the names of its cells. A doubtful one is not marked, and the table says so.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from .handed import Handed
from .layout import Layout
from .notebook_file import Notebook, read_submission
from .plain import one_line
from .running import Limits
from .source import Source
from .submission import hand_in

SHOWN = 3
"""The most files named in a sentence."""


def hand_in_of(folder: Path, source: Source, limits: Limits) -> Handed:
    """Run the submission in a student's folder, if there is one."""
    try:
        found = found_in(folder, source)
        if not found:
            return without_notebook(folder, source)
    except OSError as error:
        return Handed(problem=f"the folder cannot be read: {error.strerror or error}")
    (path, book), *others = found.items()
    if any(other != book for _, other in others):
        return Handed(
            problem=f"there are {len(found)} notebooks of it that differ, {names_of([*found])}: "
            "leave the one that counts"
        )
    handed = hand_in(book, source, limits)
    if others:
        handed.remarks.append(f"{len(found)} copies of it, all alike")
    elif not is_called(path, source.name):
        handed.remarks.append(
            f"{one_line(path.name)} was marked: it has the cells of this assignment"
        )
    return handed


def found_in(folder: Path, source: Source) -> dict[Path, Notebook]:
    """Find the notebooks of an assignment in a student's folder, by name or contents."""
    books = {path: read_submission(path) for path in notebooks_in(folder)}
    return {
        path: book
        for path, book in books.items()
        if is_called(path, source.name) or has_cells_of(book, source)
    }


def has_cells_of(book: Notebook, source: Source) -> bool:
    """Return True if a notebook is one of an assignment, judging by its contents."""
    if book.sheet:
        return book.sheet == source.sheet
    layout = Layout(book.cells, source)
    by_id = bool(layout.asked) and layout.asked.keys() <= layout.own.keys()
    return by_id or (layout.is_known and layout.sheet == source.sheet)


def without_notebook(folder: Path, source: Source) -> Handed:
    """Return the result for a student without a notebook of an assignment."""
    if why := why_astray(folder, source):
        return Handed(problem=why)
    siblings = {path.stem for path in source.path.parent.glob("*.ipynb")}
    unknown = [
        path
        for path in notebooks_in(folder)
        if not any(is_called(path, name) for name in siblings)
        and read_submission(path).sheet not in siblings
    ]
    if unknown:
        return Handed(
            problem=f"{names_of(unknown)} is not clearly {source.name}: if it is, call it "
            f"{source.name}.ipynb"
        )
    if not notebooks_in(folder) and (others := [*files_in(folder)]):
        return Handed(
            problem=f"there is no notebook in the folder, only {names_of(others)}: ask for the "
            "notebook"
        )
    return Handed(absent="nothing was handed in")


def names_of(paths: list[Path]) -> str:
    """List the names of some files, only the first ones if there are many."""
    return one_line(", ".join(path.name for path in paths[:SHOWN]))


def why_astray(folder: Path, source: Source) -> str:
    """Explain why a file with the assignment's name is not marked; empty if there is no such file.

    It may be a link, lie too deep, or not be called a notebook ("NAME.ipynb.txt", "NAME.zip").
    """
    called = [path for path in files_in(folder) if is_called(path, source.name)]
    if not called:
        return ""
    if any(path.is_symlink() for path in called):
        path = next(path for path in called if path.is_symlink())
        return one_line(f"{path.name} is a link to another place: put a copy there")
    named = called[0].relative_to(folder).as_posix()
    return one_line(f"{named} is not marked: a file {source.name}.ipynb in the student's folder is")


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder at any depth, without hidden ones; links are not followed."""
    for at, below, names in os.walk(folder):
        below[:] = sorted(filter(is_visible, below))
        yield from (Path(at, name) for name in sorted(filter(is_visible, names)))


def is_called(path: Path, name: str) -> bool:
    """Return whether a file's name contains that of an assignment, as a word of its own.

    Browsers write "NAME (1).ipynb", people "Copy of NAME.ipynb" and the like.

    >>> is_called(Path("Copy of economy-read (1).ipynb"), "economy-read")
    True
    """
    wanted = rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
    return re.search(wanted, path.stem, re.IGNORECASE) is not None


def notebooks_in(folder: Path) -> list[Path]:
    """List all notebooks in a student's folder or one folder below; OSError if one is unreadable.

    Links are not followed: they may lead to another student's work.
    """
    found: list[Path] = []
    for path in in_folder(folder):
        is_below = path.is_dir() and not path.is_symlink()
        found += [path, *in_folder(path)] if is_below else [path]
    books = [path for path in found if path.suffix.lower() == ".ipynb" and not path.is_symlink()]
    return sorted(books, key=lambda path: (len(path.name), path.name))


def in_folder(folder: Path) -> list[Path]:
    """List the contents of a folder without hidden things."""
    return [path for path in folder.iterdir() if is_visible(path.name)]


def is_visible(name: str) -> bool:
    """Return True unless a name is hidden, or the one that macOS puts into archives."""
    return not name.startswith(".") and name != "__MACOSX"


def was_handed_in(folder: Path, source: Source) -> bool:
    """Return True if any student's folder contains something of an assignment."""
    for path in in_folder(folder):
        with suppress(OSError):  # an unreadable folder is reported when the others are marked
            if path.is_dir() and (found_in(path, source) or why_astray(path, source)):
                return True
    return False


def handed_in_at(folder: Path, source: Source) -> datetime:
    """Return when the newest of a student's files was handed in, by the system's own record."""
    found = [path for path in found_in(folder, source) if path.is_file()]
    times = [path.stat().st_mtime for path in found] or [0.0]
    return datetime.fromtimestamp(max(times))
