"""A situation like that of a question, to replay on a table after a wrong answer.

The situation has other numbers, which are drawn for nobody. It depends on the question and on its
text, but neither on the right answer nor on what a student has answered. So it shows how the rule
works, and reveals nothing about the student's own number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from classkit.engine.match import Match

from .question_protocol import QuestionText

if TYPE_CHECKING:
    from classkit.widgets.live_table import Table

OTHER_NUMBERS = (
    "This is the same kind of situation with **other numbers**. Press **Step** and watch what "
    "happens, and which clauses the news names. Then work through your own question again."
)
POSITION_ONLY = (
    "This is the same kind of situation with **other numbers**. The match begins at this position: "
    "play it, and watch which clauses the news names. Then work through your own question again."
)
OWN_MATCH = (
    "This is the match of your question. Look at it again, turn by turn: you can go back and "
    "forward with the slider."
)
MARKING_NOTE = "A situation can be replayed only in your own notebook, not while it is marked."


@dataclass(frozen=True, eq=False)
class SituationReplay:
    """A situation to replay, returned by :meth:`.QuestionSheet.why_wrong`.

    Attributes:
        note: What to do with it, as Markdown.
        question: The question about this situation, without its answer; None if the match is that
            of the student's own question.
        match: The match before anything happens, or None while a notebook is marked.

    Example:
        >>> SituationReplay("Look at it again.")
        Look at it again.
    """

    note: str
    question: QuestionText | None = None
    match: Match | None = field(default=None, repr=False)

    def table(self) -> Table:
        """Return a table with a new copy of the match.

        Returns:
            The table.

        Raises:
            ClasskitError: If the notebook is being marked.
        """
        from classkit.engine.errors import ClasskitError
        from classkit.widgets import table  # slow import

        if self.match is None:
            raise ClasskitError(self.note)
        return table(self.match.fork())

    def __repr__(self) -> str:
        text = f"\n\n{self.question.text}" if self.question else ""
        return f"{self.note.replace('**', '')}{text}"

    def _repr_markdown_(self) -> str:
        if self.question is None:
            return self.note
        quoted = "\n".join(f"> {line}".rstrip() for line in self.question.text.split("\n"))
        return f"{self.note}\n\n{quoted}"

    def _ipython_display_(self, **options: Any) -> None:
        """Display the text and, below it, the table."""
        from IPython.display import Markdown, display

        display(Markdown(self._repr_markdown_()))  # type: ignore[no-untyped-call]
        if self.match is not None:
            display(self.table())  # type: ignore[no-untyped-call]


def copy_from_start(match: Match) -> Match:
    """Return a copy of a match at its beginning. The recorded moves can be stepped through.

    >>> import classkit
    >>> played = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> copy_from_start(played).can_redo, played.can_redo
    (True, False)
    """
    copy = match.fork()
    if copy.step:
        copy.goto(step=0)
    return copy
