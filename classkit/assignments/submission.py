"""A submission: a stranger's notebook, read with care and run apart from everything else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .keeper import TOO_MANY, TOO_MUCH
from .plain import HANDED_MAX, NotPlain, read_handed
from .sheet import SITTING
from .sitting import AT, GIVEN_UP, HANDED, PAPER
from .source import Source

FILE_MAX = 5_000_000
CELLS_MAX = 500
TRIES_MAX = 4
REMARKS_MAX = 12
REMARK_MAX = 200
KEEPER_SECONDS = 10
SAID = {
    GIVEN_UP: "would not be interrupted when its time was over",
    TOO_MANY: "began too many processes",
    TOO_MUCH: "took too much memory for its processes",
}
"""Exit status -> why it ended."""


@dataclass(frozen=True)
class Limits:
    """What a submission may use: seconds of the processor for a cell and for all of it, megabytes.

    One that only waits is ended by the clock, after :attr:`patience` seconds.
    """

    cell_seconds: int = 30
    seconds: int = 120
    megabytes: int = 2_000

    @property
    def patience(self) -> int:
        """Seconds on the clock, with room for a machine that is busy."""
        return 30 + 3 * self.seconds


@dataclass
class Handed:
    """What was handed in: answers by name, texts by cell, code by cell, and remarks."""

    answers: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    code: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def read_submission(path: Path) -> tuple[list[dict[str, Any]], str]:
    """The cells of a submission, or none and the reason."""
    try:
        if not path.is_file():
            return [], "it is no file"
        if path.stat().st_size > FILE_MAX:
            return [], f"the file is larger than {FILE_MAX // 1_000_000} MB"
        book = json.loads(path.read_text(encoding="utf-8"))
        cells = book["cells"]
        if book["nbformat"] < 4 or not isinstance(cells, list) or len(cells) > CELLS_MAX:
            return [], "it is no notebook of today's format"
        return [read_cell(cell) for cell in cells], ""
    except OSError as error:
        return [], f"the file cannot be read: {error.strerror or error}"
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return [], "the file is no notebook"


def read_cell(cell: Any) -> dict[str, Any]:
    """What counts of a cell: its type, its text, and the id of a graded one."""
    source = cell["source"]
    text = "".join(source) if isinstance(source, list) else source
    if not isinstance(text, str):
        raise TypeError
    grading = cell.get("metadata", {}).get("nbgrader", {})
    return {
        "type": cell["cell_type"],
        "source": text,
        "grade_id": str(grading.get("grade_id", "") or cell.get("id", "")),
        "test": bool(grading.get("grade")) and not grading.get("solution"),
    }


def hand_in(path: Path, source: Source, limits: Limits) -> Handed:
    """Read and run a submission; whatever it does, there is a result."""
    handed = Handed()
    cells, why = read_submission(path)
    if why:
        handed.remarks.append(why)
        return handed
    asked = {one.grade_id: one for one in source.asked}
    paper: list[dict[str, Any]] = []
    seen: set[str] = set()
    for number, cell in enumerate(cells, start=1):
        one = asked.get(cell["grade_id"])
        if one is not None and cell["grade_id"] in seen:
            handed.remarks.append(f"{cell['grade_id']} stands there twice; the first counts")
            one = None
        if one is not None:
            seen.add(one.grade_id)
            (handed.texts if one.by_hand else handed.code)[one.grade_id] = cell["source"]
        if cell["type"] != "code" or cell["test"] or (one is not None and one.by_hand):
            continue
        paper.append(
            {
                "id": one.grade_id if one else f"cell {number}",
                "source": cell["source"],
                "answers": list(one.answers) if one else [],
                "contest": one.contest if one else "",
            }
        )
    missing = [grade_id for grade_id in asked if grade_id not in seen]
    if missing:
        handed.remarks.append(f"missing: {', '.join(missing)}")
    handed.answers, remarks = sit(paper, source.sheet, limits)
    handed.remarks += remarks
    return handed


def sit(
    cells: list[dict[str, Any]], sheet: str, limits: Limits
) -> tuple[dict[str, Any], list[str]]:
    """Run the cells in a process of their own; a cell that ends it is left out, and on it goes."""
    left_out: list[str] = []
    answers: dict[str, Any] = {}
    said: list[str] = []
    remarks: list[str] = []
    for _ in range(TRIES_MAX):
        with tempfile.TemporaryDirectory(prefix="classkit-sitting-") as name:
            folder = Path(name)
            left = [cell for cell in cells if cell["id"] not in left_out]
            paper = {
                "cells": left,
                "sheet": sheet,
                "seconds": limits.cell_seconds,
                "processor_seconds": limits.seconds,
                "megabytes": limits.megabytes,
            }
            (folder / PAPER).write_text(json.dumps(paper), encoding="utf-8")
            why = run_apart(folder, limits.patience)
            answers, remarks = read_result(folder)
            at = (folder / AT).read_text()[:100] if (folder / AT).is_file() else ""
        if at not in {cell["id"] for cell in left}:
            return answers, [*said, *remarks, *([why] if why else [])][:REMARKS_MAX]
        left_out.append(at)
        said.append(f"{at}: left out, it {why or 'ended its process'}")
    return answers, [*said, *remarks][:REMARKS_MAX]


def run_apart(folder: Path, seconds: int) -> str:
    """Run a sitting in its folder; why it did not come to its end, if it did not."""
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "IPYTHONDIR": str(folder / "ipython"),
        "LANG": "C.UTF-8",
        SITTING: "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "classkit.assignments.sitting"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        status = process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.terminate()  # its keeper ends what it has begun
        with suppress(subprocess.TimeoutExpired):
            process.wait(KEEPER_SECONDS)
        return f"was not done after {seconds} seconds"
    finally:
        end(process)
    if status == -getattr(signal, "SIGXCPU", 0) != 0:
        return "worked longer than all of it may"
    return SAID.get(status) or f"ended its process ({status})" if status else ""


def end(process: subprocess.Popen[bytes]) -> None:
    """End a sitting and everything that it has begun in its session."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def read_result(folder: Path) -> tuple[dict[str, Any], list[str]]:
    """The answers and remarks that a sitting left."""
    path = folder / HANDED
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > HANDED_MAX:
            return {}, []
        found = read_handed(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, NotPlain) as error:
        return {}, [str(error)[:REMARK_MAX]]
    answers, remarks = found.get("answers"), found.get("remarks")
    return (
        answers if isinstance(answers, dict) else {},
        [tidy(one) for one in remarks if isinstance(one, str)][:REMARKS_MAX]
        if isinstance(remarks, list)
        else [],
    )


def tidy(text: str) -> str:
    """A stranger's sentence on one line, without signs that steer a terminal.

    >>> tidy("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    return "".join(c if c.isprintable() else " " for c in text)[:REMARK_MAX]
