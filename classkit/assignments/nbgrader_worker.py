"""Worker process for nbgrader, which changes the working folder while converting notebooks.

:class:`classkit.assignments.nbgrader_folder.NbgraderFolder` starts it in the course folder.
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

from classkit.process_startup import block_address_grammars
from classkit.sandbox.json_socket import ConnectionClosed, JsonChannel

CODE_STUB = "# Write your answer above, then run this cell."
TEXT_STUB = "*Write your answer here.*"
TEST_SECONDS = 120
"""Timeout in seconds for a test cell, which contains only the teacher's code."""


FAULT_ERRORS = frozenset(
    {"Fault", "ImportError", "ModuleNotFoundError", "MemoryError", "OSError", "FileNotFoundError",
     "PermissionError", "TimeoutError", "KeyboardInterrupt"}
)  # fmt: skip
"""Errors in a test that are caused by classkit or the machine rather than by the answer."""
NO_ANSWER_REASON = "Nothing was answered."
REASON_PATTERN = re.compile(r"(?!.*the above traceback)[\w.]+(?:Error|Exception): ")
"""Matches a log line that names an error."""


class NbgraderFailed(Exception):
    """Raised when nbgrader failed. The message is the reason."""


class NbgraderWorker:
    """Handles requests in one course folder."""

    def __init__(self, folder: Path) -> None:
        from nbgrader.apps import NbGraderAPI
        from traitlets.config import Config

        config: Any = Config()
        config.CourseDirectory.root = str(folder)
        config.CourseDirectory.db_url = f"sqlite:///{folder / 'gradebook.db'}"
        config.ClearSolutions.code_stub = {"python": CODE_STUB}
        config.ClearSolutions.text_stub = TEXT_STUB
        config.Execute.timeout = TEST_SECONDS
        config.Execute.extra_arguments = ["--IPKernelApp.log_level=40"]  # errors only
        config.NbGraderAPI.log_level = logging.CRITICAL
        logging.getLogger("nbgrader").setLevel(logging.CRITICAL)
        self._api = NbGraderAPI(config=config)
        self._database, self._root = config.CourseDirectory.db_url, folder

    def release(self, name: str) -> None:
        """Build the students' version of an assignment."""
        raise_on_failure(self._api.generate_assignment(name))

    def read_by_hand(self, name: str, student: str) -> list[str]:
        """Return the ids of the cells that were graded by hand in a submission."""
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
        """Run nbgrader's autograder on a submission, and return the fields of each cell's grade.

        Points that were assigned by hand to the ``settled`` cells are preserved, whereas nbgrader
        would mark them for another review. Cells in ``doubts`` also require review in the
        formgrader, unless they earn full points.
        """
        from nbgrader.api import Gradebook

        raise_on_failure(self._api.autograde(name, student))
        with Gradebook(self._database) as book:
            paper = book.find_submission_notebook(name, name, student)
            said, faults = read_test_messages(
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
                    get_reason(grade.name, said, doubts if grade.name in opened - faults else {}),
                ]
                for grade in paper.grades
            ]


def get_reason(name: str, said: dict[str, str], doubts: dict[str, str]) -> str:
    """Return why a cell lost points: why its answer is unknown, or else its test's message."""
    return doubts.get(name) or said.get(name, "")


def read_test_messages(path: Path) -> tuple[dict[str, str], set[str]]:
    """Return the error or output of each test by id, and the ids of tests with a fault.

    A fault is an error in classkit or the machine, and does not cost points.
    """
    found: dict[str, str] = {}
    faults: set[str] = set()
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        for output in cell.get("outputs", ()):
            if output["output_type"] == "error":
                found[grade_id] = (
                    NO_ANSWER_REASON if output["ename"] == "Unanswered" else output["evalue"]
                )
                if output["ename"] in FAULT_ERRORS:
                    faults.add(grade_id)
            elif output["output_type"] == "stream" and output["name"] == "stdout":
                found[grade_id] = "".join(output["text"]).strip()
    return found, faults


def raise_on_failure(result: dict[str, Any]) -> None:
    """Raise NbgraderFailed with the last error in nbgrader's log if the call did not succeed."""
    if not result["success"]:
        why = (result.get("error") or result.get("log") or "").strip().splitlines()
        named = [line for line in why if REASON_PATTERN.match(line)]
        raise NbgraderFailed((named or why or ["nbgrader did not report a reason"])[-1])


def main(line: socket.socket) -> None:
    """Handle requests in the current folder until the connection is closed."""
    warnings.simplefilter("ignore")  # nbgrader's database layer emits warnings about its own code
    block_address_grammars()
    channel, clerk = JsonChannel(line), NbgraderWorker(Path.cwd())
    with suppress(ConnectionClosed):
        while True:
            asked = channel.receive()
            try:
                reply = {"result": getattr(clerk, asked["do"])(*asked["with"])}
            except NbgraderFailed as error:
                reply = {"error": str(error)}
            channel.send(reply)
