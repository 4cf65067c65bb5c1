"""A class at one server: ``python -m tests.bench.hosting [--tables N] [--steps N] [--pause S]``.

Twenty tables are played at the same time, each with a kernel of its own, and how long a step takes
is measured from the page's message to the answer: alone, and while strangers send malformed frames
to the same server as fast as it closes their lines.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.hosting.classroom import TABLE, class_of, disturbed, play_at_once
from tests.hosting.dashboards import write_page
from tests.hosting.serving import serving
from tests.hosting.visitor import Line, open_page


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between two steps")
    chosen = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "dashboards")
        folder.mkdir()
        write_page(folder, "table", TABLE)
        write_page(folder, "page", "1")
        words = [str(folder), "--max-kernels", str(chosen.tables + 1), "--rest", "600"]
        with serving(Path(place, "data"), *words) as server:
            strangers = Line(server, kernel := open_page(server, "page.ipynb"))
            with class_of(server, "table.ipynb", chosen.tables) as players:
                print(f"{chosen.tables} tables, a step each {chosen.pause} s after the last")
                tell("alone", play_at_once(players, chosen.steps, chosen.pause))
                with disturbed(server, kernel) as sent:
                    tell("disturbed", play_at_once(players, chosen.steps, chosen.pause))
                print(f"{sent.sent} malformed frames, {sent.closed} of them awaited to be closed")
                lost = [why for player in players if (why := player.lost(server))]
                print(f"lost at {len(lost)} of {chosen.tables} tables {lost}")
            strangers.leave()


def tell(how: str, took: list[float]) -> None:
    """Print half of all steps, 19 of 20, and the longest."""
    half, most = took[len(took) // 2], took[int(0.95 * len(took))]
    print(
        f"{how}: {len(took)} steps, p50 {1_000 * half:.0f} ms, p95 {1_000 * most:.0f} ms, "
        f"longest {1_000 * took[-1]:.0f} ms"
    )


if __name__ == "__main__":
    main()
