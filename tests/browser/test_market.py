"""Economicon at the table, in a real browser: a purchase shows its cost beside its form."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.engine.match import Match
from classkit.widgets.match_controller import MatchController
from tests.browser.desks import open_desk
from tests.browser.waiting import resize

SIZES = [(1366, 768), (1920, 1080)]


def market() -> Match:
    """A market that is open; A, who has most gold, trades first."""
    position = {"round": 2, "phase": 7, "event": "E10", "A": {"reserves": {"gold": 20}}}
    match = classkit.new("economicon", seats=4, seed=7, position=position)
    while match.requests()[0].name == "release_goods":
        match.answer("release", grain=0, oil=0, tech=0)
    return match


def overlap(one: Any, other: Any) -> bool:
    """Whether two boxes cover each other by more than a hair."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return bool(across > 1 and down > 1)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cost_stands_beside_the_form(page: Page, harness: str, size: tuple[int, int]) -> None:
    """N9.3: what it costs, what the rounding gives, and the price afterwards; before it is made."""
    resize(page, size[0], size[1])
    match = market()
    open_desk(page, harness, MatchController(match, dict.fromkeys(match.seats)))
    form = page.locator("classkit-ask .ck-move", has=page.locator("select")).first
    form.locator("select").first.select_option(label="Grain")
    form.locator("input[inputmode], input[type=number]").first.fill("10")
    form.locator("label", has_text="Gold").last.click()
    shown = form.locator(".ck-word-table")
    expect(shown).to_contain_text("Cost 4 gold: 4.167, rounded down, saving 0.167.")
    expect(shown).to_contain_text("0.417 gold now, 0.478 afterwards")
    table = shown.bounding_box()
    fields = form.locator(".ck-fields select, .ck-fields input, .ck-fields button").locator(
        "visible=true"
    )
    boxes = [one.bounding_box() for one in fields.all()]
    assert len(boxes) >= 4
    assert not [one for one in boxes if overlap(one, table)]
    select = form.locator("select").first.bounding_box()
    assert select is not None and select["width"] > 90, "its choice can be read"
    form.get_by_role("button", name="Buy in the market", exact=True).click()
    expect(page.locator("classkit-news")).to_contain_text("buys 10 grain for 4 gold")
    assert match.ledger.balance("market", "grain") == 134


CUT_OFF = """(control) => {
  const { outlineWidth, outlineOffset } = getComputedStyle(control);
  const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const { top, left, right, bottom } = control.getBoundingClientRect();
  for (let box = control.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflow === 'visible') continue;
    const { x, y } = box.getBoundingClientRect();
    const [from, over] = [x + box.clientLeft, y + box.clientTop];
    const [to, under] = [from + box.clientWidth, over + box.clientHeight];
    const past = Math.max(from - left, over - top, right - to, bottom - under);
    if (ring < 3 || past + ring > 0.5) return `${control.className} in ${box.className}`;
  }
  return '';
}"""
"""Where the ring around a control that has the focus is cut off; empty where it is whole."""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_ring_of_the_focus_is_whole(page: Page, harness: str, size: tuple[int, int]) -> None:
    resize(page, size[0], size[1])
    match = market()
    open_desk(page, harness, MatchController(match, dict.fromkeys(match.seats)))
    form = page.locator("classkit-ask .ck-move", has=page.locator("select")).first
    form.locator("select").first.select_option(label="Grain")
    controls = form.locator("select, input:not([type=radio]), button").locator("visible=true")
    expect(form.locator(".ck-number").first).to_be_visible()
    rings = []
    for control in controls.all():
        control.focus()
        rings.append(control.evaluate(CUT_OFF))
    assert len(rings) >= 4 and not any(rings), rings
