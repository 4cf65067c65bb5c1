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


class NotRight(Spoken):
    """An answer that earns no points; the message is the feedback."""
