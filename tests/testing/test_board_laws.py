"""Checks of boards find what is planted in a scene."""

from __future__ import annotations

from classkit.engine.board import Board, BoardSign, Gauge, GaugePart, Piece, Scene, Space, SpaceLink
from classkit.testing.board_laws import find_board_faults, find_scene_faults

BOARD = Board(10, 10, (Space("a", 2, 2, 2, 2, short="Eight888"), Space("b", 6, 2, 2, 2)))


def test_a_sound_board_and_scene_have_no_faults() -> None:
    scene = Scene(
        pieces=(Piece("p", "a", "A"),), path=("a", "b"), lit=("b",), heat=1.0,
        signs=(BoardSign("price", 5, 5, "$9", role="price", label="Company"),),
        gauges=(Gauge("bid", 5, 5, 5, 1, (GaugePart(0), GaugePart(1, seat="A")), "ruler"),),
        links=(SpaceLink("l", "a", "b"),),
    )  # fmt: skip
    assert find_board_faults(BOARD) == [] == find_scene_faults(BOARD, scene)


def test_a_long_short_name_is_found() -> None:
    board = Board(10, 10, (Space("a", 2, 2, 2, 2, short="Nine99999"),))
    assert len(find_board_faults(board)) == 1


def test_each_planted_fault_is_found() -> None:
    planted = {
        "pieces: unknown space 'x'": Scene(pieces=(Piece("p", "x"),)),
        "links: unknown space 'x'": Scene(links=(SpaceLink("l", "a", "x"),)),
        "lit: unknown space 'x'": Scene(lit=("a", "x")),
        "heat is -0.1, not from 0 to 1": Scene(heat=-0.1),
        "price 'p' has no label": Scene(signs=(BoardSign("p", 1, 1, "$9", role="price"),)),
        "ruler 'bid' has a part at 1.2, not from 0 to 1": Scene(
            gauges=(Gauge("bid", 5, 5, 5, 1, (GaugePart(1.2),), "ruler"),)
        ),
        "two signs have the id 'p'": Scene(signs=(BoardSign("p", 1, 1, "1"),) * 2),
    }
    for fault, scene in planted.items():
        assert find_scene_faults(BOARD, scene) == [fault]
