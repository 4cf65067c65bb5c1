"""Treatments: tables in groups that play by other options or editions, under the same luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from classkit.engine.data import listed
from classkit.engine.errors import ClasskitError, UnknownName, shorten
from classkit.engine.fields import OneOf
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.options import Option
from classkit.engine.registry import new
from classkit.engine.words import Say
from classkit.widgets.setup import choice, setup_form, value_words
from classkit.widgets.shapes import OptionField

MOST_GROUPS = 4
"""The most groups of a class: more could not be told apart from the last row."""
EDITION = "edition"

Settings = Mapping[str, Any]
Group = tuple[str, dict[str, Any]]


def settings_fields(match: Match) -> list[OptionField]:
    """Return what can be set before a match, and so be compared: the edition, and each option."""
    titles = match.game.library.titles()
    edition: OptionField = {
        "name": EDITION,
        "label": "Edition",
        "form": choice([*titles.items()]),
        "value": match.edition.id,
    }
    options = setup_form(match, match.say())["options"]
    return [*([edition] if len(titles) > 1 else []), *options]


def read_settings(game: Game[Any], settings: Settings) -> dict[str, Any]:
    """Return settings as the log keeps them: options by name, and an edition by its id or whole.

    UnknownName for anything else, such as a seed: the luck of a room is its own.
    """
    known = [option.name for option in game.options]
    for name in settings:
        if name != EDITION and name not in known:
            raise UnknownName("option", name, [*known, EDITION])
    made = dict(settings)
    if EDITION in made:
        edition = game.edition(made[EDITION])
        made[EDITION] = edition.id if edition.built_in else edition.data
    return made


def begin(game: str | Game[Any], seats: int, seed: int, settings: Settings) -> Match:
    """Begin a match with the settings of a room: options by name, and an edition."""
    options = dict(settings)
    edition = options.pop(EDITION, None)
    return new(game, seats, seed=seed, edition=edition, options=options)


def read_groups(
    game: Game[Any], seats: int, settings: Settings, compare: Mapping[str, Sequence[Any]]
) -> list[Group]:
    """Return the groups that compare values of options, each named after its own values.

    With several options there is a group for each combination of their values.

    >>> from classkit.engine.registry import find
    >>> formats = {"auction_format": ["english", "second_price"]}
    >>> [name for name, _ in read_groups(find("opoly"), 4, {}, formats)]
    ['English: bids rise aloud', 'Sealed, the winner pays the second highest bid']
    >>> read_groups(find("opoly"), 4, {}, {"auction_format": ["english"]})
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: A comparison needs at least two different values of \
auction_format.
    """
    if not compare:
        return []
    if not isinstance(compare, Mapping) or None in map(listed, compare.values()):
        raise ClasskitError(
            "compare must be a mapping from options to lists of values, not "
            f"{shorten(compare)}: compare={{'auction_format': ['english', 'first_price']}}."
        )
    for option, values in compare.items():
        if len({*map(repr, values)}) < max(2, len(values)):
            raise ClasskitError(f"A comparison needs at least two different values of {option}.")
    ways = [dict(zip(compare, one, strict=True)) for one in product(*compare.values())]
    if len(ways) > MOST_GROUPS:
        raise ClasskitError(f"A class is split into at most {MOST_GROUPS} groups, not {len(ways)}.")
    groups = [(settings_words(game, seats, {**settings, **way}, way), way) for way in ways]
    return named_apart([(name, read_settings(game, way)) for name, way in groups])


def settings_words(game: Game[Any], seats: int, settings: Settings, told: Settings) -> str:
    """Return some of the settings of a match in words."""
    match = begin(game, seats, 1, settings)
    options, say = {option.name: option for option in game.options}, match.say()
    return "; ".join(
        match.edition.title if name == EDITION else option_words(options[name], value, say)
        for name, value in told.items()
    )


def option_words(option: Option, value: Any, say: Say) -> str:
    """Return a value of an option in words, with the label of the option where they need it.

    >>> from classkit.engine.registry import find
    >>> options = {option.name: option for option in find("poleconomy").options}
    >>> option_words(options["auction_style"], "open", Say())
    'aloud, in turn'
    >>> option_words(options["loans_allowed"], True, Say())
    'Trades may hold a new debt: yes'
    """
    words = value_words(option, value, say)
    if isinstance(value, bool):
        words = words.lower()
    values = option.values
    speaks = isinstance(values, OneOf) and all(isinstance(one, str) for one in values.options)
    return words if speaks or words.startswith(option.label) else f"{option.label}: {words}"


def compared_words(game: Game[Any], groups: Sequence[tuple[str, Settings]]) -> str:
    """Return the label of the option that the names of groups are values of.

    Return "" unless there is exactly one such option, and where the names contain its label.

    >>> from classkit.engine.registry import find
    >>> rules = find("economicon")
    >>> groups = read_groups(rules, 4, {}, {"peg_values": ["both", "payment_only"]})
    >>> [name for name, _ in groups], compared_words(rules, groups)
    (['when it pays and when it is bought', 'only when it pays'], \
'A peg sets the value of a currency')
    >>> compared_words(rules, read_groups(rules, 4, {}, {"production_hidden": [True, False]}))
    ''
    """
    differ = {option for _, settings in groups for option in settings}
    found = [option.label for option in game.options if {option.name} == differ]
    return "".join(
        label for label in found if not any(name.startswith(label) for name, _ in groups)
    )


def named_apart(groups: Sequence[Group]) -> list[Group]:
    """Return groups whose names differ: two editions may have one title.

    >>> named_apart([("Board", {"edition": "a"}), ("Board", {"edition": "b"})])
    [('Board (1)', {'edition': 'a'}), ('Board (2)', {'edition': 'b'})]
    """
    if len({name for name, _ in groups}) == len(groups):
        return [*groups]
    return [(f"{name} ({at})", settings) for at, (name, settings) in enumerate(groups, 1)]
