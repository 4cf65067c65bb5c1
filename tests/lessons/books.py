"""Lessons as the tests read and run them; each is run once, whichever process asks first."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from filelock import FileLock
from nbclient import NotebookClient

LESSONS = sorted((Path(__file__).parents[2] / "lessons").glob("[0-9]*.ipynb"))


KEPT: list[Path] = []
"""The folder of the lessons that have been run; all processes of one test run share it."""


def read(path: Path) -> Any:
    """A notebook as it is kept."""
    return nbformat.read(path, as_version=4)


@cache
def executed(path: Path) -> Any:
    """The lesson run from top to bottom; warnings are errors."""
    kept = KEPT[0] / path.name
    with FileLock(kept.with_suffix(".lock")):
        if not kept.exists():
            nbformat.write(run(path), kept)
    return read(kept)


def run(path: Path) -> Any:
    """Run a lesson in a kernel of its own."""
    book = read(path)
    strict = nbformat.v4.new_code_cell("import warnings\nwarnings.simplefilter('error')")
    book.cells.insert(0, strict)
    NotebookClient(book, timeout=600, kernel_name="python3").execute()
    return book


def lesson(number: str) -> Any:
    """The lesson of that number, executed."""
    return executed(next(path for path in LESSONS if path.name.startswith(number)))


def words(book: Any) -> str:
    """Everything a lesson says."""
    return "\n".join(one.source for one in book.cells if one.cell_type == "markdown")


def cell(book: Any, cell_id: str) -> Any:
    """The cell of that id."""
    return next(one for one in book.cells if one.id == cell_id)


def results(book: Any, cell_id: str) -> str:
    """What a cell shows as text, or prints."""
    return "".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell(book, cell_id).outputs
    )


def says(book: Any, cell_id: str, *phrases: str) -> None:
    """A cell of text says all of this; line ends count as spaces."""
    text = " ".join(cell(book, cell_id).source.split())
    for phrase in phrases:
        assert phrase in text, f"{cell_id}: {phrase}"


def dollars(amount: int) -> str:
    """An amount as the lessons write it.

    >>> dollars(300_000)
    '300,000'
    """
    return f"{amount:,}"
