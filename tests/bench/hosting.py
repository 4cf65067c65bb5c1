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

MOST_TABLES = ServerSettings(Path()).max_kernels_each
REST = 3.0
"""Seconds in which kernels finish what they were sent, before the next round."""
BUDGET = 1.5
"""The 19th of 20 steps may take so much longer than undisturbed."""


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=20, help="of each player in a round")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between two steps")
    chosen = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "dashboards")
        folder.mkdir()
        write_page(folder, "table", TABLE)
        write_page(folder, "page", "1")
        most = chosen.tables + 1 + 2 * MOST_TABLES
        words = [str(folder), "--max-kernels", str(most), "--rest", "600"]
        with serving(Path(place, "data"), *words) as server:
            strangers = Line(server, kernel := open_page(server, "page.ipynb"))
            with (
                class_of(server, "table.ipynb", chosen.tables) as players,
                disturbed(server, kernel) as malformed,
                burdened(server, "table.ipynb", MOST_TABLES, MAX_CONNECTIONS) as heavy,
                burdened(server, "table.ipynb", MOST_TABLES, MAX_CONNECTIONS, small) as many,
                flooded(server) as index,
            ):
                print(f"{chosen.tables} tables, a step each {chosen.pause} s after the last")
                others = {
                    "alone": None,
                    "beside malformed frames": malformed,
                    "beside the heaviest frames of one visitor": heavy,
                    "beside many small frames of one visitor": many,
                    "beside requests for the index": index,
                }
                for disturbance in (malformed, heavy, many, index):
                    disturbance.goes_on.clear()
                time.sleep(REST)
                took: dict[str, list[float]] = {how: [] for how in others}
                worked: dict[str, list[float]] = {how: [] for how in others}
                for _ in range(chosen.rounds):
                    for how, disturbance in others.items():
                        with work_of(server.process.pid, worked[how]):
                            took[how] += beside(disturbance, players, chosen.steps, chosen.pause)
                alone = tell("alone", took.pop("alone"), worked["alone"])
                for how, seconds in took.items():
                    tell(how, seconds, worked[how], alone)
                for name, one in {"malformed": malformed, "heavy": heavy, "small": many}.items():
                    print(f"{one.sent} {name} frames; {one.closed} lines were closed")
                print(f"{index.sent} requests for the index")
                lost = [why for player in players if (why := player.lost(server))]
                print(f"lost at {len(lost)} of {chosen.tables} tables {lost}")
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


def tell(how: str, took: list[float], worked: list[float], alone: float = 0.0) -> float:
    """Print half of all steps, 19 of 20 beside the same alone, and the longest; gives the 19th."""
    took.sort()
    half, most = took[len(took) // 2], took[int(0.95 * len(took))]
    ratio = f" (ratio {most / alone:.2f}, budget {BUDGET})" if alone else ""
    print(
        f"{how}: {len(took)} steps, p50 {1_000 * half:.0f} ms, p95 {1_000 * most:.0f} ms{ratio}, "
        f"longest {1_000 * took[-1]:.0f} ms; the server worked {sum(worked) / len(worked):.2f} s/s"
    )
    return most


if __name__ == "__main__":
    main()
