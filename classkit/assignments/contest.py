"""Matches that a policy plays; its answers are plain data, from which they are played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine import registry
from classkit.engine.errors import ClasskitError, IllegalMove, shorten
from classkit.engine.log import plain_fields
from classkit.engine.match import Match
from classkit.engine.policy import Policy, read_reply
from classkit.engine.requests import Decision, Seat

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

    def start(self) -> dict[str, Any]:
        """Return the settings of the matches as plain data, without the aim."""
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat,
            "rivals": self.rivals,
            "seeds": list(self.seeds),
            "options": dict(self.options),
        }

    @classmethod
    def of(cls, start: Mapping[str, Any]) -> Contest:
        """Return the contest with these settings, as :meth:`start` gives them.

        >>> contest = Contest("poleconomy", 3, "A", "passive", (1, 2), {"round_limit": 2})
        >>> Contest.of(contest.start()) == contest
        True
        """
        return cls(**{**start, "seeds": tuple(start["seeds"])})

    def new(self, seed: int) -> Match:
        """Begin one of the matches."""
        return registry.new(self.game, self.seats, seed=seed, options=self.options)

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
