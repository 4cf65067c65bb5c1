"""Boards near and far, and what the fields of a scene do on them, in a real browser.

A board is near if its least type can be read at its size, else far. Games that send none of the
new fields have both levels, the felt, the shapes of seats, a halo and a trail all the same.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from tests.browser.desks import open_desk
from tests.browser.waiting import laid_out, resize, send
from tests.toy import GAME as TOY

NEAR, FAR = (1366, 768), (934, 560)

SEEN = """() => {
    const board = document.querySelector('classkit-board');
    const picture = board.querySelector('.ck-sheet').getBoundingClientRect();
    const texts = [...board.querySelectorAll('svg.ck-picture text')].filter((one) =>
        one.checkVisibility() && one.textContent.trim());
    return {
        far: board.querySelector('.ck-sheet').classList.contains('ck-far'),
        names: texts.filter((one) => one.matches('.ck-name, .ck-row')).map(
            (one) => one.textContent),
        squeezed: texts.filter((one) => one.hasAttribute('textLength')).length,
        least: Math.min(...texts.filter((one) => !one.closest('.ck-piece, .ck-owner-badge')).map(
            (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d)),
        felt: getComputedStyle(board.querySelector('.ck-sheet'), '::before').backgroundColor,
        wide: picture.width,
    };
}"""
"""What a board shows: its level, its names, its smallest writing."""


def play(page: Page, harness: str, game: Any, turns: int, **settings: Any) -> MatchController:
    """Open a match of four seats after some turns, in the window of a near board."""
    controller = MatchController(classkit.new(game, seats=4, seed=39, **settings))
    for _ in range(turns):
        controller.step("turn")
    resize(page, *NEAR)
    open_desk(page, harness, controller)
    laid_out(page)
    return controller


@pytest.mark.sweep(2)
@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economy", "economicon", TOY])
def test_a_small_board_has_figures_and_no_small_writing(
    page: Page, harness: str, game: Any
) -> None:
    """And a large one has names; nothing on either is squeezed or below 11 pixels."""
    play(page, harness, game, 3)
    near = page.evaluate(SEEN)
    assert not near["far"] and near["names"] and near["squeezed"] == 0
    resize(page, *FAR)
    expect(page.locator(".ck-sheet")).to_have_class("ck-sheet ck-far")
    far = page.evaluate(SEEN)
    assert len(far["names"]) < len(near["names"]) and far["squeezed"] == 0
    if game is not TOY:  # a board that states no type may have smaller labels on its links
        assert near["least"] >= 10.9 and far["least"] >= 10.5, (near["least"], far["least"])
    resize(page, *NEAR)
    expect(page.locator(".ck-sheet")).to_have_class("ck-sheet")


def test_the_number_stands_once_on_the_board(page: Page, harness: str) -> None:
    """It is the lit stop of the dial, which is alone lit and larger than its neighbours."""
    controller = play(page, harness, "poleconomy", 12)
    number = str(controller.match.table.number)
    outside = page.locator("classkit-board svg.ck-picture text").evaluate_all(
        "(texts) => texts.filter((one) => !one.closest('.ck-space')).map((one) => one.textContent)"
    )
    assert number not in outside
    lit = page.locator(".ck-lit")
    expect(lit).to_have_count(1)
    assert lit.locator(".ck-numeral").text_content() == number
    sizes = page.locator(".ck-space ellipse.ck-field").evaluate_all(
        "(fields) => fields.map((one) => Number(one.getAttribute('rx')))"
    )
    assert sizes.count(max(sizes)) == 1 and max(sizes) > 1.4 * min(sizes)


def test_prices_are_tags_near_and_figures_far(page: Page, harness: str) -> None:
    """The tag has the whole price, the figure the short one."""
    controller = play(page, harness, "poleconomy", 5)
    price = controller.match.table.company_price
    tags = page.locator(".ck-sign-price")
    expect(tags).to_have_count(2)
    assert f"${price:,}" in (tags.first.text_content() or "")
    assert tags.locator(".ck-tag").count() == 2
    resize(page, *FAR)
    expect(page.locator(".ck-far .ck-sign-price .ck-tag")).to_have_count(0)
    assert f"${price // 1000}k" in (tags.first.text_content() or "")


def test_the_piece_that_moved_has_a_halo_and_its_trail_stays(page: Page, harness: str) -> None:
    """Until the next step; the dots have the colour of its line."""
    page.emulate_media(reduced_motion="reduce")
    controller = play(page, harness, "poleconomy", 3)
    halo, trail = page.locator(".ck-moved .ck-halo:visible"), page.locator(".ck-path-line")
    moves = 0
    for _ in range(4):
        before = {
            one.id: one.space for one in controller.match.game.scene(controller.match.table).pieces
        }
        send(page, do="step", until="turn")
        laid_out(page)
        after = controller.match.game.scene(controller.match.table).pieces
        if not any(one.seat and before[one.id] != one.space for one in after):
            continue
        moves += 1
        expect(halo).to_have_count(1)
        path = controller.match.game.scene(controller.match.table).path
        if len(path) > 1:
            expect(trail.first).to_be_attached()
            assert "-line)" in page.locator(".ck-path").evaluate(
                "(one) => one.style.getPropertyValue('--ck-path')"
            )
    assert moves
    page.wait_for_timeout(600)
    expect(halo).to_have_count(1)


def test_pawns_have_the_shapes_of_their_seats(page: Page, harness: str) -> None:
    """On boards of games that know nothing of shapes, too."""
    for game in ("poleconomy", TOY):
        play(page, harness, game, 2)
        shapes = page.locator(".ck-piece:not(.ck-neutral) .ck-piece-body").evaluate_all(
            "(all) => all.map((one) => one.tagName + (one.getAttribute('d') ?? '').length)"
        )
        assert len(set(shapes)) == 4, shapes


def test_the_felt_takes_the_heat(page: Page, harness: str) -> None:
    """As the room does: by the scene's own heat, else by that of the timeline."""
    play(page, harness, "poleconomy", 1)
    cool = page.evaluate(SEEN)["felt"]
    page.evaluate(
        """() => {
            const table = document.querySelector('classkit-table');
            table.now.board.heat = 1;
            table.update(new Set(['board']));
        }"""
    )
    expect(page.locator("classkit-table")).to_have_attribute("data-heat", "4")
    page.wait_for_timeout(1100)
    assert page.evaluate(SEEN)["felt"] != cool


def test_digits_of_a_price_roll_and_end_as_they_are(page: Page, harness: str) -> None:
    """What changed rolls; with reduced motion nothing does."""
    for rolls in (True, False):
        page.emulate_media(reduced_motion="no-preference" if rolls else "reduce")
        play(page, harness, "poleconomy", 5)
        page.evaluate(
            """() => {
                const board = document.querySelector('classkit-board');
                const price = board.now.board.signs['price.company'];
                board.now.board.signs['price.company'] = { ...price, text: '$700,000' };
                board.update(new Set(['board']));
            }"""
        )
        wheels = page.locator(".ck-sign-price .ck-wheel")
        assert (wheels.count() > 0) is rolls
        page.wait_for_timeout(1200)
        shown = page.locator(".ck-sign-price .ck-figure").first.text_content() or ""
        assert shown == "$700,000", "nothing of the old price is left"


def test_a_branch_moves_no_board(page: Page, harness: str) -> None:
    """It lies where it was, and is as wide."""
    play(page, harness, "poleconomy", 5)
    sheet = page.locator(".ck-sheet")
    before = sheet.bounding_box()
    send(page, do="fork")
    send(page, do="step", until="turn")
    laid_out(page)
    assert sheet.bounding_box() == before
