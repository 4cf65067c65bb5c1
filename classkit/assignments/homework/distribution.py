"""Questions on who has how much, and how fast it grew, for any game with a score."""

from __future__ import annotations

from collections.abc import Iterator

from classkit.assignments.answers import Number, number_in_words
from classkit.assignments.question import Question

from .past import Past

SHARE = "Take the share of the sum of all seats at both moments, and subtract."
GROWTH = "Growth compounds: take the root of the ratio, do not divide the total by the turns."


def shares_of_all(past: Past) -> Iterator[Question]:
    """Ask how a seat's share of all that seats have changed."""
    scores = [(turn, of) for turn, of in past.scores() if min(of.values()) >= 0 < sum(of.values())]
    for turn, first in scores[: 3 * len(scores) // 4 : 1 + len(scores) // 4]:
        last = scores[-1][1]
        before, after = sum(first.values()), sum(last.values())
        for seat in past.seats:
            points_gained = 100 * last[seat] / after - 100 * first[seat] / before
            if abs(points_gained) < 1:
                continue
            yield Question(
                f"The distribution of {past.score_named} among the seats: by how many percentage "
                f"points did the share of {past.say.seat(seat)} in the sum of all seats change "
                f"from the end of turn {turn} to the end of the last turn? A loss is negative.",
                Number("percentage points", whole=False, tolerance=0.3, miss=SHARE),
                points_gained,
                worked=f"{number_in_words(first[seat])} of {number_in_words(before)} before, "
                f"{number_in_words(last[seat])} of {number_in_words(after)} after.",
            )


def growths(past: Past) -> Iterator[Question]:
    """Ask for the average growth per turn of what a seat has."""
    scores = past.scores()
    begun = [(turn, of) for turn, of in scores[len(scores) // 3 :] if min(of.values()) > 0]
    if len(begun) < 3:
        return
    (start, first), (end, last) = begun[0], begun[-1]
    for seat in past.seats:
        if first[seat] == last[seat]:
            continue
        yield Question(
            f"From the end of turn {start} to the end of turn {end}, by how many per cent a turn "
            f"did {past.score_named} of {past.say.seat(seat)} grow on average, compounded? Give "
            "two decimals; a fall is negative.",
            Number("%", whole=False, tolerance=0.02, miss=GROWTH),
            100 * ((last[seat] / first[seat]) ** (1 / (end - start)) - 1),
            worked=f"({number_in_words(last[seat])} ÷ {number_in_words(first[seat])}) to the power "
            f"of 1/{end - start}, less 1.",
        )
