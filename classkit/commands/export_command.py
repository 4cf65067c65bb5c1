"""`classkit export`: writes the tables of a record for spreadsheets and programs."""

from __future__ import annotations

import argparse
from pathlib import Path

from classkit.engine.errors import ClasskitError, truncate_text

from .command_options import (
    add_option,
    check_output_file,
    check_output_folder,
    load_record,
    parse_int,
    record_stem,
)

THEMES = ("light", "dark", "projector")
"""Themes of a film, the same as for a page."""


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "export",
        help="export a saved match as CSV, JSON, Parquet or film",
        description="Replay a saved match and write its history (figures after each turn), ledger, "
        "events and answers. If the record has a class's predictions, write them with the "
        "results. The seed is written only if the match is over.",
    )
    parser.add_argument("record", type=Path, help="saved match, from a table or from `play --save`")
    add_option(
        parser, "--to", "where to write (default: next to the record)", unit="FOLDER", read=Path
    )
    parser.add_argument(
        "--format",
        choices=("csv", "json", "parquet", "both", "all"),
        default="both",
        help="file format: both means CSV and JSON, and all adds Parquet (default: %(default)s)",
    )
    parser.add_argument(
        "--excel", action="store_true", help="also write the tables as one Excel workbook"
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="include the names that players and predictors typed; by default, exports contain "
        "only seat letters and seat names (Ada, Bruno, ...)",
    )
    add_option(
        parser,
        "--seen-as",
        "viewpoint of the export: a seat, as in --seen-as B, everybody, or instructor "
        "(everything, with hidden cards and secret answers)",
        "instructor",
        unit="WHOM",
    )
    add_option(
        parser,
        "--play-test",
        "instead of tables, write a play-test report for the game's author, with space for "
        "comments",
        unit="FILE.html",
        read=Path,
    )
    add_option(
        parser,
        "--film",
        "instead of tables, write a film of a finished match and its turning points as .gif or "
        ".webm, as everybody may see it (needs classkit[film])",
        unit="FILE",
        read=Path,
    )
    add_option(
        parser,
        "--film-size",
        "width and height of the film in pixels",
        "960x540",
        unit="WIDTHxHEIGHT",
    )
    parser.add_argument(
        "--film-theme",
        choices=THEMES,
        default="light",
        help="colours of the film (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size of the form "WIDTHxHEIGHT".

    >>> parse_size("960x540")
    (960, 540)
    """
    width, _, height = text.lower().partition("x")
    try:
        return parse_int(width), parse_int(height)
    except argparse.ArgumentTypeError:
        raise ClasskitError(
            f"--film-size must be WIDTHxHEIGHT, as in 960x540, not {truncate_text(text, 30)}."
        ) from None


def run(chosen: argparse.Namespace) -> int:
    """Replay as much of the record as possible, and write the files."""
    from classkit.frames.file_export import DEFAULT_FORMATS, export_files
    from classkit.widgets.stored_predictions import record_prediction_rows

    from .play_test_form import write_play_test

    if chosen.film:
        return write_film(chosen)
    if chosen.play_test:
        check_output_file("--play-test", chosen.play_test)
    elif chosen.to:
        check_output_folder("--to", chosen.to)
    match, status = load_record(chosen.record, "export", "Exported up to this point.")
    if chosen.play_test:
        write_play_test(match, chosen.play_test)
        print(chosen.play_test)
        return status
    stem = record_stem(chosen.record)
    several = {"both": DEFAULT_FORMATS, "all": (*DEFAULT_FORMATS, "parquet")}
    formats: tuple[str, ...] = several.get(chosen.format, (chosen.format,))
    if chosen.excel:
        formats = (*formats, "xlsx")
    folder = chosen.to or chosen.record.parent
    target = folder / f"{stem}.json"
    if "json" in formats and target.exists() and target.samefile(chosen.record):
        stem += "-export"  # never overwrite the record itself
    whom, names = chosen.seen_as, chosen.names
    told = record_prediction_rows(match, whom, names=names)
    for path in export_files(match, folder, stem, formats, whom, names=names, predictions=told):
        print(path)
    return status


def write_film(chosen: argparse.Namespace) -> int:
    """Replay the record, and write its film."""
    from classkit.site import film_files

    check_output_file("--film", chosen.film)
    size = parse_size(chosen.film_size)
    film_files.check_film(chosen.film, size)
    match, status = load_record(chosen.record, "export", "The film ends at this point.")
    if not chosen.names:
        match.names = {}
    film_files.write_film(match, chosen.film, size, chosen.film_theme)
    print(chosen.film)
    return status
