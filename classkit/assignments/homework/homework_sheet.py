"""Homework sheet: a played match and the questions about it.

The notebook contains the match's record as text, so that a student needs only one file.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from classkit.assignments.question_protocol import QuestionText
from classkit.assignments.question_sheet import QuestionSheet
from classkit.charts.export import make_figure
from classkit.engine.errors import RecordError
from classkit.engine.match import Match
from classkit.engine.registry import loads
from classkit.engine.serialization import MAX_BYTES, format_record, size_error
from classkit.frames import answers_frame, events_frame, history_frame, ledger_frame
from classkit.widgets.match_lifecycle import shareable_record

from .markdown_escape import escape_markdown

if TYPE_CHECKING:
    import pandas as pd
    from plotly.graph_objects import Figure


class Homework(QuestionSheet):
    """Questions about one match, and the charts and data frames of the match.

    Args:
        played: The match.
        student: The student's name or number, or "" for the class's questions.
        word: The word of the day, if the questions depend on one.

    Example:
        >>> import classkit
        >>> played = classkit.new("poleconomy", seats=3, seed=1).play(until="end")
        >>> homework = Homework(played)
        >>> len(homework.questions), homework.questions[-2:]
        (5, ('what-if', 'reason'))
    """

    def __init__(self, played: Match, student: str = "", word: str | None = None) -> None:
        self.played = played
        self._frames: dict[Callable[[Match], pd.DataFrame], pd.DataFrame] = {}
        super().__init__(get_homework_name(played), student, word, played)

    def ask(self, key: str) -> HomeworkText:
        """Return the text of a question. Its display escapes names that look like markup."""
        asking = super().ask(key)
        return HomeworkText(asking.text, asking.form, asking.code)

    def chart(self, key: str) -> Figure:
        """Return the chart of the match with this key."""
        return make_figure(self.played, key)

    @property
    def history(self) -> pd.DataFrame:
        """Data frame with one row of metrics per turn."""
        return self._frame(history_frame)

    @property
    def ledger(self) -> pd.DataFrame:
        """Data frame with one row per transfer."""
        return self._frame(ledger_frame)

    @property
    def events(self) -> pd.DataFrame:
        """Data frame with one row per event."""
        return self._frame(events_frame)

    @property
    def answers(self) -> pd.DataFrame:
        """Data frame with one row per answer."""
        return self._frame(answers_frame)

    def _frame(self, make: Callable[[Match], pd.DataFrame]) -> pd.DataFrame:
        """Return a copy of a cached data frame."""
        if make not in self._frames:
            self._frames[make] = make(self.played)
        return self._frames[make].copy()

    def __repr__(self) -> str:
        return f"{self.title}: {', '.join(self.questions)}"


class HomeworkText(QuestionText):
    """The text of a question, displayed with all markup escaped."""

    def _repr_markdown_(self) -> str:
        shown = QuestionText(escape_markdown(self.text), escape_markdown(self.form), self.code)
        return shown._repr_markdown_()


def get_homework_name(played: Match) -> str:
    """Return the name of the homework about a match. It is always the same for a given match.

    >>> import classkit
    >>> get_homework_name(classkit.new("economy", seats=3, seed=7)).startswith("homework-")
    True
    """
    return f"homework-{sha256(played.digest().encode()).hexdigest()[:16]}"


def open_homework(text: str, student: str = "", word: str | None = None) -> Homework:
    """Return a student's homework about the match that a notebook contains as text.

    Args:
        text: The packed match.
        student: The student's name or number, or "" for the class's questions.
        word: The word of the day. It is combined with the name to draw the questions.

    Raises:
        RecordError: If the text is not a packed match.

    Example:
        >>> import classkit
        >>> from classkit.assignments.homework.homework_sheet import pack_match
        >>> played = classkit.new("poleconomy", seats=3, seed=7).play(until="end")
        >>> open_homework(pack_match(played)).played.digest() == played.digest()
        True
    """
    return Homework(unpack_match(text), student, word)


def pack_match(match: Match) -> str:
    """Return a match's record as lines of text.

    For an unfinished match, the record does not contain future random outcomes.

    >>> import classkit
    >>> text = pack_match(classkit.new("poleconomy", seats=3, seed=7).play(until="turn"))
    >>> unpack_match(text).turn
    1
    """
    small = zlib.compress(format_record(shareable_record(match)).encode(), 9)
    return base64.encodebytes(small).decode().rstrip()


def unpack_match(text: str) -> Match:
    """Return the match in a packed text. Raise RecordError if the text contains no match.

    The text is untrusted, so it is limited in size and validated like a record.
    """
    if not isinstance(text, str) or len(text) > 2 * MAX_BYTES:
        raise RecordError(
            "This is not a homework match. Copy the text from the notebook unchanged."
        )
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(base64.b64decode(text, validate=False), MAX_BYTES + 1)
    except (ValueError, zlib.error):  # not base64, or not compressed
        raise RecordError(
            "The match in this homework is damaged. Download the homework again."
        ) from None
    if len(data) > MAX_BYTES:
        raise size_error(len(data))
    return loads(data)
