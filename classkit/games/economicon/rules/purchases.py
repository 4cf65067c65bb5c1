"""Purchases: what a nation may buy with what, at which cost, and what then moves (N9.3, N9.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from classkit.engine.moves import Amount, Chance, Field, Move, OneOf, Preview
from classkit.engine.requests import Seat
from classkit.procedures.limits import ANY, Limit, least, refused

from ..accounts import CURRENCY, MARKET, RESERVE, UNITS_OF
from ..state import Economicon
from .counting import count_purchase
from .naming import at_least, no_unit, too_many
from .nouns import decimal, rounding, unit_name
from .prices import (
    NATIVE,
    NOT_NATIVE,
    TOO_DEAR,
    anchor,
    held_by,
    lot_cost,
    most_for,
    native,
    payments,
    price_pair,
)
from .standing_effects import forbids

AT_LEAST_ONE = "A purchase is of 1 unit or more (N9.3)."
SOME = at_least(1, AT_LEAST_ONE)
"""One or more, as far as the law allows."""
ANY_UNIT = {
    number: OneOf(units, why=partial(no_unit, units, "N9.3")) for number, units in UNITS_OF.items()
}
"""Number of nations -> any unit that exists with so many, as far as the law allows."""
SAME_UNIT = "{lot.unit} cannot be paid with {lot.unit} (N2.5)."
BANNED = "{event} forbids buying {lot.unit} ({lot.rule})."
NOT_THERE = "The market holds {most:,} {lot.unit}, not {lot.quantity:,} (N9.3)."
LAST_ONE = "One {lot.unit} has to stay in the market: at most {most:,} can be bought (N9.4)."


# --- the law --------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Purchase:
    """A lot that a nation buys in the market, and the unit with which it pays.

    >>> import classkit
    >>> table = classkit.new("economicon", seats=4, seed=7).table
    >>> lot = Purchase(table, "A", "grain", 60, "gold")
    >>> lot.cost, lot.most, lot.refuse()
    (25, 51, 'That costs 25 gold and A has 21 (N9.3).')
    """

    t: Economicon
    nation: Seat
    unit: str
    quantity: int
    pay_with: str

    price: tuple[int, int] = field(init=False)
    """The price of one unit on the market as it is, as a numerator and a denominator (N2.2)."""

    rule: ClassVar[str] = "N9.3"

    def __post_init__(self) -> None:
        self.price = price_pair(self.t, self.unit, self.pay_with)

    @property
    def cost(self) -> int:
        """What the lot costs, in whole units of the payment (N2.3)."""
        return lot_cost(self.quantity, *self.price)

    @property
    def exact_cost(self) -> Fraction:
        """The cost before it is rounded (N2.3)."""
        num, den = self.price
        return Fraction(self.quantity * num, den)

    @property
    def budget(self) -> int:
        """The units of the payment that the nation holds."""
        return self.t.held(self.nation, self.pay_with)

    @property
    def most(self) -> int:
        """The most of this unit that the nation can buy with this payment; 0 if none."""
        return least(self.limits())

    def refuse(self) -> str | None:
        """Return why the purchase is illegal; None if it is legal."""
        return refused(self.limits(), self.quantity, lot=self, event=self.t.event_name())

    def limits(self) -> tuple[Limit, ...]:
        """Return all that limits the purchase, in the order in which it is judged."""
        is_native = self.pay_with in native(self.t, self.nation)
        return (
            (ANY if is_native else 0, NOT_NATIVE),
            *self.limits_of_seller(),
            *payable(self.unit, self.pay_with, self.budget, self.price),
        )

    def limits_of_seller(self) -> tuple[Limit, ...]:
        """Return what limits sales of the market."""
        return for_sale(self.t, self.unit)

    def terms(self) -> dict[str, Any]:
        """Return the purchase as it is answered."""
        return {"unit": self.unit, "quantity": self.quantity, "pay_with": self.pay_with}

    def carry_out(self) -> None:
        """Tell the purchase, and exchange payment and units with the market (N9.3)."""
        self.t.tell(
            "bought", "N9.3", self.nation, unit=self.unit, qty=self.quantity,
            pay_with=self.pay_with, cost=self.cost, exact_cost=self.exact_cost,
            price=Fraction(*self.price),
        )  # fmt: skip
        self.exchange(MARKET, "payment", "purchase", "N9.3")

    def exchange(self, seller: str, payment: str, purchase: str, rule: str) -> None:
        """Count the purchase, and move payment and units between reserves and an account."""
        t, reserve, cost = self.t, RESERVE[self.nation], self.cost
        count_purchase(t, self.nation, self.unit, self.quantity, self.pay_with, cost)
        t.move(self.pay_with, cost, reserve, seller, payment, rule)
        t.move(self.unit, self.quantity, seller, reserve, purchase, rule)


def for_sale(t: Economicon, unit: str) -> tuple[Limit, ...]:
    """Return what limits sales of the market: bans, and one stays of all but gold (N9.3, N9.4)."""
    there = t.in_market(unit)
    return (
        unless_banned(t, unit),
        (there, NOT_THERE),
        (there if unit == "gold" else there - 1, LAST_ONE),
    )


def unless_banned(t: Economicon, unit: str) -> Limit:
    """Return the limit that a ban on buying a unit sets, in the market and in deals (N17.4)."""
    return 0 if forbids(t, "buy", unit) else ANY, BANNED


def payable(unit: str, pay_with: str, budget: int, price: tuple[int, int]) -> tuple[Limit, ...]:
    """Return the limits on a lot at this price that the means of payment set (N2.5, N9.3)."""
    return (
        (ANY if unit != pay_with else 0, SAME_UNIT),
        (most_for(budget, *price), TOO_DEAR),
    )


def most_for_sale(t: Economicon, unit: str, pay_with: str, budget: int) -> int:
    """Return the largest lot that the market sells for at most ``budget``; 0 if none (N2.3)."""
    price = price_pair(t, unit, pay_with)
    return least((*for_sale(t, unit), *payable(unit, pay_with, budget, price)))


Lot = TypeVar("Lot", bound=Purchase)


class Lots(Generic[Lot]):
    """The largest lots that are legal now, found lazily and remembered."""

    __slots__ = ("_found", "_left")

    def __init__(self, possible: Iterator[Lot]) -> None:
        self._left = possible
        self._found: list[Lot] = []

    def __iter__(self) -> Iterator[Lot]:
        """Yield every lot that is legal in some quantity, in its largest legal quantity."""
        yield from self._found
        for lot in self._left:
            if most := lot.most:
                lot.quantity = most
                self._found.append(lot)
                yield lot

    @property
    def are_none(self) -> bool:
        """Whether no lot is legal."""
        return next(iter(self), None) is None

    @property
    def most(self) -> int:
        """The size of the largest; 1 if there is none."""
        return max([lot.quantity for lot in self], default=1)

    def sample(self, chance: Chance) -> Lot:
        """Return one of the lots by chance, or a part of it."""
        lots = list(self)
        lot = lots[chance.below(len(lots))]
        return replace(lot, quantity=1 + chance.below(lot.quantity))


# --- the move -------------------------------------------------------------------------------------


def purchase(t: Economicon, seat: Seat) -> Move:
    """Return a purchase: the unit, how many, and what to pay with (N9.3)."""
    any_unit, lots = ANY_UNIT[len(t.seats)], Lots(possible_lots(t, seat))
    return Move(
        "buy",
        form=partial(purchase_form, t, seat, lots),
        why_none=partial(nothing_affordable, seat, lots),
        refuse=partial(refuse_purchase, t, seat),
        sample=partial(sample_purchase, lots),
        preview=partial(preview_purchase, t, seat),
        rule="N9.3",
        unit=any_unit,
        quantity=SOME,
        pay_with=any_unit,
    )


def possible_lots(t: Economicon, seat: Seat) -> Iterator[Purchase]:
    """Yield the purchases of one unit with what the nation holds, legal or not."""
    for pay_with in payments(t, seat):
        for unit in t.units:
            yield Purchase(t, seat, unit, 1, pay_with)


def nothing_affordable(seat: Seat, lots: Lots[Purchase]) -> str:
    """Return why the nation cannot buy any lot at all; an empty text if it can."""
    return f"{seat} can afford nothing in the market (N9.3)." if lots.are_none else ""


def refuse_purchase(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Refuse an illegal purchase."""
    return Purchase(t, seat, **values).refuse()


def purchase_form(t: Economicon, seat: Seat, lots: Lots[Purchase]) -> dict[str, Field]:
    """Return the fields of a purchase, with what the nation can buy and may pay with."""
    most = lots.most
    why = partial(too_many, 1, AT_LEAST_ONE, f"{seat} can buy {most:,} of a unit at most (N9.3).")
    usual = usual_payment(t, seat)
    return {
        "unit": OneOf(t.units, of="space", why=partial(no_unit, t.units, "N9.3")),
        "quantity": Amount(1, most, sensible=usual_lots, why=why),
        "pay_with": OneOf(native(t, seat), of="space", usual=usual, why=NATIVE),
    }


def usual_lots(low: int, high: int) -> list[tuple[str, int]]:
    """Return lots worth offering: nations hold enough for few units, however many there are.

    >>> [number for _, number in usual_lots(1, 12)]
    [1, 2, 5, 10]
    """
    return [("", number) for number in (1, 2, 5, 10, 20, 50) if low <= number <= high]


def usual_payment(t: Economicon, seat: Seat) -> str:
    """Return the usual payment: its own currency while it has any, else gold (N3.2)."""
    return CURRENCY[seat] if t.held(seat, CURRENCY[seat]) else "gold"


def sample_purchase(lots: Lots[Purchase], chance: Chance) -> dict[str, Any]:
    """Return a random purchase, of one of the lots that the nation can buy."""
    return lots.sample(chance).terms()


def preview_purchase(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """Preview the exact cost, the rounding, and prices before and after (N2.2, N2.3)."""
    lot = Purchase(t, seat, **values)
    unit, quantity, pay_with, cost = lot.unit, lot.quantity, lot.pay_with, lot.cost
    before = price_after(t, unit, pay_with, 0, 0)
    after = price_after(t, unit, pay_with, quantity, cost)
    good, money = unit_name(unit), unit_name(pay_with)
    rows = (
        (f"market: {good}", t.in_market(unit), t.in_market(unit) - quantity),
        (f"market: {money}", t.in_market(pay_with), t.in_market(pay_with) + cost),
        (f"own: {money}", t.held(seat, pay_with), t.held(seat, pay_with) - cost),
    )
    note = (
        f"Cost {cost:,} {unit_name(pay_with, cost)}; exactly {decimal(lot.exact_cost)}, so "
        f"{rounding(cost, lot.exact_cost)}. Price of one {unit_name(unit, 1)}: "
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
