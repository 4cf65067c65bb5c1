"""Which charts are in view: these alone are filled, for whichever page of a channel shows them."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.widgets.idempotency import NUMBERS_PER_PAGE
from classkit.widgets.visible_charts import MAX_PAGES, VisibleCharts
from tests.widgets.pages import Page, sent

FEW_BYTES = 4_000
"""The most that a step may send, in the middle of a match as well as late in it."""


def page_of(turns: int) -> Page:
    """A page that shows the two charts beside the board."""
    page = Page.of(classkit.new("poleconomy", seats=4, seed=3), bots=None)
    page.do("charts", charts=["inflation", "net_worth"])
    for _ in range(turns):
        page.do("step", until="turn")
    return page


def test_what_any_page_shows_is_filled() -> None:
    """A browser may show one model in several windows, each of which numbers its own actions."""
    page = page_of(2)
    page.ids = 7 * NUMBERS_PER_PAGE
    page.do("charts", charts=charts_of(page)[2:3])
    assert set(page.now["filled"]) == {"inflation", "net_worth", charts_of(page)[2]}
    page.do("charts", charts=[])
    assert page.now["filled"] == ["inflation", "net_worth"]


def test_a_page_that_begins_takes_the_place_of_those_that_may_be_gone() -> None:
    page = page_of(2)
    page.ids = 8 * NUMBERS_PER_PAGE
    page.do("snapshot")
    assert page.now["filled"] == [] and page.now["charts"] == {}
    page.do("charts", charts=["net_worth"])
    page.do("snapshot")
    assert page.now["filled"] == ["net_worth"], "its own are still there when it asks again"


def test_a_chart_for_the_printer_is_filled_once() -> None:
    page = page_of(2)
    other = charts_of(page)[2]
    page.do("charts", charts=["inflation"], once=[other])
    assert set(page.now["filled"]) == {"inflation", other}
    told = page.now["charts"][other]
    answer = page.do("step", until="turn")
    assert page.now["filled"] == ["inflation"]
    assert page.now["charts"][other] == told, "it stays as it was told"
    assert other not in answer["change"]["in"].get("charts", {}).get("in", {})


def test_numbers_come_where_they_are_looked_at() -> None:
    page = page_of(3)
    assert "numbers" not in page.now["charts"]["net_worth"]
    page.do("charts", charts=["net_worth"], numbers=["net_worth"])
    (table,) = page.now["charts"]["net_worth"]["numbers"]
    assert table["rows"][0][0] == str(page.now["turn"])
    page.do("step", until="turn")
    (table,) = page.now["charts"]["net_worth"]["numbers"]
    assert table["rows"][0][0] == str(page.now["turn"])


@pytest.mark.parametrize("charts", ["inflation", [3], ["a"] * 101, {"a": 1}])
def test_what_is_no_list_of_charts_is_refused(charts: Any) -> None:
    page = page_of(0)
    answer = page.do("charts", charts=charts)
    assert answer["kind"] == "refused" and "must be a list of at most" in answer["reason"]
    assert page.now["filled"] == ["inflation", "net_worth"]


def test_a_chart_that_there_is_not_is_left_out() -> None:
    page = page_of(0)
    page.do("charts", charts=["no such chart", "inflation"])
    assert page.now["filled"] == ["inflation"]


def test_pages_without_number_are_forgotten_in_turn() -> None:
    in_view = VisibleCharts()
    for page in range(MAX_PAGES + 3):
        in_view.set_page(page, {"charts": [f"chart {page}"]})
    assert in_view.charts == {f"chart {page}" for page in range(3, MAX_PAGES + 3)}


def test_a_step_sends_as_much_late_in_a_match_as_early() -> None:
    sizes = []
    page = page_of(10)
    for _ in range(60):
        answer = page.do("step", until="turn")
        if answer["kind"] == "step":
            sizes.append(sent({"change": answer["change"]["in"].get("charts", {})}))
    early, late = sorted(sizes[:20])[10], sorted(sizes[-20:])[10]
    assert late < 1.5 * early + 100
    assert max(sizes) < FEW_BYTES


def charts_of(page: Page) -> list[str]:
    return [plan["key"] for plan in page.fixed["charts"]]
