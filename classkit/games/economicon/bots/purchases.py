"""Purchases of a banker: its spare money, the lots that laws allow, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from classkit.engine.policy import Reply

from ..accounts import CURRENCY
from ..contents import COMMODITIES
from ..shown.view import EconomiconView
from .duties import FREE, Duties

Purse: TypeAlias = tuple[str, int]
"""The unit to pay with, and how many of it may be spent."""


def buying(unit: str, quantity: int, pay_with: str) -> Reply:
    """Return a purchase in the market."""
    return "buy", {"unit": unit, "quantity": quantity, "pay_with": pay_with}


def spare_money(
    view: EconomiconView, seat: str, duties: Duties, gold_kept: int
) -> tuple[Purse, Purse]:
    """Return own currency and gold to spend, beyond the gold and what laws want kept."""
    own, gold = view.purse(seat)
    kept = duties.keeps_gold
    if kept < gold_kept:
        kept = gold_kept
    return (CURRENCY[seat], own - duties.keeps_own), ("gold", gold - kept)


def may_pay(view: EconomiconView, seat: str, duties: Duties) -> int:
    """Return how many units may still be paid for purchases in this round (as L09 limits)."""
    return duties.pays_most - int(view.measure(seat, "paid.total"))


def most_of(
    view: EconomiconView, seat: str, unit: str, pay_with: str, budget: int, duties: Duties
) -> int:
    """Return the largest lot within a budget, the market, and what laws allow."""
    if duties.pays_most < FREE:
        budget = min(budget, may_pay(view, seat, duties))
    most = view.most_for(unit, pay_with, budget)
    limits = duties.limits
    if most and limits and unit in COMMODITIES:
        if "bought.goods" in limits:
            most = min(most, limits["bought.goods"] - int(view.measure(seat, "bought.goods")))
        if unit in limits:
            most = min(most, limits[unit] + duties.wanted[unit] - view.held(seat, unit))
    return most


def buy(
    view: EconomiconView,
    seat: str,
    unit: str,
    quantity: int,
    purses: tuple[Purse, ...],
    duties: Duties,
) -> Reply | None:
    """Return an order for the unit, paid from the first purse that can afford at least one."""
    for pay_with, budget in purses:
        if budget > 0:
            most = most_of(view, seat, unit, pay_with, budget, duties)
            if most > 0:
                return buying(unit, quantity if quantity < most else most, pay_with)
    return None


def pays(
    view: EconomiconView, seat: str, duties: Duties, unit: str, quantity: int, pay_with: str
) -> bool:
    """Return whether a purchase in the last round leaves no less worth for the end (N16.1).

    A purchase makes what is bought dearer, and what pays for it cheaper, for all who hold it.
    Before the end the people also eat some of what is bought (N12.1).
    """
    moved = {unit: -quantity, pay_with: view.cost(unit, quantity, pay_with)}
    return end_worth(view, seat, duties, moved) >= end_worth(view, seat, duties, {})


def end_worth(
    view: EconomiconView, seat: str, duties: Duties, moved: Mapping[str, int]
) -> Fraction:
    """Return what reserves will be worth in gold after consumption and a trade with the market.

    ``moved`` has how many of each unit go to the market; units that come from it count below 0.
    """
    num, den = 0, 1  # as whole numbers: it is asked of each purchase that bots weigh at the end
    for unit in view.units:
        left = view.held(seat, unit) - moved.get(unit, 0) - duties.wanted.get(unit, 0)
        if left > 0:
            by = view.held_by(unit)
            there = max(view.market(by) + moved.get(by, 0), 1)
            num, den = num * there + left * den, den * there
    return Fraction(num * max(view.market("gold") + moved.get("gold", 0), 1), den)


def buy_most_value(view: EconomiconView, seat: str, purse: Purse, duties: Duties) -> Reply | None:
    """Return a purchase of the commodity of which a purse buys the largest value."""
    pay_with, budget = purse
    best, most, gain = "", 0, 0.0
    for good in COMMODITIES:
        lot = most_of(view, seat, good, pay_with, budget, duties)
        value = lot / view.count_held(good)
        if value > gain:
            best, most, gain = good, lot, value
    return buying(best, most, pay_with) if best else None


def buy_good(
    view: EconomiconView, seat: str, good: str, missing: int, duties: Duties, gold_kept: int
) -> Reply | None:
    """Return a purchase of a commodity, with own currency if there is any, else gold.

    Gold up to ``gold_kept`` is kept unless people would go hungry.
    """
    kept = gold_kept if missing <= duties.needs[good] - duties.wanted[good] else 0
    own, gold = purses = spare_money(view, seat, duties, kept)
    paid = duties.pays_gold
    if paid and paid > int(view.measure(seat, "paid.gold")):
        purses = gold, own
    return buy(view, seat, good, missing, purses, duties)


def buy_asked(view: EconomiconView, seat: str, duties: Duties) -> Reply | None:
    """Return a purchase of gold, currency or a small lot that laws or the event ask for.

    Buy as much as the nation's holdings pay for, but keep the last gold.
    """
    lacking = view.short_of(seat, duties.asked)
    found: Reply | None = None
    if not lacking:
        return found
    own, gold = purses = spare_money(view, seat, duties, 1)
    if "reserves.gold" in lacking:
        found = buy(view, seat, "gold", lacking["reserves.gold"], (own,), duties)
    foreign = lacking.get("reserves.foreign", 0)
    if "bought.foreign" in lacking and lacking["bought.foreign"] > foreign:
        foreign = lacking["bought.foreign"]
    if found is None and foreign:
        found = buy(view, seat, cheapest_foreign(view, seat), foreign, purses, duties)
    if found is None and "reserves.own" in lacking:
        found = buy(view, seat, CURRENCY[seat], lacking["reserves.own"], (gold,), duties)
    if found is None and "paid.gold" in lacking and (left := view.held(seat, "gold") - 2) > 0:
        dear = min(COMMODITIES, key=view.market)
        lot = max(1, view.most_for(dear, "gold", min(lacking["paid.gold"], left)))
        found = buy(view, seat, dear, lot, (gold,), duties)
    if found is None and ("bought.goods" in lacking or "bought.lots" in lacking):
        cheap = max(COMMODITIES, key=view.market)
        found = buy(view, seat, cheap, lacking.get("bought.goods", 1), purses, duties)
    return found


def cheapest_foreign(view: EconomiconView, seat: str) -> str:
    """Return the foreign currency of which one unit buys most; ties go to the first nation."""
    found, most = "", 0
    for other in view.seats:
        if other != seat:
            count = view.count_held(CURRENCY[other])
            if count > most:
                found, most = CURRENCY[other], count
    return found
