"""What it costs to read a match: ``python -m tests.bench.reading [GAME ...] [--matches N]``.

Whole matches are played with everything kept, and then their history, events and ledger are read.
Both are measured match by match in one run, in processor time; what is printed is the median of
the rounds, and the share of playing in the whole, of which at least 0.6 is wanted. Where `valgrind`
is installed the same is counted in instructions, which do not depend on the machine: those of an
answer, without and with reading (``--seconds-only`` leaves that out).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from statistics import median
from typing import Any

from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.study.processes.worker import tune_collector

from .cases import CASES, LEAN, Case, id_of, played, title_of
from .instructions import COUNTED, count_each, counted
from .rows import Goal, Measure, Row, add_write_option, report

MATCHES, ROUNDS, COUNTED_MATCHES = 8, 5, 3
READINGS: dict[str, Callable[[Match], Any]] = {
    "history": lambda m: m.history,
    "events": lambda m: m.events,
    "ledger": lambda m: m.transfers,
}


def play_and_read(case: Case, matches: int, *, reads: bool, keep: Keep | None = None) -> int:
    """Play so many matches, and read them or not; return how many answers they have."""
    steps = 0
    for seed in range(matches):
        match = played(case, seed, keep or Keep())
        steps += match.step
        if reads:
            for read in READINGS.values():
                read(match)
    return steps


def seconds(case: Case, matches: int) -> list[float]:
    """Return the seconds of so many matches: lean, with everything kept, then each reading."""
    clock, found = time.process_time, [0.0] * (2 + len(READINGS))
    for seed in range(matches):
        times = [clock()]
        played(case, seed, LEAN)
        times.append(clock())
        match = played(case, seed, Keep())
        times.append(clock())
        for read in READINGS.values():
            read(match)
            times.append(clock())
        took = [after - before for before, after in pairwise(times)]
        found = [sum(pair) for pair in zip(found, took, strict=True)]
    return found


def declare(case: Case) -> tuple[Measure, Measure, Measure]:
    """Return the measures of a game: recording and reading in instructions, reading in time."""
    name, title, unit = f"reading.{id_of(case)}", title_of(case), "thousand"
    goal = Goal("ratio", least=0.6)
    return (
        Measure(
            f"{name}.kept", f"{title}: record everything", "events and ledger only", unit,
            Goal("ratio", least=0.7), "reading",
        ),
        Measure(
            f"{name}.read", f"{title}: record everything, then read it", "read nothing", unit,
            goal, "reading",
        ),
        Measure(
            f"{name}.time", f"{title}: record everything, then read it, time per match",
            "read nothing", "ms",
            goal, "reading",
        ),
    )  # fmt: skip


def list_measures() -> Iterator[Measure]:
    """Yield what is measured of all games."""
    for case in CASES:
        yield from declare(case)


def measure_rows(
    case: Case, matches: int, instructions: dict[str, int] | None
) -> Iterator[Row | str]:
    """Yield the rows of a game. Each ratio is one of speeds: the reference by the value."""
    steps = play_and_read(case, 1, reads=True)  # what is worked out once is there now
    rounds = [seconds(case, matches) for _ in range(ROUNDS)]
    lean, play, *reading = (1000 * median(column) / matches for column in zip(*rounds, strict=True))
    shares = sorted(one[1] / sum(one[1:]) for one in rounds)
    parts = ", ".join(f"{name} {took:.2f}" for name, took in zip(READINGS, reading, strict=True))
    kept, read, time_of_match = declare(case)
    yield f"\n{title_of(case)}"
    yield time_of_match.row(
        play + sum(reading),
        play,
        median(shares),
        f"{shares[0]:.2f} to {shares[-1]:.2f}; events and ledger alone {lean:.2f}; reading {parts}",
    )
    if instructions is None:
        return
    steps = play_and_read(case, COUNTED_MATCHES, reads=False)
    bare, alone, whole = (instructions[name] / steps / 1000 for name, _ in jobs(case))
    yield kept.row(alone, bare, bare / alone)
    yield read.row(whole, alone, alone / whole)


def jobs(case: Case) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield what is counted of a game, by name."""
    play = partial(play_and_read, case, COUNTED_MATCHES)
    yield f"{title_of(case)}, lean", partial(play, reads=False, keep=LEAN)
    yield f"{title_of(case)}, played", partial(play, reads=False)
    yield f"{title_of(case)}, read", partial(play, reads=True)


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default all")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seconds-only", action="store_true")
    add_write_option(parser)
    parser.add_argument(COUNTED, action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(words)
    cases = [case for case in CASES if not chosen.games or case[0] in chosen.games]
    tune_collector()
    if chosen.counted:
        for case in cases:
            play_and_read(case, COUNTED_MATCHES, reads=True)
        count_each(job for case in cases for job in jobs(case))
        return
    instructions = None if chosen.seconds_only else counted(__spec__.name, chosen.games)
    for case in cases:
        report(measure_rows(case, chosen.matches, instructions), chosen.write)


if __name__ == "__main__":
    main()
