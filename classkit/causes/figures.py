"""Which figures can be split, and by what: the makeup that is declared, the ledger, or events."""

from __future__ import annotations

from classkit.engine.errors import ClasskitError, known_name
from classkit.engine.log import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import Metric


def race_figures(match: Match, viewer: str | None) -> dict[str, Metric]:
    """Return the figure that draws each race, by the race's title, where its course may be seen.

    It is the figure of seats of that name, else for the standings the first of the chart of the
    game's :class:`About`.
    """
    table, game = match.table, match.game
    key = game.about_of(table).chart
    drawn = next((chart.metrics for chart in game.charts_of(table) if chart.key == key), ())
    hidden = () if viewer == INSTRUCTOR else game.now_only(table)
    figures = [
        metric
        for metric in game.metrics_of(table)
        if metric.scope == "seat" and metric.key not in hidden
    ]
    found: dict[str, Metric] = {}
    for number, title in enumerate(match.races_shown(viewer)):
        named = [metric for metric in figures if metric.label == title]
        shown = [metric for metric in figures if metric.key in drawn[:1] and not number]
        if named or shown:
            found[title] = (named or shown)[0]
    return found


def told_apart(match: Match) -> frozenset[str]:
    """Return the figures whose changes can be split.

    Of these the game says of what they are made, or which events change them. What a race goes by
    is among them: where the game says nothing, it is counted in the ledger.
    """
    told = {one.key for one in match.game.metrics_of(match.table) if one.made_of or one.told_by}
    return frozenset(told | {one.key for one in race_figures(match, None).values()})


def figure_asked(match: Match, figure: str, seat: str | None, viewer: str | None) -> Metric:
    """Return a figure by its key; ClasskitError where it cannot be split, with the reason."""
    metrics = {
        metric.key: metric
        for metric in match.game.metrics_of(match.table)
        if metric.scope in ("seat", "table")
    }
    metric = metrics[known_name("figure", figure, metrics)]
    if metric.scope == "seat":
        if seat is None:
            raise ClasskitError(f"why: {figure!r} is a figure of seats: say whose, as seat='A'.")
        match.known_seat(seat)
    elif seat is not None:
        raise ClasskitError(f"why: {figure!r} is a figure of the table, and no seat's.")
    if viewer != INSTRUCTOR and figure in match.game.now_only(match.table):
        raise ClasskitError(
            f"why: the course of {figure!r} would tell what lies hidden, so it is not split."
        )
    return metric


def unsplit(metric: Metric, match: Match) -> ClasskitError:
    """Return the refusal to split a figure of which nothing tells what it is made of."""
    known = ", ".join(sorted(told_apart(match)))
    return ClasskitError(
        f"why: {metric.label} ({metric.key}) is not split: neither the ledger nor the game tells "
        f"of what it is made. These can be: {known}."
    )
