"""Management: selling buildings, mortgages, abandoning, notice, and cards (Q6.1 to Q6.5).

An answer is a list of acts, done in the order listed; one that is illegal makes the whole list
illegal. A list is tried on a copy of the table, on which the bank never runs out of money.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Bundle, Chance, LateMove, ListOf, Move, OneOf
from classkit.engine.requests import Flow, Seat
from classkit.engine.snapshot import copy

from .edition import HOTEL, percent_up
from .holdings import can_be_given_up, hand_property, resale, set_level
from .internal import choose_for, copy_card, copyable, use_up
from .money import bank_pays
from .shedding import shed_excess
from .state import BANK, PAID, Alliance, Opoly

Act = Mapping[str, Any]
PASS = Move("pass")
KINDS = (
    "sell_building", "mortgage", "lift", "abandon", "cancel_alliance", "poach", "name_copy",
)  # fmt: skip
NEEDS: Mapping[str, tuple[str, ...]] = {
    "sell_building": ("space", "levels"),
    "mortgage": ("space",),
    "lift": ("space",),
    "abandon": ("space",),
    "cancel_alliance": ("group",),
    "poach": ("seat", "card"),
    "name_copy": ("seat", "card"),
}
RAISING = ("sell_building", "mortgage")
ACTS_MAX = 40
ENDLESS = 10**9
"""What the bank has on the copy of the table where a list is tried."""


def manage(t: Opoly, seat: Seat) -> Flow[None]:
    """One seat's management step: any list of acts, or none (Q6.1)."""
    if next(possible_acts(t, seat), None) is None and not whole_sale(t, seat):
        return
    answer = yield from t.ask(
        seat, "manage", (PASS, LateMove("manage", partial(acts_move, t, seat, "manage", KINDS))),
        rule="Q6.1", default="pass",
    )  # fmt: skip
    for act in answer.fields.get("acts", ()):
        # An act that another one's consequences have made impossible lapses.
        if refuse_act(t, seat, act) is None:
            yield from carry_out(t, seat, act)


def raise_cash(t: Opoly, seat: Seat, owed: int, reason: str) -> Flow[None]:
    """With the option: sales of buildings and mortgages before a charge (Q5.1)."""
    possible = any(act["act"] in RAISING for act in possible_acts(t, seat))
    if not possible and not whole_sale(t, seat):
        return
    answer = yield from t.ask(
        seat, "raise_cash", (PASS, acts_move(t, seat, "raise_cash", RAISING)),
        rule="Q5.1", default="pass", about={"owed": owed, "reason": reason},
    )  # fmt: skip
    for act in answer.fields.get("acts", ()):
        yield from carry_out(t, seat, act)


# --- the form -----------------------------------------------------------------------------------


def acts_move(t: Opoly, seat: Seat, name: str, kinds: Sequence[str]) -> Move:
    """The form of a list of acts."""
    fields: dict[str, Any] = {
        "act": OneOf(kinds),
        "space": OneOf(t.properties_of(seat), of="space"),
        "levels": Amount(1, HOTEL),
    }
    if "poach" in kinds:
        fields |= {
            "group": OneOf([group for group, a in t.alliances.items() if seat in a.parties]),
            "seat": OneOf(t.others(seat), of="seat"),
            "card": OneOf([card for other in t.others(seat) for card in t.hand(other)]),
        }
    optional = [field for field in fields if field != "act"]
    examples: dict[str, dict[str, Any]] = {}
    for possible in possible_acts(t, seat):
        if possible["act"] in kinds:
            examples.setdefault(possible["act"], possible)
    if not examples:
        examples["sell_building"] = whole_sale(t, seat)[0]
    return Move(
        name,
        refuse=lambda values: refuse_acts(t, seat, values["acts"]),
        sample=partial(sample_acts, t, seat, kinds),
        acts=ListOf(Bundle(refuse_fields_of_act, optional, examples, **fields), 1, ACTS_MAX),
    )


def refuse_fields_of_act(act: Act) -> str | None:
    """An act has the fields that it needs, and no others."""
    needs = NEEDS[act["act"]]
    for name in needs:
        if name not in act:
            return f"{act['act']} needs {' and '.join(needs)} (Q6.1)."
    if len(act) > len(needs) + 1:
        return f"{act['act']} needs only {' and '.join(needs)} (Q6.1)."
    return None


def sample_acts(t: Opoly, seat: Seat, kinds: Sequence[str], chance: Chance) -> dict[str, Any]:
    """One act by chance, of those possible."""
    acts = [act for act in possible_acts(t, seat) if act["act"] in kinds]
    return {"acts": [acts[chance.below(len(acts))]] if acts else whole_sale(t, seat)}


def whole_sale(t: Opoly, seat: Seat) -> list[dict[str, Any]]:
    """All own buildings of one group sold in consecutive sales, which is always even (Q6.2)."""
    for group in t.edition.house_cost:
        lots = [s for s in t.edition.groups[group] if t.owner(s) == seat and t.level(s)]
        if lots:
            return [{"act": "sell_building", "space": s, "levels": t.level(s)} for s in lots]
    return []


def possible_acts(t: Opoly, seat: Seat) -> Iterator[dict[str, Any]]:
    """Single acts that the seat could do now."""
    for space in t.properties_of(seat):
        for kind in ("mortgage", "lift", "abandon"):
            act: dict[str, Any] = {"act": kind, "space": space}
            if refuse_act(t, seat, act) is None:
                yield act
        for levels in range(1, t.level(space) + 1):
            act = {"act": "sell_building", "space": space, "levels": levels}
            if refuse_one(t, seat, act) is None:
                yield act
    for group, alliance in t.alliances.items():
        if seat in alliance.parties and not alliance.ends:
            yield {"act": "cancel_alliance", "group": group}
    hand = t.hand(seat)
    if any(t.kind(card).effect == "poach" and t.cash(seat) >= t.kind(card)["fee"] for card in hand):
        for other in t.others(seat):
            if t.companies[other].status in PAID:
                for card in t.hand(other):
                    yield {"act": "poach", "seat": other, "card": card}
    if any(t.kind(card).effect == "copy" for card in hand):
        for other, card in copyable(t, seat):
            yield {"act": "name_copy", "seat": other, "card": card}


# --- what is legal ------------------------------------------------------------------------------


def refuse_acts(t: Opoly, seat: Seat, acts: Sequence[Act]) -> str | None:
    """Why the list cannot be done in this order; None when it can (Q6.1)."""
    if len(acts) == 1:
        return refuse_one(t, seat, acts[0])
    trial = copy(t)
    trial.mint("dollars", ENDLESS, BANK, "trial", "Q6.1")
    for at, act in enumerate(acts):
        if reason := refuse_act(trial, seat, act):
            return reason
        do_now(trial, seat, act)
        group = group_sold(t, act)
        following = group_sold(t, acts[at + 1]) if at + 1 < len(acts) else ""
        if group and group != following and not is_even(trial, seat, group):
            return f"The buildings of {group} would not be even (Q6.2)."
    return None


def refuse_one(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Why one act cannot be the whole list; None when it can."""
    reason = refuse_act(t, seat, act)
    if reason is None and act["act"] == "sell_building":
        group = group_sold(t, act)
        if not is_even(t, seat, group, {act["space"]: -act["levels"]}):
            return f"The buildings of {group} would not be even (Q6.2)."
    return reason


def group_sold(t: Opoly, act: Act) -> str:
    """The group in which an act sells buildings; nothing for other acts."""
    return t.edition.spaces[act["space"]].group if act["act"] == "sell_building" else ""


def is_even(t: Opoly, seat: Seat, group: str, extra: Mapping[str, int] | None = None) -> bool:
    """Whether the seat's own lots of a group differ by at most one level (Q6.2, Q6.12)."""
    added = extra or {}
    levels = [
        t.level(space) + added.get(space, 0)
        for space in t.edition.groups[group]
        if t.owner(space) == seat
    ]
    return not levels or max(levels) - min(levels) <= 1


def refuse_act(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Why one act cannot be done now; None when it can."""
    reason: str | None = REFUSALS[act["act"]](t, seat, act)
    return reason


def not_own(t: Opoly, seat: Seat, space: str) -> str | None:
    """A property of somebody else."""
    return None if t.owner(space) == seat else f"{space} does not belong to {seat} (Q6.1)."


def refuse_sale(t: Opoly, seat: Seat, act: Act) -> str | None:
    """Only what stands there; a hotel down to as many houses as there are in stock (Q6.2)."""
    space, level = act["space"], t.level(act["space"])
    if reason := not_own(t, seat, space):
        return reason
    if act["levels"] > level:
        return f"{space} has {level} levels of building and cannot give up {act['levels']} (Q6.2)."
    if level == HOTEL and HOTEL - act["levels"] > t.left("house"):
        left = t.left("house")
        return f"Only {left} houses are in stock: the hotel goes down to {left} or fewer (Q6.2)."
    return None


def refuse_mortgage(t: Opoly, seat: Seat, act: Act) -> str | None:
    """An unimproved property, with no building in its group (Q6.3)."""
    space = act["space"]
    if reason := not_own(t, seat, space):
        return reason
    if space in t.mortgaged:
        return f"{space} is mortgaged already (Q6.3)."
    if t.is_built(t.edition.spaces[space].group):
        return f"There are buildings in the group of {space} (Q6.3)."
    return None


def refuse_lift(t: Opoly, seat: Seat, act: Act) -> str | None:
    """A mortgage that the seat can pay back with interest (Q6.4)."""
    space = act["space"]
    if reason := not_own(t, seat, space):
        return reason
    if space not in t.mortgaged:
        return f"{space} is not mortgaged (Q6.4)."
    if lift_cost(t, space) > t.cash(seat):
        return f"{seat} has ${t.cash(seat):,} and lifting costs ${lift_cost(t, space):,} (Q6.4)."
    return None


def lift_cost(t: Opoly, space: str) -> int:
    """The mortgage value plus 10%, rounded up (Q6.4)."""
    return percent_up(t.edition.spaces[space].mortgage, 100 + t.edition.mortgage_interest_pct)


def refuse_abandon(t: Opoly, seat: Seat, act: Act) -> str | None:
    """An unimproved property, no building in its group, in no active alliance (Q6.5)."""
    space = act["space"]
    if reason := not_own(t, seat, space):
        return reason
    if not can_be_given_up(t, space):
        return f"The group of {space} has buildings or an alliance (Q6.5)."
    return None


def refuse_notice(t: Opoly, seat: Seat, act: Act) -> str | None:
    """An alliance of one's own in which no notice has been given (Q7.6)."""
    alliance = t.alliances.get(act["group"])
    if alliance is None or seat not in alliance.parties:
        return f"{seat} is in no alliance over {act['group']} (Q7.6)."
    if alliance.ends:
        return f"Notice has been given already: it ends in turn {alliance.ends} (Q7.6)."
    return None


def refuse_poach(t: Opoly, seat: Seat, act: Act) -> str | None:
    """The holder pays and takes a card that the other seat holds (Q8.3)."""
    other, card = act["seat"], act["card"]
    own = t.with_effect(seat, "poach")
    if not own:
        return f"{seat} has no card that lets it take another's card (Q8.3)."
    if t.ledger.titles[card] != other or t.companies[other].status not in PAID:
        return f"{other} does not hold {card} (Q8.3)."
    fee = t.kind(own[0])["fee"]
    if t.cash(seat) < fee:
        return f"{seat} has ${t.cash(seat):,} and taking a card costs ${fee:,} (Q8.3)."
    return None


def refuse_copy(t: Opoly, seat: Seat, act: Act) -> str | None:
    """A Second Mover that copies nothing yet, and a card in the other's hand (Q8.5)."""
    if not t.with_effect(seat, "copy"):
        return f"{seat} has no Second Mover that copies nothing yet (Q8.5)."
    if (act["seat"], act["card"]) not in copyable(t, seat):
        return f"{act['seat']} holds no {act['card']} that could be copied (Q8.5)."
    return None


REFUSALS: Mapping[str, Any] = {
    "sell_building": refuse_sale,
    "mortgage": refuse_mortgage,
    "lift": refuse_lift,
    "abandon": refuse_abandon,
    "cancel_alliance": refuse_notice,
    "poach": refuse_poach,
    "name_copy": refuse_copy,
}


# --- what is done -----------------------------------------------------------------------------


def carry_out(t: Opoly, seat: Seat, act: Act) -> Flow[None]:
    """Do one act with everything it causes at once."""
    taken = do_now(t, seat, act)
    if act["act"] == "poach":
        yield from choose_for(t, seat, taken)
        yield from shed_excess(t, act["seat"], "poach")
    elif act["act"] == "name_copy":
        yield from copy_card(t, seat, taken, act["card"])


def do_now(t: Opoly, seat: Seat, act: Act) -> str:
    """Do what an act does by itself; gives the card that then asks for a choice, if any."""
    kind = act["act"]
    if kind == "sell_building":
        sell_levels(t, seat, act["space"], act["levels"])
    elif kind == "mortgage":
        bank_pays(t, [(seat, t.edition.spaces[act["space"]].mortgage, "mortgage")], "Q6.3")
        set_mortgage(t, act["space"], True, "Q6.3")
    elif kind == "lift":
        lift(t, seat, act["space"], "Q6.4")
    elif kind == "abandon":
        hand_property(t, act["space"], BANK, 0, "abandoned", "Q6.5")
    elif kind == "cancel_alliance":
        give_notice(t, t.alliances[act["group"]], seat)
    elif kind == "poach":
        own = t.with_effect(seat, "poach")[0]
        fee = t.kind(own)["fee"]
        t.pay(seat, act["seat"], fee, "poach_fee", "Q8.3")
        use_up(t, own, "Q8.3")
        t.move_card(act["card"], seat, "Q8.3")
        t.basis[act["card"]] = fee
        return str(act["card"])
    else:
        return t.with_effect(seat, "copy")[0]
    return ""


def sell_levels(t: Opoly, seat: Seat, space: str, levels: int) -> None:
    """Buildings go back to the bank at half cost for each level (Q6.2)."""
    group = t.edition.spaces[space].group
    bank_pays(t, [(seat, levels * resale(t, group), "building_sale")], "Q6.2")
    set_level(t, space, t.level(space) - levels, "sold", "Q6.2")


def lift(t: Opoly, seat: Seat, space: str, rule: str) -> None:
    """Pay a mortgage back with interest (Q6.4)."""
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


def give_notice(t: Opoly, alliance: Alliance, seat: Seat) -> None:
    """The alliance works through the events of the next turn, then it ends (Q7.6)."""
    alliance.ends, alliance.noticed_by = t.turn + 1, seat
    t.tell("alliance_notice", "Q7.6", seat, group=alliance.group, by=seat, ends_turn=alliance.ends)
