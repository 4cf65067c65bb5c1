"""How bots trade votes: selling them, and buying them with subsidies.

Promises about votes are not binding (P13.3), so bots trade only on visible facts. A bot votes for
a tax that costs it more than the law in force only if subsidies in this turn have covered the
difference. As Prime Minister it expects the same of others: first it proposes a subsidy for just
enough voters, then the tax law (lesson 2, question 3). A bot that wants no tax law proposes a
subsidy for a majority that includes itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from classkit.engine.decisions import Decision
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..laws import TaxLaw, dump_law
from ..presentation.view import PoleconomyView
from .solvency import may_spend, rescues_treasury

TARGET_FIELDS = ("companies", "adverts", "squares", "savings", "bonds", "life", "business")
"""Fields for conditions. Income is omitted, because its bands must be wide (P19.2)."""
MIN_BOND_RESERVE = 12
"""Minimum number of bonds that the Treasury can still issue after a subsidy."""
MAX_SPOILS_DEBT = 5
"""Maximum number of issued bonds at which the bot proposes spoils for a majority."""
SUBSIDY_PURPOSE = "Help for households in special circumstances"
"""The stated purpose of the bot's subsidies, which has no effect (P19.5)."""


class TargetGroup(NamedTuple):
    """A condition and the players that a subsidy with it would pay."""

    condition: Mapping[str, Any]
    seats: tuple[str, ...]


def sell_vote(view: PoleconomyView, decision: Decision) -> Reply | None:
    """Return a vote on a tax, which depends on subsidies received, or None for other bills."""
    me, about = decision.seat, decision.about
    if about["kind"] != "tax" or me == view.prime_minister:
        return None
    if rescues_treasury(view, me, about):
        return "yes"
    cost = view.tax_due(me, about["bill"]) - view.tax_due(me)
    return "yes" if cost <= view.subsidised(me) else "no"


def buy_votes(view: PoleconomyView, law: TaxLaw | None) -> Answer | None:
    """Return the cheapest subsidy that buys the missing votes for a tax law, or None.

    Return None as well if players who would pay no more than now already have a majority.
    """
    if law is None or law == view.law_in_force:
        return None
    stated = dump_law(law)
    costs = {seat: view.tax_due(seat, stated) - view.tax_due(seat) for seat in view.seats}
    for_it = {seat for seat, cost in costs.items() if seat == view.seat or cost <= 0}
    for_sale = {seat for seat, cost in costs.items() if cost <= get_max_subsidy(view)} - for_it
    if is_majority(view, for_it):
        return None
    return find_cheapest_subsidy(view, lambda seats: is_majority(view, for_it | for_sale & seats))


def propose_spoils(view: PoleconomyView) -> Answer | None:
    """Return a subsidy for a majority that includes the bot while the debt is small, or None.

    The Treasury issues bonds for the shortfall, and a later Government redeems them (lesson 3).
    """
    me = view.seat or ""
    if view.subsidised(me) or view.issued > MAX_SPOILS_DEBT:
        return None
    return find_cheapest_subsidy(view, lambda seats: me in seats and is_majority(view, seats))


def find_cheapest_subsidy(
    view: PoleconomyView, serves: Callable[[frozenset[str]], bool]
) -> Answer | None:
    """Return the subsidy that passes ``serves`` and pays the fewest, poorest players, or None.

    A law cannot name a player (P19.2), but a condition on one value can select a few players. The
    subsidy must not pay everyone, and it must leave the Treasury far from bankruptcy.
    """
    if view.bills_left < view.options.bills_per_turn:
        return None
    found = [
        paid
        for paid in list_conditions(view)
        if len(paid.seats) < len(view.seats) and serves(frozenset(paid.seats))
    ]
    if not found:
        return None
    paid = min(found, key=partial(measure_burden, view))
    bill = get_max_subsidy(view) * len(paid.seats)
    if view.unissued - view.bonds_for(bill) < MIN_BOND_RESERVE:
        return None
    if not may_spend(view, bill):
        return None
    terms = {"when": [dict(paid.condition)], "amount": get_max_subsidy(view), "delay_rounds": 0}
    return Answer("propose_subsidy", {"purpose_words": SUBSIDY_PURPOSE, **terms})


def get_max_subsidy(view: PoleconomyView) -> int:
    """Return the maximum subsidy per player, in dollars (P19.5)."""
    return view.edition.politics.language.subsidy_max


def is_majority(view: PoleconomyView, seats: Collection[str]) -> bool:
    """Return True if these seats have more than half of all votes."""
    return view.has_majority(sum(map(view.votes, seats)))


def list_conditions(view: PoleconomyView) -> list[TargetGroup]:
    """Return conditions on a single field, and the players who meet each."""
    language = view.edition.politics.language
    figures = {seat: view.figures(seat) for seat in view.seats}
    found = []
    for field in TARGET_FIELDS:
        if field not in language.fields:
            continue
        values = sorted({min(has[field], language.squares) for has in figures.values()})
        for low, high in combinations_with_replacement(values, 2):
            seats = tuple(seat for seat, has in figures.items() if low <= has[field] <= high)
            found.append(TargetGroup({"field": field, "min": low, "max": high}, seats))
    return found


def measure_burden(view: PoleconomyView, paid: TargetGroup) -> tuple[int, int]:
    """Return the number of players that a condition pays, and their total net worth in dollars."""
    return len(paid.seats), sum(map(view.net_worth, paid.seats))
