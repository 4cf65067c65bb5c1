"""What a visitor does on a hosted page, and what is found there."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from classkit.hosting.table_serialization import split_stored_text
from tests.browser.tabs import EMPTY, window
from tests.hosting.serving import Server

TABLE = "voila/render/poleconomy.ipynb"
OPEN = 90_000
"""How long a cold table may take, in milliseconds, before a test gives up."""


def tab(context: BrowserContext) -> Page:
    """Return a page that nobody uses."""
    free = (page for page in context.pages if page.url == EMPTY)
    return next(free, None) or window(context)


def usable(page: Page) -> None:
    """Wait until the table can be played and has been told its code."""
    expect(page.get_by_role("button", name="Step", exact=True)).to_be_enabled(timeout=OPEN)
    page.wait_for_function(
        "() => Object.keys(sessionStorage).some((key) => key.startsWith('classkit:'))"
    )


def go_on(page: Page) -> None:
    """Continue after a lost connection, and wait for the page that is opened anew for it."""
    page.evaluate("() => { window.leftBehind = true; }")
    page.get_by_role("alertdialog").get_by_role("button", name="Continue").click()
    page.wait_for_function("() => !window.leftBehind")
    usable(page)


def now(page: Page) -> dict[str, Any]:
    """What the page knows of the match."""
    found: dict[str, Any] = page.evaluate("document.querySelector('classkit-table').store.now")
    return found


def code(page: Page) -> str:
    """The code that the page remembers."""
    found: str = page.evaluate("sessionStorage.getItem('classkit:' + location.pathname)")
    return found


def step(page: Page, turns: int) -> int:
    """Click Step so many times, waiting for each; the turn on the screen."""
    page.get_by_role("radio", name="turn").check(force=True)
    for _ in range(turns):
        before = int(now(page)["turn"])
        page.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_function(
            "(turn) => document.querySelector('classkit-table').store.now.turn > turn", arg=before
        )
    return int(now(page)["turn"])


def same_match(page: Page, before: dict[str, Any]) -> None:
    """The match on the page is the one from before, to the last dollar."""
    after = now(page)
    for key in ("turn", "step", "standings", "news", "board", "seats", "branch"):
        assert after[key] == before[key], key


def stored(server: Server, page: Page) -> dict[str, Any]:
    """The record that the server keeps for a page."""
    path = server.data / "matches" / f"{code(page)}.json"
    found: dict[str, Any] = json.loads(split_stored_text(path.read_text(encoding="utf-8"))[1])
    return found
