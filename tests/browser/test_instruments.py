"""Prices, purse and scores stand from the first paint, at every size and in every theme."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.engine.registry import list_games
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.chart_menu import open_menu, pick_chart, use_tool
from tests.browser.classroom import Seen, seen
from tests.browser.desks import open_sight
from tests.browser.sweeps import shared_out
from tests.browser.waiting import charts_are_drawn, eventually, laid_out, resize, send

BOXES = {
    "cell": (934, 560, 120, 75),
    "row": (1280, 720, 150, 100),
    "page": (1366, 768, 170, 110),
    "hall": (1920, 1080, 260, 150),
}
"""Width and height of a window, and the least width and height of a plot beside its labels."""
THEMES = ("light", "dark", "projector")

SHOWN = """() => [0, 1, 2].map((place) =>
    document.querySelector(`classkit-table classkit-chart[place="${place}"]`)?.key)"""

FAULTS = """([wide, high]) => {
    const faults = [];
    const table = document.querySelector('classkit-table');
    const inside = (at, room) => at.left >= room.left - 1 && at.right <= room.right + 1
        && at.top >= room.top - 1 && at.bottom <= room.bottom + 1;
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (const place of [0, 1, 2]) {
        const chart = table.querySelector(`classkit-chart[place="${place}"]`);
        const tell = (what) => faults.push(`${chart?.key ?? place}: ${what}`);
        if (!chart?.checkVisibility({ visibilityProperty: true })) { tell('not seen'); continue; }
        const box = chart.getBoundingClientRect();
        if (!inside(box, view) || !inside(box, table.getBoundingClientRect())) tell('cut off');
        const plot = chart.querySelector('.nsewdrag')?.getBoundingClientRect();
        if (!plot || plot.width < wide || plot.height < high)
            tell(`plot of ${plot?.width} by ${plot?.height}`);
        const lines = [...chart.querySelectorAll('.js-line, .bars .point path')];
        const begun = chart.filled.axes.steady && chart.querySelector('.ck-ties .ck-marker');
        const drawn = begun || lines.some((one) => one.getTotalLength() > 0);
        if (!drawn && !chart.wait.textContent) tell('nothing drawn');
        const labels = [...chart.querySelectorAll('.ck-end')]
            .map((one) => [one, one.getBoundingClientRect()]);
        labels.forEach(([one, at], index) => {
            if (!inside(at, box)) tell(`label cut off: ${one.textContent}`);
            for (const [other, where] of labels.slice(index + 1))
                if (over({ ...at.toJSON(), top: at.top + 3, bottom: at.bottom - 3 }, where))
                    tell(`${one.textContent} over ${other.textContent}`);
        });
        const { axes, order } = chart.filled;
        if (axes.steady && !order.some((name) => name.startsWith('fan.'))) {
            const { range } = chart.canvas._fullLayout.xaxis;
            const last = Math.max(8, ...chart.canvas.data.map(({ x }) => x.at(-1)));
            if (range[1] - last > 0.05 * range[1]) tell(`axis to ${range[1]}, data to ${last}`);
        }
    }
    return faults;
}"""
"""What is wrong with the three instruments."""


def show(page: Page, address: str, match: Any, size: str = "page") -> Seen:
    """Show a match in a window of this size."""
    resize(page, *BOXES[size][:2])
    open_sight(page, address, PageView(MatchController(match)))
    charts_are_drawn(page)
    return seen(page)


KINDS = [*((name, {}) for name in sorted(list_games())), ("poleconomy", {"game": 1})]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "options"), KINDS)
def test_three_instruments_stand_at_every_size_and_in_every_theme(
    page: Page, harness: str, game: str, options: dict[str, Any], deep: bool
) -> None:
    """In the first turn and some rounds later. In the short form at two of the sizes."""
    match = classkit.new(game, seats=4, seed=3, options=options)
    faults = {}
    for rounds in (0, 4):
        for _ in range(rounds):
            match.play(until="round")
        for at, size in enumerate(shared_out([*BOXES], KINDS.index((game, options)), 2, deep)):
            show(page, harness, match, size)
            for theme in THEMES if deep else THEMES[at : at + 1]:
                wear(page, theme)
                laid_out(page)
                charts_are_drawn(page)
                if found := page.evaluate(FAULTS, [*BOXES[size][2:]]):
                    faults[f"{size}, {theme}, {rounds} rounds"] = found
    resize(page, 1366, 768)
    assert not faults


@pytest.mark.parametrize(
    ("game", "options", "keys"),
    [
        ("poleconomy", {"game": 1}, ["inflation", "bank", "net_worth"]),
        ("poleconomy", {"game": 2}, ["inflation", "treasury", "net_worth"]),
        ("opoly", {}, ["price_index", "future_race", "asset_race"]),
        ("economicon", {}, ["price_index", "gold_market", "worth"]),
        ("economy", {}, ["on_board", "progress", "property_worth"]),
    ],
    ids=str,
)
def test_each_game_names_prices_purse_and_scores(
    page: Page, harness: str, game: str, options: dict[str, Any], keys: list[str]
) -> None:
    show(page, harness, classkit.new(game, seats=4, seed=7, options=options))
    assert page.evaluate(SHOWN) == keys


def test_another_game_at_the_same_table_brings_its_own(page: Page, harness: str) -> None:
    show(page, harness, classkit.new("poleconomy", seats=4, seed=7, options={"game": 1}))
    send(page, do="new", seats=4, options={"game": 2})
    eventually(page, lambda: page.evaluate(SHOWN), ["inflation", "treasury", "net_worth"])


def test_the_head_has_the_figure_and_the_labels_have_the_values(page: Page, harness: str) -> None:
    match = classkit.new("poleconomy", seats=4, seed=7)
    table = show(page, harness, match)
    treasury = table.root.locator("classkit-chart[place='1']")
    expect(treasury.locator(".ck-chart-figure")).to_have_text("$0")
    expect(treasury.locator(".ck-end")).to_have_text(["Cash", "Due$0"])
    for _ in range(6):
        send(page, do="step", until="turn")
    charts_are_drawn(page)
    worth = table.root.locator("classkit-chart[place='2'] .ck-end b")
    rows = page.evaluate("() => document.querySelector('classkit-table').now.standings")
    values = worth.all_text_contents()
    assert len(values) == len(rows) == 4 and all(value.startswith("$") for value in values)


def test_the_title_opens_a_menu_that_keys_and_clicks_close(page: Page, harness: str) -> None:
    table = show(page, harness, classkit.new("poleconomy", seats=4, seed=7))
    chart = table.root.locator("classkit-chart[place='1']")
    menu = open_menu(chart)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(chart.locator(".ck-chart-opener")).to_be_focused()
    open_menu(chart)
    table.root.locator("classkit-chart[place='2'] .ck-chart-remark").click()
    expect(menu).to_be_hidden()
    use_tool(chart, "Numbers")
    expect(menu).to_be_hidden()
    expect(chart.locator(".ck-numbers")).to_contain_text("Next interest")
    use_tool(chart, "Numbers")
    pick_chart(chart, "debt")
    expect(chart.locator(".ck-chart-title")).to_have_text("Public debt")


def test_one_takes_the_room_of_all_three_and_gives_it_back(page: Page, harness: str) -> None:
    table = show(page, harness, classkit.new("poleconomy", seats=4, seed=7))
    chart, other = (table.root.locator(f"classkit-chart[place='{at}']") for at in (1, 0))
    before = chart.bounding_box()
    use_tool(chart, "Full size")
    expect(other).to_be_hidden()
    large = chart.bounding_box()
    assert before and large and large["height"] > 1.6 * before["height"]
    page.keyboard.press("Escape")
    expect(other).to_be_visible()
    assert chart.bounding_box() == before


def test_a_covered_instrument_keeps_its_place_and_asks(page: Page, harness: str) -> None:
    table = show(page, harness, classkit.new("poleconomy", seats=4, seed=7))
    chart = table.root.locator("classkit-chart[place='0']")
    before = chart.bounding_box()
    use_tool(chart, "Cover")
    expect(chart.locator(".ck-chart-figure")).to_have_text("?")
    expect(chart.locator(".ck-lid-question")).to_be_visible()
    assert chart.bounding_box() == before
    chart.get_by_label("The class predicts").fill("4")
    page.keyboard.press("Tab")
    expect(chart.get_by_role("button", name="Predict and uncover")).to_be_focused()
    send(page, do="predict", chart="inflation", who="سامي", value="6")
    expect(chart.locator(".ck-end")).to_have_text(["سامي6"])
    send(page, do="step", until="turn")
    charts_are_drawn(page)
    ends = chart.evaluate("chart => chart.canvas.data.map(({ x }) => Math.max(...x))")
    assert max(ends) <= 0 and chart.bounding_box() == before


RECORD = """() => {
    window.moved = [];
    const own = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        if (this.closest('.ck-labels')) window.moved.push([this.className, timing.duration]);
        return own.call(this, frames, timing);
    };
}"""
"""Keeps what moves over the plots, and for how long."""


def test_the_new_piece_of_a_line_grows_and_labels_slide(page: Page, harness: str) -> None:
    """What moves has its place already, and what is told to be still does not move."""
    show(page, harness, classkit.new("poleconomy", seats=4, seed=7))
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(RECORD)
    for _ in range(3):
        send(page, do="step", until="round")
        charts_are_drawn(page)
    moved = page.evaluate("window.moved")
    assert {name for name, _ in moved} >= {"ck-coming"}
    assert any(name.startswith("ck-end") for name, _ in moved), "the order of the seats changed"
    assert {lasts for _, lasts in moved} == {320}
    hidden = "() => [...document.querySelectorAll('.ck-coming')].every((one) => one.hidden)"
    page.wait_for_function(hidden)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("() => { window.moved = []; }")
    for _ in range(2):
        send(page, do="step", until="round")
        charts_are_drawn(page)
    assert page.evaluate("window.moved") == [] and page.evaluate(hidden)
    expect(page.locator(".ck-labels .ck-changed")).to_have_count(0)
