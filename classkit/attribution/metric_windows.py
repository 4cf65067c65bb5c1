"""Windows of metrics that count within a turn or a round."""

from __future__ import annotations

from classkit.engine.match import Match
from classkit.engine.metrics import Metric

TURN_WINDOW, ROUND_WINDOW = "this turn", "this round"
"""Windows (:attr:`Metric.window`) at whose start a metric is reset to 0."""


def rounds_by_turn(match: Match) -> dict[int, int]:
    """Return the round of each turn, including the current one."""
    return {row["turn"]: row["round"] for row in [*match.history, match.present_row()]}


def find_window_start(match: Match, metric: Metric, turn: int) -> int | None:
    """Return the last turn before the window of a metric that contains ``turn``.

    Return None if the metric has no such window, or if the match began within it.
    """
    if metric.window not in (TURN_WINDOW, ROUND_WINDOW):
        return None
    rounds = rounds_by_turn(match)
    if metric.window == TURN_WINDOW:
        return max((at for at in rounds if at < turn), default=None)
    return max((at for at in rounds if rounds[at] < rounds[turn]), default=None)
