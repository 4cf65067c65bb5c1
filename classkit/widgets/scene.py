"""The board as data for the page: where its spaces lie, and what is to be seen on them now."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from classkit.engine.board import Board, Look, Scene, Sign, Space
from classkit.engine.match import Match
from classkit.engine.words import Say

from .shapes import BoardNow, BoardPlan

KEPT = 8
"""The most boards kept, for seats that know different secrets."""

Lean = dict[str, Any]
"""A small dataclass as JSON, without what is empty."""


def lean(thing: Any) -> Lean:
    """Return a small dataclass as JSON, without what is empty: most spaces are nobody's.

    >>> from classkit.engine.board import Look
    >>> lean(Look(text="$90,000"))
    {'text': '$90,000'}
    """
    data: Lean = {}
    kind: Any = type(thing)
    for name, usual in usual_values(kind):
        value = getattr(thing, name)
        if value == usual:
            continue
        if isinstance(value, tuple):  # as JSON has it, so that it equals what a page has
            value = [lean(part) if is_dataclass(part) else part for part in value]
        data[name] = value
    return data


@cache  # to ask a dataclass for its fields took a tenth of what a class's telephones are told
def usual_values(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the name and the default of each field of a dataclass."""
    return tuple((field.name, field.default) for field in fields(kind))


def board_plan(board: Board) -> BoardPlan:
    """Return the board as it lies before the first turn."""
    return {
        "width": board.width,
        "height": board.height,
        "spaces": [lean(space) for space in board.spaces],
        "decor": [lean(item) for item in board.decor],
        "legend": [(tone, label) for tone, label in board.legend],
        "least": board.least,
    }


def scene_of(match: Match, viewer: str | None) -> Scene:
    """Return what a seat, everybody (None) or INSTRUCTOR sees on the board now."""
    return match.game.scene(match.table_shown(viewer), viewer)


def counted_down(sign: Sign, left: str) -> Sign:
    """Return a sign with the time left put in; one that does not count stays as it is.

    >>> counted_down(Sign("clock", 5, 5, "90 minutes of play", counting="{left} left"), "7 minutes")
    Sign(id='clock', x=5, y=5, text='7 minutes left', size=1.0, room=0, anchor='middle', \
colour='', counting='')
    """
    words = sign.counting.replace("{left}", left) if left else ""
    return replace(sign, text=words or sign.text, counting="")


def board_now(scene: Scene, say: Say, left: str = "") -> BoardNow:
    """Return the present of a board as data; ``left`` is what a clock of minutes has left."""
    return {
        "looks": {space: lean(look) for space, look in scene.looks.items()},
        "pieces": [lean(piece) for piece in scene.pieces],
        # By their ids: of a sign that says something else, its text alone is sent.
        "signs": {sign.id: lean(counted_down(sign, left)) for sign in scene.signs},
        "gauges": [
            {**lean(gauge), "parts": [lean(part) for part in gauge.parts]} for gauge in scene.gauges
        ],
        "path": list(scene.path),
        "links": [lean(link) for link in scene.links],
        "told": say.named(scene.told) if scene.told else "",
    }


class Boards:
    """The boards made last: pages that see the same of a board have the very same one."""

    def __init__(self) -> None:
        self.made: list[tuple[tuple[Scene, str, str], BoardNow]] = []

    def of(self, scene: Scene, say: Say, left: str = "") -> BoardNow:
        """Return :func:`board_now`, made once for all who look at it."""
        key = (scene, say.named(scene.told) if scene.told else "", left)
        for known, board in self.made:
            if known == key:
                return board
        board = board_now(scene, say, left)
        self.made = [(key, board), *self.made[: KEPT - 1]]
        return board


def place_names(match: Match, scene: Scene) -> dict[str, str]:
    """Return what each space is called where it may be chosen: its place, and what lies there."""
    board = match.game.board(match.table)
    return {space.id: place_name(space, scene.looks.get(space.id)) for space in board.spaces}


def place_name(space: Space, look: Look | None) -> str:
    """Return the name of a space and of what lies there; of a hidden card only "face down".

    >>> space = Space("c5", 0, 0, 1, 1, title="5", subtitle="corner")
    >>> place_name(space, None), place_name(space, Look(hidden=True, title="Textile"))
    ('5, corner', '5, face down')
    >>> place_name(space, Look(title="Textile", subtitle="shop"))
    '5: Textile, shop'
    >>> place_name(Space("O1", 0, 0, 1, 1, title="Income ×20", subtitle="×20"), None)
    'Income ×20'
    """
    place = space.title or space.id
    if look is not None and look.hidden:
        return f"{place}, face down"
    if look is not None and look.title not in ("", place):
        return f"{place}: {', '.join(filter(None, (look.title, look.subtitle)))}"
    about = (look and look.subtitle) or space.subtitle
    return place if not about or place.endswith(f" {about}") else f"{place}, {about}"
