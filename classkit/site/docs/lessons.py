"""Pages of the lessons: the class version of each lesson, and the plan for the teacher.

An executed lesson is cached until its cells or the modules of classkit change.
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
from classkit.handout import run_notebook
from classkit.lessons.lesson_build import TEACHER_TAG, make_class_version
from classkit.notebook_preprocessors import FOLD_PATTERN
from classkit.study.code_hashes import hash_text

from .chart_html import replace_outputs
from .markdown import format_toctree
from .source_tree import SourceTree

FOLDER = "lessons"
CLASS_FOLDER = "lessons/class"
OVERVIEW = "lessons/README.md"
"""The text of the index page of the lessons."""
LANGUAGE_OF_CELLS = "ipython3"
UNUSED_PACKAGES = {"site", "commands", "hosting", "assignments", "testing"}
"""Subpackages that no lesson uses. Changes in them do not invalidate cached lessons."""


def list_notebooks(tree: SourceTree) -> list[Path]:
    """Return the teacher's notebooks of the repository, in order."""
    return sorted((tree.repository / FOLDER).glob("[0-9]*.ipynb"))


def register_pages(tree: SourceTree) -> None:
    """Register the pages of the notebooks as the targets of links to the notebooks."""
    tree.pages |= {CLASS_FOLDER: "lessons/index.md", OVERVIEW: "lessons/index.md"}
    for path in list_notebooks(tree):
        tree.pages[f"{CLASS_FOLDER}/{path.name}"] = f"lessons/{path.stem}.ipynb"
        if tree.answers:
            tree.pages[f"{FOLDER}/{path.name}"] = f"plans/{path.stem}.md"


def write(tree: SourceTree, run: bool) -> None:
    """Write a page for each lesson and, if the book has answers, a page with its plan.

    With ``run=False``, lessons are shown without the output of their cells.
    """
    lessons = {path.stem: nbformat.read(path, as_version=4) for path in list_notebooks(tree)}
    pages = {f"lessons/{stem}": get_title(book) for stem, book in lessons.items()}
    for path in list_notebooks(tree):
        shown = make_class_version(lessons[path.stem])
        if run:
            shown = replace_outputs(run_lesson(shown, path))
        write_notebook(tree, f"lessons/{path.stem}", shown)
    overview = tree.rewrite_links(tree.read_text(OVERVIEW), OVERVIEW)
    tree.write_page("lessons/index", f"{overview}\n\n{format_toctree(list(pages), hidden=True)}")
    if tree.answers:
        plans = [f"plans/{stem}" for stem in lessons]
        tree.write_page(
            "plans/index", f"# Plans and answers\n\n{TEACHER_TEXT}\n\n{format_toctree(plans)}"
        )
        for stem, book in lessons.items():
            tree.write_page(f"plans/{stem}", render_plan(book, f"lessons/{stem}"))


TEACHER_TEXT = (
    "For each lesson: the minutes of its parts, an hour without a projector, wrong predictions to "
    "expect, and the answers. [A first hour for a class by phone]"
    "(/tutorials/first-hour-by-phone.md) is a plan without a notebook."
)


def get_title(book: Any) -> str:
    """Return the heading of a lesson."""
    first: str = book.cells[0].source
    return first.partition("\n")[0].removeprefix("# ")


def render_plan(book: Any, page: str) -> str:
    """Return a notebook's teacher cells as Markdown. Folds become headings."""
    texts = [cell.source for cell in book.cells if TEACHER_TAG in cell.metadata.get("tags", ())]
    opened = [FOLD_PATTERN.sub(fold_to_heading, text).replace("</details>", "") for text in texts]
    lead = f"For the teacher. [The version of the class](/{page}.ipynb)"
    return "\n\n".join([f"# {get_title(book)}", lead, *opened])


def fold_to_heading(fold: re.Match[str]) -> str:
    """Return the summary of a fold as a heading.

    >>> fold = "<details><summary><b>For the teacher</b>: plan</summary>"
    >>> FOLD_PATTERN.sub(fold_to_heading, fold)
    '## For the teacher: plan'
    """
    return "## " + fold[1].replace("<b>", "").replace("</b>", "")


def write_notebook(tree: SourceTree, page: str, book: Any) -> None:
    """Write a notebook as the source of a page."""
    book = deepcopy(book)
    book.metadata["language_info"] = {"name": "python", "pygments_lexer": LANGUAGE_OF_CELLS}
    tree.write_page(page, nbformat.writes(book), ".ipynb")


def run_lesson(book: Any, path: Path) -> Any:
    """Return a lesson executed in the folder of ``path``, from the cache if possible."""
    kept = user_cache_path("classkit") / "lessons" / f"{path.stem}-{hash_run(book)}.ipynb"
    if kept.is_file():
        return nbformat.read(kept, as_version=4)
    print(f"Running {path.name} ...", file=sys.stderr, flush=True)
    made = deepcopy(book)
    try:
        run_notebook(made, path)
    except CellExecutionError as error:
        said = f"{error.ename}: {error.evalue}"
        raise ClasskitError(f"{path.name} cannot be run: {said[:400]}") from error
    kept.parent.mkdir(parents=True, exist_ok=True)
    for former in kept.parent.glob(f"{path.stem}-*.ipynb"):
        former.unlink()
    nbformat.write(made, kept)
    return made


def hash_run(book: Any) -> str:
    """Return a hash of the code cells of a lesson and of the files that lessons use."""
    cells = [cell.source for cell in book.cells if cell.cell_type == "code"]
    return hash_text(f"{hash_package()}{cells}")


@cache
def hash_package() -> str:
    """Return a hash of all files of classkit that lessons use."""
    return hash_text("\n".join(path.read_text(encoding="utf-8") for path in iter_package_files()))


def iter_package_files() -> Iterator[Path]:
    """Yield the files of the package that lessons may use, in a fixed order."""
    for path in sorted(Path(__file__).parents[2].rglob("*")):
        if path.suffix in (".py", ".toml", ".csv", ".md") and UNUSED_PACKAGES.isdisjoint(
            path.parts
        ):
            yield path
