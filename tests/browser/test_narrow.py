"""On a telephone and on paper: all that is taught can be read (design 7 and 9)."""

from __future__ import annotations

import re
import shutil
from io import BytesIO
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Page, expect
from pypdf import PdfReader

import classkit
from classkit.commands.rule_sheet import write_sheet
from classkit.engine.registry import find
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.chart_menu import use_tool
from tests.browser.classroom import Seen, seen
from tests.browser.decisions import positions
from tests.browser.desks import open_desk, open_sight
from tests.browser.legible import sticks_out
from tests.browser.servers import Place
from tests.browser.sweeps import shared_out
from tests.browser.waiting import eventually, resize

LESSONS = Path(__file__).parents[2] / "lessons"
NOTEBOOKS = sorted([*LESSONS.glob("*.ipynb"), *LESSONS.glob("assignments/*.ipynb")])
PRINTED_SHORT = (min(LESSONS.glob("*.ipynb")), min(LESSONS.glob("assignments/*.ipynb")))
GAMES = ("poleconomy", "opoly", "economicon", "economy")
LONG = {
    "poleconomy": "pm_action",
    "opoly": "propose",
    "economicon": "order_production",
    "economy": "choose_destination",
}
"""Decisions whose forms take the place of a chart."""
TELEPHONE = {"width": 390, "height": 844}
WALL = {"width": 1920, "height": 1080}
SHEET = {"width": 726, "height": 1055}
"""A4 less its margins, in pixels."""
LYING = 1054
"""How wide A4 is when it lies on its side, less its margins."""
SHEETS = (("A4", False), ("A4", True), ("Letter", False), ("Letter", True))
LOWER = (("A4", True), ("Letter", False))
"""Upright Letter is the lower of both, lying A4."""
PRINTED = (".ck-said", "classkit-board", "classkit-standings", ".ck-infl", ".ck-treas", ".ck-worth")


def sheets(page: Page, **settings: Any) -> int:
    """Print the page; return how many sheets of paper it fills."""
    return len(PdfReader(BytesIO(page.pdf(**settings))).pages)


@pytest.fixture(scope="module")
def exporter() -> HTMLExporter:
    """What makes pages of notebooks; it reads its templates once."""
    return HTMLExporter()


@pytest.mark.sweep(2)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_read_on_a_telephone_and_on_paper(
    page: Page, path: Path, tmp_path: Path, exporter: HTMLExporter, deep: bool
) -> None:
    """Nothing has to be scrolled sideways but code and wide tables, each in its own box.

    In the short form one lesson and one assignment are printed, with ``--deep`` all of them.
    """
    book = nbformat.read(path, as_version=4)
    html, _ = exporter.from_notebook_node(book)
    shown = tmp_path / "lesson.html"
    shown.write_text(html, encoding="utf-8")
    page.route(re.compile("^https?://"), lambda route: route.abort())
    resize(page, **TELEPHONE)
    page.goto(shown.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= TELEPHONE["width"]
    too_wide = page.evaluate(
        """width => [...document.querySelectorAll('.jp-RenderedMarkdown :is(p, li, h1, h2, h3)')]
            .filter((part) => part.getBoundingClientRect().right > width)
            .map((part) => part.textContent.slice(0, 60))""",
        TELEPHONE["width"],
    )
    assert too_wide == []
    smallest = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('.jp-RenderedMarkdown :is(p, li, td)')]
            .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""
    )
    assert smallest >= 12
    if deep or path in PRINTED_SHORT:
        assert sheets(page, format="A4") >= 1 + len(book.cells) // 30


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_dashboards_fit_a_telephone_and_print_whole(
    page: Page, harness: str, game: str, request: pytest.FixtureRequest, deep: bool
) -> None:
    """Two sheets hold board, standings and the three instruments.

    In the short form they are looked at without Voila, which shows a dashboard on a telephone in
    tests/browser/hosting/test_pages.py, and printed on the lower of both papers, each game either
    upright or lying.
    """
    resize(page, **TELEPHONE)
    if deep:
        table = dashboard(page, request.getfixturevalue("in_voila"), game)
    else:
        # Of this seed 487-opoly has a headline of two lines there.
        open_desk(page, harness, MatchController(classkit.new(game, seats=4, seed=3)))
        table = seen(page)
    expect(table.charts().first).to_be_visible()
    table.step(3)
    for tab in ("News", "Match"):
        table.tab(tab)
        assert sticks_out(page) == [], tab
    resize(page, **WALL)
    table.tab("News")
    for paper, lying in SHEETS if deep else shared_out(LOWER, GAMES.index(game), 1, deep):
        filled = sheets(page, format=paper, landscape=lying)
        assert filled <= (1 if lying else 2), (paper, lying)
    expect(table.root.locator("classkit-news")).to_be_visible()
    page.emulate_media(media="print")
    resize(page, **SHEET)
    whole_on_paper(table, SHEET["width"])
    page.emulate_media(media="screen")
    resize(page, **WALL)
    expect(table.root).to_have_attribute("data-width", "huge")


def dashboard(page: Page, place: Place, game: str) -> Seen:
    """Open the dashboard of a game as Voila serves it."""
    name = f"narrow-{game}.ipynb"
    shutil.copy(LESSONS / "dashboards" / f"{game}.ipynb", place.folder / name)
    page.goto(place.address(name))
    return seen(page)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["poleconomy", "economicon"])
def test_a_dark_table_prints_light_with_all_charts_whatever_is_open(
    page: Page, harness: str, game: str, deep: bool
) -> None:
    """With one chart full size and a tab of words open, all of which is as before afterwards.

    In the short form one game upright, the other lying.
    """
    open_desk(page, harness, MatchController(classkit.new(game, seats=4, seed=7), "passive"))
    table = seen(page)
    wear(page, "dark")
    table.step(4)
    table.tab("Ledger")
    chart = table.root.locator("classkit-chart >> nth=0")
    use_tool(chart, "Full size")
    page.emulate_media(media="print")
    for width in shared_out((SHEET["width"], LYING), game == "economicon", 1, deep):
        resize(page, width, 1000)
        whole_on_paper(table, width)
    page.emulate_media(media="screen")
    resize(page, 1366, 768)
    expect(table.root).to_have_attribute("data-theme", "dark")
    expect(table.root).to_have_attribute("data-big", "0")
    expect(table.root.locator("classkit-standings")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(table.root.locator("classkit-ledger")).to_be_visible()
    drawn = chart.locator(".main-svg").first
    expect(drawn).not_to_have_attribute("viewBox", re.compile("."))
    room = chart.locator(".ck-canvas").bounding_box()
    assert room
    expect(drawn).to_have_attribute("width", str(round(room["width"])))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_what_lies_over_the_charts_on_the_screen_is_not_in_their_way_on_paper(
    page: Page, harness: str, game: str, deep: bool
) -> None:
    """A form, the opening and the end: board, standings and all charts are printed all the same.

    At the end who has won, why, and what turned it, stand above them, or on a sheet before. In the
    short form each game has one of the three over its charts, and its sheets are counted either
    upright or lying.
    """
    form = positions(game)[LONG[game]]
    desks = {
        "a form": lambda: MatchController(form.fork(), dict.fromkeys(form.seats)),
        "the opening": lambda: MatchController(classkit.new(game, seats=4, seed=7), "passive"),
        "the end": lambda: MatchController(
            classkit.new(game, seats=4, seed=7).play(until="end", bots="random"), "passive"
        ),
    }
    row = GAMES.index(game)
    for state in shared_out([*desks], row, 1, deep):
        page.emulate_media(media="screen")
        resize(page, 1366, 768)
        open_sight(page, harness, PageView(desks[state]()))
        if state == "the opening":
            page.get_by_role("tab", name="?", exact=True).click()
        page.wait_for_function("() => document.querySelectorAll('.main-svg').length >= 3")
        for opener in page.locator("classkit-ask .ck-opener >> visible=true").all()[:1]:
            opener.click()
        page.emulate_media(media="print")
        resize(page, **SHEET)
        table = Seen(page, page.locator("classkit-table"))
        whole_on_paper(table, SHEET["width"], headline=False)
        end = table.root.locator(".ck-ending-won, .ck-ending-turns")
        for part in end.all():
            expect(part).to_be_visible(visible=state == "the end")
        for lying in shared_out((False, True), row, 1, deep):
            filled = sheets(page, format="A4", landscape=lying)
            assert filled <= (1 if lying and state != "the end" else 2), state


def whole_on_paper(table: Seen, width: int, headline: bool = True) -> None:
    """Everything that is printed is there, in ink, within the sheet, and nothing to be pressed."""
    for part in PRINTED:
        if part == ".ck-said" and not headline:
            continue
        shown = table.root.locator(part).first
        expect(shown).to_be_visible()
        box = shown.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width + 1, part
        assert box["height"] > 10, part
    plots = table.root.locator(".main-svg >> visible=true")
    eventually(table.page, lambda: plots.count() >= 3, True)
    inside = """(plot) => {
        const around = plot.closest('.ck-chart-box').getBoundingClientRect();
        return [...plot.querySelectorAll('text, .gridlayer path')].every((drawn) => {
            const { left, right, top, bottom } = drawn.getBoundingClientRect();
            return left >= around.left - 2 && right <= around.right + 2
                && top >= around.top - 2 && bottom <= around.bottom + 2;
        });
    }"""
    eventually(table.page, lambda: all(plot.evaluate(inside) for plot in plots.all()), True)
    ink = "(node) => getComputedStyle(node).getPropertyValue('--ck-ink').trim()"
    assert table.root.evaluate(ink) == "#10202b"
    labels = plots.first.locator(".xtick text").first
    expect(labels).to_have_css("fill", "rgb(74, 89, 99)")
    expect(table.root.locator("button:not(.ck-chart-opener) >> visible=true")).to_have_count(0)
    expect(table.root.locator("classkit-ask")).to_be_hidden()
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_to_hand_out_fill_one_page(page: Page, game: str, tmp_path: Path) -> None:
    """Printed on A4, with letters that can be read at arm's length, and nothing cut off."""
    sheet = tmp_path / "sheet.html"
    write_sheet(find(game), sheet)
    page.goto(sheet.as_uri())
    assert sheets(page, prefer_css_page_size=True) == 1
    page.emulate_media(media="print")
    resize(page, 711, 1040)  # A4 less its margins, in pixels
    assert page.evaluate("document.documentElement.scrollWidth") <= 711
    assert page.evaluate("document.body.scrollHeight") <= 1040
    size = "parseFloat(getComputedStyle(document.querySelector('li')).fontSize)"
    assert page.evaluate(size) >= 14
