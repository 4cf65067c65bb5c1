"""Trades: an offer by the mover, and the partner's answer (P13.1 to P13.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Bundle, Chance, Move, OneOf, SomeOf
from classkit.engine.requests import Aside, Flow, Seat
from classkit.procedures.trades import offer

from ..state import BANK, Poleconomy
from .loans import lend

Side = Mapping[str, Any]
"""What one side gives: cash, squares, business policies, debt."""


def offering(t: Poleconomy, mover: Seat) -> Aside:
    """The side action: offer a trade to one other player (P13.1)."""
    allowed = t.options.trades_per_turn
    others = t.others(mover)
    barred = ""
    if t.offers_made >= allowed:
        barred = f"{mover} has made {t.offers_made} of {allowed} offers in this turn (P13.1)."
    held = squares_held(t)
    offer = Move(
        "propose_trade", barred=barred,
        refuse=partial(refuse_trade, t), sample=partial(sample_trade, t, mover),
        partner=OneOf(others, of="seat"),
        give=side_form(t, (mover,), held), get=side_form(t, others, held),
    )  # fmt: skip
    return Aside(mover, offer, partial(propose_trade, t, mover), "P13.1")


def squares_held(t: Poleconomy) -> list[str]:
    """The squares that belong to players, smallest id first."""
    titles = t.ledger.titles
    return [square for square in t.edition.ownable if titles[square] != BANK]


def side_form(t: Poleconomy, seats: tuple[Seat, ...], held: list[str]) -> Bundle:
    """What one of these players could give: no savings cards, bonds or life policies (P13.3).

    ``held`` are the squares that belong to players.
    """
    unit = t.edition.unit
    owned = tuple([square for square in held if t.ledger.titles[square] in seats])
    starting_cash = sum(t.ledger.balances["dollars"].values())  # the Bank's, wherever it is now
    debt = starting_cash if t.options.loans_allowed else 0
    return Bundle(
        cash=Amount(0, max([t.cash(seat) for seat in seats]), unit, unit="$"),
        squares=SomeOf(owned, of="space"),
        business=Amount(0, max([t.count(seat, "business") for seat in seats]), unit="policies"),
        debt=Amount(0, debt, unit, unit="$"),
    )


def refuse_trade(t: Poleconomy, values: Mapping[str, Any]) -> str | None:
    """Each side must hold what it gives at that moment (P13.2)."""
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
    """An offer by chance that both sides could carry out."""
    others = t.others(mover)
    partner = others[chance.below(len(others))]
    held = squares_held(t)
    return {
        "partner": partner,
        "give": side_form(t, (mover,), held).sample(chance),
        "get": side_form(t, (partner,), held).sample(chance),
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
    """What one side gives goes over; its debt is owed from now on (P13.2, P13.4)."""
    t.pay(giver, taker, side["cash"], "trade", "P13.2")
    for square in side["squares"]:
        t.hand_square(square, giver, taker, "trade", "P13.2")
    t.hand_stock("business", side["business"], giver, taker, "trade", "P13.2")
    lend(t, giver, taker, side["debt"])
