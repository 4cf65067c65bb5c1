"""When a figure begins anew, whose window is a turn or a round: what it counts is of that alone."""

from __future__ import annotations

from classkit.engine.match import Match
from classkit.engine.metrics import Metric

TURN, ROUND = "this turn", "this round"
"""The windows (:attr:`Metric.window`) at whose beginning a figure is 0 again."""


def rounds_of(match: Match) -> dict[int, int]:
    """Return the round of each turn, the present one among them."""
    return {row["turn"]: row["round"] for row in [*match.history, match.present_row()]}


def begins_anew(match: Match, metric: Metric, turn: int) -> int | None:
    """Return the last turn before the window of a figure that ``turn`` lies in.

    Return None for a figure without a window, and where the match began within the window.
    """
    if metric.window not in (TURN, ROUND):
        return None
    rounds = rounds_of(match)
    if metric.window == TURN:
        return max((at for at in rounds if at < turn), default=None)
    return max((at for at in rounds if rounds[at] < rounds[turn]), default=None)
