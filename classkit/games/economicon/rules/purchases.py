"""Purchases: legal lots, costs and transfers (N9.3, N9.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from classkit.engine.decisions import Seat
from classkit.engine.moves import Amount, Field, Move, OneOf, Preview, RandomGenerator
from classkit.mechanics.bounds import UNLIMITED_AMOUNT, Limit, limit_refusal, min_limit

from ..account_names import CURRENCY, MARKET, RESERVE, UNITS_BY_COUNT
from ..state import EconomiconState
from .market_prices import (
    NATIVE_TEXT,
    NOT_NATIVE_TEXT,
    TOO_DEAR_TEXT,
    compute_lot_cost,
    compute_max_lot,
    find_anchor,
    get_price_ratio,
    get_valuation_unit,
    list_native_units,
    list_payment_units,
)
from .name_refusals import build_min_amount, refuse_too_many, refuse_unit
from .noun_text import describe_rounding, format_decimal, get_unit_name
from .purchase_counters import count_purchase
from .standing_effects import is_forbidden

MIN_QUANTITY_TEXT = "Buy at least 1 unit (N9.3)."
ANY_QUANTITY = build_min_amount(1, MIN_QUANTITY_TEXT)
"""Field for a quantity of one or more, without a maximum."""
UNIT_FIELDS = {
    number: OneOf(units, why=partial(refuse_unit, units, "N9.3"))
    for number, units in UNITS_BY_COUNT.items()
}
"""Field for a choice of any unit, by number of nations."""
SAME_UNIT_TEXT = "{lot.unit} cannot be paid with {lot.unit} (N2.5)."
BANNED_TEXT = "{event} forbids buying {lot.unit} ({lot.rule})."
NOT_THERE_TEXT = "The market holds {most:,} {lot.unit}, not {lot.quantity:,} (N9.3)."
LAST_UNIT_TEXT = "One {lot.unit} must stay in the market: at most {most:,} can be bought (N9.4)."


# --- limits ---------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class MarketPurchase:
    """A lot that a nation buys in the market with a payment unit.

    >>> import classkit
    >>> table = classkit.new("economicon", seats=4, seed=7).table
    >>> lot = MarketPurchase(table, "A", "grain", 60, "gold")
    >>> lot.cost, lot.max_quantity, lot.refuse()
    (25, 51, 'That costs 25 gold, but A has 21 (N9.3).')
    """

    t: EconomiconState
    nation: Seat
    unit: str
    quantity: int
    pay_with: str

    price: tuple[int, int] = field(init=False)
    """The current price of one unit as numerator and denominator (N2.2)."""

    rule: ClassVar[str] = "N9.3"

    def __post_init__(self) -> None:
        self.price = get_price_ratio(self.t, self.unit, self.pay_with)

    @property
    def cost(self) -> int:
        """The cost of the lot in whole payment units (N2.3)."""
        return compute_lot_cost(self.quantity, *self.price)

    @property
    def exact_cost(self) -> Fraction:
        """The cost before rounding (N2.3)."""
        num, den = self.price
        return Fraction(self.quantity * num, den)

    @property
    def budget(self) -> int:
        """The nation's holding of the payment unit."""
        return self.t.get_reserve(self.nation, self.pay_with)

    @property
    def max_quantity(self) -> int:
        """The maximum quantity that the nation can buy with this payment unit, or 0."""
        return min_limit(self.get_limits())

    def refuse(self) -> str | None:
        """Return the reason why the purchase is illegal, or None."""
        return limit_refusal(
            self.get_limits(), self.quantity, lot=self, event=self.t.get_event_name()
        )

    def get_limits(self) -> tuple[Limit, ...]:
        """Return the limits of the purchase, in the order in which they are checked."""
        is_native = self.pay_with in list_native_units(self.t, self.nation)
        return (
            (UNLIMITED_AMOUNT if is_native else 0, NOT_NATIVE_TEXT),
            *self.get_seller_limits(),
            *list_payment_limits(self.unit, self.pay_with, self.budget, self.price),
        )

    def get_seller_limits(self) -> tuple[Limit, ...]:
        """Return the limits of the market's sales."""
        return list_sale_limits(self.t, self.unit)

    def get_terms(self) -> dict[str, Any]:
        """Return the fields of the answer that makes this purchase."""
        return {"unit": self.unit, "quantity": self.quantity, "pay_with": self.pay_with}

    def execute(self) -> None:
        """Log the purchase, and exchange payment and units with the market (N9.3)."""
        self.t.tell(
            "bought", "N9.3", self.nation, unit=self.unit, qty=self.quantity,
            pay_with=self.pay_with, cost=self.cost, exact_cost=self.exact_cost,
            price=Fraction(*self.price),
        )  # fmt: skip
        with self.t.link_rows("bought"):
            self.exchange_units(MARKET, "payment", "purchase", "N9.3")

    def exchange_units(self, seller: str, payment: str, purchase: str, rule: str) -> None:
        """Count the purchase, and exchange payment and units with another account."""
        t, reserve, cost = self.t, RESERVE[self.nation], self.cost
        count_purchase(t, self.nation, self.unit, self.quantity, self.pay_with, cost)
        t.move(self.pay_with, cost, reserve, seller, payment, rule)
        t.move(self.unit, self.quantity, seller, reserve, purchase, rule)


def list_sale_limits(t: EconomiconState, unit: str) -> tuple[Limit, ...]:
    """Return the limits of market sales: bans, and the last unit except gold (N9.3, N9.4)."""
    there = t.get_market_units(unit)
    return (
        get_ban_limit(t, unit),
        (there, NOT_THERE_TEXT),
        (there if unit == "gold" else there - 1, LAST_UNIT_TEXT),
    )


def get_ban_limit(t: EconomiconState, unit: str) -> Limit:
    """Return the limit that results from a ban on buying a unit (N17.4)."""
    return 0 if is_forbidden(t, "buy", unit) else UNLIMITED_AMOUNT, BANNED_TEXT


def list_payment_limits(
    unit: str, pay_with: str, budget: int, price: tuple[int, int]
) -> tuple[Limit, ...]:
    """Return the limits that the payment sets on a lot at this price (N2.5, N9.3)."""
    return (
        (UNLIMITED_AMOUNT if unit != pay_with else 0, SAME_UNIT_TEXT),
        (compute_max_lot(budget, *price), TOO_DEAR_TEXT),
    )


def get_max_lot(t: EconomiconState, unit: str, pay_with: str, budget: int) -> int:
    """Return the largest lot that the market sells for at most ``budget``, or 0 (N2.3)."""
    price = get_price_ratio(t, unit, pay_with)
    return min_limit(
        (*list_sale_limits(t, unit), *list_payment_limits(unit, pay_with, budget, price))
    )


Lot = TypeVar("Lot", bound=MarketPurchase)


class LegalLots(Generic[Lot]):
    """The largest legal lots, computed lazily and cached."""

    __slots__ = ("_found", "_left")

    def __init__(self, possible: Iterator[Lot]) -> None:
        self._left = possible
        self._found: list[Lot] = []

    def __iter__(self) -> Iterator[Lot]:
        """Yield every legal lot at its largest legal quantity."""
        yield from self._found
        for lot in self._left:
            if most := lot.max_quantity:
                lot.quantity = most
                self._found.append(lot)
                yield lot

    @property
    def is_empty(self) -> bool:
        """True if no lot is legal."""
        return next(iter(self), None) is None

    @property
    def max_quantity(self) -> int:
        """The quantity of the largest lot, or 1 without a legal lot."""
        return max([lot.quantity for lot in self], default=1)

    def sample(self, chance: RandomGenerator) -> Lot:
        """Return a random lot of any legal quantity."""
        lots = list(self)
        lot = lots[chance.below(len(lots))]
        return replace(lot, quantity=1 + chance.below(lot.quantity))


# --- the move -------------------------------------------------------------------------------------


def build_purchase_move(t: EconomiconState, seat: Seat) -> Move:
    """Return the purchase move, with unit, quantity and payment unit (N9.3)."""
    any_unit, lots = UNIT_FIELDS[len(t.seats)], LegalLots(iter_possible_lots(t, seat))
    return Move(
        "buy",
        form=partial(build_purchase_form, t, seat, lots),
        why_none=partial(explain_no_purchase, seat, lots),
        refuse=partial(refuse_purchase, t, seat),
        max_amount=("quantity", partial(get_max_purchase, t, seat)),
        sample=partial(sample_purchase, lots),
        preview=partial(preview_purchase, t, seat),
        rule="N9.3",
        unit=any_unit,
        quantity=ANY_QUANTITY,
        pay_with=any_unit,
    )


def iter_possible_lots(t: EconomiconState, seat: Seat) -> Iterator[MarketPurchase]:
    """Yield purchases of one unit for each payment unit of the nation, legal or not."""
    for pay_with in list_payment_units(t, seat):
        for unit in t.units:
            yield MarketPurchase(t, seat, unit, 1, pay_with)


def explain_no_purchase(seat: Seat, lots: LegalLots[MarketPurchase]) -> str:
    """Return the reason why the nation cannot buy anything, or ""."""
    return f"{seat} cannot afford anything in the market (N9.3)." if lots.is_empty else ""


def refuse_purchase(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> str | None:
    return MarketPurchase(t, seat, **values).refuse()


def get_max_purchase(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> int:
    return MarketPurchase(t, seat, **values).max_quantity


def build_purchase_form(
    t: EconomiconState, seat: Seat, lots: LegalLots[MarketPurchase]
) -> dict[str, Field]:
    """Return the form fields of a purchase, limited to units in stock and means of payment."""
    most = lots.max_quantity
    why = partial(
        refuse_too_many, 1, MIN_QUANTITY_TEXT, f"{seat} can buy at most {most:,} of a unit (N9.3)."
    )
    usual = get_usual_payment(t, seat)
    return {
        "unit": OneOf(t.units, of="space", why=partial(refuse_unit, t.units, "N9.3")),
        "quantity": Amount(1, most, sensible=suggest_quantities, why=why),
        "pay_with": OneOf(list_native_units(t, seat), of="space", usual=usual, why=NATIVE_TEXT),
    }


def suggest_quantities(low: int, high: int) -> list[tuple[str, int]]:
    """Suggest quantities. Nations can rarely afford more than a few units.

    >>> [number for _, number in suggest_quantities(1, 12)]
    [1, 2, 5, 10]
    """
    return [("", number) for number in (1, 2, 5, 10, 20, 50) if low <= number <= high]


def get_usual_payment(t: EconomiconState, seat: Seat) -> str:
    """Return the default payment unit: the nation's currency if it has any, else gold (N3.2)."""
    return CURRENCY[seat] if t.get_reserve(seat, CURRENCY[seat]) else "gold"


def sample_purchase(lots: LegalLots[MarketPurchase], chance: RandomGenerator) -> dict[str, Any]:
    """Return a random purchase that the nation can make."""
    return lots.sample(chance).get_terms()


def preview_purchase(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """Preview the exact cost, the rounding, and the prices before and after (N2.2, N2.3)."""
    lot = MarketPurchase(t, seat, **values)
    unit, quantity, pay_with, cost = lot.unit, lot.quantity, lot.pay_with, lot.cost
    before = compute_changed_price(t, unit, pay_with, 0, 0)
    after = compute_changed_price(t, unit, pay_with, quantity, cost)
    good, money = get_unit_name(unit), get_unit_name(pay_with)
    rows = (
        (f"market: {good}", t.get_market_units(unit), t.get_market_units(unit) - quantity),
        (f"market: {money}", t.get_market_units(pay_with), t.get_market_units(pay_with) + cost),
        (f"own: {money}", t.get_reserve(seat, pay_with), t.get_reserve(seat, pay_with) - cost),
    )
    paid = get_unit_name(pay_with, cost)
    note = (
        f"Cost {cost:,} {paid}: {format_decimal(lot.exact_cost)}, "
        f"{describe_rounding(cost, lot.exact_cost)}. Price of one {get_unit_name(unit, 1)}: "
        f"{format_decimal(before)} {get_unit_name(pay_with, before)} now, "
        f"{format_decimal(after)} afterwards."
    )
    if unit == "gold" and quantity == t.get_market_units("gold"):
        note += " No gold is left then, so every nation mines some for the market (N9.5)."
    costs = f"costs {cost:,} {paid}"  # in the header, visible on low panels without scrolling
    return Preview((costs, "now", "afterwards"), rows, "", note)


def compute_changed_price(
    t: EconomiconState, unit: str, pay_with: str, bought: int, paid: int
) -> Fraction:
    """Return the price of a unit after a purchase and its payment, with unchanged pegs (N2.2).

    The count of a pegged unit changes only with the unit at the end of its chain (N2.1).
    """
    changed = {unit: -bought, pay_with: paid}
    paying, held = find_anchor(t, pay_with), get_valuation_unit(t, unit)
    top = t.get_market_units(paying) + changed.get(paying, 0)
    bottom = t.get_market_units(held) + changed.get(held, 0)
    return Fraction(top or 1, bottom or 1)
