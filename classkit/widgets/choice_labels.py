"""The labels of choices: options of a form and amounts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Answer
from classkit.engine.rulebook_text import MONEY as MONEY
from classkit.engine.rulebook_text import TextFormatter, humanize_name

ID_PATTERN = re.compile(
    r"(?<![\w.:])(?:(?P<many>\d[\d,]*) )?(?P<id>[A-Za-z]\w*(?::\w+)?)(?!\w|\.\d)"
)
"""A word that may be an id, with the number before it; a clause such as N9.3 is none."""

SENTENCE_START = re.compile(r"(?:^|[.!?]\s+|\n)[(\"“]*$")
"""Matches the text before a new sentence. Elsewhere a capital A is a seat, not the article."""

NOUN_PATTERN = re.compile(
    r" (?!(?:and|or|no|not|to|had|did|may|can|cannot|could|must|will|would)\b)"
    r"(?!\w*[^\Wsu]s\b)[a-z]"
)
"""Matches a word that may follow the article, and not a verb after a name, such as "bids"."""


def option_label(say: TextFormatter, decision: str, value: Any) -> str:
    if not isinstance(value, str):
        return f"{value:,}" if isinstance(value, int) else str(value)
    if value in say.seats or value in say.spaces:
        return say.seats.get(value) or say.spaces[value]
    words = say.words
    if value in words.moves:  # as an option it is called so in every decision
        return say.move_label("", value)
    if f"{decision}.{value}" in words.moves:
        return say.move_label(decision, value)
    known = say.account(value) if value in words.accounts else words.fields.get(value)
    return known or humanize_name(value)


def format_quantity(say: TextFormatter, amount: int | float, unit: str) -> str:
    """Write an amount with its unit."""
    return say.format_quantity(amount, unit)


def format_transfer(say: TextFormatter, unit: str, amount: int) -> str:
    """Return what a row of the ledger moved: an amount, or the title of a single thing.

    >>> from classkit.engine.rulebook_text import Words
    >>> words = Words(units={"gold": "gold"})
    >>> say = TextFormatter(spaces={"e2": "Cinema", "gold": "Gold"}, words=words)
    >>> format_transfer(say, "e2", 1), format_transfer(say, "gold", 1)
    ('Cinema', '1 gold')
    """
    thing = say.thing_name(unit) if amount == 1 else ""
    return thing or format_quantity(say, amount, unit)


def answer_label(say: TextFormatter, decision: str, answer: Answer) -> str:
    """Write an answer in words: the label of its move, and the values of its fields."""
    label = say.move_label(decision, answer.move)
    fields = [f"{say.field_label(name)}: {value_label(say, decision, value)}"
              for name, value in answer.fields.items()]  # fmt: skip
    return f"{label} ({'; '.join(fields)})" if fields else label


def value_label(say: TextFormatter, decision: str, value: Any) -> str:
    """Write the value of a field in words."""
    if isinstance(value, Mapping):
        inside = [f"{say.field_label(name)} {value_label(say, decision, item)}"
                  for name, item in value.items() if item]  # fmt: skip
        return ", ".join(inside) or "nothing"
    if isinstance(value, (list, tuple)):
        parts = [
            value_label(say, decision, item)
            if isinstance(item, Mapping)
            else option_label(say, decision, item)
            for item in value
        ]
        return (
            "; ".join(parts) if any("," in part for part in parts) else ", ".join(parts) or "none"
        )
    return option_label(say, decision, value)


def replace_ids(say: TextFormatter, text: str) -> str:
    """Return a sentence of the rules as people read it: with names in place of ids.

    Rules refuse in the ids in which they are answered: letters of seats, spaces, units.

    >>> say = TextFormatter({"A": "Ada", "B": "Bo"}, {"I07": "I.P. Sharp"})
    >>> replace_ids(say, "A owes B nothing, and I07 is not A's (P13.2).")
    "Ada owes Bo nothing, and I.P. Sharp is not Ada's (P13.2)."
    >>> replace_ids(say, "A bid is at least $1; the price_level is 5 (B2.2).")
    'A bid is at least $1; the price level is 5 (B2.2).'
    >>> text = "A draws first. I07 belongs to A already, and A never paid. A card is left."
    >>> replace_ids(say, text)
    'Ada draws first. I.P. Sharp belongs to Ada already, and Ada never paid. A card is left.'
    """

    def named(match: re.Match[str]) -> str:
        word, many = match["id"], match["many"]
        if word in say.seats:
            known = word if word == "A" and is_article(text, match) else say.seats[word]
        else:
            known = format_thing(say, word, int(many.replace(",", "")) if many else None)
            if known != word and not match.start("id"):
                known = known[:1].upper() + known[1:]
        return f"{many} {known}" if many else known

    return ID_PATTERN.sub(named, text)


def is_article(text: str, letter: re.Match[str]) -> bool:
    """Return whether an A is the article, which begins a sentence and stands before a noun."""
    begins = SENTENCE_START.search(text[: letter.start()]) is not None
    return begins and NOUN_PATTERN.match(text, letter.end()) is not None


def format_thing(say: TextFormatter, word: str, many: int | None) -> str:
    """Return what an id is called; a plain word as it is."""
    if word.isalpha():
        return word
    for name in (word, word[:1].lower() + word[1:]):
        if name in say.words.units:
            return say.unit(name, many)
        if name in say.spaces or name in say.words.fields:
            return say.spaces.get(name) or say.words.fields[name]
    return word.replace("_", " ")
