"""Auctions of properties, internal cards, scarce buildings and forced lots (Q2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move
from classkit.mechanics.auction_formats import Lot, PriceRule, Sale, open_auction, sealed_auction

from ..rules_data import floor_percent
from ..state import BANK, DECK, OpolyState
from ..state_types import Auction
from .holdings import has_slot, list_pledgeable, refuse_pledge, transfer_property
from .internal_cards import win_card
from .offers import PASS_MOVE

PRICE_RULES: dict[str, PriceRule] = {
    "first_price": "first", "second_price": "second", "third_price": "third",
}  # fmt: skip
INDEX_LOT_COUNT = 5
"""Number of recent properties in the price index."""


def get_landing_minimum(t: OpolyState, space: str) -> int:
    """Return the minimum bid for a property that the pawn lands on: half its value (Q2.9)."""
    return max(floor_percent(t.edition.spaces[space].price, t.edition.landing_min_bid_pct), 1)


def get_forced_minimum(t: OpolyState, space: str) -> int:
    """Return the minimum bid in a forced sale: $1, or half the value with the option (Q2.9)."""
    return get_landing_minimum(t, space) if t.options.forced_auction_min == "half" else 1


def sell_property(
    t: OpolyState,
    space: str,
    minimum: int,
    cause: str,
    *,
    seller: str = BANK,
    among: Sequence[Seat] | None = None,
) -> Flow[Seat | None]:
    """Ask for pledges, then auction a property (Q2.5 to Q2.11).

    Args:
        t: The table.
        space: The property.
        minimum: The minimum bid in dollars.
        cause: The reason for the auction.
        seller: The account that receives the price.
        among: The seats that take part, or None for all.

    Returns:
        The buyer, or None if the property is unsold.
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
        with t.link_rows("lot_sold"):
            t.pay(winner, seller, sale.price, "auction", "Q2.5")
        t.prices = [*t.prices, (sale.price, t.edition.spaces[space].price)][-INDEX_LOT_COUNT:]
        if winner in pledged:
            forfeit_pledge(t, winner, pledged.pop(winner))
        transfer_property(t, space, winner, sale.price, "auction", "Q2.5", told="lot_sold")
    for seat, given in pledged.items():
        t.tell("pledge_released", "Q2.7", seat, space=given)
    return winner


def ask_pledge(t: OpolyState, seat: Seat, lot: str) -> Flow[str]:
    """Ask a seat without a slot to pledge a property. Return "" if it does not (Q2.7)."""
    fee = t.edition.abandon_fee
    spaces = list_pledgeable(t, seat, lot)
    if not spaces or t.cash(seat) < fee:
        return ""
    answer = yield from t.ask(
        seat, "pledge_property", (PASS_MOVE, *(Move(space, space=space) for space in spaces)),
        rule="Q2.7", default="pass", about={"lot": lot, "fee": fee},
        why=partial(refuse_pledge_answer, t, seat, lot),
    )  # fmt: skip
    if answer.move == "pass":
        return ""
    pledge_property(t, seat, answer.move, lot)
    return answer.move


def pledge_property(t: OpolyState, seat: Seat, space: str, lot: str) -> None:
    """Pledge a property for a lot, and pay the fee (Q2.7)."""
    with t.link_rows("property_pledged"):
        t.pay(seat, BANK, t.edition.abandon_fee, "pledge_fee", "Q2.7")
        t.tell("property_pledged", "Q2.7", seat, space=space, lot=lot)


def forfeit_pledge(t: OpolyState, seat: Seat, space: str) -> None:
    """Move a pledged property to the bank after its seat has won the lot (Q2.7)."""
    t.tell("pledge_forfeited", "Q2.7", seat, space=space)
    transfer_property(t, space, BANK, 0, "pledge", "Q2.7", told="pledge_forfeited")


def refuse_pledge_answer(t: OpolyState, seat: Seat, lot: str, name: str) -> str | None:
    """Return why a space cannot be pledged, or None for other names (Q2.7, Q2.8)."""
    return refuse_pledge(t, seat, lot, name) if name in t.edition.spaces else None


def sell_card(t: OpolyState, card: str, minimum: int, cause: str) -> Flow[Seat | None]:
    """Auction an internal card. If unsold, return it to its deck (Q2.6, Q2.11, Q3.11)."""
    about = {
        "lot": card, "kind": "card", "appraised": t.edition.cards[card].appraised,
        "minimum": minimum, "cause": cause,
    }  # fmt: skip
    sale = yield from hold_auction(t, about, minimum, t.active, ())
    if sale.winner is None:
        t.move_card(card, DECK, "Q2.11")
        return None
    with t.link_rows("lot_sold"):
        t.pay(sale.winner, BANK, sale.price, "auction", "Q2.5")
    yield from win_card(t, sale.winner, card, sale.price, "Q2.5", "auction", "lot_sold")
    return sale.winner


def hold_auction(
    t: OpolyState,
    about: dict[str, Any],
    minimum: int,
    bidders: Sequence[Seat],
    trustees: Sequence[Seat],
    rule: str = "Q2.1",
) -> Flow[Sale]:
    """Auction one lot without transferring it (Q2.1).

    Only seats that can pay the minimum take part. Trustees join if at most one other seat bids
    (Q2.10).
    """
    lot_format: str = t.options.auction_format
    lot = about["lot"]
    t.tell("lot_opened", rule, lot=lot, format=lot_format, minimum=minimum)
    able = [seat for seat in bidders if t.cash(seat) >= minimum]
    joiners = [seat for seat in trustees if t.cash(seat) >= minimum]
    sealed = lot_format != "english"
    auction = t.auction = Auction(lot=lot, minimum=minimum, sealed=sealed, bidders=able[:])

    def log_bid(seat: Seat, amount: int) -> None:
        auction.record_bid(seat, amount)
        if amount:
            t.tell("bid_made", rule, seat, lot=lot, amount=amount)
        else:
            t.tell("bid_passed", rule, seat, lot=lot)

    values = partial(suggest_bids, about.get("appraised", 0))
    if lot_format == "english":
        increment = t.options.bid_increment
        asked = Lot(
            minimum, 1, "Q2.2", about, "bid_english", unit=t.currency, passes=True, on_bid=log_bid,
            sensible=values,
        )  # fmt: skip
        joining = asked._replace(rule="Q2.10", decision="trustee_bid")
        sale = yield from open_auction(
            t, able, asked, increment, False, joiners=joiners, joining=joining
        )
    else:
        asked = Lot(
            minimum,
            1,
            "Q2.3",
            about,
            "bid_sealed",
            unit=t.currency,
            on_bid=log_bid,
            sensible=values,
        )
        joining = asked._replace(rule="Q2.10", decision="trustee_bid")
        sale = yield from sealed_auction(
            t, able, asked, PRICE_RULES[lot_format], joiners=joiners, joining=joining,
            order=t.lead_order, drawn_ties=t.options.tie_break == "random",
        )  # fmt: skip
    t.auction = None
    log_sale(t, lot, sale, minimum, rule)
    return sale


def suggest_bids(appraised: int, least: int, cash: int) -> list[tuple[str, int]]:
    """Suggest bids: the minimum, the appraised value, half and all of the cash (Q2.2).

    A seat cannot bid more than its cash, because it cannot mortgage during events (Q0.6).
    """
    half = cash // 2
    return [
        ("Minimum", least), ("Appraised", appraised), ("Half my cash", half), ("All my cash", cash)
    ]  # fmt: skip


def log_sale(t: OpolyState, lot: str, sale: Sale, minimum: int, rule: str) -> None:
    """Log the winner, the price and the second bid (Q2.5, Q2.11).

    The money left on the table is the price minus the second bid, or minus the minimum.
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
