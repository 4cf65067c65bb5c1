"""How fast futures are: ``python -m tests.bench.futures [--rounds N]``.

From the middle of a match of four seats with its bots, two hundred futures to the end on two
processes, against a hundred whole matches on one without copies, events or history, in turn, round
after round. What is printed is the median of the rounds, the ratio and its lowest and highest; when
the first band of the fan could be drawn, as a share of the whole; and how long the very first call
takes, whose processes have to start. On a machine whose cores are shared with others the clock says
little: the same ratio is printed of processor time, that of the busiest of the processes against
that of the whole matches.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Mapping
from itertools import cycle
from statistics import median
from typing import Any

import psutil

import classkit
from classkit import study
from classkit.engine.log import Keep
from classkit.engine.match import Match
from classkit.engine.registry import find, list_games
from classkit.engine.words import LETTERS
from classkit.study.processes import warm_pool

SEATS, FUTURES, WHOLE, PROCESSES = 4, 200, 100, 2
BUDGET, FIRST_BUDGET = 1.5, 0.1
CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("poleconomy", {}),
    ("poleconomy", {"game": 2}),
    *((name, {}) for name in list_games() if name != "poleconomy"),
)


def players(game: str) -> dict[str, str]:
    """The game's own bots in turn."""
    names = sorted(find(game).policies)
    return dict(zip(LETTERS[:SEATS], cycle(names), strict=False))


def middle(game: str, options: Mapping[str, Any]) -> Match:
    """A match of bots, half of it played."""
    m = classkit.new(game, seats=SEATS, seed=7, **options).play("end", players(game))
    return m.goto(turn=m.turn // 2)


def whole_matches(game: str, options: Mapping[str, Any]) -> tuple[float, float]:
    """Seconds for so many whole matches in this process, by the clock and of the processor."""
    begun, busy, bots = time.perf_counter(), time.process_time(), players(game)
    for seed in range(WHOLE):
        m = classkit.new(game, seats=SEATS, seed=seed, keep=Keep.nothing(), **options)
        m.play("end", bots)
    return time.perf_counter() - begun, time.process_time() - busy


def used() -> list[float]:
    """The processor time of this process and of those that play, so far."""
    workers = [worker.process for pool in warm_pool.pools.values() for worker in pool.workers]
    others = [psutil.Process(one.pid).cpu_times() for one in workers if one is not None]
    return [time.process_time(), *(one.user + one.system for one in others)]


def futures_once(m: Match, bots: Mapping[str, str], metrics: Any) -> tuple[float, float, float]:
    """Seconds for the futures, until the first band was there, its quantiles included, and of the
    processor for the busiest process."""
    begun, first, before = time.perf_counter(), 0.0, used()
    found = study.futures(m, FUTURES, bots, metrics=metrics, processes=PROCESSES)
    for so_far in found:
        if not first and so_far.done >= 2:
            so_far.fans(wait=False)
            first = time.perf_counter() - begun
    found.fans()
    seconds, after = time.perf_counter() - begun, used()
    before += [0.0] * (len(after) - len(before))
    busiest = max(end - start for start, end in zip(before, after, strict=True))
    return seconds, first, busiest


def measure(game: str, options: Mapping[str, Any], rounds: int) -> None:
    """Measure one game and print its lines."""
    m, bots = middle(game, options), players(game)
    charted = [chart.key for chart in study.fan_charts(m)]
    named = ", ".join(f"{name} = {value}" for name, value in options.items())
    print(f"\n{m.game.title}{f' ({named})' if named else ''}, from turn {m.turn} of {m.last_turn}")
    warm_pool.close()
    cold, *_ = futures_once(m, bots, None)
    for label, metrics in (("figures of the first two charts", None), ("of all charts", charted)):
        found = []
        for _ in range(rounds):
            reference, busy = whole_matches(game, options)
            seconds, first, busiest = futures_once(m, bots, metrics)
            shares = (seconds / reference, first / seconds, busiest / busy)
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default all")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    for game, options in CASES:
        if not chosen.games or game in chosen.games:
            measure(game, options, chosen.rounds)


if __name__ == "__main__":
    main()
