"""Replacement of ids by names in sentences of the rules."""

from __future__ import annotations

import re

from .rulebook_text import TextFormatter

ID_PATTERN = re.compile(
    r"(?<![\w.:])(?:(?P<many>\d[\d,]*) )?(?P<id>[A-Za-z]\w*(?::\w+)?)(?!\w|\.\d)"
)
"""Matches a word that may be an id, with any number before it, but not a clause such as N9.3."""

SENTENCE_START = re.compile(r"(?:^|[.!?]\s+|\n)[(\"“]*$")
"""Matches the text before a new sentence, where a capital A may be the article instead of a seat.
"""

NOUN_PATTERN = re.compile(
    r" (?!(?:and|or|no|not|to|had|did|may|can|cannot|could|must|will|would)\b)"
    r"(?!\w*[^\Wsu]s\b)[a-z]"
)
"""Matches a noun that may follow the article, but not a verb that follows a name, such as "bids".
"""


def replace_ids(say: TextFormatter, text: str) -> str:
    """Return a sentence of the rules with names in place of ids, for people to read.

    Refusals by the rules contain the ids used in answers: letters of seats, spaces, units.

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

    text = say.rename(text)
    return ID_PATTERN.sub(named, text)


def is_article(text: str, letter: re.Match[str]) -> bool:
    """Return whether an A is the article, at the start of a sentence and before a noun."""
    begins = SENTENCE_START.search(text[: letter.start()]) is not None
    return begins and NOUN_PATTERN.match(text, letter.end()) is not None


def format_thing(say: TextFormatter, word: str, many: int | None) -> str:
    """Return the name for an id. Return other words unchanged."""
    if word.isalpha():
        return word
    for name in (word, word[:1].lower() + word[1:]):
        if name in say.words.units:
            return say.unit(name, many)
        if name in say.spaces or name in say.words.fields:
            return say.spaces.get(name) or say.words.fields[name]
    return say.rename(word.replace("_", " "))
