"""Nothing is lost: reloads, killed kernels, servers that start anew, busy kernels."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route, expect
from psutil import Process

from tests.browser.access import violations
from tests.browser.hosting.visits import TABLE, code, now, same_match, step, tab, usable
from tests.browser.tabs import leave
from tests.browser.waiting import send
from tests.hosting.serving import Server, serving


def test_the_match_goes_on_after_a_reload_and_a_new_one_begins_at_the_index(
    server: Server, open_table: Callable[..., Page]
) -> None:
    """The match comes back with names, players, forks and what lies ahead; or another begins."""
    page = open_table()
    step(page, 3)
    kept = code(page)
    step(page, 1)
    for action in (
        {"do": "name", "seat": "A", "name": "<b>Zoë & Co</b>"},
        {"do": "seat", "seat": "B", "who": "saver"},
        {"do": "bookmark", "label": "here"},
        {"do": "fork", "name": "What if"},
        {"do": "back", "until": "turn"},
        {"do": "back", "until": "turn"},
    ):
        send(page, **action)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn === 3")
    before = now(page)
    page.reload()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn === 3")
    same_match(page, before)
    after = now(page)
    assert after["timeline"] == before["timeline"]
    assert code(page) == kept
    names = [branch["name"] for branch in after["branches"]]
    assert sorted(names) == ["Main", "What if"]

    page.goto(server.url)
    page.get_by_role("link", name="Start a new match").click()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn === 1")
    assert code(page) != kept
    assert urlsplit(page.url).query == ""


def test_a_kernel_that_is_held_up_or_busy_or_killed_loses_nothing(
    server: Server, open_table: Callable[..., Page], deep: bool
) -> None:
    """One page lives through it all: it says what it has to, and nothing is lost.

    In the short form the kernel is killed once, in the middle of a turn; with ``--deep`` between
    two turns as well.
    """
    page = open_table()
    (kernel,) = server.kernels()
    one_that_answers_again_takes_the_message_away(page, kernel)
    one_that_is_busy_is_not_lost(page, kernel)
    step(page, 1)
    if deep:
        one_that_is_killed_is_noticed_and_nothing_is_lost(page, server)
    page.get_by_role("radio", name="decision").check(force=True)
    played = int(now(page)["step"])
    for expected in range(played + 1, played + 6):
        page.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_function(
            "(step) => document.querySelector('classkit-table').store.now.step >= step",
            arg=expected,
        )
    one_that_is_killed_is_noticed_and_nothing_is_lost(page, server)


def one_that_answers_again_takes_the_message_away(page: Page, kernel: Process) -> None:
    dialog = page.get_by_role("alertdialog", name="Connection lost")
    kernel.send_signal(signal.SIGSTOP)
    try:
        expect(dialog).to_be_visible(timeout=90_000)
    finally:
        kernel.send_signal(signal.SIGCONT)
    expect(dialog).to_have_count(0, timeout=90_000)
    step(page, 1)


def one_that_is_busy_is_not_lost(page: Page, kernel: Process) -> None:
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"execution_state": "busy"})

    page.route("**/api/kernels/*", busy)
    kernel.send_signal(signal.SIGSTOP)
    try:
        while len(asked) < 4:
            page.wait_for_timeout(100)
        expect(page.get_by_role("alertdialog")).to_have_count(0)
    finally:
        kernel.send_signal(signal.SIGCONT)
        page.unroute("**/api/kernels/*")
    step(page, 1)


def one_that_is_killed_is_noticed_and_nothing_is_lost(page: Page, server: Server) -> None:
    """The server starts an empty kernel under the same id: without pings the page looks alive."""
    before = now(page)
    (kernel,) = server.kernels()
    kernel.send_signal(signal.SIGKILL)
    dialog = page.get_by_role("alertdialog", name="Connection lost")
    expect(dialog).to_be_visible(timeout=90_000)
    expect(dialog).to_contain_text("Nothing is lost")
    assert violations(page, ".classkit-connection") == []
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Continue").click()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
    same_match(page, before)
    step(page, 1)
    server.wait_for_kernels(1)


def test_the_match_goes_on_after_the_server_was_started_anew(
    context: BrowserContext, tmp_path: Path
) -> None:
    with serving(tmp_path) as server:
        page = tab(context)
        page.goto(server.url + TABLE)
        usable(page)
        step(page, 3)
        before, port = now(page), server.port
        server.stop()
        dialog = page.get_by_role("alertdialog", name="Connection lost")
        expect(dialog).to_be_visible(timeout=90_000)
    with serving(tmp_path, port=port):
        dialog.get_by_role("button", name="Continue").click()
        usable(page)
        page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
        same_match(page, before)
        step(page, 1)
        leave(page)
