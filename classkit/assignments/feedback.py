"""Feedback on answers, and errors that a notebook shows as one sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from classkit.clause_hovers import mark_clauses
from classkit.engine.errors import ClasskitError
from classkit.engine.rulebook_text import Rulebook


@dataclass(frozen=True, slots=True)
class Feedback:
    """Verdict on an answer: whether it is right, its share of the points, and a sentence.

    Args:
        right: True if the answer earns all points.
        words: The sentence for the student.
        share: Share of the points, from 0 to 1.
        unfit: True if the value has the wrong type, such as text instead of a number.
        rulebook: The rules that the sentence cites, for a notebook.
        hint: A sentence that a notebook adds in small type.

    Example:
        >>> Feedback(False, "Too low: did you count the Inflation Number?")
        Too low: did you count the Inflation Number?
    """

    right: bool
    words: str
    share: float = 0.0
    unfit: bool = False
    """True if the value has the wrong type, such as text instead of a number."""
    rulebook: Rulebook | None = field(default=None, repr=False, compare=False)
    """The clauses that a notebook shows on hover over their numbers."""
    hint: str = field(default="", repr=False, compare=False)
    """A sentence that a notebook adds in small type."""

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        words = f"<p>{mark_clauses(escape(self.words), self.rulebook)}</p>"
        return f"{words}<p><small>{escape(self.hint)}</small></p>" if self.hint else words


RIGHT_FEEDBACK = Feedback(True, "Right.", 1.0)


def make_wrong_feedback(words: str, share: float = 0.0) -> Feedback:
    """Return feedback on an answer that is wrong or only partly right."""
    return Feedback(False, words, share)


def make_unfit_feedback(words: str) -> Feedback:
    """Return feedback on a value of the wrong type."""
    return Feedback(False, words, unfit=True)


class MessageError(ClasskitError):
    """An error that a notebook shows as one sentence instead of a traceback."""

    def _render_traceback_(self) -> list[str]:
        """Return the text that IPython prints instead of a traceback."""
        return [str(self)]


class Unanswered(MessageError):
    """Raised when a question has no answer yet."""


class Fault(MessageError):
    """Raised for an error in classkit itself. The points of the question remain open."""


def make_fault(what: str, error: Exception) -> Fault:
    """Create the fault for a question that cannot be drawn or an answer that cannot be judged.

    >>> make_fault("draw the question 'tax'", ValueError("no law"))
    Fault("classkit could not draw the question 'tax' (ValueError: no law). This is an error in \
classkit: the points of this question remain open, and your teacher is notified when it is marked.")
    """
    why = " ".join(f"{type(error).__name__}: {error}".split())[:MAX_REASON_LENGTH]
    return Fault(
        f"classkit could not {what} ({why}). This is an error in classkit: the points of this "
        "question remain open, and your teacher is notified when it is marked."
    )


MAX_REASON_LENGTH = 300
"""Maximum length of the original error text in a fault's message."""


class NotRight(MessageError):
    """Raised when an answer earns no points. The message is the feedback."""
