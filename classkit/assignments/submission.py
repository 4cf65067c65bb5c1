"""A submission: a stranger's notebook, read with care and run in isolation."""

from __future__ import annotations

import json
import re
import signal
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, encodable
from classkit.sandbox.folder import lent_folder
from classkit.sandbox.keeper import TOO_FULL, TOO_MANY, TOO_MUCH
from classkit.sandbox.process import KEEPER_SECONDS, START_SECONDS, NoProcess, Process
from classkit.sandbox.report import what_is_missing
from classkit.sandbox.wire import Closed, Rubbish, TooLate

from .plain import HANDED_MAX, NotPlain, read_handed
from .sitting import GIVEN_UP
from .source import Asked, Source, metadata, text_of
from .tries import SITTING

FILE_MAX = 5_000_000
CELLS_MAX = 500
TRIES_MAX = 4
REMARKS_MAX = 12
REMARK_MAX = 200
END_SECONDS = 5.0
"""Seconds that a process gets to end after hanging up."""
SAID = {
    GIVEN_UP: "would not be interrupted when its time was over",
    TOO_MANY: "began too many processes",
    TOO_MUCH: "took too much memory for its processes",
    TOO_FULL: "wrote too many files",
}
"""Exit status -> why the process ended."""


REACHES = re.compile(
    r"\b(?:open_key|AnswerKey|question_of|plan_of|draw_until|solved_in|CLASSKIT_SITTING|"
    r"IN_SUBMISSION|assignments\.(?:bank|key|sheets|tries))\b"
)
"""Matches what no answer needs: the ways to the answer key, which Python cannot hide."""
BORROWS = re.compile(r"\bgames\.\w+(?:\.| import )bots\b|\.policies\b|\.bots\(\)")
"""Matches the ways to the game's own bots, which would answer in place of a student's policy."""
SUSPECT = {REACHES: "looks for the answer key", BORROWS: "uses a bot of the game"}
"""Pattern -> what a remark says of such code. It is meant for teachers and not for gradebooks."""


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


@dataclass
class Handed:
    """A submission's contents: answers by name, texts by cell, code by cell, and remarks.

    ``problem`` tells why it could not be read or run, if so; nobody then knows that the student is
    to blame for what is missing.
    """

    answers: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    code: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    problem: str = ""


class Notebook(NamedTuple):
    """A submission as read: its cells, or why there are none, and the sheet that it names."""

    cells: list[dict[str, Any]]
    why: str = ""
    sheet: str = ""


def read_submission(path: Path) -> Notebook:
    """Read a submission; without cells ``why`` gives the reason."""
    try:
        if not path.is_file():
            return Notebook([], "it is not a file")
        if path.stat().st_size > FILE_MAX:
            return Notebook([], f"the file is larger than {FILE_MAX // 1_000_000} MB")
        book = json.loads(path.read_text(encoding="utf-8-sig"))  # some editors mark their UTF-8
        cells = book["cells"]
        if book["nbformat"] < 4 or not isinstance(cells, list) or len(cells) > CELLS_MAX:
            return Notebook([], "it is not a notebook of the present format")
        sheet = encodable(str(metadata(book).get("sheet", "")))
        return Notebook([read_cell(cell) for cell in cells], sheet=sheet)
    except OSError as error:
        return Notebook([], f"the file cannot be read: {error.strerror or error}")
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return Notebook([], "the file is not a notebook")


def read_cell(cell: Any) -> dict[str, Any]:
    """Return what matters of a cell: its type, its text, and its id for grading."""
    source = cell["source"]
    text = "".join(source) if isinstance(source, list) else source
    if not isinstance(text, str):
        raise TypeError
    grading = cell.get("metadata", {}).get("nbgrader", {})
    return {
        "type": cell["cell_type"],
        "source": encodable(text),
        "grade_id": encodable(str(grading.get("grade_id", "") or cell.get("id", ""))),
        "test": bool(grading.get("grade")) and not grading.get("solution"),
    }


def hand_in(book: Notebook, source: Source, limits: Limits) -> Handed:
    """Run a submission. Return a result whatever it does."""
    asked = {one.grade_id: one for one in source.asked}
    if why := book.why or why_not_of(book, source.sheet, set(asked)):
        return Handed(problem=why)
    handed = Handed()
    paper: list[dict[str, Any]] = []
    seen: set[str] = set()
    waiting: Asked | None = None  # an answer whose check has not come yet
    given = {text_of(cell) for cell in source.book["cells"]}
    checks = source.checks
    for number, cell in enumerate(book.cells, start=1):
        one = asked.get(cell["grade_id"])
        if one is not None and cell["grade_id"] in seen:
            handed.remarks.append(f"{cell['grade_id']} is there twice; the first one counts")
            one = None
        if one is not None:
            seen.add(one.grade_id)
            (handed.texts if one.by_hand else handed.code)[one.grade_id] = cell["source"]
        is_check = cell["test"] or cell["grade_id"] in checks
        if one is not None or is_check:
            waiting = one
        if cell["type"] != "code" or is_check or (one is not None and one.by_hand):
            continue
        if cell["source"] in source.shown:
            continue
        where = one.grade_id if one else f"cell {number}"
        handed.remarks += suspicions(cell["source"], where)
        read = one
        if one is None and waiting is not None and cell["source"] not in given:
            read = waiting  # a cell of the student's own may set what the check below it reads
            above = handed.code.get(waiting.grade_id, "")
            handed.code[waiting.grade_id] = f"{above}\n\n# {where}\n{cell['source']}"
        paper.append(
            {
                "id": where,
                "source": cell["source"],
                "answers": list(read.answers) if read else [],
                "contest": read.contest if read else "",
            }
        )
    missing = [grade_id for grade_id in asked if grade_id not in seen]
    if missing:
        handed.remarks.append(f"missing: {', '.join(missing)}")
    try:
        handed.answers, remarks = sit(paper, source.sheet, limits)
        handed.remarks += remarks
    except NotRun as error:
        handed.problem = str(error)
    else:
        handed.remarks += without_value(handed, source)
    return handed


def without_value(handed: Handed, source: Source) -> list[str]:
    """Return remarks on code that ran and gave its answer no value, such as another name one."""
    spoken = {remark.partition(":")[0] for remark in handed.remarks}
    return [
        f"{one.grade_id}: its code gives {name} no value"
        for one in source.asked
        for name in one.answers
        if name not in handed.answers
        and one.grade_id not in spoken
        and is_more_than_none(handed.code.get(one.grade_id, ""), name)
    ]


def is_more_than_none(code: str, name: str) -> bool:
    """Return True if code does more than the cell that was handed out, which gives None.

    >>> is_more_than_none("cost = None\\n# Write your answer above.", "cost")
    False
    >>> is_more_than_none("cots = 300_000", "cost")
    True
    """
    lines = (line.partition("#")[0].strip() for line in code.splitlines())
    return any(line and line != f"{name} = None" for line in lines)


def suspicions(code: str, where: str) -> list[str]:
    """Return remarks on code that may not be a student's own work.

    >>> suspicions("from classkit.games.economy.bots import Raider", "answer-policy")
    ['answer-policy: uses a bot of the game (games.economy.bots): read its code before you give \
its points']
    """
    return [
        f"{where}: {said} ({', '.join(found)}): read its code before you give its points"
        for pattern, said in SUSPECT.items()
        if (found := dict.fromkeys(pattern.findall(code)))
    ]


def why_not_of(book: Notebook, sheet: str, asked: set[str]) -> str:
    """Return why a notebook does not belong to an assignment; empty if it does."""
    if book.sheet and book.sheet != sheet:
        if is_homework(book.sheet) and is_homework(sheet):
            return "it is the homework on another match"
        return one_line(f"it is the notebook of {book.sheet} under this name")
    if not asked & {cell["grade_id"] for cell in book.cells}:
        return "none of the cells to be answered are in it"
    return ""


def is_homework(sheet: str) -> bool:
    """Return True for the sheet of a homework."""
    return sheet.startswith("homework-")


class NotRun(ClasskitError):
    """A process that ended before the first cell, so that the submission is not to blame."""


def sit(
    cells: list[dict[str, Any]], sheet: str, limits: Limits
) -> tuple[dict[str, Any], list[str]]:
    """Run the cells in a process. If a cell ends it, run again without that cell.

    Returns the answers and remarks. Raises NotRun if the process does not reach the first cell.
    """
    left_out: list[str] = []
    said: list[str] = []
    seconds = float(limits.patience)
    for _ in range(TRIES_MAX):
        left = [cell for cell in cells if cell["id"] not in left_out]
        paper = {
            "cells": left,
            "sheet": sheet,
            "seconds": limits.cell_seconds,
            "processor_seconds": limits.seconds,
            "megabytes": limits.megabytes,
        }
        try:
            reports = run_apart(paper, seconds, limits.cell_patience)
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

    def take(self, text: bytes) -> bool:
        """Take a report, as far as it has the expected form. Return True for the last one."""
        said = read_handed(text.decode())
        if self.shields is None:
            shields = said.get("shields")
            self.shields = tuple(shields) if isinstance(shields, list) else ()
            return False
        at, answers, remarks = said.get("at"), said.get("answers"), said.get("remarks")
        if isinstance(at, str):
            self.at = at[:REMARK_MAX]
        if isinstance(answers, dict):
            self.answers = answers
        if isinstance(remarks, list):
            self.remarks = [one_line(one) for one in remarks if isinstance(one, str)][:REMARKS_MAX]
        return said.get("done") is True


def run_apart(paper: dict[str, Any], seconds: float, cell_seconds: float) -> Reports:
    """Run cells in a process, with a limit of seconds in all and for each cell.

    Returns its reports.
    """
    reports = Reports()
    begun = monotonic()
    with lent_folder("classkit-sitting-") as folder:
        process = Process(
            "classkit.assignments.sitting", folder, longest=HANDED_MAX, more={SITTING: "1"}
        )
        until = monotonic() + START_SECONDS
        try:
            process.channel.send(paper, until)
            reports.take(process.channel.receive_text(until))
            begun = monotonic()  # a slow start on a busy machine does not count
            for _ in range(MESSAGES_EACH * (1 + len(paper["cells"]))):
                until = min(begun + seconds, monotonic() + cell_seconds)
                if reports.take(process.channel.receive_text(until)):
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
    if reports.shields is not None:
        reports.remarks += what_is_missing(reports.shields)
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


def one_line(text: str) -> str:
    """Put a stranger's sentence on one line, without characters that control a terminal.

    >>> one_line("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    return "".join(c if c.isprintable() else " " for c in text)[:REMARK_MAX]
