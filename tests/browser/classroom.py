"""What an instructor does at the table, for tests in a browser."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.servers import Place
from tests.browser.waiting import eventually

COLD = 60_000
"""Milliseconds that a cold kernel and page may take on a busy machine before a test gives up."""

CROWD = (
    "Wilhelmina-Charlotte von Hohenzollern-Sigmaringen the Elder",
    "Donaudampfschifffahrtsgesellschaftskapitaenswitwenverein",
    "Team of the third row by the window",
    "Maximilian Alexander Ferdinand",
    "The Honourable Department of Economics 2",
    "Ann-Kathrin",
)
"""Names as long as a class gives them."""

STEP = "classkit-controls button.ck-main"


@dataclass
class Seen:
    """One table as it stands in a page."""

    page: Page
    root: Locator

    @property
    def where(self) -> str:
        """The timeline's words: "Turn 3 · 12 played · step 40"."""
        return self.root.locator("classkit-timeline .ck-where").inner_text()

    @property
    def turn(self) -> int:
        found = re.search(r"Turn (\d+)", self.where)
        assert found, self.where
        return int(found[1])

    def press(self, name: str) -> None:
        """Press a button of the controls by its words."""
        self.root.locator("classkit-controls").get_by_role("button", name=name, exact=True).click()

    def step(self, times: int = 1) -> None:
        """Press Step and wait until the timeline has moved."""
        for _ in range(times):
            before = self.where
            self.press("Step")
            where = self.root.locator("classkit-timeline .ck-where")
            expect(where).not_to_have_text(before, use_inner_text=True, timeout=COLD)

    def tab(self, name: str) -> None:
        """Open one of the tabs over the board; a short line of them is unfolded first."""
        tab = self.root.get_by_role("tab", name=name, exact=True)
        more = self.root.locator(".ck-tab-more")
        if more.is_visible() and more.get_attribute("aria-expanded") != "true":
            more.click()
        tab.click()

    def menu(self) -> Locator:
        """Open the menu at the end of the bar, and return it."""
        opener = self.root.locator(".ck-menu-opener")
        if opener.get_attribute("aria-expanded") != "true":
            opener.click()
        return self.root.get_by_role("group", name="Menu", exact=True)

    def mark(self) -> None:
        """Mark the turn with a bookmark."""
        self.root.get_by_role("button", name="Bookmark", exact=True).click()
        self.root.get_by_role("button", name="Keep", exact=True).click()

    def charts(self) -> Locator:
        """The charts that are drawn."""
        return self.root.locator("classkit-chart .js-plotly-plot .main-svg >> visible=true")


def points(page: Page, least: int = 1) -> int:
    """Return how many points the first line of the first chart has, once it has at least so many.

    It is drawn only while in sight.
    """
    page.locator("classkit-chart .ck-canvas").first.scroll_into_view_if_needed()
    page.evaluate(
        """() => { window.classkitPoints = () => {
            const plot = document.querySelector('classkit-chart .js-plotly-plot');
            return plot?.data?.[0]?.x?.length ?? 0;
        }; }"""
    )
    page.wait_for_function("n => window.classkitPoints() >= n", arg=least, timeout=COLD)
    return int(page.evaluate("() => window.classkitPoints()"))


PANELS = ".ck-tabs, classkit-ask, .ck-infl, .ck-treas, .ck-worth"


def nothing_is_covered(table: Seen) -> None:
    """Every button of the charts can be clicked, and no panel lies over another."""
    for button in table.root.locator("classkit-chart button:enabled >> visible=true").all():
        button.click(trial=True)
    panels = table.root.locator(PANELS).locator("visible=true").all()
    boxes = [box for panel in panels if (box := panel.bounding_box())]
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            beside = one["x"] + one["width"] <= other["x"] + 1 or (
                other["x"] + other["width"] <= one["x"] + 1
            )
            below = one["y"] + one["height"] <= other["y"] + 1 or (
                other["y"] + other["height"] <= one["y"] + 1
            )
            assert beside or below, (one, other)


def open_table(page: Page, place: Place, notebook: str, nth: int = 0) -> Seen:
    """Open a notebook, run it where that is left to the reader, and wait for its table."""
    page.goto(place.address(notebook))
    if place.kind != "voila":
        run_all(page, place)
    return seen(page, nth)


def scrolled_to(page: Page, nth: int) -> bool:
    """Whether a further table is there; if not, scroll down: cells out of sight are not made."""
    if page.locator("classkit-table").count() > nth:
        return True
    page.evaluate("document.querySelector('.jp-WindowedPanel-outer')?.scrollBy(0, 200)")
    return False


def seen(page: Page, nth: int = 0) -> Seen:
    """The table in a page, once it can be used."""
    root = page.locator("classkit-table").nth(nth)
    if nth:
        eventually(page, lambda: scrolled_to(page, nth), True)
    expect(root.locator(STEP)).to_be_enabled(timeout=COLD)
    return Seen(page, root)


def run_all(page: Page, place: Place) -> None:
    """Run all cells of the notebook that is open, once its kernel is there.

    While it is still being connected, Jupyter asks for one instead, in a dialog over everything,
    and runs few of the cells or none. Where some were passed over all the same, they are run again;
    where a dialog lies over them, it is put away first.
    """
    cell = page.locator(".jp-Notebook .jp-CodeCell").first
    cell.wait_for(timeout=COLD)
    kernel = page.locator(".jp-Notebook-ExecutionIndicator").first
    expect(kernel).to_have_attribute("data-status", "idle", timeout=COLD)
    passed_over = page.locator(".jp-Notebook .jp-CodeCell .jp-InputPrompt", has_text="[ ]:")
    for _ in range(30):
        try:
            cell.locator(".jp-InputArea-editor").click(timeout=4_000)
            page.locator(".lm-MenuBar-item", has_text="Run").first.click(timeout=4_000)
            page.locator(".lm-Menu-item", has_text="Run All Cells").first.click(timeout=4_000)
            expect(passed_over).to_have_count(0, timeout=4_000)
            return
        except (AssertionError, TimeoutError):
            page.keyboard.press("Escape")
    raise AssertionError(f"{place.kind} did not run the notebook")


def save(page: Page) -> None:
    """Save the notebook that is open in JupyterLab."""
    page.locator(".lm-MenuBar-item", has_text="File").first.click()
    page.locator(".lm-Menu-item", has_text="Save Notebook").first.click()
    expect(page.locator(".jp-mod-dirty")).to_have_count(0, timeout=COLD)
