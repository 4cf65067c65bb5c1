"""Finder for submissions in the students' folders.

A notebook is recognized by the name of its assignment, by the sheet that it opens, or by the ids of
its cells. A notebook that cannot be clearly identified is reported as an error in the results.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from .cell_layout import CellLayout
from .nbgrader_source import NbgraderSource
from .notebook_file import SubmittedNotebook, read_submission
from .plain_data import to_one_line
from .run_supervisor import SubmissionLimits
from .submission import run_submission
from .submission_contents import SubmissionContents

MAX_NAMES_SHOWN = 3
"""Maximum number of file names in a message."""


def run_student_submission(
    folder: Path, source: NbgraderSource, limits: SubmissionLimits
) -> SubmissionContents:
    """Find and run the submission in a student's folder."""
    try:
        found = find_submissions(folder, source)
        if not found:
            return explain_no_notebook(folder, source)
    except OSError as error:
        return SubmissionContents(problem=f"the folder cannot be read: {error.strerror or error}")
    (path, book), *others = found.items()
    if any(other != book for _, other in others):
        return SubmissionContents(
            problem=(
                f"the folder contains {len(found)} different notebooks "
                f"({format_file_names([*found])}). Keep only the one that counts"
            )
        )
    handed = run_submission(book, source, limits)
    if others:
        handed.remarks.append(f"{len(found)} identical copies of it")
    elif not has_assignment_name(path, source.name):
        handed.remarks.append(
            f"{to_one_line(path.name)} was marked: it has the cells of this assignment"
        )
    return handed


def find_submissions(folder: Path, source: NbgraderSource) -> dict[Path, SubmittedNotebook]:
    """Find the notebooks of an assignment in a student's folder, by name or contents."""
    books = {path: read_submission(path) for path in list_notebooks(folder)}
    return {
        path: book
        for path, book in books.items()
        if has_assignment_name(path, source.name) or has_assignment_cells(book, source)
    }


def has_assignment_cells(book: SubmittedNotebook, source: NbgraderSource) -> bool:
    """Return True if a notebook's contents belong to the assignment."""
    if book.sheet:
        return book.sheet == source.sheet
    layout = CellLayout(book.cells, source)
    by_id = bool(layout.answer_cells) and layout.answer_cells.keys() <= layout.own_cells.keys()
    return by_id or (layout.has_known_cells and layout.sheet == source.sheet)


def explain_no_notebook(folder: Path, source: NbgraderSource) -> SubmissionContents:
    """Return the result for a student who has no notebook of the assignment."""
    if why := explain_misplaced_file(folder, source):
        return SubmissionContents(problem=why)
    siblings = {path.stem for path in source.path.parent.glob("*.ipynb")}
    unknown = [
        path
        for path in list_notebooks(folder)
        if not any(has_assignment_name(path, name) for name in siblings)
        and read_submission(path).sheet not in siblings
    ]
    if unknown:
        return SubmissionContents(
            problem=(
                f"{format_file_names(unknown)} may not be {source.name}: if it is, rename it "
                f"to {source.name}.ipynb"
            )
        )
    if not list_notebooks(folder) and (others := [*iter_files(folder)]):
        return SubmissionContents(
            problem=f"there is no notebook in the folder, only {format_file_names(others)}: ask "
            "for the notebook"
        )
    return SubmissionContents(absent="nothing was handed in")


def format_file_names(paths: list[Path]) -> str:
    """Return the names of the first ``MAX_NAMES_SHOWN`` files."""
    return to_one_line(", ".join(path.name for path in paths[:MAX_NAMES_SHOWN]))


def explain_misplaced_file(folder: Path, source: NbgraderSource) -> str:
    """Explain why a file with the assignment's name is not marked, or "" if there is no such file.

    It may be a link, be in a subfolder, or have another suffix ("NAME.ipynb.txt", "NAME.zip").
    """
    called = [path for path in iter_files(folder) if has_assignment_name(path, source.name)]
    if not called:
        return ""
    if any(path.is_symlink() for path in called):
        path = next(path for path in called if path.is_symlink())
        return to_one_line(f"{path.name} is a link: replace it with a copy of the file")
    named = called[0].relative_to(folder).as_posix()
    return to_one_line(
        f"{named} is not marked: only {source.name}.ipynb in the student's folder is"
    )


def iter_files(folder: Path) -> Iterator[Path]:
    """Yield the visible files in a folder and its subfolders. Links are not followed."""
    for at, below, names in os.walk(folder):
        below[:] = sorted(filter(is_visible, below))
        yield from (Path(at, name) for name in sorted(filter(is_visible, names)))


def has_assignment_name(path: Path, name: str) -> bool:
    """Return True if a file's name contains the name of an assignment as a whole word.

    Browsers save "NAME (1).ipynb", and people create names like "Copy of NAME.ipynb".

    >>> has_assignment_name(Path("Copy of economy-read (1).ipynb"), "economy-read")
    True
    """
    wanted = rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
    return re.search(wanted, path.stem, re.IGNORECASE) is not None


def list_notebooks(folder: Path) -> list[Path]:
    """Return the notebooks in a student's folder and its direct subfolders.

    Links are not followed, because they may point to another student's work. Raises OSError if a
    folder is unreadable.
    """
    found: list[Path] = []
    for path in list_visible(folder):
        is_below = path.is_dir() and not path.is_symlink()
        found += [path, *list_visible(path)] if is_below else [path]
    books = [path for path in found if path.suffix.lower() == ".ipynb" and not path.is_symlink()]
    return sorted(books, key=lambda path: (len(path.name), path.name))


def list_visible(folder: Path) -> list[Path]:
    """Return a folder's entries, except hidden ones."""
    return [path for path in folder.iterdir() if is_visible(path.name)]


def is_visible(name: str) -> bool:
    """Return True unless a file is hidden, or an operating system adds it to folders.

    >>> is_visible("ada"), is_visible(".DS_Store"), is_visible("Thumbs.db")
    (True, False, False)
    """
    return not name.startswith(".") and name.casefold() not in SYSTEM_FILES


SYSTEM_FILES = frozenset({"__macosx", "thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"})
"""Names of files and folders, in lower case, that macOS and Windows add."""


def has_submissions(folder: Path, source: NbgraderSource) -> bool:
    """Return True if any student's folder contains files of an assignment."""
    for path in list_visible(folder):
        with suppress(OSError):  # unreadable folders are reported during grading
            if path.is_dir() and (
                find_submissions(path, source) or explain_misplaced_file(path, source)
            ):
                return True
    return False


def get_submission_time(folder: Path, source: NbgraderSource) -> datetime:
    """Return the modification time of a student's newest file."""
    found = [path for path in find_submissions(folder, source) if path.is_file()]
    times = [path.stat().st_mtime for path in found] or [0.0]
    return datetime.fromtimestamp(max(times))
