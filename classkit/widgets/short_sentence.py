"""Short forms of sentences, which omit the least important parts first and remain true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MAX_SENTENCE = 90
"""Maximum number of characters of the sentence above a table: one line on a projector."""
MAX_NAME = 18
"""Maximum number of characters of a name in that sentence."""

CLAUSE = re.compile(r" \([A-Z]+\d+(?:\.\d+)*\)")
REMARK = re.compile(r" \([^()]*\)")
SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.) (?=[^a-z])")
"""The space between two sentences, but not the one after an initial: "B. & O. Railroad"."""
CONTINUATIONS = tuple(
    map(re.compile, (r"; ", r", including ", r" because ", r": ", r", (?:an?|but|so|which) "))
)
"""Patterns that match the start of the optional part of a sentence."""
MIN_KEPT = 18
"""Minimum number of characters before a continuation. A shorter beginning would say too little."""


def shorten_sentence(text: str, longest: int = MAX_SENTENCE) -> str:
    """Return a text in at most ``longest`` characters.

    Clause numbers are always omitted. If necessary, further parts are omitted in this order:
    remarks in parentheses, further sentences, and the text after a semicolon, "because", or a
    colon. If that is not enough, the words that do not fit are replaced by an ellipsis.

    >>> shorten_sentence("Ada buys a farm for $60 (bids: Bruno $30, Ada $60).", 40)
    'Ada buys a farm for $60.'
    >>> shorten_sentence("Rents fall from $146 to $118 because of a mortgage (P6.1).", 40)
    'Rents fall from $146 to $118.'
    >>> shorten_sentence("Bruno proposes a coalition of Bruno and Dov", 30)
    'Bruno proposes a coalition of…'
    """
    forms = list(short_forms(text))
    return next((form for form in forms if len(form) <= longest), cut_words(forms[-1], longest))


def short_forms(text: str) -> Iterator[str]:
    """Yield a text without clause numbers, then progressively shorter forms of it."""
    text = CLAUSE.sub("", text)
    yield text
    text = REMARK.sub("", text)
    yield text
    sentences = SENTENCE_END.split(text)
    for count in range(len(sentences) - 1, 0, -1):
        yield " ".join(sentences[:count])
    text = sentences[0]
    for continuation in CONTINUATIONS:
        if (found := continuation.search(text)) and found.start() >= MIN_KEPT:
            text = f"{text[: found.start()]}."
            yield text


def cut_words(text: str, longest: int) -> str:
    """Truncate a text to whole words that fit, followed by an ellipsis."""
    if len(text) <= longest:
        return text
    kept = text[: longest - 1]
    if text[longest - 1] != " " and " " in kept:
        kept = kept[: kept.rindex(" ")]
    return f"{kept.rstrip(' ,;:.')}…"


def join_sentences(text: str) -> str:
    """Join several sentences into one. The first sentence gives the reason for the others.

    >>> join_sentences("Time is up. Ada wins ASSET. Bruno wins FUTURE EARNINGS.")
    'Time is up: Ada wins ASSET, and Bruno wins FUTURE EARNINGS.'
    >>> join_sentences("The country is bankrupt. Nobody wins.")
    'The country is bankrupt: nobody wins.'
    """
    first, *others = SENTENCE_END.split(text)
    if not others:
        return text
    others = [other.replace("Nobody ", "nobody ", 1) for other in others]
    results = ", and ".join(other.removesuffix(".") for other in others)
    return f"{first.rstrip('.!')}: {results}."


def join_consequence(text: str, consequence: str, subject: str, longest: int = MAX_SENTENCE) -> str:
    """Join a text and its consequence into one sentence, or return '' if that is too long.

    The ``subject`` of the consequence is not repeated if the text begins with it. The result is
    also '' if the text already says what the subject gains or loses.

    >>> join_consequence("The Number jumps from 2 to 6 (Taxation).", "Ada gains $20.", "Ada", 50)
    'The Number jumps from 2 to 6, and Ada gains $20.'
    >>> join_consequence("The Number jumps from 2 to 6.", "Ada gains $20.", "Ada", 40)
    ''
    >>> join_consequence("Ada buys a farm.", "Ada gains $20.", "Ada")
    'Ada buys a farm, and gains $20.'
    """
    if re.search(rf"\b{re.escape(subject)} (?:gain|lose)s ", text):
        return ""
    if text.startswith(f"{subject} ") and consequence.startswith(f"{subject} "):
        consequence = consequence.removeprefix(f"{subject} ")
    for form in short_forms(text):
        if len(SENTENCE_END.split(form)) == 1 and form.endswith("."):
            joined = f"{form[:-1]}, and {consequence}"
            if len(joined) <= longest:
                return joined
    return ""


def shorten_names(text: str, names: Iterable[str]) -> str:
    """Truncate long names in a text.

    >>> name = "Team of the third row by the window"
    >>> shorten_names(f"{name} pays.", [name])
    'Team of the third… pays.'
    """
    for name in sorted(names, key=len, reverse=True):
        if len(name) > MAX_NAME:
            text = text.replace(name, f"{name[: MAX_NAME - 1].rstrip()}…")
    return text
