"""Nothing hangs on a bad line, and a kernel that is gone or busy is spoken of (design 7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.badline import lay_bad_line, spoil
from tests.browser.classroom import COLD, Seen, open_table, seen
from tests.browser.servers import BUSY, Place
from tests.browser.tabs import Tab, watched
from tests.browser.waiting import send

HOSTED = """\
from classkit.hosting.session import open_table
table = open_table("poleconomy", seats=4, seed=7, bots="passive", options={"game": 1})
table
"""


@pytest.fixture(scope="module")
def on_a_bad_line(tab: Tab, in_voila: Place) -> Iterator[Page]:
    """A page with one table for all these tests, on a line that can be made bad."""
    with tab.another() as opened:
        lay_bad_line(opened)
        open_table(opened, in_voila, in_voila.write("line.ipynb", BUSY, HOSTED))
        yield opened


@pytest.fixture
def table(on_a_bad_line: Page, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Seen]:
    """The table, gone back to its beginning."""
    with watched(on_a_bad_line, request, tmp_path):
        found = seen(on_a_bad_line)
        send(on_a_bad_line, do="goto", turn=1)
        expect(found.root.locator(".ck-where")).to_contain_text("Turn 1 ·", timeout=COLD)
        spoil(on_a_bad_line, dropped=0, **GOOD)
        yield found


GOOD: dict[str, float | bool] = {"lost": 0, "doubled": 0, "late": 0, "lag": 0, "cut": False}
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


def start_play(table: Seen) -> None:
    table.menu().get_by_label("Speed of Play").select_option(label="fastest")
    table.press("Play")
    goes_on(table)


def goes_on_when_the_line_is_good_again(table: Seen) -> None:
    """Play goes on and can be paused, and nothing is said of a connection any more."""
    assert table.page.evaluate("window.line.dropped") > 0
    spoil(table.page, **GOOD)
    goes_on(table)
    expect(lost(table.page)).to_have_count(0, timeout=COLD)  # while steps come and go
    table.press("Pause")
    expect(table.root.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=COLD)
    is_calm(table)


def test_play_outlives_messages_that_are_lost_doubled_and_late(table: Seen) -> None:
    start_play(table)
    spoil(table.page, lost=0.1, doubled=0.1, late=0.2)
    goes_on(table, 10)
    goes_on_when_the_line_is_good_again(table)


def test_a_click_and_play_outlive_a_cut_of_two_seconds(table: Seen) -> None:
    """A click whose answer is lost is carried out once."""
    page = table.page
    table.step(2)
    spoil(page, cut=True)
    table.press("Step")
    expect(lost(page)).to_be_visible(timeout=COLD)
    spoil(page, cut=False)
    expect(table.root.locator(".ck-where")).to_contain_text("Turn 4 ·", timeout=COLD)
    is_calm(table)
    table.step()
    assert table.turn == 5
    spoil(page, lag=300)
    start_play(table)
    spoil(page, cut=True)
    expect(lost(page)).to_be_visible(timeout=COLD)
    goes_on_when_the_line_is_good_again(table)


def test_a_kernel_that_stays_busy_is_left_for_a_fresh_one(table: Seen) -> None:
    """The match goes on from the last stored step."""
    page = table.page
    table.step(2)
    table.mark()
    dialog = page.get_by_role("alertdialog", name="The kernel is still busy")
    expect(dialog).to_be_visible(timeout=COLD)
    expect(dialog).to_contain_text("from the last stored step")
    expect(dialog.get_by_role("button", name="Wait")).to_be_focused()
    dialog.get_by_role("button", name="Continue on a fresh kernel").click()
    table = seen(page)
    expect(table.root.locator(".ck-where")).to_contain_text("Turn 3", timeout=COLD)
    table.step()
