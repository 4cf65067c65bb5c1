"""Prediction questions in a notebook, about results that no chart of a table shows.

An example is the result of a hundred matches. The question is shown in a separate cell, and the
cells that show the result wait for the answer.
"""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

from classkit.engine.errors import ClasskitError, truncate_text

from .notebook_widgets import HTML, Button, HBox, Text, VBox, display
from .prediction_wait import ASKED_TEXT, BUTTON_LAYOUT, WaitingCell, is_interactive, resolve_content

MAX_ANSWER_CHARS = 200
"""Maximum length of an answer in characters. Longer answers are truncated."""
MAX_ANSWERS = 200
"""Maximum number of answers to a question."""

NOTEBOOK_QUESTIONS: list[PredictionQuestion] = []
"""The questions of this notebook, in the order in which they were first asked.

Running a cell again replaces its question and deletes the answers.
"""

ANSWER_FIRST_TEXT = "Answer the question above first."


class Answerable(Protocol):
    """An object that waits for a class's answer: a table with a covered chart, or a question.

    Example:
        >>> from classkit import lessons
        >>> first: Answerable = lessons.ask("In how many of forty games?")
        >>> second = lessons.ask("And in how many of eighty?", after=first)
    """

    def once_answered(self, *what: Any) -> Any:
        """Run functions or show objects once the class has answered.

        Args:
            what: Functions without arguments, or objects to show.

        Returns:
            A widget that displays the objects, or None.
        """


class ClassAnswer(NamedTuple):
    """An answer as typed. ``who`` is empty for the class as a whole."""

    answer: str
    who: str


class PredictionQuestion(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A question, an input line and the answers so far. See :func:`classkit.lessons.ask`.

    Args:
        question: The question, as a sentence.
        after: A table or question that must be answered before this one.

    Attributes:
        answers: The answers so far, each with ``answer`` and ``who``.

    Example:
        >>> from classkit import lessons
        >>> guess = lessons.ask("In how many of forty games?")
        >>> guess.answer("12").answers[0].answer
        '12'
    """

    def __init__(self, question: str, after: Answerable | None = None) -> None:
        if not isinstance(question, str) or not question.strip():
            raise ClasskitError(f"a question must be a sentence, not {truncate_text(question)}.")
        self.question = question
        self.answers: list[ClassAnswer] = []
        self.is_answered = False
        self._waiting_cells: list[WaitingCell] = []
        self._display_id = uuid4().hex
        wide = {"width": "20em"}
        self.answer_line = Text(placeholder="Prediction of the class", layout=wide)
        self.who_line = Text(placeholder="Name (optional)", layout={"width": "12em"})
        self.note_button = Button(description="Note it", layout=BUTTON_LAYOUT)
        self.done_button = Button(description="Show the result", button_style="primary")
        self.note_button.on_click(lambda _button: self._submit_answer())
        self.done_button.on_click(lambda _button: self._submit_and_reveal())
        self.answers_html = HTML()
        self.form_box = HBox([self.answer_line, self.who_line, self.note_button, self.done_button])
        self.form_box.layout.flex_flow = "row wrap"
        super().__init__(
            [HTML(f"<p><b>{escape(question)}</b></p>"), self.form_box, self.answers_html]
        )
        if after is not None:
            self.form_box.layout.display, self.answers_html.value = (
                "none",
                f"<p>{ANSWER_FIRST_TEXT}</p>",
            )
            after.once_answered(self._enable_form)
        register_question(self)

    def answer(self, answer: str, who: str = "") -> PredictionQuestion:
        """Record an answer by the class or by ``who``, as words or a number.

        Args:
            answer: The answer, as words or a number.
            who: Name of a student, or an empty string for the class as a whole.

        Returns:
            This question.

        Raises:
            ClasskitError: if the answer is empty, or there are too many answers.

        Example:
            >>> from classkit import lessons
            >>> guess = lessons.ask("In how many of forty games?")
            >>> guess.answer("12").answer("30", who="Bo").answers[1]
            ClassAnswer(answer='30', who='Bo')
        """
        if len(self.answers) >= MAX_ANSWERS:
            raise ClasskitError(
                f"You have reached the limit of {MAX_ANSWERS} answers. Show the result."
            )
        words, name = str(answer).strip()[:MAX_ANSWER_CHARS], str(who).strip()[:MAX_ANSWER_CHARS]
        if not words:
            raise ClasskitError("an answer must not be empty. Enter a number or a few words.")
        self.answers.append(ClassAnswer(words, name))
        told = "; ".join(
            f"<b>{escape(who or 'The class')}</b>: {escape(said)}" for said, who in self.answers
        )
        self.answers_html.value = f"<p>{told}</p>"
        return self

    def reveal_outcome(self) -> PredictionQuestion:
        """Show the results of the waiting cells, in order.

        The question is displayed again, so that the saved notebook contains the answers.

        Returns:
            This question.
        """
        self.is_answered = True
        self.form_box.layout.display = "none"
        if is_interactive():
            self._render(anew=True)
        waiting, self._waiting_cells = self._waiting_cells, []
        for cell in waiting:
            cell.reveal()
        return self

    def once_answered(self, *what: Any) -> Any:
        """Run functions or show objects once the class has answered.

        Use it in the last line of a cell, like :meth:`classkit.Table.once_answered`. If nobody can
        answer, the result is returned immediately.

        Args:
            what: Functions or objects. Their results appear one below the other.

        Returns:
            The results, or a placeholder while the answer is missing. The notebook shows them.

        Example:
            >>> from classkit import lessons
            >>> lessons.ask("What is six times seven?").once_answered(lambda: 6 * 7)
            42
        """
        if self.is_answered or not is_interactive():
            return resolve_content(what)
        self._waiting_cells.append(WaitingCell(what, self.reveal_outcome, ASKED_TEXT))
        return self._waiting_cells[-1]

    def _enable_form(self) -> None:
        """Show the form, after the preceding question has been answered."""
        self.form_box.layout.display, self.answers_html.value = None, ""

    def _submit_answer(self) -> None:
        """Record the text of the input line, if any, and clear the line."""
        if self.answer_line.value.strip() and len(self.answers) < MAX_ANSWERS:
            self.answer(self.answer_line.value, self.who_line.value)
            self.answer_line.value = self.who_line.value = ""

    def _submit_and_reveal(self) -> None:
        self._submit_answer()
        self.reveal_outcome()

    def _ipython_display_(self) -> None:
        self._render()

    def _render(self, *, anew: bool = False) -> None:
        """Display the question. With ``anew``, update the existing display."""
        display(self._mime_bundle(), raw=True, display_id=self._display_id, update=anew)  # type: ignore[no-untyped-call]

    def _mime_bundle(self) -> dict[str, Any]:
        """Return the question as a widget or, if nobody can answer, as a sentence with the answers.

        Once it has been answered, the bundle contains both.
        """
        words = "; ".join(f"{who or 'the class'}: {answer}" for answer, who in self.answers)
        asked = f"{self.question} {words}".strip()
        sentence = {"text/plain": asked, "text/html": f"<p><b>{escape(asked)}</b></p>"}
        if not is_interactive():
            return sentence
        widget: dict[str, Any] = self._repr_mimebundle_()
        return {**widget, **sentence} if self.is_answered else widget


def register_question(asked: PredictionQuestion) -> None:
    """Add a question to this notebook, replacing a question with the same text."""
    for at, before in enumerate(NOTEBOOK_QUESTIONS):
        if before.question == asked.question:
            NOTEBOOK_QUESTIONS[at] = asked
            return
    NOTEBOOK_QUESTIONS.append(asked)
