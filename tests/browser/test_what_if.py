"""What if: fork, decide otherwise, play as far, and read the difference, by a class on stage."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.desk import Desk
from tests.browser.desks import open_desk
from tests.browser.waiting import charts_are_drawn, resize


def test_comparing_two_branches_is_one_act(page: Page, harness: str) -> None:
    bots = {"A": "tycoon", "B": "saver", "C": "politician", "D": "tycoon"}
    desk = Desk(classkit.new("poleconomy", seats=4, seed=3), bots)
    for _ in range(3):
        desk.step("round")
    desk.goto(turn=6)
    resize(page, 1280, 720)
    open_desk(page, harness, desk)
    line = page.locator("classkit-apart")
    expect(line).to_be_hidden()
    page.get_by_role("button", name="What if? Fork here").click()
    page.locator("classkit-ask").get_by_role("button", name="McLeod Young Weir").first.click()
    expect(line).to_contain_text("At turn 6 “D goes to McLeod Young Weir” and “D throws the dice”")
    line.get_by_role("button", name="Play this branch as far").click()
    words = re.compile("“D goes to McLeod Young Weir” against “D throws the dice”, after 7 turns: ")
    expect(line).to_have_text(re.compile(f"^\\s*{words.pattern}.*Inflation Number the same"))
    expect(page.locator("classkit-live")).to_contain_text("Both branches have finished turn 12.")
    expect(page.locator("classkit-chart").first).to_contain_text("After 7 turns against")
    expect(line.get_by_role("button", name="as far")).to_be_hidden()
    charts_are_drawn(page)
    page.screenshot(path="/tmp/wi.png")
    charts_are_drawn(page)
    line.get_by_role("button", name="To the decision").click()
    expect(page.locator("classkit-timeline .ck-where")).to_contain_text("Turn 6")
    expect(line).to_contain_text(words)
    expect(line.get_by_role("button", name="To the decision")).to_be_disabled()
    choice = page.get_by_label("Branch", exact=True)
    expect(choice.locator("option")).to_have_text(
        ["Main: D throws the dice", "D goes to McLeod Young Weir"]
    )
    choice.select_option(label="Main: D throws the dice")
    expect(page.locator("classkit-timeline .ck-where")).to_contain_text("Turn 6")
    expect(line).to_contain_text("“D throws the dice” against “D goes to McLeod Young Weir”")
