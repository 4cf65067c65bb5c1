"""Auctions: one procedure for properties, internal cards, scarce buildings and forced lots (Q2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from classkit.engine.moves import Move
from classkit.engine.requests import Flow, Seat
from classkit.procedures.auctions import Lot, Price, Sale, open_auction, sealed_auction

from ..contents import percent
from ..parts import Auction
from ..state import BANK, DECK, Opoly
from .holdings import hand_property, has_slot, pledgeable, refuse_pledge
from .internal import win_card
from .offers import PASS

PRICES: dict[str, Price] = {
    "first_price": "first", "second_price": "second", "third_price": "third",
}  # fmt: skip
INDEX_LOTS = 5
"""The number of properties over which the price index looks back."""


def landing_minimum(t: Opoly, space: str) -> int:
    """Return the least bid for property that the pawn lands on: 50% of its value (Q2.9)."""
    return max(percent(t.edition.spaces[space].price, t.edition.landing_min_bid_pct), 1)


def forced_minimum(t: Opoly, space: str) -> int:
    """Return the least bid for property in a forced sale: $1, or by option half (Q2.9)."""
    return landing_minimum(t, space) if t.options.forced_auction_min == "half" else 1


def sell_property(
    t: Opoly,
    space: str,
    minimum: int,
    cause: str,
    *,
    seller: str = BANK,
    among: Sequence[Seat] | None = None,
) -> Flow[Seat | None]:
    """Take pledges, then auction a property; return who has bought it (Q2.5 to Q2.11).

    The price goes to the ``seller``. Only the seats in ``among`` take part, if any are named.
    """
    active = [seat for seat in t.active if among is None or seat in among]
    bidders = [seat for seat in active if has_slot(t, seat, space)]
    pledged: dict[Seat, str] = {}
    for seat in active:
        if seat not in bidders:
            given = yield from ask_pledge(t, seat, space)
            if given:
                pledged[seat] = given
    bidders = [seat for seat in active if seat in bidders or seat in pledged]
    trustees = [
        seat for seat in t.trustees if (among is None or seat in among) and has_slot(t, seat, space)
    ]
    about = {
        "lot": space, "kind": "property", "appraised": t.edition.spaces[space].price,
        "minimum": minimum, "cause": cause,
    }  # fmt: skip
    sale = yield from hold_auction(t, about, minimum, bidders, trustees)
    winner = sale.winner
    if winner is not None:
        t.pay(winner, seller, sale.price, "auction", "Q2.5")
        t.prices = [*t.prices, (sale.price, t.edition.spaces[space].price)][-INDEX_LOTS:]
        if winner in pledged:
            forfeit(t, winner, pledged.pop(winner))
        hand_property(t, space, winner, sale.price, "auction", "Q2.5")
    for seat, given in pledged.items():
        t.tell("pledge_released", "Q2.7", seat, space=given)
    return winner


def ask_pledge(t: Opoly, seat: Seat, lot: str) -> Flow[str]:
    """Let a seat without a slot pledge a property for the lot, for $10 (Q2.7)."""
    fee = t.edition.abandon_fee
    spaces = pledgeable(t, seat, lot)
    if not spaces or t.cash(seat) < fee:
        return ""
    answer = yield from t.ask(
        seat, "pledge_property", (PASS, *(Move(space, space=space) for space in spaces)),
        rule="Q2.7", default="pass", about={"lot": lot, "fee": fee},
        why=partial(why_no_pledge, t, seat, lot),
    )  # fmt: skip
    if answer.move == "pass":
        return ""
    pledge(t, seat, answer.move, lot)
    return answer.move


def pledge(t: Opoly, seat: Seat, space: str, lot: str) -> None:
    """Pledge a property for a lot, for the fee of one abandoned (Q2.7)."""
    t.pay(seat, BANK, t.edition.abandon_fee, "pledge_fee", "Q2.7")
    t.tell("property_pledged", "Q2.7", seat, space=space, lot=lot)


def forfeit(t: Opoly, seat: Seat, space: str) -> None:
    """Hand a pledged property to the bank, as its seat has won the lot (Q2.7)."""
    t.tell("pledge_forfeited", "Q2.7", seat, space=space)
    hand_property(t, space, BANK, 0, "pledge", "Q2.7")


def why_no_pledge(t: Opoly, seat: Seat, lot: str, name: str) -> str | None:
    """Return why a space cannot be pledged; None for a name that is no space (Q2.7, Q2.8)."""
    return refuse_pledge(t, seat, lot, name) if name in t.edition.spaces else None


def sell_card(t: Opoly, card: str, minimum: int, cause: str) -> Flow[Seat | None]:
    """Auction an internal card; unsold, it goes under its deck (Q2.6, Q2.11, Q3.11)."""
    about = {
        "lot": card, "kind": "card", "appraised": t.edition.cards[card].appraised,
        "minimum": minimum, "cause": cause,
    }  # fmt: skip
    sale = yield from hold_auction(t, about, minimum, t.active, ())
    if sale.winner is None:
        t.move_card(card, DECK, "Q2.11")
        return None
    t.pay(sale.winner, BANK, sale.price, "auction", "Q2.5")
    yield from win_card(t, sale.winner, card, sale.price, "Q2.5", "auction")
    return sale.winner


def hold_auction(
    t: Opoly,
    about: dict[str, Any],
    minimum: int,
    bidders: Sequence[Seat],
    trustees: Sequence[Seat],
    rule: str = "Q2.1",
) -> Flow[Sale]:
    """Auction one lot; trustees come in if at most one other bids (Q2.1, Q2.10).

    Move nothing. A seat that cannot pay the minimum is not asked.
    """
    lot_format: str = t.options.auction_format
    lot = about["lot"]
    t.tell("lot_opened", rule, lot=lot, format=lot_format, minimum=minimum)
    able = [seat for seat in bidders if t.cash(seat) >= minimum]
    joiners = [seat for seat in trustees if t.cash(seat) >= minimum]
    sealed = lot_format != "english"
    auction = t.auction = Auction(lot=lot, minimum=minimum, sealed=sealed, bidders=able[:])

    def told(seat: Seat, amount: int) -> None:
        auction.note(seat, amount)
        if amount:
            t.tell("bid_made", rule, seat, lot=lot, amount=amount)
        else:
            t.tell("bid_passed", rule, seat, lot=lot)

    values = partial(bid_values, about.get("appraised", 0))
    if lot_format == "english":
        increment = t.options.bid_increment
        asked = Lot(
            minimum, 1, "Q2.2", about, "bid_english", unit="$", passes=True, on_bid=told,
            sensible=values,
        )  # fmt: skip
        joining = asked._replace(rule="Q2.10", decision="trustee_bid")
        sale = yield from open_auction(
            t, able, asked, increment, False, joiners=joiners, joining=joining
        )
    else:
        asked = Lot(minimum, 1, "Q2.3", about, "bid_sealed", unit="$", on_bid=told, sensible=values)
        joining = asked._replace(rule="Q2.10", decision="trustee_bid")
        sale = yield from sealed_auction(
            t, able, asked, PRICES[lot_format], joiners=joiners, joining=joining,
            order=t.lead_order, drawn_ties=t.options.tie_break == "random",
        )  # fmt: skip
    t.auction = None
    tell_sale(t, lot, sale, minimum, rule)
    return sale


def bid_values(appraised: int, least: int, cash: int) -> list[tuple[str, int]]:
    """Return bids worth offering: the next, the book value, half and all of the cash (Q2.2).

    Offer no more than the cash, since nothing is mortgaged while events run (Q0.6).
    """
    half = cash // 2
    return [
        ("Least", least), ("Appraised", appraised), ("Half my cash", half), ("All my cash", cash)
    ]  # fmt: skip


def tell_sale(t: Opoly, lot: str, sale: Sale, minimum: int, rule: str) -> None:
    """Tell who has won, at what price, and the second bid (Q2.5, Q2.11).

    The money left on the table is the price less the second bid, or without one less the minimum.
    """
    if sale.winner is None:
        t.tell("lot_unsold", rule, lot=lot)
        return
    second = max((bid for seat, bid in sale.bids.items() if seat != sale.winner), default=0)
    t.left_on_table = sale.price - (second or minimum)
    bids = {seat: bid for seat, bid in sale.bids.items() if bid}
    facts: dict[str, Any] = {
        "lot": lot, "winner": sale.winner, "price": sale.price, "second_bid": second, "bids": bids
    }  # fmt: skip
    t.headline = facts
    t.tell("lot_sold", rule, sale.winner, **facts)
