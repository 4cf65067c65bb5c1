"""Questions on a decision: choose, justify, and compare with what simulated futures say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import classkit
from classkit.engine.match import Match
from classkit.engine.requests import Decision
from classkit.engine.segments import Keep

FUTURES = 200


@dataclass(frozen=True)
class Weighed:
    """What the futures of each move came to: move -> one outcome for each future.

    Every future has its own luck, and all moves meet the same ones.
    """

    outcomes: Mapping[str, tuple[float, ...]]

    def mean(self, move: str) -> float:
        """The mean outcome of a move."""
        return sum(self.outcomes[move]) / len(self.outcomes[move])

    def best(self) -> str:
        """The move with the highest mean."""
        return max(self.outcomes, key=self.mean)

    def better_in(self, move: str, other: str) -> int:
        """In how many futures one move comes to more than the other."""
        pairs = zip(self.outcomes[move], self.outcomes[other], strict=True)
        return sum(one > two for one, two in pairs)

    def lead(self) -> float:
        """By how much the mean of the best move exceeds that of the next, in standard errors of
        their paired difference; chance alone seldom makes it 2."""
        first, second = sorted(self.outcomes, key=self.mean, reverse=True)[:2]
        pairs = zip(self.outcomes[first], self.outcomes[second], strict=True)
        steps = [one - two for one, two in pairs]
        mean = sum(steps) / len(steps)
        spread = sum((step - mean) ** 2 for step in steps) / (len(steps) - 1)
        return mean / (spread / len(steps)) ** 0.5 if spread else float("inf")


def weigh(
    match: Match,
    outcome: Callable[[Match], float],
    *,
    bots: Mapping[str, Any] | str,
    seed: int,
    n: int = FUTURES,
    moves: Mapping[str, tuple[str, Mapping[str, Any]]] | None = None,
    until: Callable[[Match], bool] | None = None,
) -> Weighed:
    """Play ``n`` futures of each move of the decision that waits, and take their outcomes.

    Future k has luck of its own, made from ``seed`` and k, and all moves meet the same luck, so
    two moves differ by the decision alone; the same seed gives the same outcomes everywhere.

    >>> position = {"mover": "A", "prime_minister": "A"}
    >>> m = classkit.new("poleconomy", 3, seed=7, position=position, round_limit=2)
    >>> weighed = weigh(m, lambda end: end.metrics()["net_worth"]["A"], bots="saver", seed=1, n=3)
    >>> list(weighed.outcomes), len(weighed.outcomes["keep"])
    (['keep', 'reverse'], 3)
    """
    decision = match.request
    assert isinstance(decision, Decision), "a decision waits"
    wanted = moves or {move.name: (move.name, {}) for move in decision.legal}
    start = match.position()
    options = {name: match.options[name] for name in match.options}
    found: dict[str, tuple[float, ...]] = {}
    for label, (move, fields) in wanted.items():
        ends = []
        for number in range(n):
            future = classkit.new(
                match.game,
                len(match.seats),
                seed=(seed + number) % 2**63,
                edition=match.edition.id,
                position=start,
                keep=Keep.nothing(),
                **options,
            )
            future.answer(move, seat=decision.seat, **fields)
            if until is None:
                future.play(until="end", bots=bots)
            while not (future.is_over or (until is not None and until(future))):
                future.play(until="turn", bots=bots)
            ends.append(float(outcome(future)))
        found[label] = tuple(ends)
    return Weighed(found)
