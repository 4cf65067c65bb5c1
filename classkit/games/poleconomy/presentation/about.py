"""Description of Poleconomy in three sentences."""

from __future__ import annotations

from classkit.engine.game import About, AboutCard

from ..state import PoleconomyState

AIM = AboutCard(
    "The aim", "Buy companies at a low Number: visitors pay you by the Number.", figure="$100k"
)
TURN = AboutCard(
    "Your turn", "Throw and move. Buy or pay where you land; prices follow the Number.", figure="6"
)
WORTH = AboutCard(
    "How you win", "Have the largest net worth. A life policy counts ten times.", emblem="case"
)
GOVERN = AboutCard(
    "How you win",
    "Have the largest net worth. If the Treasury goes bankrupt, nobody wins.",
    emblem="bank",
)

ABOUT = About(
    "You buy companies and collect what visitors pay, at prices that rise and fall with the "
    "Inflation Number.",
    "The largest net worth wins when the Bank runs out of money, or the last round is played.",
    "Net worth is cash, squares at today's prices, savings, bonds, and life policies at ten "
    "times their cost.",
    ("P4.2", "P6.1", "P15.1", "P15.3", "P15.4"),
    "net_worth",
    (AIM, TURN, WORTH),
)
ABOUT_GAME_2 = ABOUT._replace(
    subject="You buy companies and form parties; whoever governs writes the tax law and spends the "
    "Treasury's money.",
    winner="The largest net worth wins, unless the Treasury goes bankrupt: then nobody does.",
    rules=("P4.2", "P16.3", "P19.1", "P15.3", "P15.4", "P15.5"),
    cards=(AIM, TURN, GOVERN),
)


def get_description(table: PoleconomyState) -> About:
    """Return the description of Game 1 or Game 2."""
    return ABOUT_GAME_2 if table.options.game == 2 else ABOUT
