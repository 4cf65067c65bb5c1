"""Inflation, the Treasury and the asset scores at once, in Poleconomy Game 2."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.classroom import Seen, seen
from tests.browser.desks import open_sight
from tests.browser.waiting import charts_are_drawn, eventually, laid_out, resize, send

STAGE = ["inflation", "treasury", "net_worth"]
SHOWN = """() => [...document.querySelectorAll('classkit-table classkit-chart')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.key)"""
PLOTS = """() => [...document.querySelectorAll('classkit-table .nsewdrag')]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height)"""


def show(page: Page, address: str, game: int = 2, size: tuple[int, int] = (1366, 768)) -> Seen:
    """Show a match that has just begun in a window of this size."""
    resize(page, *size)
    match = classkit.new("poleconomy", seats=4, seed=7, options={"game": game})
    open_sight(page, address, PageView(MatchController(match)))
    laid_out(page)
    return seen(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_three_stand_on_the_stage_from_the_first_turn(
    page: Page, harness: str, theme: str
) -> None:
    show(page, harness)
    wear(page, theme)
    eventually(page, lambda: page.evaluate(SHOWN), STAGE)
    for _ in range(2):
        send(page, do="step", until="turn")
    charts_are_drawn(page)
    eventually(page, lambda: [high >= 149.5 for high in page.evaluate(PLOTS)], [True] * 3)


def test_the_treasury_tells_its_cash_its_bonds_and_what_they_cost_next(
    page: Page, harness: str
) -> None:
    """A flat line is a fact too: what stands there is read beside it."""
    table = show(page, harness)
    legend = table.root.locator("classkit-chart[place='2'] .ck-chart-entry")
    expect(legend).to_have_text(["Treasury $0", "Next interest $0", "Bonds issued 0"])


def test_tools_come_to_whoever_points_or_goes_there_by_keys(page: Page, harness: str) -> None:
    table = show(page, harness)
    chart = table.root.locator("classkit-chart[place='2']")
    page.mouse.move(0, 0)
    expect(chart.get_by_role("button", name="Numbers")).to_be_hidden()
    chart.hover()
    chart.get_by_role("button", name="Numbers").click()
    expect(chart.locator(".ck-numbers")).to_contain_text("Next interest")
    chart.get_by_role("button", name="Numbers").click()
    page.mouse.move(0, 0)
    chart.get_by_role("button", name="Full size").focus()
    page.keyboard.press("Tab")
    expect(chart.get_by_role("button", name="Numbers")).to_be_focused()


def test_the_third_takes_the_stage_and_gives_it_back(page: Page, harness: str) -> None:
    table = show(page, harness)
    chart = table.root.locator("classkit-chart[place='2']")
    chart.get_by_role("button", name="Full size").click()
    eventually(page, lambda: page.evaluate(SHOWN), ["treasury"])
    page.keyboard.press("Escape")
    eventually(page, lambda: page.evaluate(SHOWN), STAGE)


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        ((1366, 768), "projector"),
        ((1280, 720), "projector"),
        ((1000, 700), "light"),
        ((390, 844), "light"),
    ],
    ids=["large type", "hall", "notebook", "telephone"],
)
def test_where_there_is_less_room_two_stand_there(
    page: Page, harness: str, size: tuple[int, int], theme: str
) -> None:
    """Nor is a third one filled, which nobody sees."""
    show(page, harness, size=size)
    wear(page, theme)
    laid_out(page)
    eventually(page, lambda: page.evaluate(SHOWN), ["inflation", "net_worth"])
    keys = page.evaluate(
        "() => [...document.querySelector('classkit-table').store.views.all.values()]"
        ".map((view) => view.chart)"
    )
    assert sorted(keys) == ["inflation", "net_worth"]


def test_another_game_has_two_and_a_new_match_of_this_one_three(page: Page, harness: str) -> None:
    show(page, harness, game=1)
    assert page.evaluate(SHOWN) == ["inflation", "net_worth"]
    send(page, do="new", seats=4, options={"game": 2})
    eventually(page, lambda: page.evaluate(SHOWN), STAGE)


def test_after_a_new_match_the_stage_shows_charts(page: Page, harness: str) -> None:
    """It is begun in the tab Match, and that is not what a class is to see then."""
    table = show(page, harness)
    for begin in ("New match with new luck", "Reset to the start"):
        table.tab("Match")
        table.root.get_by_role("button", name=begin).click()
        table.root.get_by_role("button", name="Yes, start over").click()
        expect(table.root.get_by_role("tab", name="Chart")).to_have_attribute(
            "aria-selected", "true"
        )
    table.tab("Match")
    table.root.get_by_role("button", name="New match with other options").click()
    table.root.get_by_role("button", name="Begin this match").click()
    expect(table.root.get_by_role("tab", name="Chart")).to_have_attribute("aria-selected", "true")
