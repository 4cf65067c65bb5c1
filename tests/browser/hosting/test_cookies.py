"""The cookie that comes before a kernel: where browsers keep it, and where they do not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from classkit.classroom.room_commands import open_room
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_store import RoomStore
from tests.browser.access import violations
from tests.browser.hosting.visits import OPEN, TABLE, step, tab, usable
from tests.browser.tabs import leave, window
from tests.hosting.serving import Server, serving

CODE = "ABC2345"


@pytest.fixture
def course(tmp_path: Path) -> Iterator[str]:
    """The address of another site, localhost, whose page shows the table of 127.0.0.1."""
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}"
        site.shutdown()


def without_cookies(route: Route) -> None:
    """Answer as the server does, to a browser that takes no cookies."""
    answer = route.fetch(max_redirects=0)
    route.request.frame.page.context.clear_cookies()
    headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
    route.fulfill(response=answer, headers=headers)


def test_a_table_opens_at_its_own_address_which_is_all_that_stays(
    context: BrowserContext, server: Server
) -> None:
    page = tab(context)
    page.goto(f"{server.url}{TABLE}?new=1#board")
    usable(page)
    assert page.url == f"{server.url}{TABLE}#board"


def test_a_browser_without_cookies_is_told_so_and_goes_on_when_they_are_allowed(
    context: BrowserContext, server: Server
) -> None:
    page = tab(context)
    address = f"{server.url}{TABLE}"
    page.route(f"{address}*", without_cookies)
    page.goto(address)
    expect(page.get_by_role("heading", name="This page needs a cookie")).to_be_visible()
    assert violations(page) == []
    assert server.kernels() == []
    page.unroute(f"{address}*")
    page.get_by_role("link", name="Try again").click()
    usable(page)


def test_a_table_inside_a_page_of_another_site(
    context: BrowserContext, course: str, tmp_path: Path
) -> None:
    """It has a cookie there; where it has none, it opens in a tab of its own."""
    with serving(tmp_path / "data", "--framed-by", course, "--rest", "15") as server:
        address = f"{server.url}{TABLE}"
        (tmp_path / "index.html").write_text(
            f"<h1>Course</h1><iframe src='{address}' width=1300 height=700></iframe>"
        )
        page = window(context)
        page.goto(course)
        frame = page.frame_locator("iframe")
        button = frame.get_by_role("button", name="Step", exact=True)
        expect(button).to_be_enabled(timeout=OPEN)
        context.clear_cookies()
        page.route(f"{address}*", without_cookies)
        page.reload()
        apart = frame.get_by_role("link", name="Open the table")
        expect(apart).to_be_visible()
        with context.expect_page() as opened:
            apart.click()
        usable(opened.value)
        step(opened.value, 1)
        for each in (opened.value, page):
            leave(each)
            each.close()
        server.wait_for_kernels(0)


def test_a_phone_inside_a_page_of_another_site_stays_who_it_is(
    context: BrowserContext, course: str, tmp_path: Path
) -> None:
    """Its cookie is bound to the other site, so it comes back when that page is opened again."""
    data = tmp_path / "data"
    (data / "rooms").mkdir(parents=True)
    address = f"sqlite:///{data}/rooms/rooms.sqlite"
    RoomStore(address).append_rows(CODE, ROOM_STREAM, 0, open_room("economy", 3, seed=7))
    with serving(data, "--framed-by", course, CLASSKIT_ROOMS=address) as server:
        (tmp_path / "index.html").write_text(
            f"<h1>Course</h1><iframe src='{server.url}class/{CODE}' width=400 height=700></iframe>"
        )
        page = window(context)
        page.goto(course)
        frame = page.frame_locator("iframe")
        frame.get_by_label("Your name").fill("Trillian")
        frame.get_by_role("button", name="Join", exact=True).click()
        inside = frame.get_by_role("heading", name="You are in, Trillian")
        expect(inside).to_be_visible()
        page.reload()
        expect(inside).to_be_visible()
        page.close()
