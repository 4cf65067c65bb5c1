"""Figures of one's own on a game that is there: what ``metrics=[...]`` makes of it.

A game may also be made of another by a class of one's own, with rules as well as figures.
"""

from __future__ import annotations

from typing import Any

from .data import read_list
from .errors import ClasskitError, shorten
from .game import Game
from .log import LONGEST_NAME
from .metrics import Chart, Metric, Scope

KINDS: dict[Scope, Any] = {
    "table": "line",
    "seat": "line",
    "parts": "stacked_area",
    "seat_parts": "heat_map",
}
"""As what a figure of each scope is drawn."""
SHOWN = ("metrics", "charts")
"""What a class of one's own may state without being a game of its own."""


def with_figures(game: Game[Any], metrics: Any) -> Game[Any]:
    """Return the game with further figures, each with a chart of its own.

    The charts stand before those of the game, and are shown first. The game keeps its name; its
    records name the further figures, and are opened by stating them again.

    >>> from classkit.engine.registry import find
    >>> holdings = Metric("squares", "Squares", "squares", "seat", lambda t, seat: 3)
    >>> mine = with_figures(find("poleconomy"), [holdings])
    >>> mine.own_figures, mine.charts[0].title, mine.name
    (('squares',), 'Squares', 'poleconomy')
    """
    own = read_own(game, metrics)
    if not own:
        return game
    charts = tuple(chart_of(metric) for metric in own)
    extended = type(game.name, (Extended, type(game)), {
        "metrics": (*game.metrics, *own), "charts": (*charts, *game.charts),
        "own_charts": tuple(chart.key for chart in charts), "without": game,
        "__qualname__": f"with_figures.<locals>.{game.name}",
    })  # fmt: skip
    made: Game[Any] = extended()
    return made


class Extended(Game[Any]):
    """What a game with further figures does otherwise: it shows their charts first."""

    own_charts: tuple[str, ...]
    without: Game[Any]
    """The game without the further figures."""

    def first_charts(self, table: Any) -> tuple[str, ...]:
        """Return the charts of the further figures, and of the game's as many as there is room."""
        usual = super().first_charts(table)
        others = usual or tuple(chart.key for chart in self.charts_of(table))
        return tuple(dict.fromkeys((*self.own_charts, *others)))[: max(2, len(usual))]


def without_figures(game: Game[Any]) -> Game[Any]:
    """Return the game to which :func:`with_figures` has added some, or the game itself."""
    return game.without if isinstance(game, Extended) else game


def class_of_own(game: Game[Any]) -> str:
    """Return the name of the class by which a game does more than show further figures.

    That is empty for a game that goes by its own name. A record tells it, since whoever opens one
    by the name of the game finds the game of which this one was made.

    >>> from classkit.engine.registry import find
    >>> shipped = type(find("economy"))
    >>> class Shared(shipped):
    ...     def standings(self, table):
    ...         return [line._replace(score=0) for line in super().standings(table)]
    >>> class_of_own(Shared()), class_of_own(shipped())
    ('Shared', '')
    """
    for kind in type(without_figures(game)).__mro__:
        members = vars(kind)
        if "name" in members:
            return ""
        if any(name not in SHOWN and not name.startswith("__") for name in members):
            return kind.__qualname__.rpartition(".")[2]
    return ""


def read_own(game: Game[Any], metrics: Any) -> tuple[Metric, ...]:
    """Return figures of one's own; raise ClasskitError for what cannot be one."""
    own = read_list("metrics", [] if metrics is None else metrics, "classkit.Metric(...)")
    taken = {metric.key for metric in (*game.metrics, *game.starting_facts)}
    taken |= {chart.key for chart in game.charts}
    for metric in own:
        if type(metric) is not Metric:  # a stranger's value may do anything when it is asked
            raise ClasskitError(
                "a figure of one's own must be classkit.Metric(key, label, unit, scope, compute), "
                f"not {shorten(metric)}. The game's own figures are always there."
            )
        if type(metric.key) is not str or not metric.key.isidentifier():
            raise ClasskitError(
                f"the key of a figure must be letters, digits and _, not {shorten(metric.key)}."
            )
        if len(metric.key) > LONGEST_NAME:
            raise ClasskitError(
                f"the key of a figure must have at most {LONGEST_NAME} characters, not "
                f"{len(metric.key)}: {shorten(metric.key)}."
            )
        if type(metric.scope) is not str or metric.scope not in KINDS:
            raise ClasskitError(
                f"the scope of the figure {metric.key!r} must be one of {', '.join(KINDS)}, "
                f"not {shorten(metric.scope)}."
            )
        if metric.key in taken:
            raise ClasskitError(f"there is a figure {metric.key!r} already: take another key.")
        taken.add(metric.key)
        if type(metric.label) is not str or type(metric.unit) is not str:
            wrong = next(of for of in (metric.label, metric.unit) if type(of) is not str)
            raise ClasskitError(
                f"the label and the unit of the figure {metric.key!r} must be texts, "
                f"not {shorten(wrong)}."
            )
        if not callable(metric.compute):
            raise ClasskitError(
                f"the compute of the figure {metric.key!r} must be a function, "
                f"not {shorten(metric.compute)}."
            )
    return tuple(own)


def chart_of(metric: Metric) -> Chart:
    """Return the chart of a figure of one's own."""
    return Chart(
        metric.key,
        metric.label,
        KINDS[metric.scope],
        (metric.key,),
        metric.unit,
        metric.definition,
    )
