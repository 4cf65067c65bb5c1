"""Names of sheets, and parsing of students' names and the word of the day."""

from __future__ import annotations

from typing import Any
from unicodedata import category, normalize

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.seats import read_name
from classkit.engine.untrusted_input import APOSTROPHES, to_int

from .feedback import MessageError

SHEET_NAMES = tuple(
    f"{game}-{part}"
    for game in ("poleconomy-1", "poleconomy-2", "opoly", "economicon", "economy")
    for part in ("read", "decide")
)
"""Names of all sheets."""


def parse_student(student: Any) -> str:
    """Normalize a student's name or number: lower case, single spaces, plain width, plain marks.

    The result determines the student's numbers, so a name in plain characters must stay the same.

    >>> parse_student("  Ada   Lovelace "), parse_student(4711), parse_student("\uff14711")
    ('ada lovelace', '4711', '4711')
    >>> parse_student("Siobh\u00e1n O\u2019Brien") == parse_student("siobh\u00e1n o'brien")
    True
    """
    student = format_whole_number(student)
    if not isinstance(student, str):
        raise MessageError(
            f"The student must be a name in quotes, such as 'ada', not {truncate_text(student)}."
        )
    words = " ".join(student.split()).lower()
    try:
        name = read_name(words).lower() if words else ""
    except ClasskitError as error:
        raise MessageError(f"Invalid student name: {error}") from None
    return " ".join(normalize("NFKC", name.translate(APOSTROPHES)).lower().split())


def parse_word(word: Any) -> str | None:
    """Normalize a word of the day to letters and digits. None, for no word, is returned as is.

    Case, spaces, hyphens and quotes are ignored, because students hear the word or copy it from a
    board.

    >>> parse_word(" Blue-Lantern "), parse_word("blue lantern"), parse_word(4711), parse_word(None)
    ('bluelantern', 'bluelantern', '4711', None)
    """
    if word is None:
        return None
    word = format_whole_number(word)
    if not isinstance(word, str):
        raise MessageError(
            f"The word must be in quotes, such as 'lantern', not {truncate_text(word)}."
        )
    try:
        kept = normalize_word(read_name(word)) if word.strip() else ""
    except ClasskitError as error:
        raise MessageError(f"Invalid word: {error}") from None
    if not kept:
        raise MessageError(
            "This sheet has no numbers yet. Write the word that your teacher announces between "
            'the quotes of word = "", run that cell, and then run this one.'
        )
    return kept


def normalize_word(text: str) -> str:
    """Return the letters and digits of a text in lower case.

    >>> normalize_word("Blue-Lantern!")
    'bluelantern'
    """
    return "".join(c for c in normalize("NFKC", text).casefold() if category(c)[0] in "LMN")


def format_whole_number(typed: Any) -> Any:
    """Return a whole number as text. Anything else is returned unchanged."""
    number = to_int(typed)
    return str(number) if number is not None and abs(number) < 10**60 else typed


def get_student(typed: Any) -> str:
    """Return the student's name that a submission used, or "" if it used the class's questions.

    >>> get_student("Ada"), get_student(4711), get_student(None)
    ('Ada', '4711', '')
    """
    try:
        parse_student(typed)
    except ClasskitError:
        return ""
    return str(typed)
