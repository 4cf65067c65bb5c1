"""Points of lines: those that turned the match are marked, and each tells why it is there."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.chart_menu import pick_chart, use_tool
from tests.browser.classroom import Seen
from tests.browser.desks import open_desk, open_sight
from tests.browser.waiting import charts_are_drawn, eventually, resize

MARKS = """() => [...document.querySelectorAll('classkit-course')].flatMap((chart) =>
    [...chart.querySelectorAll('.ck-course-mark')].map((mark) => {
        const [point, disc] = mark.querySelectorAll('circle');
        const number = mark.dataset.number;
        const { x, y } = chart.points.find((one) => String(one.number) === number);
        const at = chart.pixel(x, y);
        const box = disc.getBoundingClientRect(), room = chart.getBoundingClientRect();
        const off = [point.cx.baseVal.value - at.x, point.cy.baseVal.value - at.y];
        const is = (name) => mark.classList.contains(name);
        return { number, y, off: Math.hypot(...off),
            forward: is('ck-forward'), behind: is('ck-behind'),
            inside: box.left >= room.left && box.right <= room.right && box.top >= room.top
                && box.bottom <= room.bottom,
            words: mark.querySelector('.ck-course-change')?.textContent ?? '' };
    }))"""
"""The marks on the charts of the end, as they are drawn."""
PLACE = """([chart, line, at]) => {
    const canvas = document.querySelector(`classkit-chart[place="${chart}"] .ck-canvas`);
    const trace = canvas.data.find(({ meta }) => meta === line);
    const where = trace.x.indexOf(at);
    const { xaxis, yaxis } = canvas._fullLayout;
    const box = canvas.getBoundingClientRect();
    return { x: box.left + xaxis._offset + xaxis.c2p(at),
             y: box.top + yaxis._offset + yaxis.c2p(trace.y[where]) };
}"""
"""Where a point of a line is drawn, in pixels of the window."""


MIDDLE = """([line, at]) => {
    const canvas = document.querySelector('classkit-chart[place="0"] .ck-canvas');
    const lines = canvas.data.filter(({ stackgroup }) => stackgroup);
    const upto = lines.findIndex(({ meta }) => meta === line);
    const heights = lines.slice(0, upto + 1).map(({ x, y }) => y[x.indexOf(at)] || 0);
    const top = heights.reduce((sum, one) => sum + one, 0);
    const { xaxis, yaxis } = canvas._fullLayout;
    const box = canvas.getBoundingClientRect();
    return { x: box.left + xaxis._offset + xaxis.c2p(at),
             y: box.top + yaxis._offset + yaxis.c2p(top - heights.at(-1) / 2) };
}"""
"""Where the middle of a part of a stack is drawn at a turn, in pixels of the window."""


def seen_at(page: Page, name: str) -> None:
    """Keep a picture of what is seen, where somebody has asked for pictures."""
    if folder := os.environ.get("CLASSKIT_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def ended(page: Page, harness: str, game: str) -> tuple[Seen, Any]:
    match = classkit.new(game, seats=["Ada", "Bo", "Cy", "Di"], seed=7).play(until="end")
    sight = PageView(MatchController(match))
    resize(page, 1280, 720)
    open_sight(page, harness, sight)
    charts_are_drawn(page)
    return Seen(page, page.locator("classkit-table")), sight.get_end()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economicon", "economy"])
def test_pointing_at_a_turning_point_shows_its_mark(page: Page, harness: str, game: str) -> None:
    """Each is tied to the line of its seat, with its number in the list."""
    table, end = ended(page, harness, game)
    seen_at(page, f"marks-{game}")
    points = table.root.locator(".ck-ending-turns > li")
    expect(points).to_have_count(len(end["turns"]))
    marks = {one["number"]: one for one in page.evaluate(MARKS)}
    assert sorted(marks) == [str(number) for number, _ in enumerate(end["turns"], 1)]
    for number, told in enumerate(end["turns"], 1):
        one, mark = points.nth(number - 1), marks[str(number)]
        expect(one.locator(".ck-ending-number")).to_have_text(str(number))
        assert mark["y"] == pytest.approx(told["score"]) and mark["off"] < 1
        assert mark["inside"] and mark["words"] == told["change"]
        one.hover()
        page.wait_for_function(
            f"n => ({MARKS})().every((one) => one.forward === (one.number === n)"
            " && one.behind !== one.forward)",
            arg=str(number),
        )
        seen_at(page, f"marks-{game}-{number}")
    table.root.locator(".ck-ending-title").hover()
    page.wait_for_function(f"() => ({MARKS})().every((one) => !one.forward && !one.behind)")
    points.first.get_by_role("button", name="Why?").focus()
    page.wait_for_function(f"() => ({MARKS})().some((one) => one.forward)")


def split_over(table: Seen, place: int) -> Locator:
    return table.root.locator(f'classkit-chart[place="{place}"] .ck-asked:not([hidden])')


def in_play(
    page: Page, harness: str, name: str, turns: int = 8, **options: Any
) -> tuple[Seen, Any]:
    match = classkit.new(name, seats=["Ada", "Bo", "Cy", "Di"], seed=7, options=options)
    for _ in range(turns):
        match.play(until="turn")
    resize(page, 1366, 768)
    open_desk(page, harness, MatchController(match))
    charts_are_drawn(page)
    return Seen(page, page.locator("classkit-table")), match


def shown_on(table: Seen, key: str) -> int:
    """Have the first chart show this one; gives its place."""
    chart = table.root.locator('classkit-chart[place="0"]')
    pick_chart(chart, key)
    charts_are_drawn(table.page)
    return 0


COURSES = (("poleconomy", "net_worth", "net_worth"), ("opoly", "asset_race", "asset_score"),
           ("economicon", "worth", "worth"), ("economy", "points", "points"))  # fmt: skip


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "chart", "figure"), COURSES)
def test_a_click_on_a_point_opens_the_split_of_its_turn(
    page: Page, harness: str, game: str, chart: str, figure: str
) -> None:
    """The seat whose point lies nearest is asked for, in the turn of the point."""
    table, match = in_play(page, harness, game)
    place = shown_on(table, chart)
    rows = {row["turn"]: row for row in match.history}
    turn = max(
        (turn for turn in rows if turn - 1 in rows),
        key=lambda turn: rows[turn][figure]["B"] - rows[turn - 1][figure]["B"],
    )
    at = page.evaluate(PLACE, [place, f"{figure}.B", turn])
    page.mouse.move(at["x"] - 2, at["y"])
    page.mouse.click(at["x"], at["y"])
    told = split_over(table, place)
    expect(told).to_contain_text(f" in turn {turn}")
    seen_at(page, f"click-{game}")
    why = str(match.why(figure, seat="B", turn=turn, seen_as="everybody")).split("\n")
    alike = [s for s in match.seats if rows[turn][figure][s] == rows[turn][figure]["B"]]
    if alike == ["B"]:
        expect(told).to_contain_text(f"of Bo: {why[0].split(': ', 1)[1]}")
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()


def middle_of_area(page: Page, line: str, at: int) -> dict[str, float]:
    """Where the middle of a part of a stacked area is drawn at a turn, in pixels of the window."""
    place: dict[str, float] = page.evaluate(MIDDLE, [line, at])
    return place


def test_a_click_into_an_area_or_on_a_bar_opens_the_split_of_that_part(
    page: Page, harness: str
) -> None:
    """Of a stack what lies below the click, of a bar of the present all since the opening."""
    table, match = in_play(page, harness, "opoly", turns=12)
    place, turn = shown_on(table, "ownership"), match.turn - 2
    at = middle_of_area(page, "ownership.B", turn)
    page.mouse.move(at["x"] - 2, at["y"])
    page.mouse.click(at["x"], at["y"])
    told = split_over(table, place)
    expect(told).to_contain_text("Property owned, Bo: ")
    expect(told).to_contain_text(f" in turn {turn}")
    seen_at(page, "click-area")
    page.keyboard.press("Escape")
    shown_on(table, "liquidity")
    bar = table.root.locator('classkit-chart[place="0"] .barlayer .point').nth(1).bounding_box()
    assert bar is not None
    page.mouse.move(bar["x"] + bar["width"] / 2 - 1, bar["y"] + 4)
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + 4)
    expect(told).to_contain_text("Cash of Bo: ")
    expect(told).to_contain_text(" from the opening to turn ")
    seen_at(page, "click-bar")
    shown_on(table, "recession_turns")
    at = page.evaluate(PLACE, [place, "recession_turns", turn])
    page.mouse.move(at["x"] - 2, at["y"])
    page.mouse.click(at["x"], at["y"])
    expect(told).to_contain_text("Recession turns is not split. It grows by 1 with each turn")


def test_the_keyboard_asks_for_a_point_in_the_numbers(page: Page, harness: str) -> None:
    """One stop of Tab, arrows from cell to cell, Enter asks, Escape leads back to the cell."""
    table, match = in_play(page, harness, "poleconomy", game=1)
    place = shown_on(table, "net_worth")
    chart = table.root.locator('classkit-chart[place="0"]')
    use_tool(chart, "Numbers")
    cells = chart.locator("button.ck-point-why")
    expect(cells.first).to_be_visible()
    cells.first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    turn = match.turn - 2
    focused = chart.locator("button.ck-point-why:focus")
    expect(focused).to_have_attribute("tabindex", "0")
    assert (focused.get_attribute("aria-label") or "").startswith(f"Turn {turn}, Bo: ")
    expect(chart.locator('button.ck-point-why[tabindex="0"]')).to_have_count(1)
    page.keyboard.press("Enter")
    told = split_over(table, place)
    expect(told).to_contain_text("Net worth of Bo: ")
    expect(told).to_contain_text(f" in turn {turn}")
    expect(told.get_by_role("button", name="Close")).to_be_focused()
    seen_at(page, "numbers-why")
    page.keyboard.press("Escape")
    expect(focused).to_be_visible()
    page.keyboard.press("Enter")
    told.get_by_role("button", name=f"Go to turn {turn}").click()
    eventually(page, lambda: table.turn, turn)


def test_no_point_of_a_covered_chart_tells_anything(page: Page, harness: str) -> None:
    table, _ = in_play(page, harness, "poleconomy")
    place = shown_on(table, "net_worth")
    chart = table.root.locator('classkit-chart[place="0"]')
    at = page.evaluate(PLACE, [place, "net_worth.B", 3])
    page.mouse.move(at["x"] - 2, at["y"])
    page.mouse.click(at["x"], at["y"])
    expect(split_over(table, place)).to_be_visible()
    use_tool(chart, "Cover")
    expect(chart.locator(".ck-lid")).to_be_visible()
    expect(split_over(table, place)).to_be_hidden()
