"""The page of a marking: points, reasons, and what could not be read; to be read or printed.

It loads nothing from elsewhere; names, answers and reasons are shown as text, whatever they
contain.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from statistics import median

from .grading import Mark
from .marked import Marked, reason_of

STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem;
  color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; }
th, td { border: 1px solid #bbb; padding: .3rem .5rem; text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.text { overflow-wrap: anywhere; }
td:first-child { min-width: 9rem; }
h2 { margin-top: 2rem; }
h3 { margin: 1.5rem 0 .2rem; }
.note { color: #444; }
@media print { h3 { break-after: avoid; } tr { break-inside: avoid; } }
"""


def page(name: str, results: Sequence[Marked]) -> str:
    """Return the page of a marking as HTML.

    >>> page("<b>", [Marked("<i>", problem="it is not a file")]).count("&lt;i&gt;") > 0
    True
    """
    unread = [one for one in results if one.problem]
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>Marks of {escape(name)}</title>',
        f"<style>{STYLE}</style></head><body><main>",
        f"<h1>Marks of {escape(name)}</h1>",
        f"<p>{escape(summary(results))}</p>",
    ]
    if unread:
        rows = [(one.student, one.problem) for one in unread]
        parts += [
            "<h2>What could not be marked</h2>",
            "<p>These have no points yet, which is not the same as 0: look at them and mark "
            "again.</p>",
            table(("Student", "Why"), rows),
        ]
    parts += ["<h2>Students</h2>", overview(results), "<h2>Questions</h2>", questions(results)]
    parts += ["<h2>Reasons</h2>", *(student(one) for one in results if not one.problem)]
    return "\n".join([*parts, "</main></body></html>", ""])


def summary(results: Sequence[Marked]) -> str:
    """Say in a sentence how many were marked, and what they reached."""
    marked = [one for one in results if not one.problem]
    if not marked:
        return f"None of {len(results)} could be marked."
    out_of = sum(mark.out_of for mark in marked[0].marks)
    waiting = sum(not one.is_final for one in marked)
    said = (
        f"{len(marked)} of {len(results)} were marked; the median is "
        f"{median(one.total for one in marked):g} of {out_of:g} points."
    )
    return said + (f" The answers of {waiting} wait to be read." if waiting else "")


def overview(results: Sequence[Marked]) -> str:
    """Return the table of students."""
    rows = []
    for one in results:
        row = one.row()
        waiting = f"{row['to_read_points']:g}" if row["to_read"] else ""
        points = "not marked" if one.problem else f"{row['total']:g}"
        rows.append((one.student, points, f"{row['out_of']:g}", waiting, row["remarks"]))
    return table(("Student", "Points", "Out of", "To be read", "Remarks"), rows, {1, 2, 3})


def questions(results: Sequence[Marked]) -> str:
    """Return the table of questions: how many had full points, some, none."""
    marks = [mark for one in results if not one.problem for mark in one.marks if not mark.pending]
    rows = []
    for grade_id in dict.fromkeys(mark.grade_id for mark in marks if mark.out_of):
        own = [mark for mark in marks if mark.grade_id == grade_id]
        full = sum(mark.points >= mark.out_of for mark in own)
        none = sum(not mark.points for mark in own)
        rows.append((named(own[0]), str(full), str(len(own) - full - none), str(none)))
    return table(("Question", "All points", "Some", "None"), rows, {1, 2, 3})


def student(one: Marked) -> str:
    """Return the reasons of one student, question by question."""
    rows = [
        (named(mark), "" if mark.pending else f"{mark.points:g}", f"{mark.out_of:g}", reason)
        for mark in one.marks
        if (reason := reason_of(one, mark))
    ]
    head = f"<h3><bdi>{escape(one.student)}</bdi></h3>"
    if not rows:
        return f"{head}<p>All points.</p>"
    return head + table(("Question", "Points", "Out of", "Reason"), rows, {1, 2})


def named(mark: Mark) -> str:
    """Return the name of a question as people read it."""
    return mark.grade_id.removeprefix("test-")


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[int] | None = None
) -> str:
    """Return a table; the columns in ``numbers`` are set flush right."""

    def cell(tag: str, at: int, text: str) -> str:
        kind = "number" if at in (numbers or ()) else "text"
        scope = ' scope="col"' if tag == "th" else ""
        return f'<{tag} class="{kind}"{scope}><bdi>{escape(text)}</bdi></{tag}>'

    lines = ["".join(cell("th", at, text) for at, text in enumerate(head))]
    lines += ["".join(cell("td", at, text) for at, text in enumerate(row)) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"
