"""What figures in gold are made of, and why what a nation holds is worth more or less."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.decisions import Seat
from classkit.engine.metrics import Components, Holding
from classkit.engine.rulebook_text import Sentence, TextFormatter

from ..account_names import CURRENCY, RESERVE
from ..rules.ending import compute_unit_worth
from ..rules.market_prices import get_gold_price
from ..rules.noun_text import Facts, format_price_change
from ..rules_data import COMMODITIES
from ..state import EconomiconState

PRODUCTION = "production"
VALUATION = "valuation"
"""Name of the fact by which the words know whether a worth is a market price (N16.1)."""
PAYMENT_PURPOSES = {
    "payment": "purchase", "direct_payment": "direct_purchase", "production_cost": PRODUCTION,
    "kept": PRODUCTION,
}  # fmt: skip
EXCHANGE_REASONS = ("purchase", "direct_purchase")
"""What is bought costs as much as it counts for just then (N2.3, N16.1)."""


def get_worth_components(t: EconomiconState, seat: Seat) -> Components:
    """Return what the worth of a nation's reserves is made of, unit by unit (N16.1)."""
    held = {unit: t.get_reserve(seat, unit) for unit in t.units}
    worth = {
        unit: compute_unit_worth(t, unit, count) / count if count else get_gold_price(t, unit)
        for unit, count in held.items()
    }
    return Components(
        (RESERVE[seat],),
        [Holding(unit, held[unit], worth[unit], unit) for unit in t.units],
        {**worth, VALUATION: t.options.final_valuation},
        PAYMENT_PURPOSES,
        EXCHANGE_REASONS,
    )


def get_gold_components(t: EconomiconState, seat: Seat) -> Components:
    """Return what the gold in a nation's reserves is made of (N0.5)."""
    return Components(
        (RESERVE[seat],), [Holding("gold", t.get_reserve(seat, "gold"))], {}, PAYMENT_PURPOSES
    )


def make_price_sentence(unit: str) -> Sentence:
    """Return the words for a unit whose worth in gold has changed (N2.2, N16.1)."""

    def tell(say: TextFormatter, facts: Facts) -> str:
        before, after = (Fraction(facts[f"{unit}_{when}"]) for when in ("before", "after"))
        verb = "falls" if after < before else "rises"
        held, change = say.format_amount(facts["count"], unit), format_price_change(before, after)
        if facts[f"{VALUATION}_after"] == "liquidation":
            return f"the value of its {held}, if sold, {verb} {change} gold each"
        return f"the price of its {held} {verb} {change} gold"

    return tell


WORTH_SENTENCES: Mapping[str, str | Sentence] = {
    unit: make_price_sentence(unit) for unit in ("gold", *COMMODITIES, *CURRENCY.values())
}
