"""Amounts of each commodity, as production orders and releases use them (N8, N9.1)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from classkit.engine.decisions import Seat
from classkit.engine.moves import Amount
from classkit.mechanics.bounds import Limit, limit_refusal, min_limit

from ..rules_data import COMMODITIES
from ..state import EconomiconState
from .name_refusals import refuse_too_few


@dataclass(slots=True, eq=False)
class CommodityAmounts(ABC):
    """Amounts of commodities, and the limits on them."""

    t: EconomiconState
    nation: Seat
    stated: Mapping[str, Any]

    none_or_more: ClassVar[str]
    """The error message for a number below 0."""

    @abstractmethod
    def get_limits(self, good: str) -> tuple[Limit, ...]:
        """Return the limits of one commodity, given the amounts of the others."""

    def get_max_amount(self, good: str) -> int:
        """Return the maximum of one commodity, given the amounts of the others."""
        return min_limit(self.get_limits(good))

    def refuse(self) -> str | None:
        """Return the reason why the amounts are illegal, or None."""
        for good in COMMODITIES:
            if number := self.stated[good]:
                reason = limit_refusal(
                    self.get_limits(good),
                    number,
                    lot=self,
                    good=good,
                    event=self.t.get_event_name(),
                )
                if reason is not None:
                    return reason
        return None

    def build_field(self, good: str) -> Amount:
        """Return the form field of a commodity, with the same limits."""
        return Amount(
            0, self.get_max_amount(good), unit=good, why=partial(self.refuse_amount, good)
        )

    def refuse_amount(self, good: str, number: int) -> str | None:
        """Return the reason why a commodity cannot have this amount, or None."""
        reason = refuse_too_few(0, self.none_or_more, number)
        return reason or replace(self, stated={**self.stated, good: number}).refuse()

    def fill_amounts(self, choose: Callable[[int], int]) -> dict[str, Any]:
        """Choose an amount for each commodity in turn by calling ``choose(most)``."""
        found = replace(self, stated=dict(self.stated))
        for good in COMMODITIES:
            found.stated = {**found.stated, good: choose(found.get_max_amount(good))}
        return dict(found.stated)
