"""The table fits where it is shown: halls, notebooks, telephones, enlarged windows, paper."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.classroom import COLD, Seen, open_table, seen
from tests.browser.desks import open_sight
from tests.browser.legible import scrolls
from tests.browser.servers import TABLE, Place
from tests.browser.waiting import eventually, resize, send

GAMES = ("poleconomy", "opoly", "economicon", "economy")


def show(page: Page, address: str, game: str, size: tuple[int, int], turns: int = 8) -> Seen:
    """Show a table after some turns in a window of this size."""
    match = classkit.new(game, seats=4, seed=7)
    for _ in range(turns):
        match.play(until="turn", bots="passive")
    resize(page, *size)
    open_sight(page, address, PageView(MatchController(match, "passive")))
    return seen(page)


def box(page: Page, part: str) -> dict[str, float]:
    """Return where a part is: its edges, in pixels."""
    found = page.locator(part).first.bounding_box()
    assert found, part
    return {
        "left": found["x"],
        "top": found["y"],
        "right": found["x"] + found["width"],
        "bottom": found["y"] + found["height"],
        "height": found["height"],
    }


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_has_a_scroll_bar_that_scrolls_nothing(page: Page, harness: str, game: str) -> None:
    """At 1366x768, after some steps."""
    show(page, harness, game, (1366, 768))
    for _ in range(6):
        send(page, do="step", until="turn")
        eventually(page, lambda: scrolls(page, ".classkit *, main, body, html"), [])


def test_waiting_for_the_kernel_covers_no_headline(page: Page, harness: str) -> None:
    """It takes a place of its own beside what the last step did."""
    table = show(page, harness, "poleconomy", (1366, 768))
    long = "Ada buys I.P. Sharp Associates from the Bank for $100,000 and pays with a bond."
    table.root.locator("classkit-live").evaluate(
        """(live, words) => {
            live.said.textContent = words;
            live.slow.hidden = false;
        }""",
        long,
    )
    said, slow = box(page, ".ck-said"), box(page, ".ck-slow")
    assert said["right"] <= slow["left"] + 1
    head = box(page, ".ck-head")
    assert slow["top"] >= head["top"] - 1 and slow["bottom"] <= head["bottom"] + 1


def test_what_an_option_is_said_to_be_is_not_cut(page: Page, harness: str) -> None:
    """Text: "As the edition says" in place of a number, in the dialog for a new match."""
    table = show(page, harness, "poleconomy", (1366, 768))
    table.tab("Match")
    table.root.get_by_role("button", name="New match with other options").click()
    dialog = table.root.locator("dialog.ck-new")
    expect(dialog).to_be_visible()
    if dialog.locator("details > summary").is_visible():
        dialog.locator("details > summary").click()
    words = dialog.locator("input.ck-number")
    assert any("As the edition says" in one.input_value() for one in words.all())
    cut = words.evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)"
    )
    assert cut == []


def test_a_board_on_paper_is_drawn_and_no_picture(page: Page, harness: str) -> None:
    """487-opoly's bars were printed as pictures, each as large as the sheet: ten megabytes."""
    show(page, harness, "opoly", (1366, 768))
    assert len(page.pdf(format="A4")) < 1_500_000


# --- in a notebook ----------------------------------------------------------------------------


def test_a_cell_of_jupyterlab_shows_the_table_and_a_dead_kernel_covers_nothing(
    own_page: Page, in_lab: Place
) -> None:
    """At 1600x1000, beside the file browser: tabs, answers and charts without a scroll bar."""
    page = own_page
    resize(page, 1600, 1000)
    table = open_table(page, in_lab, in_lab.write("fits.ipynb", TABLE))
    table.step(3)
    pane = ".jp-WindowedPanel-outer"

    def fits() -> list[Any]:
        table.root.evaluate("one => one.scrollIntoView({ block: 'end' })")
        around = box(page, pane)
        parts = [".ck-desk", "classkit-ask", ".ck-infl", ".ck-tabs", ".ck-head"]
        outside = [
            part
            for part in parts
            if box(page, part)["top"] < around["top"] - 1
            or box(page, part)["bottom"] > around["bottom"] + 1
        ]
        return outside + scrolls(page, ".jp-Cell *")

    eventually(page, fits, [])
    page.locator(".lm-MenuBar-item", has_text="Kernel").first.click()
    page.locator(".lm-Menu-item", has_text="Restart Kernel…").first.click()
    page.locator(".jp-Dialog .jp-mod-warn").click()
    notice = page.locator(".classkit-connection [role=alert]")
    expect(notice).to_contain_text("was restarted or shut down", timeout=COLD)
    said = notice.bounding_box()
    assert said and said["y"] + said["height"] <= box(page, "classkit-table")["top"] + 1
    eventually(page, fits, [])
