"""Reading and checking the arguments of a study: number of futures, bots, horizon, figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from classkit.engine.data import read_list
from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric, broken_in, refuse_broken

from .. import players
from ..horizons import read_length
from ..players import Bots, Player
from .future import Horizon

MOST = 100_000
"""The most futures: more would not fit into memory with their figures."""
Unit: TypeAlias = Literal["turn", "round"]
UNITS: tuple[Unit, ...] = get_args(Unit)
FAN_KINDS = ("line", "step")
"""The kinds of charts whose lines can have a fan."""
FIRST = 2
"""The charts whose figures are computed by default: those that a table shows at first."""


def check_match(match: object) -> None:
    """Raise ClasskitError for anything but a match, and say where one is to be had.

    >>> check_match("poleconomy")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: futures and compared moves go on from a match, as \
classkit.new(...) or table.match gives one, not from 'poleconomy'.
    """
    if not isinstance(match, Match):
        raise ClasskitError(
            "futures and compared moves go on from a match, as classkit.new(...) or table.match "
            f"gives one, not from {shorten(match)}."
        )


def read_horizon(horizon: Any, unit: str) -> Horizon:
    """Read a horizon: a number of turns or rounds, or None for the end of the match.

    >>> read_horizon(3, "round")
    Horizon(length=3, unit='round')
    """
    known_name("unit", unit, UNITS)
    length = read_length(horizon)
    return Horizon() if length is None else Horizon(length, unit)


def read_bots(match: Match, bots: Bots | None) -> dict[str, Player]:
    """Return a bot for each seat, as in all studies; raise UnknownName for an unknown one.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> read_bots(m, None)
    {'A': 'tycoon', 'B': 'financier', 'C': 'politician'}
    >>> read_bots(m, {"B": "random"})
    {'A': 'tycoon', 'B': 'random', 'C': 'politician'}
    >>> read_bots(m, ["saver", "tycoon"])
    {'A': 'saver', 'B': 'tycoon', 'C': 'saver'}
    """
    read = players.read_bots(bots, match.game, match.seats, match.names)
    return dict(zip(match.seats, read, strict=True))


def metrics_of(match: Match) -> dict[str, Metric]:
    """Return the figures of a match by key."""
    return {metric.key: metric for metric in match.game.metrics_of(match.table)}


def fan_charts(match: Match) -> list[Chart]:
    """Return the charts whose lines can have a fan: lines over turns or rounds."""
    return [
        chart
        for chart in match.game.charts_of(match.table)
        if chart.kind in FAN_KINDS and not chart.now and chart.per in UNITS
    ]


def read_figures(match: Match, figures: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the keys of the figures asked for; a chart's key stands for all its figures.

    By default those of the first two line charts that can be computed. Raises UnknownName for an
    unknown key, FigureError for a figure that cannot be computed, and ClasskitError for one that is
    a word and not a number.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> read_figures(m, None), read_figures(m, "prices")
    (('inflation_number', 'net_worth'), ('company_price', 'advert_price'))
    >>> read_figures(m, ["net_wort"])
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no figure or chart 'net_wort'. \
Did you mean 'net_worth'? ...
    """
    metrics = metrics_of(match)
    charts = {chart.key: chart.metrics for chart in match.game.charts_of(match.table)}
    if figures is None:
        keys: Iterable[str] = [key for chart in fan_charts(match)[:FIRST] for key in chart.metrics]
    else:
        wished = [figures] if isinstance(figures, str) else read_list("metrics", figures, "keys")
        asked = [known_name("figure or chart", key, {*metrics, *charts}) for key in wished]
        # A chart may have the same key as a figure: then both are meant.
        own = {key: (key,) for key in metrics}
        keys = [one for key in asked for one in (*own.get(key, ()), *charts.get(key, ()))]
    found = tuple(dict.fromkeys(keys))
    present = match.present_row()
    if figures is None:
        broken = broken_in([present])
        found = tuple(key for key in found if key not in broken)
    refuse_broken([present], found)
    for key in found:
        if is_words(present[key]):
            raise ClasskitError(
                f"{metrics[key].label} ({key}) is words, not a number: it has no quantiles."
            )
    return found


def is_words(value: Any) -> bool:
    """Return True if a figure is text rather than numbers."""
    if isinstance(value, Mapping):
        return any(is_words(one) for one in value.values())
    return isinstance(value, str)
