"""`classkit lesson`: writes the class version of a lesson as a notebook, page or slides."""

from __future__ import annotations

import argparse
from pathlib import Path

from .command_options import add_option, check_output_folder


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its actions to the parser."""
    parser = parsers.add_parser(
        "lesson",
        help="build a class notebook, a page or slides from a lesson",
        description="A lesson is the teacher's notebook. The class's version leaves out the "
        "cells tagged 'teacher' (plan, answers and marking) and folds the remarks "
        "under 'What to notice'.",
    )
    parts = parser.add_subparsers(dest="part", required=True, metavar="build|html|slides")
    build = parts.add_parser(
        "build",
        help="write the version for the class",
        description="Write TO/NAME.ipynb for each lesson, without the teacher's cells. The "
        "remarks under 'What to notice' are folded, so that nobody reads a result "
        "before predicting it.",
    )
    add_lessons(build, "class")
    build.set_defaults(run=run_build)
    page = parts.add_parser(
        "html",
        help="write a page to take home, with charts and tables",
        description="Run each lesson and write TO/NAME.html: one page that needs neither "
        "Jupyter nor a network. Its charts are interactive, and its tables are "
        "pictures.",
    )
    add_lessons(page, "pages", "; for a page without answers, name the class's notebook")
    page.set_defaults(run=run_html)
    show = parts.add_parser(
        "slides",
        help="write slides for the projector, with charts",
        description="Run each lesson and write TO/NAME.slides.html: slides in one page that needs "
        "neither Jupyter nor a network. Needs the extra slides: pip install 'classkit[slides]'.",
    )
    add_lessons(
        show, "slides", "; your version has the plan and the answers as speaker's notes (key S)"
    )
    show.set_defaults(run=run_slides)


def add_lessons(part: argparse.ArgumentParser, folder: str, more: str = "") -> None:
    """Add the arguments for the lessons and the output folder. Append ``more`` to the help."""
    which = "number, such as 5, or notebook (default: all notebooks in lessons)"
    part.add_argument("lesson", nargs="*", type=Path, help=which + more)
    add_option(part, "--to", usual=Path("lessons", folder), unit="FOLDER", read=Path)


def run_build(chosen: argparse.Namespace) -> int:
    """Write the class version of the lessons."""
    from classkit.lessons.lesson_build import build_lessons, find_lessons

    check_output_folder("--to", chosen.to)
    for path in build_lessons(find_lessons(chosen.lesson), chosen.to):
        print(path)
    return 0


def run_html(chosen: argparse.Namespace) -> int:
    """Write the lessons as pages."""
    from classkit.handout import write_pages
    from classkit.lessons.lesson_build import find_lessons

    check_output_folder("--to", chosen.to)
    for path in write_pages(find_lessons(chosen.lesson), chosen.to):
        print(path)
    return 0


def run_slides(chosen: argparse.Namespace) -> int:
    """Write the lessons as slides."""
    from classkit.handout import write_pages
    from classkit.lessons.lesson_build import find_lessons
    from classkit.slide_show import OneShow, find_reveal

    check_output_folder("--to", chosen.to)
    find_reveal()  # report a missing reveal.js before a lesson is run
    for path in write_pages(find_lessons(chosen.lesson), chosen.to, OneShow, ".slides.html"):
        print(path)
    return 0
