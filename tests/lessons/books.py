"""Lessons as the tests read and run them; each is run once, whichever process asks first."""

from __future__ import annotations

import ast
import re
from ast import literal_eval
from base64 import b64decode
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
from filelock import FileLock
from nbclient import NotebookClient
from numpy import frombuffer

PLOTLY = "application/vnd.plotly.v1+json"

LESSONS = sorted((Path(__file__).parents[2] / "lessons").glob("[0-9]*.ipynb"))


KEPT: list[Path] = []
"""The folder of the lessons that have been run; all processes of one test run share it."""

DEEP: list[bool] = []
"""Not empty in the long form."""

ANEW = "%reset -f\nimport warnings\nwarnings.simplefilter('error')"
"""The names of the lesson before are forgotten."""


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
    """Run a lesson in the kernel of this process: to start one takes longer than most lessons.

    In the long form each has a kernel of its own.
    """
    client = kernel()
    client.nb = read(path)
    client.nb.cells.insert(0, nbformat.v4.new_code_cell(ANEW))
    client.execute(cleanup_kc=bool(DEEP))
    return client.nb


@cache
def kernel() -> NotebookClient:
    """What runs one lesson after the other in one kernel, which ends with the process."""
    return NotebookClient(nbformat.v4.new_notebook(), timeout=600, kernel_name="python3")


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
    return results_of(cell(book, cell_id))


def results_of(one: Any) -> str:
    """The same of a cell; empty if it is one of text."""
    return "".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in one.get("outputs", ())
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


def flat(text: str) -> str:
    """Text in one line.

    >>> flat("two\\n  lines")
    'two lines'
    """
    return " ".join(text.split())


class Shown:
    """What the cells of an executed lesson show, under the names of the cells."""

    def __init__(self, book: Any) -> None:
        self.book = book

    def __getitem__(self, name: str) -> Any:
        """The value that a cell shows, as Python; what it prints, as text."""
        text = results(self.book, name.replace("_", "-"))
        try:
            return literal_eval(text)
        except (ValueError, SyntaxError):
            return text

    def charts(self, name: str) -> dict[str, dict[str, list[Any]]]:
        """The charts of a cell: title -> line -> its values."""
        found = {}
        for output in cell(self.book, name).outputs:
            if PLOTLY in output.get("data", {}):
                drawn = output["data"][PLOTLY]
                lines = {one.get("name", ""): numbers(one["y"]) for one in drawn["data"]}
                found[drawn["layout"].get("title", {}).get("text", "")] = lines
        return found

    def weigh(self, expression: str) -> Any:
        """What an expression over the names of cells comes to."""
        names = {one.id.replace("-", "_") for one in self.book.cells if one.cell_type == "code"}
        used = {one.id for one in ast.walk(ast.parse(expression)) if isinstance(one, ast.Name)}
        return eval(
            expression,
            {"charts": self.charts, "pairwise": pairwise, "number": number_after}
            | {name: self[name] for name in used & names},
        )


def number_after(text: str, words: str) -> float:
    """The number that stands behind some words.

    >>> number_after("revenue   2251, spread", "revenue")
    2251.0
    """
    found = re.search(re.escape(words) + r"\D*?(-?[\d,]*\.?\d+)", text)
    assert found is not None, f"{words!r} is not shown"
    return float(found[1].replace(",", ""))


def numbers(drawn: Any) -> list[Any]:
    """The values of a line, which plotly packs where it can."""
    if isinstance(drawn, dict):
        return [float(one) for one in frombuffer(b64decode(drawn["bdata"]), dtype=drawn["dtype"])]
    return list(drawn)
