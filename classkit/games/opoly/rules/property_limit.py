"""Shedding: a company above its limit gives up properties immediately (Q6.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Amount, Answer, Move, OneOf, RandomGenerator
from classkit.mechanics.trade_offers import offer_trade

from ..state import BANK, OpolyState
from .holdings import (
    get_excess,
    has_slot,
    refuse_not_held,
    refuse_partner,
    sell_group_buildings,
    transfer_property,
)


def shed_excess(t: OpolyState, seat: Seat, cause: str) -> Flow[None]:
    """Make a seat give up properties until it is within its limit (Q6.10)."""
    while get_excess(t, seat) > 0:
        spaces = list_sheddable(t, seat)
        lowest = min(spaces, key=lambda space: t.edition.spaces[space].price)
        if t.is_active(seat):
            yield from shed_property(t, seat, spaces, lowest, cause)
        else:
            shed_to_bank(t, lowest)


def list_sheddable(t: OpolyState, seat: Seat) -> list[str]:
    """Return the properties whose loss reduces a seat's excess (Q6.10)."""
    return [
        space
        for space in t.get_properties(seat)
        if refuse_shed_space(t, seat, "Q6.10", space) is None
    ]


def refuse_shed_space(t: OpolyState, seat: Seat, rule: str, name: str) -> str | None:
    """Return why a seat above its limit cannot give up a space, or None (Q6.10)."""
    if name not in t.edition.spaces:
        return None
    if reason := refuse_not_held(t, seat, name, rule):
        return reason
    if get_excess(t, seat, dropping=(name,)) < get_excess(t, seat):
        return None
    return f"{t.get_title(name)} takes no slot, so giving it up does not help {seat} ({rule})."


def shed_all_excess(t: OpolyState, cause: str) -> Flow[None]:
    """Bring every seat within its limit, in lead order."""
    for seat in t.charged:
        yield from shed_excess(t, seat, cause)


def shed_property(
    t: OpolyState, seat: Seat, spaces: list[str], lowest: str, cause: str
) -> Flow[None]:  # fmt: skip
    """Give up a property, to the bank for nothing or to an active seat at a price (Q6.10).

    If a seat declines, the property may be offered once to each other seat, or returned.
    """
    others = [other for other in t.active if other != seat]
    refused: list[Seat] = []
    while True:
        answer = yield from ask_shed(t, seat, spaces, lowest, others, refused, cause)
        space, to, price = (answer.fields[name] for name in ("space", "to", "price"))
        sell_lot_buildings(t, space)
        if to == BANK or not has_slot(t, to, space):
            break
        about = {"seller": seat, "space": space, "price": price}
        accepted = yield from offer_trade(t, to, "answer_shed", rule="Q6.10", about=about)
        if accepted:
            t.pay(to, seat, price, "forced_sale", "Q6.10")
            transfer_property(t, space, to, price, "forced_sale", "Q6.10")
            return
        refused.append(to)
        others = [other for other in others if other != to]
        spaces, lowest = [space], space
        if t.options.shed_offers == "one" or not any(has_slot(t, one, space) for one in others):
            break
    transfer_property(t, space, BANK, 0, "limit", "Q6.10")


def ask_shed(
    t: OpolyState,
    seat: Seat,
    spaces: list[str],
    lowest: str,
    others: Sequence[Seat],
    refused: Sequence[Seat],
    cause: str,
) -> Flow[Answer]:
    """Ask for the property to give up, its buyer and the price (Q6.10)."""
    most = max((t.cash(other) for other in others), default=0)

    def refuse(values: Mapping[str, Any]) -> str | None:
        return refuse_shed(t, values)

    def sample(chance: RandomGenerator) -> dict[str, Any]:
        space = spaces[chance.below(len(spaces))]
        buyers = [BANK, *(other for other in others if has_slot(t, other, space))]
        to = buyers[chance.below(len(buyers))]
        price = 0 if to == BANK else chance.below(t.cash(to) + 1)
        return {"space": space, "to": to, "price": price}

    def no_buyer(name: str) -> str | None:
        if name in refused:
            return f"{name} has already refused it (Q6.10)."
        return refuse_partner(t, seat, "Q6.10", name)

    answer = yield from t.ask(
        seat, "shed_property",
        (
            Move(
                "shed", refuse=refuse, sample=sample,
                space=OneOf(spaces, of="space", why=partial(refuse_shed_space, t, seat, "Q6.10")),
                to=OneOf([BANK, *others], why=no_buyer),
                price=Amount(
                    0, most, unit=t.currency, why="no other company has more cash (Q6.10)"
                ),
            ),
        ),
        rule="Q6.10", default=Answer("shed", {"space": lowest, "to": BANK, "price": 0}),
        about={
            "over": get_excess(t, seat), "cause": cause, "lowest": lowest, "refused": list(refused)
        },
    )  # fmt: skip
    return answer


def refuse_shed(t: OpolyState, values: Mapping[str, Any]) -> str | None:
    """Return why a sale is illegal: no slot, too little cash, or a price from the bank (Q6.10)."""
    to, price = values["to"], values["price"]
    if to == BANK:
        return "The bank pays nothing for it (Q6.10)." if price else None
    if price > t.cash(to):
        return f"{to} has only {t.currency.write(t.cash(to))} (Q6.10)."
    if not has_slot(t, to, values["space"]):
        return f"{to} has no slot for it (Q6.10)."
    return None


def shed_to_bank(t: OpolyState, space: str) -> None:
    """Return a property to the bank without payment."""
    sell_lot_buildings(t, space)
    transfer_property(t, space, BANK, 0, "limit", "Q6.10")


def sell_lot_buildings(t: OpolyState, space: str) -> None:
    """Sell the buildings in a property's group for their owners (Q6.10)."""
    group = t.edition.spaces[space].group
    if t.is_built(group):
        sell_group_buildings(t, group, "limit", "Q6.10")
