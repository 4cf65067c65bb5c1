"""Law of money and units: a game names them once, and every text follows that declaration.

The law plays matches of the game with another currency and other names of units
(:func:`.renamed_game.rename_game`), and reads every text that a viewer, a page, a chart, a record
sheet, an export or a refusal shows. None may contain the old sign or noun of the currency, or an
amount with the old noun of a unit.

Prose of the rulebook is exempt: clauses, one-page sheets that summarize them, and texts printed on
cards of an edition are shown as their authors wrote them. A refusal or another sentence that cites
a clause may use the clause's nouns of units, but never the old currency. The same holds for facts
that rules store in events, such as the text of a law. Ids are exempt, such as the unit "dollars" in
a row of the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.charts.number_parser import GENERIC_UNITS
from classkit.engine.currency import Currency
from classkit.engine.events import EVERYBODY
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.randomness import RandomStream
from classkit.frames import to_data
from classkit.frames.columns import build_dictionary

from .illegal_move_laws import CITATION_PATTERN
from .match_strategies import begin_match, law, walk_randomly
from .renamed_game import rename_game
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
    """Return the pattern of an amount with an old noun.

    >>> from classkit.engine.registry import find
    >>> old = find_old_units(find("poleconomy"))
    >>> [bool(old.search(text)) for text in ("3 bonds", "1 life policy", "buys bonds")]
    [True, True, False]
    """
    nouns = [
        words for unit, words in game.words.units.items()
        if is_renamable(words) and unit not in GENERIC_UNITS
    ]  # fmt: skip
    forms = {form for words in nouns for form in ([words] if isinstance(words, str) else words)}
    spelled = "|".join(map(re.escape, sorted(forms, key=lambda form: (-len(form), form))))
    number = r"(?<![\w.])\d(?:[\d,.]*\d)?"
    return re.compile(rf"{number}[ \u00a0](?:{spelled or '(?!)'})(?!\w)", re.IGNORECASE)


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


STORED_FACTS = ".export.events[].facts"
"""Place of what the rules wrote when something happened. Sentences about it are read, too."""


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
            (one.label, one.unit, one.definition, one.relative_to, one.unsplit)
            for one in (*game.metrics, *game.starting_facts)
        ],
        "charts": [(one.title, one.y_title, one.note, one.lines) for one in game.charts],
        "options": [(one.label, one.about) for one in game.options],
        "about": game.about,
        "sheets": game.sheet_columns(),
        "words": [
            [text for text in table.values() if isinstance(text, str)]
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
    shown["refusals"] = collect_refusals(m, m.requests(), seat, probe)
    shown["export"] = to_data(m, EVERYBODY)
    shown["dictionary"] = build_dictionary()
    return [*iter_texts(shown)]


def get_prose(m: Match) -> str:
    """Return a match's printed texts, which are the clauses and the texts in its edition."""
    return "\n".join(
        [*m.game.rulebook.clauses.values(), *(text for _, text in iter_texts(m.edition.data))]
    )


def find_leftovers(
    game: Game[Any], texts: list[tuple[str, str]], ids: Set[str] = frozenset(), prose: str = ""
) -> list[str]:
    """Return the texts with an old word, as sentences. Ids and printed ``prose`` are left out.

    >>> from classkit.engine.registry import find
    >>> game = find("poleconomy")
    >>> find_leftovers(game, [("news", "Ada pays $5.")])
    ["news has the old word '$': Ada pays $5."]
    """
    money, units = find_old_currency(game.currency), find_old_units(game)
    found: dict[str, None] = {}
    for where, text in texts:
        if text in ids or (text and text in prose):
            continue
        word = money.search(text)
        if word is None and not CITATION_PATTERN.search(text) and STORED_FACTS not in where:
            word = units.search(text)
        if word is not None:
            found[f"{where} has the old word {word[0]!r}: {text}"] = None
    return [*found]


def play_for_leftovers(game: Game[Any], m: Match, chance: RandomStream) -> Iterator[str]:
    """Play a match of the renamed game randomly, and yield its texts with an old word."""
    ids, prose = {*m.ledger.balances, *m.ledger.titles}, get_prose(m)
    for step in walk_randomly(m, chance, STEPS, last=True):
        if step % OBSERVED_EVERY == OBSERVED_EVERY - 1 or m.is_over:
            yield from find_leftovers(game, list_shown_texts(m, step), ids, prose)


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
