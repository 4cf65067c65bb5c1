"""Custom metrics for an existing game: the argument ``metrics=[...]``.

Games can also be extended by subclassing, with rules as well as metrics.
"""

from __future__ import annotations

from typing import Any

from .errors import ClasskitError, truncate_text
from .events import MAX_NAME_LENGTH
from .game import Game
from .metrics import Chart, Metric, Scope
from .untrusted_input import read_list

CHART_KINDS: dict[Scope, Any] = {
    "table": "line",
    "seat": "line",
    "parts": "stacked_area",
    "seat_parts": "heat_map",
}
"""Default chart kind of each scope."""
DISPLAY_ATTRIBUTES = ("metrics", "charts")
"""Attributes that a subclass may override without changing the rules."""


def with_metrics(game: Game[Any], metrics: Any) -> Game[Any]:
    """Return the game with additional metrics and a chart for each.

    The new charts are shown first. The game's name stays the same. Its records list the additional
    metrics; to open such a record, pass the same metrics again.

    >>> from classkit.engine.registry import find
    >>> holdings = Metric("squares", "Squares", "squares", "seat", lambda t, seat: 3)
    >>> mine = with_metrics(find("poleconomy"), [holdings])
    >>> mine.custom_metrics, mine.charts[0].title, mine.name
    (('squares',), 'Squares', 'poleconomy')
    """
    own = read_custom_metrics(game, metrics)
    if not own:
        return game
    charts = tuple(make_chart(metric) for metric in own)
    extended = type(game.name, (ExtendedGame, type(game)), {
        "metrics": (*game.metrics, *own), "charts": (*charts, *game.charts),
        "own_charts": tuple(chart.key for chart in charts), "without": game,
        "__qualname__": f"with_metrics.<locals>.{game.name}",
    })  # fmt: skip
    made: Game[Any] = extended()
    return made


class ExtendedGame(Game[Any]):
    """A game with additional metrics, which shows their charts first."""

    own_charts: tuple[str, ...]
    without: Game[Any]
    """The original game, without the additional metrics."""

    def first_charts(self, table: Any) -> tuple[str, ...]:
        """Return the charts of the additional metrics, and the game's chart of the scores."""
        usual = super().first_charts(table)
        if len(usual) < 3:
            return tuple(dict.fromkeys((*self.own_charts, *usual)))[:3]
        return (*self.own_charts, *usual)[:2] + usual[2:3]


def without_metrics(game: Game[Any]) -> Game[Any]:
    """Return the original game, without additional metrics and other names of units."""
    while (original := getattr(game, "without", None)) is not None:
        game = original
    return game


def custom_class_name(game: Game[Any]) -> str:
    """Return the name of a game class that changes the rules, or "" for a registered game.

    Records contain this name because the game's name alone refers to the registered game.

    >>> from classkit.engine.registry import find
    >>> shipped = type(find("economy"))
    >>> class Shared(shipped):
    ...     def standings(self, table):
    ...         return [line._replace(score=0) for line in super().standings(table)]
    >>> custom_class_name(Shared()), custom_class_name(shipped())
    ('Shared', '')
    """
    for kind in type(without_metrics(game)).__mro__:
        members = vars(kind)
        if "name" in members:
            return ""
        if any(name not in DISPLAY_ATTRIBUTES and not name.startswith("__") for name in members):
            return kind.__qualname__.rpartition(".")[2]
    return ""


def read_custom_metrics(game: Game[Any], metrics: Any) -> tuple[Metric, ...]:
    """Validate and return the additional metrics.

    Raises:
        ClasskitError: One of them is not a valid metric.
    """
    own = read_list("metrics", [] if metrics is None else metrics, "classkit.Metric(...)")
    taken = {metric.key for metric in (*game.metrics, *game.starting_facts)}
    taken |= {chart.key for chart in game.charts}
    for metric in own:
        if type(metric) is not Metric:  # an untrusted subclass may override anything
            raise ClasskitError(
                "a custom metric must be classkit.Metric(key, label, unit, scope, compute), "
                f"not {truncate_text(metric)}. The game's own metrics are always included."
            )
        if type(metric.key) is not str or not metric.key.isidentifier():
            raise ClasskitError(
                "the key of a metric must be a Python identifier such as net_worth, "
                f"not {truncate_text(metric.key)}."
            )
        if len(metric.key) > MAX_NAME_LENGTH:
            raise ClasskitError(
                f"the key of a metric must have at most {MAX_NAME_LENGTH} characters, not "
                f"{len(metric.key)}: {truncate_text(metric.key)}."
            )
        if type(metric.scope) is not str or metric.scope not in CHART_KINDS:
            raise ClasskitError(
                f"the scope of the metric {metric.key!r} must be one of {', '.join(CHART_KINDS)}, "
                f"not {truncate_text(metric.scope)}."
            )
        if metric.key in taken:
            raise ClasskitError(
                f"the game already has a metric {metric.key!r}. Choose another key."
            )
        taken.add(metric.key)
        if type(metric.label) is not str or type(metric.unit) is not str:
            wrong = next(of for of in (metric.label, metric.unit) if type(of) is not str)
            raise ClasskitError(
                f"the label and the unit of the metric {metric.key!r} must be strings, not "
                f"{truncate_text(wrong)}."
            )
        if not callable(metric.compute):
            raise ClasskitError(
                f"the compute of the metric {metric.key!r} must be a function, "
                f"not {truncate_text(metric.compute)}."
            )
    return tuple(own)


def make_chart(metric: Metric) -> Chart:
    """Return the default chart for an additional metric."""
    return Chart(
        metric.key,
        metric.label,
        CHART_KINDS[metric.scope],
        (metric.key,),
        metric.unit,
        metric.definition,
    )
