"""Exact components of metrics at one moment, used to split a change into contributions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

    from ..events import Transfer

ExactNumber: TypeAlias = "int | Fraction"
"""An exact number, without rounding."""


class Holding(NamedTuple):
    """A quantity of one kind of item that a metric counts.

    Args:
        unit: Unit of the ledger, or a name defined by the game for items outside the ledger, such
            as a loan.
        amount: Number of items.
        worth: Value of one item, in the metric's unit.
        kind: Name of a group of items whose values change together ("company"). A change in their
            value is one contribution, described by :attr:`Words.worth`.
        reason: Reason for a change in the amount, if it is not caused by transfers.
        goes_with: Title that the item is attached to, as a mortgage is. When the title is
            transferred, the reason for the transfer also applies to the change in the amount.
        priced_by: Accounts and units whose amounts determine the value, as in a market. Ledger rows
            that change these amounts are evidence for a change in value.
        reasons_of_events: Maps names of events to reasons. If such an event occurs in the step in
            which the amount changes, its reason replaces ``reason``.

    Example:
        >>> shares = Holding("oil", 3, worth=20)
        >>> shares.amount * shares.worth
        60
    """

    unit: str
    amount: ExactNumber
    worth: ExactNumber = 1
    kind: str = ""
    reason: str = ""
    goes_with: str = ""
    priced_by: Collection[tuple[str, str]] = ()
    reasons_of_events: Mapping[str, str] = {}


class Components(NamedTuple):
    """The holdings that add up to a metric at one moment, in the metric's unit.

    Args:
        accounts: Accounts of the ledger that contain the units.
        holdings: The holdings. A unit that has a value at any moment of the match must be listed at
            every moment, with amount 0 if necessary, because its value is needed.
        prices: Facts behind the values, such as ``{"number": 5}``. Explanations of changes use
            them.
        paid_for: Maps the reason for a payment to the reason for the purchase if they differ. Both
            form one contribution.
        exchanged: Reasons of market exchanges at the current price. A gain from such an exchange
            counts as a change in value.

    Example:
        >>> made = Components(("A",), [Holding("dollars", 50), Holding("bond", 2, 100, "bond")])
        >>> made.total
        250
    """

    accounts: tuple[str, ...]
    holdings: Sequence[Holding]
    prices: Mapping[str, Any] = {}
    paid_for: Mapping[str, str] = {}
    exchanged: Collection[str] = ()

    @property
    def total(self) -> ExactNumber:
        """The sum of the holdings, which is the metric before rounding."""
        return sum((one.amount * one.worth for one in self.holdings), start=0)


AmountsByPlace: TypeAlias = "Mapping[tuple[str, str], int]"
"""Amounts by account and unit: ``{("market", "grain"): 12}``."""


class DerivedComponents(NamedTuple):
    """The data that a metric is computed from at one moment if it is not a sum of holdings.

    A change is attributed to one transfer after another. The contributions are grouped by the
    reasons for the transfers if there is a single unnamed term, otherwise by term. Changes from
    other causes, and the terms themselves, are described by :attr:`Words.worth` for ``kind``.

    Args:
        places: Amounts that the metric depends on, by account and unit.
        terms: Function that takes such amounts and returns named terms that add up to the metric.
            Other inputs, such as a peg, have their current values.
        kind: Key of the description in :attr:`Words.worth`.
        prices: Other facts that the metric depends on, such as a peg, or the facts of each term by
            name.
        paid_for: As in :class:`Components`.

    Example:
        >>> lie = {("market", "gold"): 20, ("market", "oil"): 5}
        >>> ratio = lambda at: {"": at["market", "gold"] // at["market", "oil"]}
        >>> price = DerivedComponents(lie, ratio)
        >>> price.total
        4
    """

    places: AmountsByPlace
    terms: Callable[[AmountsByPlace], Mapping[str, ExactNumber]]
    kind: str = ""
    prices: Mapping[str, Any] = {}
    paid_for: Mapping[str, str] = {}

    @property
    def total(self) -> ExactNumber:
        """The sum of the terms, which is the metric before rounding."""
        return sum(self.terms(self.places).values(), start=0)


class CountedComponents(NamedTuple):
    """The running total of a metric that counts transfers since the start of its window.

    Args:
        total: The sum so far.
        worth: Function that takes a transfer and the amounts just before it, and returns the amount
            that the transfer adds, often 0.
        places: Current amounts, if ``worth`` depends on them.

    Example:
        >>> rent = lambda row, at: row.amount if row.reason == "rent" else 0
        >>> rents = CountedComponents(120, rent)
        >>> rents.total
        120
    """

    total: ExactNumber
    worth: Callable[[Transfer, AmountsByPlace], ExactNumber]
    places: Mapping[tuple[str, str], int] = {}


AnyComponents: TypeAlias = "Components | DerivedComponents | CountedComponents"
