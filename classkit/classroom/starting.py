"""The form that opens a class: what it offers, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypedDict

from classkit.engine.data import Unreadable, read_json
from classkit.engine.errors import ClasskitError
from classkit.engine.luck import new_seed
from classkit.engine.registry import new
from classkit.widgets.setup import setup_form
from classkit.widgets.shapes import OptionField

from . import commands
from .codes import new_room_code
from .log import THE_ROOM, Taken
from .store import RoomStore
from .treatments import EDITION, settings_fields

LONGEST = 20_000
"""Characters of the longest form that is read."""


class StartForm(TypedDict):
    """What a table offers to whoever opens a class with it: seats, and what can be set."""

    name: str
    title: str
    seats: OptionField
    options: list[OptionField]


def start_form(name: str, title: str, game: str, options: Mapping[str, Any]) -> StartForm:
    """Return the form of a table that is offered, with the values with which it begins."""
    match = new(game, options=options)
    return {
        "name": name,
        "title": title,
        "seats": setup_form(match, match.say())["seats"],
        "options": settings_fields(match),
    }


class Asked(NamedTuple):
    """The settings that somebody has chosen for a class."""

    game: str
    seats: int
    tables: Any
    options: Mapping[str, Any]
    compare: Mapping[str, list[Any]]


def read_asked(text: str) -> Asked:
    """Read a form that was sent; ClasskitError for what is none.

    An edition is one that is shipped: a page names no files.

    >>> read_asked('{"game": "opoly", "seats": 4, "compare": {"clock": ["rolls", "minutes"]}}')
    Asked(game='opoly', seats=4, tables=0, options={}, compare={'clock': ['rolls', 'minutes']})
    >>> read_asked('{"game": "opoly", "seats": 4, "options": {"edition": "../own.toml"}}')
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: The form was not sent whole: reload the page, and open \
the room again.
    """
    try:
        asked = read_json(text, LONGEST)
    except Unreadable:
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
            and all(map(is_id, [*compare.get(EDITION, []), options.get(EDITION, "usual")]))
        ):
            return Asked(game, seats, tables, options, compare)
    raise ClasskitError("The form was not sent whole: reload the page, and open the room again.")


def open_room(store: RoomStore, game: str, seats: int, **settings: Any) -> str:
    """Open a room in a database. Return its code."""
    drafts = commands.open_room(game, seats, seed=new_seed(), **settings)
    while True:
        code = new_room_code()
        with suppress(Taken):
            store.append(code, THE_ROOM, 0, drafts)
            return code


def is_id(edition: Any) -> bool:
    """Return whether something may be the id of an edition, and is no path.

    >>> is_id("classic_us"), is_id("../mine"), is_id("mine.toml"), is_id({})
    (True, False, False, False)
    """
    return isinstance(edition, str) and edition.replace("-", "_").isidentifier()
