"""The rules of access, as axe-core checks them."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.waiting import laid_out

WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")
"""WCAG 2.1, levels A and AA."""

OF_LOOKS = ("color-contrast", "link-in-text-block", "scrollable-region-focusable")
"""The rules that depend on colours and sizes alone: what a theme may break."""

THEMES = ("light", "dark", "projector")


def themes(whole: bool) -> tuple[str, ...]:
    """Return the themes in which a scene is checked: all, or the first alone.

    Which ink stands on which ground is measured for every theme in
    tests/page/basics/contrast.test.mjs, and no style takes a colour of text from anywhere else. So
    one scene, with all tabs, is checked in every theme, and the others only with ``--deep``.
    """
    return THEMES if whole else THEMES[:1]


def violations(page: Page, within: str = "", *rules: str) -> list[tuple[Any, ...]]:
    """Return what axe-core finds in a part of the page, or in all of it.

    With some rules or groups of them alone where any are named.
    """
    options: dict[str, Any] = {"resultTypes": ["violations"]}  # the rest takes as long again
    if rules:
        options["runOnly"] = list(rules)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)  # half a megabyte to read: once for each page
    found = page.evaluate(
        "([within, options]) => axe.run(within || document, options)", [within, options]
    )
    return [
        (rule["id"], node["target"], node["html"][:200], node.get("failureSummary", "")[:200])
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def wear(page: Page, theme: str) -> None:
    """Choose a theme, and wait until its sizes and, in the charts too, its colours are put on."""
    page.evaluate("(theme) => document.querySelector('classkit-table').setTheme(theme)", theme)
    expect(page.locator("classkit-table")).to_have_attribute("data-theme", theme)
    laid_out(page)
    page.wait_for_function(
        """() => [...document.querySelectorAll('.js-plotly-plot')].every((chart) =>
            chart.layout.template.layout.font.color
                === getComputedStyle(chart).getPropertyValue('--ck-ink').trim())
        """
    )
