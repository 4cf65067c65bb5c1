"""Tonight's homework: a notebook about the match that the class has played.

``classkit homework monday.classkit.json`` writes it, for students and for the teacher. In the
notebook, `open_homework` returns the match with its charts, its frames, and five questions on
what happened.
"""

from __future__ import annotations

from .work import Homework, open_homework

__all__ = ["Homework", "open_homework"]
