"""Who plays: what ``bots=`` may be wherever it stands, and which bot that makes of each seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from inspect import signature
from typing import Any, Protocol, TypeAlias

from .data import as_data, opened
from .errors import ClasskitError, cut, shorten
from .generators import seeded_generators
from .luck import Stream
from .policy import Policy, name_of
from .views import known_seat

Player: TypeAlias = str | Policy | type[Any]
"""A bot: its name, a policy, or a class of policies, of which one is made for each seat."""
Bots: TypeAlias = Player | Sequence[Player] | Mapping[str, Player | None]
"""Who plays: a bot for all seats; a list whose bots take the seats in turn; or a mapping from
seats, in which None is a person and the game's own bots play the others."""
PERSON = "person"
"""The word for somebody who decides by hand, where a bot could sit."""


class Bench(Protocol):
    """A game, as far as its bots are concerned."""

    def own_bots(self, seats: Sequence[str]) -> Mapping[str, str]:
        """Return who plays where nobody says."""

    def bot_name(self, name: object, also: Collection[str] = ()) -> str:
        """Return the name of a bot, if there is one of it or ``also`` has it; else UnknownName."""


TWO = "a policy takes two arguments, the view and the decision"


def refuse_other_arguments(asked: Callable[..., object], takes: str = TWO, count: int = 2) -> None:
    """Refuse a policy that cannot be called with a view and a decision.

    ``takes`` says what something else is called with, and ``count`` how many arguments these are.

    >>> refuse_other_arguments(lambda view: "pass")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: a policy takes two arguments, the view and the decision: \
'<lambda>' takes (view).
    """
    try:
        taken = signature(asked)
    except ValueError:  # of some that are not written in Python nobody can tell
        return
    except TypeError:
        raise ClasskitError(f"{takes}: {cut(name_of(asked))!r} cannot be called.") from None
    try:
        taken.bind(*[None] * count)
    except TypeError:
        name = cut(name_of(asked))
        raise ClasskitError(f"{takes}: {name!r} takes {cut(str(taken))}.") from None


def read_bots(
    bots: Any,
    game: Bench,
    seats: Sequence[str],
    names: Mapping[str, str] = {},
    *,
    own: Mapping[str, Player] | None = None,
    also: Collection[str] = (),
    people: bool = True,
) -> dict[str, Player | None]:
    """Return who plays each seat, by seat: a bot, or None for a person.

    One bot plays all seats; those of a list take the seats in turn. A mapping names some, None for
    a person, and ``own`` (by default the game's own bots) play the others. Without ``bots`` they
    play all. ``names`` are those of the seats; ``also`` and ``people`` are as in :func:`read_bot`.

    >>> from classkit.engine.registry import find
    >>> game = find("poleconomy")
    >>> read_bots({"B": None}, game, "ABC")
    {'A': 'tycoon', 'B': None, 'C': 'politician'}
    >>> read_bots(["saver", "random"], game, "ABC"), read_bots("saver", game, "AB")
    ({'A': 'saver', 'B': 'random', 'C': 'saver'}, {'A': 'saver', 'B': 'saver'})
    """
    others = game.own_bots(seats) if own is None else own
    bots = opened(bots)
    if bots is None:
        return {**others}
    if isinstance(bots, Mapping):
        named = {known_seat("seat", seat, seats, names): bot for seat, bot in bots.items()}
        read = {
            seat: read_bot(PERSON if bot is None else bot, game, also, people)
            for seat, bot in named.items()
        }
        return {**others, **read}
    if not isinstance(bots, (list, tuple)):
        return dict.fromkeys(seats, read_bot(bots, game, also, people))
    if not 0 < len(bots) <= len(seats):
        raise ClasskitError(f"bots must have 1 to {len(seats)} bots in a list, not {len(bots)}.")
    listed = [read_bot(bot, game, also, people) for bot in bots]
    return {seat: listed[place % len(listed)] for place, seat in enumerate(seats)}


def read_bot(
    bot: Any, game: Bench, also: Collection[str] = (), people: bool = True
) -> Player | None:
    """Read a bot: the name of one of the game's, a policy, or a class of policies.

    ``also`` holds further names of bots. A "person" is None, and is refused unless ``people`` play.

    >>> from classkit.engine.registry import find
    >>> read_bot("saver", find("poleconomy")), read_bot("person", find("poleconomy"))
    ('saver', None)
    >>> read_bot(7, find("poleconomy"))
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: a bot must be a name or a policy, not 7: write 'random', \
or my_policy for a function my_policy(view, decision).
    >>> read_bot("person", find("poleconomy"), people=False)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: 'person' (or None) is somebody who decides by hand, and \
here nobody can: bots play all seats. Write a bot, such as 'random', or leave it out.
    """
    if isinstance(bot, str):
        name = as_data(bot)
        if name == PERSON and not people:
            raise ClasskitError(
                "'person' (or None) is somebody who decides by hand, and here nobody can: bots "
                "play all seats. Write a bot, such as 'random', or leave it out."
            )
        if name == PERSON:
            return None
        return game.bot_name(name, [PERSON, *also] if people else also)
    if not callable(bot):
        raise ClasskitError(
            f"a bot must be a name or a policy, not {shorten(bot)}: write 'random', or my_policy "
            "for a function my_policy(view, decision)."
        )
    if not isinstance(bot, type):  # what a class makes is judged as it is made
        refuse_other_arguments(bot)
    player: Player = bot
    return player


def make_policy(player: type[Any] | Policy, key: str = "") -> Policy:
    """Return a policy: of a class of policies one that is made for one seat.

    With a ``key`` it draws the same from global generators as it is made, each time.

    >>> class Careful:
    ...     def __call__(self, view, decision):
    ...         return decision.default
    >>> isinstance(make_policy(Careful), Careful)
    True
    >>> make_policy(dict)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: dict makes no policies: such a class has a method \
__call__(self, view, decision).
    """
    if not isinstance(player, type):
        return player
    try:
        with seeded_generators(Stream(key).seed) if key else nullcontext():
            policy: Policy = player()
    except Exception as error:
        raise ClasskitError(
            f"{name_of(player)} cannot be made without arguments ({shorten(error, 200)}): give a "
            "class that can, or a policy that you have made."
        ) from error
    if not callable(policy):
        raise ClasskitError(
            f"{name_of(player)} makes no policies: such a class has a method "
            "__call__(self, view, decision)."
        )
    refuse_other_arguments(policy)
    return policy
