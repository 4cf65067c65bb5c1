"""Checks of boards: every name in a scene exists, and its values are within their limits."""

from __future__ import annotations

from collections import Counter

from classkit.engine.board import Board, Scene

MAX_SHORT_NAME = 8
"""Maximum length of the short name that a small board shows for a space."""


def find_board_faults(board: Board) -> list[str]:
    """Return the errors in the layout of a board, as text.

    >>> from classkit.engine.board import Space
    >>> find_board_faults(Board(10, 10, (Space("a", 5, 5, 2, 2, short="Elm Street East"),)))
    ["short name 'Elm Street East' of 'a' is longer than 8 characters"]
    """
    return [
        f"short name {space.short!r} of {space.id!r} is longer than {MAX_SHORT_NAME} characters"
        for space in board.spaces
        if len(space.short) > MAX_SHORT_NAME
    ]


def find_scene_faults(board: Board, scene: Scene) -> list[str]:
    """Return the errors in a scene on a board, as text.

    >>> from classkit.engine.board import Space
    >>> board = Board(10, 10, (Space("a", 5, 5, 2, 2),))
    >>> find_scene_faults(board, Scene(path=("a", "b"), lit=("c",), heat=1.5))
    ["path: unknown space 'b'", "lit: unknown space 'c'", 'heat is 1.5, not from 0 to 1']
    """
    spaces = {space.id for space in board.spaces}
    named = {
        "looks": scene.looks,
        "pieces": [piece.space for piece in scene.pieces],
        "path": scene.path,
        "links": [end for link in scene.links for end in (link.source, link.target)],
        "lit": scene.lit,
    }
    faults = [
        f"{name}: unknown space {space!r}"
        for name, ids in named.items()
        for space in ids
        if space not in spaces
    ]
    if scene.heat is not None and not 0 <= scene.heat <= 1:
        faults.append(f"heat is {scene.heat}, not from 0 to 1")
    faults += [
        f"price {sign.id!r} has no label"
        for sign in scene.signs
        if sign.role == "price" and not sign.label
    ]
    faults += [
        f"ruler {gauge.id!r} has a part at {part.share}, not from 0 to 1"
        for gauge in scene.gauges
        if gauge.shape == "ruler"
        for part in gauge.parts
        if not 0 <= part.share <= 1
    ]
    ids = Counter(sign.id for sign in scene.signs)
    return [*faults, *(f"two signs have the id {one!r}" for one, count in ids.items() if count > 1)]
