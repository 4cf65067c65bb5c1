"""Charts on the stage: one at full size, type that follows the theme, the present moment in view.

Design section 7.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.chart_menu import open_menu, pick_chart, use_tool
from tests.browser.classroom import Seen
from tests.browser.desks import open_desk, open_part, show_table
from tests.browser.waiting import charts_are_drawn

BOOK = """\
import classkit
table = classkit.table({game!r}, seats=4, seed=3)
for _ in range(5):
    table.step(until="turn")
table
"""

DRAWN = """(place) => {
    const canvas = document.querySelector(`classkit-chart[place="${place}"] .ck-canvas`);
    const paths = [...canvas.querySelectorAll('.scatterlayer path, .scatterlayer .point')];
    return paths.map((one) => `${one.getAttribute('d')} ${one.getAttribute('transform')}`);
}"""
"""The lines and marks of a chart as they are drawn."""

REDRAW = """(place) => window.Plotly.redraw(
    document.querySelector(`classkit-chart[place="${place}"] .ck-canvas`))"""

LAST = """(place) => {
    const { data } = document.querySelector(`classkit-chart[place="${place}"] .ck-canvas`);
    return data?.[0].x.at(-1);
}"""
"""The last turn that a chart's first line reaches."""


RESTS = """(place) => {
    const chart = document.querySelector(`classkit-chart[place="${place}"]`);
    return !chart.stale && !chart.drawing.busy;
}"""
"""Whether a chart is drawn."""


def shown(page: Page, harness: str, game: str = "poleconomy") -> Seen:
    """A table some turns into a match, its two charts drawn."""
    table = show_table(page, harness, BOOK.format(game=game))
    for place in (0, 1):
        page.wait_for_function(f"({LAST})({place}) !== undefined")
    return table


def at_rest(page: Page, place: int) -> Any:
    """Return what a chart has drawn when it has come to rest."""
    page.wait_for_function(RESTS, arg=place)
    return page.evaluate(DRAWN, place)


def test_the_type_of_a_chart_follows_the_theme_at_once(page: Page, harness: str) -> None:
    table = shown(page, harness)
    tick = table.root.locator('classkit-chart[place="1"] .ytick text').first
    gauge = table.root.locator('classkit-chart[place="1"] .ck-gauge')
    for theme in ("projector", "dark", "projector", "light"):
        page.evaluate("(name) => document.querySelector('classkit-table').setTheme(name)", theme)
        size = gauge.evaluate("(one) => getComputedStyle(one).fontSize")
        expect(tick).to_have_css("font-size", size)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economicon"])
def test_the_present_moment_is_drawn_in_mid_turn_and_after_going_back(
    page: Page, harness: str, game: str
) -> None:
    """What plotly is told of the turn under way is what it would draw anew."""
    table = shown(page, harness, game)
    table.root.locator("input[value=decision]").check(force=True)
    for act in ("Step", "Step", "Step", "Back", "Back", "Forward", "Step"):
        before = table.where
        table.press(act)
        expect(table.root.locator("classkit-timeline .ck-where")).not_to_have_text(before)
        for place in (0, 1):
            page.wait_for_function(
                f"({LAST})({place}) === document.querySelector('classkit-table').now.turn"
            )
            drawn = at_rest(page, place)
            page.evaluate(REDRAW, place)
            assert page.evaluate(DRAWN, place) == drawn, (act, place)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("game", "chart", "log"),
    [
        ("economicon", "prices", True),
        ("economicon", "pegs", False),
        ("poleconomy", "ownership", False),
    ],
)
def test_a_chart_whose_ends_plotly_finds_goes_on_with_the_match(
    page: Page, harness: str, game: str, chart: str, log: bool
) -> None:
    """New points had stood beyond its ends, on a logarithmic axis and over names."""
    table = shown(page, harness, game)
    first = table.root.locator("classkit-chart").first
    pick_chart(first, chart)
    if log:
        use_tool(first, "Log")
    for _ in range(12):
        table.step()
        page.wait_for_function(f"({LAST})(0) === document.querySelector('classkit-table').now.turn")
        drawn = at_rest(page, 0)
        page.evaluate(REDRAW, 0)
        assert page.evaluate(DRAWN, 0) == drawn, table.where


def test_an_axis_that_gets_longer_goes_on_counting_rounds(page: Page, harness: str) -> None:
    """Where turns have the numbers of their rounds: it had counted turns, and said "Round"."""
    match = classkit.new("economicon", seats=4, seed=7)
    desk = MatchController(match, "passive")
    open_desk(page, harness, desk)
    chart = page.locator('classkit-chart[place="0"]')
    expect(chart.locator(".xtick text").first).to_have_text("round 1")
    step = page.get_by_role("button", name="Step", exact=True)
    where = page.locator("classkit-timeline .ck-where")
    while match.turn < 32:
        before = where.inner_text()
        step.click()
        expect(where).not_to_have_text(before, use_inner_text=True)
    charts_are_drawn(page)
    ticks = chart.locator(".xtick text").all_text_contents()
    assert ticks[-1] == f"round {match.round}"
    assert all(int(tick) < match.round for tick in ticks[:-1])


def test_the_tools_of_a_chart_stay_within_a_narrow_column(page: Page, harness: str) -> None:
    """A chart of 130 pixels in a box of several; they stand in two lines there."""
    desk = MatchController(classkit.new("economicon", seats=4, seed=3), "passive")
    chart = open_part(page, harness, PageView(desk), "chart", 130)
    about = open_menu(chart).get_by_role("button", name="About", exact=True)
    expect(about).to_be_visible()
    column, last = chart.bounding_box(), about.bounding_box()
    assert column and last and last["x"] + last["width"] <= column["x"] + column["width"]
