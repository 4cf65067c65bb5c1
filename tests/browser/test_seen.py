"""Who looks, in a browser: everybody's view by default, a seat's only after a second question.

The page talks to a desk in the test's own process, so no server of notebooks is needed.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from tests.browser.access import OF_LOOKS, THEMES, WCAG, themes, violations, wear
from tests.browser.chart_menu import pick_chart
from tests.browser.desks import open_desk
from tests.toy import GAME


def harbour(**options: Any) -> MatchController:
    """A toy match of three persons, in the middle of whose first voyage they pause."""
    match = classkit.new(GAME, seats=["Ada", "Bo", "Cy"], seed=4, options=options)
    for seat in match.seats:
        match.answer("sell", seat=seat, grain=0, oil=0, spice=0)
    return MatchController(match, dict.fromkeys("ABC"))


def test_the_projected_page_gives_no_hand_away_and_a_seat_is_asked_for_twice(
    page: Page, harness: str
) -> None:
    """T1.3: what a merchant draws only he sees."""
    open_desk(page, harness, harbour())
    news, seen_as = page.locator("classkit-news"), page.get_by_label("Seen as")
    expect(seen_as).to_have_value("everybody")
    expect(news).to_contain_text("Ada draws 3 hidden goods")
    page.locator(".ck-menu-opener").click()
    seen_as.select_option("A")
    expect(news).to_contain_text("Ada draws 3 hidden goods")
    question = page.get_by_role("dialog", name="Who should look now")
    expect(question).to_contain_text("Is Ada the only one who looks?")
    expect(question.get_by_role("button", name="Keep it hidden")).to_be_focused()
    question.get_by_role("button", name="Keep it hidden").click()
    expect(seen_as).to_have_value("everybody")
    expect(seen_as).to_be_focused()
    seen_as.select_option("A")
    question.get_by_role("button", name="Show it").click()
    expect(seen_as).to_have_value("A")
    expect(news).not_to_contain_text("Ada draws 3 hidden goods")
    expect(news).to_contain_text("Bo draws 3 hidden goods")
    expect(page.locator("classkit-live")).to_contain_text("Shown as Ada sees it.")


def test_one_key_hides_everything_again(page: Page, harness: str) -> None:
    desk = harbour()
    open_desk(page, harness, desk, "instructor")
    page.get_by_role("tab", name="News", exact=True).click()
    news = page.locator("classkit-news")
    expect(news).not_to_contain_text("hidden goods")
    line = news.locator(".ck-news-line", has_text="Bo draws").first
    line.click()
    expect(news.locator(".ck-trail").filter(has_text="from the sea")).to_be_visible()
    page.locator("classkit-table").focus()
    page.keyboard.press("e")
    expect(page.get_by_label("Seen as")).to_have_value("everybody")
    expect(news).to_contain_text("Bo draws 3 hidden goods")
    expect(news.locator(".ck-trail").filter(has_text="from the sea")).to_have_count(0)


def test_arrow_keys_on_the_choice_reveal_nothing_by_themselves(page: Page, harness: str) -> None:
    open_desk(page, harness, harbour())
    page.locator(".ck-menu-opener").click()
    page.get_by_label("Seen as").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("dialog", name="Who should look now")).to_be_visible()
    expect(page.locator("classkit-news")).to_contain_text("Ada draws 3 hidden goods")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Seen as")).to_have_value("everybody")


def test_what_a_seat_may_do_in_secret_is_opened_by_that_seat(page: Page, harness: str) -> None:
    """T3.4: every merchant may pawn; the form lists what he holds."""
    open_desk(page, harness, harbour())
    ask = page.locator("classkit-ask")
    ask.get_by_role("button", name="More …").click()
    box = ask.locator("details", has_text="Only Bo should look: what Bo may also do")
    expect(box).to_be_visible()
    expect(ask).not_to_contain_text("Pawn")
    box.locator("summary").click()
    expect(box.get_by_role("button", name="Pawn")).to_be_visible()


def test_a_private_decision_waits_for_its_seat_and_is_hidden_again(
    page: Page, harness: str
) -> None:
    """T4.6: what goes overboard shows what a merchant holds."""
    desk = harbour(rounds=30)
    while desk.open_decisions()[0].name != "storm":
        desk.bot_answers_once(desk.open_decisions()[0].seat, "passive")
    name = desk.say.seat(desk.open_decisions()[0].seat)
    open_desk(page, harness, desk)
    ask = page.locator("classkit-ask")
    expect(ask).to_contain_text(f"{name} decides, unseen by the others.")
    expect(ask).not_to_contain_text("Which good goes overboard")
    ask.get_by_role("button", name=f"I am {name}: show my choices").click()
    expect(ask).to_contain_text("Which good goes overboard?")
    ask.get_by_role("button", name="Hide again").click()
    expect(ask).not_to_contain_text("Which good goes overboard")
    ask.get_by_role("button", name=f"I am {name}: show my choices").click()
    ask.get_by_label("Which bot decides").select_option("=default")
    ask.get_by_role("button", name="Take the default").click()
    expect(ask).not_to_contain_text("Which good goes overboard")


def test_what_is_drawn_unseen_is_typed_in_unseen(page: Page, harness: str) -> None:
    match = classkit.new(GAME, seats=["Ada", "Bo"], seed=4, luck="by_hand")
    open_desk(page, harness, MatchController(match, dict.fromkeys("AB")))
    ask = page.locator("classkit-ask")
    expect(ask).to_contain_text("Ada draws, unseen by the others.")
    ask.get_by_role("button", name="Enter the draw, unseen by the others").click()
    for number in (1, 2, 3):
        ask.get_by_role("group", name=f"Items {number}").get_by_role("radio", name="Grain").check()
    ask.get_by_role("button", name="Enter the draw", exact=True).click()
    expect(ask).to_contain_text("Bo draws, unseen by the others.")


def test_a_game_without_secrets_shows_no_choice(page: Page, harness: str) -> None:
    open_desk(page, harness, harbour(open_hands=True))
    expect(page.get_by_label("Seen as")).to_be_hidden()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("seen_as", ["everybody", "instructor"])
def test_the_choice_has_its_place_and_keeps_to_the_rules_of_access(
    page: Page, harness: str, seen_as: str, deep: bool
) -> None:
    """It stands in the menu, the head says so; axe-core finds nothing (WCAG 2.1 AA).

    A theme changes no more than looks, so the other rules are checked in the first alone, and in
    the short form nothing else (see `themes`).
    """
    desk = harbour()
    open_desk(page, harness, desk, seen_as)
    for theme in THEMES:
        wear(page, theme)
        expect(page.locator(".ck-eyes")).to_be_visible(visible=seen_as != "everybody")
        if page.locator(".ck-menu-opener").get_attribute("aria-expanded") != "true":
            page.locator(".ck-menu-opener").click()
        expect(page.get_by_label("Seen as")).to_be_in_viewport(ratio=1)
        rules = WCAG if deep or theme == THEMES[0] else OF_LOOKS
        if theme in themes(deep):
            assert violations(page, "classkit-table", *rules) == [], theme


def test_a_chart_that_is_hidden_after_going_back_says_so_in_its_place(
    page: Page, harness: str
) -> None:
    """E6.5: empty axes alone would read as if nobody had anything."""
    match = classkit.new("economy", seats=3, seed=4, options={"placement": "demo"}).play(
        until="round"
    )
    open_desk(page, harness, MatchController(match, dict.fromkeys("ABC")))
    chart = page.locator("classkit-chart").first
    pick_chart(chart, "swing")
    why = chart.locator(".ck-chart-wait")
    expect(why).to_be_hidden()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(why).to_be_visible()
    expect(why).to_contain_text("It is not shown at earlier steps")
    expect(chart.locator(".ck-canvas")).to_have_css("opacity", "0")
    inside, around = why.bounding_box(), chart.bounding_box()
    assert inside and around and inside["y"] + inside["height"] <= around["y"] + around["height"]
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(why).to_be_hidden()
    expect(chart.locator(".ck-canvas")).to_have_css("opacity", "1")
