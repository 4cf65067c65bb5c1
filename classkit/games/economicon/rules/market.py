"""Phase 7: the market opens; purchases, passing, and gold running out (N9)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import cycle
from typing import Any

from classkit.engine.moves import Amount, Answer, Chance, Field, Move, OneOf, Preview
from classkit.engine.requests import Decision, Flow, Seat

from ..accounts import CURRENCY, MARKET, RESERVE, UNITS_OF
from ..state import Economicon
from .counting import count_purchase
from .deals import direct_move, propose
from .delivery import deliver
from .naming import at_least, no_unit, too_many
from .nouns import decimal, rounding, unit_name
from .order import fix_order
from .prices import (
    NATIVE,
    anchor,
    exact_cost,
    held_by,
    lot_cost,
    most_for,
    native,
    price_pair,
    rounded,
)

PASS = Move("pass")
AT_LEAST_ONE = "A purchase is of 1 unit or more (N9.3)."
SOME = at_least(1, AT_LEAST_ONE)
"""One or more, as far as the law allows."""
ANY_UNIT = {
    number: OneOf(units, why=partial(no_unit, units, "N9.3")) for number, units in UNITS_OF.items()
}
"""Number of nations -> any unit that there is then, as far as the law allows."""


def trade(t: Economicon) -> Flow[None]:
    """Fix the order of play, deliver the goods, and open the market (N9)."""
    yield from fix_order(t)
    yield from deliver(t)
    yield from trade_until_all_pass(t)


def trade_until_all_pass(t: Economicon) -> Flow[None]:
    """Give nations trade turns, going round, until all pass one after another (N9.2, N9.6)."""
    turns, in_a_row = dict.fromkeys(t.order, 0), 0
    t.passed.clear()
    for seat in cycle(t.order):
        if in_a_row == len(t.order):
            break
        in_a_row += 1
        if seat in t.passed:
            continue
        turns[seat] += 1
        has_passed = yield from take_turn(t, seat)
        if not has_passed:
            in_a_row = 0
        if has_passed and t.options.pass_final:
            t.passed.append(seat)
        elif turns[seat] == t.options.trade_turn_limit:
            if not has_passed:
                t.tell("passed", "N9.7", seat, forced=True)
            t.passed.append(seat)
    t.passed.clear()


def take_turn(t: Economicon, seat: Seat) -> Flow[bool]:
    """Let a nation buy, deal with a partner, or pass (N9.2). Return whether it passed."""
    refused = False
    while True:
        moves = partial(trading_moves, t, seat, refused)
        answer: Answer = yield Decision(seat, "trade", moves, "N9.2", "pass")
        if answer.move == "pass":
            t.tell("passed", "N9.6", seat, forced=False)
            return True
        if answer.move == "buy":
            buy(t, seat, **answer.fields)
            if answer.fields["unit"] == "gold" and not t.in_market("gold"):
                yield from mine_for_market(t, seat)
            return False
        if (yield from propose(t, seat, answer.fields)):
            return False
        refused = True  # a nation whose proposal was refused keeps its turn (N10.3)


def trading_moves(t: Economicon, seat: Seat, refused: bool) -> list[Move]:
    """List a purchase, a proposal to a partner, and the pass (N9.2)."""
    return [purchase(t, seat), direct_move(t, seat, refused), PASS]


# --- purchases (N9.3) -----------------------------------------------------------------------------


def purchase(t: Economicon, seat: Seat) -> Move:
    """Return a purchase: the unit, how many, and what to pay with (N9.3)."""
    any_unit = ANY_UNIT[len(t.seats)]
    return Move(
        "buy",
        form=partial(purchase_form, t, seat),
        why_none=partial(nothing_affordable, t, seat),
        refuse=partial(refuse_purchase, t, seat),
        sample=partial(sample_purchase, t, seat),
        preview=partial(preview_purchase, t, seat),
        rule="N9.3",
        unit=any_unit,
        quantity=SOME,
        pay_with=any_unit,
    )


def purchase_form(t: Economicon, seat: Seat) -> dict[str, Field]:
    """Return the fields of a purchase, with what the market holds and the nation may pay with."""
    most = max(t.in_market(unit) for unit in t.units) or 1
    why = partial(too_many, 1, AT_LEAST_ONE, f"the market holds {most:,} of a unit at most (N9.3).")
    usual = usual_payment(t, seat)
    return {
        "unit": OneOf(t.units, of="space", why=partial(no_unit, t.units, "N9.3")),
        "quantity": Amount(1, most, sensible=usual_lots, why=why),
        "pay_with": OneOf(native(t, seat), of="space", usual=usual, why=NATIVE),
    }


def buy(t: Economicon, seat: Seat, unit: str, quantity: int, pay_with: str) -> None:
    """Move the payment to the market, and the units to reserves (N9.3)."""
    paying, bought = price_pair(t, unit, pay_with)
    reserve, cost = RESERVE[seat], rounded(quantity * paying, bought)
    t.tell(
        "bought", "N9.3", seat, unit=unit, qty=quantity, pay_with=pay_with, cost=cost,
        exact_cost=Fraction(quantity * paying, bought), price=Fraction(paying, bought),
    )  # fmt: skip
    count_purchase(t, seat, unit, quantity, pay_with, cost)
    t.move(pay_with, cost, reserve, MARKET, "payment", "N9.3")
    t.move(unit, quantity, MARKET, reserve, "purchase", "N9.3")


def usual_lots(low: int, high: int) -> list[tuple[str, int]]:
    """Return lots worth offering: nations hold enough for few units, however many there are.

    >>> [number for _, number in usual_lots(1, 12)]
    [1, 2, 5, 10]
    """
    return [("", number) for number in (1, 2, 5, 10, 20, 50) if low <= number <= high]


def usual_payment(t: Economicon, seat: Seat) -> str:
    """Return the usual payment: its own currency while it has any, else gold (N3.2)."""
    return CURRENCY[seat] if t.held(seat, CURRENCY[seat]) else "gold"


def nothing_affordable(t: Economicon, seat: Seat) -> str:
    """Return why the nation cannot buy any lot at all; an empty text if it can."""
    for pay_with in native(t, seat):
        held = t.held(seat, pay_with)
        for unit in t.units if held else ():
            there = unit != pay_with and for_sale(t, unit)
            if there and held >= lot_cost(t, unit, 1, pay_with):
                return ""
    return f"{seat} can afford nothing in the market (N9.3)."


def for_sale(t: Economicon, unit: str) -> int:
    """Return how many units may be bought now: bans hold, and one stays of all but gold (N9.4)."""
    if t.forbids("buy", unit):
        return 0
    return t.in_market(unit) if unit == "gold" else max(0, t.in_market(unit) - 1)


def refuse_purchase(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Refuse an illegal purchase (N2.5, N9.3, N9.4)."""
    unit, quantity, pay_with = values["unit"], values["quantity"], values["pay_with"]
    if unit == pay_with:
        return f"{unit} cannot be paid with {unit} (N2.5)."
    if pay_with not in native(t, seat):
        return f"{seat} cannot pay with {pay_with}: {NATIVE}."
    if t.forbids("buy", unit):
        return f"{t.event_name()} forbids buying {unit} (N9.3)."
    there = t.in_market(unit)
    if quantity > there:
        return f"The market holds {there:,} {unit}, not {quantity:,} (N9.3)."
    if quantity == there and unit != "gold":
        return f"One {unit} has to stay in the market: at most {there - 1:,} can be bought (N9.4)."
    held, cost = t.held(seat, pay_with), lot_cost(t, unit, quantity, pay_with)
    if cost > held:
        return f"That costs {cost:,} {pay_with} and {seat} has {held:,} (N9.3)."
    return None


def sample_purchase(t: Economicon, seat: Seat, chance: Chance) -> dict[str, Any]:
    """Return a random purchase that can be paid for, if the units chosen allow any."""
    paying = [unit for unit in native(t, seat) if t.held(seat, unit)] or ["gold"]
    pay_with = paying[chance.below(len(paying))]
    units = [unit for unit in t.units if unit != pay_with]
    unit = units[chance.below(len(units))]
    most = min(for_sale(t, unit), most_for(t, unit, pay_with, t.held(seat, pay_with)))
    return {"unit": unit, "quantity": 1 + chance.below(max(1, most)), "pay_with": pay_with}


def preview_purchase(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """Preview the exact cost, the rounding, and prices before and after (N2.2, N2.3)."""
    unit, quantity, pay_with = values["unit"], values["quantity"], values["pay_with"]
    exact = exact_cost(t, unit, quantity, pay_with)
    cost = lot_cost(t, unit, quantity, pay_with)
    before = price_after(t, unit, pay_with, 0, 0)
    after = price_after(t, unit, pay_with, quantity, cost)
    good, money = unit_name(unit), unit_name(pay_with)
    rows = (
        (f"market: {good}", t.in_market(unit), t.in_market(unit) - quantity),
        (f"market: {money}", t.in_market(pay_with), t.in_market(pay_with) + cost),
        (f"own: {money}", t.held(seat, pay_with), t.held(seat, pay_with) - cost),
    )
    note = (
        f"Cost {cost:,} {unit_name(pay_with, cost)}; exactly {decimal(exact)}, so "
        f"{rounding(cost, exact)}. Price of one {unit_name(unit, 1)}: "
        f"{decimal(before)} {unit_name(pay_with, before)} now, {decimal(after)} afterwards."
    )
    if unit == "gold" and quantity == t.in_market("gold"):
        note += " No gold is left then, so every nation mines some for the market (N9.5)."
    costs = f"costs {cost:,} {unit_name(pay_with, cost)}"  # first, and in view in a low panel
    return Preview((costs, "now", "afterwards"), rows, "", note)


def price_after(t: Economicon, unit: str, pay_with: str, bought: int, paid: int) -> Fraction:
    """Return the price of a unit after a purchase and its payment, on the same pegs (N2.2).

    A count by a peg moves only when the unit at the end of the chain does (N2.1).
    """
    changed = {unit: -bought, pay_with: paid}
    paying, held = anchor(t, pay_with), held_by(t, unit)
    top = t.in_market(paying) + changed.get(paying, 0)
    bottom = t.in_market(held) + changed.get(held, 0)
    return Fraction(top or 1, bottom or 1)


def mine_for_market(t: Economicon, seat: Seat) -> Flow[None]:
    """Let every nation roll for new gold when none is left in the market (N9.5)."""
    t.tell("gold_depleted", "N9.5", seat)
    thrown: dict[Seat, int] = {}
    for other in t.seats:
        thrown[other] = yield from t.throw(other, "depletion", "N9.5")
    for other, face in thrown.items():
        t.draw_from_supply("gold", face, MARKET, "depletion_mined", "N9.5", also={"nation": other})
