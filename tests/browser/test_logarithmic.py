"""A logarithmic axis holds its lines, its reference line and what the class predicted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.chart_menu import pick_chart, use_tool
from tests.browser.desks import show_table

BOOK = """\
import classkit
table = classkit.table("economicon", seats=4, seed=3)
for _ in range(19):
    table.step(until="turn")
table.predict("currencies", {guess!r})
table
"""

AXIS = """() => {
    const plot = document.querySelector('classkit-chart .js-plotly-plot');
    const axis = plot?.layout?.yaxis;
    return axis?.type === 'log' && axis.range ? axis.range.map((end) => 10 ** end) : null;
}"""


@pytest.mark.parametrize("guess", ["", "0.2", "4"])
def test_a_logarithmic_axis_holds_all_values_and_all_lines(
    page: Page, harness: str, guess: str
) -> None:
    table = show_table(page, harness, BOOK.format(guess=guess))
    chart = table.root.locator("classkit-chart").first
    pick_chart(chart, "currencies")
    use_tool(chart, "Log")
    low, high = page.wait_for_function(AXIS).json_value()
    plot = "document.querySelector('classkit-chart .js-plotly-plot')"
    values = [
        value
        for line in page.evaluate(f"{plot}.data.map((one) => one.y)")
        for value in line
        if value
    ]
    lines = [1.0, *([float(guess)] if guess else [])]
    assert max(values) > 1 > min(values), "the reference line lies among them"
    assert low < min(values + lines) and max(values + lines) < high
