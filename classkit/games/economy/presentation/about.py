"""The description of Economy in three sentences."""

from __future__ import annotations

from classkit.engine.game import About, AboutCard

from ..state import EconomyState

ABOUT = About(
    "You collect cards of all sectors; then every landing on a sector pays everybody who owns a "
    "card of it.",
    "The match ends when somebody reaches the target; the most points win.",
    "An invention of the sector earns its owner 3 points, a factory 2 and a shop 1, whoever lands.",
    ("E0.2", "E3.1", "E4.1", "E5.1", "E5.2"),
    "points",
    (
        AboutCard("Collect cards", "Land on a free card and it is yours.", emblem="factory"),
        AboutCard(
            "Own in many sectors",
            "Every landing pays all who own a card of that sector.",
            emblem="coin",
        ),
        AboutCard(
            "Reach the target", "Inventions earn 3 points, factories 2, shops 1.", emblem="bulb"
        ),
    ),
)


def get_description(table: EconomyState) -> About:
    """Return the description with the target of this match (E5.1)."""
    return ABOUT._replace(
        winner=f"The match ends when somebody has {table.target} points; the most points win."
    )
