"""Questions on who has how much, and how fast it grew, for any game with a score."""

from __future__ import annotations

from functools import partial

from classkit.assignments.answers import Number, number_in_words
from classkit.assignments.question import Question

from .past import Past, Variant

Scores = dict[str, float]


def shares_of_all(past: Past) -> list[Variant]:
    """Ask how a seat's share of all that seats have changed."""
    scores = past.scores()
    scores = [(turn, of) for turn, of in scores if min(of.values()) >= 0 < sum(of.values())]
    _, last = scores[-1] if scores else (0, {})
    return [
        partial(share_of_all, past, turn, first, last, seat)
        for turn, first in scores[: 3 * len(scores) // 4 : 1 + len(scores) // 4]
        for seat in past.seats
        if abs(points_gained(first, last, seat)) >= 1
    ]


def points_gained(first: Scores, last: Scores, seat: str) -> float:
    """Return by how many percentage points a seat's share of the sum has changed."""
    before, after = (100 * score[seat] / sum(score.values()) for score in (first, last))
    return after - before


def share_of_all(past: Past, turn: int, first: Scores, last: Scores, seat: str) -> Question:
    """Return the question on one seat from one turn to the last."""
    assert past.score is not None
    hint = "Take the share of the sum of all seats at both moments, and subtract."
    return Question(
        f"The distribution of {past.named(past.score.key)} among the seats: by how many percentage "
        f"points did the share of {past.say.seat(seat)} in the sum of all seats change from the "
        f"end of turn {turn} to the end of the last turn? A loss is negative.",
        Number("percentage points", whole=False, tolerance=0.3, low=hint, high=hint),
        points_gained(first, last, seat),
        worked=f"{number_in_words(first[seat])} of {number_in_words(sum(first.values()))} before, "
        f"{number_in_words(last[seat])} of {number_in_words(sum(last.values()))} after.",
    )


def growths(past: Past) -> list[Variant]:
    """Ask for the average growth per turn of what a seat has."""
    scores = past.scores()
    begun = [(turn, of) for turn, of in scores[len(scores) // 3 :] if min(of.values()) > 0]
    if len(begun) < 3:
        return []
    (start, first), (end, last) = begun[0], begun[-1]
    return [
        partial(growth, past, seat, start, end, first[seat], last[seat])
        for seat in past.seats
        if 0 < first[seat] != last[seat] > 0
    ]


def growth(past: Past, seat: str, start: int, end: int, first: float, last: float) -> Question:
    """Return the question on one seat."""
    assert past.score is not None
    hint = "Growth compounds: take the root of the ratio, do not divide the total by the turns."
    return Question(
        f"From the end of turn {start} to the end of turn {end}, by how many per cent a turn did "
        f"{past.named(past.score.key)} of {past.say.seat(seat)} grow on average, compounded? Give "
        "two decimals; a fall is negative.",
        Number("%", whole=False, tolerance=0.02, low=hint, high=hint),
        100 * ((last / first) ** (1 / (end - start)) - 1),
        worked=f"({number_in_words(last)} ÷ {number_in_words(first)}) to the power of 1/"
        f"{end - start}, less 1.",
    )
