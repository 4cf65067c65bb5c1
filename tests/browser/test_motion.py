"""What moves says where something came from: after the screen is right, and until the next step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from tests.browser.desks import open_desk, show_table
from tests.browser.waiting import charts_are_drawn, resize

BOOK = """\
import classkit
position = {"pawn": "go", "turn": 3, "luck": [(1, 3), (3, 5)]}
table = classkit.table("opoly", seats=3, seed=7, position=position, bots="passive")
"""

WATCH = """() => {
    const animate = Element.prototype.animate;
    const part = (one) => one.closest('classkit-board');
    window.outlived = [];
    window.moved = [];
    window.written = [];
    window.unpatch = () => { Element.prototype.animate = animate; };
    Element.prototype.animate = function (frames, options) {
        const motion = animate.call(this, frames, options);
        const noted = {
            piece: this.matches('.ck-piece'), words: this.dataset.words, frames, ...options,
            named: this.getAttribute('class'),
            touched: [...new Set(motion.effect.getKeyframes().flatMap(Object.keys))],
        };
        window.moved.push(noted);
        window.running = (window.running ?? []).concat(motion);
        if (!noted.piece) return motion;
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
        if motion["piece"]:
            assert motion["motions"] == 1, motion
    assert page.evaluate("window.written") == []


def test_the_pawn_walks_along_the_lane_at_90_ms_a_space(page: Page, harness: str) -> None:
    """Space by space, eight of them; it is where it belongs before it has arrived."""
    show_table(page, harness, BOOK)
    page.evaluate(WATCH)
    step(page)
    (walk,) = walks(page)
    assert len(walk["frames"]) == 9 and walk["duration"] == 720
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


def match(page: Page, harness: str, turns: int = 16) -> MatchController:
    """Show a match of Poleconomy in its middle, in which much moves; each step is a turn."""
    desk = MatchController(classkit.new("poleconomy", seats=4, seed=39, options={"game": 2}))
    while desk.match.turn < turns:
        desk.step("turn")
    resize(page, 1366, 768)
    open_desk(page, harness, desk)
    charts_are_drawn(page)
    arrived(page)
    page.evaluate(WATCH)
    return desk


STEP = """() => new Promise((resolve) => {
    const table = document.querySelector('classkit-table');
    const { step } = table.store.now;
    const earlier = window.running ?? [];
    window.running = [];
    const end = table.store.subscribe(() => {
        if (table.store.now.step === step) return;
        end();
        const began = performance.now();
        const moment = table.querySelector('.ck-moment').textContent;
        setTimeout(() => resolve([performance.now() - began, moment, earlier
            .filter(({ playState }) => playState !== 'finished' && playState !== 'idle').length]));
    }, 9);
    table.querySelector('[data-does=step]').click();
})"""
"""Step. Returns the time to paint, what the head says then, and how many motions outlived it."""


def test_no_motion_outlives_the_next_step(page: Page, harness: str) -> None:
    """Whoever steps on at once sees the next step, and nothing of the one before on its way."""
    match(page, harness)
    found = [page.evaluate(STEP) for _ in range(12)]
    assert [outlived for _, _, outlived in found] == [0] * 12
    assert page.evaluate("window.moved.length") > 12


def test_the_screen_is_right_before_anything_has_arrived(page: Page, harness: str) -> None:
    """Texts, figures and places are those of the step while all of it still moves."""
    desk = match(page, harness)
    for _ in range(8):
        _, moment, _ = page.evaluate(STEP)
        assert moment == f"Turn {desk.match.turn}"
        figure = page.locator(".ck-infl .ck-chart-figure")
        number = str(desk.match.metrics()["inflation_number"])
        assert figure.evaluate("(one) => one.textContent") == number


def test_with_reduced_motion_nothing_moves_and_what_changed_has_an_outline(
    page: Page, harness: str
) -> None:
    """For 1200 ms, in ink."""
    page.emulate_media(reduced_motion="reduce")
    match(page, harness)
    outlined = 0
    for _ in range(6):
        page.evaluate(STEP)
        outlined += page.locator(".ck-changed").count()
    assert page.evaluate("window.moved") == []
    assert outlined
    page.wait_for_timeout(1_300)
    assert page.locator(".ck-changed").count() == 0


def test_in_a_cell_only_pieces_lines_and_the_number_move(page: Page, harness: str) -> None:
    match(page, harness)
    resize(page, 934, 560)
    for _ in range(6):
        page.evaluate(STEP)
    named = page.evaluate("window.moved.map(({ named }) => named)")
    assert named
    assert not [one for one in named if one and ("ck-coin" in one or "ck-card" in one)]


def test_money_goes_from_label_to_label_in_three_coins_at_most(page: Page, harness: str) -> None:
    """They are gone when they have arrived, and have said nothing to screen readers."""
    match(page, harness, 18)
    most = 0
    for _ in range(10):
        page.evaluate(STEP)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        most = max(most, page.locator(".ck-coin").count())
    assert 1 <= most <= 3
    arrived(page)
    assert page.locator(".ck-coin, .ck-card-flying").count() == 0


def show_match(page: Page, harness: str, desk: MatchController) -> None:
    """Show a match in a page that notes what moves."""
    resize(page, 1366, 768)
    open_desk(page, harness, desk)
    charts_are_drawn(page)
    arrived(page)
    page.evaluate(WATCH)


def test_the_card_of_a_lot_drops_when_it_is_sold(page: Page, harness: str) -> None:
    """The hammer: once, by four pixels of the screen, with all that stands on the card."""
    desk = MatchController(classkit.new("opoly", seats=4, seed=5))
    while desk.match.table.auction is None:
        desk.step("decision")
    show_match(page, harness, desk)
    page.evaluate("document.querySelector('classkit-table').store.set({ until: 'decision' })")
    while desk.match.table.auction is not None:
        assert not [one for one in page.evaluate("window.moved") if one["named"] == "ck-sold"]
        page.evaluate(STEP)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    (drop,) = [one for one in page.evaluate("window.moved") if one["named"] == "ck-sold"]
    assert drop["duration"] == 240
    arrived(page)
    assert page.locator(".ck-sold").evaluate("one => getComputedStyle(one).opacity") == "0"
    page.evaluate(STEP)
    assert page.locator(".ck-sold").count() == 0


CUT_SHORT = """() => {
    const { finish } = Animation.prototype;
    window.cut = 0;
    Animation.prototype.finish = function () {
        if (this.effect.pseudoElement && this.playState === 'running') window.cut += 1;
        return finish.call(this);
    };
    const { unpatch } = window;
    window.unpatch = () => { unpatch(); Animation.prototype.finish = finish; };
}"""
"""Counts the motions of pseudo-elements that are ended before they have come to their end."""


def test_scores_are_struck_through_one_by_one_when_a_country_is_bankrupt(
    page: Page, harness: str
) -> None:
    """The last place first; that the labels slide at the same time ends none of it."""
    desk = MatchController(classkit.new("poleconomy", seats=4, seed=36, options={"game": 2}))
    while desk.match.turn < 44:
        desk.step("turn")
    show_match(page, harness, desk)
    page.evaluate(CUT_SHORT)
    while not desk.match.is_over:
        page.evaluate(STEP)
    expect(page.locator("classkit-ending")).to_be_visible()
    strikes = [one for one in page.evaluate("window.moved") if one.get("pseudoElement")]
    assert [one["delay"] for one in strikes] == [240, 330, 420, 510]
    assert page.evaluate("window.cut") == 0
    assert page.locator(".ck-struck").count() == 0
