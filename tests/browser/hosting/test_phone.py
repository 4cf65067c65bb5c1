"""A phone at a table: the lobby, what is asked, and what happens meanwhile, each on one screen."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.access import violations
from tests.browser.hosting.telephones import (
    WIDTH,
    answer,
    asked_of,
    choose,
    is_asked,
    join,
    now,
    opened,
    telephone,
)
from tests.browser.waiting import eventually, resize
from tests.hosting.serving import Server

UPRIGHT, LOW, SMALL = (390, 844), (390, 780), (320, 640)
LYING, TYPING = (844, 390), (390, 422)
ANSWERS = ".ck-ask .ck-answers > .ck-moves :is(.ck-do, .ck-main):visible"
BELOW = """() => {
    const ends = [...document.querySelectorAll('.ck-ask-body button')]
        .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().bottom);
    return document.querySelector('.ck-phone-tabs').getBoundingClientRect().top - Math.max(...ends);
}"""
"""How far the last answer is above the tabs, in pixels; negative where answers are scrolled."""
GIVE = """async () => {
    const { store } = document.querySelector('classkit-phone');
    const open = (move) => !move.barred && !move.fields.length;
    const move = store.now.asks[0].moves.find((one) => one.name === 'throw' && open(one));
    const seat = store.now.seen_as;
    const throwing = { do: 'answer', seat, move: 'throw', with: {} };
    await store.act(move ? throwing : { do: 'default', seat });
    await store.repaint();
}"""
"""Throws the dice where that is asked, and answers anything else by the default."""


def boxes(found: Locator) -> list[dict[str, float]]:
    """The boxes of what is found, from top to bottom."""
    made: list[dict[str, float]] = found.evaluate_all(
        """(nodes) => nodes.map((node) => {
            const { top, bottom, left, right } = node.getBoundingClientRect();
            return { top, bottom, left, right };
        }).sort((one, other) => one.top - other.top)"""
    )
    return made


def play_to_question(phones: list[Page], name: str) -> Page:
    """Play until somebody is asked this, and the first answer is possible; return that phone."""
    for _ in range(80):
        phone = asked_of(phones)
        ask = now(phone)["asks"][0]
        if ask["name"] == name and "barred" not in ask["moves"][0]:
            return phone
        assert phone.evaluate(BELOW) <= 16, f"the answers of {ask['name']} are above the thumb"
        phone.evaluate(GIVE)
    raise AssertionError(f"nobody is asked {name}")


def the_lobby_says_who_one_is(phone: Page, name: str) -> None:
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"You are in, {name}")
    expect(phone.locator(".ck-lobby-cards li")).to_have_count(3)
    bell = phone.get_by_role("button", name="Try the bell")
    expect(bell).to_be_in_viewport(ratio=1)
    bell.click()
    assert phone.evaluate("localStorage.getItem('classkit:sound')") == "on"
    assert phone.evaluate(WIDTH) <= 0
    assert not violations(phone)


def answers_lie_under_the_thumb(phone: Page, height: float) -> None:
    """All answers are in view, so high and 8 apart; tabs stay below them."""
    found = boxes(phone.locator(ANSWERS))
    assert found
    for one in found:
        assert one["bottom"] - one["top"] >= height - 0.5
    for one, other in pairwise(found):
        assert other["top"] - one["bottom"] >= 7.5
    low, tabs = found[-1], boxes(phone.locator(".ck-phone-tabs"))[0]
    assert low["bottom"] <= tabs["top"] + 1
    assert phone.evaluate(WIDTH) <= 0


def test_a_phone_shows_each_state_on_one_screen(browser: Browser, server: Server) -> None:
    desk, code = opened(browser, server, "poleconomy")
    phones = [telephone(browser, server, code) for _ in range(2)]
    for phone, name in zip(phones, ("Ada", "Bo"), strict=True):
        resize(phone, *UPRIGHT)
        join(phone, name)
    the_lobby_says_who_one_is(phones[0], "Ada")
    desk.get_by_role("button", name="Seat 2 waiting").click()
    asked = asked_of(phones)
    idle = next(phone for phone in phones if phone is not asked)
    expect(idle.locator(".ck-lobby-here")).to_contain_text("At your table")
    expect(idle.locator(".ck-chip-own")).to_contain_text(", you")

    asked = play_to_question(phones, "buy_square")
    the_question_has_all_that_helps(asked)
    for size, height in ((UPRIGHT, 60), (SMALL, 60), (LYING, 48)):
        resize(asked, *size)
        answers_lie_under_the_thumb(asked, height)
        expect(asked.locator(".ck-question")).to_be_in_viewport()
    resize(asked, *UPRIGHT)
    scrolls = "(box) => box.scrollHeight - box.clientHeight"
    assert asked.locator(".ck-case").evaluate(scrolls) <= 0, "nothing is scrolled"
    assert not violations(asked)

    answers_are_dashed_while_the_line_is_lost(asked)
    idle = next(phone for phone in phones if phone is not asked)
    if not is_asked(idle):
        one_guesses_meanwhile(idle)
    choose(desk, "Pause all")
    for phone in phones:
        expect(phone.get_by_text("The teacher has paused your table.")).to_be_visible()
        expect(phone.locator("classkit-ask")).to_be_hidden()
        expect(phone.locator(".ck-phone-tab[data-asked]")).to_have_count(0)


def the_question_has_all_that_helps(phone: Page) -> None:
    shown: dict[str, Any] = now(phone)["own"]
    expect(phone.locator(".ck-tile-raised")).to_be_visible()
    expect(phone.locator(".ck-question")).to_have_text(shown["question"])
    expect(phone.locator(".ck-case-facts dt")).to_have_text(
        [label for label, _ in [*shown["facts"], *shown["usual"]]]
    )
    expect(phone.locator(".ck-level-now")).to_have_count(1)
    expect(phone.locator(".ck-left-head")).to_contain_text("After buying you keep")
    expect(phone.locator(".ck-do-price").first).to_have_text(re.compile(r"^\$[\d,]+$"))
    expect(phone.locator(".ck-phone-sub")).to_contain_text("Your turn")


def answers_are_dashed_while_the_line_is_lost(phone: Page) -> None:
    first = phone.locator(ANSWERS).first
    phone.context.set_offline(True)
    expect(phone.get_by_text("You are offline.")).to_be_visible()
    expect(first).to_have_css("border-style", "dashed")
    phone.context.set_offline(False)
    expect(first).not_to_have_css("border-style", "dashed")


def one_guesses_meanwhile(phone: Page) -> None:
    expect(phone.locator(".ck-wait-charts classkit-chart")).to_have_count(2)
    expect(phone.locator(".ck-place-mine")).to_contain_text("you")
    higher = phone.locator(".ck-guess-answers").get_by_role("button", name="Higher")
    higher.click()
    expect(higher).to_have_attribute("aria-pressed", "true")
    eventually(phone, lambda: now(phone)["own"]["guess"]["mine"], 1)
    assert not violations(phone)


def test_a_tap_on_a_space_of_the_small_board_answers(browser: Browser, server: Server) -> None:
    """As the guide opens it: Economy for three, in which the first decision has no clock."""
    desk, code = opened(browser, server, "economy", seats="3")
    phone = telephone(browser, server, code)
    resize(phone, *UPRIGHT)
    join(phone, "Ada")
    the_lobby_says_who_one_is(phone, "Ada")
    expect(phone.locator(".ck-lobby-cards b")).to_have_text(["The aim", "Your turn", "How you win"])
    desk.get_by_role("button", name="Seat 1 waiting").click()
    asked_of([phone])
    assert now(phone)["asks"][0]["name"] != "place_location", "the cards lie there"
    assert now(phone)["until"] == 0
    while now(phone)["asks"][0]["name"] != "choose_destination":
        answer([phone])
        asked_of([phone])
    phone.get_by_role("button", name="Choose on the board").tap()
    expect(phone.get_by_text("Tap a framed space to answer.")).to_be_visible()
    assert not violations(phone) and phone.evaluate(WIDTH) <= 0
    space = phone.locator("classkit-board .ck-choice:visible").first
    step = now(phone)["step"]
    space.tap()
    eventually(phone, lambda: now(phone)["step"] > step, True)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["opoly", "economicon", "economy"])
def test_other_games_are_asked_under_the_thumb(browser: Browser, server: Server, game: str) -> None:
    """Also with the keyboard open, which leaves half of the screen: question, field, button."""
    desk, code = opened(browser, server, game)
    phone = telephone(browser, server, code)
    resize(phone, *UPRIGHT)
    join(phone, "Ada")
    desk.get_by_role("button", name="Seat 1 waiting").click()
    asked_of([phone])
    for size in (LOW, UPRIGHT):  # the whole question, but for the space below its last line
        resize(phone, *size)
        expect(phone.locator(".ck-question")).to_be_in_viewport(ratio=0.95)
    first = phone.locator(ANSWERS).first
    first.scroll_into_view_if_needed()
    first.click(trial=True)  # also the first of many is within reach
    expect(phone.locator(".ck-phone-tabs")).to_be_in_viewport(ratio=1)
    assert phone.evaluate(WIDTH) <= 0
    assert not violations(phone)
    resize(phone, *TYPING)
    expect(phone.locator(".ck-question")).to_be_in_viewport()
    button = phone.locator(".ck-ask-body button:visible").first
    button.scroll_into_view_if_needed()
    expect(button).to_be_in_viewport()
