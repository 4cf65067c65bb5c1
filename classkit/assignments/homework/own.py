"""Which decision of the match each student is asked about, and for which cause of what it changes.

Every decision is drawn as often as any other, so that few students have the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from classkit.assignments.drawing import Drawing, shared
from classkit.assignments.question import Question
from classkit.engine.errors import ClasskitError

from .crossroads import Crossroads, decisions_of
from .differences import cause_of_difference, reason_of_difference, shows_at_once
from .past import Past
from .reasons import WAYS, Way
from .weighing import Weighing, near_to, weighing

PLAYED, IN_A_HURRY = 56_000, 12_000
"""The answers after which no future of a match is played any more: somebody waits for them."""
OF_FIRST = 0.7
"""The part of them after which other answers to decisions that matter come before new decisions."""
EXPLAINED = 14
"""The decisions with a cause to ask for that are looked for; none is played after them."""
DIFFERENT = 3
"""The fewest such decisions that are enough for a class, and the fewest causes that they have."""
ENOUGH, MOST = 11, 0.25
"""So many of them may go, as far as one cause is the right one in more than this share of all."""


class Own(NamedTuple):
    """A decision with its futures, and the way in which a cause of it stands out; None if none.

    The cause is in words; ``shows`` tells whether it shows in the turn of the decision already.
    """

    found: Weighing
    way: Way | None = None
    cause: str = ""
    shows: bool = False

    def reason(self, past: Past, asked_for: Mapping[str, int], at: int) -> Question | None:
        """Return the question for that cause; its letter follows from ``at``."""
        if self.way is None:
            return None
        return reason_of_difference(past, self.found, self.way, asked_for, at)


def weighed_in_turn(past: Past) -> Iterator[Weighing]:
    """Yield decisions with their futures, each played only when it is asked for, and once."""
    if past.weighing is None:
        past.weighing = weighed_anew(past)
    at = 0
    while at < len(past.weighed) or next(past.weighing, None) is not None:
        yield past.weighed[at]
        at += 1


def weighed_anew(past: Past) -> Iterator[Weighing]:
    """Play the futures of decisions, as long as so many are left, and keep them.

    Further answers to those that matter come last: they cost less, but are more of the same.
    """
    decisions = decisions_of(past)
    further: list[tuple[Crossroads, Weighing]] = []
    most = IN_A_HURRY if past.hurried else PLAYED
    while answers_given(past) < most:
        is_time = further and answers_given(past) >= OF_FIRST * most
        others = [] if is_time else next(decisions, [])
        if others:
            looked = weighing(past, others[0])
            if looked.is_clear:
                further += [(other, looked) for other in others[1:]]
        elif further:
            other, known = further.pop(0)
            looked = weighing(past, other, known.futures[0])
        else:
            return
        past.weighed.append(looked)
        yield looked


def answers_given(past: Past) -> float:
    """Return how many answers have been given in the futures of a match, as far as they count."""
    weighed: list[Weighing] = past.weighed
    return sum(looked.cost for looked in weighed)


def clear_in_turn(past: Past) -> Iterator[Weighing]:
    """Yield those decisions whose answers differ by more than luck explains."""
    return (looked for looked in weighed_in_turn(past) if looked.is_clear)


def with_own_answers(some: Iterable[Weighing]) -> Iterator[Weighing]:
    """Yield those decisions for which no answer is right that is right for an earlier one."""
    taken: list[float] = []
    for looked in some:
        far = near_to(looked.difference)
        if all(abs(looked.difference - other) > far + near_to(other) for other in taken):
            taken.append(looked.difference)
            yield looked


def enough_mattered(past: Past, number: int) -> bool:
    """Return True if so many decisions mattered clearly; none is played after them."""
    return len([*islice(with_own_answers(clear_in_turn(past)), number)]) == number


def explained(past: Past) -> list[Own]:
    """Return decisions that mattered, each with a cause that stands out in it.

    Empty if there are only a few such causes: who knows one of them would know it for the class.
    """
    found = (causes_to_ask(past, looked) for looked in with_own_answers(clear_in_turn(past)))
    some = balanced([*islice((owns for owns in found if owns), EXPLAINED)])
    return some if len(causes_of(some)) >= DIFFERENT else []


def balanced(some: Sequence[Sequence[Own]]) -> list[Own]:
    """Return one cause of each decision, so that none is the right one much more often than others.

    Where enough decisions are left, those go whose cause shows at once, or is the right one of too
    many.
    """
    right = Counter[str]()
    kept: list[Own] = []
    for owns in sorted(some, key=len):
        kept.append(min(owns, key=lambda own: right[own.cause]))
        right[kept[-1].cause] += 1
    for own in sorted(kept, key=lambda own: not own.shows):
        if len(kept) > ENOUGH and (own.shows or right[own.cause] > MOST * len(kept)):
            kept = [one for one in kept if one is not own]
            right[own.cause] -= 1
    return kept


def causes_to_ask(past: Past, looked: Weighing) -> list[Own]:
    """Return the causes that stand out in a decision.

    Where some show in the turn of the decision and others do not, those that do are left out.
    """
    found = []
    for way in WAYS:
        cause = cause_of_difference(past, looked, way)
        if cause is not None:
            shows = shows_at_once(past, looked, cause.words, way)
            found.append(Own(looked, way, cause.words, shows))
    return [own for own in found if not own.shows] or found


def causes_of(some: Sequence[Own]) -> Counter[str]:
    """Return the causes of these decisions, in words, and how often each is the right one."""
    return Counter(own.cause for own in some)


def are_enough(some: Sequence[Own]) -> bool:
    """Return whether decisions with a cause are enough for every student to get one of them."""
    return len(some) >= DIFFERENT


def own_of(past: Past, some: Sequence[Own], draw: Drawing) -> Own:
    """Return the decision of a student, the same for all questions on it.

    ClasskitError if there is none that mattered.
    """
    drawing = shared(draw, "decision")
    if are_enough(some):
        return drawing.one_of(some)
    clear = [*with_own_answers(clear_in_turn(past))]
    if not clear:
        raise ClasskitError("no decision that was looked at made a clear difference.")
    looked = drawing.one_of(clear)
    return next((own for own in some if own.found is looked), Own(looked))
