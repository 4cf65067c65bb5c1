"""The documentation as a part of a site: a book that Sphinx makes of what is written here.

The guide, the lessons, the rules and the changelog are pages of the repository; the commands, the
figures of each game and the reference are described from the code. ``shelf.py`` holds the sources,
one module beside it lays each kind of page, ``book.py`` has it bound.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError

if TYPE_CHECKING:
    from classkit.site.build import Link, Site

    from .shelf import Shelf

FOLDER = "docs"
"""The folder of the documentation in a site."""
NEEDED = ("sphinx", "myst_nb", "furo", "pytest", "hypothesis", "pettingzoo", "scipy")
"""The modules that make the documentation, which the extra ``docs`` installs."""


def write(site: Site) -> list[Link]:
    """Write the documentation as a part of a site, and return the links to its beginnings."""
    from classkit.site.alive import lay_notebook
    from classkit.site.build import Link

    refuse_if_not_installed()
    plotly = f"../{site.plotly()}"
    out = site.folder / FOLDER
    alive = lay_notebook(site, site.program) if site.program else None
    repository = find_repository()
    if site.parser is None:
        raise ValueError("the documentation needs the parser of the command line")
    warned = make(repository, out, plotly, site.parser, alive, run=site.run, answers=site.answers)
    print(warned, end="", file=sys.stderr)
    return [Link(title, f"{FOLDER}/{page}.html", about) for title, page, about in BEGINNINGS]


BEGINNINGS = (
    ("Documentation", "index", "The guide, the lessons, the games, the reference."),
    ("Guide for teachers", "guide/index", "Which lesson fits which hour, grading, hosting."),
    ("Lessons", "lessons/index", "Ten lessons to give tomorrow, with their charts."),
    ("Rules and sheets", "games/index", "Clause by clause, and on one page to print."),
)
"""What the index of the site shows: title, page, and what it is."""


def refuse_if_not_installed() -> None:
    """Raise ClasskitError, which names what is missing, unless the extra ``docs`` is installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ClasskitError(
            f"What makes the documentation is not installed here ({', '.join(missing)}): "
            "pip install 'classkit[docs]'."
        )


def find_repository() -> Path:
    """Return the copy of the repository in which this runs, or else that of the package.

    ClasskitError where there is none: a wheel has neither the guide nor the lessons.
    """
    for folder in (Path.cwd(), Path(__file__).parents[3]):
        if (folder / "lessons" / "README.md").is_file() and (folder / "README.md").is_file():
            return folder
    raise ClasskitError(
        "The documentation is made from the guide and the lessons, which lie in the repository: "
        "run this in a copy of it."
    )


def make(
    repository: Path,
    out: Path,
    plotly: str,
    parser: ArgumentParser,
    alive: Mapping[str, Any] | None = None,
    *,
    run: bool = True,
    answers: bool = True,
) -> str:
    """Write the documentation into the folder ``out``, and return what Sphinx warns of.

    ``repository`` is a copy of the repository, ``plotly`` the address of plotly.js from the folder
    ``out``, and ``parser`` that of the command line; ``alive`` says in what the cells of lessons
    run (``lay_notebook``): without it their pages are to be read alone. Without ``run`` lessons are
    shown without what their cells give; without ``answers`` their plans, which have the answers,
    are left out. ClasskitError says what is missing.
    """
    from .book import bind

    with tempfile.TemporaryDirectory(prefix="classkit-docs-") as work:
        folder = Path(work)
        shelf = lay_sources(repository, folder, parser, run=run, answers=answers)
        book = folder / "made" / "book"  # MyST-NB writes beside it, too
        warned = bind(shelf.folder, book, plotly, shelf.beside, folder / "between", alive or {})
        shutil.copytree(book, out)
        return warned


def lay_sources(
    repository: Path, folder: Path, parser: ArgumentParser, *, run: bool, answers: bool
) -> Shelf:
    """Lay the sources of all pages below ``folder``."""
    from . import command_line, front, games, guide, lessons, reference
    from .shelf import Shelf

    shelf = Shelf(repository, folder / "sources", folder / "beside", parser)
    shelf.beside.mkdir()
    guide.announce(shelf)
    lessons.announce(shelf, answers)
    guide.write(shelf)
    lessons.write(shelf, run, answers)
    games.write(shelf)
    command_line.write(shelf)
    reference.write(shelf)
    front.write(shelf, answers)
    return shelf
