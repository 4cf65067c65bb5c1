"""`classkit assignment`: the students' and teachers' versions, and the marks."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand and its two parts."""
    parser = parsers.add_parser(
        "assignment",
        help="make assignments for students, and mark what they hand in",
        description="Assignments are notebooks with questions drawn anew for each student.",
    )
    parts = parser.add_subparsers(dest="part", required=True, metavar="build | grade")
    build = parts.add_parser(
        "build",
        help="the students' and the teachers' versions",
        description="Write TO/student/NAME.ipynb, without solutions and hidden tests, and "
        "TO/teacher/NAME.ipynb, with both.",
    )
    named(build)
    build.add_argument(
        "--to",
        type=Path,
        default=Path("assignments"),
        metavar="FOLDER",
        help="default: %(default)s",
    )
    build.set_defaults(run=run_build)
    grade = parts.add_parser(
        "grade",
        help="mark a folder of submissions, into a CSV for a gradebook",
        description="FOLDER has one folder for each student, named by the student, with the "
        "notebook handed in. Each submission is run apart, within limits; nbgrader gives the "
        "points. Writes MARKS/NAME.csv and a course folder of nbgrader.",
    )
    grade.add_argument("folder", type=Path)
    named(grade)
    grade.add_argument(
        "--to", type=Path, metavar="MARKS", help="default: FOLDER-marks beside FOLDER"
    )
    grade.add_argument(
        "--seconds", type=int, default=120, help="of work for one submission (default: %(default)s)"
    )
    grade.add_argument(
        "--cell-seconds", type=int, default=30, help="of work for one cell (default: %(default)s)"
    )
    grade.add_argument(
        "--megabytes", type=int, default=2_000, help="for one submission (default: %(default)s)"
    )
    grade.add_argument(
        "--at-once", type=int, default=1, help="submissions run at a time (default: %(default)s)"
    )
    grade.set_defaults(run=run_grade)


def named(parser: argparse.ArgumentParser) -> None:
    """The words that name assignments."""
    parser.add_argument(
        "--assignment",
        action="append",
        default=[],
        type=Path,
        metavar="NAME",
        help="a name as in lessons/assignments, a notebook or a folder of them (may be repeated; "
        "default: all in lessons/assignments)",
    )


def run_build(chosen: argparse.Namespace) -> int:
    """Write both versions of every assignment."""
    from classkit.assignments.building import build
    from classkit.assignments.source import find_sources

    for source in find_sources(chosen.assignment):
        for path in build(source, chosen.to):
            print(path)
    return 0


def run_grade(chosen: argparse.Namespace) -> int:
    """Mark every assignment of which something was handed in."""
    from classkit.assignments.marking import Marked, grade, notebooks
    from classkit.assignments.source import find_sources
    from classkit.assignments.submission import Limits

    if min(chosen.seconds, chosen.cell_seconds, chosen.megabytes, chosen.at_once) < 1:
        raise ClasskitError("--seconds, --cell-seconds, --megabytes and --at-once are from 1.")
    folder: Path = chosen.folder
    if not folder.is_dir():
        raise ClasskitError(f"There is no folder {folder} of submissions.")
    to = chosen.to or folder.resolve().with_name(f"{folder.resolve().name}-marks")
    limits = Limits(chosen.cell_seconds, chosen.seconds, chosen.megabytes)

    def tell(result: Marked) -> None:
        row: dict[str, Any] = result.row()
        waiting = f", {row['to_read_points']:g} to read" if row["to_read"] else ""
        remarks = f"  ({row['remarks']})" if result.remarks else ""
        print(f"  {result.student:<20} {row['total']:g} of {row['out_of']:g}{waiting}{remarks}")

    done = 0
    for source in find_sources(chosen.assignment):
        handed = any(
            any(notebooks(path, source.name)) for path in folder.iterdir() if path.is_dir()
        )
        loose = [path.name for path in notebooks(folder, source.name) if path.parent == folder]
        if loose:
            print(f"classkit assignment: {', '.join(loose)} lies in {folder} itself and is "
                  "nobody's: put it into a folder named by its student.",
                  file=sys.stderr)  # fmt: skip
        if not handed and not chosen.assignment:
            continue
        print(source.name)
        grade(folder, source, to, limits=limits, at_once=chosen.at_once, tell=tell)
        print(f"  -> {to / source.name}.csv")
        done += 1
    if not done:
        print(f"classkit assignment: no student's folder in {folder} has a notebook with "
              "the name of an assignment, such as poleconomy-1-read.ipynb.",
              file=sys.stderr)  # fmt: skip
        return 1
    return 0
