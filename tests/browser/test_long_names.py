"""Names of sixty letters, of one word or several, in other scripts and pictures."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.engine.match import Match
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.decisions import positions
from tests.browser.desks import open_sight
from tests.browser.sweeps import shared_out
from tests.browser.waiting import charts_are_drawn, eventually, laid_out, resize

NAMES = (
    "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt",
    "Team of the third row by the window, Economics 2 on a Monday",
    "فريق الصف الثالث بجانب النافذة في قسم الاقتصاد السياسي العام",
    "הצוות של השורה השלישית ליד החלון במחלקה לכלכלה פוליטית",
)
PICTURES = (
    "🦫🏭💰" * 20,
    "👩🏽‍🔬" * 15,
    "e\u0301conomie politique " * 3,
    "Ministerium für Wirtschaft " * 2,
)
SCREENS = {"laptop": (1366, 768, "light"), "projector": (1920, 1080, "projector")}
SCROLLED = """() => [...document.querySelectorAll('classkit-ask, classkit-ask *')]
    .filter((one) => one.checkVisibility() && !one.matches('.ck-fields')
        && /auto|scroll/.test(getComputedStyle(one).overflowY)
        && (one.scrollHeight > one.clientHeight + 4 || one.scrollWidth > one.clientWidth + 4))
    .map((one) => one.className)"""
BROKEN = """() => [...document.querySelectorAll('classkit-ask .ck-word-table :is(th, td)')]
    .filter((one) => one.checkVisibility() && !/\\s/.test(one.textContent.trim())
        && one.textContent.length < 13)
    .filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
    }).map((one) => one.textContent)"""
HEAD_CUT = """() => { const head = document.querySelector('classkit-ask .ck-ask-title');
    return head.scrollHeight > head.clientHeight + 6; }"""
OPENERS_CUT = """() => [...document.querySelectorAll('classkit-ask .ck-waiting-row .ck-main')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)"""
ASKED = {
    "poleconomy": ("propose_coalition", "vote_bill", "answer_trade", "admit_member"),
    "opoly": ("merger_offer", "answer_deal", "build_order", "shed_property"),
    "economicon": ("choose_peg", "consent", "order_production"),
    "economy": ("place_location",),
}


def named(match: Match, names: tuple[str, ...]) -> MatchController:
    """A desk at which persons with such names decide."""
    desk = MatchController(match, dict.fromkeys(match.seats))
    for seat, name in zip(match.seats, names, strict=False):
        desk.rename(seat, name)
    return desk


def show(
    page: Page, address: str, desk: MatchController, screen: str, charts: bool = False
) -> None:
    width, height, theme = SCREENS[screen]
    resize(page, width, height)
    sight = PageView(desk)
    sight.theme = theme  # type: ignore[assignment]
    open_sight(page, address, sight, charts=charts)
    laid_out(page)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("names", [NAMES, PICTURES], ids=["scripts", "pictures"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", ASKED)
def test_the_answers_keep_their_place_whatever_the_names(
    page: Page, harness: str, game: str, screen: str, names: tuple[str, ...], deep: bool
) -> None:
    """Nothing scrolls but a large form, no short word breaks, and the question is whole.

    In the short form each decision on one of the screens, with one or the other names.
    """
    met = positions(game)
    row = 2 * [*SCREENS].index(screen) + (names is PICTURES)
    for kind in shared_out(ASKED[game], row, 1, deep):
        show(page, harness, named(met[kind].fork(), names), screen)
        for look in (SCROLLED, BROKEN, OPENERS_CUT):
            eventually(page, lambda look=look: page.evaluate(look), [])  # type: ignore[misc]
        eventually(page, lambda: page.evaluate(HEAD_CUT), False)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_refusal_is_in_sight_whatever_the_names(page: Page, harness: str, screen: str) -> None:
    """N3.6: a peg that is refused says why within the bar."""
    match = positions("economicon")["choose_peg"].fork()
    show(page, harness, named(match, NAMES), screen)
    panel = page.locator("classkit-ask")
    reason = panel.locator(".ck-barred .ck-do-why").first
    expect(reason).to_contain_text("A currency cannot be pegged to itself")
    expect(reason).to_be_in_viewport(ratio=1)
    inside = """(one) => one.getBoundingClientRect().bottom
        <= one.closest('.ck-ask-body').getBoundingClientRect().bottom + 1"""
    eventually(page, lambda: reason.evaluate(inside), True)


def tied() -> MatchController:
    """A match of Economicon that is over: its winner has a Hebrew name, and won by a tie-break."""
    match = classkit.new("economicon", seats=4, seed=4).play(until="end", bots="gold_anchor")
    return named(match, NAMES)


@pytest.mark.parametrize("screen", SCREENS)
def test_the_standings_have_every_figure_and_say_what_broke_a_tie(
    page: Page, harness: str, screen: str
) -> None:
    """N16.3: by more gold; the score is not pushed out of sight by a name."""
    show(page, harness, tied(), screen)
    page.get_by_role("button", name="Show the table").click()
    page.get_by_role("tab", name="Standings", exact=True).click()
    table = page.locator("classkit-standings")
    expect(table.locator(".ck-tie").first).to_contain_text("Tie won with more gold in reserves, ")
    inside = """(cell) => cell.getBoundingClientRect().right
        <= cell.closest('[role=tabpanel]').getBoundingClientRect().right"""
    for cell in table.locator("tbody td").all():
        eventually(page, lambda cell=cell: cell.evaluate(inside), True)  # type: ignore[misc]


def first_letter(node: Any) -> bool:
    """Whether the first letter of a name is within the box that cuts it."""
    seen: bool = node.evaluate(
        """(name) => {
            const range = document.createRange();
            range.setStart(name.firstChild, 0);
            range.setEnd(name.firstChild, 1);
            const letter = range.getBoundingClientRect(), box = name.getBoundingClientRect();
            return letter.left >= box.left - 1 && letter.right <= box.right + 1;
        }"""
    )
    return seen


def test_names_are_cut_at_their_end_and_sentences_begin_at_the_left(
    page: Page, harness: str
) -> None:
    """Also a name that is written from right to left, in a sentence that is English."""
    show(page, harness, tied(), "laptop")
    names = page.locator(".ck-ending-name bdi")
    expect(names).to_have_count(4)
    for name in names.all():
        eventually(page, lambda name=name: first_letter(name), True)  # type: ignore[misc]
        expect(name).to_be_in_viewport(ratio=1)
    for place in (".ck-ending-why", ".ck-ending-turns p", ".ck-said", ".ck-question"):
        for sentence in page.locator(place).all():
            expect(sentence).not_to_have_css("unicode-bidi", "plaintext")
            expect(sentence).to_have_css("direction", "ltr")


@pytest.mark.parametrize("game", ["economy", "opoly"])
def test_the_course_of_a_match_keeps_its_room_beside_long_names(
    page: Page, harness: str, game: str
) -> None:
    """Labels have less than half of the chart: names are cut, figures are whole."""
    match = classkit.new(game, seats=list(NAMES), seed=7).play(until="end")
    show(page, harness, MatchController(match), "projector", charts=True)
    charts_are_drawn(page)
    chart = page.locator(".ck-ending .ck-chart").first
    expect(chart.locator(".ck-end b")).to_have_count(len(NAMES))
    plot = chart.locator(".nsewdrag").bounding_box()
    whole = chart.bounding_box()
    assert plot and whole and plot["width"] > 0.5 * whole["width"]
    for figure in chart.locator(".ck-end b").all():
        box = figure.bounding_box()
        assert box and box["x"] + box["width"] <= whole["x"] + whole["width"] + 1
