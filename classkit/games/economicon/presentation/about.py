"""Description of Economicon in three sentences."""

from __future__ import annotations

from classkit.engine.game import About, AboutCard
from classkit.engine.rulebook_text import format_count

from ..state import EconomiconState

SPOT_MEASURE = (
    "Reserves count at the market's final prices; failing the people or the laws, or changing the "
    "peg too often, brings tokens."
)
LIQUIDATION_MEASURE = (
    "Reserves count as if they were sold in the final market; failing the people or the laws, or "
    "changing the peg too often, brings tokens."
)

ABOUT = About(
    "Every nation is a central bank: it pegs its currency or creates money, and trades on one "
    "market where each purchase moves the price.",
    "After the last round the reserves worth the most gold win; with three volatility tokens a "
    "nation cannot win.",
    SPOT_MEASURE,
    ("N2.2", "N3.1", "N6.2", "N11.1", "N13.2", "N16.1", "N16.2", "N16.3"),
    "worth",
    (
        AboutCard(
            "The aim", "Be a central bank: feed your people, and build reserves.", emblem="bank"
        ),
        AboutCard(
            "Your turn",
            "Peg your currency or create money, and trade. Purchases move prices.",
            emblem="grain",
        ),
        AboutCard(
            "How you win",
            "Have the reserves worth the most gold after the last round.",
            emblem="gold",
        ),
    ),
)


def get_description(table: EconomiconState) -> About:
    """Return the description for the token limit and valuation of this match (N16)."""
    options = table.options
    barred = format_count(options.disqualify_at, "volatility token")
    return ABOUT._replace(
        winner="After the last round the reserves worth the most gold win; with "
        f"{barred} a nation cannot win.",
        measure=SPOT_MEASURE if options.final_valuation == "spot" else LIQUIDATION_MEASURE,
    )
