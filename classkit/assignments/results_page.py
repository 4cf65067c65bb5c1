"""HTML report on graded submissions: points, reasons, and files that could not be read.

The page loads nothing from other servers. Names, answers and reasons are escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from classkit.jinja_templates import render_template

from .graded_results import GradedResult, explain_loss
from .nbgrader_folder import CellGrade


def render_page(name: str, results: Sequence[GradedResult]) -> str:
    """Return the report as HTML.

    >>> render_page("<b>", [GradedResult("<i>", problem="it is not a file")]).count("&lt;i&gt;") > 0
    True
    """
    marked = [one for one in results if one.is_graded]
    return render_template(
        __package__,
        "marks.html.j2",
        name=name,
        summary=format_summary(results),
        unmarked=[(one.student, one.problem) for one in results if one.problem],
        absent=[(one.student, one.absent) for one in results if one.absent],
        students=[build_student_row(one) for one in results],
        words=[(one.student, one.word) for one in results if one.word is not None],
        questions=count_question_results(marked),
        reasons=[(one.student, list_lost_points(one)) for one in marked],
    )


def format_summary(results: Sequence[GradedResult]) -> str:
    """Return a sentence with the number of marked submissions and their median."""
    marked = [one for one in results if one.is_graded]
    known = [one.total for one in marked if not one.is_open]
    if not marked:
        return f"None of {len(results)} could be marked."
    out_of = sum(mark.out_of for mark in marked[0].marks)
    waiting = sum(not one.is_final for one in marked)
    said = f"{len(marked)} of {len(results)} were marked"
    if known:
        said += f"; the median is {median(known):g} of {out_of:g} points"
    return said + "." + (f" The answers of {waiting} still have to be read." if waiting else "")


def build_student_row(one: GradedResult) -> tuple[str, str, str, str, str]:
    """Return a student's name, points, possible points, points to be reviewed, and remarks."""
    row = one.build_row()
    waiting = f"{row['to_read_points']:g}" if row["to_read"] else ""
    points = format_points(one)
    return one.student, points, f"{row['out_of']:g}", waiting, row["remarks"]


def format_points(one: GradedResult) -> str:
    """Format the points of a student, or explain why there are none.

    >>> format_points(GradedResult("ada", absent="nothing was handed in"))
    'not handed in'
    """
    if one.is_graded:
        return f"{one.total:g} so far" if one.is_open else f"{one.total:g}"
    return "not marked" if one.problem else "not handed in"


def count_question_results(marked: Sequence[GradedResult]) -> list[tuple[str, int, int, int]]:
    """Return the numbers of full, partial and zero results for each question."""
    marks = [mark for one in marked for mark in one.marks if not mark.pending]
    rows = []
    for grade_id in dict.fromkeys(mark.grade_id for mark in marks if mark.out_of):
        own = [mark for mark in marks if mark.grade_id == grade_id]
        full = sum(mark.points >= mark.out_of for mark in own)
        none = sum(not mark.points for mark in own)
        rows.append((format_question_name(own[0]), full, len(own) - full - none, none))
    return rows


def list_lost_points(one: GradedResult) -> list[tuple[str, str, str, str]]:
    """Return the questions with lost or open points: name, points, possible points, reason."""
    return [
        (
            format_question_name(mark),
            "" if mark.pending else f"{mark.points:g}",
            f"{mark.out_of:g}",
            reason,
        )
        for mark in one.marks
        if (reason := explain_loss(one, mark))
    ]


def format_question_name(mark: CellGrade) -> str:
    """Return the display name of a question."""
    return mark.grade_id.removeprefix("test-")
