"""A game whose currency and units have other names, as an edition may declare.

Amounts of money are written by the currency of the match wherever rules, sentences and pages
compose a text. Texts that the game declares once, such as definitions of metrics, contain its
nouns and its sign, so they are renamed here. So are the nouns of units in texts that the game
composes: sentences, boards, briefs, and (by :attr:`.Words.rename`) the reasons of the rules.

Names that an edition gives to squares and cards are kept, as are the names of players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from ..currency import Currency, UnitNoun, make_renamer
from ..editions import Edition
from ..events import Event, Transfer
from ..fields import OneOf
from ..game import Game
from ..metrics import Metric
from ..question_brief import Scale
from ..rulebook_text import TextFormatter, Words
from .edition_names import list_renamable_units, spell_forms

if TYPE_CHECKING:
    from ..board import Board

Rename = Callable[[str], str]
UnitWords = str | tuple[str, ...]
FIXED_NAMES = frozenset({
    "anchor", "at", "bands", "behind", "chart", "clause", "code", "colour", "column", "counting",
    "default",
    "emblem", "events", "id", "key", "kind", "level", "lit", "mark", "marks", "metrics", "name",
    "owner", "path", "pattern", "per", "role", "rules", "seat", "shade", "shape", "source",
    "space", "target", "ticks", "tone",
})  # fmt: skip
"""Fields of declarations that are identifiers, not texts for people."""


class RenamedGame(Game[Any]):
    """A game with another currency or other unit names. It has the same rules as ``without``."""

    without: Game[Any]
    """The original game."""
    rename: Callable[[Any], Any]
    """Function that renames the currency and the units in a declaration."""
    rename_amounts: Callable[[Any], Any]
    """Function that renames amounts of units in what the game composes."""

    has_other_units: bool = False
    """Whether units other than money have other names."""
    named_for: Edition | None = None
    """The edition that declares the names, or None."""

    def __reduce__(self) -> Any:
        """Return a call that creates an equal game, for worker processes."""
        if self.named_for is None:
            return super().__reduce__()
        return name_for_edition, (self.without, self.named_for)

    def edition(self, source: Any = None) -> Edition:
        """Return an edition of the original game, whose units have the game's own names."""
        return self.without.edition(source)

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

    def standings(self, table: Any) -> Any:
        """Return the standings, with units renamed."""
        return self.rename_amounts(super().standings(table))

    def score_title(self, table: Any) -> str:
        """Return the title of the scores, with units renamed."""
        title: str = self.rename_amounts(super().score_title(table))
        return title

    def races(self, table: Any) -> Any:
        """Return the races, with units renamed."""
        races = super().races(table)
        return {self.rename_amounts(title): self.rename_amounts(races[title]) for title in races}

    def deciding_races(self, table: Any) -> Any:
        """Return the titles of the races that decide the match, renamed."""
        return tuple(map(self.rename_amounts, super().deciding_races(table)))

    def moment_title(self, table: Any) -> str:
        """Return the title of the present moment, with units renamed."""
        title: str = self.rename_amounts(super().moment_title(table))
        return title

    def sheet_columns(self) -> Any:
        """Return the columns of sheets, renamed."""
        return self.rename(self.without.sheet_columns())

    def board(self, table: Any) -> Any:
        """Return the board, with units renamed."""
        return self.rename_amounts(super().board(table))

    def scene(self, table: Any, seat: Any = None) -> Any:
        """Return the appearance of the board, with units renamed."""
        return self.rename_amounts(super().scene(table, seat))

    def thing_titles(self, table: Any) -> Any:
        """Return the titles of items, with units renamed."""
        return self.rename_amounts(super().thing_titles(table))

    def print_kit(self, table: Any) -> Any:
        """Return the parts on paper, with amounts of units renamed."""
        return self.rename_amounts(super().print_kit(table))

    def describe_question(self, table: Any, decision: Any, say: Any) -> Any:
        """Return the brief on a decision, with units renamed."""
        return self.rename_amounts(super().describe_question(table, decision, say))

    def belongings(self, table: Any, seat: Any, say: Any) -> Any:
        """Return the belongings of a seat, with units renamed."""
        return self.rename_amounts(super().belongings(table, seat, say))

    @property
    def custom_metrics(self) -> tuple[str, ...]:
        """Keys of the custom metrics of the original game."""
        return self.without.custom_metrics


def rename_game(
    game: Game[Any],
    currency: Currency | None = None,
    units: Mapping[str, UnitWords] | None = None,
    kept: Iterable[str] = (),
) -> RenamedGame:
    """Return a game with another currency, or with other names of units.

    The rules, the records and the ids of units stay the same.

    Args:
        game: The game.
        currency: The new currency; None for the game's own.
        units: New names of units, by their ids in :attr:`.Words.units`; others keep their names.
        kept: Names of an edition that stay the same, such as "Bond Street".

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
    known, names = game.words.units, [*kept]
    nouns = {unit: UnitNoun(list_forms(words)[-1], unit) for unit, words in units.items()}
    say_units = make_unit_renamer(known, units, names)
    rename = make_data_renamer(
        lambda text: new if old.covers(text) else say_units(say_money(text)), nouns
    )
    rename_amounts = make_data_renamer(say_units, nouns)
    renamed = type(game.name, (RenamedGame, type(game)), {
        "currency": new, "without": game, "rename": staticmethod(rename),
        "rename_amounts": staticmethod(keep_boards(rename_amounts)),
        "words": rename_words(
            game.words, rename, partial(make_unit_renamer, known, units), names,
            {**find_money_words(known, old, new), **units}, nouns,
        ),
        "score_verbs": {rename_amounts(key): value for key, value in game.score_verbs.items()},
        "__qualname__": f"rename_game.<locals>.{game.name}",
        **{name: rename(getattr(game, name))
           for name in ("metrics", "charts", "starting_facts", "options", "about")},
    })  # fmt: skip
    made: RenamedGame = renamed()
    made.has_other_units = bool(units)
    return made


PLACEHOLDER = r"\{[\w ]*(?::(?:of )?\w[\w ]*)?"
"""Matches the beginning of a placeholder in a sentence: names of facts, seats and formats."""


def make_unit_renamer(
    old: Mapping[str, UnitWords], new: Mapping[str, UnitWords], kept: Iterable[str] = ()
) -> Rename:
    """Return a function that replaces the nouns of units in a text, with a matching article.

    Args:
        old: The names of units in the text.
        new: The new names of some of them.
        kept: Names with such nouns that stay the same, such as "Bond Street".

    >>> bonds, notes = ("bond", "bonds"), ("note", "notes")
    >>> rename = make_unit_renamer({"bond": bonds}, {"bond": notes}, ["Bond Street"])
    >>> rename("Ada buys 3 bonds and Bond Street."), rename("{n:of bond}: Bonds, {bonds} bonds")
    ('Ada buys 3 notes and Bond Street.', '{n:of bond}: Notes, {bonds} notes')
    >>> make_unit_renamer({"bond": bonds}, {"bond": ("ounce", "ounces")})("A bond or a Bond")
    'An ounce or an Ounce'
    """
    forms: dict[str, str] = {}
    for unit, words in new.items():
        before, after = list_forms(old.get(unit, unit)), list_forms(words)
        for at, form in enumerate(before):
            forms.setdefault(form.lower(), after[min(at, len(after) - 1)])
    if not forms:
        return str
    pattern = re.compile(
        rf"{PLACEHOLDER}|{spell_words(kept)}"
        rf"|(?:(?<!\w)(?P<article>an?)(?P<gap>[ \u00a0]))?(?P<noun>{spell_words(forms)})",
        re.IGNORECASE,
    )

    def replace_noun(found: re.Match[str]) -> str:
        if not (noun := found["noun"]):
            return found[0]
        word = forms[noun.lower()]
        if noun[0].isupper():
            word = word[:1].upper() + word[1:]
        if not (article := found["article"]):
            return word
        chosen = "an" if word[:1].lower() in "aeio" else "a"
        return f"{article[0]}{chosen[1:]}{found['gap']}{word}"

    def replace_nouns(text: str) -> str:
        # an unchanged text is returned as it is, because it may be a currency
        return pattern.sub(replace_noun, text) if pattern.search(text) else text

    return replace_nouns


def spell_words(words: Iterable[str]) -> str:
    """Return a pattern of whole words, longest first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered)) or '(?!)'})(?!\w)"


def list_forms(words: UnitWords) -> list[str]:
    """Return the forms of a unit: after 1, after other numbers, and without a number."""
    return [words, words] if isinstance(words, str) else [*words]


def find_money_words(
    units: Mapping[str, UnitWords], old: Currency, new: Currency
) -> dict[str, UnitWords]:
    """Return the nouns of the new currency, under the unit of the ledger that is this money."""
    return {old.unit: (new.one, new.many)} if new is not old and old.unit in units else {}


NO_NOUNS: Mapping[str, UnitNoun] = {}


def make_data_renamer(
    say: Rename, nouns: Mapping[str, UnitNoun] = NO_NOUNS
) -> Callable[[Any], Any]:
    """Return a function that renames the texts in some data: a text, a metric, a scene.

    A field that contains the id of a unit becomes one of the ``nouns``.
    """

    @lru_cache(maxsize=2_000)
    def rename_metric(metric: Metric) -> Metric:
        texts = ("label", "definition", "window", "relative_to", "unsplit", "unit")
        renamed: dict[str, Any] = {name: rename_field(name, getattr(metric, name))
                                   for name in texts}  # fmt: skip
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
        if isinstance(data, Scale):
            labels = {say(label): value for label, value in data.values.items()}
            title, unit = rename(data.title), rename_field("unit", data.unit)
            return data._replace(title=title, values=labels, unit=unit, level=say(data.level))
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
        if name in FIXED_NAMES:
            return value
        return nouns.get(value) or rename(value) if name == "unit" else rename(value)

    return rename


def keep_boards(rename: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function that renames a board only once: a board is the same during a match."""
    from ..board import Board  # not needed for play

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
    make_renamer_except: Callable[[Iterable[str]], Rename],
    kept: Sequence[str],
    units: Mapping[str, UnitWords],
    nouns: Mapping[str, UnitNoun],
) -> Words:
    """Return a game's texts with other unit names and another currency.

    Args:
        words: The texts of the game.
        rename: Function that renames declared texts.
        make_renamer_except: Function that returns the function for composed texts, which keeps some
            names.
        kept: Names of the edition that are kept.
        units: New names of units.
        nouns: Nouns that become units of metrics.
    """
    usual = make_renamer_except(kept)
    rename_usually = make_data_renamer(usual, nouns)

    @lru_cache(maxsize=64)
    def make_renamer_beside(players: tuple[str, ...]) -> Callable[[Any], Any]:
        return make_data_renamer(make_renamer_except((*kept, *players)), nouns)

    def rename_composed(text: Any, say: TextFormatter) -> Any:
        players = tuple(name for name in say.seats.values() if usual(name) != name)
        return (make_renamer_beside(players) if players else rename_usually)(text)

    def rename_sentence(text: Any) -> Any:
        if callable(text):
            return lambda say, *facts: rename_composed(text(say, *facts), say)
        return rename(text)

    texts: dict[str, Any] = {
        one.name: {key: rename_sentence(text) for key, text in table.items()}
        for one in fields(words)
        if isinstance(table := getattr(words, one.name), Mapping)
    }
    for name in ("sum_up", "earned"):
        if (compose := getattr(words, name)) is not None:
            texts[name] = rename_sentence(compose)
    named = {noun: units[unit] for unit, noun in nouns.items()}
    texts |= {"units": {**named, **texts["units"], **units}, "rename": usual}
    return replace(words, **texts)


# --- the names of an edition --------------------------------------------------------------------


def name_for_edition(game: Game[Any], edition: Edition) -> Game[Any]:
    """Return the game with the names of an edition, or the game itself if it has none.

    Args:
        game: The game, possibly with the names of another edition.
        edition: The edition. Its own texts stay the same.
    """
    names, named_for = edition.names, getattr(game, "named_for", None)
    if named_for is edition or not (named_for or names.has_names):
        return game
    if isinstance(game, RenamedGame) and named_for is not None:
        game = game.without
    if not names.has_names:
        return game

    known = list_renamable_units(game)
    units = {unit: forms for one, forms in names.units for unit in known[one]}
    old = re.compile(spell_words(
        form for unit in units for form in spell_forms(game.words.units[unit])
    ), re.IGNORECASE)  # fmt: skip
    kept = {
        text for text in iter_edition_texts(edition.data)
        if (text[:1].isupper() or " " in text) and old.search(text)
    }  # fmt: skip
    named, currency = names.currency, None
    if named is not None:
        currency = Currency(
            named, named.one, named.many, after=named.after, thousands=named.thousands,
            decimals=named.decimals, spellings=game.currency.spellings,
        )  # fmt: skip
    renamed = rename_game(game, currency, units, sorted(kept))
    renamed.named_for = edition
    return renamed


def iter_edition_texts(data: Any) -> Iterator[str]:
    """Yield the texts in an edition's data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (Mapping, list, tuple)):
        for item in data.values() if isinstance(data, Mapping) else data:
            yield from iter_edition_texts(item)
