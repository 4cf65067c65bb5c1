"""Weights of turning points: futures with and without a turning point, started by a button."""

from __future__ import annotations

from typing import Any

from classkit.attribution.turning_points import TurningPoint, turning_points
from classkit.engine.errors import IllegalMove, NothingToDo
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match

from .forecasts import (
    HIDDEN_REASON,
    SECRET_REASON,
    ForecastJob,
    count_processes,
    describe_players,
    has_hidden_state,
    resolve_players,
)
from .seated_match import SeatedMatch
from .wire_types import WeightData

MAX_POINTS = 40
"""Largest number of a turning point that a page may request."""


def get_point_key(point: TurningPoint) -> str:
    """Return the key of a turning point, which is the same for every viewer."""
    return f"{point.turn}|{point.seat}|{point.figure}|{point.kind}"


def can_be_weighed(point: TurningPoint) -> bool:
    """Return whether a turning point can be left out: a change in one moment, or a bar."""
    return point.kind == "bar" or (point.kind != "course" and bool(point.change))


def start_weight(
    controller: SeatedMatch, viewer: str | None, number: int, n: int = 100
) -> tuple[str, ForecastJob]:
    """Start futures with and without a turning point of the end screen.

    Args:
        controller: Controller of the match.
        viewer: Viewer of the end screen.
        number: Number of the turning point, from 1.
        n: Number of futures with it and without it.

    Returns:
        The key of the turning point, and the running simulation.

    Raises:
        IllegalMove: The futures would reveal hidden information.
        NothingToDo: The match is not over, or does not have this turning point.
    """
    from classkit import study

    match = controller.match
    if not match.is_over:
        raise NothingToDo("Turning points can be weighed only when the match is over.")
    points = turning_points(match, controller.say, viewer)
    if not 1 <= number <= len(points):
        raise NothingToDo(f"This match has no turning point {number}.")
    point = points[number - 1]
    asked = study.weigh_turning_point(
        match, point, n, resolve_players(controller, None), processes=count_processes()
    )
    if reason := refusal_reason(match, viewer, asked):
        asked.source.close()
        raise IllegalMove(reason)
    secret = viewer == INSTRUCTOR and bool(refusal_reason(match, None, asked))
    head = f"Futures with and without it, {describe_players(controller, None)}"
    job = ForecastJob(asked, match, head, viewer if secret else None)
    job.is_reported = True  # the end screen shows the result instead
    return get_point_key(point), job


def refusal_reason(match: Match, viewer: str | None, asked: Any) -> str:
    """Return why a viewer may not see futures from the turning point, or "" if allowed."""
    found = asked.found
    hidden = match.game.has_secrets(found.before.start) and viewer != INSTRUCTOR
    if hidden or has_hidden_state(match, viewer):
        return HIDDEN_REASON
    if found.private and viewer not in (found.seat, INSTRUCTOR):
        return SECRET_REASON
    return ""


def build_weight(key: str, job: ForecastJob) -> WeightData:
    """Return the progress and the result of weighing a turning point."""
    asked: Any = job.study
    return {
        **job.status(),
        "key": key,
        "done": asked.done,
        "n": asked.wanted,
        "words": job.summary_text(),
        "decisive": asked.is_decisive,
    }
