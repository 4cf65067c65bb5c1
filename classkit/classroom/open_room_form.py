"""The form that opens a room: its fields, and its parsed result."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypedDict

from classkit.engine.errors import ClasskitError
from classkit.engine.randomness import new_seed
from classkit.engine.registry import new
from classkit.engine.untrusted_input import UnreadableData, read_json
from classkit.widgets.setup_form import build_setup_form
from classkit.widgets.wire_types import OptionFieldData

from . import room_commands
from .codes import new_room_code
from .room_events import ROOM_STREAM, VersionConflict
from .room_store import RoomStore
from .treatments import EDITION, build_settings_fields

MAX_FORM_LENGTH = 20_000
"""Maximum length of a form, in characters."""


class StartForm(TypedDict):
    """The choices for opening a class with a certain game: seats and settings."""

    name: str
    title: str
    seats: OptionFieldData
    options: list[OptionFieldData]


def build_start_form(name: str, title: str, game: str, options: Mapping[str, Any]) -> StartForm:
    """Build the form of a table, filled with its default values."""
    match = new(game, options=options)
    return {
        "name": name,
        "title": title,
        "seats": build_setup_form(match, match.say())["seats"],
        "options": build_settings_fields(match),
    }


class RoomRequest(NamedTuple):
    """The settings chosen for a new room."""

    game: str
    seats: int
    tables: Any
    options: Mapping[str, Any]
    compare: Mapping[str, list[Any]]


def read_start_form(text: str) -> RoomRequest:
    """Parse a submitted form. Raise ClasskitError if it is invalid.

    Only editions shipped with classkit are accepted, because a page must not name files.

    >>> read_start_form('{"game": "opoly", "seats": 4, "compare": {"clock": ["rolls", "minutes"]}}')
    RoomRequest(game='opoly', seats=4, tables=0, options={}, compare={'clock': ['rolls',
    'minutes']})
    >>> read_start_form('{"game": "opoly", "seats": 4, "options": {"edition": "../own.toml"}}')
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: The form is incomplete. Reload the page and open the room
    again.
    """
    try:
        asked = read_json(text, MAX_FORM_LENGTH)
    except UnreadableData:
        asked = None
    if isinstance(asked, dict):
        game, seats, tables = asked.get("game"), asked.get("seats"), asked.get("tables", 0)
        options, compare = asked.get("options", {}), asked.get("compare", {})
        if (
            isinstance(game, str)
            and type(seats) is int
            and isinstance(options, dict)
            and isinstance(compare, dict)
            and all(isinstance(values, list) for values in compare.values())
            and all(map(is_edition_id, [*compare.get(EDITION, []), options.get(EDITION, "usual")]))
        ):
            return RoomRequest(game, seats, tables, options, compare)
    raise ClasskitError("The form is incomplete. Reload the page and open the room again.")


def create_room(store: RoomStore, game: str, seats: int, **settings: Any) -> str:
    """Create a room in a database. Return its code."""
    drafts = room_commands.open_room(game, seats, seed=new_seed(), **settings)
    while True:
        code = new_room_code()
        with suppress(VersionConflict):
            store.append_rows(code, ROOM_STREAM, 0, drafts)
            return code


def is_edition_id(edition: Any) -> bool:
    """Return True if a value may be the id of an edition, and is not a path.

    >>> (is_edition_id("classic_us"), is_edition_id("../mine"), is_edition_id("mine.toml"),
    ...  is_edition_id({}))
    (True, False, False, False)
    """
    return isinstance(edition, str) and edition.replace("-", "_").isidentifier()
