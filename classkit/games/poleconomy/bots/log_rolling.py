"""Log-rolling: votes are sold, and bought with a subsidy for just enough others.

A promise about a vote binds nobody (P13.3), so what is traded is what can be seen. One votes for a
law that costs one more than the law in force only if subsidies of this turn have paid for that, and
expects the same of others: as Prime Minister one tables a subsidy first that meets just enough
other voters, and the tax law second (lesson 2, question 3: what may six votes cost?). Where no law
is wanted a majority simply helps itself, oneself included, and the others pay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..laws import TaxLaw, plain_law
from ..shown.view import PoleconomyView

LOOKED_AT = ("companies", "adverts", "squares", "savings", "bonds", "life", "business")
"""The figures of which a condition is made; a band of incomes must be wide (P19.2)."""
KEPT_BACK = 12
"""The fewest bonds that the Treasury must still be able to issue after a subsidy."""
FEW = 5
"""The number of bonds in issue up to which a majority helps itself."""
CALLED = "Help for households in special circumstances"
"""What the Prime Minister calls it: nobody is held to the purpose of a subsidy (P19.5)."""


class Paid(NamedTuple):
    """Whom a condition would pay."""

    condition: Mapping[str, Any]
    seats: tuple[str, ...]


def sold_vote(view: PoleconomyView, decision: Decision) -> Reply | None:
    """Vote for a tax that costs no more than subsidies have paid; None if no vote is for sale."""
    me, about = decision.seat, decision.about
    if about["kind"] != "tax" or me == view.prime_minister:
        return None
    cost = view.tax_due(me, about["bill"]) - view.tax_due(me)
    return "yes" if cost <= view.subsidised(me) else "no"


def bought_votes(view: PoleconomyView, law: TaxLaw | None) -> Answer | None:
    """Return the cheapest subsidy that buys the votes missing for a tax law; None if none does.

    It needs none where those who pay no more by the law than now have more than half of all votes.
    """
    if law is None or law == view.law_in_force:
        return None
    stated = plain_law(law)
    costs = {seat: view.tax_due(seat, stated) - view.tax_due(seat) for seat in view.seats}
    for_it = {seat for seat, cost in costs.items() if seat == view.seat or cost <= 0}
    for_sale = {seat for seat, cost in costs.items() if cost <= most_paid(view)} - for_it
    if is_majority(view, for_it):
        return None
    return cheapest_subsidy(view, lambda seats: is_majority(view, for_it | for_sale & seats))


def spoils(view: PoleconomyView) -> Answer | None:
    """Return the subsidy that a majority gives itself, oneself included, while the debt is small.

    What the Treasury has not got a few bonds bring, and whoever governs then redeems them (lesson
    3: what is a deficit for?).
    """
    me = view.seat or ""
    if view.subsidised(me) or view.issued > FEW:
        return None
    return cheapest_subsidy(view, lambda seats: me in seats and is_majority(view, seats))


def cheapest_subsidy(
    view: PoleconomyView, serves: Callable[[frozenset[str]], bool]
) -> Answer | None:
    """Return the subsidy that pays the fewest and poorest of those that serve; None if none does.

    No law may name a player (P19.2), but every player has figures, and a condition on one of them
    can meet just these. It does not pay everybody, and leaves the Treasury far from bankrupt.
    """
    if view.bills_left < view.options.bills_per_turn:
        return None
    found = [
        paid
        for paid in conditions(view)
        if len(paid.seats) < len(view.seats) and serves(frozenset(paid.seats))
    ]
    if not found:
        return None
    paid = min(found, key=partial(burden, view))
    if view.unissued - view.bonds_for(most_paid(view) * len(paid.seats)) < KEPT_BACK:
        return None
    terms = {"when": [dict(paid.condition)], "amount": most_paid(view), "delay_rounds": 0}
    return Answer("propose_subsidy", {"purpose_words": CALLED, **terms})


def most_paid(view: PoleconomyView) -> int:
    """Return the most that a subsidy pays a player, in dollars (P19.5)."""
    return view.edition.politics.language.subsidy_max


def is_majority(view: PoleconomyView, seats: Collection[str]) -> bool:
    """Return whether these seats have more than half of all votes."""
    return view.has_majority(sum(map(view.votes, seats)))


def conditions(view: PoleconomyView) -> list[Paid]:
    """List conditions on a single figure, each with the players who meet it."""
    language = view.edition.politics.language
    figures = {seat: view.figures(seat) for seat in view.seats}
    found = []
    for field in LOOKED_AT:
        if field not in language.fields:
            continue
        values = sorted({min(has[field], language.squares) for has in figures.values()})
        for low, high in combinations_with_replacement(values, 2):
            seats = tuple(seat for seat, has in figures.items() if low <= has[field] <= high)
            found.append(Paid({"field": field, "min": low, "max": high}, seats))
    return found


def burden(view: PoleconomyView, paid: Paid) -> tuple[int, int]:
    """Return the number of players whom a condition pays, and their total net worth in dollars."""
    return len(paid.seats), sum(map(view.net_worth, paid.seats))
