"""Gradebook files for import into learning management systems.

Each system identifies students and columns differently:

- Moodle accepts any CSV with a heading. On the next page, the teacher maps the columns for the
  student's identity (user name, ID number or e-mail address), points and feedback. Feedback cannot
  be imported without points. https://docs.moodle.org/311/en/Grade_import
  For submissions that Moodle has downloaded, the assignment's own grading worksheet is written
  instead. It identifies participants by the number in the names of their files.
- Canvas requires "Student", "ID", "SIS Login ID" and "Section" before the assignments, and a row
  "Points Possible" below the heading. It finds students by ID, SIS login or name. A heading that is
  not an assignment of the course creates a new assignment.
  https://community.canvaslms.com/t5/Instructor-Guide/How-do-I-import-grades-in-the-Gradebook/ta-p/807
  and https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb
- Blackboard identifies students by "Username" and requires quotation marks around every cell. A
  heading that ends in a column number ("... |123456", as in its own downloads) fills that column.
  Any other heading creates a new text column, which is worth no points.
  http://library.blackboard.com/ref/3ea64795-6ecc-4abd-b595-0a9a8dfdec94/Content/_instructor_grade_center/grade_center_upload_download.htm

Only final marks are written, because students would mistake other totals for their result. Students
who are omitted keep their points in the system.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from classkit.frames.file_export import safe_cell

from .graded_results import GradedResult, explain_loss
from .lms_download import Student, Submissions

CsvRows = list[list[Any]]
LMS_NAMES = ("moodle", "canvas", "blackboard")


def build_gradebooks(
    results: Sequence[GradedResult], column: str, download: Submissions | None = None
) -> dict[str, CsvRows]:
    """Return the rows of the file for each system, starting with the heading.

    Args:
        results: The results of all students.
        column: Heading of the points.
        download: The students as their LMS identifies them. If given, only the file for that LMS is
            written, with these identifiers. Otherwise, one file is written for each system, with
            the folder names.

    Example:
        >>> from classkit.assignments.nbgrader_folder import CellGrade
        >>> ada = GradedResult("ada", [CellGrade("test-tax", 2.0, 2.0, False)])
        >>> build_gradebooks([ada], "Homework 1")["canvas"]
        [['Student', 'ID', 'SIS Login ID', 'Section', 'Homework 1'], \
['    Points Possible', '', '', '', 2.0], ['ada', '', 'ada', '', 2.0]]
    """
    final = [one for one in results if one.is_final]
    out_of = results[0].out_of if results else 0
    system = download.system if download else ""
    students = dict(download.students) if download else {}
    moodle: CsvRows = [
        ["Username", f"{column} (points)", f"{column} (feedback)"],
        *([one.student, one.total, format_feedback(one)] for one in final),
    ]
    if system == "moodle":
        moodle = build_moodle_worksheet(final, out_of, students)
    known = {one.student: students.get(one.student, Student("", "")) for one in final}
    canvas: CsvRows = [
        ["Student", "ID", "SIS Login ID", "Section", column],
        ["    Points Possible", "", "", "", out_of],
        *(
            [one.student, number, "" if number else one.student, "", one.total]
            for one in final
            for number in [known[one.student].id if system == "canvas" else ""]
        ),
    ]
    blackboard: CsvRows = [
        ["Username", column],
        *([one.student, one.total] for one in final),
    ]
    books = {"moodle": moodle, "canvas": canvas, "blackboard": blackboard}
    return {system: books[system]} if system else books


def build_moodle_worksheet(
    final: Sequence[GradedResult], out_of: float, students: Mapping[str, Student]
) -> CsvRows:
    """Return the rows of Moodle's grading worksheet.

    "Upload grading worksheet" reads the columns Identifier, Grade and Feedback comments; the time
    of an earlier grade is "-" because there is no earlier grade.
    """
    return [
        ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)",
         "Feedback comments"],
        *(
            [get_participant(student), student.full_name, one.total, out_of, "-",
             format_feedback(one)]
            for one in final
            if (student := students.get(one.student))
        ),
    ]  # fmt: skip


def get_participant(student: Student) -> str:
    """Return the identifier of a student in Moodle's grading worksheet.

    >>> get_participant(Student("Ada", "4711"))
    'Participant 4711'
    """
    return f"Participant {student.id}"


def format_feedback(one: GradedResult) -> str:
    """Explain missing points, question by question, as feedback for the student.

    >>> from classkit.assignments.nbgrader_folder import CellGrade
    >>> mark = CellGrade("test-tax", 0.0, 2.0, False, "B pays too.")
    >>> format_feedback(GradedResult("ada", [mark]))
    'tax, 0 of 2: B pays too.'
    """
    return " ".join(
        f"{mark.grade_id.removeprefix('test-')}, {mark.points:g} of {mark.out_of:g}: {reason}"
        for mark in one.marks
        if (reason := explain_loss(one, mark, for_student=True))
    )


def format_csv(rows: CsvRows) -> str:
    """Format rows as CSV with every cell in quotation marks.

    >>> format_csv([["Username", "Points"], ["ada", 2.5]]).split()
    ['"Username","Points"', '"ada","2.5"']
    """
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue()
