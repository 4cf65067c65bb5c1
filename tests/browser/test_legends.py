"""The legends and axes of all charts of all games: nothing is cut off at 1366x768."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from classkit.engine.registry import list_games
from tests.browser.desks import show_table

BOOK = """\
import classkit
table = classkit.table({game!r}, seats={seats}, seed=3)
for _ in range({rounds}):
    table.step(until="round")
table
"""

CUT = """(legend) => {
    const box = legend.getBoundingClientRect();
    return [...legend.children].filter((entry) => {
        if (getComputedStyle(entry).display === 'none') return false;
        const at = entry.getBoundingClientRect();
        return at.bottom > box.bottom + 1 || at.right > box.right + 1 || at.width < 20;
    }).map((entry) => entry.textContent);
}"""
"""The entries of a legend that are not in sight as a whole."""

SHORTENED = """(title) =>
    title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.clientHeight + 1"""
"""Whether the title of an axis is longer than its axis."""

PAINTED = """() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
})"""
"""Waits until what was written is painted."""


@pytest.mark.parametrize("game", sorted(list_games()))
def test_every_entry_of_every_legend_is_in_sight(page: Page, harness: str, game: str) -> None:
    """With four seats, some rounds into a match, chart after chart chosen in the first place."""
    rounds = 2 if game == "economicon" else 6
    book = BOOK.format(game=game, seats=4, rounds=rounds)
    table = show_table(page, harness, book)
    chart = table.root.locator("classkit-chart").first
    cut = {}
    offered = chart.locator("option").evaluate_all("(all) => all.map((one) => one.value)")
    assert len(offered) > 5
    for key in offered:
        chart.locator("select").select_option(key)
        expect(chart.locator("select")).to_have_value(key)
        page.evaluate(PAINTED)  # a legend is fitted after all else was written
        if missing := chart.locator(".ck-chart-legend").evaluate(CUT):
            cut[key] = missing
        for title in (".ck-axis-across", ".ck-axis-upright"):
            if chart.locator(title).evaluate(SHORTENED):
                cut[key] = chart.locator(title).inner_text()
    assert not cut
