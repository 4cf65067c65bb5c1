"""Futures at the live table, in a real browser: a fan that comes while the class goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import WCAG, violations, wear
from tests.browser.chart_menu import pick_chart, use_tool
from tests.browser.classroom import COLD, Seen, open_table
from tests.browser.desks import show_table
from tests.browser.servers import TABLE, Place
from tests.browser.tabs import Tab
from tests.browser.waiting import charts_are_drawn, eventually, resize, send

HIDDEN = TABLE.replace('"poleconomy"', '"economy"').replace('{"game": 1}', "{}")

FANS = """() => [...document.querySelectorAll('classkit-chart .js-plotly-plot')].map((plot) =>
    plot.data.filter((trace) => String(trace.meta).startsWith('fan.')).length)"""

BEHIND = """() => {
    const { data } = document.querySelector('classkit-chart .js-plotly-plot');
    const orders = (fan) => data.filter((trace) => String(trace.meta).startsWith('fan.') === fan)
        .map(({ zorder = 0 }) => zorder);
    return Math.max(...orders(true)) < Math.min(...orders(false));
}"""
"""Whether the fan is told to lie behind all lines: plotly draws lower orders first."""

PARTS = (
    "classkit-board, classkit-ask, classkit-chart .ck-canvas, classkit-controls, .ck-tabs, .ck-head"
)

PLACES = """(parts) => [...document.querySelectorAll(parts)].map((part) => {
    const box = part.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].map(Math.round);
})"""


def open_futures(table: Seen) -> None:
    """Open the tab of futures before there are any: usually the button in the bar opens it."""
    offer = "() => document.querySelector('classkit-table').tabs.offer('ahead', true)"
    table.page.evaluate(offer)
    table.tab("Futures")


def choose(table: Seen, number: str) -> None:
    """How many futures are played."""
    choices = table.root.get_by_role("button", name="Choices")
    if choices.get_attribute("aria-expanded") != "true":
        choices.click()
    table.root.get_by_label("How many futures").select_option(label=number)


@pytest.fixture(scope="module")
def table(tab: Tab, in_voila: Place) -> Iterator[Seen]:
    """One table for all that follows, played by bots; its tab of futures is open."""
    with tab.another() as page:
        opened = open_table(page, in_voila, in_voila.write("ahead.ipynb", TABLE))
        expect(opened.charts().first).to_be_visible(timeout=COLD)
        opened.step(4)
        open_futures(opened)
        yield opened


FORESEEN = """\
import classkit
table = classkit.table("economicon", seats=3, seed=32)
for _ in range(6):
    table.step("turn")
"""

DRAWN = """() => [...document.querySelector('classkit-chart').querySelectorAll('path.js-line')]
    .filter((line) => line.getAttribute('d')).length"""
"""How many lines the first chart draws; those of a fan are among them."""


def test_a_fan_stays_drawn_when_lines_get_longer(page: Page, harness: str) -> None:
    """What plotly holds of a fan is not yet what it draws of it."""
    table = show_table(page, harness, FORESEEN)
    pick_chart(table.root.locator("classkit-chart").first, "prices")
    charts_are_drawn(page)
    alone = page.evaluate(DRAWN)
    send(page, do="futures", n=10)
    send(page, do="bookmark")  # by now they have come: outside a kernel they are waited for
    page.wait_for_function(f"alone => ({DRAWN})() > alone", arg=alone)
    drawn = page.evaluate(DRAWN)
    for _ in range(3):
        send(page, do="step", until="turn")
        charts_are_drawn(page)
        eventually(page, lambda: page.evaluate(DRAWN), drawn)


def said(table: Seen) -> Any:
    """How many futures have been played."""
    return table.root.locator("classkit-ahead .ck-ahead-run [role=status]")


def test_a_fan_comes_behind_the_lines_and_the_class_goes_on(table: Seen, deep: bool) -> None:
    """Of two hundred futures, as they come; in the short form of fifty, which is chosen."""
    page, number = table.page, 200 if deep else 50
    expect(table.root.get_by_label("How many futures")).to_have_value("200")
    choose(table, f"{number} futures")
    before = page.evaluate(PLACES, PARTS)
    table.root.get_by_role("button", name="Futures", exact=True).click()
    expect(said(table)).to_have_text(f"{number} of {number} played", timeout=COLD)
    assert page.evaluate(PLACES, PARTS) == before, "nothing has moved"
    words = table.root.locator("classkit-ahead .ck-chances li")
    expect(words.filter(has_text=re.compile(rf"wins: \d+ of {number}")).first).to_be_visible()
    expect(table.root.locator("classkit-live .ck-said")).to_contain_text(
        f"In {number} futures from here "
    )
    page.wait_for_function(f"() => ({FANS})()[0] >= 5")
    assert page.evaluate(BEHIND)
    canvas = table.root.locator("classkit-chart .ck-canvas").first
    expect(canvas).to_have_attribute(
        "aria-label", re.compile(f"{number} futures from turn 5, medians at turn")
    )
    table.step(2)
    assert table.turn == 7
    expect(table.root.locator("classkit-ahead .ck-faded")).to_contain_text("The match has moved on")
    page.wait_for_function(f"() => ({FANS})()[0] >= 5")  # the line runs into the fan
    length = "() => document.querySelector('classkit-chart .js-plotly-plot').data[0].x.slice(-1)[0]"
    page.wait_for_function(f"() => ({length})() >= 6")
    use_tool(table.root.locator("classkit-chart").first, "Numbers")
    expect(table.root.locator("classkit-chart .ck-fan-caption").first).to_contain_text(
        f"{number} futures from turn 5"
    )
    use_tool(table.root.locator("classkit-chart").first, "Numbers")
    table.root.get_by_role("button", name="Clear", exact=True).click()
    page.wait_for_function(f"() => ({FANS})().every((count) => count === 0)")


def test_the_class_steps_on_while_they_are_played_and_cancels(table: Seen) -> None:
    choose(table, "1,000 futures")
    table.root.get_by_label("Which figures").select_option(label="all line charts")
    table.root.get_by_role("button", name="Show futures").click()
    cancel = table.root.get_by_role("button", name="Cancel", exact=True)
    expect(cancel).to_be_enabled()
    turn = table.turn
    table.step()
    assert table.turn == turn + 1
    cancel.click()
    expect(cancel).to_be_disabled()
    expect(said(table)).to_contain_text("of 1,000 played")
    table.step()
    assert table.turn == turn + 2, "and Step still works"


def test_moves_are_compared_as_a_table_in_words(table: Seen) -> None:
    choose(table, "50 futures")
    table.root.get_by_label("How far ahead").select_option(label="for 3 rounds")
    table.root.get_by_role("button", name="Compare moves").click()
    compared = table.root.locator("classkit-ahead .ck-compared")
    expect(compared.locator("thead")).to_contain_text("Against the highest", timeout=COLD)
    expect(said(table)).to_have_text(re.compile(r"^([\d,]+) of \1 played$"), timeout=COLD)
    assert compared.locator("tbody tr").count() >= 2
    expect(compared.locator("tbody tr").first).to_contain_text("highest")
    bars = compared.locator("tbody td.ck-won[style*='--ck-share']")
    assert bars.count() == compared.locator("tbody tr").count()
    expect(table.root.locator("classkit-ahead .ck-given-up").first).to_have_text(
        re.compile(r"^By .+ on average, .+ answers[^.]*\.$")
    )
    ours = [one for one in violations(table.page, "", *WCAG) if "ck-" in str(one)]
    assert not ours, ours


def test_where_something_lies_hidden_the_page_says_why_there_are_none(
    page: Page, harness: str
) -> None:
    table = show_table(page, harness, HIDDEN)
    button = table.root.get_by_role("button", name="Futures", exact=True)
    expect(button).to_be_disabled()
    expect(button).to_have_attribute("title", re.compile("reveal hidden information"))
    open_futures(table)
    expect(table.root.locator("classkit-ahead")).to_contain_text("reveal hidden information")
    expect(table.root.get_by_role("button", name="Show futures")).to_be_disabled()


COMPARED = {
    "state": "done",
    "head": "Ada: Throw the dice, or go straight to a Corner Square? Turn 10, the current bots",
    "columns": ["Answer", "Score on average", "Against the highest", "Wins"],
    "rows": [
        ["The Canada Life Assurance Company", "$3,082,500", "highest", "14 of 100"],
        [
            "The Royal Bank of Canada", "$2,571,250", "$51,250 less, ± $60,072 (may be luck)",
            "6 of 100",
        ],
        ["Throw the dice", "$2,447,500", "$635,000 less, ± $222,593", "3 of 100"],
        ["Royal Insurance of Canada", "$2,366,875", "$715,625 less, ± $282,340", "6 of 100"],
        ["McLeod Young Weir", "$2,230,000", "$852,500 less, ± $254,395", "100 of 100"],
    ],
    "wins": [[0.14, 0.03], [0.06, 0.02], [0.03, 0.02], [0.06, 0.02], [1, 0]], "seat": "A",
    "futures": 100, "done": 500, "n": 500,
}  # fmt: skip

FIGURES = """(compared) => {
    const ahead = document.querySelector('classkit-ahead');
    ahead.now.moves = compared;
    ahead.update(new Set(['moves']));
    const panel = document.querySelector('.ck-tab-panel:has(classkit-ahead)');
    const end = panel.getBoundingClientRect().bottom;
    const lines = (cell) => new Set([...cell.querySelectorAll('bdi')].concat(cell).map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [...range.getClientRects()].map((box) => Math.round(box.top));
    }).flat()).size;
    const cells = [...panel.querySelectorAll('.ck-compared :is(thead th, td)')];
    const rows = [...panel.querySelectorAll('.ck-compared tbody tr')];
    return { broken: cells.filter((cell) => lines(cell) > 1).map((cell) => cell.textContent),
        wide: panel.scrollWidth > panel.clientWidth + 1,
        seen: rows.filter((row) => row.getBoundingClientRect().bottom <= end + 1).length };
}"""


@pytest.mark.parametrize(
    ("theme", "wide", "high"), [("light", 1366, 768), ("projector", 1920, 1080)]
)
def test_compared_moves_are_seen_together(
    page: Page, harness: str, theme: str, wide: int, high: int
) -> None:
    """No figure breaks into lines while there is room, and four answers are seen at once."""
    resize(page, wide, high)
    shown = show_table(page, harness, TABLE, charts=False)
    wear(page, theme)
    open_futures(shown)
    found = page.evaluate(FIGURES, COMPARED)
    assert found["broken"] == [] and not found["wide"] and found["seen"] >= 4, found
