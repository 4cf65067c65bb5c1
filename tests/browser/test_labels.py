"""All text of all charts of all games, at four sizes: large enough, whole, nothing over another.

Design section 7: no text under 11 pixels at 1366x768, none under 18 in the
projector theme at 1920x1080.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from classkit.engine.registry import list_games
from tests.browser.chart_menu import pick_chart
from tests.browser.classroom import CROWD, Seen
from tests.browser.desks import show_table
from tests.browser.sweeps import shared_out
from tests.browser.waiting import eventually, laid_out, resize

BOOK = """\
import classkit
table = classkit.table({game!r}, seats=4, seed=3{more})
for _ in range({rounds}):
    table.step(until="round")
table
"""

SIZES = {
    "1366x768": (1366, 768, "light", 11),
    "projector": (1920, 1080, "projector", 18),
    "notebook": (1000, 600, "dark", 11),
    "telephone": (390, 844, "light", 11),
}

KINDS = [*((name, "") for name in sorted(list_games())), ("poleconomy", ", options={'game': 2}")]

ALL_AT_ONCE = """async () => {
    const table = document.querySelector('classkit-table');
    const places = [...table.querySelectorAll('classkit-chart')]
        .map((one) => one.getBoundingClientRect());
    const one = places[0].width < 240 ? places[2] : places[0]; // half of a phone is for instruments
    const box = document.createElement('div');
    box.id = 'all';
    box.style = 'background: #888; inset: 0; overflow: auto; position: fixed; z-index: 99';
    for (const { key } of table.fixed.charts) {
        const place = document.createElement('div');
        place.style = `display: grid; height: ${one.height}px; width: ${one.width}px`;
        const chart = document.createElement('classkit-chart');
        chart.setAttribute('chart', key);
        chart.store = table.store;
        place.append(chart);
        box.append(place);
    }
    table.append(box);
    const charts = [...box.querySelectorAll('classkit-chart')];
    const ready = () => charts.every((chart) => chart.filled && chart.isFresh && chart.drawing
        && chart.room.width);
    while (!ready()) await new Promise((done) => setTimeout(done, 50));
    for (const chart of charts) {
        chart.inSight = true; // also those that would have to be scrolled to
        chart.draw();
        while (chart.drawing.busy) await new Promise((done) => setTimeout(done, 20));
    }
    const rests = (chart) => !chart.stale && !chart.drawing.busy && chart.drawing.of === chart.key;
    for (let calm = 0; calm < 5; calm = charts.every(rests) ? calm + 1 : 0) {
        await new Promise(requestAnimationFrame);
    }
}"""
"""Draws every chart of the game in a place as large as that of the first."""

FAULTS = """(least) => {
    const faults = [];
    const shown = (node) => node.textContent.trim()
        && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const all = (chart, names) => [...chart.querySelectorAll(names)].filter(shown);
    // A figure without leading is higher than its box; where nothing clips it, it is whole.
    const isCut = (node) => node.clientWidth && (node.scrollWidth > node.clientWidth + 1
        || (getComputedStyle(node).overflowY !== 'visible'
            && node.scrollHeight > node.clientHeight + 1));
    const isSlanted = (node) => /rotate\\((?!0)/.test(node.getAttribute('transform') ?? '');
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    for (const chart of document.querySelectorAll('#all classkit-chart')) {
        const tell = (what, node) => faults.push(`${chart.key}: ${what}: ${node.textContent}`);
        const within = (node, box, what) => {
            const [at, room] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
            if (at.left < room.left - 1 || at.right > room.right + 1
                || at.top < room.top - 1 || at.bottom > room.bottom + 1) tell(what, node);
        };
        const words = all(chart, '.ck-canvas text');
        const written = all(chart, '.ck-chart-title, .ck-chart-figure, .ck-end b, .ck-end-change');
        for (const node of [...words, ...written, ...all(chart, '.ck-end bdi')]) {
            if (node.closest('.ck-canvas') && node.closest('[data-unformatted=""]')) continue;
            if (Number.parseFloat(getComputedStyle(node).fontSize) < least) tell('small', node);
        }
        for (const node of words) within(node, chart.querySelector('.ck-canvas'), 'cut off');
        for (const node of written) {
            within(node, chart, 'out of its place');
            if (isCut(node)) tell('cut off', node);
        }
        const ends = all(chart, '.ck-end');
        const place = chart.querySelector('.ck-labels');
        for (const node of ends) within(node, place, 'out of its place');
        const ticks = all(chart, '.xtick text, .ytick text').filter((node) => !isSlanted(node));
        for (const group of [ticks, ends]) {
            const boxes = group.map((node) => {
                const { left, right, top, bottom } = node.getBoundingClientRect();
                // a badge is taller than its line
                const air = group === ends ? (bottom - top) * 0.15 : 0;
                return [node, { left, right, top: top + air, bottom: bottom - air }];
            });
            boxes.forEach(([node, at], index) => {
                for (const [other, where] of boxes.slice(index + 1)) {
                    if (over(at, where)) tell(`lies over ${other.textContent}`, node);
                }
            });
        }
        const { axes, absent } = chart.filled;
        const numbered = absent || axes.up === 'names' || all(chart, '.ytick text').length;
        if (!numbered) tell('no ticks', chart);
    }
    return faults;
}"""
"""What is wrong with the texts of the charts: too small, cut off, over each other."""


def at_size(table: Seen, size: str) -> int:
    """Show the table at one of the sizes; gives the least size of type there."""
    width, height, theme, least = SIZES[size]
    resize(table.page, width, height)
    table.page.evaluate(
        "(theme) => document.querySelector('classkit-table').setTheme(theme)", theme
    )
    expect(table.root).to_have_attribute("data-theme", theme)
    laid_out(table.page)
    return least


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "more"), KINDS)
def test_all_text_of_all_charts_can_be_read_at_every_size(
    page: Page, harness: str, game: str, more: str, deep: bool
) -> None:
    """With four seats, some rounds into a match. In the short form each at one of the sizes."""
    rounds = 2 if game == "economicon" else 6
    table = show_table(page, harness, BOOK.format(game=game, more=more, rounds=rounds))
    faults: dict[str, Any] = {}
    for size in shared_out([*SIZES], KINDS.index((game, more)), 1, deep):
        least = at_size(table, size)
        page.evaluate(ALL_AT_ONCE)
        if found := page.evaluate(FAULTS, least):
            faults[size] = found
        page.evaluate("document.getElementById('all').remove()")
    resize(page, 1366, 768)
    assert not faults


CUT_OFF = """() => [...document.querySelectorAll('#all classkit-chart')].flatMap((chart) => {
    const lines = Object.entries(chart.filled.labels).filter(([, { seat }]) => seat);
    const shown = [...chart.querySelectorAll('.ck-end-badge')].length;
    const room = chart.querySelector('.ck-labels').getBoundingClientRect();
    const written = [...chart.querySelectorAll('.ck-canvas text, .ck-end b:not(:empty)')];
    const beyond = written.filter((node) => {
        const at = node.getBoundingClientRect();
        return at.left < room.left - 1 || at.right > room.right + 1;
    });
    return [
        ...(lines.length !== shown ? [`${chart.key}: ${shown} of ${lines.length} seats`] : []),
        ...beyond.map((node) => `${chart.key}: ${node.textContent}`),
    ];
})"""
"""Charts that lack the label of a seat, and words beyond the edge of their chart."""


FULL = {"poleconomy": 6, "opoly": 8, "economy": 6}
"""How many seats a full table of each game has."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", FULL)
def test_a_full_table_of_long_names_leaves_every_line_its_label(
    page: Page, harness: str, game: str, deep: bool
) -> None:
    """A name may be cut short; the label of a seat and its figure may not.

    In the short form each game at one of the sizes.
    """
    book = BOOK.format(game=game, more="", rounds=1)
    table = show_table(
        page, harness, book.replace("seats=4", f"seats={[*CROWD, 'Bo', 'Zoe'][: FULL[game]]!r}")
    )
    faults: dict[str, Any] = {}
    sizes = ("1366x768", "projector", "notebook")
    for size in shared_out(sizes, [*FULL].index(game), 1, deep):
        at_size(table, size)
        page.evaluate(ALL_AT_ONCE)
        if found := page.evaluate(CUT_OFF):
            faults[size] = found
        page.evaluate("document.getElementById('all').remove()")
    resize(page, 1366, 768)
    assert not faults


ROWS = """() => [...document.querySelectorAll('classkit-chart')].flatMap((chart) => {
    const box = (node) => node.getBoundingClientRect();
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const labels = [...chart.querySelectorAll('.ck-end')];
    const least = Math.min(...labels.map((label) => box(label).height));
    const ticks = [...chart.querySelectorAll('.xtick text')];
    return labels.flatMap((label) => [
        ...(box(label).height > least * 1.3 ? [`${chart.key}: two rows: ${label.textContent}`]
            : []),
        ...ticks.filter((tick) => [...label.children].some((part) => over(box(part), box(tick))))
            .map((tick) => `${chart.key}: ${label.textContent} over ${tick.textContent}`),
    ]);
})"""
"""Labels that take two rows, as that of who moves once did, or cover a tick."""


def test_eight_labels_are_a_row_each_clear_of_the_ticks(page: Page, harness: str) -> None:
    """Of a full table in a cell they reach below the axis: beside its last tick."""
    names = [*CROWD, "Bo", "Zoe"][:8]
    book = BOOK.format(game="opoly", more="", rounds=2).replace("seats=4", f"seats={names!r}")
    table = show_table(page, harness, book)
    resize(page, 934, 560)
    laid_out(page)
    expect(table.root.locator(".ck-end.ck-mover").first).to_be_attached()
    eventually(page, lambda: page.evaluate(ROWS), [])
    resize(page, 1366, 768)


def test_the_labels_of_another_chart_say_its_own_figures(page: Page, harness: str) -> None:
    """Charts whose labels have the same names and colours, one with figures and one without."""
    book = BOOK.format(game="opoly", more="", rounds=3)
    chart = show_table(page, harness, book).root.locator("classkit-chart >> nth=0")
    figure = chart.locator(".ck-end b").first
    pick_chart(chart, "two_scores")
    expect(figure).to_have_text("")
    pick_chart(chart, "asset_race")
    expect(figure).to_have_text(re.compile(r"\$[\d,]+"))
