"""The page of a table: its outline, its policy, its kernel and its code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.access import violations
from tests.browser.hosting.visits import OPEN, TABLE, code, now, same_match, step, usable
from tests.hosting.serving import Server, serving


def test_an_outline_stands_until_the_table_does_and_no_policy_blocks_anything(
    context: BrowserContext, server: Server
) -> None:
    said: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(server.url + TABLE, wait_until="commit")
    expect(page.locator("#classkit-skeleton")).to_be_visible()
    usable(page)
    expect(page.locator("#classkit-skeleton")).to_have_count(0)
    step(page, 2)
    assert not [text for text in said if "Content Security" in text or "Refused" in text]


def test_kernels_end_with_their_pages(
    server: Server, open_table: Callable[..., Page], context: BrowserContext
) -> None:
    """Closed, reloaded, left by a link: no kernel outlives its page (XSRF protection is on)."""
    first, second = open_table(), open_table()
    assert len(server.kernels()) == 2
    first.close()
    server.wait_for_kernels(1)
    before = {kernel.pid for kernel in server.kernels()}
    second.reload()
    usable(second)
    server.wait_for_kernels(1)
    assert {kernel.pid for kernel in server.kernels()} != before
    second.goto(server.url)
    server.wait_for_kernels(0)


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
        page = context.new_page()
        page.goto(f"{server.url}voila/render/own.ipynb")
        expect(page.get_by_role("button", name="hello")).to_be_visible(timeout=OPEN)
        page.close()
        server.wait_for_kernels(0)
        page = context.new_page()
        page.goto(f"{server.url}voila/render/slow.ipynb", wait_until="commit")
        page.wait_for_function("() => document.getElementById('jupyter-config-data')")
        page.wait_for_function("() => document.cookie.includes('_xsrf')")
        assert len(server.kernels()) == 1
        page.goto(server.url)
        server.wait_for_kernels(0)


def test_the_code_is_kept_in_the_tab_and_a_link_with_it_opens_the_match(
    server: Server, open_table: Callable[..., Page]
) -> None:
    """It stands in the link that is asked for, and never in the address bar."""
    page = open_table()
    assert re.fullmatch(r"[A-Za-z0-9_-]{16,32}", code(page))
    step(page, 1)
    page.get_by_role("tab", name="Match").click()
    page.get_by_role("button", name="Link to this match").click()
    field = page.get_by_label("Address of this match")
    assert violations(page, ".classkit-connection") == []
    link = field.input_value()
    assert link == f"{server.url}{TABLE}?code={code(page)}"
    page.get_by_role("button", name="Close").click()
    expect(field).to_have_count(0)
    before = now(page)
    other = open_table(link)
    same_match(other, before)
    assert urlsplit(other.url).query == ""
    assert code(other) == code(page)
