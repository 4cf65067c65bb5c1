"""Abstract base class of games, and the values that its methods return."""

from .about import About, AboutCard, ClockPhase, MatchLength
from .analytics import GameAnalytics
from .game import Game
from .game_positions import GamePositions
from .presentation import GamePresentation
from .rules import GameRules
from .standings import Standing, find_reason, first_seats, format_score, format_winners, rank_scores

__all__ = [
    "About",
    "AboutCard",
    "ClockPhase",
    "Game",
    "GameAnalytics",
    "GamePositions",
    "GamePresentation",
    "GameRules",
    "MatchLength",
    "Standing",
    "find_reason",
    "first_seats",
    "format_score",
    "format_winners",
    "rank_scores",
]
