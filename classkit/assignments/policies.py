"""Questions answered by a policy: a function that plays, and whose matches are the evidence.

What counts is what was played. The answers that a policy gave are plain data; whoever marks them
plays the same matches again with these answers, the same luck and the same rivals, and reads the
result off the table. So the marker never runs the policy itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove, shorten
from classkit.engine.log import plain_fields
from classkit.engine.match import Match
from classkit.engine.policy import Policy, read_reply
from classkit.engine.requests import Decision

from .feedback import RIGHT, Feedback, wrong

ANSWERS_MAX = 5_000


@dataclass(frozen=True)
class Contest:
    """Some matches that a policy plays on one seat against bots.

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
    by: str = ""
    """A figure of seats by which a match is won here; by the rules of the game where empty."""

    def new(self, seed: int) -> Match:
        """The beginning of one of the matches."""
        return classkit.new(self.game, self.seats, seed=seed, **self.options)

    def play(self, seed: int, policy: Policy) -> Match:
        """One match to its end, the policy on its seat."""
        match = self.new(seed)
        bots: dict[str, Any] = dict.fromkeys(match.seats, self.rivals)
        bots[self.seat] = policy
        return match.play(until="end", bots=bots)

    def evidence(self, policy: Policy) -> list[list[list[Any]]]:
        """The answers that the policy gives in each match: ``[[move, fields], ...]``.

        An illegal reply raises IllegalMove with the reason.
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
        """The matches that were played with these answers; ClasskitError if they do not fit."""
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
                raise ClasskitError(f"{shorten(answer)} is no answer to {decision.name}.")
            return move, fields

        match = self.play(seed, repeating)
        if next(left, None) is not None:
            raise ClasskitError("there are more answers than the match asked for.")
        return match

    def wins(self, matches: list[Match]) -> int:
        """In how many of these the seat won, and nobody else."""
        return sum(self.winners(match) == (self.seat,) for match in matches)

    def winners(self, match: Match) -> tuple[str, ...]:
        """Who won a match, by the game's own rules or by the figure."""
        if not self.by:
            return match.winners
        figures = match.metrics()[self.by]
        return tuple(seat for seat in match.seats if figures[seat] == max(figures.values()))


@dataclass(frozen=True)
class Policies:
    """A policy that must win some of the matches of a contest; part of the points for part of it.

    The value is the policy, or the answers it gave (:meth:`Contest.evidence`).

    >>> kind = Policies(Contest("poleconomy", 3, "A", "random", (1, 2), {"round_limit": 2}))
    >>> kind.judge("tycoon", 1)
    'tycoon' is no policy: write a function of (view, decision) that returns a move.
    >>> kind.judge(lambda view: "throw", 1).right
    False
    """

    contest: Contest
    hint: str = ""

    @property
    def form(self) -> str:
        return "a function of (view, decision) that returns a move"

    def judge(self, value: Any, right: Any) -> Feedback:
        plays = value
        if callable(value):
            try:
                plays = self.contest.evidence(value)
            except IllegalMove as error:
                return wrong(f"Your policy answered what is not allowed. {error}")
            except Exception as error:  # whatever a policy may do wrong, its author is told
                return wrong(f"Your policy broke off: {type(error).__name__}: {error}.")
        elif not isinstance(value, list):
            return wrong(f"{shorten(value)} is no policy: write {self.form}.")
        try:
            matches = self.contest.replay(plays)
        except ClasskitError as error:
            return wrong(f"What was handed in cannot be played: {error}")
        won, all_ = self.contest.wins(matches), len(matches)
        said = f"It played all {all_} matches to their ends and won {won} of them alone"
        if won >= right:
            return Feedback(True, f"{said}. {RIGHT.words}", 1.0)
        return wrong(f"{said}; {right} are asked for. {self.hint}".strip(), won / right)
