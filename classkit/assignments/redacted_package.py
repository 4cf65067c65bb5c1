"""Redacted copy of the package for submissions: classkit without any answers.

The process that runs a submission imports classkit from this copy. From the ``assignments`` folder,
it contains only :data:`SANDBOX_FILES`, which open a sheet from a handout and return the answers.
Modules added later are excluded unless they are listed. The isolation of the process also hides the
complete package (:func:`list_package_folders`) wherever Python might find it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from threading import Lock

from classkit.sandbox.readable_paths import PACKAGE_FOLDER, find_package_folders

ASSIGNMENTS_FOLDER = PACKAGE_FOLDER / "assignments"
SANDBOX_FILES = frozenset(
    {
        "__init__.py", "clause_text.py", "contest.py", "submission_process.py", "feedback.py",
        "missing_resources.py", "plain_data.py", "question_protocol.py", "question_sheet.py",
        "situation_replay.py",
        "student_handout.py", "student_names.py", "homework/__init__.py",
        "homework/homework_sheet.py", "homework/markdown_escape.py",
    }
)  # fmt: skip
"""Files of this folder that a submission needs. None of them computes or contains an answer."""
SOLVER = Path("assignments", "question_bank.py")
"""A file that no submission may read. Each process tests whether it is readable."""

COPY_LOCK = Lock()
"""Lock for creating the copy, which all submissions share."""


@cache
def copy_package() -> tempfile.TemporaryDirectory[str]:
    """Copy the package once. The copy is removed when this process exits."""
    folder = tempfile.TemporaryDirectory(prefix="classkit-room-")
    shutil.copytree(PACKAGE_FOLDER, Path(folder.name, PACKAGE_FOLDER.name), ignore=list_excluded)
    return folder


def get_package_folder() -> Path:
    """Return the folder that contains the redacted package."""
    with COPY_LOCK:
        return Path(copy_package().name).resolve()


def list_excluded(folder: str, names: list[str]) -> list[str]:
    """Return the names in a folder of the package that must not be copied."""
    here = Path(folder)
    if here != ASSIGNMENTS_FOLDER and ASSIGNMENTS_FOLDER not in here.parents:
        return [name for name in names if name.endswith(".ipynb")]
    kept = {ASSIGNMENTS_FOLDER / name for name in SANDBOX_FILES} | {
        (ASSIGNMENTS_FOLDER / name).parent for name in SANDBOX_FILES
    }
    return [name for name in names if here / name not in kept]


def list_package_folders() -> list[str]:
    """Return all folders in which Python might find the complete package."""
    found = [PACKAGE_FOLDER, *find_package_folders(PACKAGE_FOLDER.name)]
    return [os.fspath(path) for path in dict.fromkeys(path.resolve() for path in found)]
