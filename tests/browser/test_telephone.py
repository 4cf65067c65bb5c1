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
from tests.browser.legible import overlapping
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
def test_a_telephone_that_lies_keeps_step_in_sight(page: Page, harness: str, game: str) -> None:
    """Charts keep a height that can be read, and the stage is scrolled below the bar."""
    table = show(page, harness, game, LYING)
    step = table.root.get_by_role("button", name="Step", exact=True)
    for scrolled in (0, 10_000):
        page.evaluate("high => document.querySelector('.ck-stage').scrollTo(0, high)", scrolled)
        eventually(page, partial(in_window, step), True)
    room = table.root.locator(".ck-worth .ck-chart-box").bounding_box()
    assert room and room["height"] >= 90
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.sweep(1)
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


@pytest.mark.sweep(1)
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
