"""The run of a submission as the marker sees it: a process that is watched, and never trusted.

The process (:mod:`.sitting`) asks for questions, reports its answers, and is ended when its time is
up. If a cell ends it, the others are run again without that cell.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.sandbox.folder import lent_folder
from classkit.sandbox.keeper import TOO_FULL, TOO_MANY, TOO_MUCH
from classkit.sandbox.process import KEEPER_SECONDS, START_SECONDS, NoProcess, Process
from classkit.sandbox.report import what_is_missing
from classkit.sandbox.wire import Closed, Rubbish, TooLate

from .exam import Exam, Refused
from .exam_room import SOLVER, room, whole_packages
from .plain import HANDED_MAX, LINE_MAX, NotPlain, one_line, read_handed
from .sitting import GIVEN_UP

TRIES_MAX = 4
REMARKS_MAX = 12
HANDOUTS_MAX = 8
"""Handouts that one submission may ask for: each is drawn in the marker's process."""
END_SECONDS = 5.0
"""Seconds that a process gets to end after hanging up."""
SAID = {
    GIVEN_UP: "would not be interrupted when its time was over",
    TOO_MANY: "began too many processes",
    TOO_MUCH: "took too much memory for its processes",
    TOO_FULL: "wrote too many files",
}
"""Exit status -> why the process ended."""

KEY_WITHIN_REACH = (
    "this system cannot shut off classkit's own files: a submission that looks for the answer key "
    "finds it there (on Linux it cannot)"
)


@dataclass(frozen=True)
class Limits:
    """The limits of a submission: processor seconds for a cell and in all, and megabytes.

    The clock ends a cell that only waits after :attr:`cell_patience` seconds, and the whole
    submission after :attr:`patience` seconds.
    """

    cell_seconds: int = 30
    seconds: int = 120
    megabytes: int = 2_000

    @property
    def patience(self) -> int:
        """Seconds on the clock for a submission, with room for a busy machine."""
        return 30 + 3 * self.seconds

    @property
    def cell_patience(self) -> int:
        """Seconds on the clock for one cell, or for taking one of its answers."""
        return 30 + 3 * self.cell_seconds


class NotRun(ClasskitError):
    """A run that failed by no fault of the submission's, such as one without its questions."""


def sit(
    cells: list[dict[str, Any]], exam: Exam, limits: Limits
) -> tuple[dict[str, Any], list[str]]:
    """Run the cells in a process. If a cell ends it, run again without that cell.

    Returns the answers and remarks. Raises NotRun if the process does not reach the first cell, or
    if its questions cannot be drawn.
    """
    whole = whole_packages()
    left_out: list[str] = []
    said: list[str] = []
    seconds = float(limits.patience)
    for _ in range(TRIES_MAX):
        left = [cell for cell in cells if cell["id"] not in left_out]
        paper = {
            "cells": left,
            "sheet": exam.sheet,
            "has_word": exam.has_word,
            "hidden": whole,
            "solvers": [str(Path(package, SOLVER)) for package in whole],
            "seconds": limits.cell_seconds,
            "processor_seconds": limits.seconds,
            "megabytes": limits.megabytes,
        }
        try:
            reports = run_apart(paper, exam, seconds, limits.cell_patience)
        except NoProcess as error:
            raise NotRun(f"it could not be run on this machine: {error}") from None
        if reports.why and reports.shields is None:
            raise NotRun(f"it could not be run on this machine: its process {reports.why}")
        remarks = [*said, *reports.remarks]
        if reports.at not in {cell["id"] for cell in left}:
            remarks += [reports.why] if reports.why else []
            return reports.answers, remarks[:REMARKS_MAX]
        seconds -= reports.took
        if seconds <= 0:
            said.append(
                f"{reports.at}: it was ended here, after {limits.patience} seconds in all; what "
                "follows was not run"
            )
            break
        left_out.append(reports.at)
        said.append(f"{reports.at}: left out, it {reports.why or 'ended its process'}")
    return reports.answers, [*said, *reports.remarks][:REMARKS_MAX]


@dataclass
class Reports:
    """Reports from the process of a submission: answers so far, remarks, and the cell it was at.

    ``why`` tells why it did not finish; empty if it did. ``took`` counts seconds from the first
    cell.
    """

    answers: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    at: str = ""
    why: str = ""
    took: float = 0.0
    shields: tuple[str, ...] | None = None
    """None until the process has put on its shields, before the first cell."""
    key_within_reach: bool = False
    """True if the process could still read the files that work out the answers."""

    def begin(self, said: dict[str, Any]) -> None:
        """Take the first report, which comes before any code of the submission's."""
        shields = said.get("shields")
        self.shields = tuple(shields) if isinstance(shields, list) else ()
        self.key_within_reach = said.get("key_within_reach") is not False

    def take(self, said: dict[str, Any]) -> bool:
        """Take a report, as far as it has the expected form. Return True for the last one."""
        at, answers, remarks = said.get("at"), said.get("answers"), said.get("remarks")
        if isinstance(at, str):
            self.at = at[:LINE_MAX]
        if isinstance(answers, dict):
            self.answers = answers
        if isinstance(remarks, list):
            self.remarks = [one_line(one) for one in remarks if isinstance(one, str)][:REMARKS_MAX]
        return said.get("done") is True

    def on_the_system(self) -> list[str]:
        """Return remarks on what this system cannot keep from a submission."""
        if self.shields is None:
            return []
        return what_is_missing(self.shields) + [KEY_WITHIN_REACH] * self.key_within_reach


class Invigilator:
    """Hands out questions to one submission, as long as it does not ask for too many."""

    def __init__(self, exam: Exam) -> None:
        self.exam, self.count = exam, 0

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the handout that is asked for, or why there is none."""
        self.count += 1
        if self.count > HANDOUTS_MAX:
            return {"refused": f"A sheet is opened for at most {HANDOUTS_MAX} names and words."}
        try:
            return {"handout": self.exam.hand_out(asked)}
        except Refused as error:
            return {"refused": str(error)}
        except Exception as error:  # a question that cannot be drawn is no student's fault
            raise NotRun(
                f"classkit could not draw the questions of {self.exam.sheet}: "
                f"{type(error).__name__}: {one_line(str(error))}"
            ) from error


def run_apart(paper: dict[str, Any], exam: Exam, seconds: float, cell_seconds: float) -> Reports:
    """Run cells in a process, with a limit of seconds in all and for each cell.

    Returns its reports. The time in which questions are drawn does not count.
    """
    reports, invigilator = Reports(), Invigilator(exam)
    begun = monotonic()
    with lent_folder("classkit-sitting-") as folder:
        process = Process(
            "classkit.assignments.sitting",
            folder,
            longest=HANDED_MAX,
            more={"PYTHONPATH": str(room())},  # programs that it starts find the same package
            packages=room(),
        )
        channel = process.channel
        until = monotonic() + START_SECONDS
        try:
            channel.send(paper, until)
            reports.begin(read_handed(channel.receive_text(until).decode()))
            begun = monotonic()  # a slow start on a busy machine does not count
            for _ in range(MESSAGES_EACH * (1 + len(paper["cells"])) + HANDOUTS_MAX):
                until = min(begun + seconds, monotonic() + cell_seconds)
                said = read_handed(channel.receive_text(until).decode())
                if "sheet" in said:
                    asked = monotonic()
                    answer = invigilator.answer(said)
                    drawing = monotonic() - asked
                    begun += drawing
                    channel.send(answer, until + drawing)
                elif reports.take(said):
                    reports.at = ""
                    break
            else:
                reports.why = "said more than was asked"
        except TooLate:
            reports.why = f"was not done after {cell_seconds:g} seconds"
        except (Rubbish, NotPlain, UnicodeDecodeError) as error:
            reports.why = f"handed over what cannot be read: {one_line(str(error))}"
        except Closed:
            reports.why = how_it_ended(process.wait(END_SECONDS), process.complaint())
        finally:
            reports.took = monotonic() - begun
            process.end(KEEPER_SECONDS)
    reports.remarks += reports.on_the_system()
    return reports


MESSAGES_EACH = 3
"""The most messages accepted for each cell, and as many again in all."""


def how_it_ended(status: int | None, complaint: str) -> str:
    """Say in words why a process hung up."""
    if status == -getattr(signal, "SIGXCPU", 0) != 0:
        return "used up the processor time of a whole submission"
    if status in SAID:
        return SAID[status]
    said = f": {one_line(complaint)}" if complaint else ""
    return f"ended its process ({'hung up' if status is None else status}){said}"
