"""Lessons: one source for each, of which the class gets a version without the teacher's cells.

The source is the teacher's notebook. A cell with the tag ``teacher`` (plan, answers, marking) is
for the teacher alone; everything else is for both. What is to be noticed is folded, so
that nobody who scrolls on reads what came before having predicted it. Where a teacher's own lesson
leaves it open, it is folded for the class.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from classkit.engine.errors import ClasskitError

FOLDER = Path("lessons")
TEACHER = "teacher"
"""The tag of a cell that only the teacher's notebook has."""
NOTICE = "**What to notice**"
"""The first line of a cell that says what came of what was predicted."""
FOLDED = """<details class="notice"><summary><b>What to notice</b></summary>{}

</details>"""
"""A cell as JupyterLab, Notebook and Voila show it folded.

While a cell above it waits for the class's answer, it does not open (``widgets/waiting.py``).
"""


def find_lessons(wanted: list[Path]) -> list[Path]:
    """Return the notebooks named, by path or number, or every lesson in ``lessons/``."""
    if not wanted:
        found = sorted(FOLDER.glob("[0-9]*.ipynb"))
        if not found:
            raise ClasskitError(
                f"There are no lessons in {FOLDER}: run this in the copy of the repository, or "
                "name a notebook."
            )
        return found
    return [find_lesson(name) for name in wanted]


def find_lesson(name: Path) -> Path:
    """Return the notebook of that path, or the lesson of that number."""
    if name.suffix == ".ipynb" and name.is_file():
        return name
    digits = str(name)
    if digits.isascii() and digits.isdigit():
        for path in FOLDER.glob(f"{int(digits[:9]):02d}-*.ipynb"):
            return path
    raise ClasskitError(
        f"There is no lesson {name}: give its number, such as 5 (run this beside {FOLDER}), or the "
        "path of a notebook."
    )


def for_class(book: Any) -> Any:
    """Return a notebook as the class gets it: without the teacher's cells, outputs and counts.

    What is to be noticed is folded. A teacher's cell has to be text, since code that is left out
    could be missed further down.
    """
    shown = nbformat.v4.new_notebook(metadata=book.metadata)
    shown.nbformat_minor = book.nbformat_minor
    for cell in book.cells:
        if TEACHER in cell.metadata.get("tags", ()):
            if cell.cell_type != "markdown":
                raise ClasskitError(
                    f"The cell {cell.id} has the tag {TEACHER!r} and is code: later cells may need "
                    "what it does. Only text can be for the teacher alone."
                )
            continue
        kept = nbformat.from_dict(cell)
        if kept.cell_type == "code":
            kept.outputs, kept.execution_count = [], None
        elif kept.source.startswith(NOTICE):
            kept.source = FOLDED.format(kept.source.removeprefix(NOTICE))
        shown.cells.append(kept)
    return shown


def build(sources: list[Path], to: Path) -> Iterator[Path]:
    """Write each lesson as the class gets it to ``to/NAME.ipynb``. Yield the paths."""
    for source in sources:
        path = to / source.name
        if path.resolve() == source.resolve():
            raise ClasskitError(f"{path} is the source itself: write to another folder.")
        try:
            book = nbformat.read(source, as_version=4)
        except (ValueError, nbformat.ValidationError) as error:
            raise ClasskitError(f"{source} is not a notebook: {str(error)[:200]}") from error
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(for_class(book), path)
        yield path
