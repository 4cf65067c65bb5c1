"""A stage at rest: nothing moves while a match plays on, branches, or changes its theme."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import violations, wear
from tests.browser.classroom import Seen, seen
from tests.browser.desks import open_sight
from tests.browser.waiting import charts_are_drawn, laid_out, resize, send

BOXES = ((934, 560), (1280, 720), (1366, 768), (1920, 1080), (390, 844), (320, 640))
STEPS = 12
"""Turns that are played in each box."""
MOST = 0.02
"""Shift of the layout in all these turns: words beside a sentence that is longer than the last."""
WATCH = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
            window.shifts.push([value, ...sources.map(({ node }) =>
                node?.className?.baseVal ?? node?.className ?? node?.nodeName)]);
    }).observe({ type: 'layout-shift' });
}"""
WHERE = """() => [...document.querySelectorAll('.ck-stage > *')]
    .filter((one) => one.checkVisibility() && !one.matches('.ck-only-read'))
    .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.localName, x, y, width, height];
    })"""


def show(page: Page, address: str, size: tuple[int, int], turns: int = 12) -> Seen:
    """Show a match of Poleconomy after some turns, played by its own bots."""
    match = classkit.new("poleconomy", seats=4, seed=39)
    for _ in range(turns):
        match.play(until="turn", bots="tycoon")
    resize(page, *size)
    open_sight(page, address, PageView(MatchController(match, "tycoon")))
    charts_are_drawn(page)
    laid_out(page)
    return seen(page)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", BOXES, ids=[f"{wide}x{high}" for wide, high in BOXES])
def test_the_layout_does_not_shift_during_play(
    page: Page, harness: str, size: tuple[int, int]
) -> None:
    show(page, harness, size)
    page.evaluate(WATCH)
    for _ in range(STEPS):
        send(page, do="step", until="turn")
        charts_are_drawn(page)
    page.wait_for_timeout(200)
    shifts: list[list[Any]] = page.evaluate("() => window.shifts")
    assert sum(one[0] for one in shifts) < MOST, shifts


def test_a_branch_leaves_every_pane_in_its_place(page: Page, harness: str) -> None:
    """It used to push the board down by ten pixels."""
    for size in ((934, 560), (1366, 768)):
        table = show(page, harness, size)
        before = page.evaluate(WHERE)
        table.root.get_by_role("button", name="What if?").click()
        expect(table.root.get_by_label("Branch", exact=True)).to_be_visible()
        send(page, do="step", until="turn")
        laid_out(page)
        assert page.evaluate(WHERE) == before, size


@pytest.mark.sweep(1)
@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_the_stage_has_no_barrier(page: Page, harness: str, theme: str) -> None:
    """By the rules of axe: in the heat of prices too, with a branch, futures and the menu open."""
    table = show(page, harness, (1366, 768), turns=26)
    wear(page, theme)
    assert violations(page) == []
    table.root.get_by_role("button", name="What if?").click()
    table.root.locator(".ck-menu-opener").click()
    laid_out(page)
    assert violations(page) == []
