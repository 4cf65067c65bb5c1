"""A class at one server: ``python -m tests.bench.hosting [--tables N] [--rounds N]``.

Twenty tables are played at the same time, each with a kernel of its own, and how long a step takes
is measured from the page's message to the answer: alone, while strangers send malformed frames to
the same server as fast as it closes their lines, and while one visitor with all the tables and
lines that one may have sends the heaviest frames that pages may send, or very many of the smallest,
as fast as they are taken, and while a stranger asks for the index as fast as it is answered. These
take turns, since a machine is not equally quiet for minutes.

Beside each stands the time that the server's one thread worked for it, in seconds of every second.
That says what a disturbance costs where other programs keep the machine busy, and steps wait for
them.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from classkit.hosting.config import ServerSettings
from classkit.hosting.kernel_websocket import MAX_CONNECTIONS
from tests.hosting.classroom import (
    TABLE,
    Disturbance,
    Player,
    burdened,
    class_of,
    disturbed,
    flooded,
    play_at_once,
    small,
)
from tests.hosting.dashboards import write_page
from tests.hosting.serving import serving
from tests.hosting.visitor import Line, open_page

from .rows import Goal, Measure, Row, add_write_option, report

MOST_TABLES = ServerSettings(Path()).max_kernels_each
REST = 3.0
"""Seconds in which kernels finish what they were sent, before the next round."""
TABLES = 20
ALONE = "without disturbance"
DISTURBANCES = {
    "malformed": "while strangers send malformed frames",
    "heavy": "while one visitor sends the heaviest frames",
    "small": "while one visitor sends many small frames",
    "index": "while a stranger requests the index",
}
GOALS = {"median": "the goal applies to p95", "p95": Goal("ratio", most=1.5)}
LOST = Measure("hosting.lost", "tables that lost a step or a message meanwhile",
               "tables that play", "tables", Goal(most=0), "load")  # fmt: skip


def declare(disturbance: str, part: str) -> Measure:
    """Return the measure of the steps during a disturbance."""
    what = f"a step at one of {TABLES} tables {DISTURBANCES[disturbance]}, {part}"
    return Measure(f"hosting.{disturbance}.{part}", what, ALONE, "ms", GOALS[part], "load")


def list_measures() -> Iterator[Measure]:
    """Yield what is measured."""
    yield from (declare(how, part) for how in DISTURBANCES for part in GOALS)
    yield LOST


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=20, help="of each player in a round")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between two steps")
    add_write_option(parser)
    chosen = parser.parse_args(words)
    found = measure_rows(chosen.tables, chosen.rounds, chosen.steps, chosen.pause)
    report(found, chosen.write)


def measure_rows(tables: int, rounds: int, steps: int, pause: float) -> Iterator[Row | str]:
    """Yield how long steps take during each disturbance, beside those without any."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "dashboards")
        folder.mkdir()
        write_page(folder, "table", TABLE)
        write_page(folder, "page", "1")
        most = tables + 1 + 2 * MOST_TABLES
        words = [str(folder), "--max-kernels", str(most), "--rest", "600"]
        with serving(Path(place, "data"), *words) as server:
            strangers = Line(server, kernel := open_page(server, "page.ipynb"))
            with (
                class_of(server, "table.ipynb", tables) as players,
                disturbed(server, kernel) as malformed,
                burdened(server, "table.ipynb", MOST_TABLES, MAX_CONNECTIONS) as heavy,
                burdened(server, "table.ipynb", MOST_TABLES, MAX_CONNECTIONS, small) as many,
                flooded(server) as index,
            ):
                yield f"{tables} tables, a step each {pause} s after the last"
                others = dict(zip(DISTURBANCES, (malformed, heavy, many, index), strict=True))
                for disturbance in others.values():
                    disturbance.goes_on.clear()
                time.sleep(REST)
                took: dict[str, list[float]] = {how: [] for how in (ALONE, *others)}
                worked: dict[str, list[float]] = {how: [] for how in took}
                for _ in range(rounds):
                    for how in took:
                        with work_of(server.process.pid, worked[how]):
                            took[how] += beside(others.get(how), players, steps, pause)
                for how in took:
                    yield describe_steps(how, took[how], worked[how])
                for how in others:
                    for part, share in (("median", 0.5), ("p95", 0.95)):
                        yield declare(how, part).row(
                            percentile(took[how], share), percentile(took[ALONE], share)
                        )
                for how in ("malformed", "heavy", "small"):
                    one = others[how]
                    yield f"{one.sent} {how} frames; {one.closed} lines were closed"
                yield f"{index.sent} requests for the index"
                lost = [why for player in players if (why := player.lost(server))]
                yield LOST.row(len(lost), tables, spread=str(lost) if lost else "")
            strangers.leave()


def beside(
    disturbance: Disturbance | None, players: list[Player], steps: int, pause: float
) -> list[float]:
    """Let all play while this disturbs them, and nothing else; how long their steps took."""
    if disturbance is not None:
        disturbance.goes_on.set()
    try:
        return play_at_once(players, steps, pause)
    finally:
        if disturbance is not None:
            disturbance.goes_on.clear()
            time.sleep(REST)


@contextmanager
def work_of(process: int, shares: list[float]) -> Iterator[None]:
    """Add the share of the time inside for which this process worked."""
    server, begun = psutil.Process(process), time.monotonic()
    before = sum(server.cpu_times()[:2])
    yield
    shares.append((sum(server.cpu_times()[:2]) - before) / (time.monotonic() - begun))


def percentile(took: list[float], share: float) -> float:
    """Return the milliseconds that this share of steps take at most."""
    return 1_000 * sorted(took)[int(share * len(took))]


def describe_steps(how: str, took: list[float], worked: list[float]) -> str:
    """Return how many steps were taken, the longest, and the work of the server."""
    return (
        f"{how}: {len(took)} steps, longest {1_000 * max(took):.0f} ms; "
        f"the server worked {sum(worked) / len(worked):.2f} s/s"
    )


if __name__ == "__main__":
    main()
