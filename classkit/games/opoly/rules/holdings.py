"""Property limits, transfers of property, and their effects on alliances (Q6.9, Q6.15, Q7.7)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.state import GameState

from ..effect_kinds import EXEMPT_ONE_IN_LINE
from ..rules_data import HOTEL_LEVEL, floor_percent
from ..state import BANK, SOUL, STOCK, OpolyState
from ..state_types import Alliance
from .bank import pay_from_bank

# --- limits ----------------------------------------------------------------------------------


def count_exempt(
    t: OpolyState, seat: Seat, held: Sequence[str], without: Sequence[str] = ()
) -> int:
    """Return the number of these properties that Diversification exempts (Q6.9, Q8.8).

    Ignore the cards in ``without``.
    """
    cards = [card for card in t.get_effect_cards(seat, EXEMPT_ONE_IN_LINE) if card not in without]
    if not cards:
        return 0
    spared: list[str] = []
    for card in cards:
        line = t.edition.lines.get(t.lines_chosen.get(card, ""), ())
        free = (
            space for space in held
            if t.edition.spaces[space].group in line and space not in spared
        )  # fmt: skip
        spared += [*free][:1]
    return len(spared)


def get_excess(
    t: OpolyState,
    seat: Seat,
    adding: Sequence[str] = (),
    dropping: Sequence[str] = (),
    gained: Sequence[str] = (),
    without: Sequence[str] = (),
) -> int:
    """Return by how many properties a seat exceeds its limit; negative if slots are free.

    Args:
        t: The table.
        seat: The seat whose properties count.
        adding: Additional properties to count as held.
        dropping: Properties to leave out.
        gained: Additional cards to count as held. They exempt no property until a line is
            chosen (Q8.8).
        without: Cards to leave out.
    """
    held = t.get_properties(seat)
    if dropping:
        held = [space for space in held if space not in dropping]
    held += [space for space in adding if space not in held]
    return len(held) - count_exempt(t, seat, held, without) - t.get_limit(seat, gained, without)


def get_allowed_count(t: OpolyState, seat: Seat) -> int:
    """Return the number of properties that a seat may hold, including exempt ones."""
    return t.get_limit(seat) + count_exempt(t, seat, t.get_properties(seat))


def has_slot(t: OpolyState, seat: Seat, space: str) -> bool:
    """Return whether the seat may take a property without giving one up (Q2.6)."""
    return get_excess(t, seat, adding=(space,)) <= 0


def change_limit(t: OpolyState, seat: Seat, by: int, cause: str, rule: str) -> None:
    """Change a company's limit permanently (Q6.9, Q8.4, Q8.11)."""
    with t.log_limit_changes(cause, rule):
        t.companies[seat].limit += by


def list_pledgeable(t: OpolyState, seat: Seat, lot: str) -> list[str]:
    """Return the properties that the seat may pledge for a lot (Q2.8)."""
    return [s for s in t.get_properties(seat) if refuse_pledge(t, seat, lot, s) is None]


def refuse_pledge(t: OpolyState, seat: Seat, lot: str, space: str) -> str | None:
    """Return why a property may not be pledged for a lot, or None (Q2.7, Q2.8)."""
    if reason := refuse_not_held(t, seat, space, "Q2.7") or refuse_tied(t, space, "Q2.8"):
        return reason
    if get_excess(t, seat, adding=(lot,), dropping=(space,)) > 0:
        return f"Without {t.get_title(space)}, {seat} would still be above its limit (Q2.8)."
    return None


def refuse_partner(t: OpolyState, seat: Seat, rule: str, other: str) -> str | None:
    """Return why another seat cannot be a partner, or None (Q6.6, Q9.1)."""
    if other == seat:
        return f"{seat} makes the offer: choose another company ({rule})."
    if other in t.companies and not t.is_active(other):
        return (
            f"{other} is {t.companies[other].status}: only active seats can get an offer ({rule})."
        )
    return None


def refuse_not_held(t: OpolyState, seat: Seat, asset: str, rule: str) -> str | None:
    """Return the error if an asset is not the seat's, or a space is not a property."""
    if t.ledger.titles.get(asset) == seat:
        return None
    if reason := t.edition.refuse_property(asset, rule):
        return reason
    return f"{t.get_title(asset)} does not belong to {seat} ({rule})."


def refuse_built(t: OpolyState, space: str, rule: str) -> str | None:
    """Return the error if the group of a property has buildings (Q6.3, Q6.7)."""
    if t.is_built(t.edition.spaces[space].group):
        return f"The group of {t.get_title(space)} has buildings ({rule})."
    return None


def refuse_tied(t: OpolyState, space: str, rule: str) -> str | None:
    """Return the error if a group has buildings or an active alliance (Q2.8, Q6.5)."""
    if reason := refuse_built(t, space, rule):
        return reason
    if t.edition.spaces[space].group in t.alliances:
        return f"The group of {t.get_title(space)} is in an alliance ({rule})."
    return None


# --- transfers -------------------------------------------------------------------------------


def transfer_property(
    t: OpolyState, space: str, target: str, basis: int | str, cause: str, rule: str, told: str = ""
) -> None:
    """Transfer a property with its mortgage, which ends at the bank (Q2.5, Q6.8).

    For a deal, the caller settles the alliances after all transfers. ``told`` is the event that
    reports the transfer in addition to ``property_moved``.
    """
    source = t.owner(space)
    if target == BANK:
        t.basis.pop(space, None)
        if t.mortgaged.pop(space, None):
            t.tell("mortgage_changed", rule, source, space=space, owner=BANK, mortgaged=False)
    else:
        t.basis[space] = basis
    with t.link_rows(told) if told else nullcontext():
        GameState.move(t, space, 1, source, target, cause, rule)
    facts: dict[str, Any] = {
        "space": space,
        "from": source,
        "to": target,
        "cost_basis": basis,
        "cause": cause,
    }
    seat = target if target != BANK else source
    t.tell("property_moved", rule, seat, **facts, mortgaged=space in t.mortgaged)
    if cause == "theft":
        settle_theft_alliance(t, space, source, target)
    elif cause != "deal":
        settle_lot_alliance(t, space, target)


def get_dollar_basis(t: OpolyState, asset: str) -> int:
    """Return a cost basis in dollars, or 0 for "soul" (Q8.4)."""
    basis = t.basis.get(asset, 0)
    return 0 if basis == SOUL else int(basis)


# --- alliances after a lot has changed hands (Q7.7) -----------------------------------------


def settle_lot_alliance(t: OpolyState, space: str, target: str) -> None:
    """Settle the alliance over a lot that has changed hands (Q7.7).

    It ends if the new owner is not a party. Otherwise, it continues while at least two parties
    own lots.
    """
    group = t.edition.spaces[space].group
    alliance = t.alliances.get(group)
    if alliance is None:
        return
    if target not in alliance.parties:
        end_alliance(t, group, "bank" if target == BANK else "outsider")
    else:
        settle_parties(t, alliance)


def settle_deal_alliances(t: OpolyState, spaces: Sequence[str]) -> None:
    """Settle alliances after a deal, which leaves all their lots with parties (Q6.7)."""
    for group in dict.fromkeys(t.edition.spaces[space].group for space in spaces):
        alliance = t.alliances.get(group)
        if alliance is not None:
            settle_parties(t, alliance)


def settle_parties(t: OpolyState, alliance: Alliance) -> None:
    """Make the remaining owners the parties. End the alliance if only one is left (Q7.7)."""
    owners = t.owners(alliance.group)
    alliance.parties = [seat for seat in t.seats if seat in owners]
    if len(alliance.parties) < 2:
        end_alliance(t, alliance.group, "one_owner")
    elif alliance.shares and set(alliance.shares) != set(alliance.parties):
        deem_notice(t, alliance, "shares")


def deem_notice(t: OpolyState, alliance: Alliance, by: str) -> None:
    """Treat notice as given in this turn. Rents are split "own" until the end (Q7.7)."""
    alliance.own_rents = True
    if not alliance.ends:
        alliance.ends, alliance.noticed_by = t.turn + 1, by
        t.tell("alliance_notice", "Q7.7", group=alliance.group, by=by, ends_turn=alliance.ends)


def settle_theft_alliance(t: OpolyState, space: str, victim: Seat, thief: Seat) -> None:
    """Make the thief a party to the alliance, under notice (Q7.7).

    The theft of a built lot from a sole owner creates an alliance of thief and victim.
    """
    group = t.edition.spaces[space].group
    alliance = t.alliances.get(group)
    owners = t.owners(group)
    if alliance is None:
        # The victim owned the whole group, with buildings.
        if not t.is_built(group) or len(owners) < 2:
            return
        alliance = Alliance(group=group, parties=[], signed=t.turn)
        t.alliances[group] = alliance
        parties = [seat for seat in t.seats if seat in (victim, thief)]
        t.tell(
            "alliance_signed", "Q7.7", group=group, parties=parties, split={}, building="free",
        )  # fmt: skip
    outsider = thief not in alliance.parties
    alliance.parties = [seat for seat in t.seats if seat in owners]
    if len(alliance.parties) < 2:
        end_alliance(t, group, "one_owner")
    elif outsider:
        deem_notice(t, alliance, "theft")
    else:
        settle_parties(t, alliance)


def end_alliance(t: OpolyState, group: str, cause: str) -> None:
    """End a contract, and sell the buildings that it supported (Q6.15, Q7.6)."""
    alliance = t.alliances.pop(group)
    alliance.ends = t.turn
    t.past_alliances.append(alliance)
    t.tell("alliance_ended", "Q7.6", group=group, parties=list(alliance.parties), cause=cause)
    sell_unsupported(t, group)


# --- buildings -------------------------------------------------------------------------------


def is_supported(t: OpolyState, group: str) -> bool:
    """Return whether one seat owns the group or an active alliance covers it (Q6.11, Q6.15)."""
    if group in t.alliances:
        return True
    titles, lots = t.ledger.titles, t.edition.groups[group]
    first = titles[lots[0]]
    return first != BANK and all(titles[lot] == first for lot in lots)


def sell_unsupported(t: OpolyState, group: str) -> None:
    """Sell all buildings of a group without support to the bank at half cost (Q6.15)."""
    if t.is_built(group) and not is_supported(t, group):
        sell_group_buildings(t, group, "unsupported", "Q6.15")


def sell_group_buildings(t: OpolyState, group: str, cause: str, rule: str) -> None:
    """Sell all buildings of a group to the bank for their owners (Q6.10, Q6.15)."""
    lots = [space for space in t.edition.groups[group] if t.level(space)]
    payments = [
        (t.owner(space), get_resale_value(t, group) * t.level(space), "building_sale")
        for space in lots
    ]
    pay_from_bank(
        t, [p for p in payments if t.companies[p[0]].status in ("active", "bankrupt")], rule
    )
    for space in lots:
        set_level(t, space, 0, cause, rule)


def get_resale_value(t: OpolyState, group: str) -> int:
    """Return the resale value of one level: half its cost, rounded down (Q6.2)."""
    return floor_percent(t.edition.house_cost[group], t.edition.building_resale_pct)


def set_level(t: OpolyState, space: str, level: int, cause: str, rule: str, paid: int = 0) -> None:
    """Move buildings to or from the stock. A hotel replaces four houses (Q6.13).

    ``paid`` is the cost of a new level in dollars, recorded as its basis (Q1.6).
    """
    before = t.level(space)
    costs = t.paid_for_levels.setdefault(space, [])
    del costs[level:]
    costs += [paid] * (level - len(costs))
    if not costs:
        del t.paid_for_levels[space]
    for kind, old, new in (
        ("house", before % HOTEL_LEVEL, level % HOTEL_LEVEL),
        ("hotel", before // HOTEL_LEVEL, level // HOTEL_LEVEL),
    ):
        if new < old:
            GameState.move(t, kind, old - new, space, STOCK, cause, rule)
        elif new > old:
            GameState.move(t, kind, new - old, STOCK, space, cause, rule)
    t.tell(
        "buildings_changed", rule, t.owner(space), space=space, owner=t.owner(space),
        from_level=before, to_level=level, cause=cause,
        houses_left=t.get_stock("house"), hotels_left=t.get_stock("hotel"),
    )  # fmt: skip
    if before == HOTEL_LEVEL != level:
        for card in [card for card, at in t.flagships.items() if at == space]:
            t.move_card(card, "deck", "Q8.6")  # the hotel is sold or lost
