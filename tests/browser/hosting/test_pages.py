"""The page of a table: its outline, its policy, its kernel and its code."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, expect

from tests.browser.access import violations
from tests.browser.classroom import seen
from tests.browser.hosting.visits import (
    OPEN,
    TABLE,
    code,
    now,
    same_match,
    step,
    stored,
    tab,
    usable,
)
from tests.browser.legible import sticks_out
from tests.browser.tabs import window
from tests.browser.test_narrow import TELEPHONE
from tests.browser.waiting import eventually, resize, send
from tests.hosting.serving import Server, serving

READS_ONLY = "() => document.querySelector('classkit-table').store.now.read_only !== null"
CUT_OFF = """() => {
    const line = document.querySelector('.ck-head').getBoundingClientRect();
    return [...document.querySelectorAll('.ck-live > *')].filter((one) => {
        const { top, bottom, height } = one.getBoundingClientRect();
        return height && (top < line.top - 1 || bottom > line.bottom + 1);
    }).map((one) => one.className); }"""
"""What is said above the stage and does not stand in its line whole."""


def test_a_page_from_its_outline_to_the_end_of_its_kernel(
    context: BrowserContext, server: Server
) -> None:
    """An outline stands until the table does, and no policy blocks anything.

    Its code is kept in the tab, and a link with it opens the match on a telephone, which plays on:
    Step and the answers stay in sight there. No kernel outlives its page, closed, reloaded or left
    by a link (XSRF protection is on).
    """
    said: list[str] = []
    page = tab(context)

    def note(told: ConsoleMessage | Error) -> None:
        said.append(told.text if isinstance(told, ConsoleMessage) else str(told))

    page.on("console", note)
    page.on("pageerror", note)
    page.goto(server.url + TABLE, wait_until="commit")
    expect(page.locator("#classkit-skeleton")).to_be_visible()
    usable(page)
    expect(page.locator("#classkit-skeleton")).to_have_count(0)
    step(page, 2)
    assert not [text for text in said if "Content Security" in text or "Refused" in text]
    page.remove_listener("console", note)
    page.remove_listener("pageerror", note)

    link, before = link_to_the_match(page, server), now(page)
    other = tab(context)
    resize(other, **TELEPHONE)
    other.goto(link)
    usable(other)
    other.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
    same_match(other, before)
    it_fits_a_telephone(other)
    assert urlsplit(other.url).query == ""
    assert code(other) == code(page)

    kernels = {kernel.pid for kernel in server.kernels()}
    assert len(kernels) == 2
    the_newest_page_plays_and_the_older_one_looks_on(page, other, server)
    server.wait_for_kernels(2)
    assert {kernel.pid for kernel in server.kernels()} != kernels, "one was reloaded"
    other.close()
    server.wait_for_kernels(1)
    page.goto(server.url)
    server.wait_for_kernels(0)


def it_fits_a_telephone(page: Page) -> None:
    """Nothing sticks out, whichever tab is open, and Step and the answers are at the edges."""
    table = seen(page)
    expect(table.charts().first).to_be_visible()
    for name in ("News", "Match"):
        table.tab(name)
        assert sticks_out(page) == [], name


def the_newest_page_plays_and_the_older_one_looks_on(
    older: Page, newer: Page, server: Server
) -> None:
    """One writer per match. The older page says so, and its button makes it the newest."""
    older.wait_for_function(READS_ONLY)
    expect(older.get_by_text("opened on a newer page").first).to_be_visible()
    eventually(older, lambda: older.evaluate(CUT_OFF), [])
    step(newer, 2)
    kept = stored(server, newer)
    answer = send(older, do="step", until="turn")
    assert answer["kind"] == "refused"
    assert stored(server, newer) == kept, "the older page wrote nothing"
    older.get_by_role("button", name="Play on here").click()
    usable(older)
    older.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 3")
    older.wait_for_function(f"() => !({READS_ONLY})()")  # a reload takes the pen back
    newer.wait_for_function(READS_ONLY)


def link_to_the_match(page: Page, server: Server) -> str:
    """Return the link that the page gives: the code stands in it, never in the address bar."""
    assert re.fullmatch(r"[A-Za-z0-9_-]{16,32}", code(page))
    page.get_by_role("tab", name="Match").click()
    page.get_by_role("button", name="Link to this match").click()
    field = page.get_by_label("Address of this match")
    assert violations(page, ".classkit-connection") == []
    link = field.input_value()
    assert link == f"{server.url}{TABLE}?code={code(page)}"
    page.get_by_role("button", name="Close").click()
    expect(field).to_have_count(0)
    return link


@pytest.mark.deep
def test_kernels_of_pages_without_a_table_end_too(context: BrowserContext, tmp_path: Path) -> None:
    """A host's own dashboard, and any page that is left while it still loads."""
    folder = tmp_path / "dashboards"
    folder.mkdir()
    sources = {
        "own": "import ipywidgets\nipywidgets.Button(description='hello')",
        "slow": "import time\ntime.sleep(30)",
    }
    for name, source in sources.items():
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        nbformat.write(book, folder / f"{name}.ipynb")
    with serving(tmp_path / "data", str(folder)) as server:
        page = window(context)
        page.goto(f"{server.url}voila/render/own.ipynb")
        expect(page.get_by_role("button", name="hello")).to_be_visible(timeout=OPEN)
        page.close()
        server.wait_for_kernels(0)
        page = tab(context)
        page.goto(f"{server.url}voila/render/slow.ipynb", wait_until="commit")
        page.wait_for_function("() => document.getElementById('jupyter-config-data')")
        page.wait_for_function("() => document.cookie.includes('_xsrf')")
        assert len(server.kernels()) == 1
        page.goto(server.url)
        server.wait_for_kernels(0)
