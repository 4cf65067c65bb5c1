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
from tests.browser.classroom import Seen
from tests.browser.desks import open_desk, open_part, show_table
from tests.browser.waiting import charts_are_drawn, eventually

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
    return !chart.stale && !chart.drawing.busy && chart.pause === undefined;
}"""
"""Whether a chart is drawn, and none of its axes waits for the pause after a step to get longer."""


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


@pytest.mark.parametrize("place", [0, 1])
def test_a_chart_takes_the_whole_stage_by_one_click_and_gives_it_back(
    page: Page, harness: str, place: int
) -> None:
    table = shown(page, harness)
    chart = table.root.locator(f'classkit-chart[place="{place}"]')
    other = table.root.locator(f'classkit-chart[place="{1 - place}"]')
    before: Any = chart.bounding_box()
    for way_back in ("Normal size", "Escape"):
        chart.get_by_role("button", name="Full size").click()
        expect(table.root).to_have_attribute("data-big", str(place))
        expect(other).to_be_hidden()
        expect(table.root.locator("classkit-board")).to_be_hidden()
        large: Any = chart.bounding_box()
        assert large["width"] > 1.8 * before["width"] and large["height"] > 1.6 * before["height"]
        expect(chart.locator("svg.main-svg").first).to_be_visible()
        expect(table.root.locator("classkit-ask")).to_be_visible()
        table.step()
        if way_back == "Escape":
            page.keyboard.press("Escape")
        else:
            chart.get_by_role("button", name=way_back).click()
        expect(table.root.locator("classkit-board")).to_be_visible()
        assert chart.bounding_box() == before


def test_the_type_of_a_chart_follows_the_theme_at_once(page: Page, harness: str) -> None:
    table = shown(page, harness)
    tick = table.root.locator('classkit-chart[place="1"] .ytick text').first
    for theme in ("projector", "dark", "projector", "light"):
        page.evaluate("(name) => document.querySelector('classkit-table').setTheme(name)", theme)
        size = table.root.evaluate(
            "(root) => parseFloat(getComputedStyle(root).getPropertyValue('--ck-chart-type'))"
        )
        expect(tick).to_have_css("font-size", f"{size:g}px")


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
    first.locator("select").select_option(chart)
    if log:
        first.get_by_role("button", name="Log").click()
    for _ in range(12):
        table.step()
        page.wait_for_function(f"({LAST})(0) === document.querySelector('classkit-table').now.turn")
        drawn = at_rest(page, 0)
        page.evaluate(REDRAW, 0)
        assert page.evaluate(DRAWN, 0) == drawn, table.where


def test_branches_keep_their_names_where_other_branches_come_before_them(
    page: Page, harness: str
) -> None:
    """Plotly writes no name at a point where it wrote none, so a shorter line had lost its own."""
    table = shown(page, harness, "economicon")
    drawing = "document.querySelector('classkit-chart').drawing"
    line = """(name, count) => ({ type: 'scatter', mode: 'lines+text', name,
        x: [...Array(count).keys()], y: Array(count).fill(count),
        text: [...Array(count - 1).fill(''), name] })"""
    layout = "{ xaxis: { range: [0, 20] }, yaxis: { range: [0, 20] } }"
    names = table.root.locator("classkit-chart").first.locator(".textpoint text")
    for lines in ({"B": 9}, {"A": 2, "B": 9}, {"B": 4}):
        data = [f"({line})('{name}', {count})" for name, count in lines.items()]
        page.evaluate(f"() => {drawing}.show({{ data: [{', '.join(data)}], layout: {layout} }})")
        eventually(page, lambda: [one for one in names.all_text_contents() if one], [*lines])


def test_an_axis_that_gets_longer_goes_on_counting_rounds(page: Page, harness: str) -> None:
    """Where turns have the numbers of their rounds: it had counted turns, and said "Round"."""
    match = classkit.new("economicon", seats=4, seed=7)
    desk = MatchController(match, "passive")
    open_desk(page, harness, desk)
    chart = page.locator('classkit-chart[place="0"]')
    expect(chart.locator(".xtick text").first).to_have_text("1")
    step = page.get_by_role("button", name="Step", exact=True)
    where = page.locator("classkit-timeline .ck-where")
    while match.turn < 32:
        before = where.inner_text()
        step.click()
        expect(where).not_to_have_text(before, use_inner_text=True)
    charts_are_drawn(page)
    rounds = [str(number + 1) for number in range(match.round)]
    eventually(page, chart.locator(".xtick text").all_text_contents, rounds)


def test_the_tools_of_a_chart_stay_within_a_narrow_column(page: Page, harness: str) -> None:
    """A chart of 130 pixels in a box of several; they stand in two lines there."""
    desk = MatchController(classkit.new("economicon", seats=4, seed=3), "passive")
    chart = open_part(page, harness, PageView(desk), "chart", 130)
    about = chart.get_by_role("button", name="About", exact=True)
    expect(about).to_be_visible()
    column, last = chart.bounding_box(), about.bounding_box()
    assert column and last and last["x"] + last["width"] <= column["x"] + column["width"]
