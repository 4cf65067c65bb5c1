"""Supervisor of a submission's run: starts and limits the untrusted process, and reads its reports.

The process (:mod:`.submission_process`) requests questions and reports its answers. It is killed
when its time is up. If a cell kills the process, the other cells are run again without that cell.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.sandbox.folder import temporary_folder
from classkit.sandbox.isolation_probe import describe_missing_layers
from classkit.sandbox.json_socket import BadMessage, ConnectionClosed, ReceiveTimeout
from classkit.sandbox.process import (
    KEEPER_SECONDS,
    START_SECONDS,
    ProcessStartError,
    SandboxProcess,
)
from classkit.sandbox.subreaper import FOLDER_EXIT_STATUS, MEMORY_EXIT_STATUS, PROCESSES_EXIT_STATUS

from .feedback_messages import format_lack, format_remark
from .plain_data import MAX_HANDED_BYTES, NotPlainData, parse_message, to_one_line
from .question_server import HandoutRefused, QuestionServer
from .redacted_package import SOLVER, get_package_folder, list_package_folders
from .submission_process import GIVEN_UP_STATUS

MAX_HANDOUTS = 8
"""Maximum number of handouts for one submission. Each is drawn in the grader's process."""
MAX_REPORTS = 8
"""Maximum number of reports per cell."""
END_SECONDS = 5.0
"""Seconds that a process has to exit after closing its connection."""
EXIT_REASONS = {
    GIVEN_UP_STATUS: "did not stop when its time was over",
    PROCESSES_EXIT_STATUS: "started too many processes",
    MEMORY_EXIT_STATUS: "took too much memory for its processes",
    FOLDER_EXIT_STATUS: "wrote too many files",
}
"""Maps an exit status to the reason why the process exited."""

KEY_EXPOSED_REMARK = (
    "this system cannot hide classkit's own files, so a submission can read the answer key "
    "there (on Linux it cannot)"
)


@dataclass(frozen=True)
class SubmissionLimits:
    """Limits of a submission: CPU seconds per cell and in total, and megabytes of memory.

    A waiting cell is interrupted after :attr:`cell_timeout` seconds of wall-clock time, and the
    whole submission after :attr:`timeout` seconds.
    """

    cell_seconds: int = 30
    seconds: int = 120
    megabytes: int = 2_000

    @property
    def timeout(self) -> int:
        """Wall-clock limit in seconds for a submission, including a margin for a busy machine."""
        return 30 + 3 * self.seconds

    @property
    def cell_timeout(self) -> int:
        """Wall-clock limit in seconds for one cell, or for collecting one of its answers."""
        return 30 + 3 * self.cell_seconds


class RunFailed(ClasskitError):
    """Raised when a run fails for a reason outside the submission, such as missing questions."""


@dataclass
class SubmissionRun:
    """Result of running a submission: its answers, and remarks on its cells."""

    answers: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    doubts: dict[str, str] = field(default_factory=dict)
    """Maps an answer to the failed cell that makes its value unknown."""
    lacks: dict[str, str] = field(default_factory=dict)
    """Maps a cell to the reason why it failed on this machine, without a full stop."""
    late: list[str] = field(default_factory=list)
    """Answers that are set only below their checks."""


def run_cells(
    cells: list[dict[str, Any]],
    question_server: QuestionServer,
    limits: SubmissionLimits,
    late: Sequence[str] = (),
) -> SubmissionRun:  # fmt: skip
    """Run the cells in a process. If a cell kills the process, run again without that cell.

    Args:
        cells: The cells returned by ``submission.prepare_cells``.
        question_server: The server that provides the questions.
        limits: Limits of time and memory.
        late: Answers to test for being set only below their checks.

    Raises:
        RunFailed: If the process does not reach the first cell, or questions cannot be drawn.
    """
    whole = list_package_folders()
    run = SubmissionRun()
    left_out: list[str] = []
    said: list[str] = []
    invigilator = HandoutServer(question_server)
    seconds, begun = float(limits.timeout), monotonic()
    while True:
        left = [cell for cell in cells if not is_skipped(cell, left_out)]
        paper = {
            "cells": [{**cell, "skipped": is_skipped(cell, left_out)} for cell in cells],
            "late": list(late),
            "sheet": question_server.sheet,
            "has_word": question_server.has_word,
            "hidden": whole,
            "solvers": [str(Path(package, SOLVER)) for package in whole],
            "seconds": limits.cell_seconds,
            "processor_seconds": limits.seconds,
            "megabytes": limits.megabytes,
        }
        try:
            reports = run_isolated(paper, invigilator, seconds, limits.cell_timeout)
        except ProcessStartError as error:
            raise RunFailed(f"it could not be run on this machine: {error}") from None
        if reports.why and reports.shields is None:
            raise RunFailed(f"it could not be run on this machine: its process {reports.why}")
        run.answers |= reports.answers
        run.doubts |= reports.doubts
        run.lacks |= reports.lacks
        run.late = reports.late
        run.remarks = [*said, *reports.remarks]
        if not reports.why:
            return run
        seconds -= reports.seconds_taken
        passed = monotonic() - begun - invigilator.drawing_seconds
        is_over = seconds <= 0 or passed > limits.timeout + START_SECONDS
        if not reports.at or is_over:
            why = f"was stopped after {limits.timeout} seconds in total" if is_over else reports.why
            said.append(
                f"{reports.at}: it was stopped here, after {limits.timeout} seconds in total; "
                "the rest was not run"
                if reports.at
                else reports.why
            )
            ids = ["", *(cell["id"] for cell in left)]
            after = left[max(ids.index(reports.at) - 1, 0) :]
            run.lacks |= {cell["id"]: f"it {why}" for cell in after[:1]}
            for cell in after:
                run.doubts |= dict.fromkeys(cell["answers"], after[0]["id"])
            answered = [cell for cell in after if cell["answers"] and not cell.get("own")]
            said += [f"{cell['id']}: not run" for cell in answered if cell["id"] != reports.at]
            run.remarks = [*said, *reports.remarks]
            return run
        left_out.append(reports.at)
        run.lacks[reports.at] = f"it {reports.why}"
        said.append(f"{reports.at}: skipped, because it {reports.why}")


def is_skipped(cell: dict[str, Any], left_out: Sequence[str]) -> bool:
    """Return True for a cell that cannot be run or that killed the process."""
    return cell["id"] in left_out or bool(cell.get("skipped"))


@dataclass
class RunReports:
    """Reports from the process of a submission: answers so far, remarks, and the current cell.

    ``why`` is the reason why the run did not finish, or "". ``seconds_taken`` counts from the first
    cell. Only the first report about each cell is accepted.
    """

    paper: dict[str, Any]
    answers: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    reported_cells: set[str] = field(default_factory=set)
    """Cells that have a report."""
    at: str = ""
    why: str = ""
    seconds_taken: float = 0.0
    doubts: dict[str, str] = field(default_factory=dict)
    lacks: dict[str, str] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)
    shields: tuple[str, ...] | None = None
    """Active isolation layers, or None until the process has reported them."""
    key_within_reach: bool = False
    """True if the process could read the files that compute the answers."""

    def take_first_report(self, said: dict[str, Any]) -> None:
        """Read the first report, which arrives before any code of the submission runs."""
        shields = said.get("shields")
        self.shields = tuple(shields) if isinstance(shields, list) else ()
        self.key_within_reach = said.get("key_within_reach") is not False

    def take_report(self, said: dict[str, Any]) -> bool:
        """Read the well-formed parts of a report. Return True if the report is the last one."""
        at, answers, told = said.get("at"), said.get("answers"), said.get("told")
        asked = {cell["id"]: cell["answers"] for cell in self.paper["cells"]}
        if isinstance(at, str) and at in asked:
            self.at = at
        if isinstance(answers, dict):
            self.answers = answers
        if isinstance(doubts := said.get("doubts"), dict):
            names = {name for answers in asked.values() for name in answers}
            self.doubts = {
                name: cell for name, cell in doubts.items() if name in names and cell in asked
            }
        if isinstance(late := said.get("late"), list):
            self.late = [name for name in self.paper["late"] if name in late]
        if isinstance(told, list) and told and self.at and self.at not in self.reported_cells:
            self.reported_cells.add(self.at)
            found = (
                format_remark(one, self.at, asked[self.at], self.paper["seconds"])
                for one in told[:MAX_REPORTS]
            )
            self.remarks += filter(None, found)
            lacks = (format_lack(one, self.paper["seconds"]) for one in told[:MAX_REPORTS])
            if lack := next(filter(None, lacks), ""):
                self.lacks[self.at] = lack
        return said.get("done") is True

    def list_system_remarks(self) -> list[str]:
        """Return remarks about isolation layers that are missing on this system."""
        if self.shields is None:
            return []
        return describe_missing_layers(self.shields) + [KEY_EXPOSED_REMARK] * self.key_within_reach


class HandoutServer:
    """Answers one submission's requests for questions, up to ``MAX_HANDOUTS`` requests."""

    def __init__(self, question_server: QuestionServer) -> None:
        self.question_server = question_server
        self.handouts: dict[str, dict[str, Any]] = {}
        """Caches responses by request, so that a second run gets the same questions."""
        self.drawing_seconds = 0.0
        """Seconds spent drawing questions."""
        self.is_exceeded = False
        """True if the submission requested more than ``MAX_HANDOUTS`` handouts."""

    def answer_request(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the requested handout, or the reason for refusing the request."""
        wanted = json.dumps([asked.get(key) for key in ("sheet", "student", "word")])
        if wanted not in self.handouts:
            if len(self.handouts) >= MAX_HANDOUTS:
                self.is_exceeded = True
                return {
                    "refused": (
                        f"A submission can open a sheet for at most {MAX_HANDOUTS} names and words."
                    )
                }
            begun = monotonic()
            self.handouts[wanted] = self.make_handout(asked)
            self.drawing_seconds += monotonic() - begun
        return self.handouts[wanted]

    def make_handout(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Build a handout. If the request is refused, return the reason."""
        try:
            return {"handout": self.question_server.build_handout(asked)}
        except HandoutRefused as error:
            return {"refused": str(error)}
        except Exception as error:  # an error in classkit, not in the submission
            raise RunFailed(
                f"classkit could not draw the questions of {self.question_server.sheet}: "
                f"{type(error).__name__}: {to_one_line(str(error))}"
            ) from error


def run_isolated(
    paper: dict[str, Any], invigilator: HandoutServer, seconds: float, cell_seconds: float
) -> RunReports:
    """Run cells in a process with time limits in total and per cell, and return its reports.

    The time spent on drawing questions does not count.
    """
    reports = RunReports(paper)
    begun = monotonic()
    with temporary_folder("classkit-sitting-") as folder:
        process = SandboxProcess(
            "classkit.assignments.submission_process",
            folder,
            longest=MAX_HANDED_BYTES,
            # child processes import the same package
            more={"PYTHONPATH": str(get_package_folder())},
            packages=get_package_folder(),
        )
        channel = process.channel
        until = monotonic() + START_SECONDS
        try:
            channel.send(paper, until)
            reports.take_first_report(parse_message(channel.receive_bytes(until).decode()))
            begun = monotonic()  # do not count a slow start on a busy machine
            for _ in range(MAX_CELL_MESSAGES * (1 + len(paper["cells"])) + MAX_HANDOUTS):
                until = min(begun + seconds, monotonic() + cell_seconds)
                said = parse_message(channel.receive_bytes(until).decode())
                if "sheet" in said:
                    asked = monotonic()
                    answer = invigilator.answer_request(said)
                    drawing = monotonic() - asked
                    begun += drawing
                    channel.send(answer, until + drawing)
                elif reports.take_report(said):
                    reports.at = ""
                    break
            else:
                reports.why = (
                    TOO_MANY_NAMES_REASON if invigilator.is_exceeded else TOO_TALKATIVE_REASON
                )
        except ReceiveTimeout:
            reports.why = f"did not finish within {cell_seconds:g} seconds"
        except (BadMessage, NotPlainData, UnicodeDecodeError) as error:
            reports.why = f"sent an invalid message: {to_one_line(str(error))}"
        except ConnectionClosed:
            reports.why = explain_exit(process.wait(END_SECONDS), process.read_last_error())
        finally:
            reports.seconds_taken = monotonic() - begun
            process.end(KEEPER_SECONDS)
    reports.remarks += reports.list_system_remarks()
    return reports


TOO_MANY_NAMES_REASON = f"asked for the questions of more than {MAX_HANDOUTS} names"
TOO_TALKATIVE_REASON = "sent more messages than allowed"
MAX_CELL_MESSAGES = 3
"""Maximum number of messages per cell. The run as a whole gets as many in addition."""


def explain_exit(status: int | None, complaint: str) -> str:
    """Explain why a process closed its connection."""
    if status == -getattr(signal, "SIGXCPU", 0) != 0:
        return "used up the CPU time of the whole submission"
    if status in EXIT_REASONS:
        return EXIT_REASONS[status]
    said = f": {to_one_line(complaint)}" if complaint else ""
    return f"ended its process ({'hung up' if status is None else status}){said}"
