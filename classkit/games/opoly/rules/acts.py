"""The acts of a management step, one by one (Q6.2 to Q6.5, Q7.6, Q8.3, Q8.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from classkit.engine.requests import Seat
from classkit.procedures.payments import too_dear

from ..contents import HOTEL, group_words, percent_up
from ..state import BANK, Opoly
from ..vocabulary import COPY, POACH
from .bank import bank_pays
from .holdings import built_on, hand_property, not_held, resale, set_level, tied_up
from .internal import refuse_to_copy, use_up

Act = Mapping[str, Any]


def whole_sale(t: Opoly, seat: Seat) -> list[dict[str, Any]]:
    """Return the acts that sell all own buildings of one group, which is always even (Q6.2)."""
    for group in t.edition.house_cost:
        lots = [s for s in t.edition.groups[group] if t.owner(s) == seat and t.level(s)]
        if lots:
            return [{"act": "sell_building", "space": s, "levels": t.level(s)} for s in lots]
    return []


def may_act(t: Opoly, seat: Seat) -> bool:
    """Return whether the seat could do anything in its management step (Q6.1).

    Mortgages are tried first, since nearly always there is one to take (Q6.3).
    """
    titles, mortgaged, built = t.ledger.titles, t.mortgaged, t.paid_for_levels
    for space in t.edition.properties:
        if titles[space] != seat or space in mortgaged:
            continue
        if not built or not t.is_built(t.edition.spaces[space].group):
            return True
    return next(possible_acts(t, seat), None) is not None or bool(whole_sale(t, seat))


def possible_acts(t: Opoly, seat: Seat) -> Iterator[dict[str, Any]]:
    """Yield single acts that the seat could do now."""
    for space in t.properties_of(seat):
        for kind in ("mortgage", "lift", "abandon"):
            act: dict[str, Any] = {"act": kind, "space": space}
            if refuse_act(t, seat, act) is None:
                yield act
        for levels in range(1, t.level(space) + 1):
            act = {"act": "sell_building", "space": space, "levels": levels}
            if refuse_one(t, seat, act) is None:
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


def refuse_one(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse an act that cannot be the whole list."""
    reason = refuse_act(t, seat, act)
    if reason is None and act["act"] == "sell_building":
        return uneven(t, seat, group_sold(t, act), {act["space"]: -act["levels"]})
    return reason


def uneven(t: Opoly, seat: Seat, group: str, sold: Mapping[str, int] | None = None) -> str | None:
    """Say that the seat's buildings of a group would not be even after sales; None if they would.

    ``sold`` maps lots to the levels still to be sold, as negative numbers (Q6.2).
    """
    if is_even(t, seat, group, sold):
        return None
    return f"The buildings of the {group_words(group)} lots would not be even (Q6.2)."


def group_sold(t: Opoly, act: Act) -> str:
    """Return the group in which an act sells buildings; an empty text for other acts."""
    return t.edition.spaces[act["space"]].group if act["act"] == "sell_building" else ""


def is_even(t: Opoly, seat: Seat, group: str, extra: Mapping[str, int] | None = None) -> bool:
    """Return whether the seat's lots of a group differ by at most one level (Q6.2, Q6.12)."""
    added = extra or {}
    levels = [
        t.level(space) + added.get(space, 0)
        for space in t.edition.groups[group]
        if t.owner(space) == seat
    ]
    return not levels or max(levels) - min(levels) <= 1


def refuse_act(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse an act that cannot be done now."""
    return ACTS[act["act"]].refuse(t, seat, act)


def refuse_sale(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse to sell what is not there, or a hotel without houses in stock for it (Q6.2)."""
    space, level = act["space"], t.level(act["space"])
    if reason := not_held(t, seat, space, "Q6.1"):
        return reason
    if act["levels"] > level:
        return f"{t.title(space)} has only {level} levels of building, not {act['levels']} (Q6.2)."
    if level == HOTEL and HOTEL - act["levels"] > t.left("house"):
        left = t.left("house")
        return f"Only {left} houses are in stock: the hotel goes down to {left} or fewer (Q6.2)."
    return None


def refuse_mortgage(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse to mortgage a property with a building in its group (Q6.3)."""
    space = act["space"]
    if reason := not_held(t, seat, space, "Q6.1"):
        return reason
    if space in t.mortgaged:
        return f"{t.title(space)} is mortgaged already (Q6.3)."
    return built_on(t, space, "Q6.3")


def refuse_lift(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse to lift a mortgage that the seat cannot pay back with interest (Q6.4)."""
    space = act["space"]
    if reason := not_held(t, seat, space, "Q6.1"):
        return reason
    if space not in t.mortgaged:
        return f"{t.title(space)} is not mortgaged (Q6.4)."
    return too_dear(t, seat, "lifting", lift_cost(t, space), "Q6.4")


def lift_cost(t: Opoly, space: str) -> int:
    """Return what lifting a mortgage costs in dollars: its value plus 10%, rounded up (Q6.4)."""
    return percent_up(t.edition.spaces[space].mortgage, 100 + t.edition.mortgage_interest_pct)


def refuse_abandon(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse to abandon a property with a building in its group or an active alliance (Q6.5)."""
    space = act["space"]
    if reason := not_held(t, seat, space, "Q6.1"):
        return reason
    return tied_up(t, space, "Q6.5")


def refuse_notice(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse a notice to an alliance of others, or to one already under notice (Q7.6)."""
    alliance = t.alliances.get(act["group"])
    if alliance is None or seat not in alliance.parties:
        return f"{seat} is in no alliance over {act['group']} (Q7.6)."
    if alliance.ends:
        return f"Notice has been given already: it ends in turn {alliance.ends} (Q7.6)."
    if alliance.ends_in == t.turn + 1:
        return f"By its date it ends in turn {alliance.ends_in} already (Q7.1)."
    return None


def refuse_poach(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse a poach without a card for it, without its fee, or of a card not there (Q8.3)."""
    other, card = act["seat"], act["card"]
    own = t.with_effect(seat, POACH)
    if not own:
        return f"{seat} has no card that lets it take another's card (Q8.3)."
    if t.ledger.titles[card] != other or not t.is_charged(other):
        return f"{other} does not hold {t.title(card)} (Q8.3)."
    return too_dear(t, seat, "taking a card", t.kind(own[0]).figure, "Q8.3")


def refuse_copy(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Refuse a copy without a free Second Mover, or of a card not in that hand (Q8.5)."""
    if not t.has_effect(seat, COPY):
        return f"{seat} has no Second Mover that copies nothing yet (Q8.5)."
    if t.ledger.titles[act["card"]] != act["seat"]:
        return f"{act['seat']} does not hold {t.title(act['card'])} (Q8.5)."
    return refuse_to_copy(t, seat, act["card"])


# --- what is done -----------------------------------------------------------------------------


def sell_levels(t: Opoly, seat: Seat, act: Act) -> str:
    """Sell buildings back to the bank at half cost for each level (Q6.2)."""
    space, levels = act["space"], act["levels"]
    group = t.edition.spaces[space].group
    bank_pays(t, [(seat, levels * resale(t, group), "building_sale")], "Q6.2")
    set_level(t, space, t.level(space) - levels, "sold", "Q6.2")
    return ""


def mortgage(t: Opoly, seat: Seat, act: Act) -> str:
    """Turn a deed over for its mortgage value (Q6.3)."""
    bank_pays(t, [(seat, t.edition.spaces[act["space"]].mortgage, "mortgage")], "Q6.3")
    set_mortgage(t, act["space"], True, "Q6.3")
    return ""


def lift_mortgage(t: Opoly, seat: Seat, act: Act) -> str:
    """Pay a mortgage back with interest (Q6.4)."""
    lift(t, seat, act["space"], "Q6.4")
    return ""


def lift(t: Opoly, seat: Seat, space: str, rule: str) -> None:
    """Pay a mortgage back with interest, in a management step or a deal (Q6.4, Q6.8)."""
    t.pay(seat, BANK, lift_cost(t, space), "mortgage_lift", rule)
    set_mortgage(t, space, False, rule)


def set_mortgage(t: Opoly, space: str, mortgaged: bool, rule: str) -> None:
    """Turn a deed over, or back."""
    if mortgaged:
        t.mortgaged[space] = True
    else:
        del t.mortgaged[space]
    owner = t.owner(space)
    t.tell("mortgage_changed", rule, owner, space=space, owner=owner, mortgaged=mortgaged)


def abandon(t: Opoly, seat: Seat, act: Act) -> str:
    """Give a property back to the bank for nothing (Q6.5)."""
    hand_property(t, act["space"], BANK, 0, "abandoned", "Q6.5")
    return ""


def give_notice(t: Opoly, seat: Seat, act: Act) -> str:
    """Give notice: the alliance works through the next turn's events, then ends (Q7.6)."""
    alliance = t.alliances[act["group"]]
    alliance.ends, alliance.noticed_by = t.turn + 1, seat
    t.tell("alliance_notice", "Q7.6", seat, group=alliance.group, by=seat, ends_turn=alliance.ends)
    return ""


def poach(t: Opoly, seat: Seat, act: Act) -> str:
    """Pay another company for one of its cards, and use up one's own (Q8.3)."""
    own = t.with_effect(seat, POACH)[0]
    fee = t.kind(own).figure
    t.pay(seat, act["seat"], fee, "poach_fee", "Q8.3")
    use_up(t, own, "Q8.3")
    t.move_card(act["card"], seat, "Q8.3", reason="poached")
    t.basis[act["card"]] = fee
    return str(act["card"])


def name_copy(t: Opoly, seat: Seat, act: Act) -> str:
    """Name what a Second Mover copies; nothing is done until then (Q8.5)."""
    return t.with_effect(seat, COPY)[0]


class ActKind(NamedTuple):
    """A kind of act: its fields, why it cannot be done, and what it does.

    ``deed`` does the act by itself and returns the card that then asks for a choice, if any.
    """

    needs: tuple[str, ...]
    refuse: Callable[[Opoly, Seat, Act], str | None]
    deed: Callable[[Opoly, Seat, Act], str]


ACTS: Mapping[str, ActKind] = {
    "sell_building": ActKind(("space", "levels"), refuse_sale, sell_levels),
    "mortgage": ActKind(("space",), refuse_mortgage, mortgage),
    "lift": ActKind(("space",), refuse_lift, lift_mortgage),
    "abandon": ActKind(("space",), refuse_abandon, abandon),
    "cancel_alliance": ActKind(("group",), refuse_notice, give_notice),
    "poach": ActKind(("seat", "card"), refuse_poach, poach),
    "name_copy": ActKind(("seat", "card"), refuse_copy, name_copy),
}
RAISING = ("sell_building", "mortgage")
"""The acts that raise cash for a charge (Q5.1)."""
