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
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from statistics import median
from typing import Any

import psutil

from classkit import study
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.study.processes import warm_pool
from classkit.study.processes.worker import tune_collector

from .cases import CASES, Case, id_of, one_of_each, played, title_of
from .instructions import COUNTED, count_each, counted
from .rows import Goal, Measure, Row, add_write_option, report

FUTURES, WHOLE, PROCESSES = 200, 100, 2
COUNTED_FUTURES = 8
GOAL = Goal("ratio", most=1)
CHARTS = {"two": "two charts", "all": "all charts"}
COUNTED_JOBS = {"futures": "counted", "futures without figures": "counted-bare"}
LONG_CASE = "poleconomy-1"
"""The case whose elapsed time and first band are on the page."""


def declare(case: Case) -> dict[str, Measure]:
    """Return the measures of a game by the last part of their ids."""
    name, title = f"futures.{id_of(case)}", title_of(case)
    table = "futures" if id_of(case) == LONG_CASE else ""
    whole = f"{WHOLE} complete matches on one core"
    found = [
        measure
        for key, charts in CHARTS.items()
        for measure in (
            Measure(
                f"{name}.elapsed-{key}",
                f"{title}: {FUTURES} futures, {charts}, two processes, elapsed time",
                whole, "s", GOAL, table,
            ),
            Measure(
                f"{name}.processor-{key}",
                f"{title}: {FUTURES} futures, {charts}, processor time of all processes",
                whole, "s", GOAL, "futures",
            ),
        )
    ]  # fmt: skip
    half = f"{COUNTED_FUTURES // 2} complete matches without metrics"
    for job, key in COUNTED_JOBS.items():
        charts = "two charts" if job == "futures" else "no charts"
        what = f"{title}: {COUNTED_FUTURES} futures, {charts}, instructions in one process"
        found.append(Measure(f"{name}.{key}", what, half, "million instructions", GOAL, "futures"))
    found += [
        Measure(f"{name}.counted-compared", f"{title}: two moves compared", half,
                "million instructions"),
        Measure(f"{name}.first-band", f"{title}: first band in the chart of futures",
                "all futures", "% of the time", Goal("ratio", most=0.1), table),
        Measure(f"{name}.cold", f"{title}: first call, which starts {PROCESSES} processes",
                "two charts, warm", "s"),
    ]  # fmt: skip
    return {measure.id.removeprefix(f"{name}."): measure for measure in found}


def list_measures() -> Iterator[Measure]:
    """Yield what is measured of all games."""
    for case in CASES:
        yield from declare(case).values()


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


def measure_counted(case: Case, instructions: Mapping[str, int]) -> Iterator[Row | str]:
    """Yield the instructions of a game's futures beside those of its whole matches."""
    found = {name: instructions[f"{title_of(case)}, {name}"] / 1e6 for name in jobs(case)}
    whole, measures = found.pop("whole matches"), declare(case)
    for job, count in found.items():
        key = COUNTED_JOBS.get(job, "counted-compared")
        yield measures[key].row(count, whole)
    yield f"  answers of the futures for each of whole matches: {answers(case):.2f}"


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


def measure_rows(case: Case, rounds: int) -> Iterator[Row | str]:
    """Yield the rows of one game: elapsed time, processor time, and the first band."""
    m, bots = middle(case), one_of_each(case[0])
    charted = [chart.key for chart in study.fan_charts(m)]
    measures = declare(case)
    yield f"\n{title_of(case)}, from turn {m.turn} of {m.last_turn}"
    warm_pool.close_pools()
    cold, *_ = futures_once(m, bots, None)
    first_bands, warm = [], 0.0
    for key, metrics in (("two", None), ("all", charted)):
        found = []
        for _ in range(rounds):
            reference, busy = whole_matches(case)
            seconds, first, worked = futures_once(m, bots, metrics)
            found.append((seconds, reference, seconds / reference, worked, busy, worked / busy))
            first_bands.append(100 * first / seconds)
        seconds, reference, ratio, worked, busy, busy_ratio = (
            median(column) for column in zip(*found, strict=True)
        )
        warm = warm or seconds
        ratios, costs = sorted(one[2] for one in found), sorted(one[5] for one in found)
        yield measures[f"elapsed-{key}"].row(
            seconds, reference, ratio, f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        )
        yield measures[f"processor-{key}"].row(
            worked, busy, busy_ratio, f"{costs[0]:.2f} to {costs[-1]:.2f}"
        )
    yield measures["first-band"].row(median(first_bands), 100)
    yield measures["cold"].row(cold, warm)


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default all")
    parser.add_argument("--rounds", type=int, default=5, help="0: instructions alone")
    add_write_option(parser)
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
            report(measure_rows(case, chosen.rounds), chosen.write)
        else:
            print(f"\n{title_of(case)}")
        if instructions is not None:
            report(measure_counted(case, instructions), chosen.write)


if __name__ == "__main__":
    main()
