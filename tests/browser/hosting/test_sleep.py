"""A phone, a desk and a wall that slept: their line says that it is open, and carries nothing.

A relay swallows what either side sends, and closes nothing. The tests look at states only: how long
a page waits is tested with a clock that is set by hand (``tests/page/wire/heartbeat.test.mjs``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.access import violations
from tests.browser.hosting.black_hole import Relay, relay_to
from tests.browser.hosting.telephones import (
    WIDTH,
    answer,
    answer_for_the_absent_at_once,
    by_hand,
    choose,
    class_menu,
    fits,
    is_asked,
    join,
    now,
    opened,
    step_of,
    telephone,
)
from tests.browser.hosting.visits import TABLE, usable
from tests.browser.hosting.visits import now as table_now
from tests.browser.waiting import eventually
from tests.hosting.serving import Server

NEVER = "window.classkitTimes = { ping: 10_000_000, again: 10_000_000 };"
"""Without a heartbeat: what a page does, it does because somebody came back to it."""
WAKE = {
    "visibilitychange": "document.dispatchEvent(new Event('visibilitychange'))",
    "pageshow": "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "focus": "dispatchEvent(new Event('focus'))",
    "online": "dispatchEvent(new Event('online'))",
}
SLEPT = "() => { const now = Date.now; Date.now = () => now() + 600_000; }"
SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) { super(...given); window.sockets.push(this); }
};
"""
RECONNECTING = re.compile("Reconnecting")
LONG = 60_000
"""Milliseconds for a busy machine; no test waits so long for nothing."""


TOLD_THEME = "document.querySelector('classkit-table').store.now.theme"
AWAY = """(hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


TAP = """() => {
    const { store } = document.querySelector('classkit-phone');
    const given = store.act({ do: 'default', seat: store.now.seen_as });
    given.then(({ kind }) => { window.tapped = kind; });
}"""


@pytest.fixture
def relay(server: Server) -> Iterator[Relay]:
    with relay_to(server.port) as found:
        yield found


def through(server: Server, relay: Relay) -> Server:
    """The same server, at the address of the relay."""
    return replace(server, url=server.url.replace(f":{server.port}", f":{relay.port}"))


def sat_down(
    browser: Browser, server: Server, relay: Relay | None = None
) -> tuple[Page, Page, Page]:
    """A desk, a phone whose line goes through a relay, and a phone whose line does not."""
    desk, code = opened(browser, server, "poleconomy", seats="2")
    phones = []
    for name, by in (("Ada", through(server, relay) if relay else server), ("Bo", server)):
        phone = telephone(browser, by, code, NEVER + SOCKETS)
        phone.set_viewport_size({"width": 390, "height": 844})
        join(phone, name)
        phones.append(phone)
    desk.get_by_role("button", name=re.compile("Seat 2")).click()
    for phone in phones:
        expect(phone.locator("classkit-phone")).to_be_visible(timeout=LONG)
    return desk, phones[0], phones[1]


def wake(page: Page, kind: str) -> None:
    """Let a page wake from a long sleep by an event."""
    page.evaluate(SLEPT)
    page.evaluate(WAKE[kind])


def play_until_asked(asked: Page, other: Page) -> None:
    """Answer at another phone until this one is asked."""
    while not is_asked(asked):
        answer([asked, other])


def lines_of(page: Page) -> int:
    """How many lines of a page are open."""
    return int(page.evaluate("window.sockets.filter((one) => one.readyState === 1).length"))


def test_a_phone_that_slept_learns_what_a_bot_answered_for_it(
    browser: Browser, server: Server, relay: Relay
) -> None:
    desk, phone, other = sat_down(browser, server, relay)
    play_until_asked(phone, other)
    by_hand(phone)  # the first decision of each has no limit
    play_until_asked(phone, other)
    class_menu(desk, "Settings")
    relay.swallow()
    step = step_of(phone)
    absent = answer_for_the_absent_at_once(desk)
    eventually(other, lambda: step_of(other) > step, True)
    absent.select_option(label="after five minutes")
    assert step_of(phone) == step, "nothing reaches it"
    assert lines_of(phone) == 1, "and its line says that it is open"
    wake(phone, "visibilitychange")
    missed = phone.get_by_role("status", name="While you were away")
    expect(missed).to_contain_text("A bot answered for you", timeout=LONG)
    assert step_of(phone) >= step + 1
    fits(phone)
    assert not violations(phone)
    play_until_asked(phone, other)
    by_hand(phone)
    expect(missed).to_be_hidden()
    assert lines_of(phone) == 1


def test_a_phone_whose_page_was_discarded_learns_what_it_missed(
    browser: Browser, server: Server
) -> None:
    _, phone, other = sat_down(browser, server)
    play_until_asked(other, phone)
    step = step_of(phone)
    phone.evaluate(AWAY, True)
    by_hand(other)
    eventually(phone, lambda: step_of(phone) > step, True)
    phone.add_init_script(f"({SLEPT})()")
    phone.reload()
    missed = phone.get_by_role("status", name="While you were away")
    expect(missed).to_contain_text(re.compile("continued|played"), timeout=LONG)
    missed.get_by_role("button", name="Close").click()
    phone.reload()
    expect(phone.locator(".ck-phone-me")).to_be_visible(timeout=LONG)
    expect(missed).to_have_count(0)


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["pageshow", "focus", "online"])
def test_a_phone_that_slept_goes_on_whatever_wakes_it(
    browser: Browser, server: Server, relay: Relay, kind: str
) -> None:
    _, phone, other = sat_down(browser, server, relay)
    play_until_asked(other, phone)
    relay.swallow()
    step = step_of(phone)
    by_hand(other)
    assert step_of(phone) == step
    wake(phone, kind)
    missed = phone.get_by_role("status", name="While you were away")
    expect(missed).to_contain_text(re.compile("continued|played"), timeout=LONG)
    assert step_of(phone) > step and lines_of(phone) == 1
    missed.get_by_role("button", name="Close").click()
    expect(missed).to_be_hidden()
    play_until_asked(phone, other)
    by_hand(phone)


def test_a_phone_without_a_network_says_so_and_says_when_it_is_back(
    browser: Browser, server: Server, relay: Relay
) -> None:
    _, phone, other = sat_down(browser, server, relay)
    play_until_asked(phone, other)
    relay.swallow(more=True)
    said = phone.locator(".ck-room-line")
    expect(said).to_be_hidden()
    wake(phone, "focus")
    expect(said).to_have_text(RECONNECTING, timeout=LONG)
    fits(phone)
    assert not violations(phone)
    relay.swallows = False
    wake(phone, "online")
    expect(said).to_be_hidden(timeout=LONG)
    phone.get_by_role("button", name="Play", exact=True).click()
    by_hand(phone)


def test_an_answer_that_the_sleep_has_swallowed_is_given_once(
    browser: Browser, server: Server, relay: Relay
) -> None:
    _, phone, other = sat_down(browser, server, relay)
    play_until_asked(phone, other)
    decided = now(phone)["decided"]
    relay.swallow()
    phone.evaluate(TAP)
    phone.wait_for_timeout(300)
    assert now(phone)["decided"] == decided and step_of(other) == step_of(phone)
    wake(phone, "pageshow")
    eventually(phone, lambda: bool(phone.evaluate("window.tapped")), True)
    assert phone.evaluate("window.tapped") != "refused"
    assert now(phone)["decided"] == decided + 1
    eventually(other, lambda: step_of(other) == step_of(phone), True)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("view", ["wall", "table"])
def test_a_desk_that_slept_shows_what_it_showed(
    browser: Browser, server: Server, relay: Relay, view: str
) -> None:
    """The wall says nothing to an audience; a mark tells the teacher."""
    desk, phone, other = sat_down(browser, server)
    asleep = desk.context.new_page()
    asleep.set_viewport_size({"width": 1366, "height": 768})
    asleep.add_init_script(NEVER + SOCKETS)
    asleep.goto(desk.url.replace(f":{server.port}", f":{relay.port}"))
    expect(asleep.locator(".ck-wall-table")).to_have_count(1)
    if view == "table":
        asleep.locator(".ck-wall-table button").click()
        expect(asleep.locator("classkit-table classkit-timeline")).to_be_visible(timeout=LONG)
        asleep.locator(".ck-menu-opener").click()
        asleep.locator("classkit-table").get_by_label("Theme").select_option("dark")
        eventually(asleep, partial(asleep.evaluate, TOLD_THEME), "dark")
    play_until_asked(other, phone)
    waits = asleep.locator(".ck-wall-waits")
    if view == "wall":
        expect(waits).to_contain_text("Bo decides")
    relay.swallow(more=True)
    play_until_asked(phone, other)
    wake(asleep, "focus")
    mark = asleep.locator(".ck-room-mark")
    expect(mark).to_contain_text(RECONNECTING, timeout=LONG)
    assert not violations(asleep) and asleep.evaluate(WIDTH) <= 0
    relay.swallows = False
    wake(asleep, "online")
    expect(mark).not_to_contain_text(RECONNECTING, timeout=LONG)
    assert lines_of(asleep) == 1
    if view == "table":
        expect(asleep.get_by_role("heading", name="Table 1")).to_be_visible()
        expect(asleep.locator("classkit-table")).to_have_attribute("data-theme", "dark")
        expect(asleep.locator("classkit-timeline .ck-where")).to_contain_text(
            f"step {step_of(phone)}", timeout=LONG
        )
    else:
        expect(waits).to_contain_text("Ada decides", timeout=LONG)
    choose(asleep, "Pause all")
    expect(phone.get_by_text("The teacher has paused your table.")).to_be_visible()


def test_a_dashboard_that_slept_goes_on_by_itself(
    browser: Browser, server: Server, relay: Relay
) -> None:
    """Its line belongs to Jupyter, which notices no line that has died without a word."""
    page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.add_init_script("window.classkitTimes = { ping: 300_000, again: 10_000_000 };")
    page.goto(through(server, relay).url + TABLE)
    usable(page)
    before = int(table_now(page)["step"])
    relay.swallow()
    page.get_by_role("button", name="Step", exact=True).click()
    wake(page, "focus")
    expect(page.get_by_text(RECONNECTING)).to_be_visible(timeout=LONG)
    expect(page.get_by_text(RECONNECTING)).to_have_count(0, timeout=LONG)
    eventually(page, lambda: int(table_now(page)["step"]) > before, True)
    expect(page.get_by_role("alertdialog")).to_have_count(0)
