"""Bots' forecasts of whether the Treasury lasts.

If the country is bankrupt, nobody wins (P15.5, P17.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Seat

from ..presentation.view import PoleconomyView

BONDS = "bonds"
"""The kind of index position at which interest is due."""
MAX_STOPS = 3
"""Number of Bonds stops before the next tax for which a careful Prime Minister plans."""
RESCUE_STOPS = 2
"""Number of Bonds stops that the Treasury must survive, or else others vote for a tax."""
TURNS_PER_STOP = 6
"""Number of remaining turns for each further Bonds stop in the forecast."""
TURNS_PER_PAYROLL = 4
"""Minimum number of remaining turns at which the forecast includes a second payroll."""
HOPELESS_PERCENT = 75
"""A player below this percentage of the largest net worth can no longer win."""


def can_pay_interest(view: PoleconomyView) -> bool:
    """Return True if the Treasury's cash and unissued bonds cover the next interest (P17.5)."""
    return view.next_interest <= view.means


def has_lost(view: PoleconomyView, seat: Seat) -> bool:
    """Return True if a seat is so far behind the richest that it cannot win."""
    richest = max(map(view.net_worth, view.seats))
    return 100 * view.net_worth(seat) < HOPELESS_PERCENT * richest


def can_afford(
    view: PoleconomyView,
    spending: int = 0,
    payroll: int | None = None,
    redeemed: int = 0,
    most_stops: int = MAX_STOPS,
) -> bool:
    """Return True if the Treasury can pay for some spending and for the expected bills after it.

    These bills are the salaries, twice unless the end is near, and then the interest at one Bonds
    stop, or at up to three if enough turns are left. Every bond that is issued for a bill increases
    the next interest, so without taxes the debt doubles at each stop. Taxes are ignored, because
    they may be collected too late.

    Args:
        view: The view of any seat.
        spending: Dollars to be spent immediately.
        payroll: The sum of all salaries in dollars. The default is the current sum.
        redeemed: The number of bonds redeemed by this spending.
        most_stops: Maximum number of Bonds stops to plan for, if enough turns are left.
    """
    bond = view.edition.prices.bond
    cash, issued = view.cash("treasury"), view.issued - redeemed
    unissued = view.unissued + redeemed
    payroll = sum(view.salaries.values()) if payroll is None else payroll
    bills = [spending, payroll]
    if view.turns_left >= TURNS_PER_PAYROLL:
        bills.append(payroll)
    stops = min(1 + view.turns_left // TURNS_PER_STOP, most_stops)
    for bill in (*bills, *[None] * stops):  # None: the interest on all bonds issued by then
        due = issued * view.edition.interest.bond_per_bond if bill is None else bill
        count = max(0, -((cash - due) // bond))
        cash += count * bond - due
        issued, unissued = issued + count, unissued - count
        if unissued < 0:
            return False
    return True


def may_spend(
    view: PoleconomyView, spending: int = 0, payroll: int | None = None, redeemed: int = 0
) -> bool:
    """Return True if a bot would spend this much of the Treasury's money as Prime Minister.

    If the country is bankrupt, nobody wins, so the Treasury must last. Only a Prime Minister who is
    far behind, and would lose in any case, collects the rewards of office and risks bankruptcy.
    """
    return can_afford(view, spending, payroll, redeemed) or has_lost(view, view.seat or "")


def count_bonds_ahead(view: PoleconomyView, arrow: str) -> int:
    """Return the number of Bonds positions among the next six in a direction."""
    kinds, step = view.edition.index.kinds, 1 if arrow == "clockwise" else -1
    return sum(kinds[(view.marker + step * n) % len(kinds)] == BONDS for n in range(1, 7))


def rescues_treasury(view: PoleconomyView, seat: Seat, about: Mapping[str, Any]) -> bool:
    """Return True if a tax bill raises more than the law in force for an endangered Treasury.

    The Treasury is endangered if the interest alone may bankrupt it soon. A player who is far
    behind gains nothing from a rescue.
    """
    if can_afford(view, payroll=0, most_stops=RESCUE_STOPS) or has_lost(view, seat):
        return False
    return get_revenue(view, about["bill"]) > get_revenue(view)


def get_revenue(view: PoleconomyView, law: Mapping[str, Any] | None = None) -> int:
    """Return the total current tax under a law, or under the law in force, in dollars."""
    return sum(view.tax_due(seat, law) for seat in view.seats)
