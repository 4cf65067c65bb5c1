"""Direct trade between partners, with consent (N10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Chance, Field, Move, OneOf, Preview
from classkit.engine.requests import Flow, Seat

from ..accounts import CURRENCY, RESERVE, SEATS
from ..state import Economicon
from .counting import count_purchase
from .naming import no_unit, too_many
from .nouns import decimal, rounding, unit_name
from .prices import exact_cost, lot_cost, most_for, native

SIDES = ("buy", "sell")
CONSENT = (Move("accept"), Move("decline"))
NO_PARTNER = {
    seat: Move(
        "direct",
        barred=f"{seat} has no partner: neither is pegged to the other's currency (N10.1).",
        rule="N10.1",
    )
    for seat in SEATS
}
"""The barred proposal of a nation that has nobody to trade with."""
ONE_OR_MORE = "A deal is about 1 unit or more (N10.1)."


def partners(t: Economicon, seat: Seat) -> list[Seat]:
    """List nations directly pegged to its currency, or whose currency is its peg (N10.1)."""
    mine, own = t.nations[seat].peg, CURRENCY[seat]
    return [
        other
        for other, nation in t.nations.items()
        if nation.peg == own or CURRENCY[other] == mine  # never its own (N3.6)
    ]


def refuse_partner(t: Economicon, seat: Seat, other: Any) -> str | None:
    """Return why a nation is no partner in direct trade; None if it is one (N10.1)."""
    if other == seat:
        return f"{seat} cannot trade with itself (N10.1)."
    if other in partners(t, seat):
        return None
    return f"{seat} and {other} are no partners: neither is pegged to the other's currency (N10.1)."


def direct_move(t: Economicon, seat: Seat, refused: bool) -> Move:
    """Return a proposal: whose purchase it is, with whom, what and how many (N10.1)."""
    if not partners(t, seat):
        return NO_PARTNER[seat]
    return Move(
        "direct",
        form=partial(deal_form, t, seat),
        barred=partial(no_deal, t, seat, refused),
        refuse=partial(refuse_deal, t, seat),
        sample=partial(sample_deal, t, seat),
        preview=partial(preview_deal, t, seat),
        rule="N10.1",
    )


def no_deal(t: Economicon, seat: Seat, refused: bool) -> str:
    """Return why no deal can be proposed now; an empty text if one can (N10.3)."""
    if t.forbids("direct_trade"):
        return f"{t.event_name()} forbids direct trade (N10.3)."
    if refused:
        return f"{seat} has been refused in this turn and proposes no more in it (N10.3)."
    found = partners(t, seat)
    if not any(possible(t, seat, partner, side) for partner in found for side in SIDES):
        return f"{seat} and its partners have nothing that they could trade (N10.3)."
    return ""


def deal_form(t: Economicon, seat: Seat) -> dict[str, Field]:
    """Return the fields of a proposal."""
    most = most_held(t, (seat, *partners(t, seat)))
    held = f"neither {seat} nor a partner has more than {most:,} of a unit (N10.3)."
    units = OneOf(t.units, of="space", why=partial(no_unit, t.units, "N10.1"))
    return {
        "side": OneOf(SIDES),
        "partner": OneOf(t.seats, of="seat", rule=partial(refuse_partner, t, seat)),
        "unit": units,
        "quantity": Amount(1, most, why=partial(too_many, 1, ONE_OR_MORE, held)),
        "pay_with": units,
    }


def most_held(t: Economicon, seats: tuple[Seat, ...]) -> int:
    """Return the largest holding of one unit among these nations."""
    return max(1, *(t.held(seat, unit) for seat in seats for unit in t.units))


def possible(t: Economicon, seat: Seat, partner: Seat, side: str) -> bool:
    """Return whether any deal of this side can be honoured."""
    buyer, seller = (seat, partner) if side == "buy" else (partner, seat)
    return any(
        t.held(buyer, pay_with) >= lot_cost(t, unit, 1, pay_with)
        for pay_with in native(t, buyer)
        for unit in t.units
        if unit != pay_with and t.held(seller, unit) and not t.forbids("buy", unit)
    )


def refuse_deal(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Refuse a deal that one side cannot honour, or that is forbidden (N10.3)."""
    unit, quantity, pay_with = values["unit"], values["quantity"], values["pay_with"]
    partner = values["partner"]
    buyer, seller = (seat, partner) if values["side"] == "buy" else (partner, seat)
    if unit == pay_with:
        return f"{unit} cannot be paid with {unit} (N2.5)."
    if pay_with not in native(t, buyer):
        usable = " or ".join(native(t, buyer))
        return f"{buyer} cannot pay with {pay_with}: it may use {usable} (N3.2)."
    if t.forbids("buy", unit):
        return f"{t.event_name()} forbids buying {unit} (N10.3)."
    if quantity > t.held(seller, unit):
        return f"{seller} has {t.held(seller, unit):,} {unit}, not {quantity:,} (N10.3)."
    cost = lot_cost(t, unit, quantity, pay_with)
    if cost > t.held(buyer, pay_with):
        held = t.held(buyer, pay_with)
        return f"That costs {cost:,} {pay_with} and {buyer} has {held:,} (N10.3)."
    return None


def sample_deal(t: Economicon, seat: Seat, chance: Chance) -> dict[str, Any]:
    """Return a random deal, usually one that can be honoured."""
    found = partners(t, seat)
    partner, side = found[chance.below(len(found))], SIDES[chance.below(2)]
    buyer, seller = (seat, partner) if side == "buy" else (partner, seat)
    paying = [unit for unit in native(t, buyer) if t.held(buyer, unit)] or ["gold"]
    pay_with = paying[chance.below(len(paying))]
    goods = [unit for unit in t.units if unit != pay_with and t.held(seller, unit)] or ["grain"]
    unit = goods[chance.below(len(goods))]
    most = min(t.held(seller, unit), most_for(t, unit, pay_with, t.held(buyer, pay_with)))
    return {
        "side": side, "partner": partner, "unit": unit,
        "quantity": 1 + chance.below(max(1, most)), "pay_with": pay_with,
    }  # fmt: skip


def preview_deal(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """Preview what both reserves hold afterwards; the market does not change (N10.2)."""
    unit, quantity, pay_with = values["unit"], values["quantity"], values["pay_with"]
    partner = values["partner"]
    buyer, seller = (seat, partner) if values["side"] == "buy" else (partner, seat)
    cost = lot_cost(t, unit, quantity, pay_with)
    exact = exact_cost(t, unit, quantity, pay_with)
    good, money = unit_name(unit), unit_name(pay_with)
    rows = tuple(
        (nation, t.held(nation, unit) + sign * quantity, t.held(nation, pay_with) - sign * cost)
        for nation, sign in ((buyer, 1), (seller, -1))
    )
    note = (
        f"{buyer} pays {cost:,} {unit_name(pay_with, cost)} to {seller}, exactly {decimal(exact)} "
        f"at market value: {rounding(cost, exact)}. The market and its prices do not change."
    )
    return Preview(("", f"{good} afterwards", f"{money} afterwards"), rows, "", note)


def propose(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> Flow[bool]:
    """Ask the partner to accept or decline; return whether the deal was done (N10.3)."""
    side, partner = values["side"], values["partner"]
    unit, quantity, pay_with = values["unit"], values["quantity"], values["pay_with"]
    cost = lot_cost(t, unit, quantity, pay_with)
    terms: dict[str, Any] = {
        "proposer": seat, "partner": partner, "side": side, "unit": unit, "qty": quantity,
        "pay_with": pay_with, "cost": cost,
    }  # fmt: skip
    t.tell("deal_proposed", "N10.1", seat, **terms)
    answer = yield from t.ask(
        partner, "consent", CONSENT, rule="N10.3", default="decline", about=terms
    )
    accepted = answer.move == "accept"
    t.tell("deal_answered", "N10.3", partner, **terms, accepted=accepted)
    if not accepted:
        return False
    buyer, seller = (seat, partner) if side == "buy" else (partner, seat)
    count_purchase(t, buyer, unit, quantity, pay_with, cost)
    for nation in (buyer, seller):
        t.nations[nation].direct_trades += 1  # once for each partner (N10.4)
    t.move(pay_with, cost, RESERVE[buyer], RESERVE[seller], "direct_payment", "N10.2")
    t.move(unit, quantity, RESERVE[seller], RESERVE[buyer], "direct_purchase", "N10.2")
    return True
