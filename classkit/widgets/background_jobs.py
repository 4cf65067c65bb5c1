"""A table's simulations: starting, cancelling, collecting results and building page data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Any, Self, TypedDict

from classkit.charts.chart_types import FanData
from classkit.engine.match import Match

from .forecasts import (
    ForecastJob,
    build_comparison,
    build_fan,
    build_futures,
    refusal_reason,
    start_comparison,
    start_futures,
)
from .narration import FuturesSummary
from .seated_match import SeatedMatch
from .turning_point_weights import build_weight, start_weight
from .wire_types import ComparisonData, FuturesData, WeightData


class ForecastData(TypedDict):
    """Forecast state sent to the page."""

    futures: FuturesData
    fan: FanData | None
    moves: ComparisonData
    weights: list[WeightData]


class StudyJobs:
    """The simulations of a table: one set of futures, one comparison, and turning point weights.

    At most one simulation runs at a time.
    """

    def __init__(self) -> None:
        self.futures: ForecastJob | None = None
        self.comparison: ForecastJob | None = None
        self.weights: dict[str, ForecastJob] = {}
        """Weights by key of the turning point."""
        self.runs = 0
        self.cached_results: dict[str, tuple[Any, Any]] = {}

    def clone(self) -> Self:
        """Return a copy whose jobs can be replaced or cleared without affecting this object.

        The jobs themselves are shared, so cancelling a job in the copy cancels it here, too.
        """
        twin = copy(self)
        twin.cached_results, twin.weights = dict(self.cached_results), dict(self.weights)
        return twin

    # --- start and cancel ---------------------------------------------

    def start_futures(self, desk: SeatedMatch, viewer: str | None, **asked: Any) -> None:
        """Start futures with :func:`start_futures`, and cancel the running simulation.

        The fan is drawn from the results received so far.
        """
        begun = start_futures(desk, viewer, **asked)
        self.cancel()
        self.futures, self.runs = begun, self.runs + 1

    def start_comparison(self, desk: SeatedMatch, viewer: str | None, **asked: Any) -> None:
        """Start a comparison with :func:`start_comparison`, and cancel the running simulation."""
        begun = start_comparison(desk, viewer, **asked)
        self.cancel()
        self.comparison, self.runs = begun, self.runs + 1

    def start_weight(self, desk: SeatedMatch, viewer: str | None, **asked: Any) -> None:
        """Weigh a turning point with :func:`start_weight`, and cancel the running simulation."""
        key, begun = start_weight(desk, viewer, **asked)
        self.cancel()
        kept = {name: one for name, one in self.weights.items() if one.match is begun.match}
        self.weights, self.runs = {**kept, key: begun}, self.runs + 1

    def cancel(self) -> None:
        """Cancel the running simulation and keep the results so far."""
        for one in self.list_jobs():
            one.stop()

    def clear(self) -> None:
        """Cancel the running simulation, and remove fan and tables from the screen."""
        self.cancel()
        self.futures = self.comparison = None
        self.weights = {}

    @property
    def compared_metric(self) -> str:
        """The metric by which moves are compared, or '' if none are."""
        asked: Any = self.comparison and self.comparison.study
        return asked.outcome if asked else ""

    # --- results ---------------------------------------------

    def list_jobs(self) -> list[ForecastJob]:
        """Return the jobs that were started and have not been replaced or cleared."""
        jobs = (self.futures, self.comparison, *self.weights.values())
        return [one for one in jobs if one is not None]

    @property
    def is_running(self) -> bool:
        """True while a job is running."""
        return any(one.state == "running" for one in self.list_jobs())

    def collect_outcomes(self, wait: bool, viewers: Sequence[str | None]) -> bool:
        """Collect results that have arrived. Return whether there is anything new to show.

        A job that none of the viewers may see is cancelled, unless ``viewers`` is empty.
        """
        anew = False
        for one in self.list_jobs():
            anew = one.collect_outcomes(wait) or anew
            if one.state == "running" and viewers and not any(map(one.is_visible, viewers)):
                one.stop()
        return anew

    def pop_result(self, match: Match) -> FuturesSummary | None:
        """Return the result of a finished job, once, or None if the match has moved on."""
        for one in self.list_jobs():
            if one.state == "done" and not one.is_reported:
                one.is_reported = True
                asked: Any = one.study
                if one.match is match and one.is_current() and (words := asked.sentence()):
                    return FuturesSummary(words, one.only_for)
        return None

    def build_forecast(self, match: Match, viewer: str | None) -> ForecastData:
        """Return the forecasts of a match that the viewer may see.

        Unchanged data is returned as the identical object.
        """
        reason = refusal_reason(match, viewer)
        futures, moves = (
            one if one is not None and one.match is match and one.is_visible(viewer) else None
            for one in (self.futures, self.comparison)
        )
        return {
            "futures": {
                **({"barred": reason} if reason else {}),
                **(self.get_or_build("futures", futures, build_futures) if futures else {}),
            },
            "fan": self.get_or_build("fan", futures, self.get_fan) if futures else None,
            "moves": self.get_or_build("moves", moves, build_comparison) if moves else {},
            "weights": [
                self.get_or_build(f"weight {key}", one, partial(build_weight, key))
                for key, one in self.weights.items()
                if one.match is match and one.is_visible(viewer) and one.is_current()
            ],
        }

    def get_fan(self, futures: ForecastJob) -> FanData | None:
        """Return the fan of the futures simulated so far, or None if there are none."""
        return build_fan(futures, self.runs) if getattr(futures.study, "done", 0) else None

    def get_or_build(self, name: str, one: ForecastJob, make: Callable[[ForecastJob], Any]) -> Any:
        """Return a job's page data. It is rebuilt only if the job has changed."""
        key: tuple[Any, ...] = (one, one.study.done)
        if name != "fan":  # a fan remains valid when the match continues
            key = (*key, one.state, one.is_current(), tuple(one.match.names.items()))
        known = self.cached_results.get(name)
        if known is None or known[0] != key:
            known = self.cached_results[name] = (key, make(one))
        return known[1]
