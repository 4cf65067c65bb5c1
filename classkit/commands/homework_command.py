"""`classkit homework`: writes a notebook with questions about a match."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from classkit.engine.rulebook_text import format_count

from .command_options import add_option, check_output_folder, load_record, record_stem


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "homework",
        help="write a notebook with questions about a saved match",
        description="Write two notebooks about a saved match. STEM-homework.ipynb is for "
        "students: it contains the story of the match, charts, data, and five questions that "
        "differ between students. STEM-homework-teacher.ipynb has the answers; use it to "
        "grade submissions: `classkit assignment grade FOLDER --assignment "
        "STEM-homework-teacher.ipynb`. Both contain the match.",
    )
    parser.add_argument("record", type=Path, help="saved match, from a table or from `play --save`")
    add_option(
        parser, "--to", "where to write (default: next to the record)", unit="FOLDER", read=Path
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="use the names that players typed instead of the seat names (Ada, Bruno, ...)",
    )
    parser.add_argument(
        "--play-on",
        action="store_true",
        help="if the match is too short for five good questions, let bots continue it",
    )
    parser.add_argument("--force", action="store_true", help="overwrite existing notebooks")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Replay as much of the record as possible, and write the notebooks."""
    from classkit.assignments.homework.homework_notebook import find_targets, write_homework
    from classkit.assignments.homework.homework_sheet import Homework
    from classkit.assignments.homework.question_finders import QUESTION_COUNT, continue_match
    from classkit.assignments.homework.question_variety import describe_low_variety

    stem, folder = record_stem(chosen.record), chosen.to or chosen.record.parent
    check_output_folder("--to", folder)
    find_targets(folder, stem, over=chosen.force)  # check this before simulating
    match, status = load_record(
        chosen.record, "homework", "The homework is about the part before it."
    )
    if match.game.has_secrets(match.table) and not match.is_over:
        print(
            "classkit homework: this match is not over, and the notebooks contain its secrets. "
            "Hand them out when it is over.",
            file=sys.stderr,
        )
    if chosen.play_on and not match.is_over:
        before, match = match.turn, continue_match(match)
        if match.turn > before:
            end = match.turn if match.is_over else match.turn - 1
            print(f"classkit homework: bots played on to the end of turn {end}.", file=sys.stderr)
    print("classkit homework: playing futures of the match ...", file=sys.stderr)
    for path in write_homework(match, folder, stem, names=chosen.names, over=chosen.force):
        print(path)
    found = len(Homework(match).questions)
    if found < QUESTION_COUNT:
        print(
            "classkit homework: this match is over, and has "
            f"{format_count(found, 'good question')} instead of {QUESTION_COUNT}. A longer match "
            "has more.",
            file=sys.stderr,
        )
    if alike := describe_low_variety(match):
        print(f"classkit homework: {alike}", file=sys.stderr)
    return status
