"""Documentation of a site: the book that Sphinx builds from ``lessons/guide``.

The pages in ``lessons/guide`` are files. The modules of this package write the pages that must be
generated: lessons, games with rules and sheets, commands, and texts from other folders of the
repository. ``source_tree.py`` rewrites links between them.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from classkit.site.build import IndexLink, Site

    from .source_tree import SourceTree

FOLDER = "docs"
"""Folder of the documentation in a site."""
REQUIRED_MODULES = ("sphinx", "myst_nb", "furo", "pytest", "hypothesis", "pettingzoo", "scipy")
"""Modules that the documentation needs, which the ``docs`` extra installs."""


def write(site: Site) -> list[IndexLink]:
    """Copy the built book into a site and return its links for the index page."""
    from classkit.site.build import IndexLink
    from classkit.site.runnable_notebooks import write_notebook

    check_installed()
    settings: dict[str, Any] = {
        "classkit_plotly": f"../{site.write_plotly()}",
        "classkit_alive": write_notebook(site, site.program) if site.program else {},
        "classkit_run": site.run,
        "classkit_answers": site.answers,
    }
    warned = build_book(find_repository(), site.folder / FOLDER, settings)
    print(warned, end="", file=sys.stderr)
    return [IndexLink(title, f"{FOLDER}/{page}.html", about) for title, page, about in INDEX_LINKS]


INDEX_LINKS = (
    ("Documentation", "index", "Tutorials, how-to pages, explanations and the reference."),
    ("Your first hour", "tutorials/first-hour", "From the first click to a class that predicts."),
    ("Lessons", "lessons/index", "Fourteen lessons with their charts."),
    ("Rules and sheets", "games/index", "Clause by clause, and on one page to print."),
)
"""Links on the index page of the site: title, page, description."""


def check_installed() -> None:
    """Raise ClasskitError with the missing modules unless the extra ``docs`` is installed."""
    missing = [name for name in REQUIRED_MODULES if find_spec(name) is None]
    if missing:
        raise ClasskitError(
            f"The documentation needs modules that are not installed ({', '.join(missing)}): "
            "pip install 'classkit[docs]'."
        )


def find_repository() -> Path:
    """Return the repository around the working directory, or else around the package.

    Raises:
        ClasskitError: There is no repository. A wheel contains neither the guide nor the lessons.
    """
    from .source_tree import GUIDE

    for folder in (Path.cwd(), Path(__file__).parents[3]):
        if (folder / GUIDE / "conf.py").is_file():
            return folder
    raise ClasskitError(
        "The documentation is built from the guide and the lessons, which are in the repository. "
        "Run this in a clone of it."
    )


def build_book(repository: Path, out: Path, settings: dict[str, Any]) -> str:
    """Build the book in the ``out`` folder and return Sphinx's warnings.

    The book is built from a copy of the guide, so the repository is not changed.

    Args:
        repository: The folder of the repository.
        out: The output folder, which must not exist.
        settings: Settings that replace those of ``conf.py``.

    Raises:
        ClasskitError: A file of the repository is missing, or a lesson cannot be run.
    """
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    from .source_tree import GUIDE

    warned = io.StringIO()
    with tempfile.TemporaryDirectory(prefix="classkit-docs-") as work:
        folder = Path(work)
        copy_guide(repository, folder / "guide")
        book = folder / "made" / "book"  # a subfolder, because MyST-NB also writes next to it
        with patch_docutils(), docutils_namespace():
            Sphinx(
                srcdir=folder / "guide",
                confdir=repository / GUIDE,
                outdir=book,
                doctreedir=folder / "between",
                buildername="html",
                confoverrides=settings,
                status=None,
                warning=warned,
                freshenv=True,
            ).build()
        shutil.copytree(book, out)
    return warned.getvalue()


def copy_guide(repository: Path, folder: Path) -> None:
    """Copy the sources of the guide."""
    from .source_tree import GUIDE

    shutil.copytree(repository / GUIDE, folder, ignore=shutil.ignore_patterns("_build"))


def write_generated_pages(app: Sphinx, repository: Path, parser: ArgumentParser) -> None:
    """Write the generated pages into the source folder of Sphinx, and rewrite links to them.

    Pages of an earlier build are removed first. The settings ``classkit_*`` are defined in
    ``conf.py``. If ``classkit_plotly`` is empty, plotly.js becomes a file of the book.

    Raises:
        ClasskitError: A file of the repository is missing, or a lesson cannot be run.
    """
    from classkit.hosting.data_files import PLOTLY, build_plotly_script

    from .source_tree import EXTRA, GENERATED, SourceTree

    config = app.config
    for name in GENERATED:
        path = Path(app.srcdir, name)
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    tree = SourceTree(repository, Path(app.srcdir), parser, answers=config.classkit_answers)
    tree.beside.mkdir()
    if not config.classkit_answers:
        tree.hidden.update(config.classkit_answer_pages)
        left_out = [f"{page}.*" for page in (*config.classkit_answer_pages, "plans/*")]
        config.exclude_patterns = [*config.exclude_patterns, *left_out]
    if not config.classkit_plotly:
        (tree.beside / PLOTLY).write_bytes(build_plotly_script())
        config.classkit_plotly = PLOTLY
    config.html_extra_path = [str(Path(app.srcdir, EXTRA))]
    write_pages(tree, run=config.classkit_run)
    app.connect("source-read", tree.rewrite_source)


def write_pages(tree: SourceTree, *, run: bool) -> None:
    """Write all generated pages. With ``run=False``, omit the output of the lessons' cells."""
    from . import command_line, game_pages, lessons, repository_texts

    repository_texts.register_pages(tree)
    lessons.register_pages(tree)
    game_pages.register_pages(tree)
    repository_texts.write(tree)
    lessons.write(tree, run)
    game_pages.write(tree)
    command_line.write(tree)
