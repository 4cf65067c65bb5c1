"""The package as a submission finds it: classkit without anything that knows an answer.

A process that runs a submission gets a copy of the package from here, in which of all that belongs
to assignments only :data:`NEEDED` is left: what opens a sheet from a handout and hands over the
answers. So a part that is added later is not in it unless it is named. The shields of the process
also shut off the whole package (:func:`whole_packages`) wherever else it lies.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from threading import Lock

from classkit.sandbox.paths import PACKAGE, installed

HERE = PACKAGE / "assignments"
NEEDED = frozenset(
    {
        "__init__.py", "asking.py", "contest.py", "feedback.py", "handout.py", "lack.py",
        "names.py", "plain.py", "sheet.py", "sitting.py", "homework/__init__.py",
        "homework/markup.py", "homework/work.py",
    }
)  # fmt: skip
"""What a submission needs of this folder. None of it works out or holds an answer."""
SOLVER = Path("assignments", "bank.py")
"""A file that no submission may read; each process tries whether it can."""

COPYING = Lock()
"""Submissions that are run at the same time wait for the one copy."""


@cache
def lent() -> tempfile.TemporaryDirectory[str]:
    """Copy the package once for all submissions; the copy is removed when this process ends."""
    folder = tempfile.TemporaryDirectory(prefix="classkit-room-")
    shutil.copytree(PACKAGE, Path(folder.name, PACKAGE.name), ignore=left_out)
    return folder


def room() -> Path:
    """Return the folder that holds the package as a submission finds it."""
    with COPYING:
        return Path(lent().name).resolve()


def left_out(folder: str, names: list[str]) -> list[str]:
    """Return what is not copied from a folder of the package."""
    here = Path(folder)
    if here != HERE and HERE not in here.parents:
        return []
    kept = {HERE / name for name in NEEDED} | {(HERE / name).parent for name in NEEDED}
    return [name for name in names if here / name not in kept]


def whole_packages() -> list[str]:
    """List the folders of the whole package, wherever Python might find one."""
    found = [PACKAGE, *installed(PACKAGE.name)]
    return [os.fspath(path) for path in dict.fromkeys(path.resolve() for path in found)]
