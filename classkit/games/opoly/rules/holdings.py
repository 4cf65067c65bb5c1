"""Limits of companies, and changes of hands (Q6.9, Q6.15, Q7.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classkit.engine.requests import Seat
from classkit.engine.table import Table

from ..contents import HOTEL, percent
from ..parts import Alliance
from ..state import BANK, SOUL, STOCK, Opoly
from ..vocabulary import EXEMPT_ONE_IN_LINE
from .bank import bank_pays

# --- limits ----------------------------------------------------------------------------------


def exempt(t: Opoly, seat: Seat, held: Sequence[str], without: Sequence[str] = ()) -> int:
    """Return how many of these properties Diversification leaves uncounted (Q6.9, Q8.8).

    ``without`` are cards that the seat would no longer hold.
    """
    cards = [card for card in t.with_effect(seat, EXEMPT_ONE_IN_LINE) if card not in without]
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


def excess(
    t: Opoly,
    seat: Seat,
    adding: Sequence[str] = (),
    dropping: Sequence[str] = (),
    gained: Sequence[str] = (),
    without: Sequence[str] = (),
) -> int:
    """Return how many properties a seat holds above its limit; negative for free slots.

    ``adding`` and ``dropping`` are properties that it would have more or fewer, ``gained`` and
    ``without`` cards; one that is gained exempts none until its line is chosen (Q8.8).
    """
    held = t.properties_of(seat)
    if dropping:
        held = [space for space in held if space not in dropping]
    held += [space for space in adding if space not in held]
    return len(held) - exempt(t, seat, held, without) - t.limit_of(seat, gained, without)


def allowed(t: Opoly, seat: Seat) -> int:
    """Return how many properties a seat may hold, with those that do not count."""
    return t.limit_of(seat) + exempt(t, seat, t.properties_of(seat))


def has_slot(t: Opoly, seat: Seat, space: str) -> bool:
    """Return whether the seat may take this property without giving one up (Q2.6)."""
    return excess(t, seat, adding=(space,)) <= 0


def change_limit(t: Opoly, seat: Seat, by: int, cause: str, rule: str) -> None:
    """Change a company's limit for good (Q6.9, Q8.4, Q8.11)."""
    with t.telling_limits(cause, rule):
        t.companies[seat].limit += by


def pledgeable(t: Opoly, seat: Seat, lot: str) -> list[str]:
    """List the properties that the seat may pledge for a lot (Q2.8)."""
    return [s for s in t.properties_of(seat) if refuse_pledge(t, seat, lot, s) is None]


def refuse_pledge(t: Opoly, seat: Seat, lot: str, space: str) -> str | None:
    """Say why a property may not be pledged for a lot; None where it may (Q2.7, Q2.8)."""
    if reason := not_held(t, seat, space, "Q2.7") or tied_up(t, space, "Q2.8"):
        return reason
    if excess(t, seat, adding=(lot,), dropping=(space,)) > 0:
        return f"Without {t.title(space)}, {seat} would still be above its limit (Q2.8)."
    return None


def refuse_partner(t: Opoly, seat: Seat, rule: str, other: str) -> str | None:
    """Say why a seat is no partner: it is the same, or out of active play (Q6.6, Q9.1)."""
    if other == seat:
        return f"{seat} makes the offer, to another company ({rule})."
    if other in t.companies and not t.is_active(other):
        return f"{other} is {t.companies[other].status}: an offer goes to active seats ({rule})."
    return None


def not_held(t: Opoly, seat: Seat, asset: str, rule: str) -> str | None:
    """Say that a property or card is not the seat's, or that a space is no property at all."""
    if t.ledger.titles.get(asset) == seat:
        return None
    if reason := t.edition.no_property(asset, rule):
        return reason
    return f"{t.title(asset)} does not belong to {seat} ({rule})."


def built_on(t: Opoly, space: str, rule: str) -> str | None:
    """Say that there are buildings in the group of a property (Q6.3, Q6.7)."""
    if t.is_built(t.edition.spaces[space].group):
        return f"There are buildings in the group of {t.title(space)} ({rule})."
    return None


def tied_up(t: Opoly, space: str, rule: str) -> str | None:
    """Say that a group has buildings or is under an active alliance (Q2.8, Q6.5)."""
    if reason := built_on(t, space, rule):
        return reason
    if t.edition.spaces[space].group in t.alliances:
        return f"The group of {t.title(space)} is under an alliance ({rule})."
    return None


# --- handing over ----------------------------------------------------------------------------


def hand_property(
    t: Opoly, space: str, target: str, basis: int | str, cause: str, rule: str
) -> None:
    """Hand over a property with its mortgage, which ends at the bank (Q2.5, Q6.8).

    In a deal all properties change hands together, and the alliances follow afterwards.
    """
    source = t.owner(space)
    Table.move(t, space, 1, source, target, cause, rule)
    if target == BANK:
        t.basis.pop(space, None)
        if t.mortgaged.pop(space, None):
            t.tell("mortgage_changed", rule, source, space=space, owner=BANK, mortgaged=False)
    else:
        t.basis[space] = basis
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
        follow_theft(t, space, source, target)
    elif cause != "deal":
        follow_alliance(t, space, target)


def basis_in_sums(t: Opoly, asset: str) -> int:
    """Return a cost basis in dollars; a "soul" counts 0 (Q8.4)."""
    basis = t.basis.get(asset, 0)
    return 0 if basis == SOUL else int(basis)


# --- alliances that follow a lot (Q7.7) -----------------------------------------------------


def follow_alliance(t: Opoly, space: str, target: str) -> None:
    """End the alliance of a lot sold to the bank or an outsider.

    Sold to a party, it goes on while two own (Q7.7).
    """
    group = t.edition.spaces[space].group
    alliance = t.alliances.get(group)
    if alliance is None:
        return
    if target not in alliance.parties:
        end_alliance(t, group, "bank" if target == BANK else "outsider")
    else:
        settle_parties(t, alliance)


def follow_deal(t: Opoly, spaces: Sequence[str]) -> None:
    """Settle alliances once all is exchanged; their lots stay with parties (Q6.7)."""
    for group in dict.fromkeys(t.edition.spaces[space].group for space in spaces):
        alliance = t.alliances.get(group)
        if alliance is not None:
            settle_parties(t, alliance)


def settle_parties(t: Opoly, alliance: Alliance) -> None:
    """Make the remaining owners the parties; one alone needs no contract (Q7.7)."""
    owners = t.owners(alliance.group)
    alliance.parties = [seat for seat in t.seats if seat in owners]
    if len(alliance.parties) < 2:
        end_alliance(t, alliance.group, "one_owner")
    elif alliance.shares and set(alliance.shares) != set(alliance.parties):
        deem_notice(t, alliance, "shares")


def deem_notice(t: Opoly, alliance: Alliance, by: str) -> None:
    """Deem notice given in this turn; rents are split "own" until the end (Q7.7)."""
    alliance.own_rents = True
    if not alliance.ends:
        alliance.ends, alliance.noticed_by = t.turn + 1, by
        t.tell("alliance_notice", "Q7.7", group=alliance.group, by=by, ends_turn=alliance.ends)


def follow_theft(t: Opoly, space: str, victim: Seat, thief: Seat) -> None:
    """Make the thief a party, or allied with the victim, under notice (Q7.7)."""
    group = t.edition.spaces[space].group
    alliance = t.alliances.get(group)
    owners = t.owners(group)
    if alliance is None:
        # The theft broke up a group with buildings that one seat owned.
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


def end_alliance(t: Opoly, group: str, cause: str) -> None:
    """End a contract; buildings that it alone kept standing are sold (Q6.15, Q7.6)."""
    alliance = t.alliances.pop(group)
    alliance.ends = t.turn
    t.past_alliances.append(alliance)
    t.tell("alliance_ended", "Q7.6", group=group, parties=list(alliance.parties), cause=cause)
    sell_unsupported(t, group)


# --- buildings -------------------------------------------------------------------------------


def is_supported(t: Opoly, group: str) -> bool:
    """Return whether one seat owns the group or an active alliance covers it (Q6.11, Q6.15)."""
    if group in t.alliances:
        return True
    titles, lots = t.ledger.titles, t.edition.groups[group]
    first = titles[lots[0]]
    return first != BANK and all(titles[lot] == first for lot in lots)


def sell_unsupported(t: Opoly, group: str) -> None:
    """Sell all buildings of a group without support to the bank at half cost (Q6.15)."""
    if t.is_built(group) and not is_supported(t, group):
        sell_group(t, group, "unsupported", "Q6.15")


def sell_group(t: Opoly, group: str, cause: str, rule: str) -> None:
    """Sell all buildings of a group to the bank at once for their owners (Q6.10, Q6.15)."""
    lots = [space for space in t.edition.groups[group] if t.level(space)]
    payments = [
        (t.owner(space), resale(t, group) * t.level(space), "building_sale") for space in lots
    ]
    bank_pays(t, [p for p in payments if t.companies[p[0]].status in ("active", "bankrupt")], rule)
    for space in lots:
        set_level(t, space, 0, cause, rule)


def resale(t: Opoly, group: str) -> int:
    """Return what one level brings in dollars: half the listed cost, rounded down (Q6.2)."""
    return percent(t.edition.house_cost[group], t.edition.building_resale_pct)


def set_level(t: Opoly, space: str, level: int, cause: str, rule: str, paid: int = 0) -> None:
    """Move buildings to or from the stock; a hotel replaces four houses (Q6.13).

    ``paid`` is what the new level cost, entered as its basis (Q1.6).
    """
    before = t.level(space)
    costs = t.paid_for_levels.setdefault(space, [])
    del costs[level:]
    costs += [paid] * (level - len(costs))
    if not costs:
        del t.paid_for_levels[space]
    for kind, old, new in (
        ("house", before % HOTEL, level % HOTEL),
        ("hotel", before // HOTEL, level // HOTEL),
    ):
        if new < old:
            Table.move(t, kind, old - new, space, STOCK, cause, rule)
        elif new > old:
            Table.move(t, kind, new - old, STOCK, space, cause, rule)
    t.tell(
        "buildings_changed", rule, t.owner(space), space=space, owner=t.owner(space),
        from_level=before, to_level=level, cause=cause,
        houses_left=t.left("house"), hotels_left=t.left("hotel"),
    )  # fmt: skip
    if before == HOTEL != level:
        for card in [card for card, at in t.flagships.items() if at == space]:
            t.move_card(card, "deck", "Q8.6")  # the hotel is sold or lost
