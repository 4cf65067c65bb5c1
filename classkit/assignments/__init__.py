"""Assignments: questions on positions and recorded matches, with feedback and grading.

A notebook opens a question sheet, asks questions and checks plain values::

    sheet = open_sheet("poleconomy-1-read", student="ada")
    sheet.ask("landing")
    sheet.check("landing", 300_000)
"""

from __future__ import annotations

from .clause_text import ClauseText, RulesText
from .feedback import Feedback, NotRight, Unanswered
from .question_protocol import QuestionText
from .question_sheet import QuestionSheet, list_sheets, open_sheet
from .situation_replay import SituationReplay

__all__ = [
    "ClauseText",
    "Feedback",
    "NotRight",
    "QuestionSheet",
    "QuestionText",
    "RulesText",
    "SituationReplay",
    "Unanswered",
    "list_sheets",
    "open_sheet",
]
