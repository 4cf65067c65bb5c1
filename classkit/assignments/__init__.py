"""Assignments: positions and records turned into questions, checked at once and graded.

A notebook opens a sheet, asks, and checks plain values::

    sheet = open_sheet("poleconomy-1-read", student="ada")
    sheet.ask("landing")
    sheet.check("landing", 300_000)
"""

from __future__ import annotations

from .asking import Asking
from .feedback import Feedback, NotRight, Unanswered
from .sheet import Sheet, list_sheets, open_sheet

__all__ = [
    "Asking",
    "Feedback",
    "NotRight",
    "Sheet",
    "Unanswered",
    "list_sheets",
    "open_sheet",
]
