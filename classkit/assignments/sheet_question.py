"""A question with its right answer, which is always computed rather than typed in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from classkit.engine.match import Match

from .answer_types import AnswerType
from .feedback import Feedback, Unanswered, make_fault
from .question_protocol import QuestionText


@dataclass(frozen=True, eq=False)
class SheetQuestion:
    """One question with its own numbers. Its repr does not show the right answer.

    Args:
        text: The question, as Markdown.
        kind: Type of the answer.
        right: The right answer.
        worked: Explanation of the answer, for the teacher.
        facts: The numbers that were drawn for the question.
        match: The match that the question is about, or None.
        open: True if the match may be opened and played before the question is answered.
        code: Code that the text refers to.

    Example:
        >>> from classkit.assignments.answer_types import NumberAnswer
        >>> q = SheetQuestion("What does a company cost?", NumberAnswer("dollars"), right=300_000)
        >>> q
        What does a company cost?
        <BLANKLINE>
        Answer with a whole number of dollars.
        >>> q.check(300_000).right
        True
    """

    text: str
    kind: AnswerType
    right: Any = field(repr=False)
    worked: str = field(default="", repr=False)
    facts: dict[str, Any] = field(default_factory=dict, repr=False)
    match: Match | None = field(default=None, repr=False)
    open: bool = False
    code: str = field(default="", repr=False)

    @property
    def question_text(self) -> QuestionText:
        """The question as a student sees it."""
        return QuestionText(self.text, self.kind.form, self.code)

    def __repr__(self) -> str:
        return repr(self.question_text)

    def check(self, value: Any) -> Feedback:
        """Return feedback on an answer.

        Args:
            value: The answer.

        Returns:
            The feedback.

        Raises:
            Unanswered: If the value is None, an ellipsis or an empty text.
            Fault: If the answer cannot be judged because of an error in classkit.
        """
        if is_unanswered(value):
            raise Unanswered(
                f"No answer yet. Replace None in the cell above with {self.kind.form}, run that "
                "cell, and then run this one."
            )
        try:
            return self.kind.judge(value, self.right)
        except Exception as error:
            raise make_fault("judge this answer", error) from error


def is_unanswered(value: Any) -> bool:
    """Return True for None, an ellipsis or an empty text."""
    return value is None or value is ... or (isinstance(value, str) and not value.strip())
