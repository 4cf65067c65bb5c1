"""A question to the class before it sees what comes of many matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from classkit.widgets.questions import Asked, Question


def ask(question: str, after: Asked | None = None) -> Question:
    """Ask the class something for which no chart of a table can be covered.

    Shown in a cell, it takes down what the class expects, in words or numbers. Cells that would
    tell the answer end in ``once_answered``, and wait for it, also when all cells are run at once
    and in Voila. Where nobody can answer, nothing waits. With ``after``, a table or another
    question, the class answers that one first.

    >>> from classkit import lessons
    >>> guess = lessons.ask("In how many of 40 games is the country bankrupt?")
    >>> guess.once_answered(18)
    18
    """
    from classkit.widgets.questions import Question  # ipywidgets takes its time

    return Question(question, after)
