"""The start of a match, with its arguments checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

from ..call_keywords import KnownOptions, with_typed_keywords
from ..custom_metrics import with_metrics
from ..errors import (
    ClasskitError,
    PositionError,
    UnknownName,
    truncate_value,
)
from ..events import Keep, read_keep
from ..game import Game
from ..match import Match
from ..metrics import Metric
from ..options import read_options
from ..positions import find_position, name_source_file
from ..randomness import (
    ManualRandom,
    RandomSource,
    ScriptedRandom,
    SeededRandom,
    new_seed,
    read_script,
)
from ..seats import read_seats
from ..untrusted_input import read_int, to_builtin

if TYPE_CHECKING:
    pass

from .installed_games import find, usable_games

# --- new matches ----------------------------------------------------------------------------------

OutcomeInput: TypeAlias = int | str | Sequence[int] | Sequence[str]
"""Outcome of a roll or draw: the faces of dice, or the names of drawn items."""


class MatchArguments(TypedDict, total=False):
    """Keyword arguments of :func:`new` except ``game``."""

    seats: int | list[str] | tuple[str, ...] | None
    seed: int | None
    edition: str | Path | Mapping[str, Any] | None
    position: str | Path | Mapping[str, Any] | None
    luck: Literal["seeded", "by_hand"] | Sequence[OutcomeInput] | None
    options: Mapping[str, Any] | None
    metrics: Sequence[Metric] | None
    keep: Keep | None


def find_call_options(given: Mapping[str, Any]) -> KnownOptions:
    """Return the options that a call's keywords may refer to: of its game and of all others.

    >>> known = find_call_options({"game": "economy"})
    >>> known.game, known.find_remedy("rounds", 8)
    ('economy', 'It is an option of economicon, but economy does not have it.')
    """
    match = getattr(given.get("self"), "match", None)  # the call starts another match from a table
    about = given.get("game", given.get("match"))
    has_begun = isinstance(about, Match) and match is None
    about = match if isinstance(match, Match) else about
    games = {game.name: game.options for game in usable_games()}
    try:
        own = about.game if isinstance(about, Match) else find(about)
    except ClasskitError:
        return KnownOptions("", games)
    return KnownOptions(own.name, {**games, own.name: own.options}, has_begun)


def find_fixed_options(given: Mapping[str, Any]) -> KnownOptions:
    """Return the known options, for error messages, for a call on a match that has begun.

    Such a call accepts no options.

    >>> find_fixed_options({"game": "economicon"}).find_remedy("rounds", 8)
    "It is an option of the game, set when a match begins: classkit.new('economicon', \
options={'rounds': 8})."
    """
    return replace(find_call_options(given), has_begun=True)


@with_typed_keywords(find_call_options)
def new(
    game: str | Game[Any],
    /,
    seats: int | list[str] | tuple[str, ...] | None = None,
    *,
    seed: int | None = None,
    edition: str | Path | Mapping[str, Any] | None = None,
    position: str | Path | Mapping[str, Any] | None = None,
    luck: Literal["seeded", "by_hand"] | Sequence[OutcomeInput] | None = None,
    options: Mapping[str, Any] | None = None,
    metrics: Sequence[Metric] | None = None,
    keep: Keep | None = None,
) -> Match:
    """Start a match.

    Args:
        game: Name of a game, or a game.
        seats: Number of seats, or a list of names.
        seed: Whole number from 0 to 2**64 - 1. Random by default.
        edition: Id of a shipped edition, a TOML file, a folder or a mapping.
        position: Position to start from: a mapping or a TOML file.
        luck: None or "seeded" for random outcomes, "by_hand" for outcomes entered by the
            instructor, or a list of outcomes that covers the whole match. Outcomes inside a
            position are used first, and only to reach the position.
        options: Options of the game by name (see :func:`classkit.options`).
        metrics: Custom metrics. Each is shown in its own chart.
        keep: Settings for the data that the match records. Defaults to everything.

    Returns:
        The match, at its first request.

    Raises:
        ClasskitError: An argument is invalid. The message names the argument and the reason.

    Example:
        >>> new("poleconomy", seats=["Ada", "Bo"], options={"quick_start": True}).seats
        ('A', 'B')
    """
    rules = with_metrics(find(game), metrics)
    usual = max((n for n in rules.seat_numbers if n <= 4), default=rules.seat_numbers[0])
    letters, names = read_seats(usual if seats is None else seats, rules.seat_numbers)
    data = rules.edition(to_builtin(edition))
    chosen = read_options(rules.options, options, letters)
    source = to_builtin(luck) if luck is None or isinstance(luck, str) else read_script(luck)
    rules.check_options(chosen, letters, data)
    number = new_seed() if seed is None else read_seed(seed)
    stated = None if position is None else find_position(position)
    with name_source_file(position), explain_seat_names(names):
        return Match(
            rules,
            letters,
            edition=data,
            options=chosen,
            seed=number,
            luck=read_random_source(source, number),
            luck_source=source,
            position=stated,
            names=names,
            keep=read_keep(keep),
        )


@contextmanager
def explain_seat_names(names: Mapping[str, str]) -> Iterator[None]:
    """Add the letter of the seat to errors about positions that use a player's name."""
    try:
        yield
    except PositionError as error:
        name = error.fact.partition(".")[0]
        for seat, label in names.items():
            if label == name:
                reason = f"{truncate_value(name)} plays seat {seat}: write {seat!r}."
                raise PositionError(error.fact, reason, error.file) from None
        raise


def read_seed(seed: Any) -> int:
    """Validate and return a seed: a whole number from 0 to 2**64 - 1."""
    return read_int("a seed", seed, 0, 2**64 - 1)


def read_random_source(luck: Any, seed: int) -> RandomSource:
    """Return the random source for the argument ``luck``."""
    if luck is None or luck == "seeded":
        return SeededRandom(seed)
    if luck == "by_hand":
        return ManualRandom()
    if isinstance(luck, str):
        raise UnknownName("kind of luck", luck, ("seeded", "by_hand"))
    return ScriptedRandom(read_script(luck))
