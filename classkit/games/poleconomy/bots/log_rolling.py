"""Log-rolling: votes are sold, and bought with a subsidy for its author and just enough others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..shown.view import PoleconomyView
from .investor import Investor

LOOKED_AT = ("companies", "adverts", "squares", "savings", "bonds", "life", "business")
"""The figures of which a condition is made; a band of incomes must be wide (P19.2)."""
KEPT_BACK = 24
"""The number of bonds that the Treasury can still issue after a subsidy."""
CALLED = "Help for households in special circumstances"
"""What the Prime Minister calls it: nobody is held to the purpose of a subsidy (P19.5)."""


class LogRoller(Investor):
    """Sells its vote in Parliament, and buys votes as Prime Minister.

    A promise about a vote binds nobody (P13.3), so it trades in what can be seen. It votes for a
    law that costs it more than the law in force only if subsidies of this turn have paid it for
    that, and expects the same of others: as Prime Minister it tables a subsidy first that meets
    itself and just enough other voters, and its tax law second. The others pay (lesson 2, question
    3: what may six votes cost?).
    """

    bills_before_tax = 1

    def vote_bill(self, view: PoleconomyView, decision: Decision) -> Reply:
        me, about = decision.seat, decision.about
        if about["kind"] != "tax" or me == view.prime_minister:
            return super().vote_bill(view, decision)
        cost = view.tax_due(me, about["bill"]) - view.tax_due(me)
        return "yes" if cost <= view.subsidised(me) else "no"

    def ask_for_tax(self, view: PoleconomyView) -> Answer | None:
        """Buy the votes first; then table the law that is wanted, unless it is in force."""
        subsidy = bought_votes(view)
        return subsidy or super().ask_for_tax(view)


class Paid(NamedTuple):
    """Whom a condition would pay."""

    condition: Mapping[str, Any]
    seats: tuple[str, ...]


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
