"""What was handed in, as read from one submission: its answers, texts, code and remarks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from .nbgrading import TEXT_STUB
from .source import WHOSE, squeezed

NO_TEXT = ("", squeezed(TEXT_STUB))


@dataclass
class Handed:
    """A submission's contents: answers by name, texts by cell, code by cell, and remarks.

    ``own`` has the code of other cells of the student's own that were run: of those above an answer
    under its id, and of those below all answers under "".
    ``problem`` tells why it could not be read or run, if so; nobody then knows that the student is
    to blame for what is missing.
    """

    answers: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    code: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    problem: str = ""
    absent: str = ""
    """Why it counts as not handed in, if so."""
    doubts: dict[str, str] = field(default_factory=dict)
    """Graded cell -> why its points stay open unless it has them all."""
    lacks: dict[str, str] = field(default_factory=dict)
    """Cell -> why it cannot be run, known before it is run."""
    suspects: set[str] = field(default_factory=set)
    """Cells whose code may not be a student's own work."""
    loose: dict[int, str] = field(default_factory=dict)
    """Texts of the student's own that belong to no answer in words, by their places."""


def note_own(handed: Handed, below: str, code: list[str]) -> None:
    """Note the code of the student's own cells above an answer, and empty the list."""
    if code:
        above = [handed.own[below]] if below in handed.own else []
        handed.own[below] = "\n\n".join([*above, *code])
        code.clear()


def note_text(handed: Handed, grade_id: str, text: str) -> None:
    """Note a text to be read, below what was written in another copy of its cell."""
    above = handed.texts.get(grade_id)
    if above is None or squeezed(above) in NO_TEXT:
        handed.texts[grade_id] = text
    elif text not in above and squeezed(text) not in NO_TEXT:
        handed.texts[grade_id] = f"{above}\n\n{text}"


def is_blank(handed: Handed) -> bool:
    """Return True if a submission answers nothing at all: it may be the wrong file.

    >>> is_blank(Handed({"student": "ada"}, code={"answer-tax": "tax = None  # here"}))
    True
    >>> is_blank(Handed(texts={"explain": "Because."}))
    False
    """
    return not (
        handed.answers.keys() - WHOSE
        or handed.own
        or handed.loose
        or handed.doubts
        or any(squeezed(text) not in NO_TEXT for text in handed.texts.values())
        or any(is_more_than_none(code) for name, code in handed.code.items() if name not in WHOSE)
    )


def is_more_than_none(code: str) -> bool:
    """Return True if code does more than the cell that was handed out, which gives None.

    >>> is_more_than_none("cost = None\\n# Write your answer above.")
    False
    >>> is_more_than_none("cots = 300_000")
    True
    """
    lines = (line.partition("#")[0].strip() for line in code.splitlines())
    return any(line and not NONE.fullmatch(line) for line in lines)


NONE = re.compile(r"\w+\s*=\s*(?:None|\.\.\.)")
