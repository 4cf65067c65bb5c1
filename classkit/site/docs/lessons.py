"""The lessons as pages: for everybody as the class gets them, and the teacher's plans and answers.

A lesson is run once, and kept in the user's cache for as long as neither its cells nor anything of
classkit changes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.preprocessors import CellExecutionError
from platformdirs import user_cache_path

from classkit.engine.errors import ClasskitError
from classkit.handout import run_through
from classkit.lessons.versions import TEACHER, for_class
from classkit.slides import FOLD
from classkit.study.code.marks import mark_of

from .charts import with_pictures
from .markdown import toctree
from .shelf import Shelf

FOLDER = "lessons"
CLASS = "lessons/class"
LANGUAGE_OF_CELLS = "ipython3"
UNUSED = {"site", "commands", "hosting", "assignments", "testing"}
"""The parts of classkit that no lesson uses: a change of them makes no lesson run again."""


def sources(shelf: Shelf) -> list[Path]:
    """Return the teacher's notebooks of the repository, in order."""
    return sorted((shelf.repository / FOLDER).glob("[0-9]*.ipynb"))


def announce(shelf: Shelf, answers: bool) -> None:
    """Say which pages are made of which notebooks, so that links find them."""
    shelf.pages[CLASS] = "lessons/index.md"
    for path in sources(shelf):
        shelf.pages[f"{CLASS}/{path.name}"] = f"lessons/{path.stem}.ipynb"
        if answers:
            shelf.pages[f"{FOLDER}/{path.name}"] = f"plans/{path.stem}.md"


def write(shelf: Shelf, run: bool, answers: bool) -> None:
    """Lay a page for each lesson, and with ``answers`` one for its teacher.

    Unless ``run``, the lessons are shown without what their cells give.
    """
    lessons = {path.stem: nbformat.read(path, as_version=4) for path in sources(shelf)}
    pages = {f"lessons/{stem}": title_of(book) for stem, book in lessons.items()}
    for path in sources(shelf):
        shown = for_class(lessons[path.stem])
        if run:
            shown = with_pictures(executed(shown, path))
        lay_book(shelf, f"lessons/{path.stem}", shown)
    shelf.lay("lessons/index", f"# Lessons\n\n{OPENING}\n\n{toctree(list(pages))}")
    if answers:
        plans = [f"plans/{stem}" for stem in lessons]
        shelf.lay("plans/index", f"# Plans and answers\n\n{FOR_TEACHERS}\n\n{toctree(plans)}")
        for stem, book in lessons.items():
            shelf.lay(f"plans/{stem}", plan_of(book, f"lessons/{stem}"))


OPENING = (
    "Ten lessons to give tomorrow, each for an hour in a room with one projector. They stand here "
    "as the class gets them, with the charts that their cells draw: fold out *What to notice* when "
    "you have predicted. Where **Run** stands below a cell, it runs in this browser; a picture of "
    "a table comes alive by **Play this table**."
)
FOR_TEACHERS = (
    "For each lesson the minutes of its parts, an hour without a projector, the wrong predictions "
    "that come, and the answers. Grade taking part and reasoning, never who won."
)


def title_of(book: Any) -> str:
    """Return the heading of a lesson."""
    first: str = book.cells[0].source
    return first.partition("\n")[0].removeprefix("# ")


def plan_of(book: Any, page: str) -> str:
    """Return the teacher's cells of a notebook as the Markdown of a page, unfolded."""
    texts = [cell.source for cell in book.cells if TEACHER in cell.metadata.get("tags", ())]
    opened = [FOLD.sub(heading, text).replace("</details>", "") for text in texts]
    lead = f"For the teacher. [The lesson as the class gets it](/{page}.ipynb)"
    return "\n\n".join([f"# {title_of(book)}", lead, *opened])


def heading(fold: re.Match[str]) -> str:
    """Return the words of a fold as a heading.

    >>> FOLD.sub(heading, "<details><summary><b>For the teacher</b>: plan</summary>")
    '## For the teacher: plan'
    """
    return "## " + fold[1].replace("<b>", "").replace("</b>", "")


def lay_book(shelf: Shelf, page: str, book: Any) -> None:
    """Lay a notebook as the source of a page."""
    book = deepcopy(book)
    book.metadata["language_info"] = {"name": "python", "pygments_lexer": LANGUAGE_OF_CELLS}
    shelf.lay(page, nbformat.writes(book), ".ipynb")


def executed(book: Any, path: Path) -> Any:
    """Return a lesson run from top to bottom in the folder of ``path``, or as it was kept."""
    kept = user_cache_path("classkit") / "lessons" / f"{path.stem}-{mark_of_run(book)}.ipynb"
    if kept.is_file():
        return nbformat.read(kept, as_version=4)
    print(f"Running {path.name} ...", file=sys.stderr, flush=True)
    made = deepcopy(book)
    try:
        run_through(made, path)
    except CellExecutionError as error:
        said = f"{error.ename}: {error.evalue}"
        raise ClasskitError(f"{path.name} cannot be run: {said[:400]}") from error
    kept.parent.mkdir(parents=True, exist_ok=True)
    for former in kept.parent.glob(f"{path.stem}-*.ipynb"):
        former.unlink()
    nbformat.write(made, kept)
    return made


def mark_of_run(book: Any) -> str:
    """Return a hash of a lesson's code cells and of the files of classkit that lessons use."""
    cells = [cell.source for cell in book.cells if cell.cell_type == "code"]
    return mark_of(f"{mark_of_package()}{cells}")


@cache
def mark_of_package() -> str:
    """Return the mark of all files of classkit by which lessons play."""
    return mark_of("\n".join(path.read_text(encoding="utf-8") for path in package_files()))


def package_files() -> Iterator[Path]:
    """Return the files of the package in order, those alone that a lesson may use."""
    for path in sorted(Path(__file__).parents[2].rglob("*")):
        if path.suffix in (".py", ".toml", ".csv", ".md") and UNUSED.isdisjoint(path.parts):
            yield path
