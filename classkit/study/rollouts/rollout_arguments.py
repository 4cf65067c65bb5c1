"""Arguments of a futures study: number, bots, horizon and metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from classkit.engine.errors import ClasskitError, require_known, truncate_text
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric, failed_metrics, require_computed
from classkit.engine.untrusted_input import read_list

from .. import players
from ..horizon import read_length
from ..players import Bots, Player
from .single_future import Horizon

MAX_FUTURES = 100_000
"""Maximum number of futures, so that their metrics fit into memory."""
Unit: TypeAlias = Literal["turn", "round"]
UNITS: tuple[Unit, ...] = get_args(Unit)
FAN_KINDS = ("line", "step")
"""Chart types whose lines can have a fan."""
DEFAULT_CHART_COUNT = 2
"""Number of charts whose metrics are computed by default: the first charts of a table."""


def check_match(match: object) -> None:
    """Raise ClasskitError if this is not a match. The message shows how to get one.

    >>> check_match("poleconomy")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: futures and compared moves need a match, such as \
classkit.new(...) or table.match, not 'poleconomy'.
    """
    if not isinstance(match, Match):
        raise ClasskitError(
            "futures and compared moves need a match, such as classkit.new(...) or table.match, "
            f"not {truncate_text(match)}."
        )


def read_horizon(horizon: Any, unit: str) -> Horizon:
    """Validate a horizon: a number of turns or rounds, or None for the end of the match.

    >>> read_horizon(3, "round")
    Horizon(length=3, unit='round')
    """
    require_known("unit", unit, UNITS)
    length = read_length(horizon)
    return Horizon() if length is None else Horizon(length, unit)


def read_bots(match: Match, bots: Bots | None) -> dict[str, Player]:
    """Return a dict from seat to bot. Raise UnknownName for an unknown bot.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> read_bots(m, None)
    {'A': 'tycoon', 'B': 'financier', 'C': 'politician'}
    >>> read_bots(m, {"B": "random"})
    {'A': 'tycoon', 'B': 'random', 'C': 'politician'}
    >>> read_bots(m, ["saver", "tycoon"])
    {'A': 'saver', 'B': 'tycoon', 'C': 'saver'}
    """
    read = players.read_bots(bots, match.game, match.seats, match.seat_names)
    return dict(zip(match.seats, read, strict=True))


def get_metrics(match: Match) -> dict[str, Metric]:
    """Return the metrics of a match by key."""
    return {metric.key: metric for metric in match.game.active_metrics(match.table)}


def fan_charts(match: Match) -> list[Chart]:
    """Return the charts whose lines can have a fan: lines over turns or rounds.

    Args:
        match: The match.

    Returns:
        The charts in the order of the game.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> "inflation" in [chart.key for chart in fan_charts(m)]
        True
    """
    return [
        chart
        for chart in match.game.active_charts(match.table)
        if chart.kind in FAN_KINDS and not chart.now and chart.per in UNITS
    ]


def read_metrics(match: Match, figures: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the keys of metrics. The key of a chart means all its metrics.

    The default is the metrics of the first two line charts that can be computed. Raises UnknownName
    for an unknown key, FigureError for a metric that cannot be computed, and ClasskitError for a
    metric whose value is text.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> read_metrics(m, None), read_metrics(m, "prices")
    (('inflation_number', 'net_worth'), ('company_price', 'advert_price'))
    >>> read_metrics(m, ["net_wort"])
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no figure or chart 'net_wort'. \
Did you mean 'net_worth'? ...
    """
    metrics = get_metrics(match)
    charts = {chart.key: chart.metrics for chart in match.game.active_charts(match.table)}
    if figures is None:
        keys: Iterable[str] = [
            key for chart in fan_charts(match)[:DEFAULT_CHART_COUNT] for key in chart.metrics
        ]
    else:
        wished = [figures] if isinstance(figures, str) else read_list("metrics", figures, "keys")
        asked = [require_known("figure or chart", key, {*metrics, *charts}) for key in wished]
        # A chart may have the same key as a metric. The key then means both.
        own = {key: (key,) for key in metrics}
        keys = [one for key in asked for one in (*own.get(key, ()), *charts.get(key, ()))]
    found = tuple(dict.fromkeys(keys))
    present = match.present_row()
    if figures is None:
        broken = failed_metrics([present])
        found = tuple(key for key in found if key not in broken)
    require_computed([present], found)
    for key in found:
        if is_text(present[key]):
            raise ClasskitError(
                f"{metrics[key].label} ({key}) is text, so it has no quantiles. Choose a "
                "numeric figure."
            )
    return found


def is_text(value: Any) -> bool:
    """Return True if the value of a metric is text."""
    if isinstance(value, Mapping):
        return any(is_text(one) for one in value.values())
    return isinstance(value, str)
