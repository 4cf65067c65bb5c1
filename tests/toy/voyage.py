"""Rules of a voyage, and of the places where it may end (T3, T4)."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Answer, Move, OneOf
from classkit.mechanics.auction_formats import Lot, Sale, open_auction, sealed_auction

from .asides import goods_of
from .edition import Place
from .market import load
from .state import HarbourTable

SAIL_OR_REST = (Move("sail"), Move("rest"))


def play_voyage(t: HarbourTable) -> Flow[None]:
    """Play the next merchant's voyage (T3); the match may be won during it (T5.2)."""
    t.mover = t.clockwise(t.options.first_seat)[t.sailed]
    t.has_offered = False
    t.tell("voyage_began", "T1.5", t.mover, round=t.round)
    yield from sail_or_rest(t, t.mover)
    if not t.is_over:
        end_voyage(t)


def sail_or_rest(t: HarbourTable, mover: Seat) -> Flow[None]:
    """Ask the mover whether to sail or rest (T3.1)."""
    answer = yield from t.ask(mover, "choose_voyage", SAIL_OR_REST, rule="T3.1", default="sail")
    if answer.move == "rest":
        t.tell("rested", "T3.3", mover)
        t.receive("bank", mover, min(1, t.cash("bank")), "rest", "T3.3")
        return
    faces = yield from t.roll(1, purpose="sail", rule="T3.2", seat=mover)
    here = t.ships[mover]
    t.ships[mover] = yield from choose_stop(t, mover, faces[0])
    moved: dict[str, Any] = {"from": here, "to": t.ships[mover], "die": faces[0]}
    t.tell("ship_moved", "T3.2", mover, **moved)
    yield from land(t, mover, t.edition.places[t.ships[mover]])


def choose_stop(t: HarbourTable, mover: Seat, pips: int) -> Flow[str]:
    """Return the place rolled, or with a pilot any place on the way to it (T3.6)."""
    course = [t.edition.ahead(t.ships[mover], steps) for steps in range(1, pips + 1)]
    if not t.options.pilots or len(set(course)) == 1:
        return course[-1]
    ways = {place: course[: course.index(place) + 1] for place in course}

    def refuse(place: Any) -> str | None:
        if place in t.edition.places:
            return f"{place} lies behind the ship or beyond the throw of {pips} (T3.6)."
        return None

    stop = Move("stop", place=OneOf(tuple(ways), of="space", ways=ways, why=refuse))
    default = Answer("stop", {"place": course[-1]})
    answer = yield from t.ask(mover, "choose_stop", [stop], rule="T3.6", default=default)
    return str(answer.fields["place"])


def land(t: HarbourTable, mover: Seat, place: Place) -> Flow[None]:
    """Apply the effect of the place where the ship stops (T4)."""
    if place.kind == "dock":
        yield from visit_dock(t, mover, place)
    elif place.kind == "spring" and t.bag():
        yield from load(t, mover, 1, "spring", "T4.4")
    elif place.kind == "mint":
        t.mint("coins", t.edition.mint, mover, "mint", "T4.5")
        t.tell("coins_minted", "T4.5", mover, amount=t.edition.mint)
        t.check_goal(mover)
    elif place.kind == "storm":
        yield from weather_storm(t, mover)
    # on the quay nothing happens (T4.7)


def visit_dock(t: HarbourTable, mover: Seat, dock: Place) -> Flow[None]:
    """Auction the dock, or pay rent to its owner (T4.1 to T4.3)."""
    owner = t.ledger.holder(dock.id)
    if owner == "bank":
        sale = yield from auction(t, mover, dock)
        t.tell("auction_ended", "T4.1", mover, dock=dock.id, winner=sale.winner, price=sale.price)
        if sale.winner is not None:
            with t.link_rows("auction_ended"):
                t.pay(sale.winner, "bank", sale.price, "dock", "T4.2")
                t.move(dock.id, 1, "bank", sale.winner, "dock", "T4.2")
    elif owner != mover:
        rent = min(dock.rent, t.cash(mover))
        t.tell("rent_due", "T4.3", mover, owner=owner, dock=dock.id, rent=rent)
        with t.link_rows("rent_due"):
            t.receive(mover, owner, rent, "rent", "T4.3")


def auction(t: HarbourTable, mover: Seat, dock: Place) -> Flow[Sale]:
    """Let all merchants bid, clockwise from the mover, in the auction of the option (T4.1)."""
    about = {"dock": dock.id, "price": dock.price}
    lot = Lot(dock.price, rule="T4.1", about=about, unit="coins")
    bidders = t.clockwise(mover)
    if t.options.auction == "open":
        return (yield from open_auction(t, bidders, lot, increment=1, ask_unable=False))
    return (yield from sealed_auction(t, bidders, lot, t.options.auction))


def weather_storm(t: HarbourTable, mover: Seat) -> Flow[None]:
    """Lose one good of the mover's choice (T4.6); a good pawned meanwhile is safe (T3.4)."""
    if not any(t.held(mover).values()):
        return
    answer = yield from t.ask(
        mover,
        "storm",
        lambda: losses(t, mover),
        rule="T4.6",
        default=lambda: first_loss(t, mover),
        private=t.hands_are_hidden,
    )
    if answer.move == "lose":
        good = answer.fields["good"]
        t.burn(good, 1, mover, "storm", "T4.6")
        t.tell("good_lost", "T4.6", mover, good=good)


def losses(t: HarbourTable, mover: Seat) -> list[Move]:
    """Return what the mover may lose now."""
    if any(t.held(mover).values()):
        return [Move("lose", good=goods_of(t, mover, "T4.6"))]
    return [Move("nothing_left")]


def first_loss(t: HarbourTable, mover: Seat) -> Answer:
    """Return the cheapest good, for a merchant who does not care."""
    held = [good for good, count in t.held(mover).items() if count]
    if not held:
        return Answer("nothing_left")
    return Answer("lose", {"good": min(held, key=t.edition.prices.__getitem__)})


def end_voyage(t: HarbourTable) -> None:
    """Continue with the next merchant or market, or end the match (T1.5, T5.1, T5.3)."""
    t.sailed += 1
    if t.sailed == len(t.seats):
        t.phase = "market"
        if t.round == t.options.rounds:
            t.finish("rounds", "T5.1")
            return
    if t.time_up:
        t.finish("time", "T5.3")
