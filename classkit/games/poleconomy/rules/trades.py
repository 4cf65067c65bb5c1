"""Trades: an offer by the mover, and the partner's answer (P13.1 to P13.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Bundle, Chance, Move, OneOf, SomeOf
from classkit.engine.requests import Aside, Flow, Seat
from classkit.procedures.trades import offer

from ..country import TREASURY
from ..state import BANK, Poleconomy
from .loans import lend

Side = Mapping[str, Any]
"""The goods on one side: cash, squares, business policies, debt."""
NEVER_TRADED = {
    "savings": "Savings cards", "bonds": "Bonds", "bond": "Bonds", "life": "Life policies",
    "votes": "Votes", "office": "Offices", "offices": "Offices", "post": "Offices",
}  # fmt: skip
"""What cannot change hands, by the names under which somebody may offer it (P13.3)."""


def offering(t: Poleconomy, mover: Seat) -> Aside:
    """Return the side action that offers a trade to one other player (P13.1)."""
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
        give=side_form(t, (mover,)), get=side_form(t, others),
    )  # fmt: skip
    return Aside(mover, offer, partial(propose_trade, t, mover), "P13.1")


def refuse_partner(t: Poleconomy, mover: Seat, partner: str) -> str | None:
    """Refuse a trade with oneself, the Bank or the Treasury (P13.1, P13.3)."""
    if partner == mover:
        return f"{mover} makes the offer, to another player (P13.1)."
    if partner not in t.players:
        return f"Players trade with each other, not with the {partner.capitalize()} (P13.3)."
    return None


def side_form(t: Poleconomy, seats: tuple[Seat, ...]) -> Bundle:
    """Return the form of what one of these players could give.

    Savings cards, bonds and life policies are not traded (P13.3).
    """
    unit = t.edition.unit
    starting_cash = sum(t.ledger.balances["dollars"].values())  # the Bank's, wherever it is now
    debt, why = starting_cash, "it is all the money of the Bank (P13.4)"
    if not t.options.loans_allowed:
        debt, why = 0, "no loans are made at this table (P13.4)"
    who = f"{seats[0]} has" if len(seats) == 1 else "the other players have"
    return Bundle(
        None, (), {}, refuse_thing,
        cash=Amount(
            0, max([t.cash(seat) for seat in seats]), unit, unit="$",
            why=f"{who} no more cash (P13.2)",
        ),
        squares=SomeOf(t.edition.places, of="space", rule=partial(refuse_square, t, seats)),
        business=Amount(
            0, max([t.count(seat, "business") for seat in seats]), unit="policies",
            why=f"{who} no more business policies (P13.2)",
        ),
        debt=Amount(0, debt, unit, unit="$", why=why),
    )  # fmt: skip


def refuse_thing(name: str) -> str | None:
    """Refuse what players hold and cannot trade (P13.3)."""
    thing = NEVER_TRADED.get(name)
    return thing and f"{thing} cannot be traded (P13.3)."


def refuse_square(t: Poleconomy, seats: tuple[Seat, ...], square: str) -> str | None:
    """Refuse a square that none of these players owns (P13.2)."""
    owner = t.ledger.titles.get(square)
    if owner is None:
        return f"{square} is {t.edition.kind_of(square)}, which nobody can own (P13.1)."
    if owner in seats:
        return None
    whose = "the Bank's" if owner == BANK else f"{owner}'s"
    giver = seats[0] if len(seats) == 1 else "the partner"
    return f"{square} is {whose}, so {giver} cannot give it (P13.2)."


def refuse_trade(t: Poleconomy, values: Mapping[str, Any]) -> str | None:
    """Refuse a trade in which a side lacks what it gives (P13.2)."""
    partner, get = values["partner"], values["get"]
    if get["cash"] > t.cash(partner):
        return f"{partner} has only ${t.cash(partner):,} (P13.2)."
    for square in get["squares"]:
        if t.owner(square) != partner:
            return f"{square} is not {partner}'s (P13.2)."
    if get["business"] > t.count(partner, "business"):
        return f"{partner} has only {t.count(partner, 'business')} business policies (P13.2)."
    return None


def sample_trade(t: Poleconomy, mover: Seat, chance: Chance) -> dict[str, Any]:
    """Return a random offer that both sides could carry out."""
    others = t.others(mover)
    partner = others[chance.below(len(others))]
    return {
        "partner": partner,
        "give": side_form(t, (mover,)).sample(chance),
        "get": side_form(t, (partner,)).sample(chance),
    }


def propose_trade(t: Poleconomy, mover: Seat, partner: Seat, give: Side, get: Side) -> Flow[None]:
    """Put the offer to the partner; an accepted one takes effect at once (P13.2)."""
    t.fresh = False
    t.offers_made += 1
    terms: dict[str, Any] = {
        "mover": mover,
        "partner": partner,
        "give": dict(give),
        "get": dict(get),
    }
    t.tell("trade_proposed", "P13.1", mover, **terms)
    if (yield from offer(t, partner, "answer_trade", rule="P13.2", about=terms)):
        hand_side(t, mover, partner, give)
        hand_side(t, partner, mover, get)
        t.tell("trade_done", "P13.2", mover, **terms)
    else:
        t.tell("trade_refused", "P13.2", mover, **terms)


def hand_side(t: Poleconomy, giver: Seat, taker: Seat, side: Side) -> None:
    """Hand over what one side gives; its debt is owed from now on (P13.2, P13.4)."""
    t.pay(giver, taker, side["cash"], "trade", "P13.2")
    for square in side["squares"]:
        t.hand_square(square, giver, taker, "trade", "P13.2")
    t.hand_stock("business", side["business"], giver, taker, "trade", "P13.2")
    lend(t, giver, taker, side["debt"])
