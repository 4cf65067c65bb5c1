"""A long afternoon on one page: ``python -m tests.bench.afternoon [--matches N] [--turns N]``.

Ten matches of 280 turns of Poleconomy, one after another on one hosted table, each a branch of it,
beside one such match alone: what the process holds at the end, and how long the table takes to come
back in another one, as after a reload. Each is measured in a process of its own. What is not on the
screen is a record, so both should be nearly the same.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from .rows import Goal, Measure, Row, add_write_option, report

MATCHES, TURNS = 10, 280
LONG = f"after {MATCHES} matches of {TURNS} turns on one page"
ONE = "one such match"
MEASURES = {
    "memory": Measure(
        "afternoon.memory", f"memory of the process {LONG}", ONE, "MiB",
        Goal("ratio", most=1.25), "load",
    ),
    "seconds": Measure(
        "afternoon.reload", f"reload {LONG}, quickest of three", ONE, "s",
        Goal("ratio", most=1.5), "load",
    ),
    "size": Measure("afternoon.size", f"size in the store {LONG}", ONE, "kB"),
}  # fmt: skip


def play(folder: str, matches: int, turns: int) -> dict[str, Any]:
    """Play so many matches on one page; what the process holds, and under which code it is kept."""
    page, session = hosted(folder)
    for number in range(matches):
        if number:
            page.do("new_seed")
        while page.match.turn < turns and not page.match.is_over:
            page.do("step", until="turn")
            page.messages.clear()
    memory = psutil.Process().memory_info().rss / 2**20
    size = sum(path.stat().st_size for path in Path(folder).glob("*.json")) / 1000
    return {"memory": memory, "code": session.code, "size": size}


def reload(folder: str, code: str) -> dict[str, Any]:
    """Open the table again, up to what its page is shown."""
    page, session = hosted(folder)
    start = time.perf_counter()
    session.resume_match(code)
    page.do("snapshot")
    return {"seconds": time.perf_counter() - start, "branches": len(page.desk.branches.all)}


def hosted(folder: str) -> Any:
    """A table that is kept in this folder, and its page."""
    import classkit
    from classkit.hosting.match_store import MatchStore
    from classkit.hosting.session import HostedSession
    from tests.widgets.pages import Page

    table = classkit.table(
        "poleconomy", seats=4, seed=1, bots="politician", options={"game": 1, "round_limit": 200}
    )
    session = HostedSession(table, MatchStore(folder))
    session.start(None)
    page = Page(table.hub)
    page.do("snapshot")
    return page, session


def elsewhere(*arguments: Any) -> dict[str, Any]:
    """Measure in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.afternoon", *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ})
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(matches: int, turns: int) -> dict[str, Any]:
    """Memory and reload of so many matches; the reload is the quickest of three."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o700)
        played = elsewhere("--play", folder, "--matches", matches, "--turns", turns)
        again = [elsewhere("--reload", folder, "--code", played["code"]) for _ in range(3)]
        return played | min(again, key=lambda one: float(one["seconds"]))


def list_measures() -> Iterator[Measure]:
    """Yield what is measured."""
    yield from MEASURES.values()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument("--reload", help=argparse.SUPPRESS)
    parser.add_argument("--code", help=argparse.SUPPRESS)
    add_write_option(parser)
    given = parser.parse_args(arguments)
    if given.play:
        print(json.dumps(play(given.play, given.matches, given.turns)))
        return
    if given.reload:
        print(json.dumps(reload(given.reload, given.code)))
        return
    report(measure_rows(given.matches, given.turns), given.write)


def measure_rows(matches: int, turns: int) -> Iterator[Row | str]:
    """Yield memory, reload and size, beside those of one match."""
    yield f"\nA long afternoon: {matches} matches of {turns} turns on one page"
    one, many = measure(1, turns), measure(matches, turns)
    for key, which in MEASURES.items():
        yield which.row(many[key], one[key])


if __name__ == "__main__":
    main()
