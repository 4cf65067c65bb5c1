"""A question to the class for which no chart can be covered, and what the class answers.

The result of a hundred matches stands on no table. It is asked for in a cell of its own, and the
cells that would tell it wait for the answer.
"""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

from classkit.engine.errors import ClasskitError, shorten

from .notebook_widgets import HTML, Button, HBox, Text, VBox, display
from .waiting import ASKED, EDGED, Waiting, outcome, somebody_answers

LONGEST = 200
"""The most characters kept of an answer."""
MOST = 200
"""The most answers kept of a question."""

OF_THIS_NOTEBOOK: list[Question] = []
"""The questions of this notebook, in the order in which they were asked first.

A cell that is run again asks its question anew: what was answered to it before is gone.
"""

FIRST = "First comes the answer to what is asked above."


class Asked(Protocol):
    """What can be answered: a table with a covered chart, or a question."""

    def once_answered(self, *what: Any) -> Any:
        """Run or show something once the class has answered."""


class Said(NamedTuple):
    """What somebody answered, in their own words; ``who`` is empty for the class as a whole."""

    answer: str
    who: str


class Question(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A question, a line for the answer, and the answers given; see :func:`classkit.lessons.ask`.

    ``answers`` has what was said so far, and stays. With ``after`` it can be answered once a table
    or a question before it has been.
    """

    def __init__(self, question: str, after: Asked | None = None) -> None:
        if not isinstance(question, str) or not question.strip():
            raise ClasskitError(f"a question must be a sentence, not {shorten(question)}.")
        self.question = question
        self.answers: list[Said] = []
        self.is_answered = False
        self._waiting: list[Waiting] = []
        self._shown_as = uuid4().hex
        wide = {"width": "20em"}
        self.answer_line = Text(placeholder="What the class expects", layout=wide)
        self.who_line = Text(placeholder="Who (may be left out)", layout={"width": "12em"})
        self.note = Button(description="Note it", layout=EDGED)
        self.done = Button(description="Show what came", button_style="primary")
        self.note.on_click(lambda _button: self._note())
        self.done.on_click(lambda _button: self._finish())
        self.said = HTML()
        self.form = HBox([self.answer_line, self.who_line, self.note, self.done])
        self.form.layout.flex_flow = "row wrap"
        super().__init__([HTML(f"<p><b>{escape(question)}</b></p>"), self.form, self.said])
        if after is not None:
            self.form.layout.display, self.said.value = "none", f"<p>{FIRST}</p>"
            after.once_answered(self._open)
        keep(self)

    def answer(self, answer: str, who: str = "") -> Question:
        """Note what the class expects, or somebody in it, as words or a number.

        >>> from classkit import lessons
        >>> guess = lessons.ask("In how many of forty games?")
        >>> guess.answer("12").answer("30", who="Bo").answers[1]
        Said(answer='30', who='Bo')
        """
        if len(self.answers) >= MOST:
            raise ClasskitError(f"{MOST} answers are the most: show what came.")
        words, name = str(answer).strip()[:LONGEST], str(who).strip()[:LONGEST]
        if not words:
            raise ClasskitError("an answer says something: a number or a few words.")
        self.answers.append(Said(words, name))
        told = "; ".join(
            f"<b>{escape(who or 'The class')}</b>: {escape(said)}" for said, who in self.answers
        )
        self.said.value = f"<p>{told}</p>"
        return self

    def show_what_came(self) -> Question:
        """Let the cells go on that wait for an answer, one after the other.

        The question is shown anew, so that a notebook that is saved from here on tells what was
        answered, and so does each page that is made of it.
        """
        self.is_answered = True
        self.form.layout.display = "none"
        if somebody_answers():
            self._show(anew=True)
        waiting, self._waiting = self._waiting, []
        for cell in waiting:
            cell.reveal()
        return self

    def once_answered(self, *what: Any) -> Any:
        """Run a function, or show anything else, once the class has answered.

        In the last line of a cell, as :meth:`classkit.Table.once_answered`; of several things each
        is shown, one below the other. Where nobody can answer it goes on at once.

        >>> from classkit import lessons
        >>> lessons.ask("What is six times seven?").once_answered(lambda: 6 * 7)
        42
        """
        if self.is_answered or not somebody_answers():
            return outcome(what)
        self._waiting.append(Waiting(what, self.show_what_came, ASKED))
        return self._waiting[-1]

    def _open(self) -> None:
        """Let the class answer: what comes before has been answered."""
        self.form.layout.display, self.said.value = None, ""

    def _note(self) -> None:
        """Note what stands in the line, if anything does, and make room for the next."""
        if self.answer_line.value.strip() and len(self.answers) < MOST:
            self.answer(self.answer_line.value, self.who_line.value)
            self.answer_line.value = self.who_line.value = ""

    def _finish(self) -> None:
        self._note()
        self.show_what_came()

    def _ipython_display_(self) -> None:
        self._show()

    def _show(self, *, anew: bool = False) -> None:
        """Show the question; ``anew`` in the place where it stands, if it stands anywhere."""
        display(self._bundle(), raw=True, display_id=self._shown_as, update=anew)  # type: ignore[no-untyped-call]

    def _bundle(self) -> dict[str, Any]:
        """Return the question; where nobody can answer, as a sentence with what was answered.

        Once it has been answered, the sentence stands beside the widget.
        """
        words = "; ".join(f"{who or 'the class'}: {answer}" for answer, who in self.answers)
        asked = f"{self.question} {words}".strip()
        sentence = {"text/plain": asked, "text/html": f"<p><b>{escape(asked)}</b></p>"}
        if not somebody_answers():
            return sentence
        widget: dict[str, Any] = self._repr_mimebundle_()
        return {**widget, **sentence} if self.is_answered else widget


def keep(asked: Question) -> None:
    """Add a question to those of this notebook, replacing one with the same text."""
    for at, before in enumerate(OF_THIS_NOTEBOOK):
        if before.question == asked.question:
            OF_THIS_NOTEBOOK[at] = asked
            return
    OF_THIS_NOTEBOOK.append(asked)
