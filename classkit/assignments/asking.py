"""A question as a student may have it, and whoever gives it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from classkit.engine.match import Match

from .feedback import Feedback


@dataclass(frozen=True, eq=False)
class Asking:
    """The text of a question and the form of its answer: what a student sees.

    ``code`` is shown below the text as it stands.
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
class Posed:
    """A question without its answer: what is asked, the numbers in it, and its match, if any.

    ``shut`` is True while the match would give the answer away; ``match`` is None until then.
    """

    asking: Asking
    facts: Mapping[str, Any]
    match: Match | None = None
    shut: bool = False


class Asker(Protocol):
    """Whoever has the questions of a sheet, and says what may be said of an answer.

    At home it is the bank, which works out the answers too. Where a submission is run it is a
    handout, which holds none.
    """

    @property
    def title(self) -> str:
        """The title of the sheet."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its questions, in order."""

    def pose(self, key: str) -> Posed:
        """Return a question, the same one every time; UnknownName if there is no such key."""

    def comment(self, key: str, value: Any) -> Feedback:
        """Return feedback on an answer."""
