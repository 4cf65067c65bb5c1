"""A front end that shows each widget in a shadow root, as marimo does: the table looks the same."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.classroom import STEP
from tests.browser.desks import answer_for

LOOK = """() => {
    const table = document.querySelector('classkit-table')
        ?? document.querySelector('#here > div')?.shadowRoot?.querySelector('classkit-table');
    const look = (selector, ...names) => {
        const node = table.querySelector(selector);
        if (!node) return [selector, 'is missing'];
        const { width, height } = node.getBoundingClientRect();
        const style = getComputedStyle(node);
        const size = [Math.round(width), Math.round(height)];
        return [selector, ...size, ...names.map((name) => style[name])];
    };
    return [
        look('.ck-stage', 'display', 'gridTemplateColumns', 'fontFamily', 'fontSize'),
        look('.ck-head', 'display', 'fontWeight'),
        look('.ck-board', 'position'),
        look('classkit-chart', 'display'),
        look('.js-plotly-plot .main-svg', 'position', 'top', 'left'),
        look('.js-plotly-plot .hoverlayer', 'pointerEvents'),
        look('.ck-answers button', 'backgroundColor', 'borderRadius', 'fontSize'),
    ];
}"""


def show(page: Page, address: str, in_shadow: bool) -> Any:
    match = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(until="round")
    answer_for(page, address, PageView(MatchController(match)))
    page.evaluate("inShadow => window.showTable(true, 'table', inShadow)", in_shadow)
    expect(page.locator(".ck-board .ck-space").first).to_be_attached()
    expect(page.locator(".js-plotly-plot .main-svg").nth(2)).to_be_attached()
    page.wait_for_function("document.fonts.status === 'loaded'")
    return page.evaluate(LOOK)


def test_a_table_in_a_shadow_root_looks_as_in_the_page(page: Page, harness: str) -> None:
    plain = show(page, harness, in_shadow=False)
    assert not any("is missing" in row for row in plain)
    assert show(page, harness, in_shadow=True) == plain


def test_the_keyboard_keeps_its_place_in_a_shadow_root(page: Page, harness: str) -> None:
    """The document knows only that the focus is somewhere inside."""
    show(page, harness, in_shadow=True)
    where = page.locator("classkit-timeline .ck-where")
    before = where.inner_text()
    page.locator(STEP).focus()
    page.keyboard.press("Enter")
    expect(where).not_to_have_text(before, use_inner_text=True)
    expect(page.locator(STEP)).to_be_focused()
