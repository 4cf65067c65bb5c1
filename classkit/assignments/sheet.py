"""Sheets of questions, drawn for one student, which the notebook of an assignment uses."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from classkit.engine.errors import ClasskitError, UnknownName, shorten
from classkit.engine.match import Match

from .asking import Asker, Asking, Posed
from .feedback import Feedback
from .names import SHEETS, read_student, read_word


def list_sheets() -> list[str]:
    """List the names of all sheets.

    >>> list_sheets()[:2]
    ['poleconomy-1-read', 'poleconomy-1-decide']
    """
    return list(SHEETS)


def open_sheet(name: str, student: str = "", word: str | None = None) -> Sheet:
    """Open a sheet with the numbers of a student ("" for those of the class).

    With a ``word`` of the day they are drawn from the name and the word together.

    >>> open_sheet("poleconomy-1-read", "Ada L.").student
    'ada l.'
    >>> open_sheet("poleconomy-1-read", "ada", "")
    Traceback (most recent call last):
    classkit.assignments.feedback.Spoken: This sheet has no numbers yet: write the word that your \
teacher gives out between the quotes of word = "", and run that cell, then this one.
    """
    if not isinstance(name, str) or name not in SHEETS:
        raise UnknownName("sheet", shorten(name), SHEETS)
    return Sheet(name, student, word)


Giver: TypeAlias = Callable[[str, str, str | None, Match | None], Asker]
"""Gives the questions of a sheet, by its name, to a student, for a word, on a match."""


def from_the_bank(name: str, student: str, word: str | None, played: Match | None) -> Asker:
    """Return the questions that the bank draws. Only where submissions are run there is no bank."""
    asker: Asker = import_module("classkit.assignments.bank").open_drawer(
        name, student, word, played
    )
    return asker


_giver: Giver = from_the_bank
_askers: WeakKeyDictionary[Sheet, Asker] = WeakKeyDictionary()


def get_questions_from(giver: Giver) -> None:
    """Let every sheet that is opened from now on get its questions from somebody else."""
    global _giver
    _giver = giver


def asker_of(sheet: Sheet) -> Asker:
    """Return whoever gives a sheet its questions. A sheet has no attribute that leads there."""
    return _askers[sheet]


class Sheet:
    """The questions of one student, without their answers: made by :func:`open_sheet`.

    ``name`` is that of the sheet, and with a ``word`` of the day the numbers are drawn from that,
    too; ``played`` is the match that the questions are about, where there is one.

    >>> sheet = open_sheet("poleconomy-1-read")
    >>> sheet.check("landing", None)
    Traceback (most recent call last):
    classkit.assignments.feedback.Unanswered: No answer yet: put a whole number of dollars in \
place of None in the cell above, run that cell, then this one.
    """

    def __init__(
        self, name: str, student: str = "", word: str | None = None, played: Match | None = None
    ) -> None:
        self.name, self.student, self.word = name, read_student(student), read_word(word)
        asker = _giver(name, self.student, self.word, played)
        _askers[self] = asker
        self.title, self.questions = asker.title, asker.keys

    def ask(self, key: str) -> Asking:
        """Return the text of the question ``key``, one of ``questions``; it is always the same."""
        return self._posed(key).asking

    def check(self, key: str, value: Any) -> Feedback:
        """Return feedback on ``value``, an answer to the question ``key``.

        Only the first few wrong answers to a question get any.
        """
        return _askers[self].comment(key, value)

    def match(self, key: str) -> Match:
        """Return a copy of the match that the question ``key`` is about, to look at and play on.

        A question on a position must be answered first; then play it and see.
        """
        posed = self._posed(key)
        if posed.shut:
            raise ClasskitError(
                f"Answer {key} first, and check it; then sheet.match({key!r}) gives you the "
                "position, if it has one, to play it and see."
            )
        if posed.match is None:
            raise ClasskitError(f"{key} is not about a match.")
        return posed.match.fork()

    def facts(self, key: str) -> dict[str, Any]:
        """Return the numbers of the question ``key`` by name, to calculate with."""
        return dict(self._posed(key).facts)

    def _posed(self, key: str) -> Posed:
        return _askers[self].pose(key)

    def __repr__(self) -> str:
        whose = f"drawn for {self.student!r}" if self.student else "with the numbers of the class"
        day = f" and the word {self.word!r}" if self.word else ""
        return f"{self.title}, {whose}{day}: {', '.join(self.questions)}"
