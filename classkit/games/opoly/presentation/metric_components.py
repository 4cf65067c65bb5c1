"""Components of the scores and of the metrics of money."""

from __future__ import annotations

from fractions import Fraction

from classkit.engine.decisions import Seat
from classkit.engine.metrics import Components, Holding

from ..rules.scores import Race, compute_future, get_exact_scores
from ..rules_data import floor_percent
from ..state import BANK, OpolyState
from .rent_causes import get_rent_facts

MORTGAGE_KIND, BUILDING_KIND = "mortgages", "build"
PAYMENT_KINDS = {
    "mortgage": MORTGAGE_KIND, "mortgage_lift": MORTGAGE_KIND, "building_sale": BUILDING_KIND,
    "unsupported": BUILDING_KIND, "poach_fee": "poached",
}  # fmt: skip


def follows_holdings(t: OpolyState, seat: Seat) -> bool:
    """Return whether a score follows from what a seat holds now (Q8.4, Q9.3).

    After a merger it is a share of the survivor's, and a busted company keeps what it had.
    """
    return not t.mergers and t.is_charged(seat)


def get_assigned_components(t: OpolyState, seat: Seat, race: Race) -> Components:
    """Return the makeup of a score that a merger or a scandal has given to a seat."""
    reason = "merger" if t.mergers else "busted"
    return Components((seat,), [Holding("score", get_exact_scores(t, race)[seat], reason=reason)])


def get_asset_components(t: OpolyState, seat: Seat) -> Components:
    """Return what ASSET is made of: cash, properties, mortgages, buildings and cards (Q11.1)."""
    if not follows_holdings(t, seat):
        return get_assigned_components(t, seat, "asset")
    edition, titles = t.edition, t.ledger.titles
    holdings = [Holding("dollars", t.cash(seat))]
    for space in edition.properties:
        lot, own = edition.spaces[space], int(titles[space] == seat)
        holdings.append(Holding(space, own, lot.price, "property"))
        owed = own * (space in t.mortgaged)
        holdings.append(Holding(f"mortgage:{space}", -owed, lot.price, "", MORTGAGE_KIND, space))
        if t.level(space):
            worth = floor_percent(edition.house_cost[lot.group] * t.level(space), 50)
            holdings.append(Holding(f"built:{space}", own * worth, 1, "", BUILDING_KIND, space))
    holdings += [
        Holding(card, int(titles[card] == seat), edition.cards[card].appraised, "card")
        for card in edition.internal
    ]
    return Components((seat,), holdings, {}, PAYMENT_KINDS)


def get_future_components(t: OpolyState, seat: Seat) -> Components:
    """Return what FUTURE EARNINGS is made of: each property's rent, times their number (Q11.2).

    So each property brings its own rent times all of them, and makes the others count for more.
    """
    if not follows_holdings(t, seat):
        return get_assigned_components(t, seat, "future")
    *_, count = compute_future(t, seat)
    each = Fraction(count, t.edition.future_divisor)
    lots = {space: get_rent_facts(t, space) for space in t.get_properties(seat)}
    holdings = [Holding(space, 1, lot.rent * each, "rents") for space, lot in lots.items()]
    prices = {"properties": count, "lots": lots}
    return Components((seat,), holdings, prices, PAYMENT_KINDS)


def get_cash_components(t: OpolyState, seat: Seat) -> Components:
    """Return what a company's cash is made of."""
    return Components((seat,), [Holding("dollars", t.cash(seat))])


def get_bank_components(t: OpolyState) -> Components:
    """Return what the bank's cash is made of (Q5.6)."""
    return Components((BANK,), [Holding("dollars", t.cash(BANK))])
