"""A class joins in by telephone: a lesson from the code on the wall to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect

from tests.browser.access import violations
from tests.browser.tabs import ARGUMENTS, SIZE
from tests.browser.waiting import eventually
from tests.browser_binary import find_or_install
from tests.hosting.serving import Server

PHONE: ViewportSize = {"width": 390, "height": 780}
NAMES = ["Ada", "<b>Bo</b>", "عدي"]
HEIGHT = "() => document.documentElement.scrollHeight - window.innerHeight"
WIDTH = "() => document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser in which each context is another telephone."""
    opened = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS[1:])
    yield opened
    opened.close()


def telephone(browser: Browser, server: Server, code: str) -> Page:
    """A telephone that has opened the page of a room."""
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{server.url}class/{code}")
    expect(page.get_by_role("button", name="Join")).to_be_visible()
    return page


def opened(
    browser: Browser, server: Server, game: str, compare: str = "", seats: str = ""
) -> tuple[Page, str]:
    """The teacher's desk of a room that is opened by the form, and its code."""
    desk = browser.new_context(viewport=SIZE).new_page()
    desk.goto(server.url)
    desk.get_by_role("link", name="Start a class").click()
    desk.get_by_label("Game", exact=True).select_option(game)
    if seats:
        group = desk.get_by_role("group", name="Seats at a table")
        group.get_by_role("radio", name=seats, exact=True).check(force=True)
    if compare:
        desk.get_by_label("Compare", exact=True).select_option(label=compare)
        expect(desk.get_by_role("radio", checked=True)).to_have_count(2)
        assert not violations(desk) and desk.evaluate(WIDTH) <= 0
    desk.get_by_role("button", name="Open a room").click()
    desk.wait_for_url(re.compile(r"/desk/\w{6}$"))
    expect(desk.locator(".ck-room-code")).to_have_text(desk.url[-6:])
    return desk, desk.url[-6:]


def join(phone: Page, name: str) -> None:
    """Join by a name."""
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("heading")).to_contain_text("You are in")


def is_asked(phone: Page) -> bool:
    """Whether this telephone has something to answer."""
    return phone.locator(".ck-phone-tab[data-asked]").count() == 1


def answer(phones: list[Page]) -> None:
    """Answer on the telephone that is asked: what the rules list as the default, by the page."""
    eventually(phones[0], lambda: any(is_asked(phone) for phone in phones), True)
    phone = next(phone for phone in phones if is_asked(phone))
    phone.evaluate(
        """async () => {
            const { store } = document.querySelector('classkit-phone');
            await store.act({ do: 'default', seat: store.now.seen_as });
            await store.repaint();
        }"""
    )


def test_a_lesson_from_the_code_on_the_wall_to_its_end(browser: Browser, server: Server) -> None:
    desk, code = opened(browser, server, "poleconomy")
    picture = desk.get_by_alt_text("QR code of")
    assert picture.evaluate("(image) => image.complete && image.naturalWidth > 0")
    expect(desk.locator(".ck-room-address")).to_contain_text(f"/class/{code}")
    phones = [telephone(browser, server, code) for _ in NAMES]
    assert not violations(phones[0]) and not violations(desk)
    for phone, name in zip(phones, NAMES, strict=True):
        join(phone, name)
    expect(desk.get_by_text("Waiting for a seat")).to_contain_text("<b>Bo</b>")

    desk.get_by_role("button", name="Seat 3 waiting").click()
    for phone, name in zip(phones, NAMES, strict=True):
        expect(phone.locator(".ck-phone-name")).to_have_text(name)
    card = desk.locator(".ck-wall-table")
    expect(card).to_contain_text("D (bot)")
    assert desk.locator(".ck-wall b b").count() == 0, "names are never markup"

    eventually(desk, lambda: any(is_asked(phone) for phone in phones), True)
    asked = next(phone for phone in phones if is_asked(phone))
    idle = next(phone for phone in phones if phone is not asked)
    expect(asked.locator("classkit-ask")).to_be_visible()
    expect(asked.locator(".ck-phone-left")).to_have_text(re.compile(r"0:\d\d|1:00"))
    expect(idle.locator("classkit-ask")).to_be_hidden()
    expect(idle.locator(".ck-phone-left")).to_be_hidden()
    expect(idle.locator(".ck-phone-waits")).to_contain_text("now.")
    for phone in phones:
        assert phone.evaluate(HEIGHT) <= 0 and phone.evaluate(WIDTH) <= 0, "nothing juts out"
    assert not violations(asked) and not violations(idle) and not violations(desk)
    size = asked.locator(".ck-ask .ck-move:not(.ck-barred) .ck-do:visible").first.bounding_box()
    assert size is not None and size["height"] >= 40, "a thumb finds it"

    for _ in range(8):
        answer(phones)
    for view in ("Board", "News", "Scores", "Chart", "Play"):
        idle.locator(".ck-phone-tab", has_text=view).click()
        assert idle.evaluate(WIDTH) <= 0, view

    before = phones[0].evaluate("() => document.querySelector('classkit-phone').store.now.step")
    phones[0].reload()
    expect(phones[0].locator(".ck-phone-name")).to_have_text(NAMES[0])
    now = "() => document.querySelector('classkit-phone')?.store.now?.step ?? -1"
    eventually(phones[0], lambda: phones[0].evaluate(now) >= before, True)

    desk.get_by_role("button", name="Pause all").click()
    for phone in phones:
        expect(phone.get_by_text("The teacher has paused the tables.")).to_be_visible()
    desk.get_by_role("button", name="Go on").click()
    expect(phones[0].get_by_text("The teacher has paused")).to_have_count(0)

    card.get_by_role("button").click()
    table = desk.locator("classkit-table")
    expect(table.locator("[data-does=back]")).to_be_enabled()
    assert desk.evaluate(HEIGHT) <= 0, "a table in full fits the screen"
    reached = table.evaluate("(table) => table.store.now.step")
    table.locator("[data-does=back]").click()
    eventually(desk, lambda: table.evaluate("(table) => table.store.now.step") < reached, True)
    went = table.evaluate("(table) => table.store.now.step")
    for phone in phones:
        eventually(phone, lambda phone=phone: phone.evaluate(now) == went, True)
    desk.get_by_role("button", name="All tables").click()

    desk.get_by_role("button", name="Hide names").click()
    expect(card).not_to_contain_text("Bo")
    expect(phones[1].locator(".ck-phone-name")).not_to_contain_text("Bo")
    desk.get_by_role("button", name="Show names").click()

    elsewhere = telephone(browser, server, code)
    elsewhere.get_by_label("Your name").fill(NAMES[1])
    elsewhere.get_by_role("button", name="I was here before").click()
    expect(elsewhere.get_by_text("Wait until your teacher")).to_contain_text(NAMES[1])
    desk.get_by_role("button", name="Let in as").click()
    expect(elsewhere.locator(".ck-phone-name")).to_have_text(NAMES[1])

    with desk.context.expect_page() as page_here:
        desk.get_by_role("button", name="Larger").click()
        desk.get_by_role("button", name="Open a student’s page here").click()
    late = page_here.value
    late.set_viewport_size(PHONE)
    late.get_by_role("button", name="Join").click()
    expect(late.locator(".ck-phone-me")).to_be_visible()
    expect(card).not_to_contain_text("(bot)")

    desk.on("dialog", lambda dialog: dialog.accept())
    desk.get_by_text("Settings").click()
    reached = phones[0].evaluate(now)
    desk.get_by_role("button", name="the last decision").click()
    eventually(phones[0], lambda: phones[0].evaluate(now) < reached, True)
    assert not violations(desk)
    desk.get_by_role("button", name="End the lesson").click()
    expect(phones[0].locator(".ck-phone-waits")).to_have_text("This lesson is over.")
    expect(desk.get_by_text("This lesson is over.")).to_be_visible()

    phones[0].get_by_role("button", name="My story").click()
    story = phones[0].locator("classkit-ownstory")
    expect(story.get_by_role("heading")).to_contain_text("of 4 at your table")
    expect(story).to_contain_text("In your teacher’s tables you are")
    assert phones[0].evaluate(WIDTH) <= 0 and not violations(phones[0])
    story.get_by_role("button", name="Homework").click()
    expect(story.get_by_role("alert")).to_contain_text("Too little was played")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("game", "compare"), [("economicon", ""), ("economy", ""), ("opoly", "Auctions")]
)
def test_each_game_is_played_by_telephone(
    browser: Browser, server: Server, game: str, compare: str
) -> None:
    desk, code = opened(browser, server, game, compare)
    if compare:
        rehearsed(desk)
    phones = [telephone(browser, server, code) for _ in range(2)]
    for number, phone in enumerate(phones):
        if compare:  # they come late, and take the seats of bots at the first two of four tables
            phone.get_by_role("button", name="Join").click()
        else:
            join(phone, f"Name {number}")
    if not compare:
        desk.get_by_role("button", name="Seat 2 waiting").click()
    for phone in phones:
        expect(phone.locator(".ck-phone-me")).to_be_visible()
    for _ in range(6):
        answer(phones)
        for phone in phones:
            assert phone.evaluate(WIDTH) <= 0
    steps = {
        phone.evaluate("() => document.querySelector('classkit-phone').store.now.step")
        for phone in phones
    }
    assert min(steps) > 4
    if compare:
        compared(desk)


def rehearsed(desk: Page) -> None:
    """Seat twelve participants who are invented, and answer as soon as they can."""
    desk.get_by_label("How many participants").fill("12")
    desk.get_by_role("button", name="Invent").click()
    desk.get_by_role("button", name="Seat 12 waiting").click()
    desk.get_by_text("Settings").click()
    desk.get_by_label("The invented answer").select_option("0")
    desk.get_by_text("Settings").click()


def compared(desk: Page) -> None:
    """Look at a class of two groups as charts, on a projector."""
    expect(desk.locator(".ck-wall-table")).to_have_count(4)
    desk.set_viewport_size({"width": 1280, "height": 720})
    desk.get_by_role("button", name="The class as charts").click()
    desk.get_by_label("Figure").select_option(label="Mean cash")
    expect(desk.locator(".ck-class-legend li")).to_have_count(2)
    expect(desk.locator(".ck-class-legend li").first).to_contain_text("English")
    expect(desk.locator(".ck-class-canvas .main-svg").first).to_be_visible()
    expect(desk.locator(".ck-class")).to_contain_text("A table that is over keeps its last value")
    assert desk.evaluate(HEIGHT) <= 0 and desk.evaluate(WIDTH) <= 0, "it fits the projector"
    size = "(text) => parseFloat(getComputedStyle(text).fontSize)"
    assert desk.locator(".ck-class-canvas .xtick text").first.evaluate(size) >= 18
    assert not violations(desk)
    desk.get_by_text("Numbers", exact=True).click()
    expect(desk.locator(".ck-class-numbers table")).to_contain_text("Median")
    desk.get_by_role("button", name="All tables").click()
    expect(desk.locator(".ck-class")).to_be_hidden()
