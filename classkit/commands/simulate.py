"""`classkit simulate`: many matches of bots, one CSV."""

from __future__ import annotations

import argparse
import json
import re
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.data import MAX_DIGITS, read_whole
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.words import how_many

from .common import (
    add_list,
    add_match,
    add_option,
    names_of_bots,
    read_options,
    split_names,
    whole,
)

if TYPE_CHECKING:
    from classkit.study.batch.design import Design
    from classkit.study.batch.runs import Files

GROUPED = re.compile(rf"-?[0-9]{{1,3}}(_[0-9]{{3}}){{1,{MAX_DIGITS // 3}}}")
"""A whole number as people write it in rules and TOML: 90_000."""

ABOUT = """Play many matches of bots, over the cores of this machine.

The file has one row for each seat of each match: match, what is varied, seed, seat, bot, score,
place, won, turns, rounds, ending, and figures at the end. Score and place are those of the
standings (of 487-opoly by ASSET), and "won" is true for the winner of any race that decides.
NAME.jsonl beside NAME.csv keeps each match as it ends: after an interruption the same command goes
on, and with more matches it plays only the missing ones. If the rules, a bot or anything else that
decides the results has changed since, it says what, and plays nothing: name another file, or begin
again with --anew."""


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "simulate",
        help="play many matches of bots, into a CSV file",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_match(parser)
    option = partial(add_option, parser)
    option("--matches", "matches of each variant", 100)
    option(
        "--seed",
        "seed of the first match, the others follow it; the same seeds give the same matches",
        1,
    )
    add_list(
        parser,
        "--vary",
        "NAME=VALUE,VALUE...",
        "play with each of these values of an option, of seats, edition or bots "
        "(bots=saver+tycoon,random), of a fact of the position (A.cash=10_000,90_000), or of "
        "position, a file each, all with the same seeds; with several, every combination. "
        "Separate lists of numbers by semicolons",
    )
    option("--metrics", "which figures, or none", "all", unit="KEY[,KEY...]")
    rows = parser.add_mutually_exclusive_group()
    rows.add_argument("--per-match", action="store_true", help="one row for each match")
    rows.add_argument("--per-turn", action="store_true", help="one row for each turn of each match")
    option("--turns", "stop each match after this many turns", read=whole)
    option("--out", "the file (default: GAME-simulated.csv here)", read=Path)
    parser.add_argument(
        "--anew", action="store_true", help="delete the earlier results and begin again"
    )
    option("--processes", "default: one for each core", read=whole)
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Simulate, and write the results."""
    from classkit.study.batch.runs import Files, play_design
    from classkit.study.code.fingerprint import not_compared
    from classkit.study.processes.workers import MOST

    read_whole("--matches", chosen.matches)
    if chosen.processes is not None:
        read_whole("--processes", chosen.processes, high=MOST)
    design = wanted(chosen)
    out = chosen.out or Path(f"{chosen.game}-simulated.csv")
    files = Files.of(out)
    if chosen.anew:
        forget(files)
    before = files.matches()
    try:
        done = play_design(
            design,
            out,
            processes=chosen.processes,
            progress=False if chosen.quiet else None,
        )
    except KeyboardInterrupt:
        there = files.matches()
        print(
            f"Stopped early: {there:,} of {how_many(len(design), 'match', 'matches')} are in "
            f"{out}. The same command goes on.",
            file=sys.stderr,
        )
        return 130
    rows = sum(len(lines) for lines in done.values())
    more = f", and {before - len(done):,} more are kept" if before > len(done) else ""
    kept = not_compared(design.game, design.bots) if before else ""
    more += f"; {kept}" if kept else ""
    known = f" ({min(before, len(done)):,} of them were there already{more})" if before else ""
    played = how_many(len(done), "match", "matches")
    print(f"{played}, {how_many(rows, 'row')}: {out}{known}")
    return 0


def wanted(chosen: argparse.Namespace) -> Design:
    """Return the design that the command line describes."""
    from classkit.study.batch.design import read_design

    by = "turn" if chosen.per_turn else "match" if chosen.per_match else "seat"
    keys = split_names(chosen.metrics)
    metrics = {"all": "all", "none": []}.get(chosen.metrics, keys)
    vary = dict(read_vary(pair) for pair in chosen.vary)
    if len(vary) < len(chosen.vary):
        raise ClasskitError("--vary names something twice: give all its values at once.")
    return read_design(
        chosen.game,
        bots=names_of_bots(chosen.bots),
        n=chosen.matches,
        vary=vary,
        seeds=chosen.seed,
        seats=chosen.seats,
        edition=chosen.edition,
        position=chosen.position,
        by=by,
        metrics=metrics,
        horizon=chosen.turns,
        options=read_options(chosen.set),
    )


def read_vary(pair: str) -> tuple[str, list[Any]]:
    """Read ``NAME=VALUE,VALUE`` as a name and its values.

    >>> read_vary("play_rolls=30,60")
    ('play_rolls', [30, 60])
    >>> read_vary("bots=saver+tycoon,random")
    ('bots', [['saver', 'tycoon'], ['random']])
    >>> read_vary("law_rounds=1,3;2")
    ('law_rounds', ['1,3', 2])
    >>> read_vary('A.squares=["I07", "I11"];[]')
    ('A.squares', [['I07', 'I11'], []])
    """
    name, equals, text = pair.partition("=")
    if not equals or not all(part.isidentifier() for part in name.split(".")):
        raise ClasskitError(
            f"--vary must be NAME=VALUE,VALUE, as in --vary seats=3,4, not {shorten(pair)}."
        )
    parts = [part.strip() for part in text.split(";" if ";" in text else ",")]
    if name == "bots":
        return name, [split_names(part, "+") for part in parts if part]
    return name, [value_of(part) for part in parts if part]


def value_of(text: str) -> Any:
    """Read a number, true, false, a list or table as JSON, or text.

    >>> value_of("90_000"), value_of("true"), value_of('["I07"]'), value_of("B")
    (90000, True, ['I07'], 'B')
    """
    if GROUPED.fullmatch(text):
        return int(text)
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        if isinstance(value, (int, float, list, dict)):
            return value
    return text


def forget(files: Files) -> None:
    """Delete the results of an earlier run; refuse a file that holds something else."""
    from classkit.study.batch.result_lines import read_header

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
