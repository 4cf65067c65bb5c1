"""The acts of a management step (Q6.2 to Q6.5, Q7.6, Q8.3, Q8.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from classkit.engine.decisions import Seat
from classkit.mechanics.affordability import unaffordable_reason

from ..effect_kinds import COPY, POACH
from ..rules_data import HOTEL_LEVEL, ceil_percent, format_group
from ..state import BANK, OpolyState
from .bank import pay_from_bank
from .holdings import (
    get_resale_value,
    refuse_built,
    refuse_not_held,
    refuse_tied,
    set_level,
    transfer_property,
)
from .internal_cards import discard_used_card, refuse_copied_card

Act = Mapping[str, Any]


def build_group_sale(t: OpolyState, seat: Seat) -> list[dict[str, Any]]:
    """Return acts that sell all buildings of one group, which is always even (Q6.2)."""
    for group in t.edition.house_cost:
        lots = [s for s in t.edition.groups[group] if t.owner(s) == seat and t.level(s)]
        if lots:
            return [{"act": "sell_building", "space": s, "levels": t.level(s)} for s in lots]
    return []


def can_act(t: OpolyState, seat: Seat) -> bool:
    """Return whether any act is possible in the seat's management step (Q6.1).

    Check mortgages first, because one is nearly always possible (Q6.3).
    """
    titles, mortgaged, built = t.ledger.titles, t.mortgaged, t.paid_for_levels
    for space in t.edition.properties:
        if titles[space] != seat or space in mortgaged:
            continue
        if not built or not t.is_built(t.edition.spaces[space].group):
            return True
    return next(iter_possible_acts(t, seat), None) is not None or bool(build_group_sale(t, seat))


def iter_possible_acts(t: OpolyState, seat: Seat) -> Iterator[dict[str, Any]]:
    """Yield the single acts that are possible now."""
    for space in t.get_properties(seat):
        for kind in ("mortgage", "lift", "abandon"):
            act: dict[str, Any] = {"act": kind, "space": space}
            if refuse_act(t, seat, act) is None:
                yield act
        for levels in range(1, t.level(space) + 1):
            act = {"act": "sell_building", "space": space, "levels": levels}
            if refuse_single_act(t, seat, act) is None:
                yield act
    for group in t.alliances:
        act = {"act": "cancel_alliance", "group": group}
        if refuse_notice(t, seat, act) is None:
            yield act
    for kind, effect in (("poach", POACH), ("name_copy", COPY)):
        if t.has_effect(seat, effect):
            for other in t.others(seat):
                for card in t.hand(other):
                    act = {"act": kind, "seat": other, "card": card}
                    if refuse_act(t, seat, act) is None:
                        yield act


def refuse_single_act(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why an act cannot be the whole list, or None."""
    reason = refuse_act(t, seat, act)
    if reason is None and act["act"] == "sell_building":
        return refuse_uneven(t, seat, get_sold_group(t, act), {act["space"]: -act["levels"]})
    return reason


def refuse_uneven(
    t: OpolyState, seat: Seat, group: str, sold: Mapping[str, int] | None = None
) -> str | None:
    """Return the error if the seat's buildings of a group would be uneven after sales.

    ``sold`` maps lots to the levels to sell, as negative numbers (Q6.2).
    """
    if is_even(t, seat, group, sold):
        return None
    return f"The {format_group(group)} lots would not be built evenly (Q6.2)."


def get_sold_group(t: OpolyState, act: Act) -> str:
    """Return the group in which an act sells buildings, or "" for other acts."""
    return t.edition.spaces[act["space"]].group if act["act"] == "sell_building" else ""


def is_even(t: OpolyState, seat: Seat, group: str, extra: Mapping[str, int] | None = None) -> bool:
    """Return whether the seat's lots of a group differ by at most one level (Q6.2, Q6.12)."""
    added = extra or {}
    levels = [
        t.level(space) + added.get(space, 0)
        for space in t.edition.groups[group]
        if t.owner(space) == seat
    ]
    return not levels or max(levels) - min(levels) <= 1


def refuse_act(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why an act is impossible now, or None."""
    return ACT_KINDS[act["act"]].refuse(t, seat, act)


def refuse_sale(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why levels cannot be sold: too few, or no houses for a hotel (Q6.2)."""
    space, level = act["space"], t.level(act["space"])
    if reason := refuse_not_held(t, seat, space, "Q6.1"):
        return reason
    if act["levels"] > level:
        return (
            f"{t.get_title(space)} has only {level} levels of building, not {act['levels']} (Q6.2)."
        )
    if level == HOTEL_LEVEL and HOTEL_LEVEL - act["levels"] > t.get_stock("house"):
        left = t.get_stock("house")
        return f"Only {left} houses are in stock: sell the hotel down to {left} or fewer (Q6.2)."
    return None


def refuse_mortgage(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why a property cannot be mortgaged, such as buildings in its group (Q6.3)."""
    space = act["space"]
    if reason := refuse_not_held(t, seat, space, "Q6.1"):
        return reason
    if space in t.mortgaged:
        return f"{t.get_title(space)} is already mortgaged (Q6.3)."
    return refuse_built(t, space, "Q6.3")


def refuse_lift(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why a mortgage cannot be lifted, such as too little cash (Q6.4)."""
    space = act["space"]
    if reason := refuse_not_held(t, seat, space, "Q6.1"):
        return reason
    if space not in t.mortgaged:
        return f"{t.get_title(space)} is not mortgaged (Q6.4)."
    return unaffordable_reason(t, seat, "lifting", get_lift_cost(t, space), "Q6.4")


def get_lift_cost(t: OpolyState, space: str) -> int:
    """Return the cost of lifting a mortgage: its value plus interest, rounded up (Q6.4)."""
    return ceil_percent(t.edition.spaces[space].mortgage, 100 + t.edition.mortgage_interest_pct)


def refuse_abandon(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why a property cannot be abandoned: buildings, or an alliance (Q6.5)."""
    space = act["space"]
    if reason := refuse_not_held(t, seat, space, "Q6.1"):
        return reason
    return refuse_tied(t, space, "Q6.5")


def refuse_notice(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why a seat cannot give notice to end an alliance (Q7.6)."""
    alliance = t.alliances.get(act["group"])
    if alliance is None or seat not in alliance.parties:
        return f"{seat} is in no alliance over {act['group']} (Q7.6)."
    if alliance.ends:
        return f"The alliance is under notice and ends in turn {alliance.ends} (Q7.6)."
    if alliance.end_turn == t.turn + 1:
        return f"The alliance already ends in turn {alliance.end_turn}, by its date (Q7.1)."
    return None


def refuse_poach(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why a seat cannot poach a card: no poaching card, no target, or no fee (Q8.3)."""
    other, card = act["seat"], act["card"]
    own = t.get_effect_cards(seat, POACH)
    if not own:
        return f"{seat} has no card that lets it take another's card (Q8.3)."
    if t.ledger.titles[card] != other or not t.is_charged(other):
        return f"{other} does not hold {t.get_title(card)} (Q8.3)."
    return unaffordable_reason(t, seat, "taking a card", t.get_kind(own[0]).effect_value, "Q8.3")


def refuse_copy(t: OpolyState, seat: Seat, act: Act) -> str | None:
    """Return why a seat cannot copy a card: no free Second Mover, or no target (Q8.5)."""
    if not t.has_effect(seat, COPY):
        return f"{seat} has no unused Second Mover (Q8.5)."
    if t.ledger.titles[act["card"]] != act["seat"]:
        return f"{act['seat']} does not hold {t.get_title(act['card'])} (Q8.5)."
    return refuse_copied_card(t, seat, act["card"])


# --- execution --------------------------------------------------------------------------------


def sell_levels(t: OpolyState, seat: Seat, act: Act) -> str:
    """Sell buildings to the bank at half the cost of each level (Q6.2)."""
    space, levels = act["space"], act["levels"]
    group = t.edition.spaces[space].group
    pay_from_bank(t, [(seat, levels * get_resale_value(t, group), "building_sale")], "Q6.2")
    set_level(t, space, t.level(space) - levels, "sold", "Q6.2")
    return ""


def mortgage_property(t: OpolyState, seat: Seat, act: Act) -> str:
    """Mortgage a property for its mortgage value (Q6.3)."""
    with t.link_rows("mortgage_changed"):
        pay_from_bank(t, [(seat, t.edition.spaces[act["space"]].mortgage, "mortgage")], "Q6.3")
        set_mortgage(t, act["space"], True, "Q6.3")
    return ""


def lift_mortgage(t: OpolyState, seat: Seat, act: Act) -> str:
    """Repay a mortgage with interest (Q6.4)."""
    repay_mortgage(t, seat, act["space"], "Q6.4")
    return ""


def repay_mortgage(t: OpolyState, seat: Seat, space: str, rule: str) -> None:
    """Repay a mortgage with interest, in a management step or in a deal (Q6.4, Q6.8)."""
    with t.link_rows("mortgage_changed"):
        t.pay(seat, BANK, get_lift_cost(t, space), "mortgage_lift", rule)
        set_mortgage(t, space, False, rule)


def set_mortgage(t: OpolyState, space: str, mortgaged: bool, rule: str) -> None:
    """Mark a property as mortgaged or not, and log the change."""
    if mortgaged:
        t.mortgaged[space] = True
    else:
        del t.mortgaged[space]
    owner = t.owner(space)
    t.tell("mortgage_changed", rule, owner, space=space, owner=owner, mortgaged=mortgaged)


def abandon_property(t: OpolyState, seat: Seat, act: Act) -> str:
    """Return a property to the bank without payment (Q6.5)."""
    transfer_property(t, act["space"], BANK, 0, "abandoned", "Q6.5")
    return ""


def give_notice(t: OpolyState, seat: Seat, act: Act) -> str:
    """Give notice: the alliance ends after the events of the next turn (Q7.6)."""
    alliance = t.alliances[act["group"]]
    alliance.ends, alliance.noticed_by = t.turn + 1, seat
    t.tell("alliance_notice", "Q7.6", seat, group=alliance.group, by=seat, ends_turn=alliance.ends)
    return ""


def poach_card(t: OpolyState, seat: Seat, act: Act) -> str:
    """Take a card from another company for a fee, and discard the poaching card (Q8.3)."""
    own = t.get_effect_cards(seat, POACH)[0]
    fee = t.get_kind(own).effect_value
    t.pay(seat, act["seat"], fee, "poach_fee", "Q8.3")
    discard_used_card(t, own, "Q8.3")
    t.move_card(act["card"], seat, "Q8.3", reason="poached")
    t.basis[act["card"]] = fee
    return str(act["card"])


def name_copy(t: OpolyState, seat: Seat, act: Act) -> str:
    """Return the Second Mover that copies. The caller applies the copy (Q8.5)."""
    return t.get_effect_cards(seat, COPY)[0]


class ActKind(NamedTuple):
    """A kind of act: its fields, its check, and its effect.

    ``refuse`` returns the reason why the act is impossible, or None. ``apply`` returns the card
    that needs a choice afterwards, or "".
    """

    needs: tuple[str, ...]
    refuse: Callable[[OpolyState, Seat, Act], str | None]
    apply: Callable[[OpolyState, Seat, Act], str]


ACT_KINDS: Mapping[str, ActKind] = {
    "sell_building": ActKind(("space", "levels"), refuse_sale, sell_levels),
    "mortgage": ActKind(("space",), refuse_mortgage, mortgage_property),
    "lift": ActKind(("space",), refuse_lift, lift_mortgage),
    "abandon": ActKind(("space",), refuse_abandon, abandon_property),
    "cancel_alliance": ActKind(("group",), refuse_notice, give_notice),
    "poach": ActKind(("seat", "card"), refuse_poach, poach_card),
    "name_copy": ActKind(("seat", "card"), refuse_copy, name_copy),
}
CASH_ACTS = ("sell_building", "mortgage")
"""Acts that raise cash for a charge (Q5.1)."""
