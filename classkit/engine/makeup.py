"""What figures are made of at one moment: by it their changes are split into parts.

Most are a sum of things, each worth so much: a :class:`Makeup`. A price, an index or a share is
:class:`Reckoned` from how much lies where. What a figure has :class:`Counted` of all that moved,
the ledger tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

    from .log import Transfer


Exact: TypeAlias = "int | Fraction"
"""A number without any rounding."""


class Holding(NamedTuple):
    """One thing that a figure counts: so much of it, each of which is worth so much.

    ``unit`` is a unit of the ledger, or a name of the game's own for what no ledger holds, such as
    a loan. ``kind`` names the things whose worth rises and falls together ("company"): a change of
    their worth is told as one, in the words of :attr:`Words.worth`. ``reason`` says why the amount
    changes where no transfer tells it; what ``goes_with`` a title, such as its mortgage, changes
    for the reason for which that title moves.
    """

    unit: str
    amount: Exact
    worth: Exact = 1
    kind: str = ""
    reason: str = ""
    goes_with: str = ""


class Makeup(NamedTuple):
    """What a figure is made of at one moment: the sum of its holdings, in the figure's unit.

    ``accounts`` are those of the ledger in which its units lie. What is worth something at one
    moment of a match is named at all of them, with the amount 0 where nothing of it is held: what
    it is worth then is needed too. ``prices`` are what the worths follow, for the words that tell
    of a change ("number": 5). ``paid_for`` gives for the reason of a payment that of the thing paid
    for, where the two differ: both are told as one.

    >>> made = Makeup(("A",), [Holding("dollars", 50), Holding("bond", 2, 100, "bond")])
    >>> made.total
    250
    """

    accounts: tuple[str, ...]
    holdings: Sequence[Holding]
    prices: Mapping[str, Any] = {}
    paid_for: Mapping[str, str] = {}

    @property
    def total(self) -> Exact:
        """The sum of the holdings: the figure, before it is rounded."""
        return sum((one.amount * one.worth for one in self.holdings), start=0)


Places: TypeAlias = "Mapping[tuple[str, str], int]"
"""How much of a unit lies in an account: ``{("market", "grain"): 12}``."""


class Reckoned(NamedTuple):
    """What a figure is reckoned from at one moment, where it is no sum of things.

    ``places`` is how much lies where of all that it depends on. ``terms`` reckons the figure from
    such places, as terms by name that sum to it; all else that it depends on, such as a peg, is as
    it is at this moment. A change is split transfer by transfer: by the reasons for which things
    moved where the one term has no name, else by the terms. What changes it besides, and each of
    the terms, is told in the words of :attr:`Words.worth` for ``kind``: with ``prices`` as it was
    and as it is of what else the figure follows ("peg"), or of each term by its name.

    >>> lie = {("market", "gold"): 20, ("market", "oil"): 5}
    >>> price = Reckoned(lie, lambda at: {"": at["market", "gold"] // at["market", "oil"]})
    >>> price.total
    4
    """

    places: Places
    terms: Callable[[Places], Mapping[str, Exact]]
    kind: str = ""
    prices: Mapping[str, Any] = {}
    paid_for: Mapping[str, str] = {}

    @property
    def total(self) -> Exact:
        """The sum of the terms: the figure, before it is rounded."""
        return sum(self.terms(self.places).values(), start=0)


class Counted(NamedTuple):
    """What a figure has counted of all that moved, since its window began: ``total``.

    ``worth`` gives what a transfer adds to it, 0 for most. Where that depends on how much lies
    where, ``places`` says it of this moment; ``worth`` is given those just before the transfer.
    """

    total: Exact
    worth: Callable[[Transfer, Places], Exact]
    places: Mapping[tuple[str, str], int] = {}


MadeOf: TypeAlias = "Makeup | Reckoned | Counted"
