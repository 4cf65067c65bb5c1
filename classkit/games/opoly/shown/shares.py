"""What figures of property, rents and charges are made of."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.log import Transfer
from classkit.engine.metrics import Counted, Exact, Holding, Makeup, Places, Reckoned
from classkit.engine.requests import Seat
from classkit.engine.words import Say, Sentence

from ..rules.holdings import basis_in_sums
from ..rules.recession import payment_of
from ..state import BANK, Opoly
from .makeup import BUILDING, PAID_FOR

COST, CHARGED, SHARE = "cost", "charged", "share"
RENTS = ("rent", "rent_share")
"""The reasons for which the bank pays rent (Q3.5)."""


def hands_made_of(t: Opoly) -> Makeup:
    """Return what is in hands: the cash of all companies."""
    return Makeup(t.seats, [Holding("dollars", sum(t.cash(seat) for seat in t.seats))])


def unowned_made_of(t: Opoly) -> Makeup:
    """Return the properties that are the bank's (Q3.10)."""
    titles = t.ledger.titles
    held = [Holding(space, int(titles[space] == BANK)) for space in t.edition.properties]
    return Makeup((BANK,), held)


def owned_by(t: Opoly, account: str) -> Makeup:
    """Return the properties of a company or of the bank, at their appraised values (Q2.5)."""
    titles, spaces = t.ledger.titles, t.edition.spaces
    held = [
        Holding(space, int(titles[space] == account), spaces[space].price)
        for space in t.edition.properties
    ]
    return Makeup((account,), held)


def surplus_made_of(t: Opoly, seat: Seat) -> Makeup:
    """Return what value above cost is made of: each property held, and what was paid for it."""
    owned = owned_by(t, seat)
    costs = [
        Holding(f"{COST}:{one.unit}", -int(one.amount) * basis_in_sums(t, one.unit), 1, "", COST,
                one.unit)
        for one in owned.holdings
    ]  # fmt: skip
    return owned._replace(holdings=[*owned.holdings, *costs], paid_for=PAID_FOR)


def charge_made_of(t: Opoly, seat: Seat) -> Makeup:
    """Return what a recession payment is made of: so much for each property and its buildings.

    A depression multiplies it, and cards change it (Q4.5).
    """
    titles, cost = t.ledger.titles, t.edition.recession
    owned = {space: int(titles[space] == seat) for space in t.edition.properties}
    built = {
        space: owned[space] * t.for_buildings(space, cost.per_house, cost.per_hotel)
        for space in owned
        if t.level(space)
    }
    plain = sum(owned.values()) * cost.per_property + sum(built.values())
    times = Fraction(payment_of(t, seat), plain) if plain else Fraction(1)
    lots = [Holding(space, own, cost.per_property * times, CHARGED) for space, own in owned.items()]
    buildings = [
        Holding(f"built:{space}", built.get(space, 0), times, CHARGED, BUILDING, space)
        for space in owned
    ]
    return Makeup((seat,), [*lots, *buildings], {"times": float(times)}, PAID_FOR)


def rents_received(t: Opoly, seat: Seat) -> Counted:
    """Return the rents that a company has received from the bank (Q3.5)."""

    def received(moved: Transfer, _: Places) -> int:
        is_rent = moved.target == seat and moved.unit == "dollars" and moved.reason in RENTS
        return moved.amount * is_rent

    return Counted(t.companies[seat].rent, received)


def concentration_made_of(t: Opoly) -> Reckoned:
    """Return what the concentration is made of: the square of each company's share (Q2.6)."""
    titles, spaces, properties = t.ledger.titles, t.edition.spaces, t.edition.properties

    def worth(places: Places) -> dict[Seat, int]:
        return {
            seat: sum(places[seat, space] * spaces[space].price for space in properties)
            for seat in t.seats
        }

    def squares(places: Places) -> dict[Seat, Exact]:
        owned = worth(places)
        total = sum(owned.values()) or 1
        return {seat: Fraction(100 * own, total) ** 2 for seat, own in owned.items()}

    places = {(seat, space): int(titles[space] == seat) for seat in t.seats for space in properties}
    owned = worth(places)
    total = sum(owned.values()) or 1
    return Reckoned(places, squares, SHARE, {s: 100 * own / total for s, own in owned.items()})


# --- in words -----------------------------------------------------------------------------------


def tell_charged(say: Say, facts: Mapping[str, float]) -> str:
    """Tell why each property is charged more or less in a recession payment (Q4.5)."""
    before, after = (100 * facts[f"times_{when}"] for when in ("before", "after"))
    return f"each is charged {after:.0f}% in place of {before:.0f}%, by a depression or by cards"


SHARES: Mapping[str, str | Sentence] = {
    CHARGED: tell_charged,
    SHARE: "{of:seat}'s share of all that companies own goes from {before:.1f}% to {after:.1f}%",
}
