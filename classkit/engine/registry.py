"""Where games are found: in this package, and by the entry points of others.

Another package offers its game under the entry-point group ``classkit.games``. A game of classkit
itself is found by its folder, which is quicker: reading the entry points of everything installed
takes longer than a match.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .data import as_data
from .errors import UnknownName, known_name
from .game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "classkit.games"
"""Both the entry-point group and the folder of the games shipped."""


def find(name: str | Game[Any]) -> Game[Any]:
    """Find the game of that name; a game itself is given back.

    >>> find("poleconomy").title
    'Poleconomy: the Game of Canada'
    """
    if isinstance(name, Game):
        return name
    name = as_data(name)
    game = shipped(name) if isinstance(name, str) and name.isidentifier() else None
    if game is None:
        others = installed()
        game = others[known_name("game", name, others)].load()
    if not isinstance(game, Game):
        raise UnknownName("game", name, [other for other in installed() if other != name])
    return game


def shipped(name: str) -> Game[Any] | None:
    """Return the game in the folder of that name in this package, if there is one."""
    if find_spec(f"{GROUP}.{name}") is None:
        return None
    game: Game[Any] | None = getattr(import_module(f"{GROUP}.{name}"), "GAME", None)
    return game


@cache
def installed() -> dict[str, EntryPoint]:
    """Return the entry points of games, of this package and all others."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def list_games() -> list[str]:
    """List the names of all games installed.

    >>> list_games()
    ['economicon', 'economy', 'opoly', 'poleconomy']
    """
    return sorted(installed())
