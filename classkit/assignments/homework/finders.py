"""The questions of a homework: what turned in this match, drawn for each student.

Each finder looks for one thing and returns the variants of a question on it, or none if nothing of
the kind happened. Finders know no game: they read the figures, the ledger and the events of any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import TypeAlias

from classkit.assignments.answers import Number
from classkit.assignments.bank import Maker
from classkit.assignments.drawing import Drawing
from classkit.assignments.question import Question

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
from .past import Past, Variant
from .prices import paper_gains, real_changes, relative_prices
from .returns import alliances, over_value, returns, yields
from .rivals import free_rides, gifts, leads, mergers

Finder: TypeAlias = Callable[[Past], Sequence[Variant]]
QUESTIONS = 5
"""The last of them is the counterfactual, if the match has decisions enough."""
VARIANTS = 3
"""The fewest different answers of a question that is drawn for each student."""
TRIVIAL = (0, 100, -100)


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
    found: dict[str, Maker] = {}
    for key, finder in ECONOMICS.items():
        if len(found) + len(last) == QUESTIONS:
            break
        variants = with_different_answers(finder(past))
        if len(variants) >= VARIANTS:
            found[key] = partial(one_of, variants)
    for key, counted in BOOKS.items():
        if len(found) + len(last) < QUESTIONS and (question := counted(past)) is not None:
            found[key] = partial(same_for_all, question)
    return {**found, **last}


def with_different_answers(variants: Sequence[Variant]) -> list[Variant]:
    """Return variants no two of which one value answers, without those that need no calculation.

    >>> def asks(right: float) -> Variant:
    ...     return lambda: Question("", Number("%", whole=False, tolerance=0.5), right)
    >>> [one().right for one in with_different_answers([asks(n) for n in (7, 99.7, 6.2, 8.1)])]
    [6.2, 8.1]
    """
    kept: list[Variant] = []
    highest = -inf
    for one in sorted(variants, key=lambda variant: highest_of(variant())):
        question = one()
        if lowest_of(question) > highest and not is_trivial(question):
            kept.append(one)
            highest = highest_of(question)
    return kept


def tolerance_of(question: Question) -> float:
    """Return how far an answer may lie from the right one."""
    assert isinstance(question.kind, Number)
    return question.kind.tolerance


def lowest_of(question: Question) -> float:
    """Return the least answer that is right."""
    return float(question.right) - tolerance_of(question)


def highest_of(question: Question) -> float:
    """Return the greatest answer that is right."""
    return float(question.right) + tolerance_of(question)


def is_trivial(question: Question) -> bool:
    """Return whether nothing, all or a total loss is as good as the right answer."""
    return any(lowest_of(question) <= answer <= highest_of(question) for answer in TRIVIAL)


def one_of(variants: Sequence[Variant], draw: Drawing) -> Question:
    """Draw one variant of a question."""
    return draw.one_of(variants)()


def same_for_all(question: Question, draw: Drawing) -> Question:
    """Return a question that has no variants."""
    return question


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
BOOKS: dict[str, Callable[[Past], Question | None]] = {
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
