"""Economy at the table, in a real browser: its dashboard, its sectors, and what lies face-down."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.hosting.config import find_dashboard_folder
from classkit.widgets.board_state import get_scene
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.chart_menu import pick_chart
from tests.browser.desks import open_sight, show_table
from tests.browser.waiting import eventually, send, settled

SHOWN = 'open_table("economy", seats=4)'
"""The last line of the dashboard."""

HIDDEN = """\
import classkit
table = classkit.table("economy", seats=4, seed=1)
while not table.match.table.face_down:
    table.step(until="turn")
table
"""

IN_SIGHT = """(list) => {
    const box = list.parentElement.getBoundingClientRect();
    const hex = (text) => `#${text.match(/\\d+/g).slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
    return [...list.children].map((entry) => {
        const at = entry.getBoundingClientRect();
        const seen = at.bottom <= box.bottom + 1 && at.right <= box.right + 1 && at.width > 20;
        const { backgroundColor } = getComputedStyle(entry.querySelector('.ck-swatch'));
        return [entry.querySelector('bdi').textContent, hex(backgroundColor), seen];
    });
}"""
"""The labels beside a chart: name, colour, and whether the whole of it is in sight."""

FILLS = "(group) => [...group.querySelectorAll('*')].map((node) => getComputedStyle(node).fill)"


@pytest.fixture(scope="module")
def hidden() -> tuple[str, str]:
    """The space that the match of `HIDDEN` has turned first, and what lies there."""
    desk = MatchController(classkit.new("economy", seats=4, seed=1), None)
    while not desk.match.table.face_down:
        desk.step("turn")
    (space,) = desk.match.table.face_down
    return space, get_scene(desk.match, "instructor").looks[space].title


def test_the_dashboard_shows_all_sectors_in_the_colours_of_the_board(
    page: Page, harness: str
) -> None:
    """The nine sectors of four players (E0.4), at 1366x768 beside a chart."""
    book = (find_dashboard_folder() / "economy.ipynb").read_text("utf-8")
    (cell,) = ("".join(cell["source"]) for cell in json.loads(book)["cells"])
    assert cell.endswith(SHOWN)
    table = show_table(page, harness, cell.replace(SHOWN, f"table = {SHOWN}"))
    table.step(3)
    chart = table.root.locator('classkit-chart[place="1"]')
    pick_chart(chart, "points_by_sector")
    expect(chart.locator(".ck-end").first).to_be_visible()
    entries = chart.locator(".ck-ends").evaluate(IN_SIGHT)
    assert all(seen for _, _, seen in entries), entries
    m = classkit.new("economy", seats=4)
    sectors = m.edition.rules.sectors
    known = {(sectors[key].name, sectors[key].colour.lower()) for key in m.table.deck.of_sector}
    assert {(name, colour) for name, colour, _ in entries} <= known
    board = table.root.locator("classkit-board .ck-spaces").evaluate(FILLS)
    for _, colour, _ in entries:
        red, green, blue = bytes.fromhex(colour[1:])
        assert f"rgb({red}, {green}, {blue})" in board, colour


def test_a_card_face_down_stays_hidden_in_everybodys_view(
    page: Page, harness: str, hidden: tuple[str, str]
) -> None:
    """E6.1, E6.2: no space, news line, list or chart names it, to the class or to a seat."""
    space, card = hidden
    table = show_table(page, harness, HIDDEN)
    place = table.root.locator(f'classkit-board [data-space="{space}"]')
    seen_as = table.root.get_by_label("Seen as")
    expect(seen_as).to_have_value("everybody")

    def see_as(viewer: str) -> None:
        table.menu()
        seen_as.select_option(viewer)

    def named() -> list[str]:
        """The tabs in which the card is named; board and charts are in sight in each."""
        found = []
        for tab in ("News", "Ledger", "Spaces"):
            table.tab(tab)
            settled(page)
            if card in str(table.root.evaluate("table => table.innerText + table.innerHTML")):
                found.append(tab)
        return found

    assert named() == []
    table.tab("Board")  # what is looked up covers it
    place.hover()
    expect(table.root.locator(".ck-told")).not_to_contain_text(card)
    table.press("Back")
    expect(table.root.locator("classkit-live")).to_contain_text("stays hidden")
    assert named() == [], "nor does going back tell it"
    table.press("Forward")
    dialog = page.get_by_role("dialog", name="Who should look now")
    see_as("A")
    dialog.get_by_role("button", name="Show it").click()
    expect(seen_as).to_have_value("A")
    assert named() == [], "not even the seat that turned it"
    see_as("instructor")
    dialog.get_by_role("button", name="Show it").click()
    expect(place).to_contain_text(card)
    eventually(page, named, ["News", "Ledger", "Spaces"])  # the instructor sees it everywhere
    table.root.focus()
    page.keyboard.press("e")
    expect(seen_as).to_have_value("everybody")
    assert named() == []
    table.press("Back")  # on a board gone back to, property cards would name it (E6.2)
    table.tab("Sheets")
    sheets = table.root.locator("classkit-sheets")
    expect(sheets).to_contain_text("0 rows")
    expect(sheets.locator("tbody tr")).to_have_count(0)


def test_the_way_back_does_not_empty_the_stage(page: Page, harness: str) -> None:
    """Charts whose course would tell what lies face-down (E6.5) give their place to others."""
    table = show_table(page, harness, HIDDEN)
    first, second = (table.root.locator(f'classkit-chart[place="{place}"]') for place in (0, 2))
    usual = [chart.locator(".ck-chart-choice").input_value() for chart in (first, second)]
    table.root.get_by_role("button", name="Back", exact=True).click()
    for chart, title in ((first, "Points: the race"), (second, "Take-overs done")):
        expect(chart).to_have_attribute("aria-label", re.compile(title))
        expect(chart).not_to_have_class(re.compile("ck-absent"))
        reason = chart.get_by_text("in place of")
        expect(reason).to_be_visible()
        expect(reason).to_have_attribute("title", re.compile("not shown at earlier steps"))
    pick_chart(first, usual[0])
    expect(first).to_have_class(re.compile("ck-absent"))
    expect(first.locator(".ck-chart-wait")).to_contain_text("not shown at earlier steps")
    table.root.get_by_role("button", name="Forward", exact=True).click()
    for chart, key in ((first, usual[0]), (second, usual[1])):
        expect(chart.locator(".ck-chart-choice")).to_have_value(key)
        expect(chart).not_to_have_class(re.compile("ck-absent"))
        expect(chart.get_by_text("in place of")).to_have_count(0)


def test_the_race_to_the_target_is_seen_first_once_there_are_points(
    page: Page, harness: str
) -> None:
    """E4.1: in part 1 the points would lie flat; a chart that somebody has chosen stays."""
    match = classkit.new("economy", seats=4, seed=7)
    while match.fork().play(until="turn", bots="harvester").table.part != 2:
        match.play(until="turn", bots="harvester")
    open_sight(page, harness, PageView(MatchController(match.fork(), "harvester")))
    first, third = (page.locator(f"classkit-chart[place='{at}'] .ck-chart-choice") for at in (0, 2))
    expect(first).to_have_value("sector_worth")
    expect(third).to_have_value("property_worth")
    send(page, do="step", until="turn")
    expect(third).to_have_value("points")
    open_sight(page, harness, PageView(MatchController(match, "harvester")))
    pick_chart(page.locator("classkit-chart[place='2']"), "progress")
    send(page, do="step", until="turn")
    eventually(page, lambda: page.evaluate(POINTS_FIRST), True)
    settled(page)
    expect(third).to_have_value("progress")


POINTS_FIRST = (
    """() => document.querySelector('classkit-table').store.now.first_charts[2] === 'points'"""
)
