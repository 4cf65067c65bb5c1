"""The page of a marking: points, reasons, and what could not be read; to be read or printed.

It loads nothing from elsewhere; names, answers and reasons are shown as text, whatever they
contain.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from classkit.templates import fill_in

from .grading import Mark
from .marked import Marked, reason_of


def page(name: str, results: Sequence[Marked]) -> str:
    """Return the page of a marking as HTML.

    >>> page("<b>", [Marked("<i>", problem="it is not a file")]).count("&lt;i&gt;") > 0
    True
    """
    marked = [one for one in results if one.is_marked]
    return fill_in(
        __package__,
        "marks.html.j2",
        name=name,
        summary=summary(results),
        unmarked=[(one.student, one.problem) for one in results if one.problem],
        absent=[(one.student, one.absent) for one in results if one.absent],
        students=[student(one) for one in results],
        words=[(one.student, one.word) for one in results if one.word is not None],
        questions=questions(marked),
        reasons=[(one.student, lost(one)) for one in marked],
    )


def summary(results: Sequence[Marked]) -> str:
    """Say in a sentence how many were marked, and what they reached."""
    marked = [one for one in results if one.is_marked]
    known = [one.total for one in marked if not one.is_open]
    if not marked:
        return f"None of {len(results)} could be marked."
    out_of = sum(mark.out_of for mark in marked[0].marks)
    waiting = sum(not one.is_final for one in marked)
    said = f"{len(marked)} of {len(results)} were marked"
    if known:
        said += f"; the median is {median(known):g} of {out_of:g} points"
    return said + "." + (f" The answers of {waiting} wait to be read." if waiting else "")


def student(one: Marked) -> tuple[str, str, str, str, str]:
    """Return a student's name, points, points to be had, points to be read, and remarks."""
    row = one.row()
    waiting = f"{row['to_read_points']:g}" if row["to_read"] else ""
    points = points_of(one)
    return one.student, points, f"{row['out_of']:g}", waiting, row["remarks"]


def points_of(one: Marked) -> str:
    """Return the points of a student in words, as far as they are known.

    >>> points_of(Marked("ada", absent="nothing was handed in"))
    'not handed in'
    """
    if one.is_marked:
        return f"{one.total:g} so far" if one.is_open else f"{one.total:g}"
    return "not marked" if one.problem else "not handed in"


def questions(marked: Sequence[Marked]) -> list[tuple[str, int, int, int]]:
    """Return each question, and how many had full points, some, none."""
    marks = [mark for one in marked for mark in one.marks if not mark.pending]
    rows = []
    for grade_id in dict.fromkeys(mark.grade_id for mark in marks if mark.out_of):
        own = [mark for mark in marks if mark.grade_id == grade_id]
        full = sum(mark.points >= mark.out_of for mark in own)
        none = sum(not mark.points for mark in own)
        rows.append((named(own[0]), full, len(own) - full - none, none))
    return rows


def lost(one: Marked) -> list[tuple[str, str, str, str]]:
    """Return where a student has lost points, or has none yet, and why: question by question."""
    return [
        (named(mark), "" if mark.pending else f"{mark.points:g}", f"{mark.out_of:g}", reason)
        for mark in one.marks
        if (reason := reason_of(one, mark))
    ]


def named(mark: Mark) -> str:
    """Return the name of a question as people read it."""
    return mark.grade_id.removeprefix("test-")
