"""The marker walks where that explains a move (issue 19, item 10): briefly, and only if wished."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
    Element.prototype.animate = function (frames, options) {
        if (this.matches('.ck-piece')) {
            window.walked.push({ stops: frames.map((frame) => frame.transform), ...options });
        }
        return animate.call(this, frames, options);
    };
}"""
"""Notes how pieces are set in motion."""


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


def test_the_pawn_walks_along_the_lane_within_400_ms(own_page: Page, harness: str) -> None:
    """Space by space, eight of them; it is where it belongs before it has arrived."""
    show_table(own_page, harness, BOOK)
    own_page.evaluate(WATCH)
    step(own_page)
    (walk,) = own_page.evaluate("window.walked")
    assert len(walk["stops"]) == 9 and walk["duration"] <= 400
    pawn = own_page.locator(".ck-piece").first
    assert pawn.evaluate("(one) => one.style.transform") == walk["stops"][-1]


def test_a_walk_takes_none_of_the_time_of_the_page(own_page: Page, harness: str) -> None:
    """Item 10, "never where it delays Step": what goes elsewhere is moved by the compositor alone.

    A frame that the page lays out for it would come before the charts, which wait for their turn.
    """
    show_table(own_page, harness, BOOK)
    own_page.evaluate(WATCH)
    with traced(own_page, "blink.animations") as events:
        step(own_page)
        own_page.wait_for_function("() => document.getAnimations().length === 0")
        step(own_page)  # the same pawn, and no other motion beside its own
    assert len(own_page.evaluate("window.walked")) == 2
    told = [event["args"].get("data", {}) for event in events if event["name"] == "Animation"]
    failed = [data["compositeFailed"] for data in told if "compositeFailed" in data]
    assert failed and set(failed) == {0}
    assert len([data for data in told if "nodeName" in data]) == 2


def test_nothing_walks_for_whom_motion_is_too_much(own_page: Page, harness: str) -> None:
    """`prefers-reduced-motion`: the pawn is simply there, nor does it glide."""
    own_page.emulate_media(reduced_motion="reduce")
    show_table(own_page, harness, BOOK)
    own_page.evaluate(WATCH)
    pawn = own_page.locator(".ck-piece").first
    before = pawn.evaluate("(one) => one.style.transform")
    step(own_page)
    assert own_page.evaluate("window.walked") == []
    assert pawn.evaluate("(one) => one.style.transform") != before
    assert pawn.evaluate("(one) => getComputedStyle(one).transitionDuration") == "0s"
