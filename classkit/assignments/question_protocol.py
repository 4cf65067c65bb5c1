"""Questions without their answers, and the protocol of the objects that provide them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from classkit.engine.match import Match

from .feedback import Feedback


@dataclass(frozen=True, eq=False)
class QuestionText:
    """What a student sees of a question: its text and the form of its answer.

    Attributes:
        text: The question, as Markdown.
        form: What kind of value the answer is.
        code: Code that is shown below the text; "" for none.

    Example:
        >>> from classkit.assignments import open_sheet
        >>> sheet = open_sheet("poleconomy-1-read", student="ada")
        >>> sheet.ask("landing").form
        'a whole number of dollars'
    """

    text: str
    form: str
    code: str = ""

    def __repr__(self) -> str:
        code = f"\n\n{self.code}" if self.code else ""
        return f"{self.text}{code}\n\nAnswer with {self.form}."

    def _repr_markdown_(self) -> str:
        code = f"\n\n```python\n{self.code}\n```" if self.code else ""
        return f"{self.text}{code}\n\n*Answer with {self.form}.*"


@dataclass(frozen=True)
class PosedQuestion:
    """A question without its answer: its text, its numbers, and its match if it has one.

    ``is_match_hidden`` is True while the match would give the answer away; ``match`` is None then.
    """

    question_text: QuestionText
    facts: Mapping[str, Any]
    match: Match | None = None
    is_match_hidden: bool = False


class QuestionProvider(Protocol):
    """Provides the questions of a sheet and the feedback on answers.

    In a student's notebook the provider is the question bank, which computes the answers. In the
    sandbox that runs a submission it is a handout, which contains no answers.
    """

    @property
    def title(self) -> str:
        """The title of the sheet."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the questions, in order."""

    def pose_question(self, key: str) -> PosedQuestion:
        """Return a question, the same one every time; raise UnknownName for an unknown key."""

    def get_feedback(self, key: str, value: Any) -> Feedback:
        """Return feedback on an answer."""
