"""Names: those of the sheets, those that students type, and the word of the day."""

from __future__ import annotations

from typing import Any
from unicodedata import category, normalize

from classkit.engine.data import as_whole
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.words import read_name

from .feedback import Spoken

SHEETS = tuple(
    f"{game}-{part}"
    for game in ("poleconomy-1", "poleconomy-2", "opoly", "economicon", "economy")
    for part in ("read", "decide")
)
"""The names of all sheets."""


def read_student(student: Any) -> str:
    """Read a student's name, ignoring capitals and blanks; a number is as good as a text.

    >>> read_student("  Ada   Lovelace "), read_student(4711)
    ('ada lovelace', '4711')
    """
    student = number_as_text(student)
    if not isinstance(student, str):
        raise Spoken(
            f"The student must be a text in quotes, such as 'ada', not {shorten(student)}."
        )
    words = " ".join(student.split()).lower()
    try:
        return read_name(words).lower() if words else ""
    except ClasskitError as error:
        raise Spoken(f"This cannot be the student: {error}") from None


def read_word(word: Any) -> str | None:
    """Read a word of the day, of which letters and digits count; None for a sheet without one.

    It is heard, or copied from a board: capitals, blanks, hyphens and quotes make no other word.

    >>> read_word(" Blue-Lantern "), read_word("blue lantern"), read_word(4711), read_word(None)
    ('bluelantern', 'bluelantern', '4711', None)
    """
    if word is None:
        return None
    word = number_as_text(word)
    if not isinstance(word, str):
        raise Spoken(f"The word must be a text in quotes, such as 'lantern', not {shorten(word)}.")
    try:
        kept = letters_of(read_name(word)) if word.strip() else ""
    except ClasskitError as error:
        raise Spoken(f"This cannot be the word: {error}") from None
    if not kept:
        raise Spoken(
            "This sheet has no numbers yet: write the word that your teacher gives out between "
            'the quotes of word = "", and run that cell, then this one.'
        )
    return kept


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, all of them small.

    >>> letters_of("Blue-Lantern!")
    'bluelantern'
    """
    return "".join(c for c in normalize("NFKC", text).casefold() if category(c)[0] in "LMN")


def number_as_text(typed: Any) -> Any:
    """Return a whole number as its digits, and anything else as it is."""
    number = as_whole(typed)
    return str(number) if number is not None and abs(number) < 10**60 else typed


def student_of(typed: Any) -> str:
    """Return the student whose numbers a submission used; empty for those of the class.

    >>> student_of("Ada"), student_of(4711), student_of(None)
    ('Ada', '4711', '')
    """
    try:
        read_student(typed)
    except ClasskitError:
        return ""
    return str(typed)
