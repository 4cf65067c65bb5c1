"""The seat map on the desk: by mouse, by touch and by keyboard, and by a list."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.access import violations
from tests.browser.hosting.telephones import (
    WIDTH,
    choose,
    class_menu,
    fits,
    join,
    now,
    opened,
    telephone,
)
from tests.browser.waiting import eventually
from tests.hosting.serving import Server

TABLES = 27
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.ck-seatmap *')]
    .filter((node) => !node.closest('svg, .ck-only-read') && node.checkVisibility()
        && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""
"""The smallest type on the map, in pixels."""


def seated(browser: Browser, server: Server, tables: int) -> tuple[Page, str]:
    """The desk of a room of the invented with its seat map open, and the code."""
    desk, code = opened(browser, server, "economicon")
    desk.get_by_label("How many participants are invented").fill(str(4 * tables))
    desk.get_by_role("button", name="Invent", exact=True).click()
    desk.get_by_role("button", name=f"Seat {4 * tables} waiting").click(timeout=60_000)
    expect(desk.locator(".ck-wall-table")).to_have_count(tables, timeout=60_000)
    choose(desk, "Seat map")
    expect(desk.get_by_role("heading", name="Seat map")).to_be_visible()
    return desk, code


def seat(page: Page, place: int, letter: str) -> Locator:
    """A seat of the map."""
    return page.locator(f'.ck-seat[data-place="{place}"][data-seat="{letter}"]')


def who(page: Page, place: int, letter: str) -> str:
    """Who sits in a seat."""
    return seat(page, place, letter).locator("bdi").inner_text()


def middle(found: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_twenty_seven_tables_are_legible_and_changed_in_one_move(
    browser: Browser, server: Server
) -> None:
    desk, _ = seated(browser, server, TABLES)
    expect(desk.locator(".ck-seatmap-table")).to_have_count(TABLES)
    for theme in ("light", "dark", "projector"):
        class_menu(desk).get_by_label("Theme").select_option(theme)
        desk.keyboard.press("Escape")
        fits(desk)
        assert desk.evaluate(SMALLEST) >= 11.5
        assert not violations(desk), theme
    by_two_clicks(desk)
    by_dragging(desk)
    by_keyboard(desk)


def by_two_clicks(desk: Page) -> None:
    one, other = who(desk, 1, "A"), who(desk, 9, "C")
    seat(desk, 1, "A").click()
    expect(seat(desk, 1, "A")).to_have_attribute("aria-pressed", "true")
    assert not violations(desk)
    seat(desk, 9, "C").click()
    expect(seat(desk, 9, "C").locator("bdi")).to_have_text(one)
    expect(seat(desk, 1, "A").locator("bdi")).to_have_text(other)
    expect(desk.locator(".ck-seatmap [role=status]")).to_contain_text("table 9, seat C")
    expect(seat(desk, 9, "C")).to_be_focused()


def by_dragging(desk: Page) -> None:
    one, other = who(desk, 2, "B"), who(desk, 20, "D")
    desk.mouse.move(*middle(seat(desk, 2, "B")))
    desk.mouse.down()
    desk.mouse.move(*middle(seat(desk, 20, "D")), steps=5)
    expect(desk.locator(".ck-seat-ghost")).to_have_text(one)
    expect(desk.locator(".ck-aimed")).to_have_count(1)
    desk.mouse.up()
    expect(seat(desk, 20, "D").locator("bdi")).to_have_text(one)
    expect(seat(desk, 2, "B").locator("bdi")).to_have_text(other)
    desk.mouse.move(*middle(seat(desk, 2, "B")))
    desk.mouse.down()
    desk.mouse.move(*middle(desk.locator(".ck-seatmap-waiting b")), steps=5)
    desk.mouse.up()
    expect(seat(desk, 2, "B").locator("bdi")).to_have_text("bot")
    expect(desk.locator(".ck-seatmap-waiting")).to_contain_text(other)


def by_keyboard(desk: Page) -> None:
    """Arrow keys go from seat to seat; Escape puts back, and then closes the map."""
    one = who(desk, 3, "A")
    seat(desk, 3, "A").focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press("ArrowRight")
    expect(seat(desk, 4, "A")).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect(seat(desk, 4, "B")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(seat(desk, 4, "B").locator("bdi")).to_have_text(one)
    expect(seat(desk, 4, "B")).to_be_focused()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Escape")
    expect(desk.locator(".ck-seatmap [aria-pressed=true]")).to_have_count(0)
    desk.keyboard.press("Escape")
    expect(desk.locator(".ck-wall-table").first).to_be_visible()


def test_a_finger_moves_a_student_whose_phone_follows(browser: Browser, server: Server) -> None:
    """Two taps, and a drag by the badge: elsewhere a finger scrolls."""
    desk, code = seated(browser, server, 2)
    phone = telephone(browser, server, code)
    join(phone, "Ada")
    tablet = browser.new_context(
        viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True
    ).new_page()
    tablet.context.add_cookies(desk.context.cookies())  # type: ignore[arg-type]
    tablet.goto(desk.url)
    choose(tablet, "Seat map")
    assert not violations(tablet) and tablet.evaluate(WIDTH) <= 0
    tablet.locator(".ck-seat-person", has_text="Ada").tap()
    seat(tablet, 2, "C").tap()
    expect(seat(tablet, 2, "C").locator("bdi")).to_have_text("Ada")
    expect(phone.locator("classkit-phone")).to_be_visible()
    eventually(phone, lambda: (now(phone) or {}).get("seen_as"), "C")
    drag(tablet, seat(tablet, 2, "C").locator(".ck-badge"), seat(tablet, 1, "A"))
    expect(seat(tablet, 1, "A").locator("bdi")).to_have_text("Ada")
    eventually(phone, lambda: (now(phone) or {}).get("seen_as"), "A")
    expect(seat(desk, 1, "A").locator("bdi")).to_have_text("Ada")


def drag(page: Page, one: Locator, other: Locator) -> None:
    """Drag by a finger."""
    line = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(one), middle(other)

    def touch(kind: str, *points: dict[str, Any]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

    touch("touchStart", {"x": x, "y": y})
    for part in range(1, 6):
        touch("touchMove", {"x": x + (to_x - x) * part / 5, "y": y + (to_y - y) * part / 5})
    touch("touchEnd")


def test_a_list_seats_the_class_and_says_what_is_wrong_with_it(
    browser: Browser, server: Server
) -> None:
    desk, code = opened(browser, server, "economicon")
    phones = [telephone(browser, server, code) for _ in range(2)]
    for phone, name in zip(phones, ("Ada", "Zoë"), strict=True):
        join(phone, name)
    choose(desk, "Seat map")
    desk.get_by_role("button", name="Seat by a list").click()
    assert not violations(desk) and desk.evaluate(WIDTH) <= 0
    desk.get_by_label("The list").fill("name,table\nAda,first")
    desk.get_by_role("button", name="Seat by this list").click()
    expect(desk.get_by_role("alert")).to_contain_text("Line 2 of the list: the table must be")
    text = "Name;Table;Seat\r\nAda;1;B\r\nZoë;2;A\r\nBo;2;C\r\n"
    windows = {"name": "class.csv", "mimeType": "text/csv", "buffer": text.encode("cp1252")}
    desk.get_by_label("From a file (CSV)").set_input_files([windows])  # type: ignore[list-item]
    expect(desk.get_by_label("The list")).to_have_value(re.compile("Zoë"))
    desk.get_by_role("button", name="Seat by this list").click()
    expect(seat(desk, 1, "B").locator("bdi")).to_have_text("Ada")
    expect(seat(desk, 2, "A").locator("bdi")).to_have_text("Zoë")
    expect(seat(desk, 2, "C").locator("bdi")).to_have_text("kept for Bo")
    expect(desk.locator(".ck-seatmap [role=status]")).to_contain_text("1 seat is kept")
    assert not violations(desk)
    late = telephone(browser, server, code)
    join(late, "bo")
    expect(seat(desk, 2, "C").locator("bdi")).to_have_text("bo")
    with desk.expect_download() as saved:
        desk.get_by_role("button", name="Save as a list").click()
    assert saved.value.path().read_text(encoding="utf-8-sig").splitlines()[:2] == [
        "name,table,seat",
        "Ada,1,B",
    ]
