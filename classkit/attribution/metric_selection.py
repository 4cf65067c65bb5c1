"""Selection of metrics that can be decomposed by components, the ledger, or events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.decisions import Seat
from classkit.engine.errors import ClasskitError, require_known, truncate_text
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import Metric, require_computed


class NotDecomposableError(ClasskitError):
    """A metric cannot be decomposed. The message describes its composition."""


class MetricOfSeat(NamedTuple):
    """A metric, and the seat and part if the metric has seats or parts.

    Args:
        metric: The metric.
        seat: Letter of the seat, or None for a metric of the table.
        part: Name of the part, as text, or None for a metric without parts.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(until="round")
        >>> m.why("net_worth", "A", since=0).split.figure.seat
        'A'
    """

    metric: Metric
    seat: Seat | None = None
    part: str | None = None

    def get_value(self, row: Mapping[str, Any]) -> int | float | str:
        """Return the value in a row of a match's history, or 0 if the row has no value."""
        value = row[self.metric.key]
        if self.seat is not None:
            value = value[self.seat]
        if self.part is not None:
            value = value.get(self.part)
        return value if isinstance(value, (int, float, str)) else 0


def race_metrics(match: Match, viewer: str | None) -> dict[str, Metric]:
    """Return the metric of each race, by the title of the race.

    The metric of a race is the metric of seats with the race's title as label. For the first race,
    the fallback is the first metric of the chart in the game's :class:`About`, unless another race
    uses it. Races with a history that is hidden from the viewer are omitted.
    """
    table, game = match.table, match.game
    key = game.get_description(table).chart
    drawn = next((chart.metrics for chart in game.active_charts(table) if chart.key == key), ())
    hidden = () if viewer == INSTRUCTOR else game.secrecy.metrics_without_history(table)
    figures = [
        metric
        for metric in game.active_metrics(table)
        if metric.scope == "seat" and metric.key not in hidden
    ]
    shown = match.as_seen_by(viewer).state
    titles = [game.score_title(shown), *game.races(shown)]
    found = {metric.label: metric for metric in figures if metric.label in titles}
    of_standings = [metric for metric in figures if metric.key in drawn[:1]]
    if titles[0] not in found and of_standings and of_standings[0].label not in found:
        found[titles[0]] = of_standings[0]
    return {title: found[title] for title in titles if title in found}


def decomposable_metrics(match: Match) -> frozenset[str]:
    """Return the keys of the metrics whose changes can be decomposed.

    These are the metrics with declared components or events, and the metric of each race. The
    metric of a race is decomposed by the ledger if the game declares nothing.
    """
    told = {one.key for one in match.game.active_metrics(match.table) if one.made_of or one.told_by}
    return frozenset(told | {one.key for one in race_metrics(match, None).values()})


def explainable_metrics(match: Match, viewer: str | None) -> frozenset[str]:
    """Return the keys of the metrics for which a viewer may request an explanation.

    They include metrics that the game declares as not decomposable: their explanation is the
    declared sentence. Metrics with a hidden history are omitted.
    """
    hidden = () if viewer == INSTRUCTOR else match.game.secrecy.metrics_without_history(match.table)
    refused = {one.key for one in match.game.active_metrics(match.table) if one.unsplit}
    return (decomposable_metrics(match) | refused).difference(hidden)


def list_decomposable(match: Match, viewer: str | None) -> list[MetricOfSeat]:
    """Return all metrics that a viewer may decompose, once for each seat and part."""
    told, row = decomposable_metrics(match), match.present_row()
    hidden = () if viewer == INSTRUCTOR else match.game.secrecy.metrics_without_history(match.table)
    found = []
    for metric in match.game.active_metrics(match.table):
        if metric.key not in told or metric.key in hidden:
            continue
        for seat in match.seats if metric.scope.startswith("seat") else (None,):
            value = row[metric.key] if seat is None else row[metric.key][seat]
            parts = map(str, value) if metric.scope.endswith("parts") else (None,)
            found += [MetricOfSeat(metric, seat, part) for part in parts]
    return found


def resolve_metric(
    match: Match, figure: str, seat: Seat | None, viewer: str | None, part: str | None = None
) -> MetricOfSeat:
    """Return a metric by its key.

    Raises:
        ClasskitError: The metric cannot be decomposed. The message contains the reason.
    """
    metrics = {metric.key: metric for metric in match.game.active_metrics(match.table)}
    metric = metrics[require_known("figure", figure, metrics)]
    if metric.scope.startswith("seat"):
        if seat is None:
            raise ClasskitError(
                f"why: {figure!r} is measured for each seat. Pass a seat, as in seat='A'."
            )
        seat = match.check_seat(seat)
    elif seat is not None:
        raise ClasskitError(f"why: {figure!r} is measured for the whole table. Omit `seat`.")
    if viewer != INSTRUCTOR and figure in match.game.secrecy.metrics_without_history(match.table):
        raise ClasskitError(
            f"why: {figure!r} cannot be split, because its history would reveal secrets."
        )
    if metric.scope.endswith("parts"):
        present = match.present_row()
        require_computed([present], [figure])
        value = present[figure]
        parts = [str(one) for one in (value if seat is None else value[seat])]
        if part is None:
            raise ClasskitError(
                f"why: {figure!r} has parts. Pass one, as in part={parts[0]!r}."
                if parts
                else f"why: {figure!r} has no parts yet."
            )
        part = require_known("part", part, parts)
    elif part is not None:
        raise ClasskitError(f"why: {figure!r} has no parts: omit part={truncate_text(part)}.")
    if metric.unsplit:
        raise NotDecomposableError(f"{metric.label} is not split. {metric.unsplit}")
    return MetricOfSeat(metric, seat, part)


def not_decomposable_error(metric: Metric, match: Match) -> ClasskitError:
    """Return the error for a metric without known components."""
    known = ", ".join(sorted(decomposable_metrics(match)))
    return ClasskitError(
        f"why: {metric.label} ({metric.key}) cannot be split, because neither the ledger nor "
        f"the game declares its components. Choose one of: {known}."
    )
