"""The charts of a class as it plays: made anew when a table has gone on, and once for all desks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import ClasskitError, known_name
from classkit.engine.match import Match

from .figures import ClassFigure, class_figures, course_of
from .picture import ClassChart, class_chart
from .room import Room


class ClassCharts:
    """The charts of one room."""

    def __init__(self) -> None:
        self.figures: dict[str, ClassFigure] = {}
        """The figures that the tables of the room have, by key."""
        self.made: dict[str, tuple[Any, ClassChart]] = {}
        """Each chart with where the tables stood when it was made."""

    def of(self, key: str, room: Room, matches: Mapping[int, Match]) -> ClassChart:
        """Return a chart of the tables of a room as they stand; by default of the first figure.

        ClasskitError where no table is set up, UnknownName for a figure that is none.
        """
        if not matches:
            raise ClasskitError("There is nothing to see before the class is seated.")
        if not self.figures:
            for match in matches.values():
                self.figures = {one.key: one for one in class_figures(match)} | self.figures
        figure = self.figures[known_name("figure", key or next(iter(self.figures)), self.figures)]
        stand = [
            (number, match.turn, match.round, match.is_over, match.cuts)
            for number, match in matches.items()
        ]
        kept = self.made.get(figure.key)
        if kept is None or kept[0] != stand:
            courses = {number: course_of(match, figure) for number, match in matches.items()}
            groups = [name for name, _ in room.groups]
            made = class_chart(figure, groups, [*room.tables.values()], courses)
            self.made[figure.key] = kept = (stand, made)
        return kept[1]
