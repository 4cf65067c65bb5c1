"""Who plays a seat in a study, and what is said of whom."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from types import BuiltinFunctionType, FunctionType
from typing import Any, TypeAlias

from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.match import Match
from classkit.engine.policy import Policy

Player: TypeAlias = str | Policy | type[Any]
"""Who plays a seat: the name of a bot, a policy, or a class of policies, made anew each match."""


def fresh(player: Player) -> str | Policy:
    """A player for one match: whatever a policy notes on itself does not reach the next match.

    So a match is the same whichever were played before it, and by which process. ClasskitError for
    a policy that cannot be made anew.

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
            f"{name_of(player)} cannot be made anew for each match ({shorten(error, 200)}): give a "
            "function, or a class that is made without arguments."
        ) from error
    if not callable(made):
        raise ClasskitError(
            f"{name_of(player)} makes no policies: such a class has a method "
            "__call__(self, view, decision)."
        )
    return made


def name_of(player: Player) -> str:
    """What a player is called: the name of a bot, of a function or of a class."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))[:60]


def asked_of(match: Match, bots: Mapping[str, Player]) -> str:
    """Whose answer a match waits for, and to what: one of several where answers are sealed."""
    asked = [f"{one.seat} ({name_of(bots[one.seat])})" for one in match.requests()]
    what = match.requests()[0].name if asked else "an aside"
    return f"turn {match.turn}, {what}, answer of {' or '.join(asked) or 'a bot'} refused"
