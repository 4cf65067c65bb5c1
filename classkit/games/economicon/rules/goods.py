"""A number of each commodity: what orders of production and releases have in common (N8, N9.1)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from classkit.engine.moves import Amount
from classkit.engine.requests import Seat
from classkit.procedures.limits import Limit, least, refused

from ..contents import COMMODITIES
from ..state import Economicon
from .naming import too_few


@dataclass(slots=True, eq=False)
class Goods(ABC):
    """The numbers of commodities in an order or a release, and the limits on them."""

    t: Economicon
    nation: Seat
    stated: Mapping[str, Any]

    none_or_more: ClassVar[str]
    """The sentence for a number below 0."""

    @abstractmethod
    def limits(self, good: str) -> tuple[Limit, ...]:
        """Return the limits on one commodity, given the numbers stated for the others."""

    def most(self, good: str) -> int:
        """Return the most of a commodity, given the numbers stated for the others."""
        return least(self.limits(good))

    def refuse(self) -> str | None:
        """Return why the numbers are illegal; None if they are legal."""
        for good in COMMODITIES:
            if number := self.stated[good]:
                reason = refused(
                    self.limits(good), number, lot=self, good=good, event=self.t.event_name()
                )
                if reason is not None:
                    return reason
        return None

    def amount(self, good: str) -> Amount:
        """Return the field of a commodity in a form, with the same limits."""
        return Amount(0, self.most(good), unit=good, why=partial(self.refuse_one, good))

    def refuse_one(self, good: str, number: int) -> str | None:
        """Return why a commodity cannot stand at this number; None if it can."""
        reason = too_few(0, self.none_or_more, number)
        return reason or replace(self, stated={**self.stated, good: number}).refuse()

    def filled(self, choose: Callable[[int], int]) -> dict[str, Any]:
        """Return numbers chosen for one commodity after another: ``choose(most)`` picks each."""
        found = replace(self, stated=dict(self.stated))
        for good in COMMODITIES:
            found.stated = {**found.stated, good: choose(found.most(good))}
        return dict(found.stated)
