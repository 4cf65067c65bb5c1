"""Interface to nbgrader, which builds both versions of an assignment and awards the points.

nbgrader is an optional dependency (``classkit[grading]``).
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.sandbox.json_socket import MAX_MESSAGE_SIZE, ConnectionClosed
from classkit.sandbox.process import SandboxProcess

from .nbgrader_source import NbgraderSource, mark_given_texts
from .plain_data import to_one_line


@dataclass(frozen=True)
class CellGrade:
    """The points of one graded cell. ``pending`` is True until the teacher has decided on them."""

    grade_id: str
    points: float
    out_of: float
    pending: bool
    reason: str = ""
    """Reason for the lost points."""

    @property
    def is_open(self) -> bool:
        """True if ``reason`` explains why the points are unknown, which is not the same as zero."""
        return self.pending and bool(self.reason)


class NbgraderFolder:
    """A course folder of nbgrader: source, release, submitted, autograded, gradebook.

    nbgrader runs in a separate process (:mod:`.nbgrader_worker`) until :meth:`close` is called.
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
            # nbgrader calls `alembic` by its bare name, which is not on the path if Python was
            # started without activating its environment
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))),
            "PYTHONPATH": os.pathsep.join(found),  # kernels import the same modules
            "PYTHONDONTWRITEBYTECODE": "",  # compile once instead of for each submission
            "TMPDIR": tempfile.gettempdir(),
        }
        self._process = SandboxProcess(
            "classkit.assignments.nbgrader_worker",
            str(self.folder),
            longest=MAX_MESSAGE_SIZE,
            more={**os.environ, **about},
        )

    def __enter__(self) -> NbgraderFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop nbgrader's process."""
        self._process.end()

    def release(self, source: NbgraderSource) -> Path:
        """Build the students' version of an assignment, and return its path."""
        name = source.name
        folder = self.folder / "source" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.ipynb").write_text(source.text, encoding="utf-8")
        self._call_nbgrader(f"{source.path} is not an nbgrader source", "release", name)
        return self.folder / "release" / name / f"{name}.ipynb"

    def make_submission_path(self, source: NbgraderSource, student: str) -> Path:
        """Return the path at which nbgrader expects a submission."""
        folder = self.folder / "submitted" / student / source.name
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{source.name}.ipynb"

    def read_by_hand(self, source: NbgraderSource, student: str) -> set[str]:
        """Return the ids of the cells that were graded by hand in a submission."""
        said = f"the gradebook in {self.folder} could not be read"
        return set(self._call_nbgrader(said, "read_by_hand", source.name, student))

    def autograde(
        self, source: NbgraderSource, student: str, settled: Collection[str] = (),
        doubts: Mapping[str, str] | None = None,
    ) -> list[CellGrade]:  # fmt: skip
        """Run nbgrader's autograder on a submission, and return the grades of its cells.

        Points that were assigned by hand to the ``settled`` cells are preserved. Cells in
        ``doubts`` remain open for the given reason, unless they earn full points.
        """
        said = f"{source.name} of {student} could not be marked"
        words = (source.name, student, sorted(settled), dict(doubts or {}))
        marks = self._call_nbgrader(said, "autograde", *words)
        return [CellGrade(*fields) for fields in marks]

    def _call_nbgrader(self, said: str, do: str, *words: Any) -> Any:
        """Return nbgrader's reply. On failure, raise ClasskitError with ``said`` and the reason."""
        try:
            self._process.channel.send({"do": do, "with": words})
            reply = self._process.channel.receive()
        except ConnectionClosed:
            why = to_one_line(self._process.read_last_error())
            raise ClasskitError(f"{said}: nbgrader stopped. {why}".strip()) from None
        if "error" in reply:
            raise ClasskitError(f"{said}: {reply['error']}")
        return reply["result"]


def build_versions(sources: Iterable[NbgraderSource], to: Path) -> Iterator[Path]:
    """Write ``to/student/NAME.ipynb`` and ``to/teacher/NAME.ipynb`` for each source.

    Yields the paths. nbgrader builds the students' version: it removes solutions and hidden tests
    and locks the remaining cells.
    """
    with (
        tempfile.TemporaryDirectory(prefix="classkit-course-") as folder,
        NbgraderFolder(Path(folder)) as course,
    ):
        for source in sources:
            student, teacher = (
                to / whose / f"{source.name}.ipynb" for whose in ("student", "teacher")
            )
            for path in (student, teacher):
                path.parent.mkdir(parents=True, exist_ok=True)
            release = json.loads(course.release(source).read_text(encoding="utf-8"))
            given = json.dumps(mark_given_texts(release), indent=1, ensure_ascii=False)
            student.write_text(f"{given}\n", encoding="utf-8")
            teacher.write_text(source.text, encoding="utf-8")
            yield from (student, teacher)
