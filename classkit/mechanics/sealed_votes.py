"""Simultaneous, weighted votes with sealed ballots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from classkit.deprecation import warn_about_members
from classkit.engine.decisions import NO_FACTS, Decision, Flow, Seat
from classkit.engine.moves import Move
from classkit.engine.state import GameState

YES_OR_NO = (Move("yes"), Move("no"))


@warn_about_members
class VoteResult(NamedTuple):
    """Result of a vote.

    Args:
        yes: Votes for yes, by weight.
        no: Votes for no, by weight.
        answers: True for each seat that voted yes, False for the others.

    Example:
        >>> VoteResult(2, 1, {"A": True, "B": True, "C": False}).has_majority()
        True
    """

    yes: int
    no: int
    answers: dict[Seat, bool]

    def has_majority(self, of: int | None = None) -> bool:
        """Return whether more than half of the votes are yes.

        Args:
            of: Total number of votes. Defaults to the number of votes cast.

        Returns:
            True if more than half of the total are yes.

        Example:
            >>> VoteResult(3, 3, {}).has_majority(), VoteResult(4, 3, {}).has_majority()
            (False, True)
        """
        return 2 * self.yes > (self.yes + self.no if of is None else of)

    @property
    def is_unanimous(self) -> bool:
        """True if nobody voted no."""
        return all(self.answers.values())


def sealed_vote(
    t: GameState,
    voters: Sequence[Seat],
    decision: str,
    *,
    rule: str,
    default: str | Mapping[Seat, str] = "no",
    weights: Mapping[Seat, int] | None = None,
    about: Mapping[str, Any] = NO_FACTS,
) -> Flow[VoteResult]:
    """Ask all voters for a sealed yes or no.

    Args:
        t: The state.
        voters: Seats that vote.
        decision: Name of the decision.
        rule: The clause.
        default: Answer of a seat without a preference, "yes" or "no", for all seats or by seat.
        weights: Number of votes of each seat. Defaults to 1.
        about: Facts that are relevant to the decision.

    Returns:
        A generator that yields the request and returns the result.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).fork().table
        >>> next(sealed_vote(t, t.seats, "vote", rule="X1"))
        <Sealed by seats A, B, C: vote (X1)>
    """
    asked = [
        Decision(
            seat,
            decision,
            YES_OR_NO,
            rule,
            default if isinstance(default, str) else default[seat],
            about,
        )
        for seat in voters
    ]
    answers = yield from t.ask_all(asked)
    said = {seat: answer.move == "yes" for seat, answer in answers.items()}
    weight = dict.fromkeys(voters, 1) if weights is None else weights
    return VoteResult(
        sum(weight[seat] for seat, yes in said.items() if yes),
        sum(weight[seat] for seat, yes in said.items() if not yes),
        said,
    )
