"""Law of money and units: a game names them once, and every text follows that declaration.

The law plays matches of the game with another currency and other nouns of all units
(:func:`.rename_game`), and reads every text that a viewer, a page, a chart, a record sheet, an
export or a refusal shows. None may contain the old sign or noun of the currency, or an old noun of
a unit, singular or plural.

Prose is exempt: clauses of the rulebook, and texts of an edition, such as names of squares, are
shown as their authors wrote them. All other exemptions are listed with a reason: places of ids
(:data:`ID_PLACES`), places of texts that rules store (:data:`STORED_TEXTS`), and words of classkit
itself (:data:`COMMON_WORDS`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.charts.number_parser import GENERIC_UNITS
from classkit.engine.currency import Currency
from classkit.engine.events import EVERYBODY
from classkit.engine.game import Game
from classkit.engine.id_names import replace_ids
from classkit.engine.match import Match
from classkit.engine.randomness import RandomStream
from classkit.engine.renaming.renamed_game import PLACEHOLDER, rename_game, spell_words
from classkit.frames import to_data
from classkit.frames.columns import build_dictionary

from .match_strategies import begin_match, law, walk_randomly
from .viewer_observations import collect_refusals, observe_page, observe_public

STEPS, OBSERVED_EVERY = 120, 60
NEW_CURRENCY = Currency("zq", "zqone", "zqmany", after=True, thousands=".")
"""Currency of the law's matches, which resembles no word in any game."""


def rename_everything(game: Game[Any]) -> Game[Any]:
    """Return a game with another currency, if it has one, and other nouns of all its units.

    >>> from classkit.engine.registry import find
    >>> renamed = rename_everything(find("poleconomy"))
    >>> renamed.currency, renamed.words.units["bond"]
    ('zq', ('zqbond', 'zqbondz'))
    """
    units = {
        unit: (f"zq{unit}", f"zq{unit}z")
        for unit, words in game.words.units.items()
        if is_renamable(words) and unit not in GENERIC_UNITS and not game.currency.covers(unit)
    }
    return rename_game(game, NEW_CURRENCY if game.currency else None, units)


def is_renamable(words: str | tuple[str, ...]) -> bool:
    """Return whether a unit has a noun, not the name of a title, a seat or a kind.

    >>> is_renamable(("bond", "bonds")), is_renamable("{}'s piece")
    (True, False)
    """
    return not any("{" in form for form in ([words] if isinstance(words, str) else words))


def find_old_units(game: Game[Any]) -> re.Pattern[str]:
    """Return the pattern of an old noun as a whole word, singular or plural.

    >>> from classkit.engine.registry import find
    >>> old = find_old_units(find("poleconomy"))
    >>> [bool(old.search(text)) for text in ("3 bonds", "Life policy", "bond_sold", "bonded")]
    [True, True, False, False]
    """
    nouns = [
        words for unit, words in game.words.units.items()
        if is_renamable(words) and unit not in GENERIC_UNITS and not game.currency.covers(unit)
    ]  # fmt: skip
    forms = {form for words in nouns for form in ([words] if isinstance(words, str) else words)}
    return re.compile(spell_words(forms), re.IGNORECASE)


def find_old_currency(currency: Currency) -> re.Pattern[str]:
    """Return the pattern of the sign and the nouns of a currency.

    >>> from classkit.engine.currency import DOLLAR
    >>> old = find_old_currency(DOLLAR)
    >>> [bool(old.search(text)) for text in ("pays $5", "in dollars", "5 points")]
    [True, True, False]
    """
    parts = []
    for word in currency.words:
        before = r"(?<!\w)" if word[0].isalnum() else ""
        after = r"(?!\w)" if word[-1].isalnum() else ""
        parts.append(f"{before}{re.escape(word)}{after}")
    return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)


ID_PLACES: Mapping[str, str] = {
    r"\.(?:key|keys|id|ids|metric|metrics\[\]|metrics|chart|figure|part|kind|purpose|column|table)$"
    r"|\.(?:filled\[\]|first_charts\[\]|raced\[\]|public\.charts\[\]\[\])$":
        "ids of metrics, charts, parts and events",
    r"\.(?:moves|fields|events)\[\]\.name$": "ids of moves, fields and events",
    r"\.(?:order\[\]|of|of\[\]|meta|asks\[\]\[\]|parts\[\]\[\]|courses\[\])$":
        "ids of lines in charts",
    r"\.(?:symbol|emblem)$|\.about\.cards\[\]\[\]$": "shapes of markers and pictures",
    r"\.(?:space|links\[\]\.target|sheets\[\]\.name)$": "ids of spaces and sheets",
    r"\.(?:options\[\]\.value|suggest\[\]|answers\[\]\.move)$|\.answers\[\]\.fields\.":
        "answers as a program gives them",
    r"\.per$": "ids of turns, rounds and elections",
    r"\.(?:transfers|ledger|rows|entries)\[\]\.unit$|\.facts\.(?:asset|unit)$":
        "ids of units in the ledger",
}  # fmt: skip
"""Places of texts that no person reads, with a reason."""
UNIT_ID_PLACES: Mapping[str, str] = {
    r"\.facts\.|\.options\.": "facts and options as a program reads them",
    r"\.peg\.[A-Z]$|\.history\[\]\.text$": "units to which a currency is pegged",
}
"""Places of texts that may be the id of a unit in the rules, with a reason."""
STORED_TEXTS: Mapping[str, str] = {
    r"\.export\.events\[\]\.facts\.text$":
        "a law in the words of the rules; the sentence about it follows the declaration",
}  # fmt: skip
"""Places of texts that rules store in events, with a reason."""
COMMON_WORDS: Mapping[str, str] = {
    "unit": "heading of a column, and name of a field in answers of Economicon",
    "units": "what to omit when a number is typed",
}
"""Old nouns that classkit uses in its own sense, with a reason."""
CODE = re.compile(r"(?<!\w)'[^'\s]*'|`[^`]*`|[\w:]+\((?:[^()]|\([^()]*\))*\)|(?<=” )\(\w+\)")
"""Matches a quoted id, and moves and keys as Python names them: "buy(square: I07)"."""


def is_exempt(where: str, is_unit: bool = False) -> bool:
    """Return whether a text at a place is exempt, or the id of a unit.

    >>> is_exempt(".plans[].key"), is_exempt(".plans[].title")
    (True, False)
    """
    places = (*ID_PLACES, *STORED_TEXTS, *(UNIT_ID_PLACES if is_unit else ()))
    return any(re.search(place, where) for place in places)


def iter_texts(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield each text in some data, with its place. Keys of mappings are ids.

    >>> list(iter_texts({"news": ["A pays $5"], "turn": 3}))
    [('.news[]', 'A pays $5')]
    """
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from iter_texts(item, f"{where}.{key}")
    elif isinstance(value, (list, tuple, set, frozenset)):
        names = getattr(value, "_fields", ())
        for at, item in enumerate(value):
            yield from iter_texts(item, f"{where}.{names[at]}" if names else f"{where}[]")
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from iter_texts(getattr(value, one.name), f"{where}.{one.name}")


def list_declared_texts(game: Game[Any]) -> list[tuple[str, str]]:
    """Return the texts that a game declares: metrics, charts, options, its description."""
    declared = {
        "metrics": [
            (one.label, one.unit, one.definition, one.window, one.relative_to, one.unsplit)
            for one in (*game.metrics, *game.starting_facts)
        ],
        "charts": [(one.title, one.y_title, one.note, one.lines) for one in game.charts],
        "options": [(one.label, one.about) for one in game.options],
        "about": game.about,
        "sheets": game.sheet_columns(),
        "words": [
            [re.sub(PLACEHOLDER, "", text) for text in table.values() if isinstance(text, str)]
            for one in fields(game.words)
            if isinstance(table := getattr(game.words, one.name), Mapping)
        ],
    }
    return [*iter_texts(declared)]


def list_shown_texts(m: Match, probe: int) -> list[tuple[str, str]]:
    """Return the texts that a match shows now: its page, its refusals, its exports."""
    shown: dict[str, Any] = {}
    for seat in (None, m.seats[0]):
        shown[f"page of {seat}"] = observe_page(m, seat)
    shown["public"] = observe_public(m)
    seat = m.requests()[0].seat if m.requests() else m.seats[0]
    say, refused = m.say(), collect_refusals(m, m.requests(), seat, probe)
    shown["refusals"] = [replace_ids(say, why) for why in refused.values() if why]
    shown["export"] = to_data(m, EVERYBODY)
    shown["dictionary"] = build_dictionary()
    return [*iter_texts(shown)]


def get_prose(m: Match) -> frozenset[str]:
    """Return the clauses of a match's rulebook, the texts in its edition, and ids of a seat.

    Such ids are "notes A", which may be a value of a metric, and the account "points:A".
    """
    texts = (text for _, text in iter_texts(m.edition.data))
    printed = {text for text in texts if text[:1].isupper() or " " in text}  # not ids
    ids = {unit for unit, words in m.game.words.units.items() if not is_renamable(words)}
    ids |= {account for account in m.ledger.accounts() if ":" in account}
    return frozenset({*m.game.rulebook.clauses.values()} | printed | ids)


class Leftovers:
    """Search for old words of a game. Prose is left out, also where a sentence contains it.

    >>> from classkit.engine.registry import find
    >>> search = Leftovers(find("poleconomy"), prose=["Bonds"])
    >>> search.find_word("two bonds"), search.find_word("two notes")
    ('bonds', None)
    >>> search.find_all([("news", "Ada lands on Bonds."), ("title", "Prices of bonds")])
    ["title has the old word 'bonds': Prices of bonds"]
    """

    def __init__(
        self, game: Game[Any], prose: Iterable[str] = (), only_money: bool = False
    ) -> None:
        self.money = find_old_currency(game.currency)
        self.units = re.compile("(?!)") if only_money else find_old_units(game)
        self.prose, self.ids = {*prose}, game.words.units.keys()
        names = [text for text in self.prose if text and self.find_word(text)]
        self.names = re.compile(
            "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
        )

    def find_word(self, text: str) -> str | None:
        """Return the first old word in a text, or None."""
        found = self.money.search(text)
        if found is not None:
            return found[0]
        words = (found[0] for found in self.units.finditer(text))
        return next((word for word in words if word.lower() not in COMMON_WORDS), None)

    def find_all(self, texts: Iterable[tuple[str, str]]) -> list[str]:
        """Return the texts with an old word, each with its place, as sentences."""
        found: dict[str, None] = {}
        for where, text in texts:
            if text in self.prose or self.find_word(text) is None:
                continue
            if is_exempt(where, text in self.ids):
                continue
            word = self.find_word(CODE.sub("", self.names.sub("", text)))
            if word is not None:
                found[f"{where} has the old word {word!r}: {text}"] = None
        return [*found]


def find_leftovers(
    game: Game[Any], texts: Iterable[tuple[str, str]], prose: Iterable[str] = ()
) -> list[str]:
    """Return the texts with an old word, as sentences, except printed ``prose``.

    >>> from classkit.engine.registry import find
    >>> find_leftovers(find("poleconomy"), [("news", "Ada pays $5.")])
    ["news has the old word '$': Ada pays $5."]
    """
    return Leftovers(game, prose).find_all(texts)


def play_for_leftovers(game: Game[Any], m: Match, chance: RandomStream) -> Iterator[str]:
    """Play a match of the renamed game randomly, and yield its texts with an old word."""
    search = Leftovers(game, get_prose(m))
    for step in walk_randomly(m, chance, STEPS, last=True):
        if step % OBSERVED_EVERY == OBSERVED_EVERY - 1 or m.is_over:
            yield from search.find_all(list_shown_texts(m, step))


@law
@given(st.data())
def test_money_and_units_are_named_once(game: Any, data: st.DataObject) -> None:
    """Check that no text in a match contains an old word after its currency and units are renamed.

    Prose of the rulebook and ids are exempt (see the module).
    """
    renamed = rename_everything(game)
    assert not (left := find_leftovers(game, list_declared_texts(renamed))), "\n".join(left)
    left = [*play_for_leftovers(game, *begin_match(renamed, data, "money"))]
    assert not left, "\n".join(left)
