"""Telephones of a class, and its teacher's desk: how they are opened, and what is done there."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from classkit.classroom.codes import CODE_LENGTH
from tests.browser.access import violations
from tests.browser.waiting import eventually
from tests.hosting.serving import Server

PHONE: ViewportSize = {"width": 390, "height": 780}
PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
HEIGHT = "() => document.documentElement.scrollHeight - window.innerHeight"
WIDTH = "() => document.documentElement.scrollWidth - window.innerWidth"
"""By how many pixels a page is higher, and wider, than its screen."""
NOW = "() => document.querySelector('classkit-phone')?.store.now ?? null"
DEFAULTS = """async ([most, turn]) => {
    const { store } = document.querySelector('classkit-phone');
    const asked = () => store.now.turn < turn && store.now.asks.some((ask) => !ask.answered);
    for (let given = 0; given < most && asked(); given += 1) {
        await store.act({ do: 'default', seat: store.now.seen_as });
        await store.repaint();
    }
}"""
"""Answers what the rules list as the default: so often at most, and up to this turn."""
FAR = 10_000


def telephone(browser: Browser, server: Server, code: str, script: str = "") -> Page:
    """A telephone that has opened the page of a room, with a script laid into it."""
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    page.add_init_script(script)
    page.goto(f"{server.url}class/{code}")
    expect(page.get_by_role("button", name="Join")).to_be_visible()
    return page


def opened(
    browser: Browser, server: Server, game: str, compare: str = "", seats: str = ""
) -> tuple[Page, str]:
    """The teacher's desk of a room that is opened by the form, and its code."""
    desk = browser.new_context(viewport=PROJECTOR).new_page()
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.goto(server.url)
    desk.get_by_role("link", name="Start a class").click()
    desk.get_by_label("Game", exact=True).select_option(game)
    if seats:
        group = desk.get_by_role("group", name="Seats at a table")
        if group.count():
            group.get_by_role("radio", name=seats, exact=True).check(force=True)
        else:
            desk.get_by_label("Seats at a table").select_option(label=seats)
    if compare:
        desk.get_by_label("Compare", exact=True).select_option(label=compare)
        expect(desk.get_by_text("One of each has the same dice and cards")).to_be_visible()
        assert not violations(desk) and desk.evaluate(WIDTH) <= 0
    desk.get_by_role("button", name="Open a room").click()
    desk.wait_for_url(re.compile(r"/desk/\w+$"))
    expect(desk.locator(".ck-room-code")).to_have_text(desk.url[-CODE_LENGTH:])
    return desk, desk.url[-CODE_LENGTH:]


def join(phone: Page, name: str) -> None:
    """Join by a name."""
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("heading")).to_contain_text("You are in")


def now(phone: Page) -> Any:
    """What a telephone knows of its table; None while it has none."""
    return phone.evaluate(NOW)


def step_of(phone: Page) -> int:
    """How far the table of a telephone has come."""
    return int((now(phone) or {"step": -1})["step"])


def is_asked(phone: Page) -> bool:
    """Whether this telephone has something to answer."""
    return phone.locator(".ck-phone-tab[data-asked]").count() == 1


def asked_of(phones: list[Page]) -> Page:
    """The first telephone that has something to answer, once one has."""
    eventually(phones[0], lambda: any(is_asked(phone) for phone in phones), True)
    return next(phone for phone in phones if is_asked(phone))


def answer(phones: list[Page], most: int = 1, turn: int = FAR) -> None:
    """Answer on a telephone that is asked by the default, so often while it is asked again."""
    asked_of(phones).evaluate(DEFAULTS, [most, turn])


def play_to(phones: list[Page], turn: int) -> None:
    """Answer by the defaults until a table has come to a turn, or is over."""
    while max(now(phone)["turn"] for phone in phones) < turn and not now(phones[0])["over"]:
        answer(phones, 40, turn)


FILLED_IN = "(button) => Boolean(button.closest('form')?.querySelector('.ck-fields:not([hidden])'))"


def by_hand(phone: Page) -> None:
    """Answer by the first button that there is; by the default where a form is to be filled in."""
    before = step_of(phone)
    button = phone.locator(".ck-ask .ck-move:not(.ck-barred) :is(.ck-do, .ck-main):visible").first
    if button.evaluate(FILLED_IN):
        answer([phone])
    else:
        button.click()
    eventually(phone, lambda: step_of(phone) > before, True)


def fits(page: Page) -> None:
    """See that nothing juts out of the screen."""
    eventually(page, partial(page.evaluate, f"() => ({HEIGHT})() <= 0 && ({WIDTH})() <= 0"), True)


def class_menu(desk: Page, *parts: str) -> Locator:
    """Open the menu of the class, and parts of it by their words."""
    menu = desk.locator(".ck-class-menu")
    for words in ("Class menu", *parts):
        summary = menu.locator("summary", has_text=words)
        if not summary.evaluate("(node) => node.parentNode.open"):
            summary.click()
    return menu


def answer_for_the_absent_at_once(desk: Page) -> Locator:
    """Choose a second, which a teacher cannot: no test waits as a class does. Gives the list."""
    absent = desk.get_by_label("A bot answers for the absent")
    absent.evaluate(
        "(list) => { list.append(new Option('after 1 s', '1')); list.value = '1';"
        " list.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    return absent


def choose(desk: Page, name: str) -> None:
    """Press a button of the menu of the class."""
    class_menu(desk).get_by_role("button", name=name, exact=True).click()


def ask_class(desk: Page, button: str) -> None:
    """Send a form of the panel that asks the class."""
    desk.locator(".ck-ask-class").get_by_role("button", name=button, exact=True).click()
    expect(desk.locator(".ck-ask-class > div")).to_be_hidden()


def card_of(desk: Page, name: str) -> Locator:
    """The table on the wall at which somebody sits."""
    return desk.locator(".ck-wall-table", has_text=re.compile(name))
