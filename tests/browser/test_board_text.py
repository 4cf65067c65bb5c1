"""Boards that can be read from the back row (section 7 of the design).

On the board of every game, in every theme: no writing is smaller than 11 pixels; none is cut, none
is squeezed, none lies on another, and no piece, badge or emblem on a word. A board on which names
would be smaller has none.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.engine.registry import list_games
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.desks import open_sight
from tests.browser.sweeps import shared_out
from tests.browser.waiting import laid_out, resize, send

SIZES = (
    ("light", 1366, 768, 11), ("dark", 1366, 768, 11), ("projector", 1920, 1080, 14),
)  # fmt: skip
"""The theme, the window, and the smallest writing that is allowed, in pixels."""
STOPS = {
    "economicon": (0, 1, 3),
    "economy": (0, 6, 14),
    "opoly": (0, 3, 12),
    "poleconomy": (0, 3, 8),
}
"""The rounds after which a board is looked at: the opening, a few of them, a full board."""
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "poleconomy": [{}, {"options": {"game": 2}, "seats": 6}]
}

SAID = """() => {
    const board = document.querySelector('classkit-board');
    const shown = (one) => one.checkVisibility() && one.textContent.trim();
    const texts = [...board.querySelectorAll('svg.ck-picture text')].filter(shown);
    const drawn = texts.map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d;
        // Of the line's height, the letters take the middle.
        const thin = ((bottom - top) - size * 0.76) / 2;
        const space = text.closest('[data-space]');
        const field = space?.querySelector('.ck-field') ?? board.querySelector('.ck-sheet');
        const within = field.getBoundingClientRect();
        const name = !text.closest('.ck-owner-badge, .ck-piece');
        // Letters on badges are as their shapes and colours say.
        if (!name && size >= 6) return null;
        return { text: text.textContent, size, name, left, right,
            top: top + thin, bottom: bottom - thin,
            out: Math.max(within.left - left, right - within.right,
                within.top - top - thin, bottom - thin - within.bottom) };
    }).filter(Boolean);
    const below = [...board.querySelectorAll('.ck-told')].filter(shown);
    const told = below.map((line) => {
        const long = line.clientWidth > 0 && line.scrollWidth > line.clientWidth + 1;
        return { text: line.textContent, size: parseFloat(getComputedStyle(line).fontSize),
            cut: long };
    });
    const pieces = [...board.querySelectorAll('.ck-piece')].map((piece) => {
        const body = piece.querySelector('.ck-piece-body');
        const { left, right, top, bottom } = body.getBoundingClientRect();
        return { piece: piece.textContent, left, right, top, bottom };
    });
    // A badge bears its own letter, and a row of a list begins with its mark.
    const marks = [...board.querySelectorAll(
        'svg.ck-picture :is(.ck-emblem, .ck-owner-badge)')].filter((mark) =>
        mark.checkVisibility() && !mark.closest('.ck-links, .ck-link')).map((mark) => {
        const { left, right, top, bottom } = mark.getBoundingClientRect();
        return { piece: mark.closest('[data-space]')?.dataset.space ?? mark.getAttribute('class'),
            left, right, top, bottom };
    });
    return { drawn, told, pieces: [...pieces, ...marks] };
}"""
"""Everything that is written on the board and below it, and where."""


def covers(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two boxes lie on each other, by more than the width of an outline."""
    return bool(
        min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1.5
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1.5
    )


def faults(said: dict[str, Any], least: float) -> list[str]:
    """What cannot be read on a board, in words."""
    drawn, found = said["drawn"], []
    for line in [*drawn, *said["told"]]:
        if line["size"] < least - 0.01:
            found.append(f"{line['text']!r} is {line['size']:.1f} pixels high")
        if "…" in line["text"] or line.get("cut"):
            found.append(f"{line['text']!r} is cut")
        if line.get("out", 0) > 1.5:
            found.append(f"{line['text']!r} leaves its space by {line['out']:.1f}")
    for at, one in enumerate(drawn):
        found += [
            f"{one['text']!r} lies on {other['text']!r}"
            for other in drawn[:at]
            if covers(one, other)
        ]
    for piece in said["pieces"]:
        found += [
            f"the piece {piece['piece']!r} covers {line['text']!r}"
            for line in drawn
            if line["name"] and covers(piece, line)
        ]
    return found


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", sorted(list_games()))
def test_a_board_can_be_read_from_the_back_row(
    page: Page, harness: str, game: str, deep: bool
) -> None:
    """At the opening and when the board is full, in every theme at its size.

    In the short form each of the three boards of a match is looked at in one of the three themes.
    """
    found: dict[str, list[str]] = {}
    page.emulate_media(reduced_motion="reduce")  # pieces are where they go at once
    for settings in SETTINGS.get(game, [{}]):
        table = classkit.table(game, **{"seats": 4, "seed": 3, **settings})
        played = 0
        for row, stop in enumerate(STOPS[game]):
            for _ in range(stop - played):
                table.step(until="round")
            played = stop
            open_sight(page, harness, table.page_view, charts=False)
            for theme, wide, high, least in shared_out(SIZES, row, 1, deep):
                resize(page, wide, high)
                wear(page, theme)
                expect(page.locator(".ck-space").first).to_be_visible()
                if wrong := faults(page.evaluate(SAID), least):
                    found[f"{settings} {theme}, round {stop}"] = wrong
    assert not found, "\n".join(f"{where}: {'; '.join(wrong)}" for where, wrong in found.items())


MARKED = """([piece, space]) => {
    const board = document.querySelector('classkit-board');
    board.now.board.pieces.find((one) => one.id === piece).space = space;
    board.now.board.lit = [space];
    board.update(new Set(['board']));
}"""
"""Stand a piece on a space, which is lit."""


def test_the_marker_covers_no_word_wherever_it_stands(page: Page, harness: str) -> None:
    """On every position of the Inflation Index; the words of its neighbours are whole too."""
    page.emulate_media(reduced_motion="reduce")
    desk = classkit.table("poleconomy", seats=4, seed=3, options={"game": 1})
    found: dict[str, list[str]] = {}
    for theme, wide, high, least in SIZES[1:]:
        resize(page, wide, high)
        open_sight(page, harness, desk.page_view, charts=False)
        wear(page, theme)
        for position in range(14):
            page.evaluate(MARKED, ["marker", f"N{position:02}"])
            if wrong := faults(page.evaluate(SAID), least):
                found[f"{theme}, position {position}"] = wrong
    assert not found, found


CROSSED = """() => {
    const paths = [...document.querySelectorAll('.ck-path .ck-path-line')];
    const names = [...document.querySelectorAll('.ck-space text')].filter((one) =>
        /[a-z]/.test(one.textContent)).map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d;
        const thin = ((bottom - top) - size * 0.76) / 2;
        return [one.textContent, { left, right, top: top + thin, bottom: bottom - thin }];
    });
    const found = new Set();
    for (const path of paths.filter((one) => one.getAttribute('d'))) {
        const { a, e, f } = path.getScreenCTM();
        const half = Number(path.getAttribute('stroke-width')) * a / 2;
        for (let at = 0; at <= path.getTotalLength(); at += 2) {
            const { x, y } = path.getPointAtLength(at);
            for (const [text, box] of names) {
                const [left, top] = [x * a + e, y * a + f];
                if (left > box.left - half && left < box.right + half
                    && top > box.top - half && top < box.bottom + half) found.add(text);
            }
        }
    }
    return [...found];
}"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "bots"), [("poleconomy", "tycoon"), ("opoly", "appraiser")])
def test_the_line_of_the_last_move_crosses_no_name(
    page: Page, harness: str, game: str, bots: str
) -> None:
    """Round all four edges, also beside the Corner Squares."""
    open_sight(
        page,
        harness,
        PageView(MatchController(classkit.new(game, seats=4, seed=3), bots)),
        charts=False,
    )
    crossed = {}
    for turn in range(30):
        send(page, do="step", until="turn")
        laid_out(page)
        if names := page.evaluate(CROSSED):
            crossed[turn] = names
    assert crossed == {}
