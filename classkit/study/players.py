"""The players of a study's seats, and their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from types import BuiltinFunctionType, FunctionType
from typing import Any, TypeAlias

from classkit.engine.data import opened
from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.game import Game
from classkit.engine.policy import Policy

from .generators import seeded

Player: TypeAlias = str | Policy | type[Any]
"""The name of a bot, a policy, or a class of policies that is instantiated for each match."""
Bots: TypeAlias = Player | Sequence[Player] | Mapping[str, Player | None]
"""One bot for all seats, a list whose bots take the seats in turn, or a mapping from seats."""


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


def in_turn(bots: Any, seats: Sequence[str]) -> list[Any]:
    """Return who plays each seat: one bot plays them all, the bots of a list take them in turn.

    >>> in_turn(["saver", "tycoon"], "ABC"), in_turn("random", "AB")
    (['saver', 'tycoon', 'saver'], ['random', 'random'])
    """
    if not isinstance(bots, (list, tuple)):
        return [bots] * len(seats)
    if not bots:
        raise ClasskitError(f"bots is an empty list: it names 0 bots for {len(seats)} seats.")
    if len(bots) > len(seats):
        raise ClasskitError(f"bots names {len(bots)} bots for {len(seats)} seats.")
    return [bots[place % len(bots)] for place in range(len(seats))]


def read_bots(wish: Any, game: Game[Any], seats: Sequence[str]) -> tuple[Player, ...]:
    """Return one player for each seat.

    ``wish`` is one bot for all seats, a list whose bots take the seats in turn, a mapping with a
    bot for every seat, or None for the game's own bots in turn. A bot is a name, a policy, or a
    class of policies. Raises ClasskitError or UnknownName for anything else.

    >>> from classkit.engine.registry import find
    >>> read_bots(["saver", "tycoon"], find("poleconomy"), "ABC")
    ('saver', 'tycoon', 'saver')
    """
    wish = game.own_bots(seats) if wish is None else opened(wish)
    if not isinstance(wish, Mapping):
        return tuple(read_bot(bot, game) for bot in in_turn(wish, seats))
    for seat in wish:
        known_name("seat", seat, seats)
    if missing := [seat for seat in seats if seat not in wish]:
        raise ClasskitError(
            f"bots names nobody for {', '.join(missing)}: in a study every seat has a bot."
        )
    return tuple(read_bot(wish[seat], game) for seat in seats)


def read_bot(bot: Any, game: Game[Any]) -> Player:
    """Read a bot: the name of one of the game's, or a policy."""
    if isinstance(bot, str):
        return game.bot_name(bot)
    if not callable(bot):
        raise ClasskitError(
            f"a bot is a name or a policy, not {shorten(bot)}: bots=['random', my_policy]."
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
