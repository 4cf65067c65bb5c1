"""Components of the metrics of property, rents and charges."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.decisions import Seat
from classkit.engine.events import Transfer
from classkit.engine.metrics import (
    AmountsByPlace,
    Components,
    CountedComponents,
    DerivedComponents,
    ExactNumber,
    Holding,
)
from classkit.engine.rulebook_text import Sentence, TextFormatter

from ..rules.holdings import get_dollar_basis
from ..rules.recession import get_payment
from ..state import BANK, OpolyState
from .metric_components import BUILDING_KIND, PAYMENT_KINDS

COST_KIND, CHARGE_KIND, SHARE_KIND = "cost", "charged", "share"
RENT_REASONS = ("rent", "rent_share")
"""The reasons for which the bank pays rent (Q3.5)."""


def get_hands_components(t: OpolyState) -> Components:
    """Return what is in hands: the cash of all companies."""
    return Components(t.seats, [Holding("dollars", sum(t.cash(seat) for seat in t.seats))])


def get_unowned_components(t: OpolyState) -> Components:
    """Return the properties that are the bank's (Q3.10)."""
    titles = t.ledger.titles
    held = [Holding(space, int(titles[space] == BANK)) for space in t.edition.properties]
    return Components((BANK,), held)


def get_property_components(t: OpolyState, account: str) -> Components:
    """Return the properties of a company or of the bank, at their appraised values (Q2.5)."""
    titles, spaces = t.ledger.titles, t.edition.spaces
    held = [
        Holding(space, int(titles[space] == account), spaces[space].price)
        for space in t.edition.properties
    ]
    return Components((account,), held)


def get_surplus_components(t: OpolyState, seat: Seat) -> Components:
    """Return what value above cost is made of: each property held, and what was paid for it."""
    owned = get_property_components(t, seat)
    costs = [
        Holding(
            f"{COST_KIND}:{one.unit}", -int(one.amount) * get_dollar_basis(t, one.unit), 1, "",
            COST_KIND, one.unit,
        )
        for one in owned.holdings
    ]  # fmt: skip
    return owned._replace(holdings=[*owned.holdings, *costs], paid_for=PAYMENT_KINDS)


def get_charge_components(t: OpolyState, seat: Seat) -> Components:
    """Return what a recession payment is made of: so much for each property and its buildings.

    A depression multiplies it, and cards change it (Q4.5).
    """
    titles, cost = t.ledger.titles, t.edition.recession
    owned = {space: int(titles[space] == seat) for space in t.edition.properties}
    built = {
        space: owned[space] * t.get_building_charge(space, cost.per_house, cost.per_hotel)
        for space in owned
        if t.level(space)
    }
    plain = sum(owned.values()) * cost.per_property + sum(built.values())
    times = Fraction(get_payment(t, seat), plain) if plain else Fraction(1)
    lots = [
        Holding(space, own, cost.per_property * times, CHARGE_KIND) for space, own in owned.items()
    ]
    buildings = [
        Holding(f"built:{space}", built.get(space, 0), times, CHARGE_KIND, BUILDING_KIND, space)
        for space in owned
    ]
    return Components((seat,), [*lots, *buildings], {"times": float(times)}, PAYMENT_KINDS)


def get_rent_components(t: OpolyState, seat: Seat) -> CountedComponents:
    """Return the rents that a company has received from the bank (Q3.5)."""

    def received(moved: Transfer, _: AmountsByPlace) -> int:
        is_rent = moved.target == seat and moved.unit == "dollars" and moved.reason in RENT_REASONS
        return moved.amount * is_rent

    return CountedComponents(t.companies[seat].rent, received)


def get_concentration_components(t: OpolyState) -> DerivedComponents:
    """Return what the concentration is made of: the square of each company's share (Q2.6)."""
    titles, spaces, properties = t.ledger.titles, t.edition.spaces, t.edition.properties

    def worth(places: AmountsByPlace) -> dict[Seat, int]:
        return {
            seat: sum(places[seat, space] * spaces[space].price for space in properties)
            for seat in t.seats
        }

    def squares(places: AmountsByPlace) -> dict[Seat, ExactNumber]:
        owned = worth(places)
        total = sum(owned.values()) or 1
        return {seat: Fraction(100 * own, total) ** 2 for seat, own in owned.items()}

    places = {(seat, space): int(titles[space] == seat) for seat in t.seats for space in properties}
    owned = worth(places)
    total = sum(owned.values()) or 1
    return DerivedComponents(
        places, squares, SHARE_KIND, {s: 100 * own / total for s, own in owned.items()}
    )


# --- in words -----------------------------------------------------------------------------------


def tell_charge_change(say: TextFormatter, facts: Mapping[str, float]) -> str:
    """Tell why each property is charged more or less in a recession payment (Q4.5)."""
    before, after = (100 * facts[f"times_{when}"] for when in ("before", "after"))
    return f"each is charged {after:.0f}% in place of {before:.0f}%, by a depression or by cards"


SHARE_SENTENCES: Mapping[str, str | Sentence] = {
    CHARGE_KIND: tell_charge_change,
    SHARE_KIND: (
        "{of:seat}'s share of all that companies own goes from {before:.1f}% to {after:.1f}%"
    ),
}
