"""`classkit export`: a record as tables for spreadsheets and programs."""

from __future__ import annotations

import argparse
from pathlib import Path

from .common import add_option, open_record, stem_of


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "export",
        help="history, ledger, events and answers of a record as CSV, JSON or Parquet",
        description="Play a record again and write its history (figures after every turn), ledger, "
        "events and answers, and what the class predicted, with what came, where that was saved "
        "beside the record. The seed is written only when the match is over.",
    )
    parser.add_argument("record", type=Path, help="a file saved by a table or by `play --save`")
    add_option(parser, "--to", "default: beside the record", unit="FOLDER", read=Path)
    parser.add_argument(
        "--format",
        choices=("csv", "json", "parquet", "both", "all"),
        default="both",
        help="both is CSV and JSON, all is these and Parquet (default: %(default)s)",
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="write the names of seats too, and of those who predicted; without it seats go by "
        "their letters",
    )
    add_option(
        parser,
        "--seen-as",
        "whose knowledge is written: a seat, as in --seen-as B; everybody; or instructor, who "
        "knows everything, hidden cards and secret answers too",
        "instructor",
        unit="WHOM",
    )
    add_option(
        parser,
        "--play-test",
        "write, instead of tables, a form for the author of the game: what happened, with room "
        "for what was unclear",
        unit="FILE.html",
        read=Path,
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Open the record, as far as it goes, and write the files."""
    from classkit.frames.export import FORMATS, USUAL, export_files
    from classkit.widgets.stored_predictions import rows_of_record

    from .play_test import write_play_test

    match, status = open_record(chosen.record, "export", "Exported up to there.")
    if chosen.play_test:
        write_play_test(match, chosen.play_test)
        print(chosen.play_test)
        return status
    stem = stem_of(chosen.record)
    formats = {"both": USUAL, "all": FORMATS}.get(chosen.format, (chosen.format,))
    folder = chosen.to or chosen.record.parent
    target = folder / f"{stem}.json"
    if "json" in formats and target.exists() and target.samefile(chosen.record):
        stem += "-export"  # never over the record itself
    whom, names = chosen.seen_as, chosen.names
    told = rows_of_record(match, whom, names=names)
    for path in export_files(match, folder, stem, formats, whom, names=names, predictions=told):
        print(path)
    return status
