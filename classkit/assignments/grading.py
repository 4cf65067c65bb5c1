"""nbgrader, which makes the students' versions and gives the points; an extra of the package."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError

from .source import Source

CODE_STUB = "# Write your answer above, then run this cell."
TEXT_STUB = "*Write your answer here.*"
SECONDS = 120
"""A cell that marks is the teacher's own and may take its time."""


@dataclass(frozen=True)
class Mark:
    """The points of one graded cell; ``pending`` if the teacher has yet to read it."""

    grade_id: str
    points: float
    out_of: float
    pending: bool


@contextmanager
def surroundings() -> Iterator[None]:
    """What nbgrader needs around it, while it works.

    It calls `alembic` by its bare name, which is not found where Python was started without
    activating its environment; and its database layer warns of its own way of working.
    """
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), before))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        os.environ["PATH"] = before


class Course:
    """A course folder as nbgrader keeps one: source, release, submitted, autograded, gradebook.

    :class:`ClasskitError` with the remedy where nbgrader is missing.
    """

    def __init__(self, folder: Path) -> None:
        try:
            from nbgrader.apps import NbGraderAPI
        except ImportError:
            raise ClasskitError(
                "grading needs nbgrader, which is not installed: pip install 'classkit[grading]'."
            ) from None
        from traitlets.config import Config

        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        config: Any = Config()
        config.CourseDirectory.root = str(self.folder)
        config.CourseDirectory.db_url = f"sqlite:///{self.folder / 'gradebook.db'}"
        config.ClearSolutions.code_stub = {"python": CODE_STUB}
        config.ClearSolutions.text_stub = TEXT_STUB
        config.Execute.timeout = SECONDS
        config.Execute.extra_arguments = ["--IPKernelApp.log_level=40"]  # errors only
        config.NbGraderAPI.log_level = logging.CRITICAL
        logging.getLogger("nbgrader").setLevel(logging.CRITICAL)
        self._api = NbGraderAPI(config=config)
        self._database = config.CourseDirectory.db_url

    def release(self, source: Source) -> Path:
        """Make the students' version of an assignment; its path."""
        name = source.name
        folder = self.folder / "source" / name
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source.path, folder / f"{name}.ipynb")
        with surroundings():
            made = self._api.generate_assignment(name)
        self._must(made, f"{source.path} is no nbgrader source")
        return self.folder / "release" / name / f"{name}.ipynb"

    def submission(self, source: Source, student: str) -> Path:
        """Where a submission is put to be marked."""
        folder = self.folder / "submitted" / student / source.name
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{source.name}.ipynb"

    def read_by_hand(self, source: Source, student: str) -> set[str]:
        """The cells of a submission to which somebody has given points by hand."""
        from nbgrader.api import Gradebook, MissingEntry

        with Gradebook(self._database) as book:
            try:
                paper = book.find_submission_notebook(source.name, source.name, student)
            except MissingEntry:
                return set()
            return {
                grade.name
                for grade in paper.grades
                if grade.manual_score is not None and not grade.needs_manual_grade
            }

    def autograde(self, source: Source, student: str, settled: Collection[str] = ()) -> list[Mark]:
        """Run nbgrader's autograder on a submission; the points, cell by cell.

        Points given by hand stay as they are for the ``settled`` cells; nbgrader would have all
        of them read again.
        """
        from nbgrader.api import Gradebook

        said = f"{source.name} of {student} could not be marked"
        with surroundings():
            marked = self._api.autograde(source.name, student)
        self._must(marked, said)
        with Gradebook(self._database) as book:
            paper = book.find_submission_notebook(source.name, source.name, student)
            for grade in paper.grades:
                if grade.name in settled:
                    grade.needs_manual_grade = False
            book.db.commit()
            return [
                Mark(
                    grade.name,
                    float(grade.score),
                    float(grade.max_score),
                    bool(grade.needs_manual_grade),
                )
                for grade in paper.grades
            ]

    @staticmethod
    def _must(result: dict[str, Any], said: str) -> None:
        if not result["success"]:
            why = (result.get("error") or result.get("log") or "").strip().splitlines()
            raise ClasskitError(f"{said}: {why[-1] if why else 'nbgrader does not say why'}")
