"""The outcomes of answers, compared pair by pair under the same seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

from classkit.engine.moves import Answer

TELLING = 2.0
"""Standard errors beyond which a difference is not likely to be luck."""


class Compared(NamedTuple):
    """One answer and its outcomes.

    ``mean`` and ``standard_error`` describe the outcome. ``difference`` is the mean less that of
    the best answer (0 for the best), and ``difference_error`` its standard error, from the
    differences within pairs of futures with the same seed. ``wins`` is the share of futures won, or
    led at the horizon. ``made`` marks the answer that was given in the match.
    """

    answer: Answer
    n: int
    mean: float
    standard_error: float
    difference: float
    difference_error: float
    wins: float
    made: bool

    @property
    def is_telling(self) -> bool:
        """True if it is worse than the best by more than luck would explain."""
        return -self.difference > TELLING * self.difference_error


def compare(
    answers: Sequence[Answer],
    made: Answer | None,
    n: int,
    values: Mapping[tuple[int, int], tuple[float, float]],
) -> list[Compared]:
    """Return the answers, best first, by the seeds that all of them have met.

    >>> yes, no = Answer("yes"), Answer("no")
    >>> found = {(0, 0): (5.0, 1.0), (1, 0): (1.0, 0.0), (0, 1): (9.0, 1.0), (1, 1): (7.0, 0.0)}
    >>> best, other = compare([yes, no], no, 2, found)
    >>> best.answer.move, other.difference, other.difference_error, other.made
    ('yes', -3.0, 1.0, True)
    """
    whole = [at for at in range(n) if all((one, at) in values for one in range(len(answers)))]
    if not whole or not answers:
        return []
    lines = [[values[one, at][0] for at in whole] for one in range(len(answers))]
    means = [fmean(line) for line in lines]
    best = max(range(len(answers)), key=lambda one: (means[one], -one))
    found = [
        Compared(
            answer,
            len(whole),
            means[one],
            error_of(lines[one]),
            means[one] - means[best],
            error_of([a - b for a, b in zip(lines[one], lines[best], strict=True)]),
            fmean(values[one, at][1] for at in whole),
            answer == made,
        )
        for one, answer in enumerate(answers)
    ]
    return sorted(found, key=lambda one: -one.mean)


def error_of(values: Sequence[float]) -> float:
    """Return the standard error of a mean; nan for a single value."""
    return sqrt(variance(values) / len(values)) if len(values) > 1 else float("nan")
