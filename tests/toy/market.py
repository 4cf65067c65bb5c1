"""Rules of loading and of the market (T1.3, T2)."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.events import ALL_SEATS
from classkit.engine.moves import Amount, Answer, Move

from .state import HarbourTable


def load_ships(t: HarbourTable) -> Flow[None]:
    """Let each merchant in turn draw his first load (T1.3)."""
    for seat in t.clockwise(t.mover):
        yield from load(t, seat, t.edition.first_load, "first_load", "T1.3")
    t.phase = "market"


def load(t: HarbourTable, seat: Seat, count: int, purpose: str, rule: str) -> Flow[None]:
    """Draw goods from the sea; only the merchant sees which, unless hands are open (T1.3)."""
    seers = (seat,) if t.hands_are_hidden else ALL_SEATS
    goods = yield from t.draw(
        t.bag(), purpose=purpose, rule=rule, count=count, seat=seat, seen_by=seers
    )
    for good in goods:
        t.move(good, 1, "sea", seat, purpose, rule, seen_by=seers)
    t.tell("goods_drawn", rule, seat, count=count, goods=goods)


def hold_market(t: HarbourTable) -> Flow[None]:
    """Collect all orders in secret, then sell at one price for each good (T2)."""
    t.begin_round(t.round + 1)
    t.tell("market_opened", "T2.1", round=t.round)
    orders = yield from t.ask_all(ask_order(t, seat) for seat in t.clockwise(t.options.first_seat))
    on_sale = {
        good: sum(order.fields[good] for order in orders.values()) for good in t.edition.goods
    }
    prices = {good: price(t, good, on_sale[good]) for good in t.edition.goods}
    t.tell("prices_fixed", "T2.2", prices=prices, on_sale=on_sale)
    for seat, order in orders.items():
        sell(t, seat, order, prices)
        if t.is_over:
            return
    t.phase, t.sailed = "voyage", 0
    if t.time_up:
        t.finish("time", "T5.3")


def ask_order(t: HarbourTable, seat: Seat) -> Decision:
    """Ask how much of each good to sell (T2.1)."""
    held = t.held(seat)
    amounts: dict[str, Any] = {
        good: Amount(0, count, unit=good, why=f"{seat} holds no more {good}")
        for good, count in held.items()
    }
    moves, nothing = [Move("sell", **amounts)], Answer("sell", dict.fromkeys(held, 0))
    about = {"list_prices": dict(t.edition.prices)}
    return Decision(seat, "order", moves, "T2.1", nothing, about, private=t.hands_are_hidden)


def price(t: HarbourTable, good: str, on_sale: int) -> int:
    """Return the list price less 1 for every unit on sale, at least 1 (T2.2)."""
    return max(1, t.edition.prices[good] - on_sale)


def sell(t: HarbourTable, seat: Seat, order: Answer, prices: dict[str, int]) -> None:
    """Carry out one order, all of it or nothing (T2.2, T2.3)."""
    income = sum(count * prices[good] for good, count in order.fields.items())
    if income == 0:
        return
    if income > t.cash("bank"):
        t.tell("order_failed", "T2.3", seat, income=income)
        return
    with t.link_rows("goods_sold"):
        for good, count in order.fields.items():
            t.move(good, count, seat, "sea", "sale", "T2.2")
        t.tell("goods_sold", "T2.2", seat, goods=dict(order.fields), income=income)
        t.receive("bank", seat, income, "sale", "T2.2")
