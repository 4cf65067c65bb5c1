"""A question to the class before it sees what comes of many matches, and what was answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

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


def answers() -> pd.DataFrame:
    """Return what the class has answered in this notebook, a row for each answer.

    The columns are ``question``, ``answer`` and ``who``, as they were typed; ``who`` is empty for
    the class as a whole. What was expected of a chart is kept with its match.

    >>> from classkit import lessons
    >>> guess = lessons.ask("Whose price is the highest?").answer("the sealed one", who="Bo")
    >>> lessons.answers().tail(1).to_dict("records")
    [{'question': 'Whose price is the highest?', 'answer': 'the sealed one', 'who': 'Bo'}]
    """
    import pandas as pd

    from classkit.widgets.questions import OF_THIS_NOTEBOOK

    rows = [(each.question, *said) for each in OF_THIS_NOTEBOOK for said in each.answers]
    return pd.DataFrame(rows, columns=["question", "answer", "who"])
