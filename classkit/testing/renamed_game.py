"""A game whose currency and units have other names, as an edition may declare.

Amounts of money are written by the currency of the match wherever rules, sentences and pages
compose a text. Texts that the game declares once, such as definitions of metrics, contain its
nouns and its sign, so they are renamed here. So are amounts of units, such as "3 bonds", in texts
that the game composes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from classkit.engine.currency import Currency, make_renamer
from classkit.engine.events import Event, Transfer
from classkit.engine.fields import OneOf
from classkit.engine.game import Game
from classkit.engine.metrics import Metric
from classkit.engine.rulebook_text import Words

if TYPE_CHECKING:
    from classkit.engine.board import Board

Rename = Callable[[str], str]
UnitWords = str | tuple[str, ...]
FIXED_NAMES = frozenset({"key", "clause", "emblem", "chart", "rules", "metrics", "id", "at"})
"""Fields of declarations that are identifiers, not texts for people."""


class RenamedGame(Game[Any]):
    """A game with another currency or other unit names. It has the same rules as ``without``."""

    without: Game[Any]
    """The original game."""
    rename: Callable[[Any], Any]
    """Function that renames the currency and the units in a declaration."""
    rename_amounts: Callable[[Any], Any]
    """Function that renames amounts of units in what the game composes."""

    def declared_text(self, text: str) -> str:
        """Return a text from the game's files with this game's names."""
        renamed: str = self.rename(text)
        return renamed

    def active_metrics(self, table: Any) -> Any:
        """Return the metrics of the original game, renamed."""
        return tuple(map(self.rename, self.without.active_metrics(table)))

    def active_charts(self, table: Any) -> Any:
        """Return the charts of the original game, renamed."""
        return tuple(map(self.rename, self.without.active_charts(table)))

    def get_description(self, table: Any) -> Any:
        """Return the description of the original game, renamed."""
        return self.rename(self.without.get_description(table))

    def sheet_columns(self) -> Any:
        """Return the columns of sheets, renamed."""
        return self.rename(self.without.sheet_columns())

    def board(self, table: Any) -> Any:
        """Return the board, with amounts of units renamed."""
        return self.rename_amounts(super().board(table))

    def scene(self, table: Any, seat: Any = None) -> Any:
        """Return the appearance of the board, with amounts of units renamed."""
        return self.rename_amounts(super().scene(table, seat))

    def thing_titles(self, table: Any) -> Any:
        """Return the titles of items, with amounts of units renamed."""
        return self.rename_amounts(super().thing_titles(table))

    def describe_question(self, table: Any, decision: Any, say: Any) -> Any:
        """Return the brief on a decision, with amounts of units renamed."""
        return self.rename_amounts(super().describe_question(table, decision, say))

    def belongings(self, table: Any, seat: Any, say: Any) -> Any:
        """Return the belongings of a seat, with amounts of units renamed."""
        return self.rename_amounts(super().belongings(table, seat, say))

    @property
    def custom_metrics(self) -> tuple[str, ...]:
        """Keys of the custom metrics of the original game."""
        return self.without.custom_metrics


def rename_game(
    game: Game[Any],
    currency: Currency | None = None,
    units: Mapping[str, UnitWords] | None = None,
) -> Game[Any]:
    """Return a game with another currency, or with other names of units.

    The rules, the records and the ids of units stay the same.

    Args:
        game: The game.
        currency: The new currency; None for the game's own.
        units: New names of units, by their ids in :attr:`.Words.units`; others keep their names.

    Example:
        >>> from classkit.engine.registry import find
        >>> game = rename_game(find("poleconomy"), Currency("kr", "krone", "kroner", after=True))
        >>> price = next(one for one in game.metrics if one.key == "company_price")
        >>> price.unit, price.definition[:52]
        ('kr', 'The price of a company at this moment, in kroner; it')
    """
    old, units = game.currency, units or {}
    new = old if currency is None else currency
    if new is not old and old:
        new = Currency(
            str(new), new.one, new.many, after=new.after, thousands=new.thousands,
            decimals=new.decimals, spellings=new.spellings, unit=old.unit,
        )  # fmt: skip
    say_money = make_renamer(old, new) if new is not old else str
    say_units = make_unit_renamer(game.words.units, units)
    rename = make_data_renamer(lambda text: new if old.covers(text) else say_units(say_money(text)))
    rename_amounts = make_data_renamer(say_units)
    renamed = type(game.name, (RenamedGame, type(game)), {
        "currency": new, "without": game, "rename": staticmethod(rename),
        "rename_amounts": staticmethod(keep_boards(rename_amounts)),
        "words": rename_words(game.words, rename, rename_amounts, units, old, new),
        "__qualname__": f"rename_game.<locals>.{game.name}",
        **{name: rename(getattr(game, name))
           for name in ("metrics", "charts", "starting_facts", "options", "gives_away", "about")},
    })  # fmt: skip
    made: Game[Any] = renamed()
    return made


def make_unit_renamer(old: Mapping[str, UnitWords], new: Mapping[str, UnitWords]) -> Rename:
    """Return a function that replaces the nouns after numbers and placeholders in a text.

    >>> rename = make_unit_renamer({"bond": ("bond", "bonds")}, {"bond": ("note", "notes")})
    >>> rename("Ada buys 3 bonds and a bond."), rename("1 bond")
    ('Ada buys 3 notes and a bond.', '1 note')
    """
    forms: dict[str, str] = {}
    for unit, words in new.items():
        before, after = list_forms(old.get(unit, unit)), list_forms(words)
        for at, form in enumerate(before):
            forms.setdefault(form.lower(), after[min(at, len(after) - 1)])
    if not forms:
        return str
    spelled = "|".join(map(re.escape, sorted(forms, key=lambda form: (-len(form), form))))
    pattern = re.compile(rf"(?<=[\d}}])([ \u00a0])({spelled})(?!\w)", re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: found[1] + forms[found[2].lower()], text)


def list_forms(words: UnitWords) -> list[str]:
    """Return the forms of a unit: after 1, after other numbers, and without a number."""
    return [words, words] if isinstance(words, str) else [*words]


def make_data_renamer(say: Rename) -> Callable[[Any], Any]:
    """Return a function that renames the texts in some data: a text, a metric, a scene."""

    @lru_cache(maxsize=2_000)
    def rename_metric(metric: Metric) -> Metric:
        texts = ("label", "definition", "window", "relative_to", "unsplit", "unit")
        renamed: dict[str, Any] = {name: say(getattr(metric, name)) for name in texts}
        return replace(metric, **renamed, compute=metric.expression or metric.compute)

    def rename(data: Any) -> Any:
        if isinstance(data, str):
            return say(data)
        if isinstance(data, Metric):
            return rename_metric(data)
        if isinstance(data, OneOf) and data.titles:
            choice = copy(data)
            choice.named = rename(data.titles)
            return choice
        if isinstance(data, (Event, Transfer)):  # recorded facts, not texts
            return data
        if isinstance(data, tuple) and hasattr(data, "_fields"):
            return type(data)(*map(rename_field, data._fields, data))
        if isinstance(data, (tuple, list)):
            return type(data)(map(rename, data))
        if isinstance(data, Mapping):
            return {key: rename(value) for key, value in data.items()}
        if is_dataclass(data) and not isinstance(data, type):
            names = [one.name for one in fields(data) if one.init]
            return replace(
                data, **{name: rename_field(name, getattr(data, name)) for name in names}
            )
        return data

    def rename_field(name: str, value: Any) -> Any:
        return value if name in FIXED_NAMES else rename(value)

    return rename


def keep_boards(rename: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function that renames a board only once: a board is the same during a match."""
    from classkit.engine.board import Board  # not needed for play

    kept: list[tuple[Board, Board]] = []

    def rename_once(data: Any) -> Any:
        if not isinstance(data, Board):
            return rename(data)
        for board, renamed in kept:
            if board is data:
                return renamed
        kept[:] = [*kept[-7:], (data, rename(data))]
        return kept[-1][1]

    return rename_once


def rename_words(
    words: Words,
    rename: Callable[[Any], Any],
    rename_amounts: Callable[[Any], Any],
    units: Mapping[str, UnitWords],
    old: Currency,
    new: Currency,
) -> Words:
    """Return a game's texts with other unit names and another currency."""

    def rename_sentence(text: Any) -> Any:
        if callable(text):
            return lambda *facts: rename_amounts(text(*facts))
        return rename(text)

    texts: dict[str, Any] = {
        one.name: {key: rename_sentence(text) for key, text in table.items()}
        for one in fields(words)
        if isinstance(table := getattr(words, one.name), Mapping)
    }
    for name in ("sum_up", "earned"):
        if (compose := getattr(words, name)) is not None:
            texts[name] = rename_sentence(compose)
    money = {old.unit: (new.one, new.many)} if new is not old and old.unit in words.units else {}
    return replace(words, **{**texts, "units": {**texts["units"], **money, **units}})
