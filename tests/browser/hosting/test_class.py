"""A class joins in by telephone: who comes how, what a desk does with them, and a poll.

A whole lesson, from the code on the wall to the homework, is in test_whole_lesson.py.
"""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.access import violations
from tests.browser.hosting.telephones import (
    FAR,
    PHONE,
    WIDTH,
    answer,
    ask_class,
    asked_of,
    choose,
    class_menu,
    fits,
    join,
    opened,
    play_to,
    step_of,
    telephone,
)
from tests.browser.waiting import eventually
from tests.hosting.serving import Server

NAMES = ["Ada", "<b>Bo</b>", "عدي"]


def test_a_class_joins_in_by_telephone(browser: Browser, server: Server) -> None:
    desk, code = opened(browser, server, "poleconomy")
    picture = desk.get_by_alt_text("QR code of")
    assert picture.evaluate("(image) => image.complete && image.naturalWidth > 0")
    expect(desk.locator(".ck-room-address")).to_contain_text(f"/class/{code}")
    phones = [telephone(browser, server, code) for _ in NAMES]
    assert not violations(phones[0]) and not violations(desk)
    for phone, name in zip(phones, NAMES, strict=True):
        join(phone, name)
    expect(desk.locator("p", has_text="Waiting for a seat")).to_contain_text("<b>Bo</b>")
    desk.get_by_role("button", name="Seat 3 waiting").click()
    for phone, name in zip(phones, NAMES, strict=True):
        expect(phone.locator(".ck-phone-name")).to_have_text(name)
        expect(phone.locator(".ck-phone-name:visible, .ck-lobby h1:visible")).to_contain_text(name)
        expect(phone.locator(".ck-phone-score")).to_have_text(
            re.compile(r"^\$[\d,]+ (net worth|your cash)$")
        )
    card = desk.locator(".ck-wall-table")
    expect(card).to_contain_text("Dov (bot)")
    assert desk.locator(".ck-wall b b").count() == 0, "names are never markup"

    expect(asked_of(phones).locator(".ck-phone-left")).to_be_hidden()  # at the first decision
    answer(phones)
    all_see_whose_turn_it_is(desk, phones)
    for _ in range(3):
        answer(phones, 3)
    before = step_of(phones[0])
    phones[0].reload()
    expect(phones[0].locator(".ck-phone-name")).to_have_text(NAMES[0])
    eventually(phones[0], lambda: step_of(phones[0]) >= before, True)

    choose(desk, "Pause all")
    for phone in phones:
        expect(phone.get_by_text("The teacher has paused your table.")).to_be_visible()
    choose(desk, "Go on")
    expect(phones[0].get_by_text("The teacher has paused")).to_have_count(0)

    card.get_by_role("button").click()
    table = desk.locator("classkit-table")
    expect(table.locator("[data-does=back]")).to_be_enabled()
    reached = table.evaluate("(table) => table.store.now.step")
    table.locator("[data-does=back]").click()
    eventually(desk, lambda: table.evaluate("(table) => table.store.now.step") < reached, True)
    went = table.evaluate("(table) => table.store.now.step")
    for phone in phones:
        eventually(phone, lambda phone=phone: step_of(phone) == went, True)
    desk.get_by_role("button", name="All tables").click()

    # after going back the others may be in the lobby again, which has no hand
    hand = asked_of(phones).get_by_role("button", name="Hand up")
    hand.click()
    desk.get_by_role("button", name="Table 1: hand up").click()
    expect(hand).to_have_attribute("aria-pressed", "false")
    desk.keyboard.press("Escape")
    expect(card).not_to_contain_text("hand up")

    desk.get_by_role("button", name="Hide names").click()
    expect(card).not_to_contain_text("Bo")
    expect(phones[1].locator(".ck-phone-name")).not_to_contain_text("Bo")
    desk.get_by_role("button", name="Show names").click()

    elsewhere = telephone(browser, server, code)
    elsewhere.get_by_label("Your name").fill(NAMES[1])
    elsewhere.get_by_role("button", name="I was here before").click()
    expect(elsewhere.locator("p", has_text="Tell your teacher this code")).to_contain_text(NAMES[1])
    code_shown = elsewhere.locator(".ck-room-digits").inner_text()
    assert re.fullmatch(r"\d{4}", code_shown) and not violations(elsewhere)
    expect(desk.locator(".ck-room-claim .ck-room-digits")).to_have_text(code_shown)
    desk.get_by_role("button", name="Let in as").click()
    expect(elsewhere.locator(".ck-phone-name")).to_have_text(NAMES[1])
    expect(phones[1].get_by_text("You are playing on another device now.")).to_be_visible()
    assert not violations(phones[1])
    phones[1] = elsewhere

    with desk.context.expect_page() as page_here:
        choose(desk, "How to join")
        desk.get_by_role("button", name="Open a student’s page here").click()
    late = page_here.value
    late.set_viewport_size(PHONE)
    late.get_by_role("button", name="Join").click()
    expect(late.locator("classkit-phone")).to_be_visible()
    desk.get_by_role("button", name="Back to the tables").click()
    expect(card).not_to_contain_text("(bot)")

    all_are_polled(desk, [phones[0], phones[2]])
    who_reads_a_question_is_told_of_their_turn(desk, [*phones, late])


def test_the_end_at_a_desk_offers_nothing_that_a_room_refuses(
    browser: Browser, server: Server
) -> None:
    """Futures, whether a point was decisive, and another match need a table of one's own."""
    desk, code = opened(browser, server, "economy")
    phone = telephone(browser, server, code)
    join(phone, "Ada")
    desk.get_by_role("button", name="Seat 1 waiting").click()
    expect(phone.locator(".ck-phone-name")).to_have_text("Ada")
    play_to([phone], FAR)
    desk.locator(".ck-wall-table").get_by_role("button").click()
    expect(desk.get_by_role("button", name="Show the table")).to_be_visible()
    shown = desk.locator("classkit-ending, classkit-endbar").get_by_role("button")
    names = [shown.nth(at).inner_text() for at in range(shown.count())]
    assert {"Why?"} <= {*names}
    assert not {"Decisive?", "Futures", "New match, new luck"} & {*names}, names
    assert not [name for name in names if name.startswith("Homework")]


def all_see_whose_turn_it_is(desk: Page, phones: list[Page]) -> None:
    """See that who is asked can answer with a thumb, and that the others are told who it is."""
    asked = asked_of(phones)
    idle = next(phone for phone in phones if phone is not asked)
    expect(asked.locator("classkit-ask")).to_be_visible()
    expect(asked.locator(".ck-phone-left")).to_have_text(re.compile(r"0:\d\d|1:00"))
    expect(idle.locator("classkit-ask")).to_be_hidden()
    expect(idle.locator(".ck-phone-left")).to_be_hidden()
    expect(idle.locator(".ck-phone-waits")).to_contain_text("now.")
    for phone in phones:
        fits(phone)
    assert not violations(asked) and not violations(idle) and not violations(desk)
    size = asked.locator(
        ".ck-ask .ck-move:not(.ck-barred) :is(.ck-do, .ck-main):visible"
    ).first.bounding_box()
    assert size is not None and size["height"] >= 40, "a thumb finds it"
    for view in ("Board", "News", "Scores", "Chart", "Play"):
        idle.locator(".ck-phone-tab", has_text=view).click()
        assert idle.evaluate(WIDTH) <= 0, view


def who_reads_a_question_is_told_of_their_turn(desk: Page, phones: list[Page]) -> None:
    """Open the sheet of questions on a phone that is asked at its table."""
    asked = asked_of(phones)
    class_menu(desk, "Ask the class")
    desk.get_by_label("Question").fill("Ready?")
    desk.get_by_label("Answers, one a line").fill("Yes\nNo")
    ask_class(desk, "Ask")
    asked.get_by_role("button", name="Your teacher is asking the class a question").click()
    call = asked.get_by_role("button", name="It is your turn at the table")
    expect(call).to_contain_text(re.compile(r"\d:\d\d left"))
    expect(call).to_be_in_viewport()
    assert not violations(asked) and asked.evaluate(WIDTH) <= 0
    call.click()
    expect(asked.locator("classkit-ask")).to_be_visible()


def all_are_polled(desk: Page, phones: list[Page]) -> None:
    """Ask the class a question of the teacher's, which nobody's markup and no reload disturbs."""
    class_menu(desk, "Ask the class")
    assert not violations(desk) and desk.evaluate(WIDTH) <= 0
    desk.get_by_label("Question").fill("Who gains from <i>inflation</i>?")
    desk.get_by_label("Answers, one a line").fill("Debtors\nLenders")
    ask_class(desk, "Ask")
    for phone, choice in zip(phones, ("Debtors", "Lenders"), strict=True):
        phone.get_by_role("button", name="Your teacher is asking the class a question").click()
        question = phone.get_by_role("heading", name="Who gains from <i>inflation</i>?")
        expect(question).to_be_visible()
        phone.get_by_role("button", name=choice).click()
        expect(phone.get_by_text(f"You said {choice}.")).to_be_visible()
        assert phone.evaluate(WIDTH) <= 0
    assert not violations(phones[0])
    expect(desk.get_by_text("2 of 4 have answered")).to_be_visible()
    desk.get_by_role("button", name="Close and show").click()
    for page in (desk, *phones):
        expect(page.locator(".ck-tally-line")).to_have_count(2)
    expect(desk.locator(".ck-tally-line").first).to_contain_text("Debtors")
    desk.get_by_role("button", name="Put away", exact=True).click()
    for phone in phones[1:]:  # who stays would read the next question without being called to it
        phone.get_by_role("button", name="Back to the table").click()
    phones[0].reload()
    expect(phones[0].locator(".ck-phone-name")).to_have_text(NAMES[0])
    assert phones[0].get_by_text("See what the class answered").count() == 0
