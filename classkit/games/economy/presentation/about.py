"""The description of Economy in three sentences."""

from __future__ import annotations

from classkit.engine.game import About, AboutCard

from ..state import EconomyState

WINNER = "The most points win."
ABOUT = About(
    "First you collect cards; then every landing in a sector pays everybody who owns one of its "
    "cards.",
    "The match ends when somebody reaches the target; the most points win.",
    "An invention in the sector earns its owner 3 points, a factory 2 and a shop 1, no matter "
    "who lands.",
    ("E0.2", "E3.1", "E4.1", "E5.1", "E5.2"),
    "points",
    (
        AboutCard(
            "The aim",
            "Own cards in many sectors: each landing pays all owners there.",
            emblem="coin",
        ),
        AboutCard(
            "Your turn",
            "Roll, and choose where to go. A free card there is yours.",
            emblem="factory",
        ),
        AboutCard(
            "How you win",
            f"The match ends at a target of points. {WINNER}",
            emblem="bulb",
        ),
    ),
)


def get_description(table: EconomyState) -> About:
    """Return the description with the target of this match (E5.1)."""
    aim, turn, win = ABOUT.cards
    return ABOUT._replace(
        winner=f"The match ends when somebody has {table.target} points; the most points win.",
        cards=(aim, turn, win._replace(text=f"The match ends at {table.target} points. {WINNER}")),
    )
