"""Questions answered by a policy: a function that plays matches, which are the evidence.

The answers that a policy gave are plain data. The marker plays the same matches again with these
answers, the same luck and the same rivals, and reads the result off the table. So the marker never
runs the policy itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from classkit.engine.errors import ClasskitError, IllegalMove, shorten

from .contest import Contest
from .feedback import RIGHT, Feedback, unfit, wrong


@dataclass(frozen=True)
class Policies:
    """A policy that must reach the aim of a contest in some matches, with points for part of them.

    Matches in which default answers reach it earn nothing, nor does half of what is asked, which
    luck may bring: only what goes beyond both counts. The value is the policy, or the answers it
    gave (:meth:`Contest.evidence`).

    >>> kind = Policies(Contest("poleconomy", 3, "A", "random", (1, 2), {"round_limit": 2}))
    >>> kind.judge("tycoon", 1)
    'tycoon' is not a policy: write a function of (view, decision) that returns a move.
    >>> kind.judge(lambda view: "throw", 1).right
    False
    """

    contest: Contest
    hint: str = ""

    tries: ClassVar[int | None] = None

    @property
    def form(self) -> str:
        return "a function of (view, decision) that returns a move"

    def judge(self, value: Any, right: Any) -> Feedback:
        plays = value
        if callable(value):
            try:
                plays = self.contest.evidence(value)
            except IllegalMove as error:
                return wrong(f"Your policy gave an answer that is not allowed. {error}")
            except Exception as error:  # whatever goes wrong, the author of the policy is told
                return wrong(f"Your policy broke off: {type(error).__name__}: {error}.")
        elif not isinstance(value, list):
            return unfit(f"{shorten(value)} is not a policy: write {self.form}.")
        try:
            matches = self.contest.replay(plays)
        except ClasskitError as error:
            return wrong(f"What was handed in cannot be played: {error}")
        reached, all_ = self.contest.count_reached(matches), len(matches)
        said = f"It played all {all_} matches to their ends and reached the aim in {reached}"
        if reached >= right:
            return Feedback(True, f"{said}. {RIGHT.words}", 1.0)
        idle = self.contest.idle_count()
        free = min(max(idle, right // 2), right - 1)
        said = f"{said}; {right} are asked for, and default answers alone reach it in {idle}"
        return wrong(f"{said}. {self.hint}".strip(), max(0, reached - free) / (right - free))
