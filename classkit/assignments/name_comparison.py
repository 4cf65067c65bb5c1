"""Comparison of the name that a student typed with the name by which the LMS or folder knows them.

A remark appears only if the two disagree: part of a name is enough, in any order, with any accents.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import combining, normalize

from classkit.engine.untrusted_input import APOSTROPHES

from .lms_download import Student
from .student_names import get_student, parse_student

LETTERS = str.maketrans({
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i",
    "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
})  # fmt: skip
"""Letters that Unicode does not split into a plain letter and an accent -> their usual spelling."""
EXPANDED_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""Letters that are also written as two."""


def describe_other_student(typed: object, student: Student) -> str:
    """Return a remark if the numbers were drawn for a name other than the student's.

    Folders of an LMS have full names, and Canvas writes them without spaces. A number and a name
    cannot be compared, and neither can an anonymous student.

    >>> describe_other_student("Ada", Student("ada")), describe_other_student("", Student("ada"))
    ('', "answered with the class's numbers")
    >>> describe_other_student("bo", Student("ada"))
    "answered with the numbers of 'bo'"
    >>> describe_other_student("Lovelace, Ada", Student("lovelaceada"))
    ''
    >>> describe_other_student("Ada Lovelace", Student("ada"))
    ''
    >>> describe_other_student("Ada", Student("lovelaceada", "501"))
    ''
    """
    name = parse_student(get_student(typed))
    if not name:
        return "answered with the class's numbers"
    known = [student.name.removesuffix(f" ({student.id})"), student.full_name]
    if student.is_anonymous or name == student.id:
        return ""
    if any(have_same_words(name, one) for one in known if one):
        return ""
    is_from_canvas = bool(student.id) and not student.full_name
    if is_from_canvas and is_part_of_run(name, known[0]):
        return ""
    return f"answered with the numbers of {name[:60]!r}"


def have_same_words(typed: str, known: str) -> bool:
    """Return True if two names agree, or if one is a number and the other is not.

    >>> have_same_words("Ali Ali", "aliali"), have_same_words("Soren", "S\u00f8ren K.")
    (True, True)
    >>> have_same_words("Bo Berg", "Bo Lovelace"), have_same_words("4711", "ada")
    (False, True)
    """
    if has_letters(typed) != has_letters(known):
        return True
    return any(
        set(one) <= set(other) or set(other) <= set(one) or can_spell("".join(other), one)
        for one in split_spellings(typed)
        for other in split_spellings(known)
    )


def is_part_of_run(typed: str, run: str) -> bool:
    """Return True if typed words are parts of a name without spaces, which one of them borders.

    >>> is_part_of_run("Ada King", "lovelaceadaking"), is_part_of_run("Ada", "smithadam")
    (True, False)
    """
    return any(
        all(word in whole for word in words)
        and any(whole.startswith(word) or whole.endswith(word) for word in words)
        for words in split_spellings(typed)
        for whole in map("".join, split_spellings(run))
    )


def has_letters(name: str) -> bool:
    """Return True unless a name is a number."""
    return any(map(str.isalpha, name))


def can_spell(whole: str, words: Sequence[str]) -> bool:
    """Return True if all words, in some order, are the whole text.

    >>> can_spell("delacruzana", ["ana", "de", "la", "cruz"]), can_spell("may", ["a", "my"])
    (True, False)
    """
    if sum(map(len, words)) != len(whole):
        return False
    reached = {tuple(sorted(words))}  # the words that are left, at each end of a beginning
    for _ in words:
        reached = {
            (*left[:place], *left[place + 1 :])
            for left in reached
            for place, word in enumerate(left)
            if whole.startswith(word, len(whole) - sum(map(len, left)))
        }
    return bool(reached)


def split_spellings(name: str) -> list[list[str]]:
    """Split a name into words without accents and punctuation, in each usual spelling.

    >>> split_spellings("M\u00fcller, Zo\u00eb-Ada")
    [['muller', 'zoe', 'ada'], ['mueller', 'zoe', 'ada']]
    """
    lower = normalize("NFC", name).casefold()
    return [split_words(lower), split_words(lower.translate(EXPANDED_LETTERS))]


def split_words(name: str) -> list[str]:
    """Split a name in lower case into words without accents and punctuation."""
    plain = normalize("NFC", name).translate(LETTERS).translate(APOSTROPHES).replace("'", " ")
    letters = "".join(c for c in normalize("NFKD", plain) if not combining(c))
    return re.findall(r"\w+", letters.replace("_", " "))
