"""Contests: a student's policy plays matches, whose recorded answers can be replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine import registry
from classkit.engine.decisions import Decision, Seat
from classkit.engine.errors import ClasskitError, IllegalMove, truncate_text
from classkit.engine.events import copy_plain_fields
from classkit.engine.match import Match
from classkit.engine.policy import Policy, read_reply

MAX_ANSWERS = 5_000


def is_sole_winner(match: Match, seat: Seat) -> bool:
    """Return True if this seat is the only winner."""
    return match.winners == (seat,)


@dataclass(frozen=True)
class Contest:
    """Several matches that a policy plays in one seat against bots, all with the same goal.

    >>> contest = Contest("poleconomy", 3, "A", "random", (1, 2), {"round_limit": 2})
    >>> plays = contest.collect_answers(lambda view, decision: decision.default)
    >>> len(plays), contest.replay_matches(plays)[0].is_over
    (2, True)
    """

    game: str
    seats: int
    seat: str
    rivals: str
    seeds: tuple[int, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    has_reached_aim: Callable[[Match, Seat], bool] = is_sole_winner
    """Goal of the contest: returns True if a seat has reached it at the end of a match."""

    def get_settings(self) -> dict[str, Any]:
        """Return the match settings as plain data. The goal function is left out."""
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat,
            "rivals": self.rivals,
            "seeds": list(self.seeds),
            "options": dict(self.options),
        }

    @classmethod
    def from_settings(cls, start: Mapping[str, Any]) -> Contest:
        """Create a contest from the settings that :meth:`get_settings` returned.

        >>> contest = Contest("poleconomy", 3, "A", "passive", (1, 2), {"round_limit": 2})
        >>> Contest.from_settings(contest.get_settings()) == contest
        True
        """
        return cls(**{**start, "seeds": tuple(start["seeds"])})

    def start_match(self, seed: int) -> Match:
        """Start the match with this seed."""
        return registry.new(self.game, self.seats, seed=seed, options=self.options)

    def play_match(self, seed: int, policy: Policy | str) -> Match:
        """Play one match to its end with a policy, or a bot given by name, in the seat."""
        match = self.start_match(seed)
        bots: dict[str, Any] = dict.fromkeys(match.seats, self.rivals)
        bots[self.seat] = policy
        return match.play(until="end", bots=bots)

    def collect_answers(self, policy: Policy) -> list[list[list[Any]]]:
        """Return the policy's answers in each match as ``[[move, fields], ...]``.

        Raises IllegalMove, with the reason, for an illegal reply.
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
                fields = copy_plain_fields(answer.fields)
                given.append([answer.move, fields])
                return answer.move, fields

            self.play_match(seed, noting)
            plays.append(given)
        return plays

    def replay_matches(self, plays: Any) -> list[Match]:
        """Replay the matches with these answers. Raise ClasskitError if the answers do not fit."""
        if not isinstance(plays, list) or len(plays) != len(self.seeds):
            raise ClasskitError(f"{len(self.seeds)} matches are required.")
        return [
            self._replay_match(seed, given) for seed, given in zip(self.seeds, plays, strict=True)
        ]

    def _replay_match(self, seed: int, given: Any) -> Match:
        if not isinstance(given, list) or len(given) > MAX_ANSWERS:
            raise ClasskitError("the answers of a match must be a list of pairs.")
        left: Iterator[Any] = iter(given)

        def repeating(view: Any, decision: Decision) -> tuple[str, Mapping[str, Any]]:
            answer = next(left, None)
            if not isinstance(answer, (list, tuple)) or len(answer) != 2:
                raise ClasskitError(f"an answer to {decision.name} is missing.")
            move, fields = answer
            if not isinstance(move, str) or not isinstance(fields, dict):
                raise ClasskitError(f"{truncate_text(answer)} is not an answer to {decision.name}.")
            return move, fields

        match = self.play_match(seed, repeating)
        if next(left, None) is not None:
            raise ClasskitError("there are more answers than decisions in the match.")
        return match

    def count_successes(self, matches: list[Match]) -> int:
        """Count the matches in which the seat reached the goal."""
        return sum(self.has_reached_aim(match, self.seat) for match in matches)

    def count_policy_successes(self, policy: Policy | str) -> int:
        """Count the matches in which a policy, or a bot given by name, reaches the goal."""
        return self.count_successes([self.play_match(seed, policy) for seed in self.seeds])

    def count_default_successes(self) -> int:
        """Count the matches in which default answers alone reach the goal.

        >>> contest = Contest("poleconomy", 3, "A", "passive", (1,), {"round_limit": 1})
        >>> contest.count_default_successes() in (0, 1)
        True
        """
        return self.count_policy_successes(lambda view, decision: decision.default)
