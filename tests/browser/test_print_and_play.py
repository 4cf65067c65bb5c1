"""Games on paper: as many pages on A4 as on Letter, and no text is cut off."""

from __future__ import annotations

from io import BytesIO

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

import classkit
from classkit.commands.print_and_play import render_kit

GAMES = ["economicon", "economy", "opoly", "poleconomy"]
CLIPPED = """() => [...document.querySelectorAll('.cell, .page, .how, .record td, .record th')]
    .filter(one => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2)
    .map(one => one.className + ': ' + one.textContent.trim().slice(0, 80))"""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_fills_the_same_pages_on_both_papers(page: Page, game: str) -> None:
    page.set_content(render_kit(classkit.new(game, seed=0)))
    page.emulate_media(media="print")
    assert page.evaluate(CLIPPED) == []
    sections = page.locator("section.page").count()
    for paper in ("A4", "Letter"):
        assert len(PdfReader(BytesIO(page.pdf(format=paper))).pages) == sections, paper


@pytest.mark.parametrize(("game", "seats"), [("economy", 6), ("opoly", 8), ("poleconomy", 6)])
def test_a_full_table_has_room_on_its_record_sheets(page: Page, game: str, seats: int) -> None:
    """With a column for each player, the headings of the others fit, too."""
    page.set_content(render_kit(classkit.new(game, seats, seed=0)))
    page.emulate_media(media="print")
    assert page.evaluate(CLIPPED) == []
