"""Selects the decision, and the cause of its effect, that a student is asked about.

Decisions are drawn uniformly, so that few students have the same decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from classkit.assignments.random_draw import QuestionRandom, get_shared_random
from classkit.assignments.sheet_question import SheetQuestion
from classkit.engine.errors import ClasskitError

from .decision_alternatives import DecisionAlternative, find_decisions
from .decision_futures import DecisionFutures, get_tolerance, simulate_decision
from .differences import ask_difference_reason, find_difference_cause, is_immediate
from .played_match import PlayedMatch
from .reason_questions import CAUSE_SELECTORS, CauseSelector

MAX_ANSWERS, MAX_HURRIED_ANSWERS = 56_000, 12_000
"""Number of simulated answers after which no more futures are played, to limit waiting time."""
FIRST_SHARE = 0.7
"""Share of this budget after which alternatives are simulated instead of new decisions."""
MAX_EXPLAINED_DECISIONS = 14
"""Number of decisions with a prominent cause after which the search ends."""
MIN_DIFFERENT_CAUSES = 3
"""Minimum number of decisions with a cause for a class, and of different causes among them."""
ENOUGH_DECISIONS, MAX_CAUSE_SHARE = 11, 0.25
"""Number of decisions above which decisions are dropped while one cause exceeds this share."""


class StudentDecision(NamedTuple):
    """A decision with its futures, and the selector of its prominent cause or None.

    ``cause`` is the description of the cause. ``shows`` is True if the cause is already visible in
    the turn of the decision.
    """

    found: DecisionFutures
    way: CauseSelector | None = None
    cause: str = ""
    shows: bool = False

    def ask_reason(
        self, past: PlayedMatch, asked_for: Mapping[str, int], at: int
    ) -> SheetQuestion | None:
        """Return the question about the cause. ``at`` determines the letter of the right answer."""
        if self.way is None:
            return None
        return ask_difference_reason(past, self.found, self.way, asked_for, at)


def iter_simulated(past: PlayedMatch) -> Iterator[DecisionFutures]:
    """Yield decisions with their futures, which are played on demand and cached."""
    if past.futures_iterator is None:
        past.futures_iterator = simulate_decisions(past)
    at = 0
    while at < len(past.decision_futures) or next(past.futures_iterator, None) is not None:
        yield past.decision_futures[at]
        at += 1


def simulate_decisions(past: PlayedMatch) -> Iterator[DecisionFutures]:
    """Play and cache the futures of decisions, up to the maximum number of answers.

    Further alternatives to decisions that matter come last, because they cost less but are similar.
    """
    decisions = find_decisions(past)
    further: list[tuple[DecisionAlternative, DecisionFutures]] = []
    most = MAX_HURRIED_ANSWERS if past.hurried else MAX_ANSWERS
    while count_answers(past) < most:
        is_time = further and count_answers(past) >= FIRST_SHARE * most
        others = [] if is_time else next(decisions, [])
        if others:
            looked = simulate_decision(past, others[0])
            if looked.is_clear:
                further += [(other, looked) for other in others[1:]]
        elif further:
            other, known = further.pop(0)
            looked = simulate_decision(past, other, known.futures[0])
        else:
            return
        past.decision_futures.append(looked)
        yield looked


def count_answers(past: PlayedMatch) -> float:
    """Return the total cost of the futures played so far, in answers."""
    weighed: list[DecisionFutures] = past.decision_futures
    return sum(looked.cost for looked in weighed)


def iter_clear(past: PlayedMatch) -> Iterator[DecisionFutures]:
    """Yield the decisions whose two answers differ significantly."""
    return (looked for looked in iter_simulated(past) if looked.is_clear)


def filter_distinct(some: Iterable[DecisionFutures]) -> Iterator[DecisionFutures]:
    """Yield the decisions, skipping those that share a right answer with an earlier decision."""
    taken: list[float] = []
    for looked in some:
        far = get_tolerance(looked.difference)
        if all(abs(looked.difference - other) > far + get_tolerance(other) for other in taken):
            taken.append(looked.difference)
            yield looked


def has_enough_clear(past: PlayedMatch, number: int) -> bool:
    """Return True if ``number`` decisions clearly mattered. Stops simulating at that number."""
    return len([*islice(filter_distinct(iter_clear(past)), number)]) == number


def find_explained_decisions(past: PlayedMatch) -> list[StudentDecision]:
    """Return decisions that mattered and had a prominent cause.

    The list is empty if there are so few different causes that students could share answers.
    """
    found = (find_causes(past, looked) for looked in filter_distinct(iter_clear(past)))
    some = balance_causes([*islice((owns for owns in found if owns), MAX_EXPLAINED_DECISIONS)])
    return some if len(count_causes(some)) >= MIN_DIFFERENT_CAUSES else []


def balance_causes(some: Sequence[Sequence[StudentDecision]]) -> list[StudentDecision]:
    """Return one cause per decision, so that no cause is right much more often than others.

    While enough decisions remain, decisions are dropped if their cause is immediately visible or
    occurs too often.
    """
    right = Counter[str]()
    kept: list[StudentDecision] = []
    for owns in sorted(some, key=len):
        kept.append(min(owns, key=lambda own: right[own.cause]))
        right[kept[-1].cause] += 1
    for own in sorted(kept, key=lambda own: not own.shows):
        if len(kept) > ENOUGH_DECISIONS and (
            own.shows or right[own.cause] > MAX_CAUSE_SHARE * len(kept)
        ):
            kept = [one for one in kept if one is not own]
            right[own.cause] -= 1
    return kept


def find_causes(past: PlayedMatch, looked: DecisionFutures) -> list[StudentDecision]:
    """Return the prominent causes of a decision.

    Causes that are visible in the turn of the decision are omitted if there are other causes.
    """
    found = []
    for way in CAUSE_SELECTORS:
        cause = find_difference_cause(past, looked, way)
        if cause is not None:
            shows = is_immediate(past, looked, cause.words, way)
            found.append(StudentDecision(looked, way, cause.words, shows))
    return [own for own in found if not own.shows] or found


def count_causes(some: Sequence[StudentDecision]) -> Counter[str]:
    """Count the decisions by the description of their cause."""
    return Counter(own.cause for own in some)


def is_enough(some: Sequence[StudentDecision]) -> bool:
    """Return True if there are enough decisions with causes for a class."""
    return len(some) >= MIN_DIFFERENT_CAUSES


def draw_decision(
    past: PlayedMatch, some: Sequence[StudentDecision], draw: QuestionRandom
) -> StudentDecision:
    """Return the decision for a student, which is the same for all questions about it.

    Raises ClasskitError if no decision mattered.
    """
    drawing = get_shared_random(draw, "decision")
    if is_enough(some):
        return drawing.choose_option(some)
    clear = [*filter_distinct(iter_clear(past))]
    if not clear:
        raise ClasskitError("none of the simulated decisions made a clear difference.")
    looked = drawing.choose_option(clear)
    return next((own for own in some if own.found is looked), StudentDecision(looked))
