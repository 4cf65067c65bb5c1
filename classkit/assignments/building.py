"""The two versions of an assignment: the students', and the teachers' with solutions and tests."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from .grading import Course
from .source import Source


def build(sources: Iterable[Source], to: Path) -> Iterator[Path]:
    """Write ``to/student/NAME.ipynb`` and ``to/teacher/NAME.ipynb`` for each. Yield the paths.

    nbgrader makes the students' version: it removes solutions and hidden tests and locks the rest.
    """
    with (
        tempfile.TemporaryDirectory(prefix="classkit-course-") as folder,
        Course(Path(folder)) as course,
    ):
        for source in sources:
            student, teacher = (
                to / whose / f"{source.name}.ipynb" for whose in ("student", "teacher")
            )
            for path in (student, teacher):
                path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(course.release(source), student)
            shutil.copyfile(source.path, teacher)
            yield from (student, teacher)
