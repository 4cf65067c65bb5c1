"""Votes: everybody at once, in secret, each with its weight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from classkit.engine.moves import Move
from classkit.engine.requests import NO_FACTS, Decision, Flow, Seat
from classkit.engine.table import Table

YES_OR_NO = (Move("yes"), Move("no"))


class Vote(NamedTuple):
    """The outcome of a vote: the weight of each side, and each seat's answer."""

    yes: int
    no: int
    answers: dict[Seat, bool]

    def more_than_half(self, of: int | None = None) -> bool:
        """Return True if yes has more than half of ``of``, by default the weight cast.

        >>> Vote(3, 3, {}).more_than_half(), Vote(4, 3, {}).more_than_half()
        (False, True)
        """
        return 2 * self.yes > (self.yes + self.no if of is None else of)

    @property
    def unanimous(self) -> bool:
        """True if nobody said no."""
        return all(self.answers.values())


def sealed_vote(
    t: Table,
    voters: Sequence[Seat],
    decision: str,
    *,
    rule: str,
    default: str | Mapping[Seat, str] = "no",
    weights: Mapping[Seat, int] | None = None,
    about: Mapping[str, Any] = NO_FACTS,
) -> Flow[Vote]:
    """Ask every voter yes or no, in secret. Without ``weights`` each has one vote.

    ``t`` is the table, ``voters`` are seats. ``decision`` is the name of what they are asked,
    ``rule`` the clause, ``about`` the facts that help to decide. ``default`` is "yes" or "no", for
    all or seat by seat, for whoever does not care.
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
    return Vote(
        sum(weight[seat] for seat, yes in said.items() if yes),
        sum(weight[seat] for seat, yes in said.items() if not yes),
        said,
    )
