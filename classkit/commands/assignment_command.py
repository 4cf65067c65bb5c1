"""`classkit assignment`: lists assignments, writes both versions, and grades submissions."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError
from classkit.engine.rulebook_text import format_count

from .command_options import add_list, add_option, check_output_folder, print_isolation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from classkit.assignments.graded_results import GradedResult
    from classkit.assignments.lateness import DueDate
    from classkit.assignments.lms_download import Submissions
    from classkit.assignments.nbgrader_source import NbgraderSource


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its actions to the parser."""
    parser = parsers.add_parser(
        "assignment",
        help="build assignments for students and grade submissions",
        description="Assignments are notebooks with questions drawn for each student.",
    )
    parts = parser.add_subparsers(dest="part", required=True, metavar="list | build | grade")
    listing = parts.add_parser(
        "list",
        help="list the assignments",
        description=(
            "List the assignments that come with classkit and those in ./lessons/assignments."
        ),
    )
    listing.set_defaults(run=run_list)
    build = parts.add_parser(
        "build",
        help="write the versions for students and teachers",
        description="Write two notebooks: TO/student/NAME.ipynb without solutions and hidden "
        "tests, and TO/teacher/NAME.ipynb with both.",
    )
    add_names(build)
    add_option(build, "--to", usual="assignments", unit="FOLDER", read=Path)
    build.add_argument(
        "--seed-later",
        action="store_true",
        help="draw the numbers during the exam from a word of the day: you announce it, and "
        "students type it; grade with --word",
    )
    build.set_defaults(run=run_build)
    grade = parts.add_parser(
        "grade",
        help="mark submissions and write files for a gradebook",
        description="SUBMISSIONS is the download from Moodle, Canvas or Blackboard (the zip file "
        "or its contents), or a folder with one folder per student, named after the student, "
        "that contains the submitted notebook. Each submission runs in a separate process "
        "with limits, and nbgrader awards the points. The command writes MARKS/NAME.csv, the "
        "reason for each lost point (NAME.html and NAME-reasons.csv), a file to import into "
        "Moodle, Canvas or Blackboard, and an nbgrader course folder.",
    )
    grade.add_argument("folder", type=Path, metavar="SUBMISSIONS", help="folder or zip file")
    add_names(grade)
    option = partial(add_option, grade)
    option(
        "--to",
        "where to write (default: SUBMISSIONS-marks next to SUBMISSIONS)",
        unit="MARKS",
        read=Path,
    )
    option(
        "--worksheet",
        "file to fill in: the grading worksheet that Moodle downloads, or the gradebook that "
        "Canvas exports (CSV); everything else in it is kept",
        unit="FILE",
        read=Path,
    )
    grade.add_argument(
        "--excel",
        action="store_true",
        help="also write MARKS/NAME.xlsx, with the marks and the reasons",
    )
    option("--seconds", "seconds of processor time for one submission", 120)
    option("--cell-seconds", "seconds of processor time for one cell", 30)
    option("--megabytes", "memory limit of one submission, in megabytes", 2_000)
    option("--at-once", "number of submissions that run at the same time", 1)
    option(
        "--column",
        "name of the points column in the files for Moodle, Canvas and Blackboard, as in an "
        "export of your gradebook (default: the assignment's name)",
        "",
        unit="HEADING",
    )
    option("--due", 'deadline, such as "2026-11-26 18:00"; adds a column that shows how late each '
    "file is, based on its modification time", "", unit="WHEN")  # fmt: skip
    option(
        "--late-percent",
        "percentage of the points to deduct for each day late or part of a day (default: none)",
        read=float,
    )
    add_list(
        grade,
        "--word",
        "WORD",
        "word of the day, for sheets built with --seed-later",
        "; each student may have used any of them",
    )
    grade.set_defaults(run=run_grade)


def add_names(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that select assignments."""
    about = "name from `classkit assignment list`, a notebook, or a folder of notebooks"
    note = "; default: all"
    add_list(parser, "--assignment", "NAME", about, note, read=Path)


def run_list(chosen: argparse.Namespace) -> int:
    """Print the name and the title of each assignment."""
    from classkit.assignments.catalogue import find_sources

    for source in find_sources([]):
        print(f"{source.name:<22}{source.title}")
    return 0


def run_build(chosen: argparse.Namespace) -> int:
    """Write the student and teacher versions of the assignments."""
    from classkit.assignments.catalogue import find_sources
    from classkit.assignments.nbgrader_folder import build_versions

    check_output_folder("--to", chosen.to)
    sources = find_sources(chosen.assignment)
    if chosen.seed_later:
        sources = [source.with_word_cell() for source in sources]
    for path in build_versions(sources, chosen.to):
        print(path)
    return 0


def run_grade(chosen: argparse.Namespace) -> int:
    """Grade every assignment with submissions."""
    from classkit.assignments.catalogue import find_sources
    from classkit.assignments.lateness import DueDate
    from classkit.assignments.lms_download import open_submissions
    from classkit.frames.workbook import require_excel

    if min(chosen.seconds, chosen.cell_seconds, chosen.megabytes, chosen.at_once) < 1:
        raise ClasskitError(
            "--seconds, --cell-seconds, --megabytes and --at-once must be at least 1."
        )
    if chosen.due:
        DueDate.parse(chosen.due, chosen.late_percent or 0)  # validated before anything is graded
    elif chosen.late_percent:
        raise ClasskitError("--late-percent needs a deadline: add --due.")
    folder: Path = chosen.folder
    if chosen.excel:
        require_excel()
    check_output_folder("--to", get_marks_folder(chosen))
    print_isolation()
    sources = find_sources(chosen.assignment)
    if chosen.word:
        sources = [source.with_words(chosen.word) for source in sources]
    with open_submissions(folder) as download:
        return grade_download(chosen, download, sources)


def grade_download(
    chosen: argparse.Namespace, download: Submissions, sources: Sequence[NbgraderSource]
) -> int:
    """Grade every assignment with submissions in the students' folders."""
    from classkit.assignments.submission_finder import has_submissions

    folder = download.folder
    problems = [said for source in sources for said in find_stray_notebooks(folder, source)]
    handed_in = [source for source in sources if has_submissions(folder, source)]
    if not handed_in and not problems:
        raise ClasskitError(
            f"There are no submissions: no student's folder in {chosen.folder} has a notebook "
            f"with the name or the cells of an assignment, such as {sources[0].name}.ipynb."
        )
    for source in handed_in:
        problems += grade_assignment(chosen, download, source)
    if problems:
        raise ClasskitError(
            f"{format_count(len(problems), 'submission')} could not be graded and received no "
            "points. Fix these problems and grade again:\n  " + "\n  ".join(problems)
        )
    return 0


def get_marks_folder(chosen: argparse.Namespace) -> Path:
    """Return the folder for the marks, by default next to the submissions folder."""
    folder: Path = chosen.folder.resolve()
    to: Path | None = chosen.to
    return to or folder.with_name(f"{folder.name.removesuffix('.zip')}-marks")


def find_stray_notebooks(folder: Path, source: NbgraderSource) -> list[str]:
    """Return a warning for each assignment notebook outside the students' folders."""
    from classkit.assignments.submission_finder import has_assignment_name, list_visible

    return [
        f"{path.name} is not in a folder, so its student is unknown. Move it into a folder "
        "named after the student."
        for path in list_visible(folder)
        if has_assignment_name(path, source.name) and path.suffix.lower() == ".ipynb"
    ]


def grade_assignment(
    chosen: argparse.Namespace, download: Submissions, source: NbgraderSource
) -> list[str]:
    """Grade an assignment and print the results. Return a sentence for each grading failure."""
    from classkit.assignments.gradebooks import LMS_NAMES, build_gradebooks
    from classkit.assignments.grader import grade_folder
    from classkit.assignments.lateness import DueDate
    from classkit.assignments.lms_worksheet import Worksheet
    from classkit.assignments.run_supervisor import SubmissionLimits
    from classkit.frames.file_export import write_file

    to = get_marks_folder(chosen)
    worksheet = None
    if chosen.worksheet:  # report an invalid one before marking anything
        worksheet = Worksheet.open(chosen.worksheet, download, chosen.column or source.name)
    limits = SubmissionLimits(chosen.cell_seconds, chosen.seconds, chosen.megabytes)
    print(source.name)
    due = DueDate.parse(chosen.due, chosen.late_percent or 0) if chosen.due else None
    if due and not download.has_times:
        print(f"  {describe_unknown_times(due)}")
    marked = grade_folder(
        download.folder, source, to, limits=limits, at_once=chosen.at_once, column=chosen.column,
        download=download, due=due, tell=print_result,
    )  # fmt: skip
    if worksheet:
        points = build_gradebooks(marked, chosen.column or source.name, download)
        rows = points[download.system]
        out_of = marked[0].out_of
        filled = worksheet.format(worksheet.fill(rows, out_of))
        write_file(to / f"{source.name}-{download.system}.csv", filled)
        for said in (worksheet.describe_scale(rows, out_of), worksheet.describe_missing(rows)):
            if said:
                print(f"  {said}")
    if chosen.excel:
        write_workbook(to / f"{source.name}.xlsx", marked)
    for student in marked:
        for remark in student.remarks:
            if remark.startswith("look at "):
                print(f"  {student.student}: {remark}")
    print(f"  -> {to / source.name}.csv")
    print(f"     the reasons: {to / source.name}.html, {source.name}-reasons.csv")
    systems = [download.system] if download.system else LMS_NAMES
    print(f"     for import: {', '.join(f'{source.name}-{one}.csv' for one in systems)}")
    if left := sum(not one.is_final for one in marked):
        print(
            f"     The files for import leave out {left} without final marks. Read their answers "
            "and award the open points by hand, or fix files that could not be graded or are "
            "missing, then grade again."
        )
    return [f"{one.student}, {source.name}: {one.problem}" for one in marked if one.problem]


def describe_unknown_times(due: DueDate) -> str:
    """Return the sentence about a download without the times of submission."""
    return (
        "Files from Canvas do not contain submission times. The `late` column shows only which "
        "students Canvas marked as late"
        + (", and no points were deducted." if due.per_day else ".")
    )


def write_workbook(path: Path, marked: Sequence[GradedResult]) -> None:
    """Write the marks and the reasons for lost points as a workbook."""
    from classkit.assignments.graded_results import build_reason_rows
    from classkit.frames.file_export import write_file
    from classkit.frames.workbook import to_xlsx

    tables = {"marks": [one.build_row() for one in marked], "reasons": build_reason_rows(marked)}
    write_file(path, to_xlsx(tables))


def print_result(result: GradedResult) -> None:
    """Print a student's points, ungraded points and remarks in one line."""
    from classkit.assignments.results_page import format_points

    row = result.build_row()
    waiting = f", {row['to_read_points']:g} to read" if row["to_read"] else ""
    points = format_points(result) + (f" of {row['out_of']:g}" if result.is_graded else "")
    remarks = f"  ({row['remarks']})" if row["remarks"] else ""
    print(f"  {result.student:<20} {points}{waiting}{remarks}", flush=True)
