"""Direct trade between partners (N10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Amount, Field, Move, OneOf, Preview, RandomGenerator
from classkit.mechanics.bounds import Limit

from ..account_names import CURRENCY, RESERVE, SEATS, UNITS_BY_COUNT
from ..state import EconomiconState
from .market_prices import list_payment_units
from .name_refusals import build_min_amount, refuse_too_many, refuse_unit
from .noun_text import describe_rounding, format_decimal, get_unit_name
from .purchases import LegalLots, MarketPurchase, get_ban_limit
from .standing_effects import is_forbidden

SIDES = ("buy", "sell")
NOT_HELD_TEXT = "{lot.seller} has {most:,} {lot.unit}, not {lot.quantity:,} (N10.3)."
NO_PARTNER_TEXT = "neither is pegged to the other's currency (N10.1)."
CONSENT_MOVES = (Move("accept"), Move("decline"))
NO_PARTNER_MOVES = {
    seat: Move(
        "direct",
        barred=(
            f"{seat} has no trading partner: no other currency is pegged to {seat}'s, and {seat}'s "
            "is not pegged to another nation's (N10.1)."
        ),
        rule="N10.1",
    )
    for seat in SEATS
}
"""The barred proposal of a nation without a partner, by number of nations."""
MIN_QUANTITY_TEXT = "A deal needs at least 1 unit (N10.1)."
DEAL_FIELDS: dict[int, dict[str, Any]] = {
    number: {
        "side": OneOf(SIDES),
        "partner": OneOf(tuple(SEATS[:number]), of="seat"),
        "unit": OneOf(units, of="space", why=partial(refuse_unit, units, "N10.1")),
        "quantity": build_min_amount(1, MIN_QUANTITY_TEXT),
        "pay_with": OneOf(units, of="space", why=partial(refuse_unit, units, "N10.1")),
    }
    for number, units in UNITS_BY_COUNT.items()
}
"""The widest legal fields of a proposal, by number of nations."""


@dataclass(slots=True, eq=False)
class DirectPurchase(MarketPurchase):
    """A purchase from a partner at the market price (N10.2)."""

    seller: Seat

    rule: ClassVar[str] = "N10.3"

    def get_seller_limits(self) -> tuple[Limit, ...]:
        """Return the limits of the partner's sales: bans and the partner's holding (N10.3)."""
        return (
            get_ban_limit(self.t, self.unit),
            (self.t.get_reserve(self.seller, self.unit), NOT_HELD_TEXT),
        )

    def execute(self) -> None:
        """Count the direct trade, and exchange payment and units (N10.2, N10.4)."""
        for nation in (self.nation, self.seller):
            self.t.nations[nation].direct_trades += 1
        self.exchange_units(RESERVE[self.seller], "direct_payment", "direct_purchase", "N10.2")


def list_partners(t: EconomiconState, seat: Seat) -> list[Seat]:
    """Return the nations pegged to this currency, and the nation that it is pegged to (N10.1)."""
    mine, own = t.nations[seat].peg, CURRENCY[seat]
    return [
        other
        for other, nation in t.nations.items()
        if nation.peg == own or CURRENCY[other] == mine  # a nation never trades with itself (N3.6)
    ]


def refuse_partner(t: EconomiconState, seat: Seat, other: Any) -> str | None:
    """Return the reason why a nation is not a partner in direct trade, or None (N10.1)."""
    if other == seat:
        return f"{seat} cannot trade with itself (N10.1)."
    if other in list_partners(t, seat):
        return None
    return f"{seat} and {other} are not partners: {NO_PARTNER_TEXT}"


def build_deal_move(t: EconomiconState, seat: Seat, refused: bool) -> Move:
    """Return the move that proposes a deal: side, partner, unit and quantity (N10.1)."""
    if not list_partners(t, seat):
        return NO_PARTNER_MOVES[seat]
    deals = LegalLots(iter_possible_deals(t, seat))
    return Move(
        "direct",
        form=partial(build_deal_form, t, seat, deals),
        barred=partial(explain_no_deal, t, seat, refused, deals),
        refuse=partial(refuse_deal, t, seat),
        max_amount=("quantity", partial(get_max_deal, t, seat)),
        sample=partial(sample_deal, seat, deals),
        preview=partial(preview_deal, t, seat),
        rule="N10.1",
        **DEAL_FIELDS[len(t.seats)],
    )


def iter_possible_deals(t: EconomiconState, seat: Seat) -> Iterator[DirectPurchase]:
    """Yield deals of one unit that both sides can pay and deliver, legal or not."""
    for partner in list_partners(t, seat):
        for side in SIDES:
            buyer, seller = get_sides(seat, side, partner)
            goods = [unit for unit in t.units if t.get_reserve(seller, unit)]
            for pay_with in list_payment_units(t, buyer):
                for unit in goods:
                    yield DirectPurchase(t, buyer, unit, 1, pay_with, seller)


def get_sides(seat: Seat, side: str, partner: Seat) -> tuple[Seat, Seat]:
    """Return the buyer and the seller of a proposal (N10.1)."""
    return (seat, partner) if side == "buy" else (partner, seat)


def explain_no_deal(
    t: EconomiconState, seat: Seat, refused: bool, deals: LegalLots[DirectPurchase]
) -> str:
    """Return the reason why no deal can be proposed now, or "" (N10.3)."""
    if is_forbidden(t, "direct_trade"):
        return f"{t.get_event_name()} forbids direct trade (N10.3)."
    if refused:
        return f"{seat} has been refused and cannot propose again in this turn (N10.3)."
    if deals.is_empty:
        return f"{seat} and its partners have nothing to trade (N10.3)."
    return ""


def build_deal_form(
    t: EconomiconState, seat: Seat, deals: LegalLots[DirectPurchase]
) -> dict[str, Field]:
    """Return the fields of a proposal. The maximum quantity is taken over all deals."""
    most = deals.max_quantity
    above = f"{seat} can trade at most {most:,} of a unit now (N10.3)."
    partner = OneOf(t.seats, of="seat", rule=partial(refuse_partner, t, seat))
    quantity = Amount(1, most, why=partial(refuse_too_many, 1, MIN_QUANTITY_TEXT, above))
    return {**DEAL_FIELDS[len(t.seats)], "partner": partner, "quantity": quantity}


def build_deal(
    t: EconomiconState,
    seat: Seat,
    side: str,
    partner: Seat,
    unit: str,
    quantity: int,
    pay_with: str,
) -> DirectPurchase:
    """Return the proposed purchase, whose buyer is the nation or its partner (N10.1)."""
    buyer, seller = get_sides(seat, side, partner)
    return DirectPurchase(t, buyer, unit, quantity, pay_with, seller)


def refuse_deal(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Return the reason why a deal is impossible or forbidden, or None (N10.3)."""
    return refuse_partner(t, seat, values["partner"]) or build_deal(t, seat, **values).refuse()


def get_max_deal(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> int:
    """Return the largest quantity of a deal, or 0 if it is impossible or forbidden (N10.3)."""
    if refuse_partner(t, seat, values["partner"]):
        return 0
    return build_deal(t, seat, **values).max_quantity


def sample_deal(
    seat: Seat, deals: LegalLots[DirectPurchase], chance: RandomGenerator
) -> dict[str, Any]:
    """Return a random deal that both sides can carry out."""
    deal = deals.sample(chance)
    side, partner = ("buy", deal.seller) if deal.nation == seat else ("sell", deal.nation)
    return {"side": side, "partner": partner, **deal.get_terms()}


def preview_deal(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """Preview both reserves after the deal. The market does not change (N10.2)."""
    deal = build_deal(t, seat, **values)
    unit, pay_with, cost = deal.unit, deal.pay_with, deal.cost
    good, money = get_unit_name(unit), get_unit_name(pay_with)
    rows = tuple(
        (nation, t.get_reserve(nation, unit) + sign * deal.quantity,
         t.get_reserve(nation, pay_with) - sign * cost)
        for nation, sign in ((deal.nation, 1), (deal.seller, -1))
    )  # fmt: skip
    note = (
        f"{deal.nation} pays {cost:,} {get_unit_name(pay_with, cost)} to {deal.seller}: "
        f"{format_decimal(deal.exact_cost)} at market value, "
        f"{describe_rounding(cost, deal.exact_cost)}. "
        "The market and its prices do not change."
    )
    return Preview(("", f"{good} afterwards", f"{money} afterwards"), rows, "", note)


def propose_deal(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> Flow[bool]:
    """Ask the partner for consent, and return True if the trade took place (N10.3)."""
    deal, partner = build_deal(t, seat, **values), values["partner"]
    terms: dict[str, Any] = {
        "proposer": seat, "partner": partner, "side": values["side"], "unit": deal.unit,
        "qty": deal.quantity, "pay_with": deal.pay_with, "cost": deal.cost,
    }  # fmt: skip
    t.tell("deal_proposed", "N10.1", seat, **terms)
    answer = yield from t.ask(
        partner, "consent", CONSENT_MOVES, rule="N10.3", default="decline", about=terms
    )
    accepted = answer.move == "accept"
    t.tell("deal_answered", "N10.3", partner, **terms, accepted=accepted)
    if accepted:
        with t.link_rows("deal_answered"):
            deal.execute()
    return accepted
