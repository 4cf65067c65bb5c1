"""The clock in the head of the page: it counts down by itself, stands when it should, ends a match.

The page's time and the kernel's are moved on by hand: nobody waits for minutes.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import violations
from tests.browser.desks import open_desk, open_sight
from tests.browser.waiting import laid_out, resize, send

HALL, LAPTOP, TELEPHONE = (1280, 720), (1366, 768), (390, 844)


def desk_of(
    game: str, seats: int = 4, turns: int = 8, minutes: int = 0, **options: object
) -> MatchController:
    """The desk of a match after some turns of play, with a clock."""
    match = classkit.new(game, seats=seats, seed=7, options=options)
    while match.turn < turns:
        match.play(until="turn", bots="passive")
    desk = MatchController(match, "passive")
    if minutes:
        desk.set_minutes(minutes)
    return desk


def clock(page: Page) -> Locator:
    """The button in the head that shows the time."""
    return page.locator(".ck-head .ck-clock")


def seconds(page: Page) -> int:
    """The seconds that it shows."""
    minutes, rest = clock(page).locator(".ck-clock-figure").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def test_it_counts_down_by_itself_and_asks_nothing(own_page: Page, harness: str) -> None:
    """Ten minutes pass on the page: it shows them without a word from the kernel."""
    page = own_page
    page.clock.install()
    open_desk(page, harness, desk_of("poleconomy", minutes=45))
    assert 44 * 60 < seconds(page) <= 45 * 60
    number = page.evaluate("document.querySelector('classkit-table').store.state.seq")
    page.clock.fast_forward(10 * 60_000)
    page.wait_for_function(
        "() => document.querySelector('.ck-clock-figure').textContent.startsWith('34:')"
    )
    page.clock.fast_forward((34 * 60 + 5) * 1_000)
    expect(page.locator(".ck-matchclock [role=status]")).to_have_text("One minute of play is left.")
    page.clock.fast_forward(60 * 60_000)
    expect(clock(page)).to_contain_text("0:00")
    assert page.evaluate("document.querySelector('classkit-table').store.state.seq") == number


def test_it_is_stopped_while_the_class_discusses(page: Page, harness: str) -> None:
    """With one press in the head, by the keyboard as well; another lets it run."""
    desk = desk_of("poleconomy", minutes=45)
    open_desk(page, harness, desk)
    clock(page).press("Enter")
    expect(clock(page)).to_contain_text("stopped")
    expect(clock(page)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ck-matchclock [role=status]")).to_have_text("The clock is stopped.")
    assert desk.clock is not None and desk.clock.stopped
    clock(page).click()
    expect(clock(page)).to_contain_text("left")
    assert violations(page, ".ck-head") == []


def test_a_time_out_waits_and_the_board_counts_down(page: Page, harness: str) -> None:
    """Q10.3: a time-out runs from the call to the next roll."""
    desk = desk_of("opoly", clock="minutes")
    desk.advance_clock(47 * 60)
    open_desk(page, harness, desk)
    board = page.locator("classkit-board")
    expect(board).to_contain_text("43 minutes of play left")
    send(page, do="signal", name="time_out")
    expect(clock(page)).to_contain_text("time-out")
    send(page, do="step", until="turn")
    expect(clock(page)).to_contain_text("left")


def test_when_time_is_up_the_match_ends(page: Page, harness: str) -> None:
    """Time runs out within a turn: overtime, and after the turn the match is over (P15.1)."""
    desk = desk_of("poleconomy", minutes=45)
    open_desk(page, harness, desk)
    send(page, do="step", until="decision")
    desk.advance_clock(45 * 60)
    send(page, do="step", until="decision")
    expect(clock(page)).to_contain_text("overtime")
    send(page, do="step", until="turn")
    expect(page.locator("classkit-ending")).to_be_visible()
    expect(clock(page)).to_be_disabled()


def test_a_page_that_looks_on_sees_it_and_cannot_stop_it(page: Page, harness: str) -> None:
    desk = desk_of("poleconomy", minutes=45)
    desk.read_only = "Another page has this match."
    open_desk(page, harness, desk)
    expect(clock(page)).to_contain_text("45:00")
    expect(clock(page)).to_be_disabled()


def test_a_class_agrees_on_minutes_in_the_tab_match(page: Page, harness: str) -> None:
    desk = desk_of("poleconomy")
    open_desk(page, harness, desk)
    expect(clock(page)).to_have_count(0)
    page.get_by_role("tab", name="Match").click()
    field = page.get_by_role("textbox", name="Minutes of play")
    start = page.get_by_role("button", name="Start a clock")
    field.fill("0")
    expect(start).to_be_disabled()
    field.fill("5")
    field.press("Backspace")
    expect(field).to_have_value("")
    expect(start).to_be_disabled()
    expect(page.get_by_role("alert").filter(has_text="Enter a number.")).to_be_visible()
    page.clock.install()
    page.clock.fast_forward(2_000)
    expect(field).to_have_value("")
    field.press_sequentially("30")
    expect(field).to_have_value("30")
    page.get_by_role("button", name="Start a clock").click()
    expect(clock(page)).to_contain_text(":")
    assert desk.clock is not None and desk.clock.minutes == 30
    assert violations(page, ".ck-records") == []
    page.get_by_role("button", name="No clock").click()
    expect(clock(page)).to_have_count(0)


def test_a_game_without_one_offers_none(page: Page, harness: str) -> None:
    open_desk(page, harness, desk_of("economicon"))
    page.get_by_role("tab", name="Match").click()
    expect(page.get_by_role("textbox", name="Minutes of play")).to_be_hidden()


@pytest.mark.parametrize(
    ("size", "theme"), [(LAPTOP, "light"), (HALL, "projector"), (TELEPHONE, "light")]
)
@pytest.mark.parametrize(("game", "seats"), [("opoly", 8), ("poleconomy", 4)])
def test_the_head_has_room_for_it(
    page: Page, harness: str, game: str, seats: int, size: tuple[int, int], theme: str
) -> None:
    """Nothing in the head lies over anything else, nor sticks out of the page."""
    options = {"clock": "minutes", "play_minutes": 240} if game == "opoly" else {}
    desk = desk_of(game, seats, turns=3, minutes=240, **options)
    resize(page, *size)
    sight = PageView(desk)
    sight.set_theme(theme)
    open_sight(page, harness, sight, charts=False)
    laid_out(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    figures = ".ck-clock, .ck-clock *"
    cut = page.evaluate(
        "(figures) => [...document.querySelectorAll(figures)]"
        ".filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)"
        ".map((one) => one.className)",
        figures,
    )
    assert cut == []
    boxes = page.evaluate(
        "() => [...document.querySelectorAll('.ck-head > *')]"
        ".filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())"
        ".map((box) => [box.left, box.top, box.right, box.bottom])"
    )
    for at, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0 and right <= size[0]
        for other in boxes[at + 1 :]:
            apart = right <= other[0] + 1 or other[2] <= left + 1
            assert apart or bottom <= other[1] + 1 or other[3] <= top + 1, (boxes, at)
