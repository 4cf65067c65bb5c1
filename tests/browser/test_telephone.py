"""A telephone in the hand, upright and lying, with its keyboard open."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.classroom import Seen, seen
from tests.browser.decisions import positions
from tests.browser.desks import open_desk, open_sight
from tests.browser.legible import overlapping, sticks_out
from tests.browser.waiting import eventually, resize

GAMES = ("poleconomy", "opoly", "economicon", "economy")
UPRIGHT = {"width": 390, "height": 844}
TYPING = {"width": 390, "height": 422}
"""What the keyboard leaves of the screen."""
LYING = {"width": 844, "height": 390}
ASKED = {
    "poleconomy": ("bid", "vote_bill"),
    "opoly": ("propose", "answer_deal"),
    "economicon": ("trade", "choose_peg"),
    "economy": ("choose_destination",),
}
"""Decisions with a form of each kind: amounts, choices, a deal, a list, answers in secret."""


def show(page: Page, address: str, game: str, size: dict[str, int]) -> Seen:
    """Show a table after a few turns, on a screen of this size."""
    resize(page, **size)
    match = classkit.new(game, seats=4, seed=7)
    for _ in range(4):
        match.play(until="turn", bots="passive")
    open_desk(page, address, MatchController(match, "passive"))
    return seen(page)


def decide(page: Page, address: str, match: Any) -> Locator:
    """Show a table at which persons decide; return the bar that answers."""
    open_sight(page, address, PageView(MatchController(match.fork(), dict.fromkeys(match.seats))))
    return seen(page).root.locator("classkit-ask")


def in_window(part: Locator) -> bool:
    """Return whether all of a part is within the window."""
    inside: bool = part.evaluate(
        """(node) => {
            const { left, top, right, bottom } = node.getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        }"""
    )
    return inside


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_telephone_that_lies_shows_board_step_and_answers_at_once(
    fresh_page: Page, harness: str, game: str
) -> None:
    """The board stands at the left, all of it; Step and the answers keep to their edges.

    In a fresh page, as nothing may stand below the table that another match has left there.
    """
    page = fresh_page
    table = show(page, harness, game, LYING)
    step = table.root.get_by_role("button", name="Step", exact=True)
    sheet = table.root.locator(".ck-sheet")
    ask = table.root.locator("classkit-ask")
    answers = ask.locator(".ck-do >> visible=true").first
    figures = table.root.locator(".ck-strip-score")
    for figure in figures.all():
        assert figure.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
    for scrolled in (0, 10_000):
        page.evaluate("high => scrollTo(0, high)", scrolled)
        for part in (step, sheet, ask, answers):
            eventually(page, partial(in_window, part), True)
    table.root.locator(".ck-first classkit-chart >> nth=0").scroll_into_view_if_needed()
    expect(table.root.locator(".ck-first .main-svg").first).to_be_visible()
    room = table.root.locator(".ck-first .ck-chart-box").bounding_box()
    assert room and room["height"] >= 120 and room["width"] >= 300
    for tab in table.root.get_by_role("tab").all():
        if tab.is_visible():
            tab.click()
            assert sticks_out(page) == [], tab.inner_text()


def test_millions_are_whole_beside_the_seats_of_a_telephone_that_lies(
    page: Page, harness: str
) -> None:
    """In few letters there, and in full again when it is turned."""
    resize(page, **LYING)
    rich = {seat: {"cash": 2_360_000} for seat in "ABCD"}
    match = classkit.new(
        "poleconomy", seats=4, seed=7, position={"mover": "B", **rich}, options={"game": 1}
    )
    open_desk(page, harness, MatchController(match))
    scores = page.locator("classkit-seatstrip .ck-strip-score > :first-child")
    expect(scores.first).to_have_text("$2.36M")
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    eventually(page, lambda: page.locator(".ck-strip-score").evaluate_all(cut), 0)
    resize(page, **UPRIGHT)
    expect(scores.first).to_have_text("$2,360,000")


@pytest.mark.sweep(2)
@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
@pytest.mark.parametrize("game", GAMES)
def test_forms_have_the_width_of_the_bar_and_nothing_lies_over_anything(
    page: Page, harness: str, game: str, size: dict[str, int]
) -> None:
    met = positions(game)
    resize(page, **size)
    for name in ASKED[game]:
        ask = decide(page, harness, met[name])
        assert overlapping(page, "classkit-ask") == [], name
        for opener in ask.locator(".ck-opener >> visible=true").all()[:1]:
            opener.click()
        assert overlapping(page, "classkit-ask") == [], name
        form = ask.locator(".ck-move.ck-opened")
        if form.count():
            wide = form.bounding_box(), ask.bounding_box()
            assert wide[0] and wide[1] and wide[0]["width"] >= 0.9 * wide[1]["width"], name


def test_who_opens_a_form_has_half_of_the_screen_for_it(page: Page, harness: str) -> None:
    """Folded, the answers have a fifth; in a form what it would bring about is read as well."""
    resize(page, **UPRIGHT)
    ask = decide(page, harness, positions("poleconomy")["pm_action"])
    side = page.locator(".ck-answer-side")
    assert side.evaluate("(node) => node.offsetHeight / innerHeight") <= 0.201
    ask.locator(".ck-opener >> visible=true").first.click()
    expect(page.get_by_role("button", name="Less", exact=True)).to_be_visible()
    expect(ask.locator(".ck-opened")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "decision"),
    [("opoly", "bid_english"), ("opoly", "propose"), ("economicon", "trade")],
)
def test_what_is_typed_and_what_sends_it_are_seen_above_the_keyboard(
    page: Page, harness: str, game: str, decision: str
) -> None:
    """A browser that makes room for its keyboard leaves half of the window, and keeps the field."""
    resize(page, **UPRIGHT)
    ask = decide(page, harness, positions(game)[decision])
    field = ask.locator("input.ck-number >> visible=true").first
    field.focus()
    resize(page, **TYPING)
    expect(page.locator("classkit-table")).to_have_css("--ck-tall", "422px")
    field.scroll_into_view_if_needed()
    form = ask.locator("form.ck-move").filter(has=page.locator("input:focus"))
    send = form.locator("button[type=submit] >> visible=true").first
    for part in (field, send):
        assert in_window(part), part
        covered = part.evaluate(
            """(node) => {
                const { left, right, top, bottom } = node.getBoundingClientRect();
                const middle = [(left + right) / 2, (top + bottom) / 2];
                return !node.contains(document.elementFromPoint(...middle));
            }"""
        )
        assert not covered


def test_the_controls_are_whole_in_the_projectors_theme(page: Page, harness: str) -> None:
    """Somebody opens the projector's table on a telephone: no button's word leaves its button."""
    resize(page, 390, 844)
    open_desk(
        page,
        harness,
        MatchController(
            classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7, options={"game": 1})
        ),
    )
    wear(page, "projector")
    cut = """() => [...document.querySelectorAll('.ck-head button, .ck-desk button')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent)"""
    assert page.evaluate(cut) == []
