"""Contents of one submission: its answers, texts, code and remarks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from .nbgrader_source import IDENTITY_NAMES, remove_whitespace
from .nbgrader_worker import TEXT_STUB

BLANK_TEXTS = ("", remove_whitespace(TEXT_STUB))


@dataclass
class SubmissionContents:
    """A submission's contents: answers by name, texts by cell, code by cell, and remarks.

    ``own`` contains the code of cells that the student added, by the id of the next answer, or ""
    below all answers. ``problem`` is the reason why the submission could not be read or run, or "".
    If it is set, missing answers are not the student's fault.
    """

    answers: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    code: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    problem: str = ""
    absent: str = ""
    """Why the submission counts as not handed in, or ""."""
    doubts: dict[str, str] = field(default_factory=dict)
    """Maps a graded cell to the reason why its points remain open unless it earns full points."""
    lacks: dict[str, str] = field(default_factory=dict)
    """Maps a cell to the reason why it cannot be run, known before the run."""
    suspects: set[str] = field(default_factory=set)
    """Cells whose code may not be the student's own work."""
    loose: dict[int, str] = field(default_factory=dict)
    """Maps the position of an added cell to its text, if it belongs to no written answer."""


def add_own_code(handed: SubmissionContents, below: str, code: list[str]) -> None:
    """Record the code of added cells above the answer ``below``, and clear the list."""
    if code:
        above = [handed.own[below]] if below in handed.own else []
        handed.own[below] = "\n\n".join([*above, *code])
        code.clear()


def add_text(handed: SubmissionContents, grade_id: str, text: str) -> None:
    """Record a written answer, appending it to the text of earlier copies of the cell."""
    above = handed.texts.get(grade_id)
    if above is None or remove_whitespace(above) in BLANK_TEXTS:
        handed.texts[grade_id] = text
    elif text not in above and remove_whitespace(text) not in BLANK_TEXTS:
        handed.texts[grade_id] = f"{above}\n\n{text}"


def is_blank_submission(handed: SubmissionContents) -> bool:
    """Return True if a submission contains no answers at all, so that it may be the wrong file.

    >>> blank = SubmissionContents({"student": "ada"}, code={"answer-tax": "tax = None  # here"})
    >>> is_blank_submission(blank)
    True
    >>> is_blank_submission(SubmissionContents(texts={"explain": "Because."}))
    False
    """
    return not (
        handed.answers.keys() - IDENTITY_NAMES
        or handed.own
        or handed.loose
        or handed.doubts
        or any(remove_whitespace(text) not in BLANK_TEXTS for text in handed.texts.values())
        or any(
            has_answer_code(code)
            for name, code in handed.code.items()
            if name not in IDENTITY_NAMES
        )
    )


def has_answer_code(code: str) -> bool:
    """Return True if the code does more than assign None like the original cell.

    >>> has_answer_code("cost = None\\n# Write your answer above.")
    False
    >>> has_answer_code("cots = 300_000")
    True
    """
    lines = (line.partition("#")[0].strip() for line in code.splitlines())
    return any(line and not NONE_PATTERN.fullmatch(line) for line in lines)


NONE_PATTERN = re.compile(r"\w+\s*=\s*(?:None|\.\.\.)")
