"""The outcomes of a decision's answers over simulated futures."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import inf
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any

from classkit.engine.match import Match
from classkit.engine.moves import Answer

if TYPE_CHECKING:
    from classkit.study.ahead.arguments import Unit

FUTURES = 200


@dataclass(frozen=True)
class Weighed:
    """The outcomes of each answer: answer -> one outcome for each future.

    Every future has its own luck, and all answers meet the same luck.

    >>> weighed = Weighed({"keep": (3.0, 1.0), "reverse": (1.0, 1.0)})
    >>> weighed.best(), weighed.mean("keep"), weighed.better_in("keep", "reverse")
    ('keep', 2.0, 1)
    """

    outcomes: Mapping[str, tuple[float, ...]]

    def mean(self, option: str) -> float:
        """Return the mean outcome of an answer."""
        return fmean(self.outcomes[option])

    def ranked(self) -> list[str]:
        """Return the answers, the highest mean first."""
        return sorted(self.outcomes, key=self.mean, reverse=True)

    def best(self) -> str:
        """Return the answer with the highest mean."""
        return self.ranked()[0]

    def better_in(self, option: str, other: str) -> int:
        """Count the futures in which one answer ends higher than the other."""
        pairs = zip(self.outcomes[option], self.outcomes[other], strict=True)
        return sum(one > two for one, two in pairs)

    def lead(self) -> float:
        """Return the lead of the best over the next, in standard errors of their difference."""
        first, second = self.ranked()[:2]
        pairs = zip(self.outcomes[first], self.outcomes[second], strict=True)
        steps = [one - two for one, two in pairs]
        spread = variance(steps) if len(steps) > 1 else 0.0
        if not spread:
            return inf if fmean(steps) else 0.0
        return float(fmean(steps) / (spread / len(steps)) ** 0.5)


def weigh(
    match: Match,
    outcome: str,
    *,
    bots: Any,
    seed: int,
    horizon: int,
    unit: Unit = "turn",
    seat: str | None = None,
    most: int = 12,
    only: Collection[str] = (),
    n: int | None = None,
) -> Weighed:
    """Play ``n`` futures (200) of each answer to the waiting decision. Return their outcomes.

    They are the futures of :func:`classkit.study.compare_moves`: the same seed gives the same ones
    on every machine. ``outcome`` is a figure of the match; ``seat`` decides where several are
    asked. If there are more answers than ``most``, or they have fields, some are drawn. ``only``
    keeps no answers but these.

    >>> import classkit
    >>> position = {"mover": "A", "prime_minister": "A"}
    >>> m = classkit.new("poleconomy", 3, seed=7, position=position)
    >>> weighed = weigh(m, "net_worth", bots="saver", seed=1, horizon=3, n=3)
    >>> sorted(weighed.outcomes), len(weighed.outcomes["keep"])
    (['keep', 'reverse'], 3)
    >>> list(weigh(m, "net_worth", bots="saver", seed=1, horizon=3, n=3, only=["keep"]).outcomes)
    ['keep']
    """
    from classkit.study import compare_moves

    n = FUTURES if n is None else n
    compared = compare_moves(
        match, n, bots, outcome,
        horizon=horizon, unit=unit, seat=seat, most=most, seed=seed, processes=1,
    )  # fmt: skip
    return Weighed(
        {
            words_of(answer): tuple(
                compared.value_of(compared.scenario((at, number))) for number in range(n)
            )
            for at, answer in enumerate(compared.answers)
            if not only or words_of(answer) in only
        }
    )


def words_of(answer: Answer) -> str:
    """Write an answer as students do: its move, and the values of its fields.

    >>> words_of(Answer("go", {"to": "a3"})), words_of(Answer("keep", {}))
    ('go a3', 'keep')
    """
    values = [str(value) for value in answer.fields.values()]
    return " ".join([answer.move, *values])
