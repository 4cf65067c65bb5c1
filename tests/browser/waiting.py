"""Wait for what a page will show, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from playwright.sync_api import Page

T = TypeVar("T")
SECONDS = 60.0
"""How long something may take to come before a test gives up."""
CHARTS_ARE_DRAWN = """() => {
    const seen = [...document.querySelectorAll('classkit-chart, classkit-course')]
        .filter((one) => one.inSight);
    return seen.length > 0 && seen.every((one) =>
        one.covered || (one.drawing && !one.stale && !one.drawing.busy)); }"""
"""Charts are drawn after a step is shown: all that are in sight have caught up with it."""


def charts_are_drawn(page: Page) -> None:
    """Wait until every chart in sight shows what the page knows."""
    page.wait_for_function(CHARTS_ARE_DRAWN, timeout=1_000 * SECONDS)


def eventually(page: Page, look: Callable[[], T], wanted: T) -> None:
    """Look again and again until what is found is what is wanted; the page goes on meanwhile."""
    end = time.monotonic() + SECONDS
    while (found := look()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(30)
    assert found == wanted


def send(page: Page, **action: Any) -> dict[str, Any]:
    """Send an action as the page would, and return its answer.

    The promise of the answer is not handed to the browser's protocol: that holds it so weakly that
    it may be collected between the answer and the word of it, and says no more than that.
    """
    page.evaluate(
        """(action) => {
            window.answered = null;
            const { store } = document.querySelector('classkit-table');
            void store.send(action).then((answer) => { window.answered = answer; });
        }""",
        action,
    )
    page.wait_for_function("() => window.answered")
    answer: dict[str, Any] = page.evaluate("() => window.answered")
    return answer


def play_out(page: Page) -> None:
    """Step on by rounds until the match is over."""
    while not page.evaluate("() => document.querySelector('classkit-table').store.now.over"):
        send(page, do="step", until="round")


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until what is in it is laid out for it.

    The browser takes up a size in a frame of its own, after it has said that it has: what is
    measured at once may still be measured in the window as it was.
    """
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "([width, height]) => window.innerWidth === width && window.innerHeight === height",
        arg=[width, height],
    )
    laid_out(page)


def laid_out(page: Page) -> None:
    """Wait until what follows the size of a box has been measured and drawn: two frames."""
    page.evaluate(
        "() => new Promise((go) =>"
        " requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"
    )


def settled(page: Page) -> None:
    """Wait until the kernel has answered all that the table has asked, and that is drawn."""
    page.wait_for_function("() => !document.querySelector('classkit-table').store.awaited.size")
    laid_out(page)
