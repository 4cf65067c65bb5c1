"""Rents: their amount for one landing, and their receivers (Q3.5 to Q3.9, Q7.3, Q7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.requests import Seat

from ..contents import percent
from ..state import BANK, Opoly
from ..vocabulary import ALL_RENT_PCT, RAIL_RENT_PCT
from .bank import bank_pays


def collect_rent(t: Opoly, space: str, roll: int, surge: int = 1, spike: int = 0) -> None:
    """Pay the rent of the property where the pawn has landed, from the bank (Q3.5).

    ``roll`` is the dice total for utilities, ``surge`` the multiplier of a card (Q8.12), ``spike``
    the sum that a card pays instead of the normal rent. Mortgaged property brings nothing.
    """
    owner = t.owner(space)
    if space in t.mortgaged or not t.is_charged(owner):
        return
    rent = with_cards(t, spike or base_rent(t, space, roll), raising(t, space), surge)
    payments = split_rent(t, space, rent)
    reason = "rent" if len(payments) == 1 else "rent_share"
    bank_pays(t, [(seat, amount, reason) for seat, amount in payments.items()], "Q3.5")
    for seat, amount in payments.items():
        t.companies[seat].rent += amount
    t.headline = {"space": space, "paid": payments}


def landing_rent(t: Opoly, space: str, roll: int | None = None, allied: bool = True) -> int:
    """Return the rent that one landing on a property brings, in dollars (Q3.6 to Q3.9).

    Utilities count at a ``roll``, by default that of FUTURE EARNINGS (Q11.2).
    """
    if roll is None:
        roll = t.edition.future_utility_roll
    return with_cards(t, base_rent(t, space, roll, allied), raising(t, space))


def rent_in_reach(t: Opoly, seat: Seat, space: str) -> int:
    """Return the rent that one landing would bring a seat that owned the property, in dollars.

    Count no buildings and no cards, and utilities at the roll of FUTURE EARNINGS (Q11.2). Suppose
    an alliance over each group of streets that would be sold (Q7.1), over no other group.
    """
    lot, titles = t.edition.spaces[space], t.ledger.titles
    others = [titles[other] for other in t.edition.groups[lot.group] if other != space]
    allied = lot.kind == "street" and BANK not in others
    owned, roll = others.count(seat) + 1, t.edition.future_utility_roll
    rent = rent_held(t, space, roll, level=0, owned=owned, allied=allied)
    return with_cards(t, rent, ())


def base_rent(t: Opoly, space: str, roll: int, allied: bool = True) -> int:
    """Return the printed or doubled rent before any card, in dollars (Q3.6 to Q3.8).

    Without ``allied`` an alliance does not raise it.
    """
    group = t.edition.spaces[space].group
    return rent_held(
        t, space, roll, level=t.level(space), owned=t.owned_in(group, t.owner(space)),
        allied=allied and group in t.alliances,
    )  # fmt: skip


def rent_held(t: Opoly, space: str, roll: int, *, level: int, owned: int, allied: bool) -> int:
    """Return a property's rent before any card, as it is held, in dollars (Q3.6 to Q3.8).

    ``level`` counts its buildings, ``owned`` the properties of the group that its owner has, this
    one among them; ``allied`` says that an alliance covers the group.
    """
    lot = t.edition.spaces[space]
    if level:
        return lot.rent[level]
    whole = len(t.edition.groups[lot.group])
    if lot.kind == "street":
        return lot.rent[0] * (2 if owned == whole or allied else 1)
    figures = t.edition.rail_rent if lot.kind == "railroad" else t.edition.utility_multiplier
    if not allied:
        figure = figures[owned - 1]
    elif t.options.alliance_double == "every_group":
        figure = 2 * figures[owned - 1]
    else:
        figure = figures[whole - 1]
    return figure if lot.kind == "railroad" else figure * roll


def with_cards(t: Opoly, rent: int, cards: Sequence[str], surge: int = 1) -> int:
    """Return the rent after cards that raise it, rounded down once at the end (Q3.9)."""
    rent, hundreds = rent * surge, 1
    for card in cards:
        rent, hundreds = rent * t.kind(card).figure, hundreds * 100
    return rent // hundreds


def raising(t: Opoly, space: str) -> list[str]:
    """Return the owner's cards that raise the rent of a property, in the order of Q3.9."""
    owner, lot = t.owner(space), t.edition.spaces[space]
    cards = t.with_effect(owner, RAIL_RENT_PCT) if lot.kind == "railroad" else []
    if t.flagships and t.is_hotel(space):
        attached = [card for card, at in t.flagships.items() if at == space]
        cards += [card for card in attached if t.ledger.titles[card] == owner]
    genius = t.with_effect(owner, ALL_RENT_PCT)
    if genius and not genius_is_void(t, owner, lot.group):
        cards += genius
    return cards


def genius_is_void(t: Opoly, seat: Seat, group: str) -> bool:
    """Return whether a percentage split voids the holder's Marketing Genius (Q8.7)."""
    if t.options.marketing_genius_void == "alliance_only":
        alliance = t.alliances.get(group)
        return alliance is not None and alliance.divides and seat in alliance.parties
    return any(a.divides and seat in a.parties for a in t.alliances.values())


def split_rent(t: Opoly, space: str, rent: int) -> dict[Seat, int]:
    """Return how much of a rent its owner, or the parties by percentage, receive (Q7.4).

    Each share is rounded down; the remainder goes to the owner.
    """
    owner = t.owner(space)
    alliance = t.alliances.get(t.edition.spaces[space].group)
    if alliance is None or not alliance.divides:
        return {owner: rent}
    parts = {seat: percent(rent, share) for seat, share in alliance.shares.items()}
    parts[owner] = parts.get(owner, 0) + rent - sum(parts.values())
    return {seat: parts[seat] for seat in t.lead_order if seat in parts}
