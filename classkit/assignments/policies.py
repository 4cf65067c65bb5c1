"""Questions answered by a policy: a function that plays matches, which are the evidence.

The answers that a policy gave are plain data. The marker plays the same matches again with these
answers, the same luck and the same rivals, and reads the result off the table. So the marker never
runs the policy itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove, shorten
from classkit.engine.log import plain_fields
from classkit.engine.match import Match
from classkit.engine.policy import Policy, read_reply
from classkit.engine.requests import Decision, Seat

from .feedback import RIGHT, Feedback, unfit, wrong

ANSWERS_MAX = 5_000


def wins_alone(match: Match, seat: Seat) -> bool:
    """Return whether the rules of the game name this seat as the only winner."""
    return match.winners == (seat,)


@dataclass(frozen=True)
class Contest:
    """Some matches that a policy plays in one seat against bots, each with the same aim.

    >>> contest = Contest("poleconomy", 3, "A", "random", (1, 2), {"round_limit": 2})
    >>> plays = contest.evidence(lambda view, decision: decision.default)
    >>> len(plays), contest.replay(plays)[0].is_over
    (2, True)
    """

    game: str
    seats: int
    seat: str
    rivals: str
    seeds: tuple[int, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    reaches: Callable[[Match, Seat], bool] = wins_alone
    """The aim: whether a seat has reached it at the end of a match."""

    def new(self, seed: int) -> Match:
        """Begin one of the matches."""
        return classkit.new(self.game, self.seats, seed=seed, **self.options)

    def play(self, seed: int, policy: Policy | str) -> Match:
        """Play one match to its end with the policy, or a bot by its name, in its seat."""
        match = self.new(seed)
        bots: dict[str, Any] = dict.fromkeys(match.seats, self.rivals)
        bots[self.seat] = policy
        return match.play(until="end", bots=bots)

    def evidence(self, policy: Policy) -> list[list[list[Any]]]:
        """Return the answers that the policy gives in each match: ``[[move, fields], ...]``.

        Raises IllegalMove with the reason for an illegal reply.
        """
        plays = []
        for seed in self.seeds:
            given: list[list[Any]] = []

            def noting(
                view: Any, decision: Decision, given: list[list[Any]] = given
            ) -> tuple[str, dict[str, Any]]:
                reply = policy(view, decision)
                try:
                    answer = read_reply(reply, decision)
                except ClasskitError as error:
                    raise IllegalMove(f"At {decision.name}: {error}") from None
                fields = plain_fields(answer.fields)
                given.append([answer.move, fields])
                return answer.move, fields

            self.play(seed, noting)
            plays.append(given)
        return plays

    def replay(self, plays: Any) -> list[Match]:
        """Play the matches again with these answers; ClasskitError if they do not fit."""
        if not isinstance(plays, list) or len(plays) != len(self.seeds):
            raise ClasskitError(f"there are {len(self.seeds)} matches to play.")
        return [self._again(seed, given) for seed, given in zip(self.seeds, plays, strict=True)]

    def _again(self, seed: int, given: Any) -> Match:
        if not isinstance(given, list) or len(given) > ANSWERS_MAX:
            raise ClasskitError("the answers of a match are a list of pairs.")
        left: Iterator[Any] = iter(given)

        def repeating(view: Any, decision: Decision) -> tuple[str, Mapping[str, Any]]:
            answer = next(left, None)
            if not isinstance(answer, (list, tuple)) or len(answer) != 2:
                raise ClasskitError(f"an answer to {decision.name} is missing.")
            move, fields = answer
            if not isinstance(move, str) or not isinstance(fields, dict):
                raise ClasskitError(f"{shorten(answer)} is not an answer to {decision.name}.")
            return move, fields

        match = self.play(seed, repeating)
        if next(left, None) is not None:
            raise ClasskitError("there are more answers than the match asked for.")
        return match

    def count_reached(self, matches: list[Match]) -> int:
        """Count the matches in which the seat reached the aim."""
        return sum(self.reaches(match, self.seat) for match in matches)

    def count_by(self, policy: Policy | str) -> int:
        """Count the matches in which a policy, or a bot of that name, reaches the aim."""
        return self.count_reached([self.play(seed, policy) for seed in self.seeds])

    def idle_count(self) -> int:
        """Count the matches in which nothing but default answers reaches the aim.

        >>> contest = Contest("poleconomy", 3, "A", "passive", (1,), {"round_limit": 1})
        >>> contest.idle_count() in (0, 1)
        True
        """
        return self.count_by(lambda view, decision: decision.default)


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
