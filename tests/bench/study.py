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
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from classkit import study

from .cases import title_of
from .rows import Goal, Measure, Row, add_write_option, report

try:
    import resource
except ImportError:  # not on Windows, where only the clock is read
    resource = None  # type: ignore[assignment]

GAMES: dict[str, dict[str, Any]] = {"poleconomy": {"game": 1}, "opoly": {}}
"""What is measured by default, with its options."""
GOAL = Goal("ratio", least=1.7)


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


def declare(game: str) -> tuple[Measure, Measure]:
    """Return the measures of a game: matches per second, and processor time."""
    title = title_of((game, GAMES.get(game, {})))
    return (
        Measure(
            f"study.{game}", f"{title} with `simulate`, two processes", "one process",
            "matches per second", GOAL, "study",
        ),
        Measure(f"study.{game}.processor", f"{title}, processor time", "one process", "s"),
    )  # fmt: skip


def measure_simulate(game: str, seconds: float, rounds: int) -> Iterator[Row | str]:
    """Yield the speed and the cost of two processes, each beside one."""
    wish: dict[str, Any] = {"seats": 4, "progress": False, "options": GAMES.get(game, {})}
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
    speed, processor = declare(game)
    yield f"  {matches:,} matches"
    yield speed.row(
        median(matches / two.clock for _, two in found),
        median(matches / one.clock for one, _ in found),
        median(ratios),
        spread(ratios),
    )
    yield processor.row(
        median(two.processor for _, two in found),
        median(one.processor for one, _ in found),
        median(costs),
        spread(costs),
    )


def spread(ratios: list[float]) -> str:
    """The lowest and the highest."""
    return f"{ratios[0]:.2f} to {ratios[-1]:.2f}"


def list_measures() -> Iterator[Measure]:
    """Yield what is measured by default."""
    for game in GAMES:
        yield from declare(game)


def measure_rows(games: list[str], seconds: float, rounds: int) -> Iterator[Row | str]:
    """Yield the rows of all games."""
    yield f"\nSimulations by the games' own bots, 4 seats, about {seconds:g} s on one process"
    for game in games:
        yield from measure_simulate(game, seconds, rounds)


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*GAMES])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=5)
    add_write_option(parser)
    chosen = parser.parse_args(words)
    report(measure_rows(chosen.games, chosen.seconds, chosen.rounds), chosen.write)


if __name__ == "__main__":
    main()
