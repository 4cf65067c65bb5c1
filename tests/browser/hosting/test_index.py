"""The pages around the table: the index, the token, and who may read them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.sync_api import BrowserContext, expect

from tests.browser.access import OF_LOOKS, violations
from tests.browser.hosting.visits import TABLE, step, tab, usable
from tests.browser.tabs import window
from tests.hosting.serving import Server, serving

SCHEMES: dict[Literal["light", "dark"], tuple[str, ...]] = {"light": (), "dark": OF_LOOKS}
"""The rules that are checked in each colour scheme; without any all are."""


def test_the_index_shows_each_game_with_a_picture_and_costs_no_kernel(
    context: BrowserContext, server: Server
) -> None:
    before = len(server.kernels())
    page = tab(context)
    page.goto(server.url)
    expect(page.get_by_role("heading", name="Choose a table")).to_be_visible()
    for stem, name in (("poleconomy", "Poleconomy"), ("economicon", "Economicon")):
        card = page.locator("[data-table]", has=page.get_by_role("link", name=name, exact=True))
        picture = card.locator("img")
        assert picture.evaluate("(image) => image.complete && image.naturalWidth > 0")
        assert f"{stem}.svg" in (picture.get_attribute("src") or "")
        expect(card).not_to_contain_text("A dashboard.")
        card.get_by_role("link", name=name, exact=True).hover()
    assert len(server.kernels()) == before


def test_the_pages_around_the_table_are_accessible(
    context: BrowserContext, server: Server, deep: bool
) -> None:
    """WCAG 2.1 AA by the rules of axe, in both colour schemes.

    A scheme changes no more than looks, so the other rules are checked in the first alone.
    """
    page = window(context)
    for path in ("", "voila/tree", "no/such/page"):
        page.goto(server.url + path)
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(f"() => matchMedia('(prefers-color-scheme: {scheme})').matches")
            assert violations(page, "", *(() if deep else rules)) == [], (path, scheme)
    page.close()


def test_the_token_is_asked_for_and_leaves_the_address_bar(
    context: BrowserContext, tmp_path: Path
) -> None:
    with serving(tmp_path, "--token", "correct-horse-battery") as server:
        page = tab(context)
        page.goto(server.url.split("?")[0])
        expect(page.get_by_role("heading", name="Which token?")).to_be_visible()
        assert violations(page) == []
        page.get_by_label("Token").fill("wrong-horse-battery")
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("alert")).to_contain_text("not the token")
        page.get_by_label("Token").fill("correct-horse-battery")
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("heading", name="Choose a table")).to_be_visible()
        fresh = window(context)
        fresh.goto(server.url + "")
        expect(fresh.get_by_role("heading", name="Choose a table")).to_be_visible()
        assert "token" not in fresh.url
        fresh.goto(f"{server.url.split('?')[0]}{TABLE}?token=correct-horse-battery")
        usable(fresh)
        assert "token" not in fresh.url
        step(fresh, 1)
        context.clear_cookies(name="_xsrf")
        fresh.close()
