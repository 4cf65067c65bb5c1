"""Exact components of metrics at one moment, by which a change is split."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

    from ..events import Transfer

ExactNumber: TypeAlias = "int | Fraction"
"""A number without rounding."""


class Holding(NamedTuple):
    """One kind of thing that a metric counts.

    Args:
        unit: Unit of the ledger, or a name of the game's own for things outside the ledger, such as
            a loan.
        amount: How many.
        worth: Worth of one, in the metric's unit.
        kind: Name of things whose worth changes together ("company"). A change of their worth is
            one part, in the words of :attr:`Words.worth`.
        reason: Why the amount changes, if no transfer says it.
        goes_with: Title that the thing belongs to, as a mortgage does: the amount changes for the
            reason for which the title moves.
        priced_by: Accounts and units whose amounts set its worth, as in a market: rows of the
            ledger that change them are the evidence of a change of worth.
        reasons_of_events: Maps names of events to reasons: if one of them happens in the step in
            which the amount changes, that is why, instead of ``reason``.

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
    """The sum of holdings that a metric consists of at one moment, in the metric's unit.

    Args:
        accounts: Accounts of the ledger that contain its units.
        holdings: The holdings. A unit that has a worth at any moment of the match is listed at
            every moment, with amount 0 if nothing is held, because its worth is needed.
        prices: Values that the worths depend on, for the sentences about changes ("number": 5).
        paid_for: Maps the reason of a payment to the reason of the purchase, if they differ: both
            form one part.
        exchanged: Reasons of market exchanges at the current price. A gain in these is a change of
            worth.

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
        """The sum of the holdings: the metric before rounding."""
        return sum((one.amount * one.worth for one in self.holdings), start=0)


AmountsByPlace: TypeAlias = "Mapping[tuple[str, str], int]"
"""Amounts by account and unit: ``{("market", "grain"): 12}``."""


class DerivedComponents(NamedTuple):
    """What a metric is computed from at one moment, if it is not a sum of holdings.

    A change is split transfer by transfer: by the reasons of the transfers if there is a single
    unnamed term, otherwise by the terms. Changes from other causes, and the terms themselves, are
    described by :attr:`Words.worth` for ``kind``.

    Args:
        places: Amounts of everything that the metric depends on.
        terms: Function that computes the metric from such amounts, as named terms that sum to it.
            Everything else, such as a peg, has its current value.
        kind: Key of the words in :attr:`Words.worth`.
        prices: Other values that the metric depends on ("peg"), or each term by its name.
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
        """The sum of the terms: the metric before rounding."""
        return sum(self.terms(self.places).values(), start=0)


class CountedComponents(NamedTuple):
    """What a metric has counted of all transfers since its window began.

    Args:
        total: The sum so far.
        worth: Function that returns what a transfer adds, 0 for most, given the amounts just before
            the transfer.
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
