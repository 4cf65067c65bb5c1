"""Marks as the files that learning management systems import.

Each system knows students and columns in its own way:

- Moodle takes any CSV with a heading; the teacher maps the column that identifies students (to the
  user name, the ID number or the e-mail address), the points and the feedback on the next page. If
  feedback is imported, the points must be too. https://docs.moodle.org/311/en/Grade_import
- Canvas wants "Student", "ID", "SIS Login ID" and "Section" before the assignments, and a row
  "Points Possible" below the heading. It finds students by ID, SIS login or name; a heading that is
  no assignment of the course becomes a new one.
  https://community.canvaslms.com/t5/Instructor-Guide/How-do-I-import-grades-in-the-Gradebook/ta-p/807
  and https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb
- Blackboard knows students by "Username", and wants every cell in quotation marks. A heading that
  ends in the number of a column ("... |123456", as its own download writes it) fills that column;
  any other makes a new column of text, worth no points.
  http://library.blackboard.com/ref/3ea64795-6ecc-4abd-b595-0a9a8dfdec94/Content/_instructor_grade_center/grade_center_upload_download.htm

Only final marks are written: an import of the others would show students a total that is not
theirs. Whoever is left out keeps what the system has.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from classkit.frames.export import safe_cell

from .marked import Marked, reason_of

Rows = list[list[Any]]
SYSTEMS = ("moodle", "canvas", "blackboard")


def gradebooks(results: Sequence[Marked], column: str) -> dict[str, Rows]:
    """Return the rows of each system's file, the heading first: system -> rows.

    >>> from classkit.assignments.grading import Mark
    >>> books = gradebooks([Marked("ada", [Mark("test-tax", 2.0, 2.0, False)])], "Homework 1")
    >>> books["canvas"]
    [['Student', 'ID', 'SIS Login ID', 'Section', 'Homework 1'], \
['    Points Possible', '', '', '', 2.0], ['ada', '', 'ada', '', 2.0]]
    """
    final = [one for one in results if one.is_final]
    out_of = round(sum(mark.out_of for mark in results[0].marks), 2) if results else 0
    return {
        "moodle": [
            ["Username", f"{column} (points)", f"{column} (feedback)"],
            *([one.student, one.total, feedback(one)] for one in final),
        ],
        "canvas": [
            ["Student", "ID", "SIS Login ID", "Section", column],
            ["    Points Possible", "", "", "", out_of],
            *([one.student, "", one.student, "", one.total] for one in final),
        ],
        "blackboard": [
            ["Username", column],
            *([one.student, one.total] for one in final),
        ],
    }


def feedback(one: Marked) -> str:
    """Return why points are missing, question by question, as the student will read it.

    >>> from classkit.assignments.grading import Mark
    >>> feedback(Marked("ada", [Mark("test-tax", 0.0, 2.0, False, "B pays too.")]))
    'tax, 0 of 2: B pays too.'
    """
    return " ".join(
        f"{mark.grade_id.removeprefix('test-')}, {mark.points:g} of {mark.out_of:g}: {reason}"
        for mark in one.marks
        if (reason := reason_of(one, mark, for_student=True))
    )


def as_csv(rows: Rows) -> str:
    """Return rows as CSV with every cell in quotation marks.

    >>> as_csv([["Username", "Points"], ["ada", 2.5]]).split()
    ['"Username","Points"', '"ada","2.5"']
    """
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue()
