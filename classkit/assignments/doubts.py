"""Doubts about answers: why points stay open, because nobody knows what an answer is worth."""

from __future__ import annotations

from collections.abc import Collection

from .handed import Handed
from .layout import Layout
from .running import Run
from .source import STUDENT, Asked


def doubts_of(layout: Layout, handed: Handed, run: Run) -> dict[str, str]:
    """Return why points stay open that an answer does not earn: graded cell -> reason.

    It is open if nobody knows the answer; if it is known, or was left out, it is marked.
    """
    lacks = run.lacks | handed.lacks
    nobody = STUDENT not in run.answers and STUDENT not in layout.own
    found: dict[str, str] = {}
    for one in layout.asked.values():
        graded = [one.grade_id] if one.by_hand else [
            check.grade_id for check in layout.source.checks if check.asked == one.grade_id
        ]  # fmt: skip
        reason = ""
        if one.by_hand:
            if one.grade_id not in handed.texts:
                reason = "its cell is not in the notebook, and no other text was found for it"
        else:
            reason = lacking(one, run.doubts, lacks, handed.suspects) or unknown(
                one, layout, handed, run
            )
            if nobody and not reason:
                reason = NOBODYS
        if reason:
            found |= dict.fromkeys(graded, f"{reason}.")
    return found


NOBODYS = "nobody knows whose numbers it has: the cell for the student's name is gone"


def lacking(
    one: Asked, doubts: dict[str, str], lacks: dict[str, str], suspects: Collection[str]
) -> str:
    """Return what the machine lacked for an answer; empty if nothing.

    >>> lacking(Asked("answer-tax", ("tax",)), {"tax": "cell 2"},
    ...         {"cell 2": "this machine has no matplotlib"}, ())
    'this machine has no matplotlib, and it depends on cell 2'
    """
    for name in one.answers:
        cause = doubts.get(name)
        if cause and cause not in suspects:
            lack = lacks.get(cause, "it could not be run on this machine")
            return lack if cause == one.grade_id else f"{lack}, and it depends on {cause}"
    return ""


def unknown(one: Asked, layout: Layout, handed: Handed, run: Run) -> str:
    """Return why nobody knows an answer that has no value; empty if it was left out."""
    without = [name for name in one.answers if name not in run.answers]
    if not without or one.grade_id in handed.suspects:
        return ""
    if set(without) <= set(run.late):
        return "it is answered only below its check"
    if one.grade_id not in layout.own:
        return "its cell is not in the notebook, and nothing above its check answers it"
    if handed.loose.keys() & {*layout.window(one.grade_id)}:
        return "a text cell above its check may hold the answer"
    return ""
