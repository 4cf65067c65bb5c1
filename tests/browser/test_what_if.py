"""What if: fork, decide otherwise, play as far, and read the difference, by a class on stage."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from tests.browser.desks import open_desk
from tests.browser.waiting import charts_are_drawn, resize

STAGE = "() => document.querySelector('.ck-infl').getBoundingClientRect().top"


def test_comparing_two_branches_is_one_act(page: Page, harness: str) -> None:
    bots = {"A": "tycoon", "B": "saver", "C": "politician", "D": "tycoon"}
    desk = MatchController(classkit.new("poleconomy", seats=4, seed=3, options={"game": 1}), bots)
    for _ in range(3):
        desk.step("round")
    desk.goto(turn=6)
    resize(page, 1280, 720)
    open_desk(page, harness, desk)
    line = page.locator("classkit-apart")
    expect(line).to_be_hidden()
    page.get_by_role("button", name="What if?", exact=True).click()
    page.locator("classkit-ask").get_by_role("button", name="McLeod Young Weir").first.click()
    goes, throws = "“Dov goes to McLeod Young Weir”", "“Dov throws the dice”"
    expect(line).to_contain_text(f"At turn 6 {goes} and {throws}")
    expect(line).to_be_hidden()  # the board stays until the branches differ
    page.get_by_role("tab", name="Branches").click()
    stage = page.evaluate(STAGE)
    line.get_by_role("button", name="Play this branch to the same turn").click()
    words = re.compile(f"{goes} against {throws}, after 7 turns: ")
    told = line.locator(".ck-apart-words")
    expect(told).to_have_text(re.compile(f"^\\s*{words.pattern}.*Inflation Number the same"))
    expect(page.locator("classkit-live")).to_contain_text("Both branches have finished turn 12.")
    first = page.locator("classkit-chart").first
    expect(first).not_to_contain_text("After 7 turns")  # the line above has told it
    expect(line.get_by_role("button", name="to the same turn")).to_be_hidden()
    charts_are_drawn(page)
    assert page.evaluate(STAGE) == stage, "what is said in one line or in two moves nothing"
    row, flag = (page.locator(one).bounding_box() for one in (".ck-desk", ".ck-flag.ck-parting"))
    assert row and flag and row["y"] <= flag["y"], "no flag reaches into the row above"
    line.get_by_role("button", name="To the decision").click()
    expect(page.locator("classkit-timeline .ck-where")).to_contain_text("Turn 6")
    expect(line).to_contain_text(words)
    expect(line.get_by_role("button", name="To the decision")).to_be_disabled()
    choice = page.get_by_label("Branch", exact=True)
    expect(choice.locator("option")).to_have_text(
        ["Main: Dov throws the dice", "Dov goes to McLeod Young Weir"]
    )
    choice.select_option(label="Main: Dov throws the dice")
    expect(page.locator("classkit-timeline .ck-where")).to_contain_text("Turn 6")
    expect(line).to_contain_text("“Dov throws the dice” against “Dov goes to McLeod Young Weir”")
