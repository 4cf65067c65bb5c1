"""Asides of merchants while a decision of a voyage waits (T3.4, T3.5)."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.decisions import Aside, Decision, Flow, Request, Seat
from classkit.engine.moves import Amount, Move, OneOf

from .state import HarbourTable


def open_asides(t: HarbourTable, decision: Decision) -> list[Aside]:
    """Return the asides: pawning for all who have a good, an offer for the mover."""
    asides = [pawning(t, seat) for seat in t.seats if any(t.held(seat).values())]
    if decision.seat == t.mover and decision.name != "answer_offer":
        asides.append(offering(t, t.mover))
    return asides


def no_aside(t: HarbourTable, request: Request | None, seat: Seat | None, name: str) -> str:
    """Return why a seat can neither pawn nor offer now (T3.4, T3.5)."""
    if name == "pawn":
        if isinstance(request, Decision) and seat is not None:
            return f"{seat} has no good to pawn (T3.4)."
        return "A good can be pawned while a decision of a voyage waits (T3.4)."
    if name == "offer":
        return "Only the mover can offer, while a decision of his own voyage waits (T3.5)."
    return ""


def goods_of(t: HarbourTable, seat: Seat, rule: str) -> OneOf:
    """Return a field for one of the goods that a seat holds."""

    def refuse(good: Any) -> str | None:
        return None if t.held(seat)[good] else f"{seat} has no {good} ({rule})."

    return OneOf(t.edition.goods, rule=refuse)


def refuse_partner(mover: Seat, partner: Any) -> str | None:
    """Refuse an offer to oneself (T3.5)."""
    return f"{mover} offers to another merchant (T3.5)." if partner == mover else None


def pawning(t: HarbourTable, seat: Seat) -> Aside:
    """Return the aside that pawns one good to the Bank (T3.4)."""
    has, pays = t.cash("bank"), t.edition.pawn_price
    barred = f"The Bank has {has} coins and would owe {pays} (T3.4)." if has < pays else ""
    return Aside(
        seat,
        Move("pawn", barred=barred, good=goods_of(t, seat, "T3.4")),
        partial(pawn, t, seat),
        "T3.4",
        private=t.hands_are_hidden,
    )


def pawn(t: HarbourTable, seat: Seat, good: str) -> Flow[None]:
    """Return one good to the sea; the Bank pays the pawn price (T3.4)."""
    yield from ()  # a flow that asks nothing
    with t.link_rows("good_pawned"):
        t.move(good, 1, seat, "sea", "pawn", "T3.4")
        t.tell("good_pawned", "T3.4", seat, good=good)
        t.receive("bank", seat, t.edition.pawn_price, "pawn", "T3.4")


def offering(t: HarbourTable, mover: Seat) -> Aside:
    """Return the aside that offers coins for one unit of a good (T3.5)."""
    made = f"{mover} has made an offer in this voyage (T3.5)." if t.has_offered else ""
    offer = Move(
        "offer",
        barred=made,
        partner=OneOf(t.seats, of="seat", rule=partial(refuse_partner, mover)),
        good=OneOf(t.edition.goods),
        coins=Amount(0, t.cash(mover), unit="coins", why=f"{mover} has no more coins"),
    )
    return Aside(mover, offer, partial(make_offer, t, mover), "T3.5")


def make_offer(t: HarbourTable, mover: Seat, partner: Seat, good: str, coins: int) -> Flow[None]:
    """Ask the partner, who answers at once (T3.5)."""
    t.has_offered = True
    terms: dict[str, Any] = {"partner": partner, "good": good, "coins": coins}
    t.tell("offer_made", "T3.5", mover, **terms)
    answer = yield from t.ask(
        partner,
        "answer_offer",
        partial(answers, t, mover, partner, good, coins),
        rule="T3.5",
        default="refuse",
        about={"mover": mover, **terms},
        private=t.hands_are_hidden,
    )
    if answer.move == "accept":
        with t.link_rows("offer_accepted"):
            t.move(good, 1, partner, mover, "trade", "T3.5")
            t.tell("offer_accepted", "T3.5", mover, **terms)
            t.receive(mover, partner, coins, "trade", "T3.5")
    else:
        t.tell("offer_refused", "T3.5", mover, **terms)


def answers(t: HarbourTable, mover: Seat, partner: Seat, good: str, coins: int) -> list[Move]:
    """Return the possible answers: accept, if both sides can still pay, or refuse (T3.5)."""
    lacks = ""
    if not t.ledger.balance(partner, good):
        lacks = f"{partner} has no {good} (T3.5)."
    elif t.cash(mover) < coins:
        lacks = f"{mover} has only {t.cash(mover)} coins now (T3.5)."
    return [Move("accept", barred=lacks), Move("refuse")]
