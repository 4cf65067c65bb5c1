"""Forking after going back, and beginning again, in a browser: the page says what that opens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from tests.browser.desks import open_desk
from tests.games.economy.tables import at_turn, go


def went_back() -> MatchController:
    """Economy: A took a card that B has had turned face-down since; the match stands before."""
    m = at_turn([3, 3, 1, 1], seats=3)
    go(m, "a3")
    go(m, "a3", "a1")
    return MatchController(m.goto(turn=1), dict.fromkeys("ABC"))


def test_a_fork_is_made_only_after_the_page_has_said_what_it_opens(
    page: Page, harness: str
) -> None:
    """E6.2: nothing is forked before; leaving it hidden forks nothing."""
    desk = went_back()
    open_desk(page, harness, desk)
    fork = page.get_by_role("button", name="What if?", exact=True)
    fork.click()
    question = page.get_by_role("dialog", name="A fork reveals hidden information")
    expect(question).to_contain_text("It reveals to everybody what is hidden in Main.")
    leave = question.get_by_role("button", name="Keep it hidden")
    expect(leave).to_be_focused()
    assert len(list(desk.branches)) == 1
    leave.click()
    expect(question).to_be_hidden()
    expect(fork).to_be_focused()
    assert len(list(desk.branches)) == 1
    fork.click()
    question.get_by_role("button", name="Fork and reveal it").click()
    expect(page.get_by_label("Branch", exact=True)).to_have_value("Branch 1")
    assert [branch.name for branch in desk.branches] == ["Main", "Branch 1"]


def test_a_fork_that_opens_nothing_asks_nothing(page: Page, harness: str) -> None:
    desk = went_back()
    desk.match.goto(step=desk.match.last_step)
    open_desk(page, harness, desk)
    page.get_by_role("button", name="What if?", exact=True).click()
    expect(page.get_by_label("Branch", exact=True)).to_have_value("Branch 1")


@pytest.mark.parametrize("open_memory", [False, True])
def test_a_reset_says_before_what_it_opens(page: Page, harness: str, open_memory: bool) -> None:
    """E6.2: with the same luck every card lies again where it lay, and face-up."""
    m = classkit.new(
        "economy", seats=3, seed=5, options={"placement": "random", "open_memory": open_memory}
    )
    open_desk(page, harness, MatchController(m.play("round", bots="passive"), dict.fromkeys("ABC")))
    page.get_by_role("tab", name="Match").click()
    page.get_by_role("button", name="Reset to the start").click()
    question = page.get_by_role("dialog", name="Please confirm")
    expect(question).to_contain_text("The match so far is kept as a branch.")
    opened = question.get_by_text("everybody learns what is hidden now")
    expect(opened).to_have_count(0 if open_memory else 1)
