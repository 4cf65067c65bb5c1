"""A click on a sentence shows its evidence: events, ledger rows and clauses."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from tests.browser.test_story import opened
from tests.browser.waiting import send


@pytest.fixture(scope="module")
def traded() -> Any:
    """A match of Poleconomy that ends, with an accepted trade among the latest news."""
    seats, game = ["Ada", "Bo", "Cy", "Di"], {"game": 1}
    matches = (classkit.new("poleconomy", seats, seed=seed, options=game) for seed in range(60))
    match = next(
        one
        for one in matches
        if any(event.name == "trade_done" for event in one.play(until="end").events[-50:])
    )
    return match


def test_an_accepted_trade_shows_what_changed_hands(page: Page, harness: str, traded: Any) -> None:
    table = opened(page, harness, traded)
    page.get_by_role("button", name="Show the table").click()
    table.tab("News")
    line = table.root.locator("classkit-news li").filter(has_text=" accepts: ").first
    line.get_by_role("button").click()
    trail = line.locator(".ck-trail")
    expect(trail.locator(".ck-trail-money li").first).to_contain_text("trade")
    expect(trail).not_to_contain_text("Nothing")


def test_the_headline_shows_the_events_that_it_reports(page: Page, harness: str) -> None:
    match = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=7)
    table = opened(page, harness, match)
    said = table.root.locator(".ck-said-words")
    for _ in range(2):
        send(page, do="step", until="turn")
    box = table.root.locator(".ck-live .ck-trail")
    said.click()
    expect(box).to_be_visible()
    expect(said).to_contain_text("1 life policy, worth $1,000,000, for $100,000")
    reported = box.locator(".ck-trail-events > li").filter(has_text="1 life policy")
    expect(reported.locator(".ck-trail-money")).to_contain_text("from the Bank to Ada")
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    said.press("Enter")
    expect(box).to_be_visible()
    said.click()
    expect(box).to_be_hidden()
    said.click()
    expect(box).to_be_visible()
    table.root.locator("classkit-board").click(position={"x": 2, "y": 2})
    expect(box).to_be_hidden()


def test_the_figure_of_a_seat_unfolds_its_reasons_and_folds_them(page: Page, harness: str) -> None:
    match = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=7)
    table = opened(page, harness, match)
    send(page, do="step", until="turn")
    table.tab("Standings")
    first = table.root.locator("classkit-standings tbody tr").first
    why, box = first.get_by_role("button").first, first.locator(".ck-trail").first
    for _ in range(2):
        why.click()
        expect(box).to_contain_text("Net worth of ")
        why.click()
        expect(box).to_be_hidden()


def test_a_line_of_why_and_a_turning_point_show_theirs(
    page: Page, harness: str, traded: Any
) -> None:
    opened(page, harness, traded)
    panel = page.locator("classkit-ending")
    box = panel.locator(".ck-trail")
    panel.locator(".ck-sentence").first.click()
    expect(box.locator(".ck-trail-events > li").first).to_be_visible()
    panel.get_by_role("button", name="Why? Turn").first.click()
    box.locator("summary").first.click()
    expect(box.locator("details[open] .ck-trail-events > li").first).to_be_visible()
