"""The argument ``bots``: its accepted forms, and the bot of each seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from inspect import signature
from typing import Any, Protocol, TypeAlias

from .errors import ClasskitError, truncate_text, truncate_value
from .global_random import seeded_generators
from .policy import Policy, get_name
from .randomness import RandomStream
from .untrusted_input import open_container, to_builtin
from .views import check_seat

Player: TypeAlias = str | Policy | type[Any]
"""A bot: its name, a policy, or a policy class, which is instantiated for each seat."""
Bots: TypeAlias = Player | Sequence[Player] | Mapping[str, Player | None]
"""One bot for every seat, a list assigned to seats in order, or a dict from seat to bot.

In a dict, None means a person. Seats missing from the dict get the game's default bots.
"""
PERSON = "person"
"""Name that users may pass instead of a bot for a seat that a person plays."""


class BotCatalog(Protocol):
    """The methods of a game that concern its bots."""

    def default_bots(self, seats: Sequence[str]) -> Mapping[str, str]:
        """Return the default bot of each seat."""

    def check_bot_name(self, name: object, also: Collection[str] = ()) -> str:
        """Return the bot's name, or raise UnknownName if the bot is unknown."""


SIGNATURE_ERROR = "a policy takes two arguments, the view and the decision"


def check_signature(
    asked: Callable[..., object], takes: str = SIGNATURE_ERROR, count: int = 2
) -> None:
    """Raise an error for a function that does not accept ``count`` arguments.

    ``takes`` describes the arguments in the message.

    >>> check_signature(lambda view: "pass")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: a policy takes two arguments, the view and the decision: \
'<lambda>' takes (view).
    """
    try:
        taken = signature(asked)
    except ValueError:  # some built-in functions have no signature
        return
    except TypeError:
        raise ClasskitError(
            f"{takes}: {truncate_value(get_name(asked))!r} cannot be called."
        ) from None
    try:
        taken.bind(*[None] * count)
    except TypeError:
        name = truncate_value(get_name(asked))
        raise ClasskitError(f"{takes}: {name!r} takes {truncate_value(str(taken))}.") from None


def parse_bots(
    bots: Any,
    game: BotCatalog,
    seats: Sequence[str],
    names: Mapping[str, str] = {},
    *,
    own: Mapping[str, Player] | None = None,
    also: Collection[str] = (),
    people: bool = True,
) -> dict[str, Player | None]:
    """Return the bot of each seat, or None for a person.

    Args:
        bots: One bot, a list assigned to seats in order, a mapping from seat to bot, or None.
        game: The game.
        seats: The seats.
        names: Players' names, for error messages.
        own: Bots of the seats that ``bots`` does not mention. Defaults to the game's.
        also: As in :func:`parse_bot`.
        people: As in :func:`parse_bot`.

    Example:
        >>> from classkit.engine.registry import find
        >>> game = find("poleconomy")
        >>> parse_bots({"B": None}, game, "ABC")
        {'A': 'tycoon', 'B': None, 'C': 'politician'}
        >>> parse_bots(["saver", "random"], game, "ABC"), parse_bots("saver", game, "AB")
        ({'A': 'saver', 'B': 'random', 'C': 'saver'}, {'A': 'saver', 'B': 'saver'})
    """
    others = game.default_bots(seats) if own is None else own
    bots = open_container(bots)
    if bots is None:
        return {**others}
    if isinstance(bots, Mapping):
        named = {check_seat("seat", seat, seats, names): bot for seat, bot in bots.items()}
        read = {
            seat: parse_bot(PERSON if bot is None else bot, game, also, people)
            for seat, bot in named.items()
        }
        return {**others, **read}
    if not isinstance(bots, (list, tuple)):
        return dict.fromkeys(seats, parse_bot(bots, game, also, people))
    if not 0 < len(bots) <= len(seats):
        raise ClasskitError(f"bots must have 1 to {len(seats)} bots in a list, not {len(bots)}.")
    listed = [parse_bot(bot, game, also, people) for bot in bots]
    return {seat: listed[place % len(listed)] for place, seat in enumerate(seats)}


def parse_bot(
    bot: Any, game: BotCatalog, also: Collection[str] = (), people: bool = True
) -> Player | None:
    """Validate a bot: the name of one of the game's bots, a policy, or a policy class.

    Args:
        bot: The bot.
        game: The game.
        also: Further accepted names.
        people: Also accept "person" or None, and return None for both.

    >>> from classkit.engine.registry import find
    >>> parse_bot("saver", find("poleconomy")), parse_bot("person", find("poleconomy"))
    ('saver', None)
    >>> parse_bot(7, find("poleconomy"))
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: a bot must be a name or a policy, not 7: write 'random', \
or my_policy for a function my_policy(view, decision).
    >>> parse_bot("person", find("poleconomy"), people=False)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: 'person' (or None) is not possible here, because bots \
play all seats. Name a bot, such as 'random', or leave it out.
    """
    if isinstance(bot, str):
        name = to_builtin(bot)
        if name == PERSON and not people:
            raise ClasskitError(
                "'person' (or None) is not possible here, because bots play all seats. Name a "
                "bot, such as 'random', or leave it out."
            )
        if name == PERSON:
            return None
        return game.check_bot_name(name, [PERSON, *also] if people else also)
    if not callable(bot):
        raise ClasskitError(
            f"a bot must be a name or a policy, not {truncate_text(bot)}: "
            "write 'random', or my_policy "
            "for a function my_policy(view, decision)."
        )
    if not isinstance(bot, type):  # an instance's class was already checked when it was created
        check_signature(bot)
    player: Player = bot
    return player


def make_policy(player: type[Any] | Policy, key: str = "") -> Policy:
    """Return a policy, instantiating it if given a policy class.

    With a ``key``, the global generators are seeded with it during instantiation.

    >>> class Careful:
    ...     def __call__(self, view, decision):
    ...         return decision.default
    >>> isinstance(make_policy(Careful), Careful)
    True
    >>> make_policy(dict)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: dict is not a class of policies. Add a method \
__call__(self, view, decision).
    """
    if not isinstance(player, type):
        return player
    try:
        with seeded_generators(RandomStream(key).seed) if key else nullcontext():
            policy: Policy = player()
    except Exception as error:
        raise ClasskitError(
            f"{get_name(player)} cannot be created without arguments "
            f"({truncate_text(error, 200)}). Pass a class without required arguments, or a "
            "policy object."
        ) from error
    if not callable(policy):
        raise ClasskitError(
            f"{get_name(player)} is not a class of policies. Add a method __call__(self, view, "
            "decision)."
        )
    check_signature(policy)
    return policy
