"""Data of the board: its constant layout and its current state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from classkit.engine.board import Board, BoardSign, Scene, Space, SpaceLook
from classkit.engine.match import Match
from classkit.engine.rulebook_text import TextFormatter

from .wire_types import BoardLayoutData, BoardStateData

MAX_BOARDS = 8
"""Maximum number of cached boards. Viewers who know different secrets see different boards."""

LeanJson = dict[str, Any]
"""A small dataclass as JSON, without the fields that have their default value."""


def to_lean_json(thing: Any) -> LeanJson:
    """Return a small dataclass as JSON. Default values are left out.

    >>> from classkit.engine.board import SpaceLook
    >>> to_lean_json(SpaceLook(text="$90,000"))
    {'text': '$90,000'}
    """
    data: LeanJson = {}
    kind: Any = type(thing)
    for name, usual in field_defaults(kind):
        value = getattr(thing, name)
        if value == usual:
            continue
        if isinstance(value, tuple):  # a list, so that it compares equal to the page's JSON
            value = [to_lean_json(part) if is_dataclass(part) else part for part in value]
        data[name] = value
    return data


@cache  # reading fields without it took 10% of the time of updating a class's phones
def field_defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return (name, default) for each field of a dataclass."""
    return tuple((field.name, field.default) for field in fields(kind))


def build_board(board: Board) -> BoardLayoutData:
    """Return the constant layout of a board as JSON data."""
    return {
        "width": board.width,
        "height": board.height,
        "spaces": [to_lean_json(space) for space in board.spaces],
        "decor": [to_lean_json(item) for item in board.decor],
        "legend": [(tone, label) for tone, label in board.legend],
        "least": board.least,
    }


def get_scene(match: Match, viewer: str | None) -> Scene:
    """Return the scene on the board for a viewer: a seat, everybody (None) or INSTRUCTOR."""
    return match.game.scene(match.as_seen_by(viewer).state, viewer)


def fill_countdown(sign: BoardSign, left: str) -> BoardSign:
    """Return a sign with the time left in its text. Without a countdown, its text stays.

    >>> sign = BoardSign("clock", 5, 5, "90 minutes of play", counting="{left} left")
    >>> fill_countdown(sign, "7 minutes")
    BoardSign(id='clock', x=5, y=5, text='7 minutes left', size=1.0, room=0, anchor='middle', \
colour='', counting='', role='', label='', short='')
    """
    words = sign.counting.replace("{left}", left) if left else ""
    return replace(sign, text=words or sign.text, counting="")


def fill_names(data: Any, say: TextFormatter) -> Any:
    """Return JSON data in which seat letters in braces are replaced with the names of the seats.

    >>> fill_names([{"text": "pegged to {B}"}], TextFormatter({"B": "Bruno"}))
    [{'text': 'pegged to Bruno'}]
    """
    if isinstance(data, str):
        return say.fill_seat_names(data)
    if isinstance(data, dict):
        return {key: fill_names(value, say) for key, value in data.items()}
    return [fill_names(one, say) for one in data] if isinstance(data, (list, tuple)) else data


def build_look(space: str, look: SpaceLook, say: TextFormatter) -> LeanJson:
    """Return the look of a space as JSON data."""
    found: LeanJson = fill_names(to_lean_json(look), say)
    return found


def build_board_state(
    scene: Scene,
    say: TextFormatter,
    left: str = "",
    get_look: Callable[[str, SpaceLook, TextFormatter], LeanJson] = build_look,
) -> BoardStateData:
    """Return the current state of a board as JSON data, with the time left in words."""
    return {
        "looks": {space: get_look(space, look, say) for space, look in scene.looks.items()},
        "pieces": [to_lean_json(piece) for piece in scene.pieces],
        # Keyed by id, so that an update contains only the signs that changed.
        "signs": {sign.id: to_lean_json(fill_countdown(sign, left)) for sign in scene.signs},
        "gauges": fill_names(
            [
                {**to_lean_json(gauge), "parts": [to_lean_json(part) for part in gauge.parts]}
                for gauge in scene.gauges
            ],
            say,
        ),
        "path": list(scene.path),
        "links": [to_lean_json(link) for link in scene.links],
        "told": say.fill_seat_names(scene.told) if scene.told else "",
        "lit": list(scene.lit),
        "heat": scene.heat,
    }


class BoardCache:
    """Cache of the latest board states: pages that show the same scene share one object."""

    def __init__(self) -> None:
        self.entries: list[tuple[tuple[Any, ...], BoardStateData]] = []
        self.looks: dict[str, tuple[SpaceLook, LeanJson]] = {}
        """The looks of the spaces in the latest board, with their JSON."""
        self.places: dict[str, tuple[Space, SpaceLook | None, str]] = {}
        """The spaces in the latest forms, with their looks and names."""
        self.seats: dict[str, str] = {}
        """The names of the seats in ``places``."""

    def get_board(self, scene: Scene, say: TextFormatter, left: str = "") -> BoardStateData:
        """Return the result of :func:`build_board_state`, cached."""
        names = dict(say.seats)
        key = (names, left, scene.pieces, scene.told, scene)  # what differs most often comes first
        for known, board in self.entries:
            if known == key:
                return board
        if self.entries and self.entries[0][0][0] != names:
            self.looks.clear()
        board = build_board_state(scene, say, left, self.get_look)
        self.entries = [(key, board), *self.entries[: MAX_BOARDS - 1]]
        return board

    def get_look(self, space: str, look: SpaceLook, say: TextFormatter) -> LeanJson:
        """Return the JSON of a look: the same object as for the latest board, if it is equal."""
        known = self.looks.get(space)
        if known is None or (known[0] is not look and known[0] != look):
            known = self.looks[space] = look, build_look(space, look, say)
        return known[1]

    def get_place_names(self, board: Board, scene: Scene, say: TextFormatter) -> dict[str, str]:
        """Return the result of :func:`build_place_names`, made anew for spaces that changed."""
        if self.seats != say.seats:
            self.seats = dict(say.seats)
            self.places.clear()
        places, names = self.places, {}
        for space in board.spaces:
            look, known = scene.looks.get(space.id), places.get(space.id)
            if known is None or known[0] is not space or known[1] is not look:
                name = say.fill_seat_names(format_place(space, look))
                known = places[space.id] = space, look, name
            names[space.id] = known[2]
        return names


def build_place_names(match: Match, scene: Scene, say: TextFormatter) -> dict[str, str]:
    """Return the name of each space in forms: its place and its contents."""
    board = match.game.board(match.table)
    return {
        space.id: say.fill_seat_names(format_place(space, scene.looks.get(space.id)))
        for space in board.spaces
    }


def format_place(space: Space, look: SpaceLook | None) -> str:
    """Return the name of a space and its contents. A hidden card is called "face down".

    >>> space = Space("c5", 0, 0, 1, 1, title="5", subtitle="corner")
    >>> format_place(space, None), format_place(space, SpaceLook(hidden=True, title="Textile"))
    ('5, corner', '5, face down')
    >>> format_place(space, SpaceLook(title="Textile", subtitle="shop"))
    '5: Textile, shop'
    >>> format_place(Space("O1", 0, 0, 1, 1, title="Income ×20", subtitle="×20"), None)
    'Income ×20'
    """
    place = space.title or space.id
    if look is not None and look.hidden:
        return f"{place}, face down"
    if look is not None and look.title not in ("", place):
        return f"{place}: {', '.join(filter(None, (look.title, look.subtitle)))}"
    about = (look and look.subtitle) or space.subtitle
    return place if not about or place.endswith(f" {about}") else f"{place}, {about}"
