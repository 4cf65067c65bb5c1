"""Simultaneous, weighted votes under seal."""

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
        """Return True if yes has more than half of ``of``, by default the weight cast.

        Args:
            of: Number of votes that counts as the whole; by default the votes cast.

        Returns:
            True if yes has more than half of the whole.

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
    """Ask all voters yes or no, under seal.

    Args:
        t: The state.
        voters: Seats that vote.
        decision: Name of the decision.
        rule: The clause.
        default: "yes" or "no", for all or by seat, as the answer of a seat that does not care.
        weights: Votes of each seat; by default one.
        about: Facts that help to decide.

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
