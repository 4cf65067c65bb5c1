"""Cache of the class charts. A chart is rebuilt once for all desks when a table has advanced."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from classkit.engine.errors import ClasskitError, require_known
from classkit.engine.match import Match
from classkit.engine.rulebook_text import format_count

from .class_charts import ClassChart, build_class_chart
from .class_metrics import ClassMetric, build_series, list_class_metrics
from .room import Room

READ_SECONDS = 0.1
"""Maximum time for reading histories before phones are served again, in seconds."""


class ClassChartCache:
    """The class charts of one room."""

    def __init__(self) -> None:
        self.metrics: dict[str, ClassMetric] = {}
        """The metrics of the room's tables, by key."""
        self.chart_entries: dict[str, tuple[Any, ClassChart]] = {}
        """Each chart, with the progress of the tables when it was built, and whether groups were
        revealed.
        """
        self.tables_read: set[int] = set()
        """The tables whose history has been read. Reading a history replays the match."""

    def get_metrics(self, matches: Mapping[int, Match]) -> Mapping[str, ClassMetric]:
        """Return the metrics of these tables by key. Raise ClasskitError if there are no tables."""
        if not matches:
            raise ClasskitError("There is nothing to show yet. Seat the class first.")
        if not self.metrics:
            for match in matches.values():
                self.metrics = {one.key: one for one in list_class_metrics(match)} | self.metrics
        return self.metrics

    def read_histories(self, matches: Mapping[int, Match]) -> None:
        """Read at least one history, and more until READ_SECONDS have passed.

        The caller serves phones between calls.
        """
        began = time.perf_counter()
        for number, match in matches.items():
            if number not in self.tables_read:
                self.tables_read.add(number)
                _ = match.history
                if time.perf_counter() - began > READ_SECONDS:
                    return

    def get_chart(self, key: str, room: Room, matches: Mapping[int, Match]) -> ClassChart:
        """Return the current chart of a metric over the tables of a room.

        Tables whose history has not been read are left out, and the chart states this.

        Args:
            key: The metric's key. An empty string selects the first metric.
            room: The room.
            matches: The match of each table.

        Raises:
            ClasskitError: If no table is set up.
            UnknownName: If no metric has this key.
        """
        known = self.get_metrics(matches)
        figure = known[require_known("figure", key or next(iter(known)), known)]
        self.read_histories(matches)
        matches = {number: match for number, match in matches.items() if number in self.tables_read}
        progress = [
            (number, match.turn, match.round, match.is_over, match.truncation_count)
            for number, match in matches.items()
        ]
        unattended = room.list_unattended_tables()
        kept = self.chart_entries.get(figure.key)
        stand = (room.groups_revealed, progress, unattended)
        if kept is None or kept[0] != stand:
            courses = {number: build_series(match, figure) for number, match in matches.items()}
            groups = [room.get_group_label(name) for name, _ in room.groups]
            tables = [
                replace(table, group=room.get_group_label(table.group))
                for table in room.tables.values()
                if table.place in courses
            ]
            made = build_class_chart(figure, groups, tables, courses, unattended)
            if groups:
                made["about"] += (
                    f" To compute the difference again, run: classkit class export {room.code}"
                )
            made["unread"] = len(room.tables) - len(tables)
            if made["unread"]:
                more = format_count(made["unread"], "more table is", "more tables are")
                made["said"].insert(0, f"{more} being read …")
            self.chart_entries[figure.key] = kept = (stand, made)
        return kept[1]
