"""The players of a study's seats, and their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from types import BuiltinFunctionType, FunctionType
from typing import Any

from classkit.engine import bots
from classkit.engine.bots import Bots as Bots
from classkit.engine.bots import Player as Player
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.game import Game
from classkit.engine.policy import Policy
from classkit.engine.policy import name_of as policy_name

from .generators import seeded


def fresh(player: Player) -> str | Policy:
    """Return a player for one match, so that a policy carries nothing over to the next.

    A match is then the same whatever was played before it, and in which process. Raises
    ClasskitError for a policy that cannot be copied or made again.

    >>> class Counter:
    ...     asked = 0
    ...     def __call__(self, view, decision):
    ...         self.asked += 1
    ...         return decision.default
    >>> mine = Counter()
    >>> fresh(mine) is mine, isinstance(fresh(Counter), Counter), fresh("random")
    (False, True, 'random')
    """
    if isinstance(player, (str, FunctionType, BuiltinFunctionType)):
        return player
    if isinstance(player, type):
        return bots.make_policy(player)
    try:
        return deepcopy(player)
    except Exception as error:
        raise ClasskitError(
            f"{name_of(player)} cannot be made again for each match ({shorten(error, 200)}): give "
            "a function, or a class that is made without arguments."
        ) from error


def read_bots(
    wish: Any, game: Game[Any], seats: Sequence[str], names: Mapping[str, str] = {}
) -> tuple[Player, ...]:
    """Return one player for each seat, as :func:`classkit.engine.bots.read_bots`, without people.

    ``names`` are those of the seats.

    >>> from classkit.engine.registry import find
    >>> read_bots(["saver", "tycoon"], find("poleconomy"), "ABC")
    ('saver', 'tycoon', 'saver')
    >>> read_bots({"B": "random"}, find("poleconomy"), "ABC")
    ('tycoon', 'random', 'politician')
    """
    read = bots.read_bots(wish, game, seats, names, people=False)
    players = tuple(player for player in (read[seat] for seat in seats) if player is not None)
    with seeded(0):  # a policy may draw by chance as it is made
        for player in players:
            fresh(player)
    return players


def player_of(player: Player, game: Game[Any]) -> Policy | type[Any]:
    """Return the policy that a player names, or the policy or class that it is."""
    return game.bot(player) if isinstance(player, str) else player


def name_of(player: Player) -> str:
    """Return the name of a player: that of a bot, a function or a class."""
    if isinstance(player, str):
        return player
    return policy_name(player)[:60]
