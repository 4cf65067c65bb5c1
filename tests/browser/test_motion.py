"""The marker walks where that explains a move: briefly, and only if wished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desks import show_table

BOOK = """\
import classkit
position = {"pawn": "go", "turn": 3, "luck": [(1, 3), (3, 5)]}
table = classkit.table("opoly", seats=3, seed=7, position=position, bots="passive")
"""

WATCH = """() => {
    const animate = Element.prototype.animate;
    const part = (one) => one.closest('classkit-board');
    window.moved = [];
    window.written = [];
    window.unpatch = () => { Element.prototype.animate = animate; };
    Element.prototype.animate = function (frames, options) {
        const motion = animate.call(this, frames, options);
        const noted = {
            piece: this.matches('.ck-piece'), words: this.dataset.words, frames, ...options,
            touched: [...new Set(motion.effect.getKeyframes().flatMap(Object.keys))],
        };
        window.moved.push(noted);
        const note = new MutationObserver((changes) => window.written.push(
            ...changes.map(({ type, attributeName, target }) =>
                [type, attributeName, target.getAttribute?.('class')])));
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        requestAnimationFrame(() => {
            noted.motions = this.getAnimations().length;
            note.observe(part(this), all);
        });
        motion.finished.catch(() => {}).finally(() => note.disconnect());
        return motion;
    };
}"""
"""Notes what is set in motion, and what is written meanwhile to the part it moves in."""

OF_A_FRAME = {"offset", "computedOffset", "easing", "composite"}
"""What the browser says of each frame of a motion, beside what the frame changes."""


@pytest.fixture
def page(patched_page: Page) -> Iterator[Page]:
    """A page in which is noted what moves; afterwards it is not."""
    yield patched_page
    patched_page.evaluate("() => window.unpatch?.()")


def step(page: Page) -> None:
    """Press Step, and wait for what it shows."""
    before = page.locator(".ck-where").inner_text()
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.locator(".ck-where")).not_to_have_text(before)


def walks(page: Page) -> list[dict[str, Any]]:
    """Return the motions of pieces, the first one first."""
    return [one for one in page.evaluate("window.moved") if one["piece"]]


def arrived(page: Page) -> None:
    """Wait until nothing moves."""
    page.wait_for_function("() => document.getAnimations().length === 0")


def takes_no_time_of_the_page(page: Page) -> None:
    """Hold what every browser asks of motions that it need not lay out frame by frame.

    They change `transform` and `opacity` alone; nothing else moves the same element; and while they
    last, nothing is written to the part of the page around them.
    """
    moved = page.evaluate("window.moved")
    assert moved
    for motion in moved:
        assert set(motion["touched"]) - OF_A_FRAME <= {"transform", "opacity"}, motion
        assert motion["motions"] == 1, motion
    assert page.evaluate("window.written") == []


def test_the_pawn_walks_along_the_lane_within_400_ms(page: Page, harness: str) -> None:
    """Space by space, eight of them; it is where it belongs before it has arrived."""
    show_table(page, harness, BOOK)
    page.evaluate(WATCH)
    step(page)
    (walk,) = walks(page)
    assert len(walk["frames"]) == 9 and walk["duration"] <= 400
    pawn = page.locator(".ck-piece").first
    assert pawn.evaluate("(one) => one.style.transform") == walk["frames"][-1]["transform"]


def test_a_walk_takes_none_of_the_time_of_the_page(page: Page, harness: str) -> None:
    """Item 10, "never where it delays Step": a frame laid out for a walk would delay the charts.

    Nor does a piece have strokes that stay thin when it is scaled: they would be drawn anew.
    """
    show_table(page, harness, BOOK)
    page.evaluate(WATCH)
    step(page)
    arrived(page)
    step(page)  # the same pawn, and no other motion beside its own
    arrived(page)
    assert len(walks(page)) == 2
    takes_no_time_of_the_page(page)
    effects = "pieces => pieces.map((one) => getComputedStyle(one).vectorEffect)"
    drawn = page.locator(".ck-piece, .ck-piece *").evaluate_all(effects)
    assert drawn and set(drawn) == {"none"}


def test_nothing_walks_for_whom_motion_is_too_much(page: Page, harness: str) -> None:
    """`prefers-reduced-motion`: the pawn is simply there, nor does it glide."""
    page.emulate_media(reduced_motion="reduce")
    show_table(page, harness, BOOK)
    page.evaluate(WATCH)
    pawn = page.locator(".ck-piece").first
    before = pawn.evaluate("(one) => one.style.transform")
    step(page)
    assert walks(page) == []
    assert pawn.evaluate("(one) => one.style.transform") != before
    assert pawn.evaluate("(one) => getComputedStyle(one).transitionDuration") == "0s"
