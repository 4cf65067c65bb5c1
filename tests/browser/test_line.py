"""Nothing hangs on a bad line, and a kernel that is gone or busy is spoken of (design 7)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.browser.badline import lay_bad_line, spoil
from tests.browser.classroom import COLD, STEP, Seen, open_table, run_all, save, seen
from tests.browser.servers import TABLE, Place

HOSTED = """\
from classkit.hosting.session import open_table
table = open_table("poleconomy", seats=4, seed=7, bots="default")
table
"""

BUSY = """\
import os, time
from classkit.widgets.actions import ACTIONS, Action, LABEL
def work(desk, label):
    while not os.path.exists("enough"):
        time.sleep(0.05)
ACTIONS["bookmark"] = Action(work, maybe={"label": LABEL})
"""
"""A kernel that is busy as soon as somebody marks a turn, until there is a file "enough".

This cell stands before the table's: nobody can mark a turn that it does not hold up."""


@pytest.fixture
def page(own_page: Page) -> Page:
    """A page of its own: a bad line stays on the page on which it was laid."""
    return own_page


PLAYED = "n => Number(/Turn (\\d+)/.exec(document.querySelector('.ck-where').innerText)[1]) > n"


def goes_on(table: Seen, turns: int = 3) -> None:
    """Wait until so many more turns have been played."""
    table.page.wait_for_function(PLAYED, arg=table.turn + turns, timeout=COLD)


def is_calm(table: Seen) -> None:
    """Nothing is waited for, and nothing is said of a connection."""
    expect(table.root.locator(".ck-slow")).to_be_hidden(timeout=COLD)
    expect(lost(table.page)).to_have_count(0, timeout=COLD)


def lost(page: Page) -> Locator:
    return page.get_by_role("alertdialog", name="Connection lost")


def mark(table: Seen) -> None:
    table.root.get_by_role("button", name="Bookmark", exact=True).click()
    table.root.get_by_role("button", name="Keep", exact=True).click()


def start_play(table: Seen) -> None:
    table.root.get_by_role("combobox", name="Speed of Play").select_option(label="fastest")
    table.press("Play")
    goes_on(table)


@pytest.mark.parametrize(
    "trouble",
    [
        {"lost": 0.1, "doubled": 0.1, "late": 0.2},
        {"cut": True, "lag": 300},
    ],
    ids=["lost, doubled, late", "cut of two seconds"],
)
def test_play_outlives_a_bad_line(
    page: Page, in_voila: Place, trouble: dict[str, float | bool]
) -> None:
    lay_bad_line(page)
    table = open_table(page, in_voila, in_voila.write("bad.ipynb", HOSTED))
    spoil(page, lag=trouble.get("lag", 0))
    start_play(table)
    spoil(page, **trouble)
    if trouble.get("cut"):
        expect(lost(page)).to_be_visible(timeout=COLD)
        spoil(page, cut=False)
    else:
        goes_on(table, 10)
    assert page.evaluate("window.line.dropped") > 0
    spoil(page, lost=0, doubled=0, late=0, lag=0)
    goes_on(table)
    is_calm_while_playing(table)
    table.press("Pause")
    expect(table.root.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=COLD)
    is_calm(table)


def is_calm_while_playing(table: Seen) -> None:
    """The connection is well again; steps come and go."""
    expect(lost(table.page)).to_have_count(0, timeout=COLD)


def test_a_click_whose_answer_is_lost_is_carried_out_once(page: Page, in_voila: Place) -> None:
    lay_bad_line(page)
    table = open_table(page, in_voila, in_voila.write("once.ipynb", HOSTED))
    table.step(2)
    spoil(page, cut=True)
    table.press("Step")
    expect(lost(page)).to_be_visible(timeout=COLD)
    spoil(page, cut=False)
    expect(table.root.locator(".ck-where")).to_contain_text("Turn 4 of 4", timeout=COLD)
    is_calm(table)
    table.step()
    assert table.turn == 5


def test_a_kernel_that_stays_busy_is_left_for_a_fresh_one(page: Page, in_voila: Place) -> None:
    lay_bad_line(page)
    table = open_table(page, in_voila, in_voila.write("busy.ipynb", BUSY, HOSTED))
    table.step(2)
    mark(table)
    dialog = page.get_by_role("alertdialog", name="The kernel is still busy")
    expect(dialog).to_be_visible(timeout=COLD)
    expect(dialog).to_contain_text("from where it was kept last")
    expect(dialog.get_by_role("button", name="Wait")).to_be_focused()
    dialog.get_by_role("button", name="Continue on a fresh kernel").click()
    table = seen(page)
    expect(table.root.locator(".ck-where")).to_contain_text("Turn 3", timeout=COLD)
    table.step()


# --- in notebooks -----------------------------------------------------------------------------


@pytest.fixture(params=["lab", "notebook"])
def book(request: pytest.FixtureRequest) -> Place:
    """JupyterLab and Notebook 7, in turn."""
    found: Place = request.getfixturevalue(f"in_{request.param}")
    return found


def menu(page: Page, *path: str) -> None:
    """Choose from the menu bar."""
    page.locator(".lm-MenuBar-item", has_text=path[0]).first.click()
    page.locator(".lm-Menu-item", has_text=path[1]).first.click()


def notice(page: Page) -> Locator:
    return page.locator(".classkit-connection [role=alert]")


def test_a_restarted_kernel_is_said_and_the_cell_brings_a_new_table(
    page: Page, book: Place
) -> None:
    """The times of the page are those of everybody: it is mostly said at once."""
    table = open_table(page, book, book.write("restart.ipynb", TABLE))
    table.step(2)
    menu(page, "Kernel", "Restart Kernel…")
    page.locator(".jp-Dialog .jp-mod-warn").click()
    expect(notice(page)).to_contain_text("was restarted or shut down", timeout=COLD)
    expect(notice(page)).to_contain_text("Run its cell again")
    table.press("Step")
    expect(table.root.locator(".ck-toast")).to_contain_text("was restarted or shut down")
    expect(table.root.locator(".ck-slow")).to_be_hidden()
    run_all(page, book)
    expect(notice(page)).to_have_count(0, timeout=COLD)
    table = seen(page)
    table.step()


def test_a_kernel_at_work_is_told_from_one_that_was_restarted(page: Page, in_lab: Place) -> None:
    """JupyterLab calls it idle once another cell has run, though the table waits still."""
    lay_bad_line(page)
    table = open_table(page, in_lab, in_lab.write("work.ipynb", BUSY, TABLE, "1 + 1"))
    table.step()
    mark(table)
    expect(notice(page)).to_contain_text("Interrupt Kernel", timeout=COLD)
    page.locator(".jp-Notebook .jp-CodeCell .jp-InputArea-editor").nth(2).click()
    page.keyboard.press("Control+Enter")
    expect(notice(page)).to_contain_text("No answer from the kernel", timeout=COLD)
    (in_lab.folder / "enough").touch()
    expect(notice(page)).to_have_count(0, timeout=COLD)
    table.step()
    assert table.turn == 3


def notes_its_windows(response: Response) -> bool:
    """JupyterLab has stored a layout with the second view in it."""
    asked = response.request
    stored = asked.method == "PUT" and "/api/workspaces" in asked.url
    return stored and "cloned-output" in (asked.post_data or "")


def test_a_second_view_that_jupyterlab_does_not_bring_back_says_what_to_do(
    page: Page, in_lab: Place
) -> None:
    name = in_lab.write("clone.ipynb", TABLE)
    open_table(page, in_lab, name).step()
    save(page)
    page.goto(in_lab.url + f"lab/tree/{name}")
    seen(page)
    page.locator(".jp-OutputArea-promptOverlay").first.click(button="right")
    with page.expect_response(notes_its_windows):
        page.locator(".lm-Menu-item", has_text="Create New View for").click()
        view = page.locator(".jp-LinkedOutputView classkit-table")
        expect(view.locator(STEP)).to_be_enabled(timeout=COLD)
    page.reload()
    view = page.locator(".jp-LinkedOutputView")
    expect(view).to_contain_text("Create New View", timeout=COLD)
    expect(view).not_to_contain_text("Loading widget")
