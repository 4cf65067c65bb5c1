"""`classkit simulate`: plays many matches between bots and writes one CSV file."""

from __future__ import annotations

import argparse
import json
import re
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.rulebook_text import format_count
from classkit.engine.untrusted_input import MAX_DIGITS, read_int

from .command_options import (
    add_list,
    add_match,
    add_option,
    check_output_file,
    parse_bot_names,
    parse_int,
    parse_options,
    split_names,
)

if TYPE_CHECKING:
    from classkit.study.batch.design_runner import ResultPaths
    from classkit.study.batch.experiment_design import ExperimentDesign

GROUPED_INTEGER = re.compile(rf"-?[0-9]{{1,3}}(_[0-9]{{3}}){{1,{MAX_DIGITS // 3}}}")
"""Matches a whole number as written in rules and TOML: 90_000."""

DESCRIPTION = """Play many matches of bots on all cores of this computer.

The file has one row for each seat of each match: match, varied values, seed, seat, bot, score,
place, won, turns, rounds, ending, and figures at the end. Score and place are taken from
the standings (in 487-opoly by ASSET), and "won" is true for the winner of any race that decides.

NAME.jsonl next to NAME.csv contains each finished match. After an interruption, run the same
command to continue; with more matches, it plays only the missing ones. If the rules, a bot or
anything else that affects the results has changed, the command names the change and plays
nothing. Choose another file, or start over with --anew."""


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "simulate",
        help="play many matches between bots and write a CSV file",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_match(parser)
    option = partial(add_option, parser)
    option("--matches", "matches of each variant", 100)
    option(
        "--seed",
        "seed of the first match; each further match uses the next number. The same seeds play "
        "the same matches",
        1,
    )
    add_list(
        parser,
        "--vary",
        "NAME=VALUE,VALUE...",
        "play each value with the same seeds. NAME is an option, seats, edition, bots "
        "(bots=saver+tycoon,random), a fact of the position (A.cash=10_000,90_000) or position "
        "(file names). With several --vary, play every combination. Separate lists of numbers "
        "with semicolons",
    )
    option("--metrics", "figures to write, or none", "all", unit="KEY[,KEY...]")
    rows = parser.add_mutually_exclusive_group()
    rows.add_argument("--per-match", action="store_true", help="write one row for each match")
    rows.add_argument(
        "--per-turn", action="store_true", help="write one row for each turn of each match"
    )
    option("--turns", "stop each match after this many turns", read=parse_int)
    option("--out", "output file (default: GAME-simulated.csv in this folder)", read=Path)
    parser.add_argument("--anew", action="store_true", help="delete earlier results and start over")
    option("--processes", "number of processes (default: one for each core)", read=parse_int)
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Run the simulation, and write the results."""
    from classkit.study.batch.design_runner import ResultPaths, play_design
    from classkit.study.processes.job_runner import MAX_PROCESSES

    read_int("--matches", chosen.matches)
    if chosen.processes is not None:
        read_int("--processes", chosen.processes, high=MAX_PROCESSES)
    design = build_design(chosen)
    out = chosen.out or Path(f"{chosen.game}-simulated.csv")
    check_output_file("--out", out)
    files = ResultPaths.from_name(out)
    if chosen.anew:
        delete_results(files)
    before = files.count_matches()
    try:
        done = play_design(
            design,
            out,
            processes=chosen.processes,
            progress=False if chosen.quiet else None,
        )
    except KeyboardInterrupt:
        there = files.count_matches()
        print(
            f"Stopped early: {there:,} of {format_count(len(design), 'match', 'matches')} are "
            f"in {out}. Run the same command to continue.",
            file=sys.stderr,
        )
        return 130
    rows = sum(len(lines) for lines in done.values())
    more = f", and {before - len(done):,} more are kept" if before > len(done) else ""
    known = f" ({min(before, len(done)):,} of them were there already{more})" if before else ""
    played = format_count(len(done), "match", "matches")
    print(f"{played}, {format_count(rows, 'row')}: {out}{known}")
    return 0


def build_design(chosen: argparse.Namespace) -> ExperimentDesign:
    """Return the experiment design described by the arguments."""
    from classkit.study.batch.experiment_design import read_design

    by = "turn" if chosen.per_turn else "match" if chosen.per_match else "seat"
    keys = split_names(chosen.metrics)
    metrics = {"all": "all", "none": []}.get(chosen.metrics, keys)
    vary = dict(parse_vary(pair) for pair in chosen.vary)
    if len(vary) < len(chosen.vary):
        raise ClasskitError("--vary has the same name twice. Give all values in one --vary.")
    return read_design(
        chosen.game,
        bots=parse_bot_names(chosen.bots),
        n=chosen.matches,
        vary=vary,
        seeds=chosen.seed,
        seats=chosen.seats,
        edition=chosen.edition,
        position=chosen.position,
        by=by,
        metrics=metrics,
        horizon=chosen.turns,
        options=parse_options(chosen.set),
    )


def parse_vary(pair: str) -> tuple[str, list[Any]]:
    """Parse ``NAME=VALUE,VALUE`` as a name and its values.

    >>> parse_vary("play_rolls=30,60")
    ('play_rolls', [30, 60])
    >>> parse_vary("bots=saver+tycoon,random")
    ('bots', [['saver', 'tycoon'], ['random']])
    >>> parse_vary("law_rounds=1,3;2")
    ('law_rounds', ['1,3', 2])
    >>> parse_vary('A.squares=["I07", "I11"];[]')
    ('A.squares', [['I07', 'I11'], []])
    """
    name, equals, text = pair.partition("=")
    if not equals or not all(part.isidentifier() for part in name.split(".")):
        raise ClasskitError(
            f"--vary must be NAME=VALUE,VALUE, as in --vary seats=3,4, not {truncate_text(pair)}."
        )
    parts = [part.strip() for part in text.split(";" if ";" in text else ",")]
    if name == "bots":
        return name, [split_names(part, "+") for part in parts if part]
    return name, [parse_value(part) for part in parts if part]


def parse_value(text: str) -> Any:
    """Parse a value: JSON, a number with underscores, or text.

    >>> parse_value("90_000"), parse_value("true"), parse_value('["I07"]'), parse_value("B")
    (90000, True, ['I07'], 'B')
    """
    if GROUPED_INTEGER.fullmatch(text):
        return int(text)
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        if isinstance(value, (int, float, list, dict)):
            return value
    return text


def delete_results(files: ResultPaths) -> None:
    """Delete the results of an earlier run.

    Raise ClasskitError if a path is a different kind of file.
    """
    from classkit.study.batch.results_jsonl import read_header

    if not files.lines.exists():
        return
    try:
        with files.lines.open("rb") as stream:
            read_header(files.lines, stream)
        for path in (files.lines, files.table):
            if path is not None:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise ClasskitError(
            f"{files.lines} cannot be deleted ({error.strerror or error})."
        ) from error
