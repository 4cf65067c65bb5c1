"""Players of a study, and their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from types import BuiltinFunctionType, FunctionType
from typing import Any

from classkit.engine import bots
from classkit.engine.bots import Bots as Bots
from classkit.engine.bots import Player as Player
from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.game import Game
from classkit.engine.policy import Policy
from classkit.engine.policy import get_name as policy_name

from .match_random import seeded_scope


def copy_player(player: Player) -> str | Policy:
    """Return a player for one match, so that policies carry no state over to the next match.

    Names and functions are returned unchanged, a class is instantiated, and any other object is
    deep-copied.

    Raises:
        ClasskitError: If the policy cannot be copied or instantiated.

    >>> class Counter:
    ...     asked = 0
    ...     def __call__(self, view, decision):
    ...         self.asked += 1
    ...         return decision.default
    >>> mine = Counter()
    >>> copy_player(mine) is mine, isinstance(copy_player(Counter), Counter), copy_player("random")
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
            f"{get_player_name(player)} cannot be created again for each match "
            f"({truncate_text(error, 200)}): pass a function, or a class whose constructor "
            "needs no arguments."
        ) from error


def read_bots(
    wish: Any, game: Game[Any], seats: Sequence[str], names: Mapping[str, str] = {}
) -> tuple[Player, ...]:
    """Return one player for each seat, like :func:`classkit.engine.bots.parse_bots`.

    Args:
        wish: Bots in any form that ``parse_bots`` accepts. Human players are not allowed.
        game: The game.
        seats: The seats.
        names: Names of players, for error messages.

    Raises:
        ClasskitError: If the bots are invalid, or a policy cannot be copied or instantiated.

    >>> from classkit.engine.registry import find
    >>> read_bots(["saver", "tycoon"], find("poleconomy"), "ABC")
    ('saver', 'tycoon', 'saver')
    >>> read_bots({"B": "random"}, find("poleconomy"), "ABC")
    ('tycoon', 'random', 'politician')
    """
    read = bots.parse_bots(wish, game, seats, names, people=False)
    players = tuple(player for player in (read[seat] for seat in seats) if player is not None)
    with seeded_scope(0):  # the constructor of a policy may use random numbers
        for player in players:
            copy_player(player)
    return players


def get_policy(player: Player, game: Game[Any]) -> Policy | type[Any]:
    """Return the bot with this name, or any other player unchanged."""
    return game.bot(player) if isinstance(player, str) else player


def get_player_name(player: Player) -> str:
    """Return the name of a bot, function or class, shortened to 60 characters."""
    if isinstance(player, str):
        return player
    return policy_name(player)[:60]
