"""Feedback on an answer, and the errors that a notebook shows as one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from classkit.engine.errors import ClasskitError


@dataclass(frozen=True, slots=True)
class Feedback:
    """The verdict on an answer: whether it is right, its share of the points, and a sentence.

    >>> Feedback(False, "Too low: did you count the Inflation Number?")
    Too low: did you count the Inflation Number?
    """

    right: bool
    words: str
    share: float = 0.0
    unfit: bool = False
    """True if this is no answer at all, such as text in place of a number."""

    def __repr__(self) -> str:
        return self.words


RIGHT = Feedback(True, "Right.", 1.0)


def wrong(words: str, share: float = 0.0) -> Feedback:
    """Return feedback on an answer that is wrong, or only partly right."""
    return Feedback(False, words, share)


def unfit(words: str) -> Feedback:
    """Return feedback on what is no answer at all."""
    return Feedback(False, words, unfit=True)


class Spoken(ClasskitError):
    """An error that a notebook shows as one sentence, without the lines of code behind it."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython prints instead of a traceback."""
        return [str(self)]


class Unanswered(Spoken):
    """A question has no answer yet."""


class Fault(Spoken):
    """A fault of classkit's own, for which nobody's answer is to blame: its points stay open."""


def fault(what: str, error: Exception) -> Fault:
    """Return the fault of a question that cannot be drawn, or of an answer that cannot be judged.

    >>> fault("draw the question 'tax'", ValueError("no law"))
    Fault("classkit could not draw the question 'tax' (ValueError: no law). That is a fault of \
classkit's own: the points of this question stay open, and your teacher is told when it is marked.")
    """
    why = " ".join(f"{type(error).__name__}: {error}".split())[:REASON_MAX]
    return Fault(
        f"classkit could not {what} ({why}). That is a fault of classkit's own: the points of "
        "this question stay open, and your teacher is told when it is marked."
    )


REASON_MAX = 300
"""The most characters of an error that are told."""


class NotRight(Spoken):
    """An answer that earns no points; the message is the feedback."""
