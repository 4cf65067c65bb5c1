"""The exam of one assignment: it hands out questions to submissions that are being run.

It stands on the marker's side. Whoever asks is a stranger: only questions of this assignment are
handed out, never with an answer, and to a few names only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.match import Match

from .bank import Drawer, open_drawer
from .feedback import Fault
from .names import read_student, read_word
from .policies import Policies

DRAWING = Lock()
"""Held while questions are drawn: those of different students may share a match."""


class Refused(ClasskitError):
    """A request that the submission itself is to blame for, with the reason for its author."""


@dataclass(frozen=True)
class Exam:
    """The questions of one sheet, or of the homework on the match that was ``played``."""

    sheet: str
    played: Match | None = None
    has_word: bool = False
    """True if its questions are drawn from a word of the day too."""

    def hand_out(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the questions that are asked for, as plain data: what :class:`Handout` reads.

        ``asked`` names the ``sheet``, the ``student`` and the ``word``. Raises Refused if it does
        so wrongly, and any other error if classkit cannot draw the questions.

        >>> asked = {"sheet": "economy-read", "student": "ada", "word": None}
        >>> handed = Exam("economy-read").hand_out(asked)
        >>> sorted(handed["questions"]["reach"])
        ['code', 'contest', 'facts', 'form', 'match', 'shut', 'text']
        """
        if asked.get("sheet") != self.sheet:
            raise Refused(
                f"Only the questions of {self.sheet} are handed out when it is marked, not those "
                f"of {shorten(asked.get('sheet'))}."
            )
        try:
            student, word = read_student(asked.get("student")), read_word(asked.get("word"))
        except ClasskitError as error:
            raise Refused(str(error)) from None
        with DRAWING:
            drawer = open_drawer(self.sheet, student, word, self.played)
            return {
                "title": drawer.title,
                "questions": {key: handed_out(drawer, key) for key in drawer.keys},
            }


def handed_out(drawer: Drawer, key: str) -> dict[str, Any]:
    """Return a question as plain data, or the fault if classkit could not draw this one."""
    try:
        return without_answer(drawer, key)
    except Fault as error:
        return {"fault": str(error)}


def without_answer(drawer: Drawer, key: str) -> dict[str, Any]:
    """Return the part of a question that a student may have, as plain data.

    Of a contest that is its settings. The aim stays here, where the marker judges by it.
    """
    posed, kind = drawer.pose(key), drawer.question(key).kind
    return {
        "text": posed.asking.text,
        "form": posed.asking.form,
        "code": posed.asking.code,
        "facts": dict(posed.facts),
        "shut": posed.shut,
        "match": posed.match.record_text() if posed.match else None,
        "contest": kind.contest.start() if isinstance(kind, Policies) else None,
    }
