"""Nothing is lost: reloads, killed kernels, servers that start anew, busy kernels."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route, expect
from psutil import Process

from tests.browser.access import violations
from tests.browser.hosting.visits import TABLE, code, go_on, now, same_match, step, tab, usable
from tests.browser.tabs import leave
from tests.browser.waiting import send
from tests.hosting.serving import Server, serving

IN_TURN = "(turn) => document.querySelector('classkit-table').store.now.turn === turn"


def test_one_page_lives_through_it_all_and_nothing_is_lost(
    context: BrowserContext, tmp_path: Path, deep: bool
) -> None:
    """Its kernel is held up, busy and killed, the page reloaded, the server started anew.

    The page says what it has to. In the short form the kernel is killed once, in the middle of a
    turn; with ``--deep`` between two turns as well.
    """
    with serving(tmp_path) as server:
        page = tab(context)
        page.goto(server.url + TABLE)
        usable(page)
        (kernel,) = server.kernels()
        one_that_answers_again_takes_the_message_away(page, kernel)
        one_that_is_busy_is_not_lost(page, kernel)
        step(page, 1)
        if deep:
            one_that_is_killed_is_noticed_and_nothing_is_lost(page, server)
        by_decisions(page, 5)
        one_that_is_killed_is_noticed_and_nothing_is_lost(page, server)
        kept = code(page)
        the_match_comes_back_after_a_reload(page)
        before, port = now(page), server.port
        server.stop()
        dialog = page.get_by_role("alertdialog", name="Connection lost")
        expect(dialog).to_be_visible(timeout=90_000)
    with serving(tmp_path, port=port) as server:
        go_on(page)
        page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
        same_match(page, before)
        assert code(page) == kept
        step(page, 1)
        a_new_one_begins_at_the_index(page, server)
        assert code(page) != kept
        leave(page)
        server.wait_for_kernels(0)


def by_decisions(page: Page, steps: int) -> None:
    """Step from decision to decision, into the middle of a turn."""
    page.get_by_role("radio", name="decision").check(force=True)
    played = int(now(page)["step"])
    for expected in range(played + 1, played + 1 + steps):
        page.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_function(
            "(step) => document.querySelector('classkit-table').store.now.step >= step",
            arg=expected,
        )


def the_match_comes_back_after_a_reload(page: Page) -> None:
    """With its names, players, forks and what lies ahead."""
    kept, turn = code(page), step(page, 2) - 2
    for action in (
        {"do": "name", "seat": "A", "name": "<b>Zoë & Co</b>"},
        {"do": "seat", "seat": "B", "who": "saver"},
        {"do": "bookmark", "label": "here"},
        {"do": "fork", "name": "What if"},
        {"do": "back", "until": "turn"},
        {"do": "back", "until": "turn"},
    ):
        send(page, **action)
    page.wait_for_function(IN_TURN, arg=turn)
    before = now(page)
    page.reload()
    usable(page)
    page.wait_for_function(IN_TURN, arg=turn)
    same_match(page, before)
    after = now(page)
    assert after["timeline"] == before["timeline"]
    assert code(page) == kept
    names = [branch["name"] for branch in after["branches"]]
    assert sorted(names) == ["Main", "What if"]


def a_new_one_begins_at_the_index(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Start a new match").click()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.step === 0")
    assert urlsplit(page.url).query == ""


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
    go_on(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
    same_match(page, before)
    step(page, 1)
    server.wait_for_kernels(1)
