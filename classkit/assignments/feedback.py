"""What is said about an answer, and the two ways in which there is nothing to say yet."""

from __future__ import annotations

from dataclasses import dataclass

from classkit.engine.errors import ClasskitError


@dataclass(frozen=True, slots=True)
class Feedback:
    """Whether an answer is right, how much of it is (0 to 1), and what to look at, in words.

    >>> Feedback(False, "Too low: did you count the Inflation Number?")
    Too low: did you count the Inflation Number?
    """

    right: bool
    words: str
    share: float = 0.0

    def __repr__(self) -> str:
        return self.words


RIGHT = Feedback(True, "Right.", 1.0)


def wrong(words: str, share: float = 0.0) -> Feedback:
    """Feedback on an answer that is not right, or not wholly."""
    return Feedback(False, words, share)


class Spoken(ClasskitError):
    """An error that a notebook shows as one sentence, without the lines of code behind it."""

    def _render_traceback_(self) -> list[str]:
        """What IPython prints in place of a traceback."""
        return [str(self)]


class Unanswered(Spoken):
    """A question has no answer yet."""


class NotRight(Spoken):
    """An answer that earns no point; its words are those of the feedback."""


class TeachersOnly(Spoken):
    """Something that a submission may not ask for."""
