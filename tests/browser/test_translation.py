"""A table that a browser translates: each text is there once, and says what the table says now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.classroom import STEP, open_table
from tests.browser.decisions import NAMES
from tests.browser.desks import open_sight
from tests.browser.servers import TABLE, Place
from tests.browser.translation import plays_translated, texts, translate
from tests.browser.waiting import charts_are_drawn, settled

GAMES = ("poleconomy", "opoly", "economicon", "economy")
TAB = "[role=tab] >> visible=true"

Shown = list[tuple[str, dict[str, str]]]


def played(page: Page, manner: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Step, go back, fork, answer and open each tab; give the texts of the table each time."""

    def look(what: str) -> tuple[str, dict[str, str]]:
        settled(page)
        charts_are_drawn(page)
        return what, texts(page, ".classkit", manner)

    yield look("at first")
    for number in range(6):
        page.locator(STEP).first.click()
        yield look(f"step {number}")
    page.locator("[data-does=back]").first.click()
    yield look("back")
    page.evaluate(
        "() => document.querySelector('classkit-table').store.send({ do: 'fork', name: 'Other' })"
    )
    yield look("a fork")
    for number in range(page.locator(TAB).count()):
        page.locator(TAB).nth(number).click()
        page.locator(STEP).first.click()
        yield look(f"tab {number}")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_translated_table_says_what_it_says_untranslated(
    fresh_page: Page, harness: str, game: str
) -> None:
    """One match is played twice by the same clicks. The letters are turned in one of the pages."""
    fresh_page.emulate_media(reduced_motion="reduce")
    shown: dict[str, Shown] = {}
    for manner in ("", "turned"):
        fresh_page.goto("about:blank")
        match = classkit.new(game, seats=NAMES, seed=7)
        open_sight(fresh_page, harness, PageView(MatchController(match, "passive")))
        if manner:
            translate(fresh_page, manner)
        shown[manner] = list(played(fresh_page, manner))
    for (what, plain), (_, translated) in zip(shown[""], shown["turned"], strict=True):
        assert translated == plain, what


def test_a_form_is_filled_in_and_sent_on_a_translated_page(fresh_page: Page, harness: str) -> None:
    """Persons decide: whatever is asked is answered by its first button, and stays untangled."""
    shown: dict[str, Shown] = {}
    for manner in ("", "turned"):
        fresh_page.goto("about:blank")
        match = classkit.new("poleconomy", seats=NAMES, seed=7, options={"game": 1})
        open_sight(
            fresh_page, harness, PageView(MatchController(match, dict.fromkeys(match.seats)))
        )
        if manner:
            translate(fresh_page, manner)
        shown[manner] = []
        for number in range(8):
            fresh_page.locator(
                "classkit-ask :is(.ck-do, .ck-main):enabled >> visible=true"
            ).first.click()
            settled(fresh_page)
            charts_are_drawn(fresh_page)
            shown[manner].append((str(number), texts(fresh_page, ".classkit", manner)))
    assert shown["turned"] == shown[""]
    assert len({str(now) for _, now in shown[""]}) > 4, "the answers were taken"


def test_a_translated_table_in_voila(own_page: Page, in_voila: Place) -> None:
    """Its parts say the same as parts that are made anew."""
    open_table(own_page, in_voila, in_voila.write("translated.ipynb", TABLE))
    plays_translated(own_page)
