"""Feedback that helps to think and cannot be used to search.

A question comments on a few wrong answers: on the first with all that the check can say, on the
others with right or wrong alone. Then answers are noted and not judged. So nobody finds a number
by halving the distance, or one of four seats by naming them all. What was said is remembered as
long as the process lives, also when the sheet is opened again, or under another name that draws
the same question.
"""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import shorten

from .answers import is_number, number_in_words
from .feedback import Feedback, wrong
from .question import Question

AGAIN = "The check explains itself only once: work it out anew, step by step, from what it said."
NOTED = (
    "Noted, and not judged: the check has commented on as many answers to this question as it "
    "will. Hand in the one that you can explain."
)
TOO_FEW = (
    "Noted, and not judged: with only two possible answers, a word on one gives the other away. "
    "Say how you found yours."
)

_heard: dict[tuple[str, str, str, str], dict[str, Feedback]] = {}
"""Sheet, question, its text and its answer -> wrong answers, and what was said of each."""


def comment(sheet: str, key: str, question: Question, value: Any) -> Feedback:
    """Return feedback on an answer, with regard to the wrong answers given before.

    The question remembers them, whoever gave them: names are free, so a student has many.

    >>> from classkit.assignments.answers import Number
    >>> price = Question("What does it cost?", Number("dollars"), right=300)
    >>> comment("sheet", "price", price, 100)
    100 dollars is too low.
    >>> comment("sheet", "price", price, 500).words.startswith("500 is not right either.")
    True
    >>> comment("sheet", "price", price, 300).right
    True
    """
    feedback = question.check(value)
    tries = question.kind.tries
    if feedback.unfit or tries is None:
        return feedback
    if not tries:
        return Feedback(False, TOO_FEW)
    wrong_ones = _heard.setdefault((sheet, key, question.text, repr(question.right)), {})
    shown = number_in_words(value) if is_number(value) else shorten(value)
    if shown in wrong_ones:
        return wrong_ones[shown]
    if len(wrong_ones) >= tries:
        return Feedback(False, NOTED)
    if not feedback.right:
        if wrong_ones:
            feedback = wrong(f"{shown} is not right either. {AGAIN}")  # nor how much of it is
        wrong_ones[shown] = feedback
    return feedback


def forget() -> None:
    """Forget what was said to everybody."""
    _heard.clear()
