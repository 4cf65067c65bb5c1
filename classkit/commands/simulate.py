"""`classkit simulate`: many matches of bots, one CSV."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError

from .common import add_match, read_bots, read_options


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "simulate",
        help="play many matches of bots, into a CSV file",
        description="Play many matches. The file has one row for each seat of each match: seed, "
        "bot, score, place, and the figures at the end.",
    )
    add_match(parser)
    parser.add_argument("--matches", type=int, default=100, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="seed of the first match; the others follow it")
    parser.add_argument("--out", type=Path, help="the file (default: GAME-simulated.csv here)")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="default: one for each core"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Simulate and write."""
    import classkit
    from classkit.engine.luck import new_seed
    from classkit.frames.export import to_csv, write

    if chosen.matches < 1 or chosen.processes < 1:
        raise ClasskitError("--matches and --processes are whole numbers from 1.")
    wish = {
        "game": chosen.game,
        "seats": chosen.seats,
        "edition": chosen.edition,
        "options": read_options(chosen.set),
    }
    first = new_seed() >> 1 if chosen.seed is None else chosen.seed
    # A match is begun with the first seed and with the last, and the file is thought of, so that
    # a wrong wish is answered before anything is played.
    for seed in (first, first + chosen.matches - 1):
        trial = classkit.new(
            wish["game"], seats=wish["seats"], edition=wish["edition"], seed=seed, **wish["options"]
        )
    wish["bots"] = read_bots(chosen.bots, chosen.game, trial.seats)
    out = chosen.out or Path(f"{chosen.game}-simulated.csv")
    if out.is_dir() or not out.parent.is_dir():
        why = "it is a folder" if out.is_dir() else f"there is no folder {out.parent}"
        raise ClasskitError(f"{out} cannot be written: {why}.")
    rows: list[dict[str, Any]] = []
    wishes = [{**wish, "match": n + 1, "seed": first + n} for n in range(chosen.matches)]
    stopped = False
    try:
        for played in with_progress(play_all(wishes, chosen.processes), chosen):
            rows.extend(played)
    except KeyboardInterrupt:
        stopped = True
    try:
        write(out, to_csv(rows))
    except OSError as error:
        raise ClasskitError(f"{out} could not be written: {error.strerror or error}.") from error
    done = len({row["match"] for row in rows})
    print(f"{done} matches, {len(rows)} rows: {out}")
    if stopped:
        print("Stopped early; the matches finished so far are in the file.", file=sys.stderr)
        return 130
    return 0


def with_progress(
    played: Iterator[list[dict[str, Any]]], chosen: argparse.Namespace
) -> Iterator[list[dict[str, Any]]]:
    """The same, with a bar on the terminal."""
    from tqdm import tqdm

    yield from tqdm(
        played, total=chosen.matches, unit=" matches", disable=chosen.quiet or None, file=sys.stderr
    )


def play_all(wishes: list[dict[str, Any]], processes: int) -> Iterator[list[dict[str, Any]]]:
    """Play every match wished for, in order, over several processes where that pays."""
    if processes == 1 or len(wishes) < 4:
        yield from map(play_one, wishes)
        return
    with ProcessPoolExecutor(min(processes, len(wishes))) as pool:
        try:
            yield from pool.map(play_one, wishes, chunksize=max(1, min(16, len(wishes) // 20)))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def play_one(wish: dict[str, Any]) -> list[dict[str, Any]]:
    """One match to its end: a row for each seat, with the figures of the end."""
    import classkit

    match = classkit.new(
        wish["game"],
        seats=wish["seats"],
        seed=wish["seed"],
        edition=wish["edition"],
        keep=classkit.Keep.nothing(),
        **wish["options"],
    ).play(until="end", bots=wish["bots"])
    figures = match.metrics()
    rows = []
    for line in match.standings():
        row: dict[str, Any] = {
            "match": wish["match"],
            "seed": wish["seed"],
            "seat": line.seat,
            "bot": wish["bots"][line.seat],
            "score": line.score,
            "place": line.place,
            "won": line.seat in match.winners,
            "turns": match.turn,
            "rounds": match.round,
            "ending": match.ending,
        }
        for metric in match.game.metrics_of(match.table):
            if metric.scope == "table":
                row[metric.key] = figures[metric.key]
            elif metric.scope == "seat":
                row[metric.key] = figures[metric.key][line.seat]
        rows.append(row)
    return rows
