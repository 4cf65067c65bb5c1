"""How a match begins: game, seats, seed, edition, position, luck and options, each checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .errors import ClasskitError, LuckError, UnknownName, shorten
from .game import Game
from .luck import ByHand, Luck, Scripted, Seeded, new_seed
from .match import Match
from .names import read_seats
from .options import read_options
from .positions import read_position
from .registry import find
from .segments import Keep


def new(
    game: str | Game[Any],
    /,
    seats: int | Sequence[str] | None = None,
    *,
    seed: int | None = None,
    edition: Any = None,
    position: Any = None,
    luck: Any = None,
    keep: Keep | None = None,
    **options: Any,
) -> Match:
    """Begin a match.

    ``seats`` is a number or a list of names; ``seed`` a whole number (by default one nobody can
    guess); ``edition`` an id, a TOML file, a folder or a mapping; ``position`` a mapping or a TOML
    file; ``luck`` is nothing for seeded luck, "by_hand", or a list of outcomes; all other
    keywords are options of the game, checked by name.

    >>> import classkit
    >>> classkit.new("poleconomy", seats=["Ada", "Bo"], quick_start=True).seats
    ('A', 'B')
    """
    rules = find(game)
    letters, names = read_seats(
        min(4, rules.seat_numbers[-1]) if seats is None else seats, rules.seat_numbers
    )
    data = rules.edition(edition)
    chosen = read_options(rules.options, options, letters)
    luck = luck if luck is None or isinstance(luck, str) else read_script(luck)
    rules.check_options(chosen, letters, data)
    number = new_seed() if seed is None else read_seed(seed)
    return Match(
        rules,
        letters,
        edition=data,
        options=chosen,
        seed=number,
        luck=read_luck(luck, number),
        luck_source=luck,
        position=None if position is None else read_position(position),
        names=names,
        keep=keep,
    )


def read_seed(seed: Any) -> int:
    """A seed: a whole number from 0 to 2**64 - 1."""
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise ClasskitError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r:.60}.")
    return seed


def read_luck(luck: Any, seed: int) -> Luck:
    """The luck that a name or a list of outcomes asks for."""
    if luck is None or luck == "seeded":
        return Seeded(seed)
    if luck == "by_hand":
        return ByHand()
    if isinstance(luck, str):
        raise UnknownName("kind of luck", luck, ("seeded", "by_hand"))
    return Scripted(read_script(luck))


def read_script(script: Any) -> list[Any]:
    """A script of luck: a list of outcomes, each a number, a text, or a list of these.

    >>> read_script([(3, 4), "I07"])
    [[3, 4], 'I07']
    >>> read_script([(3, 4), 2.5])
    Traceback (most recent call last):
    classkit.engine.errors.LuckError: outcome 2 of the script is 2.5: an outcome is a whole \
number, a text, or a list of these.
    """
    if isinstance(script, (bytes, Mapping)) or not isinstance(script, Iterable):
        raise LuckError(f"a script of luck is a list of outcomes, not {shorten(script)}.")
    outcomes = []
    for number, outcome in enumerate(script, start=1):
        parts = outcome if isinstance(outcome, (list, tuple)) else [outcome]
        if not all(type(part) in (int, str) for part in parts):
            raise LuckError(
                f"outcome {number} of the script is {shorten(outcome)}: an outcome is a whole "
                "number, a text, or a list of these."
            )
        outcomes.append(list(outcome) if isinstance(outcome, (list, tuple)) else outcome)
    return outcomes
