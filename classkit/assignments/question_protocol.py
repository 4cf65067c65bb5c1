"""Questions without answers, and the protocol of the objects that provide them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from classkit.clause_hovers import mark_clauses
from classkit.engine.match import Match
from classkit.engine.rulebook_text import Rulebook

from .feedback import Feedback


@dataclass(frozen=True, eq=False)
class QuestionText:
    """The part of a question that a student sees: its text and the form of its answer.

    Attributes:
        text: The question, as Markdown.
        form: The kind of value that is expected.
        code: Code to show below the text, or "".

    Example:
        >>> from classkit.assignments import open_sheet
        >>> sheet = open_sheet("poleconomy-1-read", student="ada")
        >>> sheet.ask("landing").form
        'a whole number of dollars'
    """

    text: str
    form: str
    code: str = ""
    _rulebook: Rulebook | None = field(default=None, repr=False)
    """The clauses that a notebook shows on hover over their numbers."""

    def __repr__(self) -> str:
        code = f"\n\n{self.code}" if self.code else ""
        return f"{self.text}{code}\n\nAnswer with {self.form}."

    def _repr_markdown_(self) -> str:
        code = f"\n\n```python\n{self.code}\n```" if self.code else ""
        text = mark_clauses(self.text, self._rulebook)
        return f"{text}{code}\n\n*Answer with {self.form}.*"


@dataclass(frozen=True)
class PosedQuestion:
    """A question without its answer: its text, its numbers, and its match if it has one.

    ``is_match_hidden`` is True as long as the match would reveal the answer. ``match`` is then
    None.
    """

    question_text: QuestionText
    facts: Mapping[str, Any]
    match: Match | None = None
    is_match_hidden: bool = False
    has_replay: bool = False
    """True if the question has a situation to replay after a wrong answer."""


class FoundReplay(NamedTuple):
    """A situation to replay after a wrong answer.

    ``question`` is None if the match is that of the student's own question. ``match`` is None
    while a submission is marked.
    """

    match: Match | None = None
    question: QuestionText | None = None


class QuestionProvider(Protocol):
    """Provides the questions of a sheet, and feedback on answers.

    In a student's notebook, the provider is the question bank, which computes the answers. In the
    sandbox that runs a submission, the provider is a handout, which contains no answers.
    """

    @property
    def title(self) -> str:
        """Title of the sheet."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the questions, in order."""

    def pose_question(self, key: str) -> PosedQuestion:
        """Return a question, the same on every call. Raise UnknownName for an unknown key."""

    def get_feedback(self, key: str, value: Any) -> Feedback:
        """Return feedback on an answer."""

    def find_replay(self, key: str) -> FoundReplay:
        """Return a situation to replay after a wrong answer.

        Raises ClasskitError if there is none, or if the question has no wrong answer yet.
        """
