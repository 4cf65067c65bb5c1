"""Which figures can be split, and by what: the makeup that is declared, the ledger, or events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.log import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import Metric, refuse_broken
from classkit.engine.requests import Seat


class Unsplit(ClasskitError):
    """The refusal to split a figure, with what it is made of."""


class Figure(NamedTuple):
    """A figure, with the seat and the part of it that is asked for, where it is of seats or parts.

    Parts are known by their names in a row, as texts.
    """

    metric: Metric
    seat: Seat | None = None
    part: str | None = None

    def of(self, row: Mapping[str, Any]) -> int | float | str:
        """Return its value in a row of a match's history, a number or a text; 0 if it has none."""
        value = row[self.metric.key]
        if self.seat is not None:
            value = value[self.seat]
        if self.part is not None:
            value = value.get(self.part)
        return value if isinstance(value, (int, float, str)) else 0


def race_figures(match: Match, viewer: str | None) -> dict[str, Metric]:
    """Return the figure that counts for each race, by the race's title.

    It is the figure of seats with the race's title as its label. If the first race has none, it
    takes the first figure of the chart that the game's :class:`About` names, unless that figure
    belongs to another race. Races whose course the viewer may not see are left out.
    """
    table, game = match.table, match.game
    key = game.about_of(table).chart
    drawn = next((chart.metrics for chart in game.charts_of(table) if chart.key == key), ())
    hidden = () if viewer == INSTRUCTOR else game.secrecy.now_only(table)
    figures = [
        metric
        for metric in game.metrics_of(table)
        if metric.scope == "seat" and metric.key not in hidden
    ]
    titles = [*match.races_shown(viewer)]
    found = {metric.label: metric for metric in figures if metric.label in titles}
    of_standings = [metric for metric in figures if metric.key in drawn[:1]]
    if titles[0] not in found and of_standings and of_standings[0].label not in found:
        found[titles[0]] = of_standings[0]
    return {title: found[title] for title in titles if title in found}


def told_apart(match: Match) -> frozenset[str]:
    """Return the keys of the figures whose changes can be split.

    These are the figures for which the game declares a makeup or the events that change them, and
    the figure of each race. Where the game declares nothing for a race, the ledger counts it.
    """
    told = {one.key for one in match.game.metrics_of(match.table) if one.made_of or one.told_by}
    return frozenset(told | {one.key for one in race_figures(match, None).values()})


def askable(match: Match, viewer: str | None) -> frozenset[str]:
    """Return the keys of the figures about which a viewer may ask why.

    A figure that the game refuses to split is among them, since its answer is the reason. Figures
    whose course would reveal something hidden are left out.
    """
    hidden = () if viewer == INSTRUCTOR else match.game.secrecy.now_only(match.table)
    refused = {one.key for one in match.game.metrics_of(match.table) if one.unsplit}
    return (told_apart(match) | refused).difference(hidden)


def figures_told(match: Match, viewer: str | None) -> list[Figure]:
    """Return all figures that a viewer may have split, of each seat and part there is now."""
    told, row = told_apart(match), match.present_row()
    hidden = () if viewer == INSTRUCTOR else match.game.secrecy.now_only(match.table)
    found = []
    for metric in match.game.metrics_of(match.table):
        if metric.key not in told or metric.key in hidden:
            continue
        for seat in match.seats if metric.scope.startswith("seat") else (None,):
            value = row[metric.key] if seat is None else row[metric.key][seat]
            parts = map(str, value) if metric.scope.endswith("parts") else (None,)
            found += [Figure(metric, seat, part) for part in parts]
    return found


def figure_asked(
    match: Match, figure: str, seat: Seat | None, viewer: str | None, part: str | None = None
) -> Figure:
    """Return a figure by its key; ClasskitError where it cannot be split, with the reason."""
    metrics = {metric.key: metric for metric in match.game.metrics_of(match.table)}
    metric = metrics[known_name("figure", figure, metrics)]
    if metric.scope.startswith("seat"):
        if seat is None:
            raise ClasskitError(f"why: {figure!r} is a figure of seats: say whose, as seat='A'.")
        seat = match.known_seat(seat)
    elif seat is not None:
        raise ClasskitError(f"why: {figure!r} is a figure of the table, and no seat's.")
    if viewer != INSTRUCTOR and figure in match.game.secrecy.now_only(match.table):
        raise ClasskitError(
            f"why: the course of {figure!r} would tell what lies hidden, so it is not split."
        )
    if metric.scope.endswith("parts"):
        present = match.present_row()
        refuse_broken([present], [figure])
        value = present[figure]
        parts = [str(one) for one in (value if seat is None else value[seat])]
        if part is None:
            raise ClasskitError(
                f"why: {figure!r} has parts: say which, as part={parts[0]!r}."
                if parts
                else f"why: {figure!r} has no part yet."
            )
        part = known_name("part", part, parts)
    elif part is not None:
        raise ClasskitError(f"why: {figure!r} has no parts, such as {shorten(part)}.")
    if metric.unsplit:
        raise Unsplit(f"{metric.label} is not split. {metric.unsplit}")
    return Figure(metric, seat, part)


def unsplit(metric: Metric, match: Match) -> ClasskitError:
    """Return the error for a figure whose makeup neither the game nor the ledger knows."""
    known = ", ".join(sorted(told_apart(match)))
    return ClasskitError(
        f"why: {metric.label} ({metric.key}) is not split: neither the ledger nor the game tells "
        f"of what it is made. These can be: {known}."
    )
