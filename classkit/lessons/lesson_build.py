"""Lesson build: creates the class's notebook from the teacher's notebook.

Cells with the tag ``teacher`` (plan, answers, marking) are omitted from the class version. Cells
that begin with "What to notice" are collapsed, so that the class does not read about the result
before predicting it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from classkit.clause_hovers import mark_clauses
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import find, list_games
from classkit.engine.rulebook_text import Rulebook
from classkit.engine.untrusted_input import UnreadableData, decode_text, find_merge_marks

LESSONS_FOLDER = Path("lessons")
MAX_BYTES = 100_000_000
"""Maximum size of a lesson, whose outputs may contain pictures."""
TEACHER_TAG = "teacher"
"""Tag of cells that only the teacher's notebook contains."""
NOTICE_HEADING = "**What to notice**"
"""Heading of a cell that discusses the result of a prediction."""
FOLDED_TEMPLATE = """<details class="notice"><summary><b>What to notice</b></summary>{}

</details>"""
"""Collapsed cell for JupyterLab, Notebook and Voila.

It cannot be opened while a cell above it waits for the class's answer
(``widgets/prediction_wait.py``).
"""


def find_lessons(wanted: list[Path]) -> list[Path]:
    """Return the notebooks with these paths or numbers, or all lessons in ``lessons/``."""
    if not wanted:
        found = sorted(LESSONS_FOLDER.glob("[0-9]*.ipynb"))
        if not found:
            raise ClasskitError(
                f"There are no lessons in {LESSONS_FOLDER}. Run this in a copy of the "
                "repository, or pass the path of a notebook."
            )
        return found
    return [find_lesson(name) for name in wanted]


def find_lesson(name: Path) -> Path:
    """Return the notebook with this path or number. Raise ClasskitError if it does not exist."""
    if name.suffix == ".ipynb" and name.is_file():
        return name
    digits = str(name)
    if digits.isascii() and digits.isdigit():
        for path in LESSONS_FOLDER.glob(f"{int(digits[:9]):02d}-*.ipynb"):
            return path
    raise ClasskitError(
        f"There is no lesson {name}. Pass its number, such as 5 (next to the folder "
        f"{LESSONS_FOLDER}), or the path of a notebook."
    )


def make_class_version(book: Any) -> Any:
    """Return the class version of a notebook, without teacher cells, outputs and counts.

    Numbers of clauses show their text on hover.

    Raises ClasskitError if a teacher cell contains code, because later cells may depend on it.
    """
    shown = nbformat.v4.new_notebook(metadata=book.metadata)
    shown.nbformat_minor = book.nbformat_minor
    rulebooks = find_rulebooks(book)
    for cell in book.cells:
        if TEACHER_TAG in cell.metadata.get("tags", ()):
            if cell.cell_type != "markdown":
                raise ClasskitError(
                    f"The cell {cell.id} has the tag {TEACHER_TAG!r} but contains code, on "
                    "which later cells may depend. Use the tag only for text cells."
                )
            continue
        kept = nbformat.from_dict(cell)
        if kept.cell_type == "code":
            kept.outputs, kept.execution_count = [], None
        elif kept.source.startswith(NOTICE_HEADING):
            kept.source = FOLDED_TEMPLATE.format(kept.source.removeprefix(NOTICE_HEADING))
        if kept.cell_type == "markdown":
            kept.source = mark_clauses(kept.source, *rulebooks)
        shown.cells.append(kept)
    return shown


def find_rulebooks(book: Any) -> list[Rulebook]:
    """Return the rules of the games whose names are strings in the code of a notebook."""
    code = "\n".join(cell.source for cell in book.cells if cell.cell_type == "code")
    played = [name for name in list_games() if f'"{name}"' in code or f"'{name}'" in code]
    return [find(name).rulebook for name in played]


def build_lessons(sources: list[Path], to: Path) -> Iterator[Path]:
    """Write the class version of each lesson to ``to/NAME.ipynb``, and yield the paths."""
    for source in sources:
        path = to / source.name
        if path.resolve() == source.resolve():
            raise ClasskitError(f"{path} is the source. Write to another folder.")
        try:
            text = decode_text(source.read_bytes(), MAX_BYTES)
            if reason := find_merge_marks(text):
                raise ClasskitError(f"{source} {reason}.")
            book = nbformat.reads(text, as_version=4)
        except UnreadableData as error:
            raise ClasskitError(f"{source} {error.reason}.") from None
        except ClasskitError:
            raise
        except (ValueError, nbformat.ValidationError) as error:
            raise ClasskitError(f"{source} is not a notebook: {str(error)[:200]}") from error
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(make_class_version(book), path)
        yield path
