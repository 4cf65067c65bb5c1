"""classkit: board games of economics and business, live in Jupyter.

>>> import classkit
>>> m = classkit.new("poleconomy", seats=4, seed=7)
>>> m.play(until="end", bots={"A": "tycoon", "B": "saver", "C": "politician", "D": "random"})
<Match of poleconomy, 4 seats, over>
>>> [(line.seat, line.place) for line in m.standings()][0][1]
1
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .engine.errors import (
    ClasskitError,
    EditionError,
    EndlessMatch,
    IllegalMove,
    LuckError,
    NothingToDo,
    OptionError,
    PositionError,
    RecordError,
    RuleError,
    UnknownName,
)
from .engine.log import Keep
from .engine.match import Match
from .engine.moves import Answer
from .engine.registry import find, list_games, new
from .engine.replay import load

if TYPE_CHECKING:
    from .engine.options import Option

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "ClasskitError",
    "EditionError",
    "EndlessMatch",
    "IllegalMove",
    "Keep",
    "LuckError",
    "Match",
    "NothingToDo",
    "OptionError",
    "PositionError",
    "RecordError",
    "RuleError",
    "UnknownName",
    "bots",
    "editions",
    "list_games",
    "load",
    "new",
    "options",
    "table",
]


def __getattr__(name: str) -> Any:
    """Import ``classkit.study`` when it is first used."""
    if name == "study":
        return import_module("classkit.study")
    raise AttributeError(f"module 'classkit' has no attribute {name!r}")


def bots(game: str) -> list[str]:
    """List the names of a game's bots.

    >>> bots("poleconomy")
    ['default', 'politician', 'random', 'saver', 'tycoon']
    """
    return sorted(find(game).bots())


def options(game: str) -> dict[str, Option]:
    """Return a game's options by name, each with its default, its range and its clause.

    >>> options("poleconomy")["quick_start"].default
    False
    """
    return {option.name: option for option in find(game).options}


def editions(game: str) -> dict[str, str]:
    """Return the editions shipped with a game: id -> title.

    >>> list(editions("poleconomy"))
    ['poleconomy-canada']
    """
    return dict(find(game).editions())


def table(match: Match | str, /, **settings: Any) -> Any:
    """Return the live table as a widget, for a match or a new one: ``table("opoly", seats=4)``."""
    from .widgets import table as make

    live = make(match, **settings)
    live.on_action("homework", lambda content: homework_of(live.match))
    return live


def homework_of(played: Match) -> dict[str, Any]:
    """Return the page's answer to its button “Homework from this match”."""
    from .assignments.homework import for_page

    return {"kind": "detail", "what": "homework", "data": for_page(played)}
