"""Board games of economics and business, played live in Jupyter.

A notebook shows the live table of a match to a class:

    classkit.table("poleconomy", seats=["Ada", "Bo", "Cy"])

Without the live table, use the methods of a match to play it, inspect it and go back:

>>> import classkit
>>> m = classkit.new("poleconomy", seats=4, seed=7, options={"game": 1})
>>> m.request.name, m.request.seats, [move.name for move in m.legal_moves()]
('set_arrow', ('D',), ['keep', 'reverse'])
>>> m.answer("keep").play(until="round").round
2
>>> m.goto(turn=2).play(until="end", bots={"C": "person"}).request.seat
'C'
>>> m.play().is_over, m.standings()[0].place
(True, 1)

After going back, play repeats the recorded answers. A different answer discards them, but a table
keeps them as a branch. Bots play all other seats, in the order of classkit.bots(game).

help(classkit.Match)        methods of a match; help(classkit.Keep): what a match records
help(classkit.Table)        the live table; classkit.widgets has its parts, such as one chart
help(classkit.study)        simulate, futures, tournaments; ClasskitError: base of IllegalMove etc.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .deprecation import install_finder
from .engine.bots import Bots as Bots
from .engine.call_keywords import with_typed_keywords
from .engine.decisions import Aside as Aside
from .engine.decisions import Decision as Decision
from .engine.decisions import Draw as Draw
from .engine.decisions import Request as Request
from .engine.decisions import Roll as Roll
from .engine.decisions import Sealed as Sealed
from .engine.editions import Edition as Edition
from .engine.errors import ClasskitError as ClasskitError
from .engine.errors import EditionError as EditionError
from .engine.errors import EndlessMatch as EndlessMatch
from .engine.errors import IllegalMove as IllegalMove
from .engine.errors import LuckError as LuckError
from .engine.errors import MatchInUse as MatchInUse
from .engine.errors import NothingToDo as NothingToDo
from .engine.errors import OptionError as OptionError
from .engine.errors import PositionError as PositionError
from .engine.errors import RecordError as RecordError
from .engine.errors import RuleError as RuleError
from .engine.errors import UnknownName as UnknownName
from .engine.events import EVERYBODY, INSTRUCTOR
from .engine.events import Entry as Entry
from .engine.events import Event as Event
from .engine.events import Keep as Keep
from .engine.events import Transfer as Transfer
from .engine.game import Standing as Standing
from .engine.match import Match as Match
from .engine.metrics import Metric as Metric
from .engine.moves import Answer as Answer
from .engine.moves import Move as Move
from .engine.navigation import Until as Until
from .engine.options import Option as Option
from .engine.options import copy_options
from .engine.policy import Policy as Policy
from .engine.policy import Reply as Reply
from .engine.registry import (
    find,
    find_call_options,
    find_fixed_options,
    list_games,
    load,
    new,
    refuse_unreadable,
)
from .engine.views import View as View
from .version import __version__ as __version__

install_finder()

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

    from . import study as study
    from .classroom.room_archive import RoomArchive
    from .engine.registry import MatchArguments, OutcomeInput
    from .widgets.live_table import Table as Table
    from .widgets.page_view import Theme
else:

    def __getattr__(name: str) -> Any:
        """Import ``classkit.study`` and ``classkit.Table`` on first use.

        This function is hidden from type checkers, which would otherwise accept any name.
        """
        if name == "study":
            return import_module("classkit.study")
        if name == "Table":
            return import_module("classkit.widgets.live_table").Table
        raise AttributeError(f"module 'classkit' has no attribute {name!r}")


__all__ = [
    "EVERYBODY",
    "INSTRUCTOR",
    "bots",
    "editions",
    "kept_room",
    "list_games",
    "load",
    "new",
    "options",
    "room",
    "table",
]
CLASSES = (
    "Answer", "Aside", "Bots", "ClasskitError", "Decision", "Draw", "Edition", "EditionError",
    "EndlessMatch", "Entry", "Event", "IllegalMove", "Keep", "LuckError", "Match", "MatchInUse",
    "Metric", "Move",
    "NothingToDo", "Option", "OptionError", "Policy", "PositionError", "RecordError", "Reply",
    "Request", "Roll", "RuleError", "Sealed", "Standing", "Transfer", "UnknownName", "Until",
    "View",
)  # fmt: skip
"""Public classes and types. The functions are in ``__all__``."""


def __dir__() -> list[str]:
    """List only the public names."""
    return sorted([*__all__, *CLASSES, "Table", "study"])


Match.refuse_unreadable = refuse_unreadable


@with_typed_keywords(find_fixed_options)
def bots(game: str) -> list[str]:
    """List the names of a game's bots. The default bots come first, in seat order.

    Args:
        game: Name of the game.

    Returns:
        The names that ``bots=`` accepts for this game.

    Raises:
        ClasskitError: if the game is unknown or cannot be imported.

    Example:
        >>> bots("poleconomy")
        ['tycoon', 'financier', 'politician', 'saver', 'random', 'passive']
    """
    return list(find(game).bots())


@with_typed_keywords(find_fixed_options)
def options(game: str) -> dict[str, Option]:
    """Return a game's options by name, with defaults, allowed values and clauses.

    Args:
        game: Name of the game.

    Returns:
        A dict from the name of each option to its :class:`Option`.

    Raises:
        ClasskitError: if the game is unknown or cannot be imported.

    Example:
        >>> options("poleconomy")["quick_start"].default
        False
    """
    return {option.name: option for option in find(game).options}


@with_typed_keywords(find_fixed_options)
def editions(game: str) -> dict[str, str]:
    """Return the titles of the editions shipped with a game, by id.

    Args:
        game: Name of the game.

    Returns:
        A dict from id to title. The first edition is the default.

    Raises:
        ClasskitError: if the game is unknown or cannot be imported.

    Example:
        >>> list(editions("poleconomy"))
        ['poleconomy-canada']
    """
    return dict(find(game).editions())


@with_typed_keywords(find_call_options)
def table(
    match: Match | str,
    /,
    *,
    bots: Bots | None = None,
    theme: Theme = "light",
    covered: Sequence[str] = (),
    seen_as: str = EVERYBODY,
    minutes: int | None = None,
    seats: int | list[str] | tuple[str, ...] | None = None,
    seed: int | None = None,
    edition: str | Path | Mapping[str, Any] | None = None,
    position: str | Path | Mapping[str, Any] | None = None,
    luck: Literal["seeded", "by_hand"] | Sequence[OutcomeInput] | None = None,
    options: Mapping[str, Any] | None = None,
    metrics: Sequence[Metric] | None = None,
    keep: Keep | None = None,
) -> Table:
    """Return a live table as a widget, for an existing match or a new one.

    Args:
        match: A match, or the name of a game to start a new one.
        bots: The player of each seat, as in :meth:`classkit.Match.play`. "person" means a person.
        theme: "light", "dark" or "projector".
        covered: Keys of charts that stay hidden until the class has made a prediction.
        seen_as: EVERYBODY, a seat's letter, or INSTRUCTOR, which includes hidden information.
        minutes: Minutes of play, from 1 to 600. The clock then calls time.
        seats: As in :func:`new`. This argument and those below apply only to a new match.
        seed: As in :func:`new`.
        edition: As in :func:`new`.
        position: As in :func:`new`.
        luck: As in :func:`new`.
        options: As in :func:`new`.
        metrics: As in :func:`new`. Their charts are shown first.
        keep: As in :func:`new`.

    Returns:
        The widget. A notebook shows it if it is the last line of a cell.

    Raises:
        UnknownName: if an argument for a new match is passed together with an existing match.

    Example:
        >>> table("opoly", seats=["Ada", "Bo", "Cy"], theme="projector").step(until="turn").turn
        1
    """
    from .hosting.homework_action import offer_homework
    from .widgets import table as make

    given: MatchArguments = {
        "seats": seats, "seed": seed, "edition": edition, "position": position, "luck": luck,
        "options": options, "metrics": metrics, "keep": keep,
    }  # fmt: skip
    live = make(
        match, bots=bots, theme=theme, covered=covered, seen_as=seen_as, minutes=minutes,
        **given,
    )  # fmt: skip
    offer_homework(live)
    return live


@with_typed_keywords(find_call_options)
def room(
    game: str,
    /,
    seats: int = 4,
    *,
    tables: int = 0,
    compare: Mapping[str, Sequence[Any]] | None = None,
    absent: int = 60,
    edition: str | Path | Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> str:
    """Open a room that a class joins by phone, and return its code.

    Any ``classkit serve`` process of the same user serves the room. The teacher's desk is at
    ``/desk/CODE``, and phones open ``/class/CODE``. Requires ``classkit[rooms]``.

    Args:
        game: Name of the game.
        seats: Number of seats at each table.
        tables: Maximum number of tables, or 0 for no limit.
        compare: Values of an option, such as ``{"game": [1, 2]}``, for groups with the same luck.
        absent: Seconds after which a bot answers for an absent student, or 0 for never.
        edition: As in :func:`new`.
        options: As in :func:`new`.

    Returns:
        The code that students type to join.

    Raises:
        ClasskitError: if an argument is invalid, or ``classkit[rooms]`` is not installed.

    Example:
        >>> code = room("poleconomy", seats=3, compare={"game": [1, 2]})
    """
    from .classroom import check_installed

    check_installed()
    from .classroom.open_room_form import create_room
    from .hosting.room_database import open_room_store

    settings = (
        copy_options(options) if edition is None else {**copy_options(options), "edition": edition}
    )
    return create_room(
        open_room_store(),
        game,
        seats,
        tables=tables,
        options=settings,
        compare=compare,
        absent=absent,
    )


def kept_room(code: str) -> RoomArchive:
    """Return the archive of a room from the database on this machine.

    Args:
        code: The code that the class typed.

    Returns:
        The archive, which reads data from the database on demand.

    Raises:
        ClasskitError: if the room is unknown.

    Example:
        >>> archive = kept_room(room("economy", seats=3))
    """
    from .classroom import check_installed

    check_installed()
    from .classroom.room_archive import RoomArchive
    from .hosting.room_database import open_room_store

    return RoomArchive(open_room_store(), code)


def _register_completion() -> None:
    """Set up completion of the names of games, options and bots in notebooks."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if shell is not None:
        from .widgets.completion import register_completer

        register_completer(shell)


_register_completion()
