"""Tabs that stay open from test to test."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Playwright, ViewportSize

from tests import browser_binary

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # every address outside is black-holed; requests that are intercepted would not be cached
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]
SIZE: ViewportSize = {"width": 1366, "height": 768}
EMPTY = "about:blank"
PUT_AWAY = """() => {
    window.leaveTable();
    document.documentElement.removeAttribute('style');
    document.activeElement?.blur();
    scrollTo(0, 0);
}"""
JUPYTERS = re.compile(r"at .*/(static|lab|voila)/")
"""Where scripts of JupyterLab and Voila stand, by the stack of an error."""
FAILED = pytest.StashKey[bool]()
"""Whether the test of an item has failed."""


@contextlib.contextmanager
def profile(playwright: Playwright, folder: Path) -> Iterator[BrowserContext]:
    """Start the Chromium of this machine with a profile of its own in a folder, as people have one.

    There it keeps what it has translated of plotly.js and JupyterLab, which a context that leaves
    nothing behind translates for each page: a page takes half the work from the third on.
    """
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=browser_binary.needed(), args=ARGUMENTS, viewport=SIZE
    )
    context.set_default_timeout(120_000)
    yield context
    context.close()


def window(context: BrowserContext) -> Page:
    """Open a page in a window of its own.

    In a tab behind others it would draw a frame a second, and every click would wait for two.
    """
    session = context.new_cdp_session(context.pages[0])
    with context.expect_page() as opened:
        session.send("Target.createTarget", {"url": EMPTY, "newWindow": True})
    session.detach()
    return opened.value


def leave(page: Page) -> None:
    """Leave a page as people do, so that its kernel ends; forget what the tab has kept.

    A page over a desk in the test's own process puts its table away and stays: it has no kernel.
    """
    if page.url.startswith("http"):
        stays = page.evaluate("() => typeof window.leaveTable === 'function'")
        page.evaluate(PUT_AWAY if stays else "() => {}")
        page.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
        if stays:
            return
    page.goto(EMPTY)


def as_opened(page: Page) -> None:
    """Leave a page, and set it as it is for a new visitor."""
    page.unroute_all(behavior="ignoreErrors")
    page.mouse.move(0, 0)
    leave(page)
    page.emulate_media(
        media="null", color_scheme="null", forced_colors="null", reduced_motion="null"
    )
    page.set_viewport_size(SIZE)


@contextlib.contextmanager
def watched(page: Page, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """A script of ours that fails in the page fails the test; a failed test leaves a picture."""
    failed: list[str] = []

    def note(error: Error) -> None:
        failed.append(error.stack or str(error))

    page.on("pageerror", note)
    yield
    page.remove_listener("pageerror", note)
    if request.node.stash.get(FAILED, False):
        page.screenshot(path=tmp_path / "failed.png")
        print(f"a picture of the page: {tmp_path / 'failed.png'}")
    ours = [error for error in failed if not JUPYTERS.search(error)]
    assert not ours, ours


class Tab:
    """A tab that stays open from test to test: to open the page in it costs a third of the work."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._page: Page | None = None

    def fresh(self) -> Page:
        """Return the page, as a new visitor finds it."""
        if self._page is None or self._page.is_closed():
            self._page = window(self._context)
        return self._page

    @contextlib.contextmanager
    def another(self) -> Iterator[Page]:
        """Open another page, which shares what the browser has read; leave it afterwards."""
        opened = window(self._context)
        yield opened
        leave(opened)
        opened.close()

    def leave(self) -> None:
        """Leave what the page shows, and forget what was kept and set."""
        as_opened(self.fresh())
        self._context.clear_cookies()

    def close(self) -> None:
        """Close the tab; the next test gets another one."""
        if self._page is not None:
            self._page.close()
            self._page = None
            self._context.clear_cookies()
