"""Rents: the amount for one landing, and its recipients (Q3.5 to Q3.9, Q7.3, Q7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.decisions import Seat

from ..effect_kinds import ALL_RENT_PCT, RAIL_RENT_PCT
from ..rules_data import floor_percent
from ..state import BANK, OpolyState
from .bank import pay_from_bank


def collect_rent(
    t: OpolyState, space: str, roll: int, multiplier: int = 1, card_rent: int = 0
) -> None:
    """Pay the rent of the property where the pawn has landed, from the bank (Q3.5).

    Mortgaged property earns no rent.

    Args:
        t: The table.
        space: The property.
        roll: The dice total, for utilities.
        multiplier: The rent factor of a card that moved the pawn (Q8.12).
        card_rent: The rent in dollars that such a card sets instead, or 0.
    """
    owner = t.owner(space)
    if space in t.mortgaged or not t.is_charged(owner):
        return
    rent = apply_rent_cards(
        t, card_rent or get_base_rent(t, space, roll), list_rent_cards(t, space), multiplier
    )
    payments = split_rent(t, space, rent)
    reason = "rent" if len(payments) == 1 else "rent_share"
    with t.link_rows("pawn_moved"):
        pay_from_bank(t, [(seat, amount, reason) for seat, amount in payments.items()], "Q3.5")
    for seat, amount in payments.items():
        t.companies[seat].rent += amount
    t.headline = {"space": space, "paid": payments}


def get_landing_rent(
    t: OpolyState, space: str, roll: int | None = None, allied: bool = True
) -> int:
    """Return the rent of one landing on a property, in dollars (Q3.6 to Q3.9).

    The default ``roll`` for utilities is the roll that FUTURE EARNINGS uses (Q11.2).
    """
    if roll is None:
        roll = t.edition.future_utility_roll
    return apply_rent_cards(t, get_base_rent(t, space, roll, allied), list_rent_cards(t, space))


def get_reachable_rent(t: OpolyState, seat: Seat, space: str) -> int:
    """Return the rent of one landing if the seat owned the property, in dollars.

    Ignore buildings and cards, and use the roll of FUTURE EARNINGS for utilities (Q11.2). Assume an
    alliance if all streets of the group would then be sold (Q7.1).
    """
    lot, titles = t.edition.spaces[space], t.ledger.titles
    others = [titles[other] for other in t.edition.groups[lot.group] if other != space]
    allied = lot.kind == "street" and BANK not in others
    owned, roll = others.count(seat) + 1, t.edition.future_utility_roll
    rent = compute_base_rent(t, space, roll, level=0, owned=owned, allied=allied)
    return apply_rent_cards(t, rent, ())


def get_base_rent(t: OpolyState, space: str, roll: int, allied: bool = True) -> int:
    """Return the rent before cards, in dollars (Q3.6 to Q3.8).

    With ``allied=False``, ignore alliances.
    """
    group = t.edition.spaces[space].group
    return compute_base_rent(
        t, space, roll, level=t.level(space), owned=t.count_owned(group, t.owner(space)),
        allied=allied and group in t.alliances,
    )  # fmt: skip


def compute_base_rent(
    t: OpolyState, space: str, roll: int, *, level: int, owned: int, allied: bool
) -> int:
    """Return a property's rent before cards, in dollars (Q3.6 to Q3.8).

    Args:
        t: The table.
        space: The property.
        roll: The dice total, for utilities.
        level: The level of building on it.
        owned: The number of properties of the group that its owner has, including this one.
        allied: Whether an alliance covers the group.
    """
    lot = t.edition.spaces[space]
    if level:
        return lot.rent[level]
    whole = len(t.edition.groups[lot.group])
    if lot.kind == "street":
        return lot.rent[0] * (2 if owned == whole or allied else 1)
    rents = t.edition.rail_rent if lot.kind == "railroad" else t.edition.utility_multiplier
    if not allied:
        rent = rents[owned - 1]
    elif t.options.alliance_double == "every_group":
        rent = 2 * rents[owned - 1]
    else:
        rent = rents[whole - 1]
    return rent if lot.kind == "railroad" else rent * roll


def apply_rent_cards(t: OpolyState, rent: int, cards: Sequence[str], multiplier: int = 1) -> int:
    """Return the rent increased by cards, rounded down once at the end (Q3.9)."""
    rent, hundreds = rent * multiplier, 1
    for card in cards:
        rent, hundreds = rent * t.get_kind(card).effect_value, hundreds * 100
    return rent // hundreds


def list_rent_cards(t: OpolyState, space: str) -> list[str]:
    """Return the owner's cards that raise the rent of a property, in the order of Q3.9."""
    owner, lot = t.owner(space), t.edition.spaces[space]
    cards = t.get_effect_cards(owner, RAIL_RENT_PCT) if lot.kind == "railroad" else []
    if t.flagships and t.is_hotel(space):
        attached = [card for card, at in t.flagships.items() if at == space]
        cards += [card for card in attached if t.ledger.titles[card] == owner]
    genius = t.get_effect_cards(owner, ALL_RENT_PCT)
    if genius and not is_genius_void(t, owner, lot.group):
        cards += genius
    return cards


def is_genius_void(t: OpolyState, seat: Seat, group: str) -> bool:
    """Return whether a percentage split voids the holder's Marketing Genius (Q8.7)."""
    if t.options.marketing_genius_void == "alliance_only":
        alliance = t.alliances.get(group)
        return alliance is not None and alliance.has_percentages and seat in alliance.parties
    return any(a.has_percentages and seat in a.parties for a in t.alliances.values())


def split_rent(t: OpolyState, space: str, rent: int) -> dict[Seat, int]:
    """Split a rent among the parties by percentage, or pay all of it to the owner (Q7.4).

    Each share is rounded down, and the remainder goes to the owner.
    """
    owner = t.owner(space)
    alliance = t.alliances.get(t.edition.spaces[space].group)
    if alliance is None or not alliance.has_percentages:
        return {owner: rent}
    parts = {seat: floor_percent(rent, share) for seat, share in alliance.shares.items()}
    parts[owner] = parts.get(owner, 0) + rent - sum(parts.values())
    return {seat: parts[seat] for seat in t.lead_order if seat in parts}
