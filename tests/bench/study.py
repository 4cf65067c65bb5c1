"""How fast studies are: ``python -m tests.bench.study [GAME ...] [--seconds S] [--rounds N]``.

As many matches as one process plays in some seconds, by `study.simulate` on one process and on two,
in turn, round after round: matches a second, and the ratio within each round, of which the median,
the lowest and the highest are printed. Two processes reach 1.7 times one where two cores are free.
Beside it stands the processor time that two processes and the one that asks them need together,
divided by what one alone needs: that ratio says how much starting them and the messages cost, and
is the same on a busy machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from classkit import study

try:
    import resource
except ImportError:  # not on Windows, where only the clock is read
    resource = None  # type: ignore[assignment]

BUDGET = 1.7


class Took(NamedTuple):
    """What something took, in seconds: on the clock, and of processor time with its processes."""

    clock: float
    processor: float


def took(run: Callable[[], Any]) -> Took:
    """Do it once, and say what it took."""
    clock, processor = time.perf_counter(), processor_time()
    run()
    return Took(time.perf_counter() - clock, processor_time() - processor)


def processor_time() -> float:
    """Seconds of processor time used by this process and by those it started that have ended."""
    if resource is None:
        return time.process_time()
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def report_simulate(game: str, seconds: float, rounds: int) -> None:
    """One process beside two."""
    wish: dict[str, Any] = {"seats": 4, "progress": False}
    for _ in range(2):  # everything is loaded after the first
        trial = took(partial(study.simulate, game, n=20, **wish, processes=1))
    matches = max(20, round(20 * seconds / trial.processor))
    wish["n"] = matches
    found = []
    for _ in range(rounds):
        one, two = (
            took(partial(study.simulate, game, **wish, processes=processes)) for processes in (1, 2)
        )
        found.append((one, two))
    ratios = sorted(one.clock / two.clock for one, two in found)
    costs = sorted(two.processor / one.processor for one, two in found)
    alone = median(matches / one.clock for one, _ in found)
    both = median(matches / two.clock for _, two in found)
    figures = f"{matches:>9,}{alone:>14,.0f}{both:>14,.0f}"
    print(f"  {game:<12}{figures}{spread(ratios):>24}{spread(costs):>24}")


def spread(ratios: list[float]) -> str:
    """A median with the lowest and the highest."""
    return f"{median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["poleconomy", "opoly"])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args(words)
    print(
        f"\nSimulations by the games' own bots, 4 seats, about {chosen.seconds:g} s on one process "
        f"(of two, at least {BUDGET} times one is wanted)"
    )
    print(
        f"  {'game':<12}{'matches':>9}{'one, a second':>14}{'two, a second':>14}{'ratio':>24}"
        f"{'processor time':>24}"
    )
    for game in chosen.games:
        report_simulate(game, chosen.seconds, chosen.rounds)


if __name__ == "__main__":
    main()
