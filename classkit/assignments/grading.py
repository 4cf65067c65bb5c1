"""nbgrader, which makes the two versions of an assignment and awards the points.

It is an extra of the package.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.sandbox.process import Process
from classkit.sandbox.wire import FROM_OUTSIDE, Closed

from .plain import one_line
from .source import Source


@dataclass(frozen=True)
class Mark:
    """The points of one graded cell; ``pending`` until the teacher has settled them."""

    grade_id: str
    points: float
    out_of: float
    pending: bool
    reason: str = ""
    """Why points were lost, in words."""

    @property
    def is_open(self) -> bool:
        """True if nobody knows what it earns, for the reason given; no zero stands for that."""
        return self.pending and bool(self.reason)


class Course:
    """A course folder as nbgrader keeps one: source, release, submitted, autograded, gradebook.

    nbgrader works in a process of its own (:mod:`.nbgrading`), which ends with :meth:`close`.
    Raises :class:`ClasskitError` with the remedy if nbgrader is missing.
    """

    def __init__(self, folder: Path) -> None:
        if find_spec("nbgrader") is None:
            raise ClasskitError(
                "grading needs nbgrader, which is not installed: pip install 'classkit[grading]'."
            )
        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        found = [os.path.abspath(entry) for entry in sys.path if entry]
        about = {
            # nbgrader calls `alembic` by its bare name, which is not found if Python was started
            # without activating its environment
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))),
            "PYTHONPATH": os.pathsep.join(found),  # its kernels find what this process finds
            "PYTHONDONTWRITEBYTECODE": "",  # they compile once, not for each submission
            "TMPDIR": tempfile.gettempdir(),
        }
        self._process = Process(
            "classkit.assignments.nbgrading",
            str(self.folder),
            longest=FROM_OUTSIDE,
            more={**os.environ, **about},
        )

    def __enter__(self) -> Course:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End nbgrader's process."""
        self._process.end()

    def release(self, source: Source) -> Path:
        """Make the students' version of an assignment. Return its path."""
        name = source.name
        folder = self.folder / "source" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.ipynb").write_text(source.text, encoding="utf-8")
        self._ask(f"{source.path} is not an nbgrader source", "release", name)
        return self.folder / "release" / name / f"{name}.ipynb"

    def submission(self, source: Source, student: str) -> Path:
        """Return the path at which a submission is marked."""
        folder = self.folder / "submitted" / student / source.name
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{source.name}.ipynb"

    def read_by_hand(self, source: Source, student: str) -> set[str]:
        """Return the cells of a submission that somebody has marked by hand."""
        said = f"the gradebook in {self.folder} could not be read"
        return set(self._ask(said, "read_by_hand", source.name, student))

    def autograde(
        self, source: Source, student: str, settled: Collection[str] = (),
        doubts: Mapping[str, str] | None = None,
    ) -> list[Mark]:  # fmt: skip
        """Run nbgrader's autograder on a submission. Return the marks, cell by cell.

        Points given by hand to the ``settled`` cells stay as they are. Cells in ``doubts`` stay
        open, with the reason given there, unless they have all their points.
        """
        said = f"{source.name} of {student} could not be marked"
        words = (source.name, student, sorted(settled), dict(doubts or {}))
        marks = self._ask(said, "autograde", *words)
        return [Mark(*fields) for fields in marks]

    def _ask(self, said: str, do: str, *words: Any) -> Any:
        """Return nbgrader's answer; ClasskitError with what is ``said`` and the reason."""
        try:
            self._process.channel.send({"do": do, "with": words})
            reply = self._process.channel.receive()
        except Closed:
            why = one_line(self._process.complaint())
            raise ClasskitError(f"{said}: nbgrader stopped. {why}".strip()) from None
        if "error" in reply:
            raise ClasskitError(f"{said}: {reply['error']}")
        return reply["result"]


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
            teacher.write_text(source.text, encoding="utf-8")
            yield from (student, teacher)
