"""Treatments: groups of tables that play with other options or editions under the same seeds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from classkit.charts.number_parser import list_game_units
from classkit.engine.errors import ClasskitError, UnknownName, truncate_text
from classkit.engine.fields import OneOf
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.options import Option
from classkit.engine.registry import find, new
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.untrusted_input import to_list
from classkit.widgets.setup_form import build_choice_form, build_setup_form, format_option_value
from classkit.widgets.wire_types import OptionFieldData

from .room import Room

MAX_GROUPS = 4
"""Maximum number of groups. More could not be distinguished from the last row of the room."""
EDITION = "edition"

Settings = Mapping[str, Any]
Group = tuple[str, dict[str, Any]]


def build_settings_fields(match: Match) -> list[OptionFieldData]:
    """Return the settings that can be chosen and compared: the edition, and each option."""
    titles = match.game.library.titles()
    edition: OptionFieldData = {
        "name": EDITION,
        "label": "Edition",
        "form": build_choice_form([*titles.items()]),
        "value": match.edition.id,
    }
    options = build_setup_form(match, match.say())["options"]
    return [*([edition] if len(titles) > 1 else []), *options]


def read_settings(game: Game[Any], settings: Settings) -> dict[str, Any]:
    """Normalize settings for the log: options by name, and an edition by its id or as a whole.

    Raises:
        UnknownName: For anything else, such as a seed: the room sets the seeds.
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


def list_room_units(room: Room) -> frozenset[str]:
    """Return the words that may accompany a number in a room: of its game and its own editions."""
    settings = [options for _, options in room.groups] or [room.options]
    editions = [one.get(EDITION) for one in settings]
    if not any(isinstance(one, Mapping) for one in editions):
        return list_game_units(room.game)
    stated = dict.fromkeys(json.dumps(one, sort_keys=True) for one in editions)
    return list_game_units(room.game, tuple(stated))


def begin_match(
    game: str | Game[Any], seats: int, seed: int, settings: Settings, *, rules: str | None = None
) -> Match:
    """Begin a match with the settings of a room: options by name, and an edition.

    ``rules`` is the rules version under which the settings were stored; by default the current one.
    """
    options: Settings = {name: value for name, value in settings.items() if name != EDITION}
    edition = settings.get(EDITION)
    if rules is not None:
        game = find(game) if isinstance(game, str) else game
        options = game.recorded_options(options, rules, game.edition(edition))
    return new(game, seats, seed=seed, edition=edition, options=options)


def read_groups(
    game: Game[Any], seats: int, settings: Settings, compare: Mapping[str, Sequence[Any]]
) -> list[Group]:
    """Return the groups that compare values of options. Each is named after its values.

    With several options there is a group for each combination of their values.

    >>> from classkit.engine.registry import find
    >>> formats = {"auction_format": ["english", "second_price"]}
    >>> [name for name, _ in read_groups(find("opoly"), 4, {}, formats)]
    ['English: bids rise aloud', 'Sealed, the winner pays the second highest bid']
    >>> read_groups(find("opoly"), 4, {}, {"auction_format": ["english"]})
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: A comparison needs at least two different values of
    auction_format.
    """
    if not compare:
        return []
    if not isinstance(compare, Mapping) or None in map(to_list, compare.values()):
        raise ClasskitError(
            "compare must be a mapping from options to lists of values, not "
            f"{truncate_text(compare)}: compare={{'auction_format': ['english', 'first_price']}}."
        )
    for option, values in compare.items():
        if len({*map(repr, values)}) < max(2, len(values)):
            raise ClasskitError(f"A comparison needs at least two different values of {option}.")
    ways = [dict(zip(compare, one, strict=True)) for one in product(*compare.values())]
    if len(ways) > MAX_GROUPS:
        raise ClasskitError(f"A class is split into at most {MAX_GROUPS} groups, not {len(ways)}.")
    groups = [(describe_settings(game, seats, {**settings, **way}, way), way) for way in ways]
    return disambiguate_names([(name, read_settings(game, way)) for name, way in groups])


def describe_settings(game: Game[Any], seats: int, settings: Settings, told: Settings) -> str:
    """Describe some of a match's settings."""
    match = begin_match(game, seats, 1, settings)
    options, say = {option.name: option for option in game.options}, match.say()
    return "; ".join(
        match.edition.title if name == EDITION else format_option(options[name], value, say)
        for name, value in told.items()
    )


def format_option(option: Option, value: Any, say: TextFormatter) -> str:
    """Format the value of an option. Add the option's label if the value needs it.

    >>> from classkit.engine.registry import find
    >>> options = {option.name: option for option in find("poleconomy").options}
    >>> format_option(options["auction_style"], "open", TextFormatter())
    'aloud, in turn'
    >>> format_option(options["loans_allowed"], True, TextFormatter())
    'Trades may include a new debt: yes'
    """
    words = format_option_value(option, value, say)
    if isinstance(value, bool):
        words = words.lower()
    values = option.values
    speaks = isinstance(values, OneOf) and all(isinstance(one, str) for one in values.options)
    return words if speaks or words.startswith(option.label) else f"{option.label}: {words}"


def find_compared_label(game: Game[Any], groups: Sequence[tuple[str, Settings]]) -> str:
    """Return the label of the option whose values the groups are named after.

    Return "" unless there is exactly one such option, or if the names contain its label.

    >>> from classkit.engine.registry import find
    >>> rules = find("economicon")
    >>> groups = read_groups(rules, 4, {}, {"peg_values": ["both", "payment_only"]})
    >>> [name for name, _ in groups], find_compared_label(rules, groups)
    (['when it is used to pay and when it is bought', 'only when it is used to pay'], 'A peg
    sets the value of a currency')
    >>> find_compared_label(rules, read_groups(rules, 4, {}, {"production_hidden": [True, False]}))
    ''
    """
    differ = {option for _, settings in groups for option in settings}
    found = [option.label for option in game.options if {option.name} == differ]
    return "".join(
        label for label in found if not any(name.startswith(label) for name, _ in groups)
    )


def disambiguate_names(groups: Sequence[Group]) -> list[Group]:
    """Return groups with unique names. Two editions may have the same title.

    >>> disambiguate_names([("Board", {"edition": "a"}), ("Board", {"edition": "b"})])
    [('Board (1)', {'edition': 'a'}), ('Board (2)', {'edition': 'b'})]
    """
    if len({name for name, _ in groups}) == len(groups):
        return [*groups]
    return [(f"{name} ({at})", settings) for at, (name, settings) in enumerate(groups, 1)]
