"""Documentation of a site: HTML pages that Sphinx builds from the repository and the code.

The guide, the lessons, the rules and the changelog come from files of the repository. The pages of
commands, games and the reference are generated from the code. ``source_tree.py`` holds the sources;
each other module writes one kind of page; ``sphinx_config.py`` runs Sphinx.
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
    from classkit.site.build import IndexLink, Site

    from .source_tree import SourceTree

FOLDER = "docs"
"""Folder of the documentation in a site."""
REQUIRED_MODULES = ("sphinx", "myst_nb", "furo", "pytest", "hypothesis", "pettingzoo", "scipy")
"""Modules that the documentation needs; the extra ``docs`` installs them."""


def write(site: Site) -> list[IndexLink]:
    """Write the documentation as a part of a site and return its links for the index page."""
    from classkit.site.build import IndexLink
    from classkit.site.runnable_notebooks import write_notebook

    check_installed()
    plotly = f"../{site.write_plotly()}"
    out = site.folder / FOLDER
    alive = write_notebook(site, site.program) if site.program else None
    repository = find_repository()
    if site.parser is None:
        raise ValueError("the documentation needs the parser of the command line")
    warned = make_docs(
        repository, out, plotly, site.parser, alive, run=site.run, answers=site.answers
    )
    print(warned, end="", file=sys.stderr)
    return [IndexLink(title, f"{FOLDER}/{page}.html", about) for title, page, about in INDEX_LINKS]


INDEX_LINKS = (
    ("Documentation", "index", "The guide, the lessons, the games, the reference."),
    ("Guide for teachers", "guide/index", "Which lesson fits which hour, grading, hosting."),
    ("Lessons", "lessons/index", "Ten lessons to give tomorrow, with their charts."),
    ("Rules and sheets", "games/index", "Clause by clause, and on one page to print."),
)
"""Links on the index page of the site: title, page, description."""


def check_installed() -> None:
    """Raise ClasskitError with the missing modules unless the extra ``docs`` is installed."""
    missing = [name for name in REQUIRED_MODULES if find_spec(name) is None]
    if missing:
        raise ClasskitError(
            f"What makes the documentation is not installed here ({', '.join(missing)}): "
            "pip install 'classkit[docs]'."
        )


def find_repository() -> Path:
    """Return the repository around the working directory, or else around the package.

    Raises:
        ClasskitError: There is no repository. A wheel contains neither the guide nor the lessons.
    """
    for folder in (Path.cwd(), Path(__file__).parents[3]):
        if (folder / "lessons" / "README.md").is_file() and (folder / "README.md").is_file():
            return folder
    raise ClasskitError(
        "The documentation is made from the guide and the lessons, which lie in the repository: "
        "run this in a copy of it."
    )


def make_docs(
    repository: Path,
    out: Path,
    plotly: str,
    parser: ArgumentParser,
    alive: Mapping[str, Any] | None = None,
    *,
    run: bool = True,
    answers: bool = True,
) -> str:
    """Write the documentation into the folder ``out`` and return the warnings of Sphinx.

    Args:
        repository: The folder of the repository.
        out: The output folder, which must not exist.
        plotly: Address of plotly.js, relative to ``out``.
        parser: Parser of the command line.
        alive: Addresses of the scripts that run cells of lessons, from ``write_notebook``. Without
            them, cells cannot be run.
        run: Show lessons with the output of their cells.
        answers: Include the plans of lessons, which contain the answers.

    Raises:
        ClasskitError: A file of the repository or a module is missing.
    """
    from .sphinx_config import build_book

    with tempfile.TemporaryDirectory(prefix="classkit-docs-") as work:
        folder = Path(work)
        tree = write_sources(repository, folder, parser, run=run, answers=answers)
        book = folder / "made" / "book"  # MyST-NB also writes next to it
        warned = build_book(tree.folder, book, plotly, tree.beside, folder / "between", alive or {})
        shutil.copytree(book, out)
        return warned


def write_sources(
    repository: Path, folder: Path, parser: ArgumentParser, *, run: bool, answers: bool
) -> SourceTree:
    """Write the sources of all pages below ``folder``."""
    from . import command_line, game_pages, guide, index_page, lessons, reference
    from .source_tree import SourceTree

    tree = SourceTree(repository, folder / "sources", folder / "beside", parser)
    tree.beside.mkdir()
    guide.register_pages(tree)
    lessons.register_pages(tree, answers)
    guide.write(tree)
    lessons.write(tree, run, answers)
    game_pages.write(tree)
    command_line.write(tree)
    reference.write(tree)
    index_page.write(tree, answers)
    return tree
