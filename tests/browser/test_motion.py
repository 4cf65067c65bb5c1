"""The marker walks where that explains a move (issue 19, item 10): briefly, and only if wished."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desks import show_table
from tests.browser.waiting import eventually

BOOK = """\
import classkit
position = {"pawn": "go", "turn": 3, "luck": [(1, 3), (3, 5)]}
table = classkit.table("opoly", seats=3, seed=7, position=position, bots="passive")
"""

WATCH = """() => {
    const animate = Element.prototype.animate;
    window.walked = [];
    window.unpatch = () => { Element.prototype.animate = animate; };
    Element.prototype.animate = function (frames, options) {
        if (this.matches('.ck-piece')) {
            window.walked.push({ stops: frames.map((frame) => frame.transform), ...options });
        }
        return animate.call(this, frames, options);
    };
}"""
"""Notes how pieces are set in motion."""


@pytest.fixture
def page(patched_page: Page) -> Iterator[Page]:
    """A page in which is noted what moves; afterwards it is not."""
    yield patched_page
    patched_page.evaluate("() => window.unpatch?.()")


@contextmanager
def traced(page: Page, category: str) -> Iterator[list[dict[str, Any]]]:
    """Note what the browser tells of itself meanwhile; the list is filled when this ends."""
    events: list[dict[str, Any]] = []
    ended: list[Any] = []
    session = page.context.new_cdp_session(page)
    session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))
    chosen = {"includedCategories": [category]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": chosen})
    yield events
    session.send("Tracing.end")
    eventually(page, lambda: bool(ended), True)


def step(page: Page) -> None:
    """Press Step, and wait for what it shows."""
    before = page.locator(".ck-where").inner_text()
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.locator(".ck-where")).not_to_have_text(before)


def test_the_pawn_walks_along_the_lane_within_400_ms(page: Page, harness: str) -> None:
    """Space by space, eight of them; it is where it belongs before it has arrived."""
    show_table(page, harness, BOOK)
    page.evaluate(WATCH)
    step(page)
    (walk,) = page.evaluate("window.walked")
    assert len(walk["stops"]) == 9 and walk["duration"] <= 400
    pawn = page.locator(".ck-piece").first
    assert pawn.evaluate("(one) => one.style.transform") == walk["stops"][-1]


def test_a_walk_takes_none_of_the_time_of_the_page(page: Page, harness: str) -> None:
    """Item 10, "never where it delays Step": what goes elsewhere is moved by the compositor alone.

    A frame that the page lays out for it would come before the charts, which wait for their turn.
    """
    show_table(page, harness, BOOK)
    page.evaluate(WATCH)
    with traced(page, "blink.animations") as events:
        step(page)
        page.wait_for_function("() => document.getAnimations().length === 0")
        step(page)  # the same pawn, and no other motion beside its own
    assert len(page.evaluate("window.walked")) == 2
    told = [event["args"].get("data", {}) for event in events if event["name"] == "Animation"]
    failed = [data["compositeFailed"] for data in told if "compositeFailed" in data]
    assert failed and set(failed) == {0}
    assert len([data for data in told if "ck-piece" in data.get("nodeName", "")]) == 2


def test_nothing_walks_for_whom_motion_is_too_much(page: Page, harness: str) -> None:
    """`prefers-reduced-motion`: the pawn is simply there, nor does it glide."""
    page.emulate_media(reduced_motion="reduce")
    show_table(page, harness, BOOK)
    page.evaluate(WATCH)
    pawn = page.locator(".ck-piece").first
    before = pawn.evaluate("(one) => one.style.transform")
    step(page)
    assert page.evaluate("window.walked") == []
    assert pawn.evaluate("(one) => one.style.transform") != before
    assert pawn.evaluate("(one) => getComputedStyle(one).transitionDuration") == "0s"


PAYING = """\
import classkit
match = classkit.new("poleconomy", seats=4, seed=1)
for _ in range(6):
    match.play(until="turn", bots="politician")
table = classkit.table(match, bots="politician")
"""
"""The next step: C owes B $100,000 and pays the Bank $30,000."""

FLIGHTS = """() => {
    const animate = Element.prototype.animate;
    window.flown = [];
    window.unpatch = () => { Element.prototype.animate = animate; };
    Element.prototype.animate = function (frames, options) {
        const { words } = this.dataset;
        if (this.matches('.ck-coin')) window.flown.push({ words, frames, ...options });
        return animate.call(this, frames, options);
    };
    const seats = () => [...document.querySelectorAll('.ck-strip-seat')];
    window.seats = () => Object.fromEntries(seats().map((one) => {
        const strip = one.closest('.ck-strip').getBoundingClientRect();
        const own = one.getBoundingClientRect();
        return [one.dataset.seat, own.x + own.width / 2 - strip.x];
    }));
}"""
"""Notes which money is set in motion, and tells how far each seat is from the edge of the strip."""


def across(frame: dict[str, str]) -> float:
    """Return how far a frame is from the edge, in pixels."""
    found = re.match(r"translate\((-?[\d.]+)px", frame["transform"])
    assert found
    return float(found[1])


def test_money_flies_to_its_new_owner_within_400_ms(page: Page, harness: str) -> None:
    """From seat to seat; what the Bank gets falls from its payer. Nothing of it stays."""
    show_table(page, harness, PAYING)
    page.evaluate(FLIGHTS)
    with traced(page, "blink.animations") as events:
        step(page)
        page.wait_for_function("() => window.flown.length === 2")
        page.wait_for_function("() => document.getAnimations().length === 0")
    flights = {one["words"]: one for one in page.evaluate("window.flown")}
    assert set(flights) == {"$100,000", "$30,000"}
    assert all(one["duration"] <= 400 for one in flights.values())
    seats = page.evaluate("window.seats()")
    rent, bank = (flights[words]["frames"] for words in ("$100,000", "$30,000"))
    assert (across(rent[0]), across(rent[-1])) == pytest.approx((seats["C"], seats["B"]), abs=1)
    assert across(bank[0]) == across(bank[-1]) == pytest.approx(seats["C"], abs=1)
    told = [event["args"].get("data", {}) for event in events if event["name"] == "Animation"]
    assert {data["compositeFailed"] for data in told if "compositeFailed" in data} == {0}
    coins = page.locator(".ck-coin")
    assert [
        coins.nth(at).evaluate("(one) => getComputedStyle(one).opacity") for at in range(4)
    ] == ["0"] * 4


def test_the_next_step_ends_what_flies_and_going_back_pays_nothing(
    page: Page, harness: str
) -> None:
    """ "Never where it delays Step"."""
    show_table(page, harness, PAYING)
    page.evaluate(FLIGHTS)
    step(page)
    page.wait_for_function("() => window.flown.length === 2")
    flying = "() => document.getAnimations().filter((one) => one.effect.target.matches('.ck-coin'))"
    page.evaluate(f"() => {{ window.running = ({flying})(); }}")
    page.get_by_role("button", name="Back", exact=True).click()
    page.wait_for_function("() => window.running.every((one) => one.playState !== 'running')")
    assert len(page.evaluate("window.flown")) == 2


def test_no_money_flies_for_whom_motion_is_too_much(page: Page, harness: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    show_table(page, harness, PAYING)
    page.evaluate(FLIGHTS)
    step(page)
    expect(page.locator(".ck-coin").first).to_have_attribute("data-words", "$100,000")
    page.wait_for_timeout(200)
    assert page.evaluate("window.flown") == []
