"""Answer type for a policy: a function that plays the matches of a contest.

The answers that a policy gave are plain data. The grader replays the matches with these answers,
the same random outcomes and the same rivals, and judges the results. The grader therefore never
runs the policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from classkit.engine.errors import ClasskitError, IllegalMove, truncate_text

from .contest import Contest
from .feedback import RIGHT_FEEDBACK, Feedback, make_unfit_feedback, make_wrong_feedback


@dataclass(frozen=True)
class PolicyAnswer:
    """A policy that must reach the goal of a contest in some matches, with partial credit.

    Credit starts above the number of matches in which default answers reach the goal, and above
    half of the required number, which can be luck. The value is the policy, or the answers that it
    gave (:meth:`Contest.collect_answers`).

    >>> kind = PolicyAnswer(Contest("poleconomy", 3, "A", "random", (1, 2), {"round_limit": 2}))
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
                plays = self.contest.collect_answers(value)
            except IllegalMove as error:
                return make_wrong_feedback(
                    f"Your policy gave an answer that is not allowed. {error}"
                )
            except Exception as error:  # report any error to the author of the policy
                return make_wrong_feedback(
                    f"Your policy raised an error: {type(error).__name__}: {error}."
                )
        elif not isinstance(value, list):
            return make_unfit_feedback(
                f"{truncate_text(value)} is not a policy: write {self.form}."
            )
        try:
            matches = self.contest.replay_matches(plays)
        except ClasskitError as error:
            return make_wrong_feedback(f"The recorded answers cannot be replayed: {error}")
        reached, all_ = self.contest.count_successes(matches), len(matches)
        said = f"It played all {all_} matches to the end and reached the goal in {reached}"
        if reached >= right:
            return Feedback(True, f"{said}. {RIGHT_FEEDBACK.words}", 1.0)
        idle = self.contest.count_default_successes()
        free = min(max(idle, right // 2), right - 1)
        said = f"{said}; {right} are required, and default answers alone reach it in {idle}"
        return make_wrong_feedback(
            f"{said}. {self.hint}".strip(), max(0, reached - free) / (right - free)
        )
