"""How bots choose purchases: spare money, legal lots and demanded goods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias

from classkit.engine.policy import Reply

from ..account_names import CURRENCY
from ..presentation.view import EconomiconView
from ..rules_data import COMMODITIES
from .duties import MAX_BOUND, Duties

Purse: TypeAlias = tuple[str, int]
"""A payment unit, and the number of units that may be spent."""


def build_purchase(unit: str, quantity: int, pay_with: str) -> Reply:
    return "buy", {"unit": unit, "quantity": quantity, "pay_with": pay_with}


def get_spare_money(
    view: EconomiconView, seat: str, duties: Duties, gold_kept: int
) -> tuple[Purse, Purse]:
    """Return the nation's currency and gold that the bot can spend beyond its minimum."""
    own, gold = view.purse(seat)
    kept = duties.keeps_gold
    if kept < gold_kept:
        kept = gold_kept
    return (CURRENCY[seat], own - duties.keeps_own), ("gold", gold - kept)


def get_payment_limit(view: EconomiconView, seat: str, duties: Duties) -> int:
    """Return how many units law L09 still allows the seat to spend on purchases in this round."""
    return duties.pays_most - int(view.measure(seat, "paid.total"))


def get_max_lot(
    view: EconomiconView, seat: str, unit: str, pay_with: str, budget: int, duties: Duties
) -> int:
    """Return the largest lot that the budget, the market and laws allow."""
    if duties.pays_most < MAX_BOUND:
        budget = min(budget, get_payment_limit(view, seat, duties))
    most = view.most_for(unit, pay_with, budget)
    limits = duties.limits
    if most and limits and unit in COMMODITIES:
        if "bought.goods" in limits:
            most = min(most, limits["bought.goods"] - int(view.measure(seat, "bought.goods")))
        if unit in limits:
            most = min(most, limits[unit] + duties.wanted[unit] - view.held(seat, unit))
    return most


def choose_purchase(
    view: EconomiconView,
    seat: str,
    unit: str,
    quantity: int,
    purses: tuple[Purse, ...],
    duties: Duties,
) -> Reply | None:
    """Return a purchase paid from the first purse that can afford one unit, or None."""
    for pay_with, budget in purses:
        if budget > 0:
            most = get_max_lot(view, seat, unit, pay_with, budget, duties)
            if most > 0:
                return build_purchase(unit, quantity if quantity < most else most, pay_with)
    return None


def is_purchase_worthwhile(
    view: EconomiconView, seat: str, duties: Duties, unit: str, quantity: int, pay_with: str
) -> bool:
    """Return True if a purchase in the last round does not lower the nation's worth (N16.1).

    A purchase raises the price of the bought unit and lowers the price of the payment unit for
    every holder. In addition, the people consume some of the bought units (N12.1).
    """
    moved = {unit: -quantity, pay_with: view.cost(unit, quantity, pay_with)}
    return estimate_end_worth(view, seat, duties, moved) >= estimate_end_worth(
        view, seat, duties, {}
    )


def estimate_end_worth(
    view: EconomiconView, seat: str, duties: Duties, moved: Mapping[str, int]
) -> Fraction:
    """Return the worth of the reserves in gold after consumption and a trade with the market.

    ``moved`` maps units to the number that goes to the market. It is negative for units that the
    nation receives from the market.
    """
    liquid = view.options.final_valuation == "liquidation"
    num, den = 0, 1  # integers, because bots evaluate this for every purchase at the end
    for unit in view.units:
        left = view.held(seat, unit) - moved.get(unit, 0) - duties.wanted.get(unit, 0)
        if left > 0:
            by = view.held_by(unit)
            there = max(view.market(by) + moved.get(by, 0), 1)
            if liquid and unit != "gold":
                there += left
            num, den = num * there + left * den, den * there
    return Fraction(num * max(view.market("gold") + moved.get("gold", 0), 1), den)


def buy_best_value(view: EconomiconView, seat: str, purse: Purse, duties: Duties) -> Reply | None:
    """Return a purchase of the commodity that gives a purse the most value."""
    pay_with, budget = purse
    best, most, gain = "", 0, 0.0
    for good in COMMODITIES:
        lot = get_max_lot(view, seat, good, pay_with, budget, duties)
        value = lot / view.count_held(good)
        if value > gain:
            best, most, gain = good, lot, value
    return build_purchase(best, most, pay_with) if best else None


def buy_commodity(
    view: EconomiconView, seat: str, good: str, missing: int, duties: Duties, gold_kept: int
) -> Reply | None:
    """Return a purchase of a commodity, paid in the nation's currency if it has any, else gold.

    Keep ``gold_kept`` gold, unless the people would be short of goods.
    """
    kept = gold_kept if missing <= duties.needs[good] - duties.wanted[good] else 0
    own, gold = purses = get_spare_money(view, seat, duties, kept)
    paid = duties.pays_gold
    if paid and paid > int(view.measure(seat, "paid.gold")):
        purses = gold, own
    return choose_purchase(view, seat, good, missing, purses, duties)


def buy_required(
    view: EconomiconView, seat: str, duties: Duties, asked: Iterable[tuple[str, int]]
) -> Reply | None:
    """Return a purchase of gold, currency or a small lot that meets a demand in ``asked``.

    Buy as much as the nation can pay for, but keep the last gold.
    """
    lacking = view.short_of(seat, asked)
    found: Reply | None = None
    if not lacking:
        return found
    own, gold = purses = get_spare_money(view, seat, duties, 1)
    if "reserves.gold" in lacking:
        found = choose_purchase(view, seat, "gold", lacking["reserves.gold"], (own,), duties)
    foreign = lacking.get("reserves.foreign", 0)
    if "bought.foreign" in lacking and lacking["bought.foreign"] > foreign:
        foreign = lacking["bought.foreign"]
    if found is None and foreign:
        found = choose_purchase(
            view, seat, find_cheapest_foreign(view, seat), foreign, purses, duties
        )
    if found is None and "reserves.own" in lacking:
        found = choose_purchase(
            view, seat, CURRENCY[seat], lacking["reserves.own"], (gold,), duties
        )
    if found is None and "paid.gold" in lacking and (left := view.held(seat, "gold") - 2) > 0:
        dear = min(COMMODITIES, key=view.market)
        lot = max(1, view.most_for(dear, "gold", min(lacking["paid.gold"], left)))
        found = choose_purchase(view, seat, dear, lot, (gold,), duties)
    if found is None and ("bought.goods" in lacking or "bought.lots" in lacking):
        cheap = max(COMMODITIES, key=view.market)
        found = choose_purchase(view, seat, cheap, lacking.get("bought.goods", 1), purses, duties)
    return found


def find_cheapest_foreign(view: EconomiconView, seat: str) -> str:
    """Return the cheapest foreign currency. Ties go to the first nation."""
    found, most = "", 0
    for other in view.seats:
        if other != seat:
            count = view.count_held(CURRENCY[other])
            if count > most:
                found, most = CURRENCY[other], count
    return found
