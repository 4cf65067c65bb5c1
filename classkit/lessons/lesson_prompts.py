"""Questions that a class answers before it sees the results of many matches, and the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from classkit.widgets.prediction_questions import Answerable, PredictionQuestion


def ask(question: str, after: Answerable | None = None) -> PredictionQuestion:
    """Ask the class for a prediction whose result is not in a chart.

    When displayed in a cell, the question collects the class's expectations as words or numbers.
    Cells that would reveal the result end in ``once_answered`` and wait for an answer, also in
    Voila and when all cells are run. They do not wait if nobody can answer.

    Args:
        question: The text of the question.
        after: A table or another question that the class must answer first.

    Returns:
        The question, as a widget.

    Example:
        >>> from classkit import lessons
        >>> guess = lessons.ask("In how many of 40 games is the country bankrupt?")
        >>> guess.once_answered(18)
        18
    """
    from classkit.widgets.prediction_questions import (
        PredictionQuestion,  # importing ipywidgets is slow
    )

    return PredictionQuestion(question, after)


def answers() -> pd.DataFrame:
    """Return the class's answers in this notebook, one row per answer.

    The columns are ``question``, ``answer`` and ``who``, as typed. ``who`` is empty for the class
    as a whole. Predictions for a chart are saved with its match instead.

    Returns:
        The data frame, which is empty if nobody has answered.

    Example:
        >>> from classkit import lessons
        >>> guess = lessons.ask("Whose price is the highest?").answer("the sealed one", who="Bo")
        >>> lessons.answers().tail(1).to_dict("records")
        [{'question': 'Whose price is the highest?', 'answer': 'the sealed one', 'who': 'Bo'}]
    """
    import pandas as pd

    from classkit.widgets.prediction_questions import NOTEBOOK_QUESTIONS

    rows = [(each.question, *said) for each in NOTEBOOK_QUESTIONS for said in each.answers]
    return pd.DataFrame(rows, columns=["question", "answer", "who"])
