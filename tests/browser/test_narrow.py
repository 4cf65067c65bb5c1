"""On a telephone and on paper: all that is taught can be read (design 7 and 9)."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Page, expect

from classkit.commands.rule_sheet import write_sheet
from classkit.engine.registry import find
from tests.browser.classroom import seen
from tests.browser.servers import Place

LESSONS = Path(__file__).parents[2] / "lessons"
NOTEBOOKS = sorted([*LESSONS.glob("*.ipynb"), *LESSONS.glob("assignments/*.ipynb")])
PRINTED_SHORT = (min(LESSONS.glob("*.ipynb")), min(LESSONS.glob("assignments/*.ipynb")))
GAMES = ("poleconomy", "opoly", "economicon", "economy")
TELEPHONE = {"width": 390, "height": 844}
PAGE = re.compile(rb"/Type\s*/Page[^s]")


@pytest.fixture(scope="module")
def exporter() -> HTMLExporter:
    """What makes pages of notebooks; it reads its templates once."""
    return HTMLExporter()


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
    page.set_viewport_size(TELEPHONE)  # type: ignore[arg-type]  # a mapping of both
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
        assert len(PAGE.findall(page.pdf(format="A4"))) >= 1 + len(book.cells) // 30


@pytest.mark.parametrize("game", GAMES)
def test_dashboards_fit_a_telephone_and_print_whole(page: Page, in_voila: Place, game: str) -> None:
    name = f"narrow-{game}.ipynb"
    shutil.copy(LESSONS / "dashboards" / f"{game}.ipynb", in_voila.folder / name)
    page.set_viewport_size(TELEPHONE)  # type: ignore[arg-type]  # a mapping of both
    page.goto(in_voila.address(name))
    table = seen(page)
    table.step(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= TELEPHONE["width"]
    for part in (".ck-desk", "classkit-board", "classkit-ask", "classkit-chart"):
        box = table.root.locator(part).first.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= TELEPHONE["width"], part
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})
    expect(table.root.locator(".ck-desk")).to_be_hidden()
    parts = ("classkit-board", "classkit-ask", "classkit-chart >> nth=0", "classkit-news")
    boxes = [table.root.locator(part).first.bounding_box() for part in parts]
    for above, below in pairwise(boxes):
        assert above and below and above["y"] + above["height"] <= below["y"] + 1
    assert len(PAGE.findall(page.pdf(format="A4"))) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_to_hand_out_fill_one_page(page: Page, game: str, tmp_path: Path) -> None:
    """Printed on A4, with letters that can be read at arm's length, and nothing cut off."""
    sheet = tmp_path / "sheet.html"
    write_sheet(find(game), sheet)
    page.goto(sheet.as_uri())
    assert len(PAGE.findall(page.pdf(prefer_css_page_size=True))) == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 711, "height": 1040})  # A4 less its margins, in pixels
    assert page.evaluate("document.documentElement.scrollWidth") <= 711
    assert page.evaluate("document.body.scrollHeight") <= 1040
    size = "parseFloat(getComputedStyle(document.querySelector('li')).fontSize)"
    assert page.evaluate(size) >= 14
