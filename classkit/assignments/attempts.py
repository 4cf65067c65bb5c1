"""Limits on feedback, so that students cannot search for the right answer with checks.

The first wrong answer to a question gets full feedback. For the next few wrong answers, the
feedback only says that they are wrong. Further answers are recorded without a verdict. This
prevents students from finding a number by bisection, or a seat by trying all seats. Attempts are
stored until the process ends, even if the sheet is reopened or opened under another name that draws
the same question.
"""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import truncate_text

from .answer_types import format_number, is_number
from .feedback import Feedback, make_wrong_feedback
from .sheet_question import SheetQuestion

AGAIN_HINT = (
    "The check gives only one explanation: use it to work through the question again, step by step."
)
NOTED_MESSAGE = (
    "Noted, and not judged: you have reached the limit of checked answers for this question. "
    "Hand in the answer that you can explain."
)
TOO_FEW_MESSAGE = (
    "Noted, and not judged: with only two possible answers, feedback on one would reveal the "
    "other. Explain how you found yours."
)

_wrong_answers: dict[tuple[str, str, str, str], dict[str, Feedback]] = {}
"""Maps a question (sheet, key, text, right answer) to its wrong answers and their feedback."""


def comment_answer(sheet: str, key: str, question: SheetQuestion, value: Any) -> Feedback:
    """Return feedback on an answer, depending on earlier wrong answers to the question.

    Attempts are counted per question, not per student, because anybody can type another name.

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
            # no partial points here, because they would help to search
            feedback = make_wrong_feedback(f"{shown} is not right either. {AGAIN_HINT}")
        wrong_ones[shown] = feedback
    return feedback


def clear_attempts() -> None:
    """Delete all recorded attempts."""
    _wrong_answers.clear()
