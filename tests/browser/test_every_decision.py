"""Every decision of every game, at four sizes: all that answers, refuses or tells is in sight.

Design 7: nothing that must be clicked or read now is ever out of sight. On a telephone it lies in
the bar at the lower edge, or is reached by scrolling inside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from classkit.engine.match import Match
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView, Theme
from tests.browser.classroom import CROWD
from tests.browser.decisions import PLAYS, positions, unreached
from tests.browser.desks import open_sight
from tests.browser.sweeps import shared_out
from tests.browser.waiting import resize


@dataclass(frozen=True)
class Screen:
    """A size of the window, and the theme that is shown in it."""

    width: int
    height: int
    theme: Theme = "light"


LAPTOP = Screen(1366, 768)
OTHERS = {
    "projector": Screen(1920, 1080, "projector"),
    "cell": Screen(1000, 600),
    "telephone": Screen(390, 844),
}
HEAVIEST = {
    "poleconomy": ("pm_action", "vote_bill", "bid", "answer_trade"),
    "opoly": ("propose", "answer_deal", "bid_english", "shed_property"),
    "economicon": ("trade", "order_production", "choose_peg"),
    "economy": ("choose_destination",),
}
"""The decisions that a short run looks at on some of the other screens."""

LOOK = "async () => (await import('/tests/page/every_decision.js')).look()"


@cache
def asked(game: str) -> dict[str, Match]:
    """Return the positions of a game, found once."""
    return positions(game)


def faults_of(page: Page, address: str, game: str, kinds: Any, screen: Screen) -> dict[str, Any]:
    """Show each decision on a screen; give what is wrong, by decision."""
    resize(page, screen.width, screen.height)
    found = {}
    for kind in kinds:
        match = asked(game)[kind].fork()
        sight = PageView(MatchController(match, dict.fromkeys(match.seats)))
        sight.theme = screen.theme
        open_sight(page, address, sight, charts=False)
        if wrong := page.evaluate(LOOK):
            found[kind] = wrong
    return found


@pytest.mark.parametrize("game", PLAYS)
def test_every_kind_of_decision_is_met(game: str) -> None:
    """Every decision that a game has words for is asked in one of the positions."""
    assert unreached(game, asked(game)) == set()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", PLAYS)
def test_all_that_answers_is_in_sight_at_every_decision(
    page: Page, harness: str, game: str
) -> None:
    """At 1366x768: buttons, reasons of refusal and previews, of every decision."""
    assert faults_of(page, harness, game, asked(game), LAPTOP) == {}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("screen", OTHERS)
def test_all_that_answers_is_in_sight_on_every_screen(
    page: Page, harness: str, screen: str, deep: bool
) -> None:
    """On a projector, in a notebook's cell and on a telephone.

    In the short form the heaviest decisions of each game, each of them on some of these screens.
    """
    found = {}
    row = [*OTHERS].index(screen)
    for game, heaviest in HEAVIEST.items():
        kinds = asked(game) if deep else set(shared_out(heaviest, row, 2, deep))
        found |= faults_of(page, harness, game, kinds, OTHERS[screen])
    assert found == {}


def test_a_tab_leaves_the_form_as_it_is(page: Page, harness: str) -> None:
    """What futures tell lies over the board: the form stays open, and what was filled in."""
    match = asked("economicon")["trade"].fork()
    open_sight(page, harness, PageView(MatchController(match, dict.fromkeys(match.seats))))
    panel = page.locator("classkit-ask")
    more = panel.get_by_role("button", name="More …")
    if more.is_visible():
        more.click()
    panel.get_by_role("button", name="Buy in the market").click()
    panel.locator(".ck-number").fill("7")
    page.get_by_role("button", name="Futures", exact=True).click()
    expect(page.get_by_role("button", name="Compare moves")).to_be_in_viewport(ratio=1)
    expect(panel).to_have_attribute("data-form", "form")
    expect(panel.locator(".ck-number")).to_have_value("7")


@pytest.mark.parametrize("screen", [LAPTOP, OTHERS["projector"]])
def test_who_answers_in_secret_is_in_sight_whatever_the_names(
    page: Page, harness: str, screen: Screen
) -> None:
    """Each seat has a row, with a button that says what it does."""
    for game, kind in (("poleconomy", "vote_bill"), ("economicon", "order_production")):
        match = asked(game)[kind].fork()
        desk = MatchController(match, dict.fromkeys(match.seats))
        for seat, name in zip(match.seats, CROWD, strict=False):
            desk.rename(seat, name)
        resize(page, screen.width, screen.height)
        sight = PageView(desk)
        sight.theme = screen.theme
        open_sight(page, harness, sight, charts=False)
        rows = page.locator("classkit-ask .ck-waiting-row")
        openers = rows.get_by_role("button", name=": show my choices")
        assert openers.count() == len(match.seats)
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
        assert openers.evaluate_all(cut) == 0, kind
        lower = "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
        panel = page.locator("classkit-ask")
        assert rows.evaluate_all(lower) <= panel.evaluate_all(lower), kind


def test_reasons_why_not_are_read_behind_an_open_form(page: Page, harness: str) -> None:
    """Where the one form of a person stands open, what is not possible is a click away."""
    match = asked("economicon")["trade"].fork()
    open_sight(
        page, harness, PageView(MatchController(match, dict.fromkeys(match.seats))), charts=False
    )
    panel = page.locator("classkit-ask")
    if panel.locator(".ck-opened").is_visible():
        panel.get_by_role("button", name="Hide the form").click()
    more = panel.get_by_role("button", name="More …")
    if more.is_visible():
        more.click()
    reasons = panel.locator(".ck-barred .ck-do-why >> visible=true")
    why = reasons.filter(has_text="only a floating nation can create currency")
    expect(why.first).to_be_visible()
