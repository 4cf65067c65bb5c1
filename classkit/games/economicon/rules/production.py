"""Phase 6: goods are produced, by sealed orders or in turn (N8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from classkit.engine.moves import Amount, Answer, Chance, Field, Move, OneOf, Preview
from classkit.engine.requests import Decision, Flow, Sealed, Seat

from ..accounts import MARKET, RESERVE, STAGED, SUPPLY
from ..edition.contents import COMMODITIES, EconomiconRules, Standing
from ..state import NO_GOODS, Economicon
from .naming import any_unit, how_many, too_many
from .order import fix_order
from .prices import NATIVE, count, native

ORDER_MAX = 1_000
"""The largest order that a form takes: far more than anybody can pay for."""
OUT_OF_RANGE = partial(
    too_many, 0, "An order is of 0 or more of each commodity (N8.1).",
    f"a form takes {ORDER_MAX:,} of each at most, more than anybody can pay for (N8.5).",
)  # fmt: skip
ANY_GOODS: dict[str, Any] = dict.fromkeys(COMMODITIES, Amount(0, ORDER_MAX, why=OUT_OF_RANGE))
NO_NUMBER = how_many("order", "N8.1")


def produce(t: Economicon) -> Flow[None]:
    """Ask for orders, sealed or in turn, and carry them out (N8.6)."""
    basis = Basis(t)
    if t.options.production_order == "together":
        answers = yield Sealed([OrderForm(t, seat, basis).ask() for seat in t.seats])
        for seat, answer in answers.items():
            carry_out(t, seat, answer.fields, basis)
        return
    yield from fix_order(t)
    for seat in t.order:
        order = yield OrderForm(t, seat, basis).ask()
        if basis.hidden:
            t.orders[seat] = dict(order.fields)
        else:
            carry_out(t, seat, order.fields, basis)
    for seat, hidden in t.orders.items():
        carry_out(t, seat, hidden, basis)
    t.orders.clear()


def orders_are_hidden(t: Economicon) -> bool:
    """Return whether orders given in turn stay hidden until the last is in (N8.6)."""
    hidden: bool = t.options.production_hidden
    return hidden and t.options.production_order == "in_turn"


# --- costs ----------------------------------------------------------------------------------------


class Line(NamedTuple):
    """The cost of a commodity: ``first / den`` for one unit, ``further / den`` for each more."""

    first: int
    further: int
    den: int
    for_one: int
    """The number of units that one unit of the payment buys."""

    def cost(self, quantity: int) -> int:
        """Return the cost of a quantity, rounded once, at least 1; none costs 0 (N8.2)."""
        if quantity < 1:
            return 0
        if quantity <= self[3]:
            return 1
        first, further, den, _ = self
        return (2 * (first + (quantity - 1) * further) + den) // (2 * den) or 1

    def most(self, budget: int) -> int:
        """Return the largest quantity that costs at most ``budget``."""
        if budget < 1:
            return 0
        first, further, den, _ = self
        return most_within(budget, first, further, den)


def most_within(budget: int, first: int, further: int, den: int) -> int:
    """Return how many units a budget pays, given ``first / den`` and ``further / den``."""
    left = den * (2 * budget + 1) - 1 - 2 * first
    if left < 0:
        return 0
    most = 1 + left // (2 * further) if further else ORDER_MAX
    return most if most < ORDER_MAX else ORDER_MAX


class Basis:
    """The market as it stood when this was made, on which all costs are based (N8.2)."""

    __slots__ = (
        "cap", "factors", "goods", "hidden", "least", "lines_of", "only_gold", "payee",
        "payments", "required", "t",
    )  # fmt: skip

    def __init__(self, t: Economicon) -> None:
        options = t.options
        self.t, self.hidden = t, orders_are_hidden(t)
        self.only_gold = options.production_pay == "gold"
        """True if only gold pays for production (N8.4)."""
        self.payee = MARKET if options.production_cost_to == "market" else SUPPLY
        self.cap = capped_by(t.edition.event_effects["cap_production"].get(t.event or "", ()))
        """The most of one commodity that anybody may produce, as the event says (N17.6)."""
        self.goods = {good: t.ledger.balances[good][MARKET] or 1 for good in COMMODITIES}
        units = ("gold",) if self.only_gold else t.units
        self.payments = {unit: count(t, unit) for unit in units}
        self.factors, self.required = t.standing_on("cost_factor"), t.standing_on("require")
        """Factors of costs and least productions that cards ask, by nation (N17.4)."""
        self.least = required_by(t.edition, ())
        """The least of each to be produced by nations whose cards ask no more (N8.1)."""
        self.lines_of: dict[tuple[Seat, str], dict[str, Line]] = {}

    def lines(self, seat: Seat, pay_with: str) -> dict[str, Line]:
        """Return the cost of each commodity for a nation that pays in this unit.

        Work it out once, for all nations together unless a card makes an exception.
        """
        whose = (seat if seat in self.factors else "", pay_with)
        lines = self.lines_of.get(whose)
        if lines is None:
            effects = self.factors.get(seat, ())
            lines = self.lines_of[whose] = self.reckon(effects, pay_with)
        return lines

    def reckon(self, effects: Sequence[Standing], pay_with: str) -> dict[str, Line]:
        """Return the cost of each commodity by these factors: half, full or split (N8.2, N8.3)."""
        payment, lines = self.payments[pay_with], {}
        first_share, share, share_den = shares(self.t)
        for good, there in self.goods.items():
            num, den = cost_factors(effects, good) if effects else (1, 1)
            first, further = first_share * num * payment, share * num * payment
            den *= share_den * there
            for_one = most_within(1, first, further, den)
            lines[good] = Line(first, further, den, for_one)
        return lines

    def least_of(self, seat: Seat) -> dict[str, int]:
        """Return the least that a nation has to produce of each commodity (N8.1)."""
        effects = self.required.get(seat)
        return required_by(self.t.edition, effects) if effects else self.least

    def cost(self, seat: Seat, order: Mapping[str, Any]) -> int:
        """Return the total cost of an order, in units of its payment (N8.2)."""
        lines, cost = self.lines(seat, order.get("pay_with", "gold")), 0
        for good in COMMODITIES:
            cost += lines[good].cost(order[good])
        return cost


def shares(t: Economicon) -> tuple[int, int, int]:
    """Return the shares of its value that the first unit and each more cost (N8.2, N8.3).

    They are two numerators and their denominator.
    """
    how, num, den = t.options.production_cost, t.edition.cost_num, t.edition.cost_den
    if how == "full":
        return 1, 1, 1
    return (num if how == "half" else den), num, den


def cost_factors(effects: Sequence[Standing], good: str) -> tuple[int, int]:
    """Return the product of every ``cost_factor`` in force for a commodity (N8.2)."""
    num = den = 1
    for effect in effects:
        if effect.unit == good:
            num, den = num * effect.num, den * effect.den
    return num, den


def requirements(t: Economicon, seat: Seat) -> dict[str, int]:
    """Return the least of each to be produced: the greatest requirement (N8.1, N17.4)."""
    return required_by(t.edition, t.standing(seat, "require"))


def required_by(edition: EconomiconRules, effects: Sequence[Standing]) -> dict[str, int]:
    """Return the least of each to be produced under these standing effects (N8.1, N17.4)."""
    least = dict.fromkeys(COMMODITIES, edition.minimum_each)
    for effect in effects:
        for good in COMMODITIES:
            if effect.unit in ("", good):
                least[good] = max(least[good], effect.n)
    return least


def cap(t: Economicon, seat: Seat) -> int:
    """Return the most of one commodity to be produced: the smallest cap in force (N17.4)."""
    return capped_by(t.standing(seat, "cap_production"))


def capped_by(effects: Sequence[Standing]) -> int:
    """Return the most of one commodity to be produced under these effects (N17.4)."""
    return max(0, min([effect.n for effect in effects])) if effects else ORDER_MAX


# --- the order ------------------------------------------------------------------------------------


class OrderForm:
    """The form on which a nation orders production, with what its entries cost (N8.1)."""

    __slots__ = ("basis", "lines", "seat", "t", "units")

    def __init__(self, t: Economicon, seat: Seat, basis: Basis) -> None:
        self.t, self.seat, self.basis = t, seat, basis
        self.lines = basis.lines(seat, "gold")
        self.units = ("gold",) if basis.only_gold else native(t, seat)
        """The units with which the nation may pay (N8.4)."""

    def ask(self) -> Decision:
        """Ask how much of each commodity to order; ``about`` has the cost of each in gold."""
        basis, seat = self.basis, self.seat
        shape = (
            ANY_GOODS
            if basis.only_gold
            else {**ANY_GOODS, "pay_with": any_unit(self.t.units, "N3.2")}
        )
        moves = [
            Move(
                "order", form=self.form, refuse=self.refuse, sample=self.sample,
                preview=self.preview, **shape,
            )
        ]  # fmt: skip
        about = {"costs": {**self.lines}}
        return Decision(
            seat, "order_production", moves, "N8.1", self.default, about, basis.hidden, NO_NUMBER
        )  # fmt: skip

    def form(self) -> dict[str, Field]:
        """Return the fields: as much of each commodity as the nation can pay for (N8.5)."""
        t, seat, units = self.t, self.seat, self.units
        most = cap(t, seat)
        fields: dict[str, Field] = {
            good: Amount(0, min(most, paid), unit=good, why=why_no_more(t, seat, most, paid))
            for good in COMMODITIES
            for paid in [self.most_paid(good, units)]
        }
        if len(units) > 1:
            fields["pay_with"] = OneOf(units, of="space", why=NATIVE)
        return fields

    def most_paid(self, good: str, units: tuple[str, ...]) -> int:
        """Return the most of one commodity that any one of these units pays for (N8.5)."""
        t, seat, basis = self.t, self.seat, self.basis
        return max(basis.lines(seat, unit)[good].most(t.held(seat, unit)) for unit in units)

    def refuse(self, order: Mapping[str, Any]) -> str | None:
        """Return why an order is illegal: beyond the cap, or more than is held (N8.5, N17.4)."""
        t, seat, pay_with = self.t, self.seat, order.get("pay_with", "gold")
        if pay_with not in self.units:
            return f"{seat} cannot pay with {pay_with}: {NATIVE}."
        most = cap(t, seat)
        for good in COMMODITIES:
            if order[good] > most:
                who = t.event_name() or "A form"
                return f"{who} allows no more than {most:,} {good} (N17.4)."
        cost, held = self.basis.cost(seat, order), t.held(seat, pay_with)
        if cost > held:
            return f"That order costs {cost:,} {pay_with} and {seat} has {held:,} (N8.5)."
        return None

    def default(self) -> Answer:
        """Order one of each in turn, within the cap and the gold left (section 5, N8.1)."""
        basis, order = self.basis, dict[str, Any](NO_GOODS)
        left = self.t.held(self.seat, "gold") if basis.cap >= 1 else 0
        for good, line in self.lines.items():
            cost = line.cost(1)
            if cost <= left:
                order[good], left = 1, left - cost
        if not basis.only_gold:
            order["pay_with"] = "gold"
        return Answer("order", order)

    def sample(self, chance: Chance) -> dict[str, Any]:
        """Return a random order that the nation can pay for."""
        t, seat, basis = self.t, self.seat, self.basis
        pay_with, order = "gold", dict[str, Any](NO_GOODS)
        if not basis.only_gold:
            units = native(t, seat)
            order["pay_with"] = pay_with = units[chance.below(len(units))]
        left, most = t.held(seat, pay_with), min(cap(t, seat), 12)
        for good, line in basis.lines(seat, pay_with).items():
            wanted = chance.below(most + 1)
            while wanted and line.cost(wanted) > left:
                wanted -= 1
            order[good] = wanted
            left -= line.cost(wanted)
        return order

    def preview(self, order: Mapping[str, Any]) -> Preview:
        """Preview the cost of each commodity ordered, and what is left to pay with (N8.2)."""
        t, seat, basis = self.t, self.seat, self.basis
        pay_with = order.get("pay_with", "gold")
        rows = tuple(
            (good, order[good], line.cost(order[good]))
            for good, line in basis.lines(seat, pay_with).items()
        )
        total = sum(cost for _, _, cost in rows)
        required = basis.least_of(seat)
        least = [good for good in COMMODITIES if order[good] < required[good]]
        note = f"In all {total} {pay_with}; {t.held(seat, pay_with) - total} remain in reserves."
        if least:
            note += f" Below the requirement: {', '.join(least)}."
        return Preview(("", "units", "cost"), rows, "units", note)


# --- carrying it out ------------------------------------------------------------------------------


def why_no_more(t: Economicon, seat: Seat, most: int, paid: int) -> str:
    """Return what limits an order of one commodity: the event, or the money (N8.5)."""
    if most <= paid and most < ORDER_MAX:
        return f"{t.event_name()} allows no more of a commodity (N17.4)"
    return f"{seat} cannot pay for more (N8.5)" if paid < ORDER_MAX else "a form takes no more"


def carry_out(t: Economicon, seat: Seat, order: Mapping[str, Any], basis: Basis) -> None:
    """Pay for what the supply can serve, and stage it (N8.4, N8.7)."""
    nation, balances, pay_with = t.nations[seat], t.ledger.balances, order.get("pay_with", "gold")
    served: dict[str, int] = {}
    for good in COMMODITIES:
        number, there = order[good], balances[good][SUPPLY]
        if number > there:
            number = there
        served[good] = number
    cost = basis.cost(seat, {**served, "pay_with": pay_with})
    t.move(pay_with, cost, RESERVE[seat], basis.payee, "production_cost", "N8.4")
    t.move_each(served, SUPPLY, STAGED[seat], "produced", "N8.7")
    nation.unmet_production = unmet_by(basis.least_of(seat), served)
    nation.produced = served


def unmet_by(required: Mapping[str, int], produced: Mapping[str, int]) -> int:
    """Return how many commodities are below the requirement, for any reason (N8.1, N8.5)."""
    unmet = 0
    for good in COMMODITIES:
        if produced[good] < required[good]:
            unmet += 1
    return unmet
