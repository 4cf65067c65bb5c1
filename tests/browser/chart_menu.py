"""The menu of a chart: its title opens tools and the choice of the chart."""

from __future__ import annotations

from playwright.sync_api import Locator, expect


def open_menu(chart: Locator) -> Locator:
    """Open the menu of a chart, unless it is open; return it."""
    opener = chart.locator(".ck-chart-opener")
    if opener.get_attribute("aria-expanded") != "true":
        opener.click()
    menu = chart.locator(".ck-chart-menu")
    expect(menu).to_be_visible()
    return menu


def use_tool(chart: Locator, name: str) -> None:
    """Choose a tool from the menu of a chart, such as "Numbers"."""
    open_menu(chart).get_by_role("button", name=name, exact=True).click()


def pick_chart(chart: Locator, key: str) -> None:
    """Have a place show the chart of this key."""
    open_menu(chart).locator("select").select_option(key)
