"""The two versions of an assignment: the students', and the teachers' with solutions and tests."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from .grading import Course
from .source import Source


def build(source: Source, to: Path) -> tuple[Path, Path]:
    """Write ``to/student/NAME.ipynb`` and ``to/teacher/NAME.ipynb``; the two paths.

    nbgrader makes the students' version: solutions and hidden tests are gone, the rest is locked.
    """
    student, teacher = (to / whose / f"{source.name}.ipynb" for whose in ("student", "teacher"))
    for path in (student, teacher):
        path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="classkit-course-") as folder:
        shutil.copyfile(Course(Path(folder)).release(source), student)
    shutil.copyfile(source.path, teacher)
    return student, teacher
