"""A slow line: how much has come is said, the table comes before the charts, no reload is advised.

Nothing here depends on how quick the line is: all of it is the order in which things come.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.hosting.visits import OPEN, TABLE, usable
from tests.browser.tabs import window
from tests.hosting.serving import Server, serving

PER_SECOND = 1_000_000
"""Bytes; slower than any line of a school, and quick enough for a test."""

WATCH = """
window.seen = [];
addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
    const share = document.querySelector('#classkit-skeleton progress')?.value;
    if (share !== undefined && share !== window.seen.at(-1)) window.seen.push(share);
}).observe(document, { subtree: true, childList: true, attributes: true }));
"""
"""Notes each share of the page that is said to have come."""

MINUTES = """
const later = window.setTimeout;
window.setTimeout = (run, wait, ...given) => later(run, wait >= 20_000 ? 50 : wait, ...given);
"""
"""Lets half a minute be over at once."""


@pytest.fixture
def own(context: BrowserContext) -> Iterator[Page]:
    """A page that no other test goes on in."""
    page = window(context)
    yield page
    page.close()  # to go elsewhere first would wait for what the line still owes


@pytest.fixture
def slow(context: BrowserContext, own: Page) -> Iterator[Page]:
    """A page on a slow line, which is quick again afterwards: else leaving it takes minutes."""
    line = context.new_cdp_session(own)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 200, "downloadThroughput": PER_SECOND,
         "uploadThroughput": PER_SECOND},
    )  # fmt: skip
    yield own
    own.unroute_all(behavior="ignoreErrors")
    quick = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", quick)
    line.detach()


def test_it_is_said_how_much_has_come_and_charts_come_after_the_table(
    slow: Page, server: Server
) -> None:
    page = slow
    page.add_init_script(WATCH)
    table = page.locator("classkit-table classkit-board svg").first
    before: list[bool] = []

    def charts(route: Route) -> None:
        before.append(table.is_visible())
        route.abort()

    page.route("**/plotly.min.js*", charts)
    page.goto(server.url + TABLE)
    usable(page)
    expect(table).to_be_visible()
    expect(page.locator("classkit-chart .main-svg").first).to_be_attached(timeout=OPEN)
    assert before and all(before), "the library of the charts was asked for before the table stood"
    shares = page.evaluate("window.seen")
    assert shares == sorted(shares) and len(shares) >= 5, shares
    assert shares[-1] > 50, "what is said to come is about what comes"


def test_nobody_is_told_to_reload_while_the_server_answers(own: Page, tmp_path: Path) -> None:
    """A large file is under way for minutes; then the line is cut.

    On a server of its own, which is stopped: a kernel whose page never came ends after minutes.
    """
    with serving(tmp_path) as server:
        waits_for_a_large_file(own, server)


def waits_for_a_large_file(own: Page, server: Server) -> None:
    """Hold back what the page needs, see what it says, and cut the line."""
    asked: list[Route] = []
    cut = False

    def sign(route: Route) -> None:
        if route.request.method == "HEAD":
            asked.append(route)
        if cut:
            route.abort()
        else:
            route.fulfill()

    own.add_init_script(MINUTES)
    held: list[Route] = []
    own.route("**/voila/static/**", lambda route: held.append(route))
    own.route("**/icon.svg", sign)
    own.goto(server.url + TABLE, wait_until="commit")
    stuck = own.locator("#classkit-skeleton .stuck")
    expect(stuck).to_be_attached(timeout=OPEN)
    for _ in range(600):
        own.wait_for_timeout(50)  # in which this page takes half a minute for gone
        if len(asked) > 4:
            break
    assert len(asked) > 4, "the server is asked whether it is there"
    expect(stuck).to_be_hidden()
    cut = True
    expect(stuck).to_be_visible()
    for one in held:
        one.abort()
