"""The players of a study's seats, and their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from types import BuiltinFunctionType, FunctionType
from typing import Any, TypeAlias

from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.game import Game
from classkit.engine.policy import Policy, by_seat

from .generators import seeded

Player: TypeAlias = str | Policy | type[Any]
"""The name of a bot, a policy, or a class of policies that is instantiated for each match."""
Bots: TypeAlias = Player | Sequence[Player] | Mapping[str, Player | None]
"""One bot for all seats, a list whose bots take the seats in turn, or a mapping from seats, in
which the game's own bots play the others, and the seats of persons."""


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
    try:
        made: Policy = player() if isinstance(player, type) else deepcopy(player)
    except Exception as error:
        raise ClasskitError(
            f"{name_of(player)} cannot be made again for each match ({shorten(error, 200)}): give "
            "a function, or a class that is made without arguments."
        ) from error
    if not callable(made):
        raise ClasskitError(
            f"{name_of(player)} makes no policies: such a class has a method "
            "__call__(self, view, decision)."
        )
    return made


def read_bots(wish: Any, game: Game[Any], seats: Sequence[str]) -> tuple[Player, ...]:
    """Return one player for each seat.

    ``wish`` is one bot for all seats, a list whose bots take the seats in turn, a mapping from some
    seats, or None. The game's own bots play the seats that are left, and those of persons. A bot is
    a name, a policy, or a class of policies. Raises ClasskitError or UnknownName for anything else.

    >>> from classkit.engine.registry import find
    >>> read_bots(["saver", "tycoon"], find("poleconomy"), "ABC")
    ('saver', 'tycoon', 'saver')
    >>> read_bots({"B": "random"}, find("poleconomy"), "ABC")
    ('tycoon', 'random', 'politician')
    """
    own = game.own_bots(seats)
    chosen = by_seat(wish, own, seats)
    return tuple(
        read_bot(own[seat] if chosen[seat] is None else chosen[seat], game) for seat in seats
    )


def read_bot(bot: Any, game: Game[Any]) -> Player:
    """Read a bot: the name of one of the game's, or a policy."""
    if isinstance(bot, str):
        return game.bot_name(bot)
    if not callable(bot):
        raise ClasskitError(
            f"a bot must be a name or a policy, not {shorten(bot)}: bots=['random', my_policy]."
        )
    with seeded(0):  # it may draw by chance as it is made
        fresh(bot)
    player: Player = bot
    return player


def player_of(player: Player, game: Game[Any]) -> Policy | type[Any]:
    """Return the policy that a player names, or the policy or class that it is."""
    return game.bot(player) if isinstance(player, str) else player


def name_of(player: Player) -> str:
    """Return the name of a player: that of a bot, a function or a class."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))[:60]
