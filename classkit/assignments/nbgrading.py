"""The process in which nbgrader works, since it changes the working folder as it converts.

:class:`classkit.assignments.grading.Course` starts it in the course folder.
"""

from __future__ import annotations

import json
import logging
import re
import socket
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

from classkit.sandbox.wire import Channel, Closed
from classkit.startup import leave_out_address_grammars

CODE_STUB = "# Write your answer above, then run this cell."
TEXT_STUB = "*Write your answer here.*"
SECONDS = 120
"""Seconds for a cell that marks, which is the teacher's own and may take its time."""


FAULTS = frozenset(
    {"Fault", "ImportError", "ModuleNotFoundError", "MemoryError", "OSError", "FileNotFoundError",
     "PermissionError", "TimeoutError", "KeyboardInterrupt"}
)  # fmt: skip
"""Errors of a test that are no verdict on an answer: classkit or this machine is to blame."""
NOTHING = "Nothing was answered."
REASON = re.compile(r"(?!.*the above traceback)[\w.]+(?:Error|Exception): ")
"""Matches the line of an error that says something."""


class Failed(Exception):
    """nbgrader failed; the text says why."""


class Clerk:
    """Carries out requests in one course folder."""

    def __init__(self, folder: Path) -> None:
        from nbgrader.apps import NbGraderAPI
        from traitlets.config import Config

        config: Any = Config()
        config.CourseDirectory.root = str(folder)
        config.CourseDirectory.db_url = f"sqlite:///{folder / 'gradebook.db'}"
        config.ClearSolutions.code_stub = {"python": CODE_STUB}
        config.ClearSolutions.text_stub = TEXT_STUB
        config.Execute.timeout = SECONDS
        config.Execute.extra_arguments = ["--IPKernelApp.log_level=40"]  # errors only
        config.NbGraderAPI.log_level = logging.CRITICAL
        logging.getLogger("nbgrader").setLevel(logging.CRITICAL)
        self._api = NbGraderAPI(config=config)
        self._database, self._root = config.CourseDirectory.db_url, folder

    def release(self, name: str) -> None:
        """Make the students' version of an assignment."""
        raise_on_failure(self._api.generate_assignment(name))

    def read_by_hand(self, name: str, student: str) -> list[str]:
        """Return the cells of a submission that somebody has marked by hand."""
        from nbgrader.api import Gradebook, MissingEntry

        with Gradebook(self._database) as book:
            try:
                paper = book.find_submission_notebook(name, name, student)
            except MissingEntry:
                return []
            return [
                grade.name
                for grade in paper.grades
                if grade.manual_score is not None and not grade.needs_manual_grade
            ]

    def autograde(
        self, name: str, student: str, settled: list[str], doubts: dict[str, str]
    ) -> list[list[Any]]:
        """Run nbgrader's autograder on a submission. Return the fields of each graded cell's mark.

        Points given by hand to the ``settled`` cells stay as they are; nbgrader by itself would
        have all of them read again. Cells in ``doubts`` wait for the teacher in the formgrader too,
        unless they have all their points.
        """
        from nbgrader.api import Gradebook

        raise_on_failure(self._api.autograde(name, student))
        with Gradebook(self._database) as book:
            paper = book.find_submission_notebook(name, name, student)
            said, faults = said_by_tests(
                self._root / "autograded" / student / name / f"{name}.ipynb"
            )
            opened = {
                grade.name
                for grade in paper.grades
                if grade.name in faults or (grade.name in doubts and grade.score < grade.max_score)
            } - {*settled}
            for grade in paper.grades:
                if grade.name in settled:
                    grade.needs_manual_grade = False
                elif grade.name in opened:
                    grade.needs_manual_grade = True
            book.db.commit()
            return [
                [
                    grade.name,
                    float(grade.score),
                    float(grade.max_score),
                    bool(grade.needs_manual_grade),
                    reason_of(grade.name, said, doubts if grade.name in opened - faults else {}),
                ]
                for grade in paper.grades
            ]


def reason_of(name: str, said: dict[str, str], doubts: dict[str, str]) -> str:
    """Return why a cell has not all its points: its doubt if it is open for one."""
    return doubts.get(name) or said.get(name, "")


def said_by_tests(path: Path) -> tuple[dict[str, str], set[str]]:
    """Return the error or the print of each test by its id, and the ids of the tests with a fault.

    A fault is classkit's own, or the machine's: it costs no points.
    """
    found: dict[str, str] = {}
    faults: set[str] = set()
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        for output in cell.get("outputs", ()):
            if output["output_type"] == "error":
                found[grade_id] = NOTHING if output["ename"] == "Unanswered" else output["evalue"]
                if output["ename"] in FAULTS:
                    faults.add(grade_id)
            elif output["output_type"] == "stream" and output["name"] == "stdout":
                found[grade_id] = "".join(output["text"]).strip()
    return found, faults


def raise_on_failure(result: dict[str, Any]) -> None:
    """Raise Failed with the last error that nbgrader names, unless it succeeded."""
    if not result["success"]:
        why = (result.get("error") or result.get("log") or "").strip().splitlines()
        named = [line for line in why if REASON.match(line)]
        raise Failed((named or why or ["nbgrader does not say why"])[-1])


def main(line: socket.socket) -> None:
    """Carry out requests in the present folder until the line is cut."""
    warnings.simplefilter("ignore")  # nbgrader's database layer warns about itself
    leave_out_address_grammars()
    channel, clerk = Channel(line), Clerk(Path.cwd())
    with suppress(Closed):
        while True:
            asked = channel.receive()
            try:
                reply = {"result": getattr(clerk, asked["do"])(*asked["with"])}
            except Failed as error:
                reply = {"error": str(error)}
            channel.send(reply)
