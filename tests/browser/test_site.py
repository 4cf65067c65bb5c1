"""A site without a server: its tables play in the reader's browser, and ask nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

import classkit
from classkit.engine.registry import loads
from classkit.widgets.desk import Desk
from tests.browser.sites import SiteTable, served_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site, which is built once."""
    with served_site(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(scope="module")
def monday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The saved match of a class, of ten turns."""
    desk = Desk(classkit.new("poleconomy", game=2, seed=3))
    for _ in range(10):
        desk.step("turn")
    path = tmp_path_factory.mktemp("saved") / "monday.classkit.json"
    desk.match.save(path)
    return path


def test_a_lesson_of_poleconomy(own_page: Page, site: str, monday: Path) -> None:
    """What is pressed before Python is there is played once it is; then all that a class does."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    own_page.context.on("request", note)
    own_page.goto(site)
    own_page.get_by_role("link", name="Poleconomy", exact=True).click()
    table = SiteTable(own_page)
    expect(own_page.locator("classkit-board")).to_be_visible()
    start = own_page.get_by_role("status").filter(has_text="…")
    expect(start).to_be_visible()
    own_page.get_by_role("button", name="Step", exact=True).click()
    shown = table.ready()
    where = shown.root.locator(".ck-where")
    expect(where).to_contain_text("Turn 1 ·")
    expect(start).to_have_count(0)

    shown.root.locator("input[type=file]").set_input_files(monday)
    expect(where).to_contain_text("Turn 10 ·")
    shown.step(2)
    expect(where).to_contain_text("Turn 12 ·")
    table.charts_are_drawn()
    assert shown.root.locator("classkit-chart .js-plotly-plot >> visible=true").count() == 3
    match = loads(table.record())  # which holds the digests of turns against what is played here
    assert (match.turn, match.step) == (12, table.ask("store.now.step"))

    shown.press("Back")
    expect(where).to_contain_text("Turn 11 ·")
    shown.root.get_by_role("button", name="What if? Fork here").click()
    another = shown.root.locator("classkit-ask .ck-answers button[type=submit]:enabled").nth(1)
    another.click()
    expect(shown.root.locator("classkit-apart")).to_be_visible()

    hosts = {urlsplit(url).netloc for url in asked if url.startswith("http")}
    assert hosts == {urlsplit(site).netloc}
    assert any(url.endswith("pyodide.asm.wasm") for url in asked)  # what the worker asks is seen


def test_neither_page_nor_worker_may_ask_another_host(own_page: Page, site: str) -> None:
    """Of another name of this very server an answer would come, were it allowed to be asked."""
    table = SiteTable(own_page).open(f"{site}tables/economy.html")
    table.ready()
    elsewhere = site.replace("127.0.0.1", "localhost")
    ask = f"fetch({elsewhere!r}, {{ mode: 'no-cors' }}).then(() => 'came', () => 'refused')"
    here = f"fetch({site!r}).then(() => 'came', () => 'refused')"
    (worker,) = own_page.workers
    for place in (own_page, worker):
        assert (place.evaluate(ask), place.evaluate(here)) == ("refused", "came")
