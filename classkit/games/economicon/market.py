"""Phase 7: the market opens; purchases, passing, and gold running out (N9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Chance, JudgedMove, Move, OneOf, Preview
from classkit.engine.requests import Decision, Flow, Seat

from .accounts import CURRENCY, MARKET, RESERVE
from .counting import count_purchase
from .deals import direct_move, no_partner, partners, propose
from .delivery import deliver
from .nouns import decimal, rounding, unit_name
from .order import fix_order
from .prices import (
    NATIVE,
    anchor,
    cost_pair,
    is_tied,
    lot_cost,
    most_for,
    native,
    price_pair,
    rounded,
)
from .state import Economicon

PASS = Move("pass")
PASSING = Answer("pass")


def trade(t: Economicon) -> Flow[None]:
    """The order is fixed, goods are delivered, and nations trade in turn until all pass (N9)."""
    yield from fix_order(t)
    yield from deliver(t)
    t.passed.clear()
    counters = open_counters(t)
    taken = dict.fromkeys(t.order, 0)
    in_a_row, nations = 0, len(t.order)
    is_final, limit = t.options.pass_final, t.options.trade_turn_limit
    while len(t.passed) < nations and in_a_row < nations:
        for seat, counter in counters.items():
            if seat in t.passed:
                in_a_row += 1  # forced to pass before, and counts as passing (N9.7)
                continue
            counter.refused, has_passed = False, False
            while True:  # a nation whose proposal was refused keeps its turn (N10.3)
                answer: Answer = yield Decision(seat, "trade", counter.list_moves, "N9.2", PASSING)
                act = answer.move
                if act == "buy":
                    lot = answer.fields
                    counter.buy(lot)
                    if lot["unit"] == "gold" and not t.in_market("gold"):
                        yield from mine_for_market(t, seat)
                    break
                if act == "pass":
                    has_passed = True
                    break
                if (yield from propose(t, seat, answer.fields)):
                    break
                counter.refused = True
            in_a_row = in_a_row + 1 if has_passed else 0
            taken[seat] += 1
            if has_passed:
                t.tell_of(("passed", seat, False, t.page, t.told), 1)
            if has_passed and is_final:
                t.passed.append(seat)
            elif taken[seat] == limit:
                if not has_passed:
                    t.tell_of(("passed", seat, True, t.page, t.told), 1)
                t.passed.append(seat)
            if in_a_row >= nations:
                break
    t.passed.clear()
    for counter in counters.values():
        counter.listed = None  # what holds itself would stay in memory for a while


class Counter:
    """Where a nation trades in this phase: what it may do at its turn, and its purchases (N9.2).

    Pegs and the event stay as they are while the market is open, so that what hangs on them alone
    is found out once: what the nation may pay with, what may be bought, and who its partners are.
    """

    __slots__ = ("buyable", "direct", "listed", "native", "refused", "seat", "t")

    def __init__(
        self, t: Economicon, seat: Seat, buyable: Sequence[str], has_partners: bool
    ) -> None:
        self.t, self.seat, self.buyable = t, seat, buyable
        self.refused = False
        """Whether a proposal was declined in this turn."""
        self.native = native(t, seat)
        self.direct = None if has_partners else no_partner(seat)
        self.listed: list[Move] | None = None

    def list_moves(self) -> list[Move]:
        """A purchase, a proposal to a partner, or a pass.

        The same list serves every turn until somebody looks into a form, which shows the market
        as it is then: of a nation without partners only the purchase has one.
        """
        if self.listed is not None:
            return self.listed
        buying = JudgedMove("buy", self.make_buy, self.can_buy, "N9.3")
        if self.direct is not None:
            self.listed = [buying, self.direct, PASS]
            return self.listed
        make = partial(direct_move, self.t, self.seat, self.refused)
        return [buying, JudgedMove("direct", make, rule="N10.1"), PASS]

    def make_buy(self) -> Move:
        """The form of a purchase."""
        self.listed = None
        return buy_move(self.t, self.seat)

    def can_buy(self, values: Mapping[str, Any]) -> bool:
        """Whether the values fill the form and are a legal purchase, judged without the form."""
        unit: Any = values.get("unit")
        quantity: Any = values.get("quantity")
        pay_with: Any = values.get("pay_with")
        if len(values) != 3 or type(quantity) is not int or quantity < 1 or unit == pay_with:
            return False
        if unit not in self.buyable or pay_with not in self.native:
            return False
        t, balances = self.t, self.t.ledger.balances
        if quantity > balances[unit][MARKET] - (unit != "gold"):
            return False
        paying, bought = price_pair(t, unit, pay_with)
        return rounded(quantity * paying, bought) <= balances[pay_with][RESERVE[self.seat]]

    def buy(self, lot: Mapping[str, Any]) -> None:
        """Payment goes to the market, the units to reserves (N9.3)."""
        t, seat, reserve = self.t, self.seat, RESERVE[self.seat]
        unit, quantity, pay_with = lot["unit"], lot["quantity"], lot["pay_with"]
        paying, bought = price_pair(t, unit, pay_with)
        cost = rounded(quantity * paying, bought)
        note = (
            "bought", seat, (unit, quantity, pay_with), cost, (paying, bought), t.page, t.told,
        )  # fmt: skip
        t.put_down(note, 3)
        count_purchase(t, seat, unit, quantity, pay_with, cost)
        t.ledger.move(pay_with, cost, reserve, MARKET)
        t.ledger.move(unit, quantity, MARKET, reserve)


def open_counters(t: Economicon) -> dict[Seat, Counter]:
    """A counter for every nation, in order of play."""
    units = [unit for unit in t.units if not t.forbids("buy", unit)] if t.bans() else t.units
    tied = is_tied(t)  # mostly nobody is
    return {seat: Counter(t, seat, units, tied and bool(partners(t, seat))) for seat in t.order}


# --- purchases (N9.3) -----------------------------------------------------------------------------


def buy_move(t: Economicon, seat: Seat) -> Move:
    """A purchase as a form: the unit, how many, and what to pay with (N9.3)."""
    units = t.units
    balances = t.ledger.balances
    return Move(
        "buy",
        barred="" if affordable(t, seat) else f"{seat} can afford nothing in the market (N9.3).",
        refuse=partial(refuse_purchase, t, seat),
        sample=partial(sample_purchase, t, seat),
        preview=partial(preview_purchase, t, seat),
        rule="N9.3",
        unit=one_of(units),
        quantity=up_to(max([balances[unit][MARKET] for unit in units]) or 1),
        pay_with=payment(native(t, seat), usual_payment(t, seat)),
    )


@lru_cache(maxsize=4096)
def up_to(most: int) -> Amount:
    """A quantity of 1 or more."""
    return Amount(1, most, sensible=usual_lots, why="no more lie in the market of any unit (N9.3)")


def usual_lots(low: int, high: int) -> list[tuple[str, int]]:
    """Lots worth offering: what nations hold buys few units, however many there are.

    >>> [number for _, number in usual_lots(1, 12)]
    [1, 2, 5, 10]
    """
    return [("", number) for number in (1, 2, 5, 10, 20, 50) if low <= number <= high]


@lru_cache(maxsize=512)
def one_of(units: tuple[str, ...]) -> OneOf:
    """One of these units, which are spaces of the board."""
    return OneOf(units, of="space")


@lru_cache(maxsize=512)
def payment(units: tuple[str, ...], usual: str = "") -> OneOf:
    """What a nation may pay with (N3.2)."""
    return OneOf(units, of="space", usual=usual, why=NATIVE)


def usual_payment(t: Economicon, seat: Seat) -> str:
    """What a nation mostly pays with: its own currency while it has any, else gold (N3.2)."""
    return CURRENCY[seat] if t.held(seat, CURRENCY[seat]) else "gold"


def affordable(t: Economicon, seat: Seat) -> bool:
    """Whether any lot at all can be bought."""
    grain, gold = t.in_market("grain"), t.in_market("gold")
    if (
        t.held(seat, "gold")
        and grain > 1
        and 2 * gold < 3 * grain
        and not t.forbids("buy", "grain")
    ):
        return True  # mostly so: one grain costs one gold
    for pay_with in native(t, seat):
        held = t.held(seat, pay_with)
        if held:
            for unit in t.units:
                there = unit != pay_with and for_sale(t, unit)
                if there and held >= lot_cost(t, unit, 1, pay_with):
                    return True
    return False


def for_sale(t: Economicon, unit: str) -> int:
    """How many units may be bought now: one of each but gold stays, and bans hold (N9.4)."""
    there = t.ledger.balances[unit][MARKET]
    if t.forbids("buy", unit):
        return 0
    return there if unit == "gold" else max(0, there - 1)


def refuse_purchase(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Why a purchase is illegal (N2.5, N9.3, N9.4)."""
    unit, quantity, pay_with = values["unit"], values["quantity"], values["pay_with"]
    if unit == pay_with:
        return f"{unit} cannot be paid with {unit} (N2.5)."
    if t.forbids("buy", unit):
        return f"{t.event_name()} forbids buying {unit} (N9.3)."
    there = t.ledger.balances[unit][MARKET]
    if quantity > there:
        return f"The market holds {there:,} {unit}, not {quantity:,} (N9.3)."
    if quantity == there and unit != "gold":
        return f"One {unit} has to stay in the market: at most {there - 1:,} can be bought (N9.4)."
    held, cost = t.ledger.balances[pay_with][RESERVE[seat]], lot_cost(t, unit, quantity, pay_with)
    if cost > held:
        return f"That costs {cost:,} {pay_with} and {seat} has {held:,} (N9.3)."
    return None


def sample_purchase(t: Economicon, seat: Seat, chance: Chance) -> dict[str, Any]:
    """A purchase by chance that can be paid for, if the units chosen allow any."""
    paying = [unit for unit in native(t, seat) if t.held(seat, unit)] or ["gold"]
    pay_with = paying[chance.below(len(paying))]
    units = [unit for unit in t.units if unit != pay_with]
    unit = units[chance.below(len(units))]
    most = min(for_sale(t, unit), most_for(t, unit, pay_with, t.held(seat, pay_with)))
    return {"unit": unit, "quantity": 1 + chance.below(max(1, most)), "pay_with": pay_with}


def preview_purchase(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """The exact cost, what rounding gives or takes, and prices before and after (N2.2, N2.3)."""
    unit, quantity, pay_with = values["unit"], values["quantity"], values["pay_with"]
    num, den = cost_pair(t, unit, quantity, pay_with)
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
        f"Cost {cost:,} {unit_name(pay_with, cost)}; exactly {decimal(Fraction(num, den))}, so "
        f"{rounding(cost, Fraction(num, den))}. Price of one {unit_name(unit, 1)}: "
        f"{decimal(before)} {money} now, {decimal(after)} afterwards."
    )
    if unit == "gold" and quantity == t.in_market("gold"):
        note += " No gold is left then, so every nation mines some for the market (N9.5)."
    costs = f"costs {cost:,} {unit_name(pay_with, cost)}"  # first, and in view in a low panel
    return Preview((costs, "now", "afterwards"), rows, "", note)


def price_after(t: Economicon, unit: str, pay_with: str, bought: int, paid: int) -> Fraction:
    """The price of one unit once so many are bought and so much is paid, on the same pegs (N2.2).

    A count by a peg moves only when the unit at the end of the chain does (N2.1).
    """
    balances = t.ledger.balances
    changed = {unit: -bought, pay_with: paid}
    paying, held = counted_by(t, pay_with, held=False), counted_by(t, unit, held=True)
    top = balances[paying][MARKET] + changed.get(paying, 0)
    bottom = balances[held][MARKET] + changed.get(held, 0)
    return Fraction(top or 1, bottom or 1)


def counted_by(t: Economicon, unit: str, held: bool) -> str:
    """The unit whose number in the market gives the count of ``unit`` (N2.1, N2.4)."""
    if held and t.options.peg_values != "both":
        return unit
    return anchor(t, unit)


def mine_for_market(t: Economicon, seat: Seat) -> Flow[None]:
    """No gold is left in the market: every nation rolls, and so much new gold comes (N9.5)."""
    t.tell("gold_depleted", "N9.5", seat)
    thrown: list[tuple[Seat, int]] = []
    for other in t.seats:
        value = yield from t.throw(other, "depletion", "N9.5")
        thrown.append((other, value))
    for other, value in thrown:
        t.draw_from_supply("gold", value, MARKET, "depletion_mined", "N9.5", also={"nation": other})
