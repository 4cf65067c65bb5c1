"""The run of a submission as the marker sees it: a process that is watched, and never trusted.

The process (:mod:`.sitting`) asks for questions, reports its answers, and is ended when its time is
up. If a cell ends it, the others are run again without that cell.
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
from classkit.sandbox.folder import lent_folder
from classkit.sandbox.keeper import TOO_FULL, TOO_MANY, TOO_MUCH
from classkit.sandbox.process import KEEPER_SECONDS, START_SECONDS, NoProcess, Process
from classkit.sandbox.report import what_is_missing
from classkit.sandbox.wire import Closed, Rubbish, TooLate

from .exam import Exam, Refused
from .exam_room import SOLVER, room, whole_packages
from .plain import HANDED_MAX, NotPlain, one_line, read_handed
from .remarks import lack_in_words, remark_of
from .sitting import GIVEN_UP

HANDOUTS_MAX = 8
"""Handouts that one submission may ask for: each is drawn in the marker's process."""
TOLD_MAX = 8
"""The most reports about one cell."""
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


@dataclass
class Run:
    """What the run of a submission gave: its answers, and remarks on its cells."""

    answers: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    doubts: dict[str, str] = field(default_factory=dict)
    """Answer -> the cell that could not do its work here, so that nobody knows the answer."""
    lacks: dict[str, str] = field(default_factory=dict)
    """Cell -> why it could not do its work here, as a sentence without a full stop."""
    late: list[str] = field(default_factory=list)
    """Answers that have a value only below their checks."""


def sit(
    cells: list[dict[str, Any]], exam: Exam, limits: Limits, late: Sequence[str] = ()
) -> Run:  # fmt: skip
    """Run the cells in a process. If a cell ends it, run again without that cell, while time lasts.

    ``late`` names answers of which it matters whether they are given below their checks. Raises
    NotRun if the process does not reach the first cell, or if its questions cannot be drawn.
    """
    whole = whole_packages()
    run = Run()
    left_out: list[str] = []
    said: list[str] = []
    invigilator = Invigilator(exam)
    seconds, begun = float(limits.patience), monotonic()
    while True:
        left = [cell for cell in cells if not is_skipped(cell, left_out)]
        paper = {
            "cells": [{**cell, "skipped": is_skipped(cell, left_out)} for cell in cells],
            "late": list(late),
            "sheet": exam.sheet,
            "has_word": exam.has_word,
            "hidden": whole,
            "solvers": [str(Path(package, SOLVER)) for package in whole],
            "seconds": limits.cell_seconds,
            "processor_seconds": limits.seconds,
            "megabytes": limits.megabytes,
        }
        try:
            reports = run_apart(paper, invigilator, seconds, limits.cell_patience)
        except NoProcess as error:
            raise NotRun(f"it could not be run on this machine: {error}") from None
        if reports.why and reports.shields is None:
            raise NotRun(f"it could not be run on this machine: its process {reports.why}")
        run.answers |= reports.answers
        run.doubts |= reports.doubts
        run.lacks |= reports.lacks
        run.late = reports.late
        run.remarks = [*said, *reports.remarks]
        if not reports.why:
            return run
        seconds -= reports.took
        passed = monotonic() - begun - invigilator.drawing
        is_over = seconds <= 0 or passed > limits.patience + START_SECONDS
        if not reports.at or is_over:
            why = f"was ended after {limits.patience} seconds in all" if is_over else reports.why
            said.append(
                f"{reports.at}: it was ended here, after {limits.patience} seconds in all; what "
                "follows was not run"
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
        said.append(f"{reports.at}: left out, it {reports.why}")


def is_skipped(cell: dict[str, Any], left_out: Sequence[str]) -> bool:
    """Return True for a cell that is not run: it cannot be, or it has ended the process."""
    return cell["id"] in left_out or bool(cell.get("skipped"))


@dataclass
class Reports:
    """Reports from the process of a submission: answers so far, remarks, and the cell it was at.

    ``why`` tells why it did not finish; empty if it did. ``took`` counts seconds from the first
    cell. What was told of a cell stands, whatever comes later.
    """

    paper: dict[str, Any]
    answers: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    heard: set[str] = field(default_factory=set)
    """The cells about which the process has reported something."""
    at: str = ""
    why: str = ""
    took: float = 0.0
    doubts: dict[str, str] = field(default_factory=dict)
    lacks: dict[str, str] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)
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
        if isinstance(told, list) and told and self.at and self.at not in self.heard:
            self.heard.add(self.at)
            found = (
                remark_of(one, self.at, asked[self.at], self.paper["seconds"])
                for one in told[:TOLD_MAX]
            )
            self.remarks += filter(None, found)
            lacks = (lack_in_words(one, self.paper["seconds"]) for one in told[:TOLD_MAX])
            if lack := next(filter(None, lacks), ""):
                self.lacks[self.at] = lack
        return said.get("done") is True

    def on_the_system(self) -> list[str]:
        """Return remarks on what this system cannot keep from a submission."""
        if self.shields is None:
            return []
        return what_is_missing(self.shields) + [KEY_WITHIN_REACH] * self.key_within_reach


class Invigilator:
    """Hands out questions to one submission, as long as it does not ask for too many."""

    def __init__(self, exam: Exam) -> None:
        self.exam = exam
        self.given: dict[str, dict[str, Any]] = {}
        """What was asked for -> the answer, which is the same when the cells are run again."""
        self.drawing = 0.0
        """Seconds in which questions were drawn."""
        self.exceeded = False
        """True if the submission asked for more than ``HANDOUTS_MAX`` handouts."""

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the handout that is asked for, or why there is none."""
        wanted = json.dumps([asked.get(key) for key in ("sheet", "student", "word")])
        if wanted not in self.given:
            if len(self.given) >= HANDOUTS_MAX:
                self.exceeded = True
                return {"refused": f"A sheet is opened for at most {HANDOUTS_MAX} names and words."}
            begun = monotonic()
            self.given[wanted] = self.hand_out(asked)
            self.drawing += monotonic() - begun
        return self.given[wanted]

    def hand_out(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return a handout that was not asked for before, or why there is none."""
        try:
            return {"handout": self.exam.hand_out(asked)}
        except Refused as error:
            return {"refused": str(error)}
        except Exception as error:  # a question that cannot be drawn is no student's fault
            raise NotRun(
                f"classkit could not draw the questions of {self.exam.sheet}: "
                f"{type(error).__name__}: {one_line(str(error))}"
            ) from error


def run_apart(
    paper: dict[str, Any], invigilator: Invigilator, seconds: float, cell_seconds: float
) -> Reports:
    """Run cells in a process, with a limit of seconds in all and for each cell.

    Returns its reports. The time in which questions are drawn does not count.
    """
    reports = Reports(paper)
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
                reports.why = TOO_MANY_NAMES if invigilator.exceeded else TOO_TALKATIVE
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


TOO_MANY_NAMES = f"asked for the questions of more than {HANDOUTS_MAX} names"
TOO_TALKATIVE = "said more than was asked"
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
