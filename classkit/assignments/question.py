"""A question: its text, the form of its answer, and the right answer, which is always computed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from classkit.engine.match import Match

from .answers import Kind
from .asking import Asking
from .feedback import Feedback, Unanswered, fault


@dataclass(frozen=True, eq=False)
class Question:
    """One question with numbers of its own.

    ``facts`` are the numbers it was drawn with; ``worked`` explains the answer to the teacher. A
    printed question does not show the right answer.

    >>> from classkit.assignments.answers import Number
    >>> q = Question("What does a company cost?", Number("dollars"), right=300_000)
    >>> q
    What does a company cost?
    <BLANKLINE>
    Answer with a whole number of dollars.
    >>> q.check(300_000).right
    True
    """

    text: str
    kind: Kind
    right: Any = field(repr=False)
    worked: str = field(default="", repr=False)
    facts: dict[str, Any] = field(default_factory=dict, repr=False)
    match: Match | None = field(default=None, repr=False)
    open: bool = False
    """True if the match may be opened and played before the question is answered."""

    code: str = field(default="", repr=False)
    """Code that the text refers to."""

    @property
    def asking(self) -> Asking:
        """The question as a student sees it."""
        return Asking(self.text, self.kind.form, self.code)

    def __repr__(self) -> str:
        return repr(self.asking)

    def check(self, value: Any) -> Feedback:
        """Return feedback on an answer; Unanswered without one, Fault if it cannot be judged."""
        if is_missing(value):
            raise Unanswered(
                f"No answer yet: put {self.kind.form} in place of None in the cell above, "
                "run that cell, then this one."
            )
        try:
            return self.kind.judge(value, self.right)
        except Exception as error:
            raise fault("judge this answer", error) from error


def is_missing(value: Any) -> bool:
    """Return True if this stands for no answer."""
    return value is None or value is ... or (isinstance(value, str) and not value.strip())
