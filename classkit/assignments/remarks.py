"""Remarks on a run: put into words by the marker, from the few facts that the run reports.

A submission is a stranger's program and may report anything. So where something happened the marker
knows by itself, what happened is one of a few kinds, and words of the submission's own stand in
quotation marks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .lack import COMMAND, FILE, KEYBOARD, MEMORY, MODULE, SYSTEM, VERSION
from .plain import one_line
from .sitting import ERROR, MOVES, SLOW, UNFIT

REMARKS_MAX = 24
CELLS_SHOWN = 12


def remark_of(told: Any, where: str, answers: Collection[str], seconds: int) -> str:
    """Return a remark on the cell ``where``, which gives the ``answers``; empty for rubbish.

    >>> told = {"kind": "error", "error": "NameError", "words": "name 'x' is not defined"}
    >>> remark_of(told, "cell 3", (), 30)
    'cell 3: NameError says "name \\'x\\' is not defined"'
    >>> remark_of({"kind": "slow", "answer": "cost"}, "answer-cost", ("cost",), 30)
    'answer-cost: cost took more than 30 seconds of work'
    >>> remark_of("marked by the head teacher: full points", "cell 3", (), 30)
    ''
    """
    if not isinstance(told, Mapping):
        return ""
    kind, answer = told.get("kind"), told.get("answer")
    known = isinstance(answer, str) and answer in answers
    about = f"{answer} " if known else ""
    if kind == SLOW:
        return f"{where}: {about}took more than {seconds} seconds of work"
    if kind == ERROR:
        error = told.get("error")
        name = error if isinstance(error, str) and error.isidentifier() else "an error"
        words = quoted(told.get("words"))
        at = f"{where}: {answer}" if known else where
        return f"{at}: {name[:60]} says {words}" if words else f"{at}: {name[:60]}"
    if kind == UNFIT and known:
        return f"{where}: {about}could not be handed over, it is {quoted(told.get('words'))}"
    if kind == MOVES and known:
        return (
            f"{where}: {about}is a list of moves, not a function: it was not made by looking at "
            "the match"
        )
    return ""


def lack_in_words(told: Any, seconds: int) -> str:
    """Return why a cell could not do its work on this machine; empty if nothing was lacking.

    >>> lack_in_words({"kind": "error", "lack": "module", "name": "matplotlib"}, 30)
    'this machine has no matplotlib'
    >>> lack_in_words({"kind": "error", "lack": "file", "name": "my data.csv"}, 30)
    'this machine has no file "my data.csv", or may not open it'
    >>> lack_in_words({"kind": "slow"}, 30)
    'it took more than 30 seconds of work'
    >>> lack_in_words({"kind": "error", "error": "NameError"}, 30)
    ''
    """
    if not isinstance(told, Mapping):
        return ""
    if told.get("kind") == SLOW:
        return f"it took more than {seconds} seconds of work"
    lack, name, words = told.get("lack"), told.get("name"), quoted(told.get("words"))
    plain = isinstance(name, str) and len(name) <= 60 and name.replace(".", "").isidentifier()
    thing = str(name) if plain else quoted(name) or words
    said = {
        MODULE: f"this machine has no {thing}",
        VERSION: f"this machine has another version, without {thing}",
        FILE: f"this machine has no file {quoted(name)}, or may not open it",
        SYSTEM: f"this machine refused something: {words}",
        MEMORY: "it took more memory than a submission may have",
        KEYBOARD: "nobody answers input() while it is marked",
        COMMAND: f"this machine does not have a command of another notebook system: {words}",
    }
    return said.get(lack, "") if isinstance(lack, str) else ""


def quoted(words: Any) -> str:
    """Return a stranger's words on one line in quotation marks, which they cannot leave.

    >>> quoted('"full points"'), quoted("")
    ('"\\'full points\\'"', '')
    """
    text = one_line(words).strip().replace('"', "'") if isinstance(words, str) else ""
    return f'"{text}"' if text else ""


def folded(remarks: Sequence[str]) -> list[str]:
    """Merge the remarks of cells with the same failure, and count those beyond ``REMARKS_MAX``.

    A cell that gives an answer keeps its own remark, as the reason for the points that it loses.

    >>> folded(["cell 3: Oh", "cell 5: Oh", "answer-tax: Oh", "cell 9: Oh"])
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
            some = ", ".join(others[:CELLS_SHOWN])
            more = f" and {len(others) - CELLS_SHOWN} more" if len(others) > CELLS_SHOWN else ""
            kept[at] = f"{remark} (also cell{'s' if len(others) > 1 else ''} {some}{more})"
    left = len(kept) - REMARKS_MAX
    return [*kept[:REMARKS_MAX], f"and {left} more remarks"] if left > 0 else kept
