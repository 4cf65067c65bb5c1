"""What figures in gold are made of, and why what a nation holds is worth more or less."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.metrics import Holding, Makeup
from classkit.engine.requests import Seat
from classkit.engine.words import Say, Sentence

from ..accounts import CURRENCY, RESERVE
from ..contents import COMMODITIES
from ..rules.ending import worth_of
from ..rules.nouns import Facts, from_to
from ..rules.prices import gold_price
from ..state import Economicon

PRODUCTION = "production"
PAID_FOR = {
    "payment": "purchase", "direct_payment": "direct_purchase", "production_cost": PRODUCTION,
    "kept": PRODUCTION,
}  # fmt: skip
EXCHANGED = ("purchase", "direct_purchase")
"""What is bought costs as much as it counts for just then (N2.3, N16.1)."""


def worth_made_of(t: Economicon, seat: Seat) -> Makeup:
    """Return what the worth of a nation's reserves is made of, unit by unit (N16.1)."""
    held = {unit: t.held(seat, unit) for unit in t.units}
    worth = {
        unit: worth_of(t, unit, count) / count if count else gold_price(t, unit)
        for unit, count in held.items()
    }
    return Makeup(
        (RESERVE[seat],),
        [Holding(unit, held[unit], worth[unit], unit) for unit in t.units],
        worth,
        PAID_FOR,
        EXCHANGED,
    )


def gold_made_of(t: Economicon, seat: Seat) -> Makeup:
    """Return what the gold in a nation's reserves is made of (N0.5)."""
    return Makeup((RESERVE[seat],), [Holding("gold", t.held(seat, "gold"))], {}, PAID_FOR)


def tell_price(unit: str) -> Sentence:
    """Return the words for a unit whose price in gold has changed (N2.2)."""

    def tell(say: Say, facts: Facts) -> str:
        before, after = (Fraction(facts[f"{unit}_{when}"]) for when in ("before", "after"))
        verb = "falls" if after < before else "rises"
        return (
            f"the price of its {say.amount(facts['count'], unit)} {verb} "
            f"{from_to(before, after)} gold"
        )

    return tell


WORTH: Mapping[str, str | Sentence] = {
    unit: tell_price(unit) for unit in ("gold", *COMMODITIES, *CURRENCY.values())
}
