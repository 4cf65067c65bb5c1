"""The wall of a class: how many tables fit, what leads where, and the podium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.access import violations
from tests.browser.hosting.telephones import (
    WIDTH,
    choose,
    class_menu,
    fits,
    join,
    opened,
    telephone,
)
from tests.browser.sweeps import shared_out
from tests.browser.waiting import eventually
from tests.hosting.serving import Server

THEMES = ("projector", "dark", "light")
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
)
NARROW: ViewportSize = {"width": 360, "height": 640}
COVERED = """() => document.querySelector('.ck-lobby-cards').getBoundingClientRect().bottom
    - document.querySelector('.ck-lobby-foot').getBoundingClientRect().top"""
"""By how many pixels the last card of the lobby is under its foot."""
OUTSIDE = """() => [...document.querySelectorAll('.ck-wall-table')].filter((cell) => {
    const box = cell.getBoundingClientRect();
    return box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5
        || box.width > 320.5 || box.height > 200.5;
}).length"""
"""How many cells are not whole on the screen, or larger than they may be."""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.ck-wall-table *')]
    .filter((node) => !node.closest('svg, .ck-only-read')
        && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""
COLUMNS = """() => new Set([...document.querySelectorAll('.ck-wall-table')]
    .map((cell) => Math.round(cell.getBoundingClientRect().left))).size"""


def seated(browser: Browser, server: Server, game: str, tables: int) -> Page:
    """The desk of a room of the invented, four at a table."""
    desk, _ = opened(browser, server, game)
    left = 4 * tables
    while left:
        more = min(left, 400)
        desk.get_by_label("How many participants are invented").fill(str(more))
        desk.get_by_role("button", name="Invent", exact=True).click()
        left -= more
        expect(desk.get_by_role("button", name=f"Seat {4 * tables - left} waiting")).to_be_visible(
            timeout=60_000
        )
    desk.get_by_role("button", name=f"Seat {4 * tables} waiting").click()
    expect(desk.locator(".ck-wall-table").first).to_be_visible(timeout=60_000)
    return desk


def test_fifty_tables_fit_one_screen_in_each_theme(
    browser: Browser, server: Server, deep: bool
) -> None:
    """In the short form each screen in one theme, the smaller in that with the largest type."""
    desk = seated(browser, server, "poleconomy", 50)
    eventually(desk, lambda: desk.locator(".ck-wall-course polyline").count() > 0, True)
    for row, screen in enumerate(SCREENS):
        desk.set_viewport_size(screen)
        for theme in shared_out(THEMES, row, 1, deep):
            class_menu(desk).get_by_label("Theme").select_option(theme)
            desk.keyboard.press("Escape")
            expect(desk.locator(".ck-wall-table")).to_have_count(50)
            fits(desk)
            assert desk.evaluate(OUTSIDE) == 0 and desk.evaluate(COLUMNS) == 10
            least = {"projector": 15 if screen["width"] < 1900 else 20}.get(theme, 14)
            assert desk.evaluate(SMALLEST) >= least, (screen, theme)
            assert not violations(desk)
    choose(desk, "Podium")
    podium = desk.locator(".ck-podium")
    for place in ("3", "2", "1"):
        block = podium.locator(f".ck-podium-blocks .ck-podium-{place} .ck-podium-block")
        expect(block).to_be_visible(timeout=20_000)
    expect(podium.locator("circle").nth(199)).to_be_attached()
    fits(desk)
    assert not violations(desk)
    names = podium.locator(".ck-podium-name")
    assert not any("Table" in one for one in names.all_inner_texts())
    podium.get_by_role("button", name="Hide names").click()
    expect(names.first).to_contain_text("Table")
    desk.keyboard.press("Escape")
    expect(desk.locator(".ck-wall-table")).to_have_count(50)


def test_a_table_in_full_has_the_theme_of_its_desk(browser: Browser, server: Server) -> None:
    """Seen: only the head of the desk changed, over a table in another theme."""
    desk = seated(browser, server, "economy", 1)
    desk.locator(".ck-wall-table button").click()
    for theme in THEMES:
        class_menu(desk).get_by_label("Theme").select_option(theme)
        expect(desk.locator("classkit-table")).to_have_attribute("data-theme", theme)


def test_the_code_and_the_cards_fit_a_narrow_screen(browser: Browser, server: Server) -> None:
    desk, code = opened(browser, server, "economicon")
    desk.set_viewport_size(NARROW)
    assert desk.evaluate(WIDTH) <= 0
    phone = telephone(browser, server, code)
    phone.set_viewport_size(NARROW)
    join(phone, "Ada")
    expect(phone.locator(".ck-lobby-cards li")).to_have_count(3)
    assert phone.evaluate(COVERED) <= 0 and phone.evaluate(WIDTH) <= 0


def test_a_tie_of_the_whole_class_crowns_nobody(browser: Browser, server: Server) -> None:
    """Nobody has points in Economy until all cards are taken."""
    desk = seated(browser, server, "economy", 3)
    choose(desk, "Podium")
    block = desk.locator(".ck-podium-1")
    expect(block).to_contain_text("A tie of 12", timeout=20_000)
    expect(block).to_contain_text("1st")
    expect(desk.locator(".ck-podium-block")).to_have_count(1)
    fits(desk)
    assert not violations(desk)


def test_sixty_one_tables_take_turns(browser: Browser, server: Server) -> None:
    desk = seated(browser, server, "economy", 61)
    expect(desk.locator(".ck-wall-table")).to_have_count(31)
    assert desk.evaluate(OUTSIDE) == 0
    pages = desk.get_by_role("group", name="Pages of tables")
    pages.get_by_role("button", name="Hold").click()
    pages.get_by_role("button", name="Next page").click()
    expect(desk.locator(".ck-wall-table")).to_have_count(30)
    expect(pages).to_contain_text("2 of 2")
    desk.locator(".ck-wall-table button").last.click()
    expect(desk.locator("classkit-table")).to_be_visible(timeout=60_000)
    expect(desk.get_by_role("heading", name="Table 61")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.locator('[data-place="61"]')).to_be_focused()
    expect(pages).to_contain_text("2 of 2")


def test_the_wall_does_not_tell_the_groups_apart_until_the_teacher_does(
    browser: Browser, server: Server
) -> None:
    desk, _ = opened(browser, server, "opoly", "Auctions", "3")
    desk.get_by_label("How many participants are invented").fill("6")
    desk.get_by_role("button", name="Invent", exact=True).click()
    desk.get_by_role("button", name="Seat 6 waiting").click()
    cells = desk.locator(".ck-wall-table")
    expect(cells).to_have_count(2)
    expect(cells.first).to_contain_text("· A")
    expect(desk.locator("main")).not_to_contain_text("English")
    expect(cells.first).not_to_contain_text("Alma")
    assert not violations(desk)
    choose(desk, "Show what the groups are")
    expect(cells.first).to_contain_text("English")
    desk.get_by_role("button", name="Show names").click()
    expect(desk.locator("main")).to_contain_text("Alma")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("tables", [1, 4])
def test_few_tables_have_large_cells(browser: Browser, server: Server, tables: int) -> None:
    desk = seated(browser, server, "opoly", tables)
    expect(desk.locator(".ck-wall-table")).to_have_count(tables)
    fits(desk)
    assert desk.evaluate(OUTSIDE) == 0
    for cell in desk.locator(".ck-wall-table").all():
        expect(cell.locator(".ck-wall-waits")).to_be_visible()
        box = cell.bounding_box()
        assert box is not None and (round(box["width"]), round(box["height"])) == (320, 200)
    assert not violations(desk)
