"""The players of a study's seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.data import opened
from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.game import Game

from ..players import Player, fresh


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
    if isinstance(wish, Mapping):
        for seat in wish:
            known_name("seat", seat, seats)
        if missing := [seat for seat in seats if seat not in wish]:
            raise ClasskitError(
                f"bots names nobody for {', '.join(missing)}: in a study every seat has a bot."
            )
        chosen = [wish[seat] for seat in seats]
    elif isinstance(wish, (list, tuple)):
        if not wish:
            raise ClasskitError("bots is an empty list: name one bot at least.")
        if len(wish) > len(seats):
            raise ClasskitError(f"bots names {len(wish)} bots for {len(seats)} seats.")
        chosen = [wish[place % len(wish)] for place in range(len(seats))]
    else:
        chosen = [wish] * len(seats)
    return tuple(read_bot(bot, game) for bot in chosen)


def read_bot(bot: Any, game: Game[Any]) -> Player:
    """Read a bot: the name of one of the game's, or a policy."""
    if isinstance(bot, str):
        return game.bot_name(bot)
    if not callable(bot):
        raise ClasskitError(
            f"a bot is a name or a policy, not {shorten(bot)}: bots=['random', my_policy]."
        )
    fresh(bot)
    player: Player = bot
    return player
