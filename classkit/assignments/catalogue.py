"""Catalogue of the assignments shipped with classkit and those in the working folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from classkit.engine.errors import ClasskitError, UnknownName

from .nbgrader_source import NbgraderSource

WORKING_FOLDER = Path("lessons") / "assignments"
"""Folder of assignments in a checkout. They replace shipped assignments of the same name."""
PACKAGE = Path(__file__).parents[1]


def find_shipped_folder() -> Path:
    """Return the folder with the teachers' versions of the shipped assignments.

    An installed wheel contains them inside the package. In a checkout, they are next to it.

    >>> find_shipped_folder().is_dir()
    True
    """
    for folder in (PACKAGE / "assignments" / "notebooks", PACKAGE.parent / WORKING_FOLDER):
        if folder.is_dir():
            return folder
    raise ClasskitError(
        "The assignments shipped with classkit are missing. Reinstall classkit, or pass the "
        "path of your own notebook."
    )


def load_catalogue() -> dict[str, Path]:
    """Return a dict from the names of assignments to their notebooks.

    >>> len([name for name in load_catalogue() if name.startswith("opoly")])
    2
    """
    folders = (find_shipped_folder(), WORKING_FOLDER)
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.ipynb"))}


def find_sources(wanted: Sequence[Path]) -> list[NbgraderSource]:
    """Return the assignments with these names, paths or folders, or all if the list is empty."""
    if not wanted:
        return [NbgraderSource.read(path) for path in load_catalogue().values()]
    return [NbgraderSource.read(path) for name in wanted for path in find_notebooks(name)]


def find_notebooks(name: Path) -> list[Path]:
    """Return the notebook with this name or path, or all notebooks in a folder.

    >>> find_notebooks(Path("economy-raed"))
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no assignment 'economy-raed'. Did you mean \
'economy-read'? Choose from: economicon-decide, ...
    """
    known = load_catalogue()
    if name.suffix == ".ipynb" and name.is_file():
        return [name]
    if (called := str(name).removesuffix(".ipynb")) in known:
        return [known[called]]
    if name.is_dir():
        if found := sorted(name.glob("*.ipynb")):
            return found
        raise ClasskitError(f"There are no notebooks in the folder {name}.")
    if len(name.parts) > 1 or os.sep in str(name):
        raise ClasskitError(f"There is no notebook or folder {name}.")
    raise UnknownName("assignment", called, known)
