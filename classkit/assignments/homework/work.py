"""A homework: a match that was played, and the questions on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from classkit.assignments.drawing import Drawing
from classkit.assignments.question import Question
from classkit.assignments.sheet import Plan, Sheet
from classkit.engine.match import Match
from classkit.frames import answers_frame, events_frame, history_frame, ledger_frame
from classkit.widgets.figure import make_figure

from .finders import questions
from .packing import unpacked
from .past import Past

if TYPE_CHECKING:
    import pandas as pd
    from plotly.graph_objects import Figure


class Homework(Sheet):
    """The questions on one match, with its charts and frames.

    >>> import classkit
    >>> played = classkit.new("poleconomy", seats=3, seed=7).play(until="end")
    >>> homework = Homework(played)
    >>> list(homework.plan.makers)
    ['turning-point', 'largest-payment', 'change', 'busiest-clause', 'best-turn']
    >>> homework.check("turning-point", "soon")
    'soon' is text: write a whole number, without quotes, commas or units, as in 5.
    """

    def __init__(self, played: Match, names: bool = False) -> None:
        self.played = played
        found = questions(Past(played, names))
        makers = {key: partial(same_for_all, question) for key, question in found.items()}
        self._frames: dict[Callable[[Match], pd.DataFrame], pd.DataFrame] = {}
        super().__init__(Plan("homework", f"Homework on a match of {played.game.title}", makers))

    def chart(self, key: str) -> Figure:
        """Return a chart of the match by its key."""
        return make_figure(self.played, key)

    @property
    def history(self) -> pd.DataFrame:
        """The figures after each turn, one row for each."""
        return self._frame(history_frame)

    @property
    def ledger(self) -> pd.DataFrame:
        """Every transfer."""
        return self._frame(ledger_frame)

    @property
    def events(self) -> pd.DataFrame:
        """Every event."""
        return self._frame(events_frame)

    @property
    def answers(self) -> pd.DataFrame:
        """Every answer."""
        return self._frame(answers_frame)

    def _frame(self, make: Callable[[Match], pd.DataFrame]) -> pd.DataFrame:
        """Return a copy of a frame that is made once from the match."""
        if make not in self._frames:
            self._frames[make] = make(self.played)
        return self._frames[make].copy()

    def __repr__(self) -> str:
        return f"{self.plan.title}: {', '.join(self.plan.makers)}"


def same_for_all(question: Question, drawing: Drawing) -> Question:
    """Return the question unchanged: one on a match is the same for every student."""
    return question


def open_homework(text: str) -> Homework:
    """Return the homework on the match in a notebook's text; RecordError if there is none.

    >>> import classkit
    >>> from classkit.assignments.homework.packing import packed
    >>> played = classkit.new("economy", seats=3, seed=7).play(until="end", bots="raider")
    >>> open_homework(packed(played)).played.digest() == played.digest()
    True
    """
    return Homework(unpacked(text))
