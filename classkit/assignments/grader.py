"""Grading of a folder of submissions: runs each in a sandbox, autogrades it, and writes a CSV.

A second process, which never runs the student's code, assigns the points: nbgrader's autograder
receives the students' version of the notebook with the answers inserted as literals. Therefore a
submission cannot redefine anything that a test uses, and never sees the hidden tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.untrusted_input import BYTE_ORDER_MARK
from classkit.filenames import legible_name
from classkit.frames.file_export import to_csv, write_file

from .answer_types import QUOTED_NUMBER_NOTE
from .copied_answers import AnsweredPaper, find_copies
from .gradebooks import build_gradebooks, format_csv
from .graded_results import GradedResult, build_reason_rows
from .lateness import DueDate
from .lms_download import Student, Submissions
from .name_comparison import describe_other_student
from .nbgrader_folder import CellGrade, NbgraderFolder
from .nbgrader_source import (
    STUDENT,
    WORD,
    NbgraderSource,
    get_cell_id,
    get_cell_text,
    get_metadata,
    remove_whitespace,
)
from .plain_data import format_binding
from .results_page import render_page
from .run_supervisor import SubmissionLimits
from .student_names import get_student, parse_word
from .submission_contents import BLANK_TEXTS, SubmissionContents
from .submission_finder import get_submission_time, is_visible, run_student_submission

MAX_CODE_SHOWN = 20_000


def grade_folder(
    folder: Path,
    source: NbgraderSource,
    to: Path,
    *,
    limits: SubmissionLimits | None = None,
    at_once: int = 1,
    column: str = "",
    download: Submissions | None = None,
    due: DueDate | None = None,
    tell: Callable[[GradedResult], None] | None = None,
) -> list[GradedResult]:
    """Grade all submissions of an assignment, write ``to/NAME.csv``, and return the results.

    Also writes ``NAME-reasons.csv`` with the reason for every lost point, the report ``NAME.html``,
    and the files that Moodle, Canvas and Blackboard import. Finished rows are saved in
    ``to/NAME.part.csv`` until all submissions are graded, so that an interruption loses neither
    these rows nor an earlier ``NAME.csv``.

    Args:
        folder: Contains one folder per student, named after the student, with the notebook in it.
        source: The assignment.
        to: Output folder. It becomes an nbgrader course folder, so that formgrader shows the
            answers that a teacher must read.
        limits: Limits for each submission.
        at_once: The number of submissions run in parallel.
        download: The students as their LMS identifies them, if the folder is its download.
        column: The heading of the points column in the import files. The default is the
            assignment's name.
        due: The due date. Late submissions lose points, and a column shows how late they are.
        tell: Called with each result when it is ready.

    Raises:
        ClasskitError: If a folder or the word of the day is missing, or ``to`` is in ``folder``.
    """
    if not folder.is_dir():
        raise ClasskitError(f"There is no submissions folder {folder}.")
    if source.has_word and not source.words:
        raise ClasskitError(
            f"The numbers in {source.name} depend on a word of the day. Pass the word that you "
            "announced, as in --word lantern."
        )
    folder, to = folder.resolve(), to.resolve()
    if to.is_relative_to(folder):
        raise ClasskitError(
            f"The marks cannot be written to {to}, because folders in {folder} count as "
            f"students. Choose a folder outside {folder}."
        )
    students = sorted(path for path in folder.iterdir() if path.is_dir() and is_visible(path.name))
    if not students:
        raise ClasskitError(
            f"{folder} contains no folders. Create one for each student, named after the "
            f"student, with {source.name}.ipynb in it."
        )
    results: list[GradedResult] = []
    papers: list[AnsweredPaper] = []
    download = download or Submissions(folder)
    part = to / f"{source.name}.part.csv"
    names = make_safe_names([legible_name(path.name) for path in students])

    def run(path: Path) -> SubmissionContents:
        try:
            return run_student_submission(path, source, limits or SubmissionLimits())
        except OSError as error:
            return SubmissionContents(problem=f"it could not be marked on this machine: {error}")

    with NbgraderFolder(to) as course, ThreadPoolExecutor(at_once) as pool:
        release = json.loads(course.release(source).read_text(encoding="utf-8"))
        nothing = list_graded_cells(release)
        for path, name, handed in zip(students, names, pool.map(run, students), strict=True):
            result = GradedResult(legible_name(path.name), nothing, handed.remarks, handed.problem)
            result.remarks += download.remarks.get(path.name, ())
            result.absent = "" if result.problem else handed.absent
            add_file_problem(result, download.problems.get(path.name, ""))
            result.word = parse_typed_word(handed) if source.words else None
            result.late = None if due is None else ""
            if due is not None and result.is_graded:
                set_lateness(result, due, download, path, source)
            if result.is_graded:
                student = download.students.get(path.name, Student(path.name))
                grade_submission(result, handed, release, source, course, name, student)
                papers.append(read_paper(result, handed, release))
            results.append(result)
            write_file(part, to_csv([one.build_row() for one in results]))
            if tell is not None:
                tell(result)
    copies = find_copies(papers, source, source.draw_questions)
    for result in results:
        result.remarks += copies.get(result.student, ())
    write_results(results, to, source.name, column or source.name, download)
    part.unlink(missing_ok=True)
    return results


def add_file_problem(result: GradedResult, problem: str) -> None:
    """Add why a file of a student could not be read, which matters most if nothing was marked."""
    if problem and result.is_graded:
        result.remarks.append(problem)
    elif problem:
        result.problem = f"{problem}; {result.problem}" if result.problem else problem
        result.absent = ""


def set_lateness(
    result: GradedResult, due: DueDate, download: Submissions, path: Path, source: NbgraderSource
) -> None:
    """Set how late a submission is. Nothing is deducted if the time of submission is unknown."""
    if not download.has_times:
        result.late = "late" if path.name in download.late else ""
        return
    time = get_submission_time(path, source)
    if time.year <= UNKNOWN_YEAR:
        result.late = "unknown"
        result.remarks.append("its file does not have the time of submission: nothing was deducted")
        return
    late = due.get_lateness(time)
    result.late, result.share_left = due.format_lateness(late), due.get_share_left(late)


UNKNOWN_YEAR = 1980
"""Year that programs write into a zip file if they do not know the time of a file."""


def write_results(
    results: Sequence[GradedResult], to: Path, name: str, column: str, download: Submissions
) -> None:
    """Write the marks, the reasons, the report, and the files for an LMS.

    The two CSV files that people open begin with the mark that makes spreadsheets read UTF-8.
    """
    marks = to_csv([one.build_row() for one in results])
    write_file(to / f"{name}.csv", BYTE_ORDER_MARK + marks)
    write_file(to / f"{name}-reasons.csv", BYTE_ORDER_MARK + to_csv(build_reason_rows(results)))
    write_file(to / f"{name}.html", render_page(name, results))
    for system, rows in build_gradebooks(results, column, download).items():
        write_file(to / f"{name}-{system}.csv", format_csv(rows))


def grade_submission(
    result: GradedResult,
    handed: SubmissionContents,
    release: dict[str, Any],
    source: NbgraderSource,
    course: NbgraderFolder,
    name: str,
    student: Student,
) -> None:
    """Autograde one student's answers. ``name`` is the student's name in nbgrader's gradebook."""
    message = describe_other_student(handed.answers.get("student"), student)
    if message and handed.code:
        result.remarks.append(message)
    where = course.make_submission_path(source, name)
    paper = build_grading_notebook(release, source, handed)
    read = course.read_by_hand(source, name)
    same = read & find_unchanged_cells(where, paper)
    where.write_text(json.dumps(paper), encoding="utf-8")
    try:
        result.marks = course.autograde(source, name, same, handed.doubts)
    except ClasskitError as error:
        result.problem = str(error)
    else:
        result.remarks += [
            f"{mark.grade_id}: {mark.reason} Assign its points by hand."
            for mark in result.marks
            if mark.is_open
        ]
        result.remarks += [
            f"{mark.grade_id}: {mark.reason}"
            for mark in result.marks
            if mark.points and QUOTED_NUMBER_NOTE in mark.reason
        ]
        if anew := sorted(read - same):
            result.remarks.append(f"handed in again after it was read: {', '.join(anew)}")


def read_paper(
    result: GradedResult, handed: SubmissionContents, release: dict[str, Any]
) -> AnsweredPaper:
    """Return a student's answers and failed checks, to find copies."""
    given = {remove_whitespace(get_cell_text(cell)) for cell in release["cells"]}
    given |= {*BLANK_TEXTS}
    own = {name: t for name, t in handed.texts.items() if remove_whitespace(t) not in given}
    wrong = {mark.grade_id for mark in result.marks if not mark.pending and not mark.points}
    return AnsweredPaper(result.student, handed.answers, own, wrong)


def list_graded_cells(release: dict[str, Any]) -> list[CellGrade]:
    """Return the graded cells of an assignment, not yet marked."""
    found = [cell["metadata"].get("nbgrader", {}) for cell in release["cells"]]
    return [CellGrade(one["grade_id"], 0.0, float(one["points"]), False) for one in found
            if one.get("grade")]  # fmt: skip


def find_unchanged_cells(where: Path, paper: dict[str, Any]) -> set[str]:
    """Return the graded cells that are unchanged since the last grading."""
    try:
        before = index_cells(json.loads(where.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return set()
    now = index_cells(paper)
    texts = {key for key, (kind, _) in now.items() if kind == "markdown"}
    same = {key for key in texts if before.get(key) == now[key]}
    if all(before.get(key) == now[key] for key in now.keys() - texts):
        same |= now.keys() - texts
    return same


def index_cells(paper: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Map the ids of cells that have points or affect them to cell type and text."""
    return {
        name: (cell["cell_type"], get_cell_text(cell))
        for cell in paper["cells"]
        if (name := get_cell_id(cell))
    }


def make_safe_names(students: list[str]) -> list[str]:
    """Return a unique name for each student, restricted to characters that nbgrader accepts.

    >>> make_safe_names(["ada", "bo b", "bo+b"])
    ['ada', 'bo_b', 'bo_b_2']
    """
    names: list[str] = []
    for student in students:
        base = name = re.sub(r"[^\w.-]", "_", student)
        number = 1
        while name in names:
            number += 1
            name = f"{base}_{number}"
        names.append(name)
    return names


def build_grading_notebook(
    release: dict[str, Any], source: NbgraderSource, handed: SubmissionContents
) -> dict[str, Any]:
    """Return the students' version with the answers inserted as literals and texts.

    Code is included as text and never run. An answer's code is placed below it, and the code of
    cells that the student added is placed above the next answer or at the end.
    """
    asked = {one.grade_id: one for one in source.answer_cells}
    cells: list[dict[str, Any]] = []
    for cell in release["cells"]:
        if get_metadata(cell).get("look"):
            continue
        one = asked.get(get_cell_id(cell))
        if one is not None and (own := handed.own.get(one.grade_id)):
            cells.append(
                make_code_cell(
                    f"{one.grade_id[:50]}-above", ("The student's own cells, as handed in"), own
                )
            )
        cells.append(cell := {**cell})
        if one is None:
            continue
        if one.by_hand:
            written = handed.texts.get(one.grade_id)
            if written is None or remove_whitespace(written) in BLANK_TEXTS:
                cell["source"] = get_cell_text(cell)
            else:
                cell["source"] = sanitize_markdown(written)
        else:
            given = [
                format_binding(name, get_graded_answer(handed, name, source))
                for name in one.answers
            ]
            cell["source"] = "\n".join(given)
        if code := handed.code.get(one.grade_id, "").strip():
            cells.append(make_code_cell(f"{one.grade_id[:50]}-handed", "As handed in", code))
    if own := handed.own.get(""):
        cells.append(
            make_code_cell(
                "end-handed", ("The student's own cells below all answers, as handed in"), own
            )
        )
    return {**release, "cells": cells}


def make_code_cell(name: str, head: str, code: str) -> dict[str, Any]:
    """Return a Markdown cell that shows code, truncated with a note at ``MAX_CODE_SHOWN``.

    >>> print(make_code_cell("x", "As handed in", "ends = 7")["source"])
    As handed in:
    <BLANKLINE>
    ~~~python
    ends = 7
    ~~~
    """
    fence = "~" * (3 + get_max_run(code, "~"))
    text = f"{head}:\n\n{fence}python\n{code[:MAX_CODE_SHOWN]}\n{fence}"
    if (left := len(code) - MAX_CODE_SHOWN) > 0:
        text += f"\n\n**Truncated: read the remaining {left:,} characters in the submitted file.**"
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


def sanitize_markdown(text: str) -> str:
    """Make untrusted Markdown safe for the teacher's browser without changing its words.

    Tags, images and links other than visible addresses are disabled, because a link could run a
    script and an image would notify another server. Link commands in formulas are disabled too.

    >>> shown = sanitize_markdown("[see](javascript:go) <b> $\\\\href{x}{y}$ `row['A']`")
    >>> shown.replace(GAP, "|")
    "[see]|(javascript:go) &lt;b> $\\\\|href{x}{y}$ `row['A']`"
    """
    text = re.sub(r"\](?=\s*[(\[:])", "]" + GAP, text.replace("<", "&lt;"))
    return re.sub(rf"\\(?={LINK_COMMAND_PATTERN})", lambda found: found[0] + GAP, text)


GAP = "\N{ZERO WIDTH SPACE}"
LINK_COMMAND_PATTERN = (
    "(?:href|url|html|style|class|cssId|data|mmlToken|bbox|includegraphics|require|csname|"
    "def|let|(?:re)?new(?:command|environment)|providecommand|unicode)"
)
"""Matches TeX commands that create links, styles, attributes, images or new commands."""


def get_graded_answer(handed: SubmissionContents, name: str, source: NbgraderSource) -> Any:
    """Return an answer for grading. Without a student name, the class's numbers are used.

    The word of the day is always valid, because ``submission.explain_wrong_word`` has refused
    submissions with other words.
    """
    value = handed.answers.get(name)
    if name == WORD:
        return choose_word(value, source.words)
    return get_student(value) if name == STUDENT else value


def parse_typed_word(handed: SubmissionContents) -> str:
    """Return the word of the day in a submission, or "" if it has none.

    >>> parse_typed_word(SubmissionContents({"word": "Lantern "}))
    'lantern'
    >>> parse_typed_word(SubmissionContents())
    ''
    """
    try:
        return parse_word(handed.answers.get(WORD) or "") or ""
    except ClasskitError:
        return ""


def choose_word(typed: Any, words: tuple[str, ...]) -> str:
    """Return the typed word if it is one of ``words``, or else the first of them.

    >>> choose_word("Lantern ", ("harbour", "lantern")), choose_word(None, ("harbour", "lantern"))
    ('lantern', 'harbour')
    """
    try:
        word = parse_word(typed)
    except ClasskitError:
        word = None
    return word if word in words else words[0]


def get_max_run(text: str, sign: str) -> int:
    """Return the length of the longest run of a character.

    >>> get_max_run("a~~b~", "~")
    2
    """
    return max((len(run) for run in re.findall(f"{sign}+", text)), default=0)
