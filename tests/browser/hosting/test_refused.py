"""A network that refuses websockets: pages say which connection, and what to ask for.

A real nginx stands before a real server, once without ``Upgrade``, once with a host that has lost
its port, once with a stripped prefix. The page has twenty seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.access import violations
from tests.browser.hosting.black_hole import relay_to
from tests.browser.hosting.telephones import PHONE, WIDTH, opened
from tests.browser.waiting import eventually
from tests.hosting.proxied import Proxied, proxied

WITHIN = 20_000
"""Milliseconds within which a page says what was refused."""
NARROW = {"width": 320, "height": 640}
SOON = "window.classkitTimes = { ping: 500, soon: 500, refused: 300, refusedAgain: 300 };"
"""A page that looks at once whether its connection was refused, and then again."""
TITLE = "A connection of this page was refused"


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    with proxied(tmp_path_factory.mktemp("nginx")) as sites:
        yield sites


def page_at(browser: Browser, address: str, script: str = "") -> Page:
    page = browser.new_context(viewport=PHONE).new_page()
    page.add_init_script(script)
    page.goto(address, wait_until="commit")
    return page


def request_in(page: Page) -> str:
    """The sentence for the administrator, once the page shows it."""
    dialog = page.get_by_role("alertdialog", name=TITLE)
    expect(dialog).to_be_visible(timeout=WITHIN)
    assert violations(page, ".classkit-connection") == []
    assert page.evaluate(WIDTH) <= 0
    return dialog.get_by_role("textbox").input_value()


def port_of(address: str) -> str:
    return address.split(":")[2].partition("/")[0]


def test_a_table_without_upgrade(browser: Browser, sites: Proxied) -> None:
    page = page_at(browser, f"{sites.no_upgrade}voila/render/poleconomy.ipynb")
    page.wait_for_load_state("domcontentloaded", timeout=90_000)  # the kernel is ready then
    asked = request_in(page)
    dialog = page.get_by_role("alertdialog", name=TITLE)
    expect(dialog).to_contain_text(f"ws://localhost:{port_of(sites.no_upgrade)}/econ/api/kernels/")
    assert asked.startswith(f"Please let ws://localhost:{port_of(sites.no_upgrade)}/econ/ through")
    assert "forward the headers Upgrade and Connection" in asked


def test_the_pages_of_a_room(browser: Browser, sites: Proxied) -> None:
    """Phone and desk name their own address, and the lost port."""
    _, code = opened(browser, sites.server, "economy")
    for path in (f"class/{code}", f"desk/{code}"):
        page = page_at(browser, sites.lost_port + path)
        asked = request_in(page)
        dialog = page.get_by_role("alertdialog", name=TITLE)
        expect(dialog).to_contain_text(f"/econ/{path}/line does not open")
        assert f"localhost:{port_of(sites.lost_port)}, not localhost." in asked
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_have_count(0)
    page = page_at(browser, f"{sites.good}class/{code}")
    expect(page.get_by_role("button", name="Join")).to_be_visible()


@pytest.mark.deep
def test_a_websocket_that_is_swallowed(browser: Browser, sites: Proxied) -> None:
    """Neither side of it learns that nothing gets through; ordinary requests do."""
    _, code = opened(browser, sites.server, "economy")
    page = browser.new_context(viewport=PHONE).new_page()
    page.route_web_socket(re.compile("."), lambda socket: None)  # it opens, and is silent
    page.goto(f"{sites.good}class/{code}")
    assert "WebSocket" in request_in(page)


def test_a_server_that_cannot_be_reached_is_not_refused(browser: Browser, sites: Proxied) -> None:
    """Its own words stay."""
    _, code = opened(browser, sites.server, "economy")
    with relay_to(sites.server.port) as relay:
        page = page_at(browser, f"http://127.0.0.1:{relay.port}/econ/class/{code}", SOON)
        looks: list[str] = []
        page.on("websocket", lambda socket: looks.append(socket.url))
        expect(page.get_by_role("button", name="Join")).to_be_visible()
        relay.swallow(more=True)
        expect(page.get_by_text("Reconnecting …")).to_be_visible()
        # it looks again only if what it saw was no refusal
        eventually(page, lambda: sum("/self-test/" in one for one in looks) >= 2, True)
        expect(page.get_by_role("alertdialog")).to_have_count(0)


@pytest.mark.parametrize("path", ["", "self-test", "voila/render/poleconomy.ipynb"])
def test_a_stripped_prefix(browser: Browser, sites: Proxied, path: str) -> None:
    """No file of the page loads, so it says so by itself."""
    page = page_at(browser, sites.stripped + path)
    note = page.locator(".classkit-stripped")
    expect(note).to_be_visible(timeout=WITHIN)
    asked = note.get_by_role("textbox").input_value()
    assert asked.startswith("Please start classkit with --base-url /user/ada/proxy/8866/")


def test_the_self_test_passes_behind_a_good_proxy(browser: Browser, sites: Proxied) -> None:
    for scheme in ("light", "dark"):
        page = browser.new_context(viewport=NARROW, color_scheme=scheme).new_page()  # type: ignore[arg-type]
        page.goto(f"{sites.good}self-test")
        expect(
            page.get_by_text("Everything works: phones in this network can join")
        ).to_be_visible()
        expect(page.locator(".tests [data-state=good]")).to_have_count(7)
        assert page.evaluate(WIDTH) <= 0 and violations(page) == []


@pytest.mark.parametrize(
    ("site", "words"),
    [("no_upgrade", "Upgrade and Connection"), ("lost_port", "Host unchanged, with its port")],
)
def test_the_self_test_says_what_to_ask_for(
    browser: Browser, sites: Proxied, site: str, words: str
) -> None:
    page = page_at(browser, f"{getattr(sites, site)}self-test")
    expect(page.get_by_text("1 check of 7 failed")).to_be_visible()
    assert words in page.get_by_label("Send this to the administrator").input_value()
    expect(page.locator(".tests [data-state=skipped]")).to_have_count(1)
    assert violations(page) == []
