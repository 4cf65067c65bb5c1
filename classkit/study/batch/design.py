"""The design of a study: its matches, their order, and its columns."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from classkit.engine.data import as_data, listed, read_whole
from classkit.engine.errors import ClasskitError, UnknownName, in_figures, shorten
from classkit.engine.game import Game
from classkit.engine.metrics import Metric
from classkit.engine.options import by_names
from classkit.engine.own_figures import with_figures
from classkit.engine.registry import find, is_registered, read_seed

from ..code.fingerprint import fingerprint
from ..players import Player, read_bots
from .columns import FIXED, About, describe, of_races
from .jobs import Prepared, Setting
from .labels import Titles
from .layout import Layout
from .measure import Measure, Row, cell, own_of, read_measure
from .starts import (
    PREFIX,
    fact_named,
    in_short,
    may_be_fact,
    named_unless,
    start_of,
    title_of,
)

LIMIT = 1_000_000
"""The most matches of a study, unless more are asked for."""
USUAL = 100
VARIED_TOO = ("bots", "seats", "edition", "position")
"""The arguments that may be varied besides the options of a game and the facts of a position."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of what is varied: its setting, and the columns of its rows.

    ``varied`` holds the values in words, ``bots`` the names by seat. ``facts`` tell it from every
    other setting, even from one with the same names: its seats, edition, options, position and
    policies as JSON data.
    """

    setting: Setting
    varied: Row
    bots: dict[str, str]
    facts: dict[str, Any]


@dataclass(frozen=True)
class Design:
    """All matches of a study: every cell with every seed, so that the cells share their luck.

    Match 1 is the first seed in the first cell, match 2 the same seed in the second.
    """

    game: Game[Any]
    cells: tuple[Cell, ...]
    seeds: Sequence[int]
    measure: Measure
    about: About

    def __len__(self) -> int:
        return len(self.cells) * len(self.seeds)

    @property
    def bots(self) -> dict[str, Player]:
        """Who plays in any cell, by the name in the columns."""
        return {
            label: player
            for cell in self.cells
            for label, player in zip(cell.bots.values(), cell.setting.bots, strict=True)
        }

    @cached_property
    def layout(self) -> Layout:
        """The part of the design that shows in its rows."""
        cells = [{"varied": cell.varied, "bots": cell.bots} for cell in self.cells]
        return Layout(self.measure.by, cells, self.seeds)

    def in_words(self, number: int) -> str:
        """Say which match is the one of this number from 0."""
        facts = {"seed": self.layout.seed_of(number), **self.layout.cell_of(number)["varied"]}
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
    limit: int = LIMIT,
    options: Mapping[str, Any] | None = None,
) -> Design:
    """Read the design of a study, and check everything possible before a match is played.

    >>> design = read_design("opoly", n=50, vary={"seats": [3, 4], "auction_format": ["english"]})
    >>> len(design), [cell.varied for cell in design.cells]
    (100, [{'seats': 3, 'auction_format': 'english'}, {'seats': 4, 'auction_format': 'english'}])
    """
    own, metrics = own_of(metrics)
    rules = with_figures(find(game), own)
    n, seats, limit = as_data((n, seats, limit))
    seeds = series_as_data(seeds)
    fixed = {"bots": bots, "seats": seats, "edition": edition, "position": position}
    chosen = {name: value for name, value in fixed.items() if value is not None}
    chosen |= read_names(rules, by_names(options))
    varied = read_vary(rules, {} if vary is None else vary, chosen)
    count_matches(varied, how_many_seeds(seeds, n), limit)
    chain = read_seeds(seeds, n)
    columns = {name: column_of(name, rules) for name in varied}
    names, figures = Names(), dict[str, Metric]()
    cells: list[Cell] = []
    marks, races = set[str](), list[About]()
    for values in product(*varied.values()):
        wish = {**chosen, **dict(zip(varied, values, strict=True))}
        one, prepared = make_cell(rules, wish, columns, names)
        mark = json.dumps(one.facts, sort_keys=True, default=str)
        if mark in marks:
            raise ClasskitError(
                f"Two variants are the same ({one.varied}): their matches would count twice."
            )
        marks.add(mark)
        facts_varied = [fact_named(name) for name in varied if is_fact(name, rules)]
        with named_unless(wish.get("position"), facts_varied):
            trial = prepared.begin(chain[0])
        figures |= {metric.key: metric for metric in rules.metrics_of(trial.table)}
        if (described := of_races(trial)) not in races:
            races.append(described)
        cells.append(one)
    measure = read_measure(by, metrics, horizon, rules, figures.values())
    facts = {columns[name]: fact_named(name) for name in varied if is_fact(name, rules)}
    about = describe(rules, varied, measure.metrics, races, facts)
    return Design(rules, tuple(cells), chain, measure, about)


def read_names(rules: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options given after checking their names; values are checked cell by cell."""
    known = [option.name for option in rules.options]
    for name in options:
        if name not in known:
            raise UnknownName("option", name, known)
    return dict(options)


def read_vary(
    rules: Game[Any], vary: Mapping[str, Sequence[Any]], given: Mapping[str, Any]
) -> dict[str, list[Any]]:
    """Read what is varied: for each name a list of different values."""
    if not isinstance(vary, Mapping):
        raise ClasskitError(
            f"vary must be a mapping from names to lists of values, not {shorten(vary)}: "
            "vary={'seats': [3, 4]}."
        )
    found: dict[str, list[Any]] = {}
    for name, values in vary.items():
        if is_fact(name, rules):
            refuse_no_fact(rules, name, vary, given)
        if name in given:
            raise ClasskitError(f"{name} is varied, so it cannot be given a single value as well.")
        if name != "bots":
            values = series_as_data(values)
        if not isinstance(values, (list, tuple, range)):
            raise ClasskitError(
                f"vary[{name!r}] must be a list of values, not {shorten(values)}: "
                f"vary={{{name!r}: [{shorten(values)}]}}."
            )
        if not values:
            raise ClasskitError(f"vary[{name!r}] is an empty list: there would be no match at all.")
        found[name] = list(values)
        for place, value in enumerate(found[name]):
            if value in found[name][:place]:
                raise ClasskitError(
                    f"vary[{name!r}] has {shorten(value)} twice: its matches would count twice."
                )
    return found


def series_as_data(values: Any) -> Any:
    """Return values as plain data; an array of numpy, or a column of pandas, as a list.

    >>> import numpy as np
    >>> series_as_data(np.arange(2)), series_as_data(range(2)), series_as_data("AB")
    ([0, 1], range(0, 2), 'AB')
    """
    if type(values) is range:
        return values
    if type(values).__module__.partition(".")[0] in ("numpy", "pandas"):
        values = values.tolist() if hasattr(values, "tolist") else values
    return as_data(values)


def is_fact(name: object, rules: Game[Any]) -> bool:
    """Return whether a name that is varied means a fact of the position, and nothing else."""
    return name not in VARIED_TOO and name not in {option.name for option in rules.options}


def refuse_no_fact(
    rules: Game[Any], name: object, vary: Mapping[str, Any], given: Mapping[str, Any]
) -> None:
    """Raise UnknownName, with the likely name, for what is neither an option nor a fact.

    The facts may depend on edition and options, so they are read from a match of the first variant.
    """
    known = [*VARIED_TOO, *(option.name for option in rules.options)]
    if not rules.has_positions or not isinstance(name, str):
        raise UnknownName("option", name, known)
    first = {one: values[0] for one, values in vary.items() if one in known and listed(values)}
    wish = {key: value for key, value in {**given, **first}.items() if key != "position"}
    _, prepared = make_cell(rules, wish, {}, Names())
    kinds = rules.fact_kinds(prepared.begin(0).table)
    if not may_be_fact(name, kinds, prepared.seats):
        facts = kinds.names(prepared.seats) if kinds else []
        raise UnknownName("option or fact", name, [*known, *facts])


def how_many_seeds(seeds: Any, n: Any) -> int:
    """Count the seeds before reading them, since there may be absurdly many."""
    if n is not None:
        n = read_whole("n", n)
    if isinstance(seeds, range):  # len() fails for numbers larger than a machine word
        return max(0, -((seeds.start - seeds.stop) // seeds.step))
    return len(seeds) if isinstance(seeds, (list, tuple)) else n or USUAL


def read_seeds(seeds: Any, n: int | None) -> Sequence[int]:
    """Read the seeds of each cell: 1 to n, n of them from the one given, or a list.

    >>> read_seeds(None, 3), read_seeds(40, 3), read_seeds([7, 1], None)
    (range(1, 4), range(40, 43), [7, 1])
    """
    if seeds is None or type(seeds) is int:
        first = 1 if seeds is None else read_seed(seeds)
        chain = range(first, first + (n or USUAL))
        read_seed(chain[-1])
        return chain
    if not isinstance(seeds, (list, tuple, range)) or not seeds:
        raise ClasskitError(
            f"seeds must be the first seed or a list of seeds, not {shorten(seeds)}: seeds=1 or "
            "seeds=[7, 8, 9]."
        )
    if n is not None and n != len(seeds):
        raise ClasskitError(
            f"n is {in_figures(n)} and there are {len(seeds):,} seeds: leave n out."
        )
    if isinstance(seeds, range):
        read_seed(seeds[0])
        read_seed(seeds[-1])
        return seeds
    listed = [read_seed(seed) for seed in seeds]
    if len(set(listed)) < len(listed):
        raise ClasskitError("a seed is listed twice in seeds: its matches would count twice.")
    return listed


def count_matches(varied: Mapping[str, Sequence[Any]], n: int, limit: Any) -> None:
    """Refuse a design of more matches than the limit, and say how many it means."""
    limit = read_whole("limit", limit)
    sizes = [len(values) for values in varied.values()]
    whole = prod(sizes) * n
    if whole > limit:
        product_of = " × ".join(
            [f"{in_figures(size)} of {name}" for name, size in zip(varied, sizes, strict=True)]
            + [f"{in_figures(n)} seeds"]
        )
        figures = in_figures(whole).replace(",", "_")
        raise ClasskitError(
            f"This design means {in_figures(whole)} matches ({product_of}), and at most "
            f"{in_figures(limit)} are played. Vary less, or say limit={figures} if that is meant."
        )


class Names:
    """The names in the columns of a study: of bots, editions and positions."""

    def __init__(self) -> None:
        self.bots, self.editions, self.positions = Titles(), Titles(), Titles()


def make_cell(
    rules: Game[Any], wish: Mapping[str, Any], columns: Mapping[str, str], names: Names
) -> tuple[Cell, Prepared]:
    """Make one cell of the design. Return it and its setting, prepared for play.

    ``columns`` are the names of the columns of what is varied.
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
    start = start_of(wish.get("position"), facts)
    setting = Setting(
        game,
        seats,
        edition=edition.id if edition.built_in else dict(edition.data),
        options=options,
        rules=rules.rules_version,
        position=start,
        edition_hash=edition.hash,
    )
    prepared = Prepared.of(setting)
    by_seat = dict(zip(prepared.seats, called, strict=False))
    players = read_bots(wish.get("bots"), rules, prepared.seats, by_seat)
    bots = {
        seat: names.bots.of_player(bot) for seat, bot in zip(prepared.seats, players, strict=True)
    }
    own_words = {
        "seats": seats,
        "edition": names.editions.of(edition.id, edition.hash),
        "bots": ", ".join(bots.values()),
    }
    if "position" in columns:
        title = title_of(wish["position"])
        own_words["position"] = names.positions.of(title, repr(start_of(wish["position"], {})))
    shown = {
        column: own_words[name] if name in own_words else column_value(wish[name])
        for name, column in columns.items()
    }
    told = {
        "seats": seats,
        "edition": [edition.id, edition.hash],
        "options": {name: as_json(prepared.options[name]) for name in prepared.options},
        "position": start,
        "bots": [fingerprint(bot) for bot in players],
    }
    return Cell(replace(setting, bots=players), shown, bots, told), prepared


def column_of(name: str, rules: Game[Any]) -> str:
    """Return the name of the column of what is varied.

    A fact that is called like a figure or another column of a study has its prefix there:
    "position.turn".
    """
    figures = (*rules.metrics, *rules.starting_facts)
    taken = {*FIXED, "score", *(metric.key for metric in figures)}
    return f"{PREFIX}{name}" if is_fact(name, rules) and name in taken else name


def column_value(value: Any) -> Any:
    """Write a varied value for a column: a number, a truth value or text."""
    if isinstance(value, (list, tuple)) and not any(isinstance(one, (list, dict)) for one in value):
        return ", ".join(str(one) for one in value)
    if isinstance(value, (list, tuple, Mapping)):
        return in_short(value)
    return cell(value)


def as_json(value: Any) -> Any:
    """Return the value of an option as JSON data."""
    return list(value) if isinstance(value, tuple) else value
