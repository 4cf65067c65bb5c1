"""The description of 487-opoly in three sentences."""

from __future__ import annotations

from classkit.engine.game import About, AboutCard

from ..state import OpolyState

ABOUT = About(
    "Companies bid for property; one pawn goes round the board for all, and the bank pays the "
    "owner of the space where it stops.",
    "There are two races, and each has a winner of its own.",
    "ASSET is the worth of a company's holdings; FUTURE EARNINGS is the rent that its property "
    "would earn.",
    ("Q2.1", "Q3.1", "Q3.5", "Q11.1", "Q11.2", "Q11.3"),
    "asset_race",
    (
        AboutCard(
            "The aim",
            "Own whole groups: the bank pays you when the pawn stops there.",
            figure="$60",
        ),
        AboutCard("Your turn", "One pawn moves for all. You bid, trade and build.", emblem="house"),
        AboutCard(
            "How you win",
            "Lead one of two races: ASSET is what you have, FUTURE what it earns.",
            emblem="crown",
        ),
    ),
)
SUM_ABOUT = ABOUT._replace(
    winner="There are two races; the company with the smallest sum of places in both wins.",
    cards=(
        *ABOUT.cards[:2],
        ABOUT.cards[2]._replace(
            text="Be near the top of both races: ASSET, what you have, and FUTURE, what it earns."
        ),
    ),
)


def get_description(table: OpolyState) -> About:
    """Return the description for the option combined_score (Q11.3)."""
    return SUM_ABOUT if table.options.combined_score == "sum_of_places" else ABOUT
