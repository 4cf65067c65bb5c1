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
        help="a notebook with questions about a match that was played",
        description="Write two notebooks about a recorded match: STEM-homework.ipynb for students, "
        "with its story, charts, data and five questions drawn for each of them from what really "
        "happened, and STEM-homework-teacher.ipynb with the answers, by which `classkit assignment "
        "grade FOLDER --assignment STEM-homework-teacher.ipynb` marks what is handed in. The match "
        "itself is in them.",
    )
    parser.add_argument("record", type=Path, help="a file saved by a table or by `play --save`")
    add_option(parser, "--to", "default: beside the record", unit="FOLDER", read=Path)
    parser.add_argument(
        "--names",
        action="store_true",
        help="call players by the names they typed in the story, not by the names of their seats "
        "(Ada, Bruno, ...)",
    )
    parser.add_argument(
        "--play-on",
        action="store_true",
        help="if the match is too short for five good questions, let bots play on from its end "
        "until it has them",
    )
    parser.add_argument("--force", action="store_true", help="overwrite notebooks that exist")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Replay the record as far as possible, and write the notebooks."""
    from classkit.assignments.homework.homework_notebook import find_targets, write_homework
    from classkit.assignments.homework.homework_sheet import Homework
    from classkit.assignments.homework.question_finders import QUESTION_COUNT, continue_match
    from classkit.assignments.homework.question_variety import describe_low_variety

    stem, folder = record_stem(chosen.record), chosen.to or chosen.record.parent
    check_output_folder("--to", folder)
    find_targets(folder, stem, over=chosen.force)  # before futures are played
    match, status = load_record(
        chosen.record, "homework", "The homework is about what came before."
    )
    if match.game.has_secrets(match.table) and not match.is_over:
        print(
            "classkit homework: this match is not over, and the notebooks hold its secrets. "
            "Hand them out when it is over.",
            file=sys.stderr,
        )
    if chosen.play_on and not match.is_over:
        before, match = match.turn, continue_match(match)
        if match.turn > before:
            end = match.turn if match.is_over else match.turn - 1
            print(f"classkit homework: bots played on to the end of turn {end}.", file=sys.stderr)
    print("classkit homework: futures of the match are being played ...", file=sys.stderr)
    for path in write_homework(match, folder, stem, names=chosen.names, over=chosen.force):
        print(path)
    found = len(Homework(match).questions)
    if found < QUESTION_COUNT:
        print(
            "classkit homework: this match is over, and has "
            f"{format_count(found, 'good question')} where a homework has {QUESTION_COUNT}. "
            "A longer match has more.",
            file=sys.stderr,
        )
    if alike := describe_low_variety(match):
        print(f"classkit homework: {alike}", file=sys.stderr)
    return status
