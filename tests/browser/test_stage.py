"""The stage: one sentence, one question and three instruments, whole at every size and theme."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.engine.match import Match
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.classroom import Seen, seen
from tests.browser.decisions import positions
from tests.browser.desks import open_sight
from tests.browser.sweeps import shared_out
from tests.browser.waiting import charts_are_drawn, eventually, laid_out, resize, send
from tests.toy import GAME as TOY

GAMES = ("poleconomy", "opoly", "economicon", "economy")
CELL, HALL, PAGE, WALL = (934, 560), (1280, 720), (1366, 768), (1920, 1080)
TELEPHONES = ((390, 844), (320, 640))
THEMES = ("light", "dark", "projector")
LEAST_PLOT = {CELL: (125, 74), HALL: (150, 105), PAGE: (160, 130), WALL: (250, 180)}
"""The least width and height of a plot, without its labels at the ends of lines."""

PARTS = ".ck-infl, .ck-treas, .ck-worth, .ck-said, .ck-question, .ck-desk [data-does=step]"
OUT_OF_SIGHT = """(parts) => {
    const table = document.querySelector('classkit-table').getBoundingClientRect();
    const answer = [...document.querySelectorAll('.ck-ask-body button')]
        .find((one) => one.checkVisibility());
    return [...document.querySelectorAll(parts), ...(answer ? [answer] : [])].filter((one) => {
        const box = one.getBoundingClientRect();
        return !one.checkVisibility({ visibilityProperty: true }) || !box.width || !box.height
            || box.left < table.left - 1 || box.right > Math.min(table.right, innerWidth) + 1
            || box.top < table.top - 1 || box.bottom > Math.min(table.bottom, innerHeight) + 1;
    }).map((one) => [one.className, one.textContent.slice(0, 30)]);
}"""
"""What of the stage does not lie whole in the table and in the window."""
OVERLAPPING = """() => {
    const panes = [...document.querySelectorAll('.ck-stage > *')].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }) && !one.matches('.ck-only-read'));
    const boxes = panes.map((one) => [one.className, one.getBoundingClientRect()]);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return boxes.flatMap(([name, a], at) => boxes.slice(at + 1)
        .filter(([, b]) => meet(a, b)).map(([other]) => [name, other]));
}"""
TOO_WIDE = """() => [...document.querySelectorAll('.ck-stage > *, .ck-ask-body')]
    .filter((one) => one.checkVisibility() && !one.matches('.ck-only-read')
        && one.scrollWidth > one.clientWidth + 1)
    .map((one) => [one.className, one.scrollWidth, one.clientWidth])"""
PLOTS = """() => [...document.querySelectorAll('.ck-instrument .nsewdrag')].map((one) => {
    const { width, height } = one.getBoundingClientRect();
    return [width, height];
})"""
ROWS = """() => {
    const words = document.querySelector('.ck-said-words');
    return words.getClientRects().length;
}"""


def show(
    page: Page, address: str, match: Match, size: tuple[int, int] = PAGE, bots: str = "passive"
) -> Seen:
    """Show a match in a window of this size."""
    resize(page, *size)
    open_sight(page, address, PageView(MatchController(match, bots)))
    laid_out(page)
    return seen(page)


def after(game: str, turns: int) -> Match:
    """Return a match after some turns."""
    match = classkit.new(game, seats=4, seed=7)
    for _ in range(turns):
        match.play(until="turn", bots="passive")
    return match


def faults(page: Page) -> list[Any]:
    """Return what is wrong with the stage as it is now."""
    return [
        *page.evaluate(OUT_OF_SIGHT, PARTS),
        *page.evaluate(OVERLAPPING),
        *page.evaluate(TOO_WIDE),
    ]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("size", [CELL, HALL, PAGE, WALL], ids=["cell", "hall", "page", "wall"])
@pytest.mark.parametrize("game", GAMES)
def test_all_stands_from_the_first_paint(
    page: Page, harness: str, game: str, size: tuple[int, int], deep: bool
) -> None:
    """At the beginning and later, in each theme; in the short form each game in one of them."""
    for turns in (0, 9):
        show(page, harness, after(game, turns), size)
        for theme in shared_out(THEMES, GAMES.index(game), 1, deep):
            wear(page, theme)
            laid_out(page)
            assert faults(page) == [], (turns, theme)
            charts_are_drawn(page)
            width, height = LEAST_PLOT[size]
            plots = page.evaluate(PLOTS)
            assert len(plots) == 3, (turns, theme)
            assert all(one[0] >= width and one[1] >= height for one in plots), (theme, plots)


@pytest.mark.parametrize("size", TELEPHONES)
def test_a_telephone_shows_question_and_instruments_before_the_board(
    page: Page, harness: str, size: tuple[int, int]
) -> None:
    show(page, harness, after("opoly", 5), size)
    assert page.evaluate(OUT_OF_SIGHT, PARTS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_board_of_another_package_has_the_same_stage(page: Page, harness: str) -> None:
    match = classkit.new(TOY, seats=["Ada", "Bo"], seed=4)
    for size in (CELL, PAGE):
        show(page, harness, match, size)
        assert faults(page) == [], size


LONG_FORMS = {
    "poleconomy": ("pm_action", "answer_trade", "propose_coalition"),
    "opoly": ("propose", "bid_english", "build_order"),
    "economicon": ("trade", "order_production"),
    "economy": ("choose_destination", "place_location"),
}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("size", [CELL, PAGE], ids=["cell", "page"])
@pytest.mark.parametrize("game", GAMES)
def test_a_form_takes_the_plot_of_the_scores_and_nothing_else(
    page: Page, harness: str, game: str, size: tuple[int, int]
) -> None:
    """Two instruments, the labels of the third, the question and the form's button stay."""
    for name, match in positions(game).items():
        if name not in LONG_FORMS[game]:
            continue
        table = show(page, harness, match, size, bots="person")
        ask = table.root.locator("classkit-ask")
        for opener in ask.locator(".ck-opener").all():
            if not opener.is_visible():
                continue
            opener.click()
            form = ask.locator(".ck-opened").first
            expect(form.locator("button[type=submit]")).to_be_in_viewport(ratio=0.99)
            assert faults(page) == [], (name, size)
            table.page.keyboard.press("Escape")
            break


def test_tabs_cover_the_board_and_never_an_instrument(page: Page, harness: str) -> None:
    table = show(page, harness, after("poleconomy", 9), CELL)
    more = table.root.locator(".ck-tab-more")
    for tab in table.root.get_by_role("tab").all():
        if tab.evaluate("one => one.hidden"):
            continue
        more.click()
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        assert page.evaluate(OUT_OF_SIGHT, PARTS) == []
    page.keyboard.press("Escape")
    expect(table.root.get_by_role("tab", name="Board")).to_have_attribute("aria-selected", "true")


def test_tabs_that_do_not_fit_are_behind_more(page: Page, harness: str) -> None:
    """487-opoly has one tab more than the others, and a projector larger type."""
    table = show(page, harness, after("opoly", 1), HALL)
    wear(page, "projector")
    more = table.root.locator(".ck-tab-more")
    more.click()
    table.root.get_by_role("tab", name="Match").click()
    expect(table.root.locator("[data-tab=match]")).to_be_in_viewport(ratio=0.9)
    wear(page, "light")
    resize(page, *PAGE)
    expect(more).to_be_hidden()
    expect(table.root.get_by_role("tab", name="Match")).to_be_in_viewport(ratio=1)


def test_one_chart_takes_the_place_of_all_three_and_gives_it_back(page: Page, harness: str) -> None:
    table = show(page, harness, after("poleconomy", 9))
    for place in (0, 1, 2):
        page.evaluate("(big) => document.querySelector('classkit-table').store.set({ big })", place)
        shown = table.root.locator(".ck-instrument:visible")
        expect(shown).to_have_count(1)
        box = shown.bounding_box()
        assert box and box["width"] > 600 and box["height"] > 400
        page.keyboard.press("Escape")
        expect(shown).to_have_count(3)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_sentence_has_one_row(page: Page, harness: str, game: str) -> None:
    """Two in a cell. What it leaves out is one click away, in the news."""
    table = show(page, harness, after(game, 1), bots="random")
    for _ in range(12):
        send(page, do="step", until="turn")
        eventually(page, lambda: page.evaluate(ROWS) <= 1, True)
    more = table.root.locator(".ck-more-events")
    if more.is_visible():
        more.click()
        expect(table.root.get_by_role("tab", name="News")).to_have_attribute(
            "aria-selected", "true"
        )


def test_nothing_moves_while_a_match_plays_on(page: Page, harness: str) -> None:
    """Panes stay where they are, whatever is asked and told."""
    show(page, harness, after("poleconomy", 3), bots="tycoon")
    charts_are_drawn(page)
    where = """() => [...document.querySelectorAll('.ck-stage > *')]
        .filter((one) => one.checkVisibility()).map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return [one.localName, x, y, width, height];
        })"""
    before = page.evaluate(where)
    for _ in range(15):
        send(page, do="step", until="decision")
        laid_out(page)
        assert page.evaluate(where) == before


def test_the_room_takes_the_heat_of_prices(page: Page, harness: str) -> None:
    """And the timeline keeps that of each turn."""
    match = classkit.new("poleconomy", seats=4, seed=39)
    table = show(page, harness, match, bots="tycoon")
    expect(table.root).to_have_attribute("data-heat", "0")
    cool = table.root.evaluate("one => getComputedStyle(one).backgroundColor")
    for _ in range(60):
        if page.evaluate("() => document.querySelector('classkit-table').dataset.heat > 1"):
            break
        send(page, do="step", until="turn")
    heat = page.evaluate("() => document.querySelector('classkit-table').store.now.timeline.heat")
    assert heat[-1] > 1 and len(set(heat)) > 1
    track = table.root.locator("classkit-timeline").evaluate(
        "one => one.style.getPropertyValue('--ck-heat-track')"
    )
    assert f"--ck-heat-{heat[-1]}" in track and "--ck-heat-0" in track
    eventually(
        page,
        lambda: table.root.evaluate("one => getComputedStyle(one).backgroundColor") != cool,
        True,
    )


def test_after_a_new_match_the_stage_shows_the_board(page: Page, harness: str) -> None:
    """It is begun in the tab Match, and that is not what a class is to see then."""
    table = show(page, harness, after("poleconomy", 2))
    for begin in ("New match with new luck", "Reset to the start"):
        table.tab("Match")
        table.root.get_by_role("button", name=begin).click()
        table.root.get_by_role("button", name="Yes, start over").click()
        expect(table.root.get_by_role("tab", name="Board")).to_have_attribute(
            "aria-selected", "true"
        )
