"""Assignments: positions and records turned into questions, checked at once and graded.

A notebook opens a sheet, asks, and checks plain values::

    sheet = open_sheet("poleconomy-1-read", student="ada")
    sheet.ask("landing")
    sheet.check("landing", 300_000)
"""

from __future__ import annotations

from .answers import Clause, Name, Number, Several
from .bank import Plan
from .drawing import Drawing
from .feedback import Feedback, NotRight, Unanswered
from .question import Asking, Question
from .sheet import Sheet, list_sheets, open_sheet

__all__ = [
    "Asking",
    "Clause",
    "Drawing",
    "Feedback",
    "Name",
    "NotRight",
    "Number",
    "Plan",
    "Question",
    "Several",
    "Sheet",
    "Unanswered",
    "list_sheets",
    "open_sheet",
]
