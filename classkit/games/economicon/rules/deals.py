"""Direct trade between partners, with consent (N10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from classkit.engine.moves import Amount, Chance, Field, Move, OneOf, Preview
from classkit.engine.requests import Flow, Seat
from classkit.procedures.limits import Limit

from ..accounts import CURRENCY, RESERVE, SEATS, UNITS_OF
from ..state import Economicon
from .naming import at_least, no_unit, too_many
from .nouns import decimal, rounding, unit_name
from .prices import payments
from .purchases import Lots, Purchase, unless_banned
from .standing_effects import forbids

SIDES = ("buy", "sell")
NOT_HELD = "{lot.seller} has {most:,} {lot.unit}, not {lot.quantity:,} (N10.3)."
UNTIED = "neither is pegged to the other's currency (N10.1)."
CONSENT = (Move("accept"), Move("decline"))
NO_PARTNER = {
    seat: Move(
        "direct",
        barred=f"{seat} has no partner: {UNTIED}",
        rule="N10.1",
    )
    for seat in SEATS
}
"""The barred proposal of a nation that has nobody to trade with."""
ONE_OR_MORE = "A deal is about 1 unit or more (N10.1)."
ANY_DEAL: dict[int, dict[str, Any]] = {
    number: {
        "side": OneOf(SIDES),
        "partner": OneOf(tuple(SEATS[:number]), of="seat"),
        "unit": OneOf(units, of="space", why=partial(no_unit, units, "N10.1")),
        "quantity": at_least(1, ONE_OR_MORE),
        "pay_with": OneOf(units, of="space", why=partial(no_unit, units, "N10.1")),
    }
    for number, units in UNITS_OF.items()
}
"""Number of nations -> the fields of any proposal, as far as the law allows."""


@dataclass(slots=True, eq=False)
class DirectPurchase(Purchase):
    """A lot that a nation buys from a partner, at the cost of the market (N10.2)."""

    seller: Seat

    rule: ClassVar[str] = "N10.3"

    def limits_of_seller(self) -> tuple[Limit, ...]:
        """Return what limits the partner's sales: bans, and what it holds (N10.3)."""
        return (
            unless_banned(self.t, self.unit),
            (self.t.held(self.seller, self.unit), NOT_HELD),
        )

    def carry_out(self) -> None:
        """Count a trade of both, and exchange payment and units between them (N10.2, N10.4)."""
        for nation in (self.nation, self.seller):
            self.t.nations[nation].direct_trades += 1
        self.exchange(RESERVE[self.seller], "direct_payment", "direct_purchase", "N10.2")


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
    return f"{seat} and {other} are no partners: {UNTIED}"


def direct_move(t: Economicon, seat: Seat, refused: bool) -> Move:
    """Return a proposal: whose purchase it is, with whom, what and how many (N10.1)."""
    if not partners(t, seat):
        return NO_PARTNER[seat]
    deals = Lots(possible_deals(t, seat))
    return Move(
        "direct",
        form=partial(deal_form, t, seat, deals),
        barred=partial(no_deal, t, seat, refused, deals),
        refuse=partial(refuse_deal, t, seat),
        sample=partial(sample_deal, seat, deals),
        preview=partial(preview_deal, t, seat),
        rule="N10.1",
        **ANY_DEAL[len(t.seats)],
    )


def possible_deals(t: Economicon, seat: Seat) -> Iterator[DirectPurchase]:
    """Yield the deals about one unit of what both sides hold, legal or not."""
    for partner in partners(t, seat):
        for side in SIDES:
            buyer, seller = sides(seat, side, partner)
            goods = [unit for unit in t.units if t.held(seller, unit)]
            for pay_with in payments(t, buyer):
                for unit in goods:
                    yield DirectPurchase(t, buyer, unit, 1, pay_with, seller)


def sides(seat: Seat, side: str, partner: Seat) -> tuple[Seat, Seat]:
    """Return who buys and who sells, where a nation proposes its own side of a deal (N10.1)."""
    return (seat, partner) if side == "buy" else (partner, seat)


def no_deal(t: Economicon, seat: Seat, refused: bool, deals: Lots[DirectPurchase]) -> str:
    """Return why no deal can be proposed now; an empty text if one can (N10.3)."""
    if forbids(t, "direct_trade"):
        return f"{t.event_name()} forbids direct trade (N10.3)."
    if refused:
        return f"{seat} has been refused in this turn and proposes no more in it (N10.3)."
    if deals.are_none:
        return f"{seat} and its partners have nothing that they could trade (N10.3)."
    return ""


def deal_form(t: Economicon, seat: Seat, deals: Lots[DirectPurchase]) -> dict[str, Field]:
    """Return the fields of a proposal, with the most that any deal can be about."""
    most = deals.most
    above = f"no deal of {seat} can be about more than {most:,} of a unit now (N10.3)."
    partner = OneOf(t.seats, of="seat", rule=partial(refuse_partner, t, seat))
    quantity = Amount(1, most, why=partial(too_many, 1, ONE_OR_MORE, above))
    return {**ANY_DEAL[len(t.seats)], "partner": partner, "quantity": quantity}


def deal_of(
    t: Economicon, seat: Seat, side: str, partner: Seat, unit: str, quantity: int, pay_with: str
) -> DirectPurchase:
    """Return the purchase that a nation proposes, its own or its partner's (N10.1)."""
    buyer, seller = sides(seat, side, partner)
    return DirectPurchase(t, buyer, unit, quantity, pay_with, seller)


def refuse_deal(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Refuse a deal with no partner, that one side cannot honour, or that is forbidden (N10.3)."""
    return refuse_partner(t, seat, values["partner"]) or deal_of(t, seat, **values).refuse()


def sample_deal(seat: Seat, deals: Lots[DirectPurchase], chance: Chance) -> dict[str, Any]:
    """Return a random deal, of one of those that both sides can honour."""
    deal = deals.sample(chance)
    side, partner = ("buy", deal.seller) if deal.nation == seat else ("sell", deal.nation)
    return {"side": side, "partner": partner, **deal.terms()}


def preview_deal(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """Preview what both reserves hold afterwards; the market does not change (N10.2)."""
    deal = deal_of(t, seat, **values)
    unit, pay_with, cost = deal.unit, deal.pay_with, deal.cost
    good, money = unit_name(unit), unit_name(pay_with)
    rows = tuple(
        (nation, t.held(nation, unit) + sign * deal.quantity,
         t.held(nation, pay_with) - sign * cost)
        for nation, sign in ((deal.nation, 1), (deal.seller, -1))
    )  # fmt: skip
    note = (
        f"{deal.nation} pays {cost:,} {unit_name(pay_with, cost)} to {deal.seller}, exactly "
        f"{decimal(deal.exact_cost)} at market value: {rounding(cost, deal.exact_cost)}. "
        "The market and its prices do not change."
    )
    return Preview(("", f"{good} afterwards", f"{money} afterwards"), rows, "", note)


def propose(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> Flow[bool]:
    """Ask the partner to accept or decline; return whether the deal was done (N10.3)."""
    deal, partner = deal_of(t, seat, **values), values["partner"]
    terms: dict[str, Any] = {
        "proposer": seat, "partner": partner, "side": values["side"], "unit": deal.unit,
        "qty": deal.quantity, "pay_with": deal.pay_with, "cost": deal.cost,
    }  # fmt: skip
    t.tell("deal_proposed", "N10.1", seat, **terms)
    answer = yield from t.ask(
        partner, "consent", CONSENT, rule="N10.3", default="decline", about=terms
    )
    accepted = answer.move == "accept"
    t.tell("deal_answered", "N10.3", partner, **terms, accepted=accepted)
    if accepted:
        deal.carry_out()
    return accepted
