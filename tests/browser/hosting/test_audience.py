"""An audience on telephones: a prediction under cover, a poll, and a team that votes."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.access import violations
from tests.browser.hosting.test_class import HEIGHT, WIDTH, is_asked, join, opened, telephone
from tests.browser.waiting import eventually
from tests.hosting.serving import Server

from .test_class import browser as browser

NAMES = ("Ada", "<b>Bo</b>", "Cy", "Di")
PROJECTOR: ViewportSize = {"width": 1280, "height": 720}


def ask(desk: Page, button: str) -> None:
    """Send a form of the panel that asks the class."""
    desk.locator(".ck-ask-class").get_by_role("button", name=button, exact=True).click()
    expect(desk.locator(".ck-ask-class > div")).to_be_hidden()


def test_an_audience_is_polled_and_predicts_and_sits_down_in_teams(
    browser: Browser, server: Server
) -> None:
    desk, code = opened(browser, server, "poleconomy", seats="2")
    desk.get_by_label("How many participants").fill("2")
    desk.get_by_role("button", name="Invent").click()
    desk.get_by_role("button", name="Seat 2 waiting").click()
    desk.get_by_role("button", name="Pause all").click()
    phones = [telephone(browser, server, code) for _ in NAMES]
    crowd = phones[:2]
    for phone, name in zip(phones, NAMES, strict=True):
        join(phone, name)

    desk.get_by_text("Ask the class").click()
    expect(desk.get_by_label("Figure")).to_be_visible()
    assert not violations(desk) and desk.evaluate(WIDTH) <= 0
    desk.get_by_label("Question").fill("Who gains from <i>inflation</i>?")
    desk.get_by_label("Answers, one a line").fill("Debtors\nLenders")
    ask(desk, "Ask")
    for phone, choice in zip(crowd, ("Debtors", "Lenders"), strict=True):
        expect(
            phone.get_by_role("heading", name="Who gains from <i>inflation</i>?")
        ).to_be_visible()
        phone.get_by_role("button", name=choice).click()
        expect(phone.get_by_text(f"You said {choice}.")).to_be_visible()
        assert phone.evaluate(WIDTH) <= 0
    assert not violations(phones[0])
    phones[0].reload()
    expect(phones[0].get_by_text("You said Debtors.")).to_be_visible()
    expect(desk.get_by_text("2 of 4 have answered")).to_be_visible()
    desk.get_by_role("button", name="Close and show").click()
    for page in (desk, *crowd):
        expect(page.locator(".ck-tally-line")).to_have_count(2)
    expect(desk.locator(".ck-tally-line").first).to_contain_text("Debtors")
    desk.get_by_role("button", name="Put away", exact=True).click()

    desk.set_viewport_size(PROJECTOR)
    desk.locator(".ck-wall-table button").click()
    table = desk.locator("classkit-table")
    expect(table.locator("[data-does=back]")).to_be_visible()
    desk.get_by_text("Ask the class").click()
    desk.get_by_label("At turn").fill("2")
    ask(desk, "Cover and ask")
    expect(table.locator(".ck-lid >> visible=true").first).to_contain_text("covered until")
    expect(table.locator(".ck-lid button:visible, .ck-lid input:visible")).to_have_count(0)
    eventually(desk, lambda: desk.evaluate(HEIGHT) <= 0, True)
    assert not violations(desk)
    phones[0].get_by_placeholder("A number").fill("rises")
    phones[0].get_by_role("button", name="Answer").click()
    expect(phones[0].get_by_role("alert")).to_contain_text("is no number")
    for phone, number in zip(crowd, ("4", "9,5"), strict=True):
        phone.get_by_placeholder("A number").fill(number)
        phone.get_by_role("button", name="Answer").click()
        expect(phone.get_by_text(f"You said {number}.")).to_be_visible()
    desk.get_by_role("button", name="Uncover").click()
    expect(table.locator(".ck-lid >> visible=true")).to_have_count(0)
    expect(desk.get_by_text("What comes is told after turn 2.").first).to_be_visible()
    desk.get_by_role("button", name="Go on").click()
    for page in (desk, *crowd):
        expect(page.get_by_text("What came:").first).to_be_visible(timeout=60_000)
    expect(phones[0].get_by_text("Nobody came nearer.")).to_be_visible()
    assert phones[1].get_by_text("Nobody came nearer.").count() == 0
    for page in (desk, *crowd):
        assert page.evaluate(WIDTH) <= 0
    assert not violations(phones[0])

    vote_in_teams(desk, phones)


def vote_in_teams(desk: Page, phones: list[Page]) -> None:
    """Seat all in two teams; the one that is asked proposes, and answers when it agrees."""
    desk.get_by_role("button", name="All tables").click()
    desk.get_by_role("button", name="Put away", exact=True).click()
    desk.get_by_label("How they are seated").select_option("in teams at one table")
    desk.get_by_role("button", name="Seat 4 waiting").click()
    for phone in phones:
        expect(phone.locator(".ck-team-head")).to_contain_text("Team")
    eventually(desk, lambda: len(asked(phones)), 2)
    first, other = asked(phones)
    first.evaluate(
        """async () => {
            const { store } = document.querySelector('classkit-phone');
            await store.act({ do: 'default', seat: store.now.seen_as });
        }"""
    )
    expect(first.get_by_text("1 vote")).to_be_visible()
    expect(other.get_by_text("1 has not proposed")).to_be_visible()
    assert not violations(other)
    for phone in (first, other):
        eventually(phone, partial(phone.evaluate, f"() => ({HEIGHT})() <= 0"), True)
        assert phone.evaluate(WIDTH) <= 0
    for phone in phones:
        if phone not in (first, other):
            assert phone.get_by_text("1 vote").count() == 0, "another team sees nothing of it"
    step = "() => document.querySelector('classkit-phone').store.now.step"
    before = first.evaluate(step)
    other.get_by_role("button", name="Me too").click()
    eventually(first, lambda: first.evaluate(step) > before, True)


def asked(phones: list[Page]) -> list[Page]:
    """The telephones that have something to answer."""
    return [phone for phone in phones if is_asked(phone)]
