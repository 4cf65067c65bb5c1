"""The marker walks where that explains a move (issue 19, item 10): briefly, and only if wished."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.desks import show_table

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
