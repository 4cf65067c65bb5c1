"""Questions whose points remain open because the answer is unknown."""

from __future__ import annotations

from collections.abc import Collection

from .cell_layout import CellLayout
from .nbgrader_source import STUDENT, AnswerCell
from .run_supervisor import SubmissionRun
from .submission_contents import SubmissionContents


def explain_open_points(
    layout: CellLayout, handed: SubmissionContents, run: SubmissionRun
) -> dict[str, str]:
    """Map graded cells to the reason why their points remain open.

    The points are open if the answer is unknown. If the answer is known or was omitted, the cell is
    graded.
    """
    lacks = run.lacks | handed.lacks
    nobody = STUDENT not in run.answers and STUDENT not in layout.own_cells
    found: dict[str, str] = {}
    for one in layout.answer_cells.values():
        graded = [one.grade_id] if one.by_hand else [
            check.grade_id for check in layout.source.checks if check.answer_id == one.grade_id
        ]  # fmt: skip
        reason = ""
        if one.by_hand:
            if one.grade_id not in handed.texts:
                reason = "its cell is not in the notebook, and no other text was found for it"
        else:
            reason = explain_missing_resource(
                one, run.doubts, lacks, handed.suspects
            ) or explain_unknown_answer(one, layout, handed, run)
            if nobody and not reason:
                reason = UNKNOWN_STUDENT_REASON
        if reason:
            found |= dict.fromkeys(graded, f"{reason}.")
    return found


UNKNOWN_STUDENT_REASON = (
    "its numbers are unknown, because the cell for the student's name is missing"
)


def explain_missing_resource(
    one: AnswerCell, doubts: dict[str, str], lacks: dict[str, str], suspects: Collection[str]
) -> str:
    """Explain the missing resource that an answer depends on, or return "" if there is none.

    >>> explain_missing_resource(AnswerCell("answer-tax", ("tax",)), {"tax": "cell 2"},
    ...         {"cell 2": "this machine has no matplotlib"}, ())
    'this machine has no matplotlib, and it depends on cell 2'
    """
    for name in one.answers:
        cause = doubts.get(name)
        if cause and cause not in suspects:
            lack = lacks.get(cause, "it could not be run on this machine")
            return lack if cause == one.grade_id else f"{lack}, and it depends on {cause}"
    return ""


def explain_unknown_answer(
    one: AnswerCell, layout: CellLayout, handed: SubmissionContents, run: SubmissionRun
) -> str:
    """Explain why an answer without a value is unknown, or return "" if it was omitted."""
    without = [name for name in one.answers if name not in run.answers]
    if not without or one.grade_id in handed.suspects:
        return ""
    if set(without) <= set(run.late):
        return "it is answered only below its check"
    if one.grade_id not in layout.own_cells:
        return "its cell is not in the notebook, and nothing above its check answers it"
    if handed.loose.keys() & {*layout.get_candidate_cells(one.grade_id)}:
        return "a text cell above its check may contain the answer"
    return ""
