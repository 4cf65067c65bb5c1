"""The charts of a class as it plays: made anew when a table has gone on, and once for all desks."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import ClasskitError, known_name
from classkit.engine.match import Match
from classkit.engine.words import how_many

from .figures import ClassFigure, class_figures, course_of
from .picture import ClassChart, class_chart
from .room import Room

MOMENT = 0.1
"""So many seconds histories are read for before telephones are answered again."""


class ClassCharts:
    """The charts of one room."""

    def __init__(self) -> None:
        self.figures: dict[str, ClassFigure] = {}
        """The figures that the tables of the room have, by key."""
        self.made: dict[str, tuple[Any, ClassChart]] = {}
        """Each chart with where the tables stood when it was made."""
        self.read: set[int] = set()
        """The tables whose history has been read: to read one, its match is played again."""

    def known(self, matches: Mapping[int, Match]) -> Mapping[str, ClassFigure]:
        """Return the figures of these tables by key; ClasskitError where there are no tables."""
        if not matches:
            raise ClasskitError("There is nothing to see before the class is seated.")
        if not self.figures:
            for match in matches.values():
                self.figures = {one.key: one for one in class_figures(match)} | self.figures
        return self.figures

    def read_on(self, matches: Mapping[int, Match]) -> None:
        """Read histories for a moment, one at least: telephones are answered before it goes on."""
        began = time.perf_counter()
        for number, match in matches.items():
            if number not in self.read:
                self.read.add(number)
                _ = match.history
                if time.perf_counter() - began > MOMENT:
                    return

    def of(self, key: str, room: Room, matches: Mapping[int, Match]) -> ClassChart:
        """Return a chart of the tables of a room as they stand; by default of the first figure.

        Tables that have not been read are left out, and it says so. ClasskitError where no table
        is set up, UnknownName for a figure that is none.
        """
        known = self.known(matches)
        figure = known[known_name("figure", key or next(iter(known)), known)]
        self.read_on(matches)
        matches = {number: match for number, match in matches.items() if number in self.read}
        stand = [
            (number, match.turn, match.round, match.is_over, match.cuts)
            for number, match in matches.items()
        ]
        kept = self.made.get(figure.key)
        if kept is None or kept[0] != stand:
            courses = {number: course_of(match, figure) for number, match in matches.items()}
            groups = [name for name, _ in room.groups]
            tables = [table for table in room.tables.values() if table.place in courses]
            made = class_chart(figure, groups, tables, courses)
            made["unread"] = len(room.tables) - len(tables)
            if made["unread"]:
                more = how_many(made["unread"], "more table is", "more tables are")
                made["said"].insert(0, f"{more} being read …")
            self.made[figure.key] = kept = (stand, made)
        return kept[1]
