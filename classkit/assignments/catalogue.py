"""The assignments that a teacher names: those that come with classkit, and those of one's own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from classkit.engine.errors import ClasskitError, UnknownName

from .source import Source

HERE = Path("lessons") / "assignments"
"""The folder of assignments in a checkout. Those of the working folder replace shipped ones."""
PACKAGE = Path(__file__).parents[1]


def shipped() -> Path:
    """Return the folder of the assignments that come with classkit, the teachers' versions.

    In an installed wheel they lie in the package, in a checkout beside it.

    >>> shipped().is_dir()
    True
    """
    for folder in (PACKAGE / "assignments" / "notebooks", PACKAGE.parent / HERE):
        if folder.is_dir():
            return folder
    raise ClasskitError(
        "The assignments that come with classkit are missing. Install classkit again, or name a "
        "notebook of your own."
    )


def catalogue() -> dict[str, Path]:
    """Return the assignments that can be called by name: name -> notebook.

    >>> len([name for name in catalogue() if name.startswith("opoly")])
    2
    """
    folders = (shipped(), HERE)
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.ipynb"))}


def find_sources(wanted: Sequence[Path]) -> list[Source]:
    """Return the assignments named, those in the folders named, or all that have a name."""
    if not wanted:
        return [Source.read(path) for path in catalogue().values()]
    return [Source.read(path) for name in wanted for path in find_notebooks(name)]


def find_notebooks(name: Path) -> list[Path]:
    """Return the notebook of a name or a path, or all that lie in a folder.

    >>> find_notebooks(Path("economy-raed"))
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no assignment 'economy-raed'. Did you mean \
'economy-read'? There are: economicon-decide, ...
    """
    known = catalogue()
    if name.suffix == ".ipynb" and name.is_file():
        return [name]
    if (called := str(name).removesuffix(".ipynb")) in known:
        return [known[called]]
    if name.is_dir():
        if found := sorted(name.glob("*.ipynb")):
            return found
        raise ClasskitError(f"There are no notebooks in the folder {name}.")
    if len(name.parts) > 1 or os.sep in str(name):
        raise ClasskitError(f"There is no notebook and no folder {name}.")
    raise UnknownName("assignment", called, known)
