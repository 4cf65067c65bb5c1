"""A hosted table in a real browser: nothing is lost, nothing stays behind, nothing leaves.

Design section 7, "Dashboards". Pings are made ten times as fast here, so that a dead kernel is
noticed in two seconds; everything else is as visitors get it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.browser.hosting.visits import TABLE, usable
from tests.hosting.serving import Server, serving

FASTER_PINGS = """
  const slowly = window.setInterval.bind(window);
  window.setInterval = (run, wait, ...more) => slowly(run, wait === 5000 ? 500 : wait, ...more);
"""


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A visitor: 1366x768, every address outside black-holed and noted, no kernel left behind."""
    visitor = browser.new_context(viewport={"width": 1366, "height": 768})
    outside: list[str] = []

    def refuse(route: Route) -> None:
        outside.append(route.request.url)
        route.abort()

    visitor.route(re.compile(r"^\w+://(?!(127\.0\.0\.1|localhost)[:/])"), refuse)
    visitor.add_init_script(FASTER_PINGS)
    visitor.set_default_timeout(15_000)
    yield visitor
    for page in visitor.pages:  # as people do; a context that is closed as a whole ends like a
        page.close()  # browser that is killed, and leaves kernels to the server's own clock
    server.wait_for_kernels(0)
    visitor.close()
    assert outside == [], "no request leaves the server"


@pytest.fixture
def open_table(context: BrowserContext, server: Server) -> Callable[..., Page]:
    """Opens a table, as a rule a new one, and waits until it can be played."""

    def open_one(address: str = "", page: Page | None = None) -> Page:
        page = page or context.new_page()
        page.goto(address or server.url + TABLE)
        usable(page)
        return page

    return open_one
