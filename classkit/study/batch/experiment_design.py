"""Design of a study: its matches, their order and its columns."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from classkit.engine.custom_metrics import with_metrics
from classkit.engine.errors import ClasskitError, UnknownName, format_int, truncate_text
from classkit.engine.game import Game
from classkit.engine.metrics import Metric
from classkit.engine.options import copy_options
from classkit.engine.registry import find, is_registered, read_seed
from classkit.engine.untrusted_input import read_int, to_builtin, to_list

from ..players import Player, read_bots
from ..provenance import hash_player
from .columns import FIXED_COLUMNS, ColumnInfo, describe_columns, describe_races
from .initial_conditions import (
    FACT_PREFIX,
    can_be_fact,
    get_position_title,
    position_error_scope,
    read_start,
    strip_prefix,
    to_short_text,
)
from .match_setting import MatchSetting, PreparedSetting
from .metrics_collector import MetricsCollector, Row, read_measure, split_custom_metrics, to_cell
from .player_labels import UniqueLabels
from .table_columns import RowLayout

MAX_MATCHES = 1_000_000
"""Default limit on the number of matches in a study."""
DEFAULT_SEEDS = 100
VARIED_ARGUMENTS = ("bots", "seats", "edition", "position")
"""Arguments that can be varied, besides options of the game and facts of a position."""


@dataclass(frozen=True, slots=True)
class DesignCell:
    """One combination of the varied values, its setting and the columns of its rows.

    ``varied`` contains the values as text, and ``bots`` the names by seat. ``facts`` identify the
    setting: its seats, edition, options, position and policies as JSON data.
    """

    setting: MatchSetting
    varied: Row
    bots: dict[str, str]
    facts: dict[str, Any]


@dataclass(frozen=True)
class ExperimentDesign:
    """All matches of a study: every cell with every seed, so that cells can be compared.

    Match 1 plays the first seed in the first cell, and match 2 the same seed in the second cell.
    """

    game: Game[Any]
    cells: tuple[DesignCell, ...]
    seeds: Sequence[int]
    measure: MetricsCollector
    about: ColumnInfo

    def __len__(self) -> int:
        return len(self.cells) * len(self.seeds)

    @property
    def bots(self) -> dict[str, Player]:
        """Bots of all cells, by their names in the columns."""
        return {
            label: player
            for cell in self.cells
            for label, player in zip(cell.bots.values(), cell.setting.bots, strict=True)
        }

    @cached_property
    def layout(self) -> RowLayout:
        """The part of the design that determines the layout of its rows."""
        cells = [{"varied": cell.varied, "bots": cell.bots} for cell in self.cells]
        return RowLayout(self.measure.by, cells, self.seeds)

    def describe_match(self, number: int) -> str:
        """Describe the match with this number, from 0."""
        facts = {"seed": self.layout.get_seed(number), **self.layout.get_cell(number)["varied"]}
        which = ", ".join(f"{name} {value}" for name, value in facts.items())
        return f"Match {number + 1} ({which})"


def read_design(
    game: str | Game[Any],
    *,
    bots: Any = None,
    n: int | None = None,
    vary: Mapping[str, Sequence[Any]] | None = None,
    seeds: Any = None,
    seats: Any = None,
    edition: Any = None,
    position: Any = None,
    by: Any = "match",
    metrics: Any = (),
    horizon: int | None = None,
    limit: int = MAX_MATCHES,
    options: Mapping[str, Any] | None = None,
) -> ExperimentDesign:
    """Build the design of a study, and validate the arguments before any match is played.

    >>> design = read_design("opoly", n=50, vary={"seats": [3, 4], "auction_format": ["english"]})
    >>> len(design), [cell.varied for cell in design.cells]
    (100, [{'seats': 3, 'auction_format': 'english'}, {'seats': 4, 'auction_format': 'english'}])
    """
    own, metrics = split_custom_metrics(metrics)
    rules = with_metrics(find(game), own)
    n, seats, limit = to_builtin((n, seats, limit))
    seeds = to_plain_data(seeds)
    fixed = {"bots": bots, "seats": seats, "edition": edition, "position": position}
    chosen = {name: value for name, value in fixed.items() if value is not None}
    chosen |= read_names(rules, copy_options(options))
    varied = read_vary(rules, {} if vary is None else vary, chosen)
    check_match_count(varied, count_seeds(seeds, n), limit)
    chain = read_seeds(seeds, n)
    columns = {name: get_column_name(name, rules) for name in varied}
    names, figures = ColumnNames(), dict[str, Metric]()
    cells: list[DesignCell] = []
    marks, races = set[str](), list[ColumnInfo]()
    for values in product(*varied.values()):
        wish = {**chosen, **dict(zip(varied, values, strict=True))}
        one, prepared = make_cell(rules, wish, columns, names)
        mark = json.dumps(one.facts, sort_keys=True, default=str)
        if mark in marks:
            raise ClasskitError(
                f"Two variants are the same ({one.varied}): their matches would count twice."
            )
        marks.add(mark)
        facts_varied = [strip_prefix(name) for name in varied if is_fact(name, rules)]
        with position_error_scope(wish.get("position"), facts_varied):
            trial = prepared.begin_match(chain[0])
        figures |= {metric.key: metric for metric in rules.active_metrics(trial.table)}
        if (described := describe_races(trial)) not in races:
            races.append(described)
        cells.append(one)
    measure = read_measure(by, metrics, horizon, rules, figures.values())
    facts = {columns[name]: strip_prefix(name) for name in varied if is_fact(name, rules)}
    about = describe_columns(rules, varied, measure.metrics, races, facts)
    return ExperimentDesign(rules, tuple(cells), chain, measure, about)


def read_names(rules: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options after checking their names. Values are checked for each cell."""
    known = [option.name for option in rules.options]
    for name in options:
        if name not in known:
            raise UnknownName("option", name, known)
    return dict(options)


def read_vary(
    rules: Game[Any], vary: Mapping[str, Sequence[Any]], given: Mapping[str, Any]
) -> dict[str, list[Any]]:
    """Read the varied values, as a list of distinct values for each name."""
    if not isinstance(vary, Mapping):
        raise ClasskitError(
            f"vary must be a mapping from names to lists of values, not {truncate_text(vary)}: "
            "vary={'seats': [3, 4]}."
        )
    found: dict[str, list[Any]] = {}
    for name, values in vary.items():
        if is_fact(name, rules):
            refuse_unknown_fact(rules, name, vary, given)
        if name in given:
            raise ClasskitError(
                f"{name} is varied, so it cannot have a single value too. Remove one of the two."
            )
        if name != "bots":
            values = to_plain_data(values)
        if not isinstance(values, (list, tuple, range)):
            raise ClasskitError(
                f"vary[{name!r}] must be a list of values, not {truncate_text(values)}: "
                f"vary={{{name!r}: [{truncate_text(values)}]}}."
            )
        if not values:
            raise ClasskitError(
                f"vary[{name!r}] is an empty list, so there would be no matches. Add a value."
            )
        found[name] = list(values)
        for place, value in enumerate(found[name]):
            if value in found[name][:place]:
                raise ClasskitError(
                    f"vary[{name!r}] has {truncate_text(value)} twice: its matches would count "
                    "twice."
                )
    return found


def to_plain_data(values: Any) -> Any:
    """Convert values to built-in types. Numpy arrays and pandas columns become lists.

    >>> import numpy as np
    >>> to_plain_data(np.arange(2)), to_plain_data(range(2)), to_plain_data("AB")
    ([0, 1], range(0, 2), 'AB')
    """
    if type(values) is range:
        return values
    if type(values).__module__.partition(".")[0] in ("numpy", "pandas"):
        values = values.tolist() if hasattr(values, "tolist") else values
    return to_builtin(values)


def is_fact(name: object, rules: Game[Any]) -> bool:
    """Return True if a varied name refers to a fact of the position."""
    return name not in VARIED_ARGUMENTS and name not in {option.name for option in rules.options}


def refuse_unknown_fact(
    rules: Game[Any], name: object, vary: Mapping[str, Any], given: Mapping[str, Any]
) -> None:
    """Raise UnknownName if a varied name is neither an option nor a fact.

    The facts may depend on edition and options, so they are read from a match of the first variant.
    """
    known = [*VARIED_ARGUMENTS, *(option.name for option in rules.options)]
    if not rules.has_positions or not isinstance(name, str):
        raise UnknownName("option", name, known)
    first = {one: values[0] for one, values in vary.items() if one in known and to_list(values)}
    wish = {key: value for key, value in {**given, **first}.items() if key != "position"}
    _, prepared = make_cell(rules, wish, {}, ColumnNames())
    kinds = rules.fact_kinds(prepared.begin_match(0).table)
    if not can_be_fact(name, kinds, prepared.seats):
        facts = kinds.list_names(prepared.seats) if kinds else []
        raise UnknownName("option or fact", name, [*known, *facts])


def count_seeds(seeds: Any, n: Any) -> int:
    """Count the seeds without iterating over them, because a range may be huge."""
    if n is not None:
        n = read_int("n", n)
    if isinstance(seeds, range):  # len() fails for numbers larger than a machine word
        return max(0, -((seeds.start - seeds.stop) // seeds.step))
    return len(seeds) if isinstance(seeds, (list, tuple)) else n or DEFAULT_SEEDS


def read_seeds(seeds: Any, n: int | None) -> Sequence[int]:
    """Return the seeds of each cell: 1 to ``n``, ``n`` consecutive seeds, or a list.

    >>> read_seeds(None, 3), read_seeds(40, 3), read_seeds([7, 1], None)
    (range(1, 4), range(40, 43), [7, 1])
    """
    if seeds is None or type(seeds) is int:
        first = 1 if seeds is None else read_seed(seeds)
        chain = range(first, first + (n or DEFAULT_SEEDS))
        read_seed(chain[-1])
        return chain
    if not isinstance(seeds, (list, tuple, range)) or not seeds:
        raise ClasskitError(
            f"seeds must be the first seed or a list of seeds, not {truncate_text(seeds)}: seeds=1 "
            "or seeds=[7, 8, 9]."
        )
    if n is not None and n != len(seeds):
        raise ClasskitError(f"n is {format_int(n)}, but there are {len(seeds):,} seeds. Omit n.")
    if isinstance(seeds, range):
        read_seed(seeds[0])
        read_seed(seeds[-1])
        return seeds
    listed = [read_seed(seed) for seed in seeds]
    if len(set(listed)) < len(listed):
        raise ClasskitError("a seed is listed twice in seeds: its matches would count twice.")
    return listed


def check_match_count(varied: Mapping[str, Sequence[Any]], n: int, limit: Any) -> None:
    """Raise ClasskitError for a design with more matches than the limit."""
    limit = read_int("limit", limit)
    sizes = [len(values) for values in varied.values()]
    whole = prod(sizes) * n
    if whole > limit:
        product_of = " × ".join(
            [f"{format_int(size)} of {name}" for name, size in zip(varied, sizes, strict=True)]
            + [f"{format_int(n)} seeds"]
        )
        figures = format_int(whole).replace(",", "_")
        raise ClasskitError(
            f"This design has {format_int(whole)} matches ({product_of}); the limit is "
            f"{format_int(limit)}. Vary fewer values, or set limit={figures}."
        )


class ColumnNames:
    """Unique labels of bots, editions and positions in the columns of a study."""

    def __init__(self) -> None:
        self.bots, self.editions, self.positions = UniqueLabels(), UniqueLabels(), UniqueLabels()


def make_cell(
    rules: Game[Any], wish: Mapping[str, Any], columns: Mapping[str, str], names: ColumnNames
) -> tuple[DesignCell, PreparedSetting]:
    """Make one cell of the design. Return it with its setting, prepared for play.

    ``columns`` maps each varied name to its column name.
    """
    known = {option.name for option in rules.options}
    options = {name: value for name, value in wish.items() if name in known}
    facts = {name: value for name, value in wish.items() if is_fact(name, rules)}
    edition = rules.edition(wish.get("edition"))
    seats, called = wish.get("seats"), list[str]()
    if seats is None:
        seats = min(4, rules.seat_numbers[-1])
    elif not isinstance(seats, int) and isinstance(seats, Sequence) and not isinstance(seats, str):
        called = [name for name in seats if isinstance(name, str)]
        seats = len(seats)
    game: str | Game[Any] = rules
    if is_registered(rules):
        game = rules.name
    start = read_start(wish.get("position"), facts)
    setting = MatchSetting(
        game,
        seats,
        edition=edition.id if edition.built_in else dict(edition.data),
        options=options,
        rules=rules.rules_version,
        position=start,
        edition_hash=edition.hash,
    )
    prepared = PreparedSetting.from_setting(setting)
    by_seat = dict(zip(prepared.seats, called, strict=False))
    players = read_bots(wish.get("bots"), rules, prepared.seats, by_seat)
    bots = {
        seat: names.bots.get_player_label(bot)
        for seat, bot in zip(prepared.seats, players, strict=True)
    }
    own_words = {
        "seats": seats,
        "edition": names.editions.get_label(edition.id, edition.hash),
        "bots": ", ".join(bots.values()),
    }
    if "position" in columns:
        title = get_position_title(wish["position"])
        own_words["position"] = names.positions.get_label(
            title, repr(read_start(wish["position"], {}))
        )
    shown = {
        column: own_words[name] if name in own_words else column_value(wish[name])
        for name, column in columns.items()
    }
    told = {
        "seats": seats,
        "edition": [edition.id, edition.hash],
        "options": {name: option_to_json(prepared.options[name]) for name in prepared.options},
        "position": start,
        "bots": [hash_player(bot) for bot in players],
    }
    return DesignCell(replace(setting, bots=players), shown, bots, told), prepared


def get_column_name(name: str, rules: Game[Any]) -> str:
    """Return the column name for a varied name.

    A fact that shares its name with a metric or another column gets a prefix: "position.turn".
    """
    figures = (*rules.metrics, *rules.starting_facts)
    taken = {*FIXED_COLUMNS, "score", *(metric.key for metric in figures)}
    return f"{FACT_PREFIX}{name}" if is_fact(name, rules) and name in taken else name


def column_value(value: Any) -> Any:
    """Convert a varied value to a table cell: a number, bool or text."""
    if isinstance(value, (list, tuple)) and not any(isinstance(one, (list, dict)) for one in value):
        return ", ".join(str(one) for one in value)
    if isinstance(value, (list, tuple, Mapping)):
        return to_short_text(value)
    return to_cell(value)


def option_to_json(value: Any) -> Any:
    """Convert the value of an option to JSON data."""
    return list(value) if isinstance(value, tuple) else value
