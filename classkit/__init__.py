"""classkit: board games of economics and business, live in Jupyter.

>>> import classkit
>>> m = classkit.new("poleconomy", seats=4, seed=7)
>>> m.play(until="end", bots={"A": "tycoon", "B": "saver", "C": "politician", "D": "random"})
<Match of poleconomy, 4 seats, over>
>>> [(line.seat, line.place) for line in m.standings()][0][1]
1
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .engine.begin import new
from .engine.editions import Edition as Edition
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
from .engine.events import Event as Event
from .engine.events import Transfer as Transfer
from .engine.game import Standing as Standing
from .engine.log import Entry as Entry
from .engine.log import Keep
from .engine.log import Until as Until
from .engine.match import Match
from .engine.moves import Answer
from .engine.moves import Move as Move
from .engine.options import Option as Option
from .engine.players import Bots as Bots
from .engine.policy import Policy as Policy
from .engine.policy import Reply as Reply
from .engine.registry import find, list_games
from .engine.replay import load
from .engine.requests import Aside as Aside
from .engine.requests import Decision as Decision
from .engine.requests import Draw as Draw
from .engine.requests import Request as Request
from .engine.requests import Roll as Roll
from .engine.requests import Sealed as Sealed
from .engine.views import View as View

if TYPE_CHECKING:
    from . import study as study
    from .widgets.live import Table as Table
else:

    def __getattr__(name: str) -> Any:
        """Import ``classkit.study`` and ``classkit.Table`` when they are first used.

        Type checkers are told of both above: to them any other name would exist as well.
        """
        if name == "study":
            return import_module("classkit.study")
        if name == "Table":
            return import_module("classkit.widgets.live").Table
        raise AttributeError(f"module 'classkit' has no attribute {name!r}")


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


def table(match: Match | str, /, **settings: Any) -> Table:
    """Return the live table as a widget, for a match or a new one: ``table("opoly", seats=4)``."""
    from .widgets import table as make

    live = make(match, **settings)
    live.on_action("homework", lambda content: homework_of(live.match))
    return live


def homework_of(played: Match) -> dict[str, Any]:
    """Return the page's answer to its button “Homework from this match”."""
    from .assignments.homework import for_page

    return {"kind": "detail", "what": "homework", "data": for_page(played)}


def _complete_in_notebooks() -> None:
    """Let a notebook complete games, options and bots; elsewhere do nothing."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if shell is not None:
        from .widgets.completion import offer

        offer(shell)


_complete_in_notebooks()
