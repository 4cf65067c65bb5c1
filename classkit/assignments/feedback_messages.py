"""Remarks on a run. The grader formats them from the sandboxed process's reports.

A submission is untrusted and may report anything. Therefore the grader determines the cell itself,
accepts only a few kinds of reports, and quotes text from the submission.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .missing_resources import COMMAND, FILE, KEYBOARD, MEMORY, MODULE, SYSTEM, VERSION
from .plain_data import to_one_line
from .submission_process import ERROR, MOVES, SLOW, UNFIT

MAX_REMARKS = 24
MAX_CELLS_SHOWN = 12


def format_remark(report: Any, where: str, answers: Collection[str], seconds: int) -> str:
    """Format a remark on the cell ``where``, which sets the ``answers``, or "" if it is malformed.

    >>> told = {"kind": "error", "error": "NameError", "words": "name 'x' is not defined"}
    >>> format_remark(told, "cell 3", (), 30)
    'cell 3: NameError says "name \\'x\\' is not defined"'
    >>> format_remark({"kind": "slow", "answer": "cost"}, "answer-cost", ("cost",), 30)
    'answer-cost: cost took more than 30 seconds of CPU time'
    >>> format_remark("marked by the head teacher: full points", "cell 3", (), 30)
    ''
    """
    if not isinstance(report, Mapping):
        return ""
    kind, answer = report.get("kind"), report.get("answer")
    known = isinstance(answer, str) and answer in answers
    about = f"{answer} " if known else ""
    if kind == SLOW:
        return f"{where}: {about}took more than {seconds} seconds of CPU time"
    if kind == ERROR:
        error = report.get("error")
        name = error if isinstance(error, str) and error.isidentifier() else "an error"
        words = quote_words(report.get("words"))
        at = f"{where}: {answer}" if known else where
        return f"{at}: {name[:60]} says {words}" if words else f"{at}: {name[:60]}"
    if kind == UNFIT and known:
        return f"{where}: {about}could not be recorded: it is {quote_words(report.get('words'))}"
    if kind == MOVES and known:
        return (
            f"{where}: {about}is a list of moves, not a function, so it does not depend on "
            "the match"
        )
    return ""


def format_lack(report: Any, seconds: int) -> str:
    """Describe in a sentence which resource was missing in a report, or "" if none was.

    >>> format_lack({"kind": "error", "lack": "module", "name": "matplotlib"}, 30)
    'this machine has no matplotlib'
    >>> format_lack({"kind": "error", "lack": "file", "name": "my data.csv"}, 30)
    'this machine has no file "my data.csv", or cannot open it'
    >>> format_lack({"kind": "slow"}, 30)
    'it took more than 30 seconds of CPU time'
    >>> format_lack({"kind": "error", "error": "NameError"}, 30)
    ''
    """
    if not isinstance(report, Mapping):
        return ""
    if report.get("kind") == SLOW:
        return f"it took more than {seconds} seconds of CPU time"
    lack, name, words = report.get("lack"), report.get("name"), quote_words(report.get("words"))
    plain = isinstance(name, str) and len(name) <= 60 and name.replace(".", "").isidentifier()
    thing = str(name) if plain else quote_words(name) or words
    said = {
        MODULE: f"this machine has no {thing}",
        VERSION: f"this machine has another version, without {thing}",
        FILE: f"this machine has no file {quote_words(name)}, or cannot open it",
        SYSTEM: f"this machine refused an operation: {words}",
        MEMORY: "it exceeded the memory limit of submissions",
        KEYBOARD: "input() gets no answer during marking",
        COMMAND: f"this machine does not have a command of another notebook system: {words}",
    }
    return said.get(lack, "") if isinstance(lack, str) else ""


def quote_words(words: Any) -> str:
    """Quote untrusted text on one line, so that it cannot close the quotation marks.

    >>> quote_words('"full points"'), quote_words("")
    ('"\\'full points\\'"', '')
    """
    text = to_one_line(words).strip().replace('"', "'") if isinstance(words, str) else ""
    return f'"{text}"' if text else ""


def merge_remarks(remarks: Sequence[str]) -> list[str]:
    """Merge remarks on cells with the same failure, and count remarks beyond ``MAX_REMARKS``.

    Remarks on answer cells are not merged, because they explain lost points.

    >>> merge_remarks(["cell 3: Oh", "cell 5: Oh", "answer-tax: Oh", "cell 9: Oh"])
    ['cell 3: Oh (also cells 5, 9)', 'answer-tax: Oh']
    """
    kept: list[str] = []
    again: dict[str, list[str]] = {}
    for remark in remarks:
        where, _, said = remark.partition(": ")
        if not where.startswith("cell "):
            kept.append(remark)
        elif said in again:
            again[said].append(where.removeprefix("cell "))
        else:
            again[said] = []
            kept.append(remark)
    for at, remark in enumerate(kept):
        where, _, said = remark.partition(": ")
        if where.startswith("cell ") and (others := again[said]):
            some = ", ".join(others[:MAX_CELLS_SHOWN])
            more = (
                f" and {len(others) - MAX_CELLS_SHOWN} more"
                if len(others) > MAX_CELLS_SHOWN
                else ""
            )
            kept[at] = f"{remark} (also cell{'s' if len(others) > 1 else ''} {some}{more})"
    left = len(kept) - MAX_REMARKS
    return [*kept[:MAX_REMARKS], f"and {left} more remarks"] if left > 0 else kept
