"""The board as data for the page: where its spaces lie, and what is to be seen on them now."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from classkit.engine.board import Board, Scene
from classkit.engine.match import Match

Data = dict[str, Any]


def lean(thing: Any) -> Data:
    """A small dataclass as JSON, without what is empty: most spaces are nobody's most of the time.

    >>> from classkit.engine.board import Look
    >>> lean(Look(text="$90,000"))
    {'text': '$90,000'}
    """
    data = {}
    for field in fields(thing):
        value = getattr(thing, field.name)
        if value != field.default:
            data[field.name] = value
    return data


def board_plan(board: Board) -> Data:
    """The board as it lies before the first turn."""
    return {
        "width": board.width,
        "height": board.height,
        "spaces": [lean(space) for space in board.spaces],
        "decor": [lean(item) for item in board.decor],
        "legend": [{"tone": tone, "label": label} for tone, label in board.legend],
    }


def board_now(match: Match, viewer: str | None) -> Data:
    """What is to be seen on the board now, by a seat, by everybody (None) or by INSTRUCTOR."""
    scene: Scene = match.game.scene(match.table_shown(viewer), viewer)
    return {
        "looks": {space: lean(look) for space, look in scene.looks.items()},
        "pieces": [lean(piece) for piece in scene.pieces],
        "signs": [lean(sign) for sign in scene.signs],
        "path": list(scene.path),
        "links": [lean(link) for link in scene.links],
        "told": match.say().named(scene.told) if scene.told else "",
    }
