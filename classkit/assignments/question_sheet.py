"""Question sheets: the interface between an assignment's notebook and its questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from importlib import import_module
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from classkit.engine.errors import ClasskitError, UnknownName, truncate_text
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.engine.rulebook_text import match_clause

from .clause_text import ClauseText, RulesText
from .feedback import Feedback
from .question_protocol import PosedQuestion, QuestionProvider, QuestionText
from .situation_replay import (
    MARKING_NOTE,
    OTHER_NUMBERS,
    OWN_MATCH,
    POSITION_ONLY,
    SituationReplay,
    copy_from_start,
)
from .student_names import SHEET_NAMES, parse_student, parse_word


def list_sheets() -> list[str]:
    """Return the names of all sheets.

    Returns:
        The names in the order of the course.

    Example:
        >>> list_sheets()[:2]
        ['poleconomy-1-read', 'poleconomy-1-decide']
    """
    return list(SHEET_NAMES)


def open_sheet(name: str, student: str = "", word: str | None = None) -> QuestionSheet:
    """Open a sheet with the numbers of a student.

    Args:
        name: The name of the sheet, one of :func:`list_sheets`.
        student: The student's name or number, or "" for the class's numbers.
        word: The word of the day. It is combined with the name to draw the numbers.

    Returns:
        The sheet, without answers.

    Raises:
        UnknownName: If the sheet is unknown.
        ClasskitError: If the student or the word is not a valid text.

    Example:
        >>> open_sheet("poleconomy-1-read", "Ada L.").student
        'ada l.'
        >>> open_sheet("poleconomy-1-read", "ada", "")
        Traceback (most recent call last):
        classkit.assignments.feedback.MessageError: This sheet has no numbers yet. Write the word \
that your teacher announces between the quotes of word = "", run that cell, and then run this one.
    """
    if not isinstance(name, str) or name not in SHEET_NAMES:
        raise UnknownName("sheet", truncate_text(name), SHEET_NAMES)
    return QuestionSheet(name, student, word)


ProviderFactory: TypeAlias = Callable[[str, str, str | None, Match | None], QuestionProvider]
"""Function that returns the provider for (sheet name, student, word, match)."""


def open_bank_questions(
    name: str, student: str, word: str | None, played: Match | None
) -> QuestionProvider:
    """Return questions from the question bank.

    The import is local because the sandbox of submissions does not contain the bank.
    """
    asker: QuestionProvider = import_module("classkit.assignments.question_bank").draw_questions(
        name, student, word, played
    )
    return asker


_provider_factory: ProviderFactory = open_bank_questions
_providers: WeakKeyDictionary[QuestionSheet, QuestionProvider] = WeakKeyDictionary()
_games: WeakKeyDictionary[QuestionSheet, Game[Any]] = WeakKeyDictionary()
"""The game of each sheet. It is not an attribute, because a sheet refers only to texts."""


def set_provider_factory(giver: ProviderFactory) -> None:
    """Set the function that provides the questions of all sheets opened from now on."""
    global _provider_factory
    _provider_factory = giver


def get_provider(sheet: QuestionSheet) -> QuestionProvider:
    """Return the provider of a sheet.

    It is not stored in an attribute, to hide it from students.
    """
    return _providers[sheet]


class QuestionSheet:
    """The questions of one student without their answers, returned by :func:`open_sheet`.

    Args:
        name: The name of the sheet.
        student: The student's name or number, or "" for the class's numbers.
        word: The word of the day, if the numbers depend on one.
        played: The match that the questions are about, for homework.

    Attributes:
        title: Title of the sheet.
        questions: Keys of the questions, in order.

    Example:
        >>> sheet = open_sheet("poleconomy-1-read")
        >>> sheet.check("landing", None)
        Traceback (most recent call last):
        classkit.assignments.feedback.Unanswered: No answer yet. Replace None in the cell above \
with a whole number of dollars, run that cell, and then run this one.
    """

    def __init__(
        self, name: str, student: str = "", word: str | None = None, played: Match | None = None
    ) -> None:
        self.name, self.student, self.word = name, parse_student(student), parse_word(word)
        _games[self] = played.game if played is not None else find(name.split("-")[0])
        asker = _provider_factory(name, self.student, self.word, played)
        _providers[self] = asker
        self.title, self.questions = asker.title, asker.keys

    def ask(self, key: str) -> QuestionText:
        """Return the text of a question, which is the same on every call.

        Args:
            key: The key of the question, one of ``questions``.

        Returns:
            The text, which a notebook displays.

        Raises:
            UnknownName: If the sheet does not have this question.
        """
        return replace(self._pose_question(key).question_text, _rulebook=_games[self].rulebook)

    def check(self, key: str, value: Any) -> Feedback:
        """Return feedback on an answer. Only the first few wrong answers get feedback.

        Args:
            key: The key of the question.
            value: The answer, a plain value.

        Returns:
            The verdict, which a notebook displays.

        Raises:
            Unanswered: If ``value`` is still None.
            UnknownName: If the sheet does not have this question.
        """
        feedback = _providers[self].get_feedback(key, value)
        hint = ""
        if not (feedback.right or feedback.unfit) and self._pose_question(key).has_replay:
            hint = f"To see what happens in such a situation: sheet.why_wrong({key!r})"
        return replace(feedback, rulebook=_games[self].rulebook, hint=hint)

    def why_wrong(self, key: str) -> SituationReplay:
        """Return a situation to replay on a table, after a wrong answer.

        The situation is of the same kind, but it has other numbers, so it does not reveal the
        answer. If the match of a question is open anyway, the match itself is returned.

        Args:
            key: The key of the question.

        Returns:
            The situation. A notebook displays it with its table.

        Raises:
            ClasskitError: If the question has no wrong answer yet, or if it is not about a match.

        Example:
            >>> sheet = open_sheet("economy-read", "grace")
            >>> sheet.check("landing", 0).right
            False
            >>> replay = sheet.why_wrong("landing")
            >>> replay.question.text == sheet.ask("landing").text, replay.match.can_redo
            (False, True)
        """
        found = _providers[self].find_replay(key)
        if found.match is None:
            return SituationReplay(MARKING_NOTE)
        if found.question is None:
            return SituationReplay(OWN_MATCH, None, found.match.fork())
        match = copy_from_start(found.match)
        note = OTHER_NUMBERS if match.can_redo else POSITION_ONLY
        question = replace(found.question, _rulebook=_games[self].rulebook)
        return SituationReplay(note, question, match)

    def rule(self, clause: str) -> ClauseText:
        """Return a clause of the game's rules, or a chapter with its clauses.

        Args:
            clause: Number of the clause or chapter, such as "P4.2" or "P4".

        Returns:
            The text, which a notebook displays.

        Raises:
            UnknownName: If the rules do not have this clause.

        Example:
            >>> open_sheet("poleconomy-1-read").rule("p4.2").id
            'P4.2'
        """
        book = _games[self].rulebook
        text = book.clause(clause)  # refuses an unknown one
        return ClauseText(match_clause(clause, {**book.chapters, **book.clauses}) or clause, text)

    def rules(self) -> RulesText:
        """Return all rules of the game, chapter by chapter. A notebook displays them.

        Returns:
            The rules. A click on a chapter shows its clauses.

        Example:
            >>> repr(open_sheet("economy-read").rules())[:27]
            'Rules of Economy\\nE0 General'
        """
        return RulesText(_games[self].title, _games[self].rulebook)

    def match(self, key: str) -> Match:
        """Return a copy of the match that a question is about, to explore and continue.

        Args:
            key: The key of the question.

        Returns:
            The match, at the moment of the question.

        Raises:
            ClasskitError: If the question has no match, or if its match reveals the answer and the
                question has not been answered correctly.
        """
        posed = self._pose_question(key)
        if posed.is_match_hidden:
            raise ClasskitError(
                f"Answer {key} first, and check it. Then sheet.match({key!r}) returns the "
                "position, if it has one, so that you can play it."
            )
        if posed.match is None:
            raise ClasskitError(f"{key} is not about a match.")
        return posed.match.fork()

    def facts(self, key: str) -> dict[str, Any]:
        """Return the numbers of a question by name, for use in calculations.

        Args:
            key: The key of the question.

        Returns:
            A dict from the name of a number to its value.

        Raises:
            UnknownName: If the sheet does not have this question.
        """
        return dict(self._pose_question(key).facts)

    def _pose_question(self, key: str) -> PosedQuestion:
        return _providers[self].pose_question(key)

    def __repr__(self) -> str:
        whose = f"drawn for {self.student!r}" if self.student else "with the class's numbers"
        day = f" and the word {self.word!r}" if self.word else ""
        return (
            f"{self.title}, {whose}{day}: {', '.join(self.questions)}\n"
            f"The rules: sheet.rules(). One clause: sheet.rule({self._example_clause!r})."
        )

    @property
    def _example_clause(self) -> str:
        return next(iter(_games[self].rulebook.clauses), "")

    def _repr_html_(self) -> str:
        first, _, note = repr(self).partition("\n")
        rules = self.rules()._repr_html_()
        return (
            f"<p>{escape(first)}</p><details><summary>{escape(self.rules().title)}: the rules"
            f"</summary>{rules}<p>{escape(note)}</p></details>"
        )
