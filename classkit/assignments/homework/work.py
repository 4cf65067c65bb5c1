"""A homework: a match that was played, and the questions on it.

Its record stands in the notebook as text, so that a student needs only one file.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from classkit.assignments.asking import Asking
from classkit.assignments.sheet import Sheet
from classkit.charts.figure import make_figure
from classkit.engine.errors import RecordError
from classkit.engine.match import Match
from classkit.engine.record import MAX_BYTES, dumps, too_large
from classkit.engine.registry import loads
from classkit.frames import answers_frame, events_frame, history_frame, ledger_frame
from classkit.widgets.records import record_to_hand_on

from .markup import escaped

if TYPE_CHECKING:
    import pandas as pd
    from plotly.graph_objects import Figure


class Homework(Sheet):
    """The questions on one match, with its charts and frames.

    >>> import classkit
    >>> played = classkit.new("poleconomy", seats=3, seed=1).play(until="end")
    >>> homework = Homework(played)
    >>> len(homework.questions), homework.questions[-2:]
    (5, ('what-if', 'reason'))
    """

    def __init__(self, played: Match, student: str = "", word: str | None = None) -> None:
        self.played = played
        self._frames: dict[Callable[[Match], pd.DataFrame], pd.DataFrame] = {}
        super().__init__(name_of(played), student, word, played)

    def ask(self, key: str) -> Told:
        """Return the text of a question, which may hold names that people typed."""
        asking = super().ask(key)
        return Told(asking.text, asking.form, asking.code)

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
        return f"{self.title}: {', '.join(self.questions)}"


class Told(Asking):
    """The text of a question, shown without reading anything in it as markup."""

    def _repr_markdown_(self) -> str:
        shown = Asking(escaped(self.text), escaped(self.form), self.code)
        return shown._repr_markdown_()


def name_of(played: Match) -> str:
    """Return the name of the homework on a match, the same for the same match.

    >>> import classkit
    >>> name_of(classkit.new("economy", seats=3, seed=7)).startswith("homework-")
    True
    """
    return f"homework-{sha256(played.digest().encode()).hexdigest()[:16]}"


def open_homework(text: str, student: str = "", word: str | None = None) -> Homework:
    """Return a student's homework on the match in a notebook's text; RecordError if none is there.

    With a ``word`` of the day its questions are drawn from the name and the word together.

    >>> import classkit
    >>> from classkit.assignments.homework.work import packed
    >>> played = classkit.new("poleconomy", seats=3, seed=7).play(until="end")
    >>> open_homework(packed(played)).played.digest() == played.digest()
    True
    """
    return Homework(unpacked(text), student, word)


def packed(match: Match) -> str:
    """Return the record of a match as lines of text, without the luck to come if it is not over.

    >>> import classkit
    >>> text = packed(classkit.new("poleconomy", seats=3, seed=7).play(until="turn"))
    >>> unpacked(text).turn
    2
    """
    small = zlib.compress(dumps(record_to_hand_on(match)).encode(), 9)
    return base64.encodebytes(small).decode().rstrip()


def unpacked(text: str) -> Match:
    """Return the match in such a text. Raise RecordError with the reason if there is none.

    The text may come from anybody: it is limited and checked like a record.
    """
    if not isinstance(text, str) or len(text) > 2 * MAX_BYTES:
        raise RecordError(
            "This is not the match of a homework: give the text as it stands in the notebook."
        )
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(base64.b64decode(text, validate=False), MAX_BYTES + 1)
    except (ValueError, zlib.error):  # not base64, or nothing packed in it
        raise RecordError(
            "The match in this homework is damaged: download the homework again."
        ) from None
    if len(data) > MAX_BYTES:
        raise too_large(len(data))
    return loads(data)
