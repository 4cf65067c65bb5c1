"""Trades between players: an offer by the mover and the partner's answer (P13.1 to P13.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Aside, Flow, Seat
from classkit.engine.moves import Amount, FieldGroup, Move, OneOf, RandomGenerator, SomeOf
from classkit.mechanics.trade_offers import offer_trade

from ..country_state import TREASURY
from ..state import BANK, PoleconomyState
from .loans import lend_money

Side = Mapping[str, Any]
"""The contribution of one side: cash, squares, business policies and debt."""
UNTRADABLE_NAMES = {
    "savings": "Savings cards", "bonds": "Bonds", "bond": "Bonds", "life": "Life policies",
    "votes": "Votes", "office": "Offices", "offices": "Offices", "post": "Offices",
}  # fmt: skip
"""Plural names of the holdings that cannot be traded (P13.3)."""


def build_offer_aside(t: PoleconomyState, mover: Seat) -> Aside:
    """Return the side action that offers a trade to another player (P13.1)."""
    allowed = t.options.trades_per_turn
    others = t.others(mover)
    barred = ""
    if t.offers_made >= allowed:
        barred = f"{mover} has made {t.offers_made} of {allowed} offers in this turn (P13.1)."
    offer = Move(
        "propose_trade", barred=barred,
        refuse=partial(refuse_trade, t), sample=partial(sample_trade, t, mover),
        partner=OneOf(
            (*others, mover, BANK, TREASURY), of="seat", rule=partial(refuse_partner, t, mover)
        ),
        give=build_side_form(t, (mover,)), get=build_side_form(t, others),
    )  # fmt: skip
    return Aside(mover, offer, partial(propose_trade, t, mover), "P13.1")


def refuse_partner(t: PoleconomyState, mover: Seat, partner: str) -> str | None:
    """Return a reason if the partner is the mover, the Bank or the Treasury (P13.1, P13.3)."""
    if partner == mover:
        return f"{mover} makes the offer: choose another player (P13.1)."
    if partner not in t.players:
        return f"Players trade with each other, not with the {partner.capitalize()} (P13.3)."
    return None


def build_side_form(t: PoleconomyState, seats: tuple[Seat, ...]) -> FieldGroup:
    """Return the form for the contribution of one of these players.

    Savings cards, bonds and life policies cannot be traded (P13.3).
    """
    unit = t.edition.unit
    starting_cash = sum(t.ledger.balances["dollars"].values())  # the Bank's starting cash (P1.1)
    debt, why = starting_cash, "it is all the money in the game (P13.4)"
    if not t.options.loans_allowed:
        debt, why = 0, "this table does not allow loans (P13.4)"
    who = f"{seats[0]} has" if len(seats) == 1 else "the other players have"
    return FieldGroup(
        None, (), {}, refuse_untradable,
        cash=Amount(
            0, max([t.cash(seat) for seat in seats]), unit, unit=t.currency,
            why=f"{who} no more cash (P13.2)",
        ),
        squares=SomeOf(t.edition.places, of="space", rule=partial(refuse_square, t, seats)),
        business=Amount(
            0, max([t.count_stock(seat, "business") for seat in seats]), unit="policies",
            why=f"{who} no more business policies (P13.2)",
        ),
        debt=Amount(0, debt, unit, unit=t.currency, why=why),
    )  # fmt: skip


def refuse_untradable(name: str) -> str | None:
    """Return a reason for holdings that cannot be traded (P13.3)."""
    thing = UNTRADABLE_NAMES.get(name)
    return thing and f"{thing} cannot be traded (P13.3)."


def refuse_square(t: PoleconomyState, seats: tuple[Seat, ...], square: str) -> str | None:
    """Return a reason if none of these players owns the square (P13.2)."""
    owner = t.ledger.titles.get(square)
    if owner is None:
        return f"{square} is {t.edition.describe_space(square)}, which nobody can own (P13.1)."
    if owner in seats:
        return None
    holder = "the Bank" if owner == BANK else owner
    giver = seats[0] if len(seats) == 1 else "the partner"
    return f"{square} belongs to {holder}, so {giver} cannot give it (P13.2)."


def refuse_trade(t: PoleconomyState, values: Mapping[str, Any]) -> str | None:
    """Return a reason if a side does not have something that it offers (P13.2)."""
    partner, get = values["partner"], values["get"]
    if get["cash"] > t.cash(partner):
        return f"{partner} has only {t.currency.write(t.cash(partner))} (P13.2)."
    for square in get["squares"]:
        if t.get_owner(square) != partner:
            return f"{square} does not belong to {partner} (P13.2)."
    if get["business"] > t.count_stock(partner, "business"):
        return f"{partner} has only {t.count_stock(partner, 'business')} business policies (P13.2)."
    return None


def sample_trade(t: PoleconomyState, mover: Seat, chance: RandomGenerator) -> dict[str, Any]:
    """Return a random offer that both sides could carry out."""
    others = t.others(mover)
    partner = others[chance.below(len(others))]
    return {
        "partner": partner,
        "give": build_side_form(t, (mover,)).sample_value(chance),
        "get": build_side_form(t, (partner,)).sample_value(chance),
    }


def propose_trade(
    t: PoleconomyState, mover: Seat, partner: Seat, give: Side, get: Side
) -> Flow[None]:
    """Ask the partner. An accepted trade takes effect immediately (P13.2)."""
    t.fresh = False
    t.offers_made += 1
    terms: dict[str, Any] = {
        "mover": mover,
        "partner": partner,
        "give": dict(give),
        "get": dict(get),
    }
    t.tell("trade_proposed", "P13.1", mover, **terms)
    if (yield from offer_trade(t, partner, "answer_trade", rule="P13.2", about=terms)):
        with t.link_rows("trade_done"):
            transfer_side(t, mover, partner, give)
            transfer_side(t, partner, mover, get)
            t.tell("trade_done", "P13.2", mover, **terms)
    else:
        t.tell("trade_refused", "P13.2", mover, **terms)


def transfer_side(t: PoleconomyState, giver: Seat, taker: Seat, side: Side) -> None:
    """Transfer the contribution of one side. Its debt begins now (P13.2, P13.4)."""
    t.pay(giver, taker, side["cash"], "trade", "P13.2")
    for square in side["squares"]:
        t.transfer_square(square, giver, taker, "trade", "P13.2")
    t.transfer_stock("business", side["business"], giver, taker, "trade", "P13.2")
    lend_money(t, giver, taker, side["debt"])
