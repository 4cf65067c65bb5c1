"""A handout: the questions of one student as plain data, without their answers.

Where a submission is run it is all that there is of a sheet. The marker writes it (:mod:`.exam`)
and judges afterwards what was answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import UnknownName, shorten
from classkit.engine.registry import loads

from .asking import Asking, Posed
from .contest import Contest
from .feedback import Fault, Feedback

LATER = "Noted. It is judged when it is marked."


class Handout:
    """The questions of a sheet as they were handed out.

    >>> about = {"text": "How many?", "form": "a number", "code": "", "facts": {"roll": 2},
    ...          "shut": False, "match": None, "contest": None}
    >>> handout = Handout({"title": "Sums", "questions": {"sum": about}})
    >>> handout.pose("sum").asking
    How many?
    <BLANKLINE>
    Answer with a number.
    >>> handout.comment("sum", 5)
    Noted. It is judged when it is marked.
    """

    def __init__(self, about: Mapping[str, Any]) -> None:
        self.title: str = about["title"]
        self._about: Mapping[str, Any] = about["questions"]
        self._posed: dict[str, Posed] = {}
        self.read: dict[str, Any] = {}
        """Question -> the value that a check has read last."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._about)

    def pose(self, key: str) -> Posed:
        """Return a question, the same one every time; its match is opened when it is asked for."""
        if key not in self._posed:
            one = self._one(key)
            match = loads(one["match"]) if one["match"] else None
            asking = Asking(one["text"], one["form"], one["code"])
            self._posed[key] = Posed(asking, one["facts"], match, one["shut"])
        return self._posed[key]

    def comment(self, key: str, value: Any) -> Feedback:
        """Note an answer; nobody who could judge it is here."""
        self._one(key)
        self.read[key] = value
        return Feedback(False, LATER)

    def contest(self, key: str) -> Contest:
        """Return the matches that a policy plays."""
        return Contest.of(self._one(key)["contest"])

    def _one(self, key: str) -> Mapping[str, Any]:
        if key not in self._about:
            raise UnknownName("question", shorten(key), self._about)
        found: Mapping[str, Any] = self._about[key]
        if said := found.get("fault"):
            raise Fault(said)
        return found
