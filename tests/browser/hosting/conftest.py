"""A hosted table in a real browser: nothing is lost, nothing stays behind, nothing leaves.

Design section 7, "Dashboards". Pings follow each other sooner here, so that a dead kernel is
noticed in about two seconds; everything else is as visitors get it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request

from tests import browser_binary
from tests.browser.hosting.visits import TABLE, tab, usable
from tests.browser.tabs import ARGUMENTS, SIZE, leave, profile
from tests.hosting.serving import Server, serving

OUTSIDE = re.compile(r"^\w+://(?!(127\.0\.0\.1|localhost)[:/])")
"""Addresses that are no business of a page; Chromium finds none of them (see ARGUMENTS)."""

FASTER_PINGS = "window.classkitTimes = { ping: 1_000, soon: 600 };"


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="package")
def outside() -> list[str]:
    """The addresses outside that were asked for."""
    return []


@pytest.fixture(scope="package")
def visitor(
    playwright: Playwright, outside: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A browser of 1366x768 for all tests, in which every address outside is noted."""

    def note(request: Request) -> None:
        if OUTSIDE.match(request.url):
            outside.append(request.url)

    with profile(playwright, tmp_path_factory.mktemp("profile")) as context:
        context.on("request", note)
        context.add_init_script(FASTER_PINGS)
        yield context


@pytest.fixture(scope="package")
def browser_of_a_class(playwright: Playwright) -> Iterator[Browser]:
    """A browser in which each context is another telephone."""
    opened = playwright.chromium.launch(executable_path=browser_binary.needed(), args=ARGUMENTS[1:])
    yield opened
    opened.close()


@pytest.fixture
def browser(browser_of_a_class: Browser) -> Iterator[Browser]:
    """The same, whose telephones are put away after each test."""
    yield browser_of_a_class
    for context in browser_of_a_class.contexts:
        context.close()


@pytest.fixture
def context(
    visitor: BrowserContext, outside: list[str], request: pytest.FixtureRequest
) -> Iterator[BrowserContext]:
    """A visitor who is new here, and leaves no kernel behind on the server that tests share.

    The tabs stay open for the next test, which takes a third of the work in them. A context that
    is closed as a whole ends like a browser that is killed, and leaves kernels to the server's own
    clock.
    """
    yield visitor
    for page in visitor.pages:
        leave(page)
        page.set_viewport_size(SIZE)
    if "server" in request.fixturenames:  # some tests have servers of their own alone
        shared: Server = request.getfixturevalue("server")
        shared.wait_for_kernels(0)
    visitor.clear_cookies()
    assert outside == [], "no request leaves the server"


@pytest.fixture
def open_table(context: BrowserContext, server: Server) -> Callable[..., Page]:
    """Opens a table, as a rule a new one, and waits until it can be played."""

    def open_one(address: str = "", page: Page | None = None) -> Page:
        page = page or tab(context)
        page.goto(address or server.url + TABLE)
        usable(page)
        return page

    return open_one
