"""The games that there are, and how a match of one begins: each thing named is found and checked.

Another package offers its game under the entry-point group ``classkit.games``. A game of classkit
itself is found by its folder, which is quicker: reading the entry points of everything installed
takes longer than a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .data import as_data, as_whole
from .errors import ClasskitError, UnknownName, known_name, meant_by, shorten
from .game import Game
from .log import Keep, read_keep
from .luck import ByHand, Luck, Scripted, Seeded, new_seed, read_script
from .match import Match
from .options import read_options
from .positions import find_position, named
from .words import read_seats

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "classkit.games"
"""Both the entry-point group and the folder of the games shipped."""


def find(name: str | Game[Any]) -> Game[Any]:
    """Find the game of that name; a game itself is given back.

    >>> find("poleconomy").title
    'Poleconomy: the Game of Canada'
    """
    if isinstance(name, Game):
        return name
    name = as_data(name)
    game = shipped(name) if isinstance(name, str) and name.isidentifier() else None
    if game is None:
        others = installed()
        if remedy := not_by_name(name):
            raise UnknownName("game", name, others, remedy)
        game = others[known_name("game", name, others)].load()
    if not isinstance(game, Game):
        raise UnknownName("game", name, [other for other in installed() if other != name])
    return game


def not_by_name(name: object) -> str:
    """Return the remedy where somebody names a saved match instead of a game; else nothing."""
    is_file = isinstance(name, str) and name.endswith((".json", ".zip"))
    return "A match that was saved is opened by classkit.load(...)." if is_file else ""


def shipped(name: str) -> Game[Any] | None:
    """Return the game in the folder of that name in this package, if there is one."""
    if find_spec(f"{GROUP}.{name}") is None:
        return None
    game: Game[Any] | None = getattr(import_module(f"{GROUP}.{name}"), "GAME", None)
    return game


@cache
def installed() -> dict[str, EntryPoint]:
    """Return the entry points of games, of this package and all others."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def list_games() -> list[str]:
    """List the names of all games installed.

    >>> list_games()
    ['economicon', 'economy', 'opoly', 'poleconomy']
    """
    return sorted(installed())


# --- beginning a match ----------------------------------------------------------------------------

Outcome: TypeAlias = int | str | Sequence[int] | Sequence[str]
"""What came up in one throw or draw: the faces of dice, or the names of what was drawn."""

BEGINNINGS = ("seats", "seed", "edition", "position", "luck", "keep")
"""What :func:`new` takes besides the options of the game."""

SAID_LATER = {
    "bots": "Who plays is said where they play: m.play(bots=...) or classkit.table(m, bots=...).",
    "players": "How many play, or their names, is said by seats=4 or seats=[...].",
    "names": "Names are given to the seats: seats=[...].",
}
"""What is often said too early or by another name, and where and how it is said."""


def new(
    game: str | Game[Any],
    /,
    seats: int | list[str] | tuple[str, ...] | None = None,
    *,
    seed: int | None = None,
    edition: str | Path | Mapping[str, Any] | None = None,
    position: str | Path | Mapping[str, Any] | None = None,
    luck: Literal["seeded", "by_hand"] | Sequence[Outcome] | None = None,
    keep: Keep | None = None,
    **options: Any,
) -> Match:
    """Begin a match.

    ``seats`` is a number or a list of names; ``seed`` a whole number (by default one nobody can
    guess); ``edition`` an id, a TOML file, a folder or a mapping; ``position`` a mapping or a TOML
    file; ``luck`` is nothing for seeded luck, "by_hand", or a list of outcomes that has to suffice
    for the whole match (the ``luck`` inside a position only leads into it, before this); all other
    keywords are options of the game, checked by name.

    >>> import classkit
    >>> classkit.new("poleconomy", seats=["Ada", "Bo"], quick_start=True).seats
    ('A', 'B')
    """
    rules = find(game)
    known = [option.name for option in rules.options]
    for name, remedy in SAID_LATER.items():
        if name in options and name not in known:
            raise UnknownName("option", name, known, remedy)
    for name in options:
        if name not in known and (meant := meant_by(name, (*known, *BEGINNINGS))):
            raise UnknownName("option", name, known, f"Did you mean {meant!r}?")
    usual = max((n for n in rules.seat_numbers if n <= 4), default=rules.seat_numbers[0])
    letters, names = read_seats(usual if seats is None else seats, rules.seat_numbers)
    data = rules.edition(as_data(edition))
    chosen = read_options(rules.options, options, letters)
    source = as_data(luck) if luck is None or isinstance(luck, str) else read_script(luck)
    rules.check_options(chosen, letters, data)
    number = new_seed() if seed is None else read_seed(seed)
    stated = None if position is None else find_position(position)
    with named(position):
        return Match(
            rules,
            letters,
            edition=data,
            options=chosen,
            seed=number,
            luck=read_luck(source, number),
            luck_source=source,
            position=stated,
            names=names,
            keep=read_keep(keep),
        )


def read_seed(seed: Any) -> int:
    """Return a seed: a whole number from 0 to 2**64 - 1."""
    number = as_whole(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise ClasskitError(f"a seed is a whole number from 0 to 2**64 - 1, not {shorten(seed)}.")
    return number


def read_luck(luck: Any, seed: int) -> Luck:
    """Return the luck that a name or a list of outcomes asks for."""
    if luck is None or luck == "seeded":
        return Seeded(seed)
    if luck == "by_hand":
        return ByHand()
    if isinstance(luck, str):
        raise UnknownName("kind of luck", luck, ("seeded", "by_hand"))
    return Scripted(read_script(luck))
