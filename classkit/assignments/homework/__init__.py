"""Homework: a notebook with questions about a match that the class played.

``classkit homework monday.classkit.json`` writes one notebook for the students and one for the
teacher. In the notebook, ``open_homework`` returns the match with its charts, its data frames and
five questions about its events.
"""

from __future__ import annotations

from .homework_sheet import Homework, open_homework

__all__ = ["Homework", "open_homework"]
