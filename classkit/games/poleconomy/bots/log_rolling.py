"""Log-rolling: votes are sold, and bought with a subsidy for its author and just enough others.

A promise about a vote binds nobody (P13.3), so what is traded is what can be seen. One votes for a
law that costs one more than the law in force only if subsidies of this turn have paid for that, and
expects the same of others: as Prime Minister one tables a subsidy first that meets oneself and just
enough other voters, and the tax law second. The others pay (lesson 2, question 3: what may six
votes cost?).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..shown.view import PoleconomyView

LOOKED_AT = ("companies", "adverts", "squares", "savings", "bonds", "life", "business")
"""The figures of which a condition is made; a band of incomes must be wide (P19.2)."""
KEPT_BACK = 24
"""The number of bonds that the Treasury can still issue after a subsidy."""
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


def bought_votes(view: PoleconomyView) -> Answer | None:
    """Return the subsidy that buys the missing votes most cheaply; None if there is no such law.

    No law may name a player (P19.2). But every player has figures, and a condition on one of them
    can meet the Prime Minister and his friends of the day. Of those that meet him and more than
    half of all votes, but not everybody, it is the one that pays the fewest, and of these the
    poorest; and it is tabled only while the Treasury is far from bankrupt.
    """
    me = view.seat or ""
    if view.subsidised(me) or view.bills_left < view.options.bills_per_turn:
        return None
    votes = {seat: view.votes(seat) for seat in view.seats}
    found = [
        paid
        for paid in conditions(view)
        if me in paid.seats
        and len(paid.seats) < len(votes)
        and 2 * sum(map(votes.__getitem__, paid.seats)) > sum(votes.values())
    ]
    if not found:
        return None
    cheapest = min(found, key=partial(burden, view))
    amount = view.edition.politics.language.subsidy_max
    bonds = max(0, amount * len(cheapest.seats) - view.cash("treasury")) // view.edition.prices.bond
    if view.unissued - bonds < KEPT_BACK:
        return None
    terms = {"when": [dict(cheapest.condition)], "amount": amount, "delay_rounds": 0}
    return Answer("propose_subsidy", {"purpose_words": CALLED, **terms})


def conditions(view: PoleconomyView) -> list[Paid]:
    """List the conditions on one figure that set some players apart, with those whom they meet."""
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
    """Return how many a condition pays, and what they are worth together, in dollars."""
    return len(paid.seats), sum(map(view.net_worth, paid.seats))
