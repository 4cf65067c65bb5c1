"""Shedding: a company above its limit gives up property at once (Q6.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Chance, Move, OneOf
from classkit.engine.requests import Flow, Seat
from classkit.procedures.trades import offer

from ..state import BANK, Opoly
from .holdings import excess, hand_property, has_slot, not_held, refuse_partner, sell_group


def shed_excess(t: Opoly, seat: Seat, cause: str) -> Flow[None]:
    """Let a seat give up properties until it is within its limit (Q6.10)."""
    while excess(t, seat) > 0:
        spaces = sheddable(t, seat)
        lowest = min(spaces, key=lambda space: t.edition.spaces[space].price)
        if t.is_active(seat):
            yield from shed_one(t, seat, spaces, lowest, cause)
        else:
            shed_to_bank(t, lowest)


def sheddable(t: Opoly, seat: Seat) -> list[str]:
    """List the properties whose loss brings a seat nearer its limit (Q6.10)."""
    return [space for space in t.properties_of(seat) if why_kept(t, seat, "Q6.10", space) is None]


def why_kept(t: Opoly, seat: Seat, rule: str, name: str) -> str | None:
    """Say why a seat above its limit cannot give up this space; None where it can (Q6.10)."""
    if name not in t.edition.spaces:
        return None
    if reason := not_held(t, seat, name, rule):
        return reason
    if excess(t, seat, dropping=(name,)) < excess(t, seat):
        return None
    return f"{t.title(name)} takes no slot, so that its loss does not help {seat} ({rule})."


def shed_all(t: Opoly, cause: str) -> Flow[None]:
    """Bring every seat within its limit, in lead order."""
    for seat in t.charged:
        yield from shed_excess(t, seat, cause)


def shed_one(
    t: Opoly, seat: Seat, spaces: list[str], lowest: str, cause: str
) -> Flow[None]:  # fmt: skip
    """Give up a property, to the bank or at a price to an active seat (Q6.10).

    What one seat has refused may be offered to the others, each once, or returned.
    """
    others = [other for other in t.active if other != seat]
    refused: list[Seat] = []
    while True:
        answer = yield from ask_to_shed(t, seat, spaces, lowest, others, refused, cause)
        space, to, price = (answer.fields[name] for name in ("space", "to", "price"))
        sell_its_buildings(t, space)
        if to == BANK or not has_slot(t, to, space):
            break
        about = {"seller": seat, "space": space, "price": price}
        accepted = yield from offer(t, to, "answer_shed", rule="Q6.10", about=about)
        if accepted:
            t.pay(to, seat, price, "forced_sale", "Q6.10")
            hand_property(t, space, to, price, "forced_sale", "Q6.10")
            return
        refused.append(to)
        others = [other for other in others if other != to]
        spaces, lowest = [space], space
        if t.options.shed_offers == "one" or not any(has_slot(t, one, space) for one in others):
            break
    hand_property(t, space, BANK, 0, "limit", "Q6.10")


def ask_to_shed(
    t: Opoly,
    seat: Seat,
    spaces: list[str],
    lowest: str,
    others: Sequence[Seat],
    refused: Sequence[Seat],
    cause: str,
) -> Flow[Answer]:
    """Ask which property goes, to whom and at what price (Q6.10)."""
    most = max((t.cash(other) for other in others), default=0)

    def refuse(values: Mapping[str, Any]) -> str | None:
        return refuse_shed(t, values)

    def sample(chance: Chance) -> dict[str, Any]:
        space = spaces[chance.below(len(spaces))]
        buyers = [BANK, *(other for other in others if has_slot(t, other, space))]
        to = buyers[chance.below(len(buyers))]
        price = 0 if to == BANK else chance.below(t.cash(to) + 1)
        return {"space": space, "to": to, "price": price}

    def no_buyer(name: str) -> str | None:
        if name in refused:
            return f"{name} has refused it already (Q6.10)."
        return refuse_partner(t, seat, "Q6.10", name)

    answer = yield from t.ask(
        seat, "shed_property",
        (
            Move(
                "shed", refuse=refuse, sample=sample,
                space=OneOf(spaces, of="space", why=partial(why_kept, t, seat, "Q6.10")),
                to=OneOf([BANK, *others], why=no_buyer),
                price=Amount(0, most, unit="$", why="no other company has more cash (Q6.10)"),
            ),
        ),
        rule="Q6.10", default=Answer("shed", {"space": lowest, "to": BANK, "price": 0}),
        about={
            "over": excess(t, seat), "cause": cause, "lowest": lowest, "refused": list(refused)
        },
    )  # fmt: skip
    return answer


def refuse_shed(t: Opoly, values: Mapping[str, Any]) -> str | None:
    """Refuse a buyer without a slot or the cash; the bank pays nothing (Q6.10)."""
    to, price = values["to"], values["price"]
    if to == BANK:
        return "The bank pays nothing for it (Q6.10)." if price else None
    if price > t.cash(to):
        return f"{to} has only ${t.cash(to):,} (Q6.10)."
    if not has_slot(t, to, values["space"]):
        return f"{to} has no slot for it (Q6.10)."
    return None


def shed_to_bank(t: Opoly, space: str) -> None:
    """Give a property back to the bank for nothing."""
    sell_its_buildings(t, space)
    hand_property(t, space, BANK, 0, "limit", "Q6.10")


def sell_its_buildings(t: Opoly, space: str) -> None:
    """Sell the buildings on a property's group first, for their owners (Q6.10)."""
    group = t.edition.spaces[space].group
    if t.is_built(group):
        sell_group(t, group, "limit", "Q6.10")
