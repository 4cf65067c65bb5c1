"""The questions of a homework: what turned in this match, drawn for each student.

Each finder looks for one thing and yields the variants of a question on it, of which each student
gets one, or none if nothing of the kind happened. Finders know no game: they read the figures, the
ledger and the events of any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import inf
from typing import TypeAlias

from classkit.assignments.answers import Number
from classkit.assignments.drawing import Drawing
from classkit.assignments.plan import Maker, Plan
from classkit.assignments.question import Question
from classkit.engine.match import Match

from .bookkeeping import (
    answers_in_all,
    best_place,
    best_turn,
    busiest_clause,
    busiest_turn,
    clause_of_most,
    largest_payment,
    most_asked,
    most_received,
    transfers_in_all,
)
from .burdens import costs_of_debt, shares_of_tax
from .crossroads import WHAT_IF, decisions_of, what_if
from .distribution import growths, shares_of_all
from .past import Past
from .prices import paper_gains, real_changes, relative_prices
from .returns import alliances, over_value, returns, yields
from .rivals import free_rides, gifts, leads, mergers

Finder: TypeAlias = Callable[[Past], Iterable[Question]]
QUESTIONS = 5
"""The last of them is the counterfactual, if the match has decisions enough."""
VARIANTS = 3
"""The fewest different answers of a question that is drawn for each student."""
TRIVIAL = (0, 100, -100)


def plan_of(sheet: str, played: Match) -> Plan:
    """Return the plan of the homework on a match, by the name of its sheet."""
    return Plan(sheet, f"Homework on a match of {played.game.title}", questions(Past(played)))


def questions(past: Past) -> dict[str, Maker]:
    """Return five makers of questions on this match by key: its economics first.

    >>> import classkit
    >>> past = Past(classkit.new("poleconomy", seats=4, seed=7).play(until="end", bots="saver"))
    >>> list(questions(past))
    ['real-change', 'over-value', 'return', 'share-of-tax', 'what-if']
    """
    decisions = decisions_of(past)
    last: dict[str, Maker] = {}
    if len(decisions) >= VARIANTS:
        last[WHAT_IF] = partial(what_if, past, decisions)
    found = islice(worth_asking(past), QUESTIONS - len(last))
    return {**{key: partial(one_of, variants) for key, variants in found}, **last}


def worth_asking(past: Past) -> Iterator[tuple[str, list[Question]]]:
    """Yield the key of each question on this match, and its variants."""
    for key, finder in ECONOMICS.items():
        variants = with_different_answers(finder(past))
        if len(variants) >= VARIANTS:
            yield key, variants
    for key, finder in BOOKS.items():
        if variants := [*finder(past)]:
            yield key, variants


def one_of(variants: Sequence[Question], draw: Drawing) -> Question:
    """Draw one variant of a question."""
    return draw.one_of(variants)


def with_different_answers(variants: Iterable[Question]) -> list[Question]:
    """Return variants no two of which one value answers, without those that need no calculation.

    >>> rights = (7, 99.7, 6.2, 8.1)
    >>> asked = [Question("", Number("%", whole=False, tolerance=0.5), one) for one in rights]
    >>> [one.right for one in with_different_answers(asked)]
    [6.2, 8.1]
    """
    kept: list[Question] = []
    highest = -inf
    for one in sorted(variants, key=lambda variant: right_range(variant)[1]):
        low, high = right_range(one)
        if low > highest and not any(low <= trivial <= high for trivial in TRIVIAL):
            kept.append(one)
            highest = high
    return kept


def right_range(question: Question) -> tuple[float, float]:
    """Return the least and the greatest answer that is right."""
    assert isinstance(question.kind, Number)
    right, tolerance = float(question.right), question.kind.tolerance
    return right - tolerance, right + tolerance


ECONOMICS: dict[str, Finder] = {
    "real-change": real_changes,
    "relative-price": relative_prices,
    "paper-gain": paper_gains,
    "over-value": over_value,
    "return": returns,
    "alliance": alliances,
    "yield": yields,
    "cost-of-debt": costs_of_debt,
    "share-of-tax": shares_of_tax,
    "free-ride": free_rides,
    "gift": gifts,
    "merger": mergers,
    "lead": leads,
    "growth": growths,
    "share-of-all": shares_of_all,
}
BOOKS: dict[str, Finder] = {
    "largest-payment": largest_payment,
    "best-place": best_place,
    "busiest-clause": busiest_clause,
    "best-turn": best_turn,
    "gatherer": most_received,
    "clause-of-most": clause_of_most,
    "busiest-turn": busiest_turn,
    "most-asked": most_asked,
    "transfers": transfers_in_all,
    "answers": answers_in_all,
}
