"""What the scores and other figures of money are made of."""

from __future__ import annotations

from fractions import Fraction

from classkit.engine.metrics import Holding, Makeup
from classkit.engine.requests import Seat

from ..contents import percent
from ..rules.scores import Race, exact_scores, future_of
from ..state import BANK, Opoly
from .rent_causes import paying

MORTGAGE, BUILDING = "mortgages", "build"
PAID_FOR = {
    "mortgage": MORTGAGE, "mortgage_lift": MORTGAGE, "building_sale": BUILDING,
    "unsupported": BUILDING, "poach_fee": "poached",
}  # fmt: skip


def goes_by_holdings(t: Opoly, seat: Seat) -> bool:
    """Return whether a score follows from what a seat holds now (Q8.4, Q9.3).

    After a merger it is a share of the survivor's, and a busted company keeps what it had.
    """
    return not t.mergers and t.is_charged(seat)


def given_score(t: Opoly, seat: Seat, race: Race) -> Makeup:
    """Return the makeup of a score that a merger or a scandal has given to a seat."""
    reason = "merger" if t.mergers else "busted"
    return Makeup((seat,), [Holding("score", exact_scores(t, race)[seat], reason=reason)])


def asset_made_of(t: Opoly, seat: Seat) -> Makeup:
    """Return what ASSET is made of: cash, properties, mortgages, buildings and cards (Q11.1)."""
    if not goes_by_holdings(t, seat):
        return given_score(t, seat, "asset")
    edition, titles = t.edition, t.ledger.titles
    holdings = [Holding("dollars", t.cash(seat))]
    for space in edition.properties:
        lot, own = edition.spaces[space], int(titles[space] == seat)
        holdings.append(Holding(space, own, lot.price, "property"))
        owed = own * (space in t.mortgaged)
        holdings.append(Holding(f"mortgage:{space}", -owed, lot.price, "", MORTGAGE, space))
        if t.level(space):
            worth = percent(edition.house_cost[lot.group] * t.level(space), 50)
            holdings.append(Holding(f"built:{space}", own * worth, 1, "", BUILDING, space))
    holdings += [
        Holding(card, int(titles[card] == seat), edition.cards[card].appraised, "card")
        for card in edition.internal
    ]
    return Makeup((seat,), holdings, {}, PAID_FOR)


def future_made_of(t: Opoly, seat: Seat) -> Makeup:
    """Return what FUTURE EARNINGS is made of: each property's rent, times their number (Q11.2).

    So each property brings its own rent times all of them, and makes the others count for more.
    """
    if not goes_by_holdings(t, seat):
        return given_score(t, seat, "future")
    *_, count = future_of(t, seat)
    each = Fraction(count, t.edition.future_divisor)
    lots = {space: paying(t, space) for space in t.properties_of(seat)}
    holdings = [Holding(space, 1, lot.rent * each, "rents") for space, lot in lots.items()]
    prices = {"properties": count, "lots": lots}
    return Makeup((seat,), holdings, prices, PAID_FOR)


def cash_made_of(t: Opoly, seat: Seat) -> Makeup:
    """Return what a company's cash is made of."""
    return Makeup((seat,), [Holding("dollars", t.cash(seat))])


def bank_made_of(t: Opoly) -> Makeup:
    """Return what the bank's cash is made of (Q5.6)."""
    return Makeup((BANK,), [Holding("dollars", t.cash(BANK))])
