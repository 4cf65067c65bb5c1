"""The installed games.

Other packages register games under the entry-point group ``classkit.games``. The games of classkit
are found by their folder, because reading all entry points takes longer than a match.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ..bots import PERSON
from ..errors import (
    OptionError,
    UnknownName,
    UnusableGame,
    require_known,
    truncate_text,
    truncate_value,
)
from ..game import Game
from ..untrusted_input import to_builtin

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


ENTRY_POINT_GROUP = "classkit.games"
"""Entry-point group of games, and also the package of the shipped games."""

NUMBERED_GAME = re.compile(r"(\w+?)[-_ ]?(\d+)", re.ASCII)
"""Matches a name with a number, such as "poleconomy-1"."""


def find(name: str | Game[Any]) -> Game[Any]:
    """Return the game with this name. A game object is returned unchanged.

    Raises:
        UnknownName: The game is unknown.

    Example:
        >>> find("poleconomy").title
        'Poleconomy: the Game of Canada'
    """
    if isinstance(name, Game):
        return name
    if isinstance(name, type) and issubclass(name, Game):
        raise UnusableGame(f"{name.__name__} is a game class: pass an instance, {name.__name__}().")
    name = to_builtin(name)
    game = load_builtin(name) if isinstance(name, str) and name.isidentifier() else None
    if game is None:
        others = list_entry_points()
        if remedy := saved_match_remedy(name) or numbered_game_remedy(name, others):
            raise UnknownName("game", name, others, remedy)
        game = load_installed(others[require_known("game", name, others)])
    return game


def is_registered(rules: Game[Any]) -> bool:
    """Return whether every process can find this game by its name."""
    try:
        return find(rules.name) is rules
    except UnknownName:
        return False


def load_installed(point: EntryPoint) -> Game[Any]:
    """Load the game of an entry point.

    Raises:
        UnusableGame: The entry point cannot be loaded or is not a game.
    """
    offered = f"{point.name} = {truncate_value(point.value)!r}"
    try:
        game = point.load()
    except Exception as error:  # a third-party module may raise anything
        reason = f"{type(error).__name__}: {truncate_text(error, 200)}"
        raise UnusableGame(f"The game {offered} cannot be loaded ({reason}).") from error
    if isinstance(game, type) and issubclass(game, Game):
        raise UnusableGame(
            f"The game {offered} is a class, not an instance: write GAME = {game.__name__}()."
        )
    if not isinstance(game, Game):
        raise UnusableGame(f"The game {offered} is not a Game, but {truncate_text(game)}.")
    missing = [part for part in REQUIRED_ATTRIBUTES if not hasattr(game, part)]
    if missing:
        raise UnusableGame(f"The game {offered} lacks {', '.join(missing)}.")
    if wrong := [name for name in game.policies if name == PERSON or name.endswith(".py")]:
        raise UnusableGame(
            f"The game {offered} has a bot with the invalid name {truncate_text(wrong[0])}: "
            f"{PERSON!r} is reserved for people, and a name must not look like a file."
        )
    if game.name != point.name:
        raise UnusableGame(
            f"The game {offered} has the name {truncate_text(game.name)}, which is stored in its "
            "records: give the entry point the same name."
        )
    return game


REQUIRED_ATTRIBUTES = ("name", "title", "seat_numbers", "rulebook")
"""Attributes that every game must define."""


def saved_match_remedy(name: object) -> str:
    """Return a remedy if the name is the path of a saved match, or else ""."""
    is_file = isinstance(name, str) and name.endswith((".json", ".zip"))
    return "To open a saved match, use classkit.load(...)." if is_file else ""


def numbered_game_remedy(name: object, known: Collection[str]) -> str:
    """Return a remedy if the name is a game with the value of its option ``game``, or else "".

    >>> numbered_game_remedy("poleconomy-1", ["poleconomy"])
    'Game 1 is an option: classkit.new("poleconomy", options={"game": 1}).'
    >>> numbered_game_remedy("poleconomy-3", ["poleconomy"])
    ''
    """
    numbered = NUMBERED_GAME.fullmatch(name) if isinstance(name, str) else None
    if numbered is None or numbered[1] not in known:
        return ""
    number = int(numbered[2])
    with suppress(OptionError):
        for option in find(numbered[1]).options:
            if option.name == "game" and option.read(number) == number:
                call = f'classkit.new("{numbered[1]}", options={{"game": {number}}})'
                return f"Game {number} is an option: {call}."
    return ""


def load_builtin(name: str) -> Game[Any] | None:
    """Return the shipped game with this name, or None."""
    if find_spec(f"{ENTRY_POINT_GROUP}.{name}") is None:
        return None
    game: Game[Any] | None = getattr(import_module(f"{ENTRY_POINT_GROUP}.{name}"), "GAME", None)
    return game


@cache
def list_entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of all games by name."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}


def list_games() -> list[str]:
    """Return the names of all installed games.

    Returns:
        The names in alphabetical order.

    Example:
        >>> list_games()
        ['economicon', 'economy', 'opoly', 'poleconomy']
    """
    return sorted(list_entry_points())


def usable_games() -> list[Game[Any]]:
    """Return the installed games that can be loaded."""
    games = []
    for name in list_games():
        with suppress(UnusableGame):
            games.append(find(name))
    return games
