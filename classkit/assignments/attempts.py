"""Limited feedback on answers, so that checks cannot be used to search for the right answer.

The first wrong answer to a question gets full feedback, and the next few are only called wrong.
Further answers are noted without a verdict. So a number cannot be found by bisection, nor a seat by
trying all seats. The attempts are kept until the process ends, even if the sheet is opened again or
under another name that draws the same question.
"""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import truncate_text

from .answer_types import format_number, is_number
from .feedback import Feedback, make_wrong_feedback
from .sheet_question import SheetQuestion

AGAIN_HINT = (
    "The check explains itself only once: work it out again, step by step, from what it said."
)
NOTED_MESSAGE = (
    "Noted, and not judged: the check has commented on as many answers to this question as it "
    "will. Hand in the one that you can explain."
)
TOO_FEW_MESSAGE = (
    "Noted, and not judged: with only two possible answers, a word on one gives the other away. "
    "Say how you found yours."
)

_wrong_answers: dict[tuple[str, str, str, str], dict[str, Feedback]] = {}
"""(sheet, key, text, right answer) of a question -> wrong answer -> the feedback on it."""


def comment_answer(sheet: str, key: str, question: SheetQuestion, value: Any) -> Feedback:
    """Return feedback on an answer, depending on the wrong answers given before.

    Attempts are counted for the question, not for the student: anybody can type another name.

    >>> from classkit.assignments.answer_types import NumberAnswer
    >>> price = SheetQuestion("What does it cost?", NumberAnswer("dollars"), right=300)
    >>> comment_answer("sheet", "price", price, 100)
    100 dollars is too low.
    >>> comment_answer("sheet", "price", price, 500).words.startswith("500 is not right either.")
    True
    >>> comment_answer("sheet", "price", price, 300).right
    True
    """
    feedback = question.check(value)
    tries = question.kind.tries
    if feedback.unfit or tries is None:
        return feedback
    if not tries:
        return Feedback(False, TOO_FEW_MESSAGE)
    wrong_ones = _wrong_answers.setdefault((sheet, key, question.text, repr(question.right)), {})
    shown = format_number(value) if is_number(value) else truncate_text(value)
    if shown in wrong_ones:
        return wrong_ones[shown]
    if len(wrong_ones) >= tries:
        return Feedback(False, NOTED_MESSAGE)
    if not feedback.right:
        if wrong_ones:
            # without the share of the points, which would help to search
            feedback = make_wrong_feedback(f"{shown} is not right either. {AGAIN_HINT}")
        wrong_ones[shown] = feedback
    return feedback


def clear_attempts() -> None:
    """Forget all attempts."""
    _wrong_answers.clear()
