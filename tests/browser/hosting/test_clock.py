"""The clock of a hosted table: through a reload and a kernel's death, to the end of its time.

Minutes are not waited for: the clock is stopped where it is compared, and what is stored of it is
set to its last seconds while no kernel lives.
"""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from classkit.hosting.table_serialization import split_stored_text
from tests.browser.hosting.visits import TABLE, code, go_on, now, step, tab, usable
from tests.browser.tabs import leave
from tests.browser.waiting import send
from tests.hosting.serving import Server, serving

MINUTES = 45


def test_a_clock_lives_on_and_calls_time_by_itself(
    context: BrowserContext, tmp_path: Path, deep: bool
) -> None:
    """In the short form the kernel dies once, and comes back with the clock near its end."""
    with serving(tmp_path) as server:
        page = tab(context)
        page.goto(server.url + TABLE)
        usable(page)
        send(page, do="minutes", minutes=MINUTES)
        step(page, 2)
        send(page, do="clock", on=False)
        before = now(page)["clock"]
        assert before["state"] == "stopped" and before["left"] <= MINUTES * 60
        page.reload()
        usable(page)
        goes_on(page, before)
        if deep:
            kill(page, server)
            go_on(page)
            goes_on(page, before)
        played = kill(page, server, played=MINUTES * 60 - 2)
        assert abs(MINUTES * 60 - played - before["left"]) <= 1
        go_on(page)
        page.wait_for_function(
            "() => document.querySelector('classkit-table')?.store?.now.clock?.left <= 2"
        )
        send(page, do="clock", on=True)
        page.wait_for_function(
            "() => ['overtime', 'over']"
            ".includes(document.querySelector('classkit-table').store.now.clock.state)"
        )
        assert "time_up" not in [one["name"] for one in now(page)["signals"]]
        leave(page)
        server.wait_for_kernels(0)


def goes_on(page: Page, before: dict[str, Any]) -> None:
    """The clock stands where it stood."""
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
    assert now(page)["clock"] == before
    expect(page.locator(".ck-clock")).to_contain_text("stopped")


def kill(page: Page, server: Server, played: float | None = None) -> float:
    """Kill the kernel; set what is stored of its clock, if stated. Return the seconds played."""
    (kernel,) = server.kernels()
    kernel.send_signal(signal.SIGKILL)
    kernel.wait(60)  # what it was writing is written, or never will be
    path = server.data / "matches" / f"{code(page)}.json"
    surroundings, record = split_stored_text(path.read_text(encoding="utf-8"))
    found = float(surroundings["clock"]["played"])
    if played is not None:
        surroundings["clock"]["played"] = played
        path.write_text(f"{json.dumps(surroundings)}\n{record}", encoding="utf-8")
    expect(page.get_by_role("alertdialog", name="Connection lost")).to_be_visible(timeout=90_000)
    return found
