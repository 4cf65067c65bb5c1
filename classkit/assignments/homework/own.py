"""Which decision of the match each student is asked about, and for which cause of what it changes.

Every cause that can be asked for is drawn as often as it takes place, whatever the number of
decisions for which it is the true one: else its name alone would tell the answer.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from classkit.assignments.drawing import Drawing, shared
from classkit.assignments.question import Question
from classkit.engine.errors import ClasskitError

from .crossroads import Crossroads
from .differences import cause_of_difference, causes_apart, reason_of_difference
from .past import Past
from .reasons import WAYS, Way
from .weighing import Weighing, weighing

EXPLAINED = 8
"""The decisions with a cause to ask for that are looked for; none is played after them."""
DIFFERENT = 3
"""The fewest such decisions that are enough for a class, and the fewest causes that they have."""


class Own(NamedTuple):
    """A decision with its futures, and the way in which a cause of it stands out; None if none."""

    found: Weighing
    way: Way | None

    def reason(self, past: Past, asked_for: Container[str], at: int) -> Question | None:
        """Return the question for that cause; its letter follows from ``at``."""
        if self.way is None:
            return None
        return reason_of_difference(past, self.found, self.way, asked_for, at)


def weighed_in_turn(past: Past, found: Sequence[Crossroads]) -> Iterator[Weighing]:
    """Yield decisions with their futures, each played only when it is asked for, and once."""
    known = past.weighed
    for one in found:
        if one.step not in known:
            known[one.step] = weighing(past, one)
        yield known[one.step]


def clear_in_turn(past: Past, found: Sequence[Crossroads]) -> Iterator[Weighing]:
    """Yield those decisions whose answers differ by more than luck explains."""
    return (looked for looked in weighed_in_turn(past, found) if looked.is_clear)


def enough_mattered(past: Past, found: Sequence[Crossroads], number: int) -> bool:
    """Return True if so many of these decisions mattered clearly; none is played after them."""
    return len([*islice(clear_in_turn(past, found), number)]) == number


def explained(past: Past, found: Sequence[Crossroads]) -> dict[str, list[Own]]:
    """Return decisions that mattered by the words of a cause that stands out in them.

    Empty if there are only a few such causes: who knows one of them would know it for the class.
    """
    by_cause: dict[str, list[Own]] = {}
    steps: set[int] = set()
    for looked in clear_in_turn(past, found):
        for way in WAYS:
            cause = cause_of_difference(past, looked, way)
            if cause is not None:
                by_cause.setdefault(cause.words, []).append(Own(looked, way))
                steps.add(looked.one.step)
        if len(steps) == EXPLAINED:
            break
    return by_cause if len(by_cause) >= DIFFERENT else {}


def are_enough(by_cause: dict[str, list[Own]]) -> bool:
    """Return whether decisions with a cause are enough for every student to get one of them."""
    steps = {own.found.one.step for some in by_cause.values() for own in some}
    return len(steps) >= DIFFERENT


def taking_place(past: Past, by_cause: dict[str, list[Own]]) -> list[str]:
    """Return the causes of all these decisions that can be asked for, once for each of them."""
    there = {own.found.one.step: own.found for some in by_cause.values() for own in some}
    return [
        cause.words
        for step in sorted(there)
        for cause in causes_apart(past, there[step])[0]
        if cause.words in by_cause
    ]


def own_of(
    past: Past, found: Sequence[Crossroads], by_cause: dict[str, list[Own]], draw: Drawing
) -> Own:
    """Return the decision of a student, the same for all questions on it.

    ClasskitError if there is none that mattered.
    """
    drawing = shared(draw, "decision")
    if are_enough(by_cause):
        return drawing.one_of(by_cause[drawing.one_of(taking_place(past, by_cause))])
    looked = next(clear_in_turn(past, drawing.shuffled(found)), None)
    if looked is None:
        raise ClasskitError("no decision that was looked at made a clear difference.")
    ways = [own.way for some in by_cause.values() for own in some if own.found is looked]
    return Own(looked, drawing.one_of(ways) if ways else None)
