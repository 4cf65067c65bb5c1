"""How fast futures are: ``python -m tests.bench.futures [--rounds N]``.

From the middle of a match of four seats with its bots, two hundred futures to the end on two
processes, against a hundred whole matches on one without copies, events or history, in turn, round
after round. What is printed is the median of the rounds, the ratio and its lowest and highest; when
the first band of the fan could be drawn, as a share of the whole; and how long the very first call
takes, whose processes have to start. What is wanted is that the futures are no more work than the
whole matches: so the ratio is printed of processor time, of all processes together against that of
the whole matches, which says more than the clock where the cores are shared with others.

Where `valgrind` is installed, instructions are counted in one process: of futures, with the figures
of two charts and without any, and of the futures by which two moves are compared, each against half
as many whole matches. The middle is the middle of the turns: where more is decided later, as in
Economicon, more than half of a match lies ahead, and how many answers that is stands beside.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from statistics import median
from typing import Any

import psutil

from classkit import study
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.study.processes import warm_pool
from classkit.study.processes.worker import tune_collector

from .cases import CASES, Case, one_of_each, played, title_of
from .instructions import COUNTED, count_each, counted

FUTURES, WHOLE, PROCESSES = 200, 100, 2
BUDGET, FIRST_BUDGET = 1.0, 0.1
COUNTED_FUTURES = 8


def middle(case: Case) -> Match:
    """Return a match of bots, half of its turns played."""
    m = played(case, 7, Keep())
    return m.goto(turn=m.turn // 2)


def whole_matches(case: Case, matches: int = WHOLE) -> tuple[float, float]:
    """Return the seconds for so many whole matches here, by the clock and of the processor."""
    begun, busy = time.perf_counter(), time.process_time()
    for seed in range(matches):
        played(case, seed, Keep.nothing())
    return time.perf_counter() - begun, time.process_time() - busy


# --- in instructions ------------------------------------------------------------------------------


def jobs(case: Case) -> dict[str, Callable[[], Any]]:
    """Return what is counted of a game: whole matches first, then twice as many futures."""
    m, bots = middle(case), one_of_each(case[0])
    ahead = partial(study.futures, m, COUNTED_FUTURES, bots, processes=1)
    half = COUNTED_FUTURES // 2
    compared = partial(study.compare_moves, m, half, bots, most=2, processes=1)
    return {
        "whole matches": lambda: whole_matches(case, half),
        "futures": lambda: ahead().wait(),
        "futures without figures": lambda: ahead(metrics=[]).wait(),
        "two moves compared": lambda: compared().wait(),
    }


def count_all(cases: Iterable[Case]) -> None:
    """Run all jobs once, so that everything is loaded, and then count each."""
    named = {f"{title_of(case)}, {name}": job for case in cases for name, job in jobs(case).items()}
    for job in named.values():
        job()
    count_each(named.items())


def report_counted(case: Case, instructions: Mapping[str, int]) -> None:
    """Print the instructions of a game's futures against those of its whole matches."""
    title = f"{title_of(case)}, "
    found = {
        name.removeprefix(title): count
        for name, count in instructions.items()
        if name.startswith(title)
    }
    whole = found.pop("whole matches")
    told = ", ".join(f"{name} {count / whole:.2f}" for name, count in found.items())
    print(f"  in instructions, whole matches being 1: {told} (answers {answers(case):.2f})")


def answers(case: Case) -> float:
    """Return how many answers the futures have for each of whole matches: the middle is a turn."""
    m, bots, half = middle(case), one_of_each(case[0]), COUNTED_FUTURES // 2
    point, whole = (
        m.point(),
        sum(played(case, seed, Keep.nothing()).step for seed in range(half)),
    )
    ahead = (Match.at(point, seed, Keep.nothing()) for seed in range(COUNTED_FUTURES))
    return sum(one.play("end", bots).step for one in ahead) / whole


# --- in seconds -----------------------------------------------------------------------------------


def used() -> list[float]:
    """The processor time of this process and of those that play, so far."""
    workers = [worker.process for pool in warm_pool.pools.values() for worker in pool.workers]
    others = [psutil.Process(one.pid).cpu_times() for one in workers if one is not None]
    return [time.process_time(), *(one.user + one.system for one in others)]


def futures_once(m: Match, bots: Mapping[str, str], metrics: Any) -> tuple[float, float, float]:
    """Return the seconds for all futures, until the first band, and of processor time.

    The first band includes its quantiles; processor time is summed over all processes.
    """
    begun, first, before = time.perf_counter(), 0.0, used()
    found = study.futures(m, FUTURES, bots, metrics=metrics, processes=PROCESSES)
    for so_far in found:
        if not first and so_far.done >= 2:
            so_far.fans(wait=False)
            first = time.perf_counter() - begun
    found.fans()
    seconds, after = time.perf_counter() - begun, used()
    return seconds, first, sum(after) - sum(before)


def measure(case: Case, rounds: int) -> None:
    """Measure one game and print its lines."""
    m, bots = middle(case), one_of_each(case[0])
    charted = [chart.key for chart in study.fan_charts(m)]
    print(f"\n{title_of(case)}, from turn {m.turn} of {m.last_turn}")
    warm_pool.close_pools()
    cold, *_ = futures_once(m, bots, None)
    for label, metrics in (("figures of the first two charts", None), ("of all charts", charted)):
        found = []
        for _ in range(rounds):
            reference, busy = whole_matches(case)
            seconds, first, worked = futures_once(m, bots, metrics)
            shares = (seconds / reference, first / seconds, worked / busy)
            found.append((seconds, reference, *shares))
        seconds, reference, ratio, share, busy_ratio = (
            median(column) for column in zip(*found, strict=True)
        )
        ratios = sorted(one[2] for one in found)
        spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        print(
            f"  {label}: {FUTURES} futures {seconds:.2f} s, {WHOLE} whole matches {reference:.2f} s"
        )
        print(
            f"    ratio {ratio:.2f} ({spread}), of processor time {busy_ratio:.2f}"
            f" (at most {BUDGET}); first band after {100 * share:.0f} % of the time"
            f" (at most {100 * FIRST_BUDGET:.0f})"
        )
    print(f"  the first call of all, whose {PROCESSES} processes start: {cold:.2f} s")


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default all")
    parser.add_argument("--rounds", type=int, default=5, help="0: instructions alone")
    parser.add_argument(COUNTED, action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(words)
    cases = [case for case in CASES if not chosen.games or case[0] in chosen.games]
    if chosen.counted:
        tune_collector()
        count_all(cases)
        return
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    instructions = counted(__spec__.name, chosen.games)
    for case in cases:
        if chosen.rounds:
            measure(case, chosen.rounds)
        else:
            print(f"\n{title_of(case)}")
        if instructions is not None:
            report_counted(case, instructions)


if __name__ == "__main__":
    main()
