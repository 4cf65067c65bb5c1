"""Parts of a table as separate widgets, such as the board and one chart."""

from __future__ import annotations

from classkit.engine.errors import ClasskitError, UnknownName, truncate_text
from classkit.engine.match import Match

from .connection_protocol import Hub
from .live_table import Table
from .match_controller import MatchController
from .page_view import PageView

PART_NAMES = (
    "ahead", "ask", "board", "chart", "controls", "ledger", "news", "rulebook", "standings",
    "timeline",
)  # fmt: skip


class TablePart(Table):
    """One part of a table as a widget. It shows and controls the same match as that table.

    A part of a table has the same viewer and theme as the table.

    Args:
        source: The table, or a match, for which a new table is created.
        part: Name of the part, from :data:`PART_NAMES`.
        chart: Key of the chart, or an empty string for the game's first chart.

    Raises:
        UnknownName: The part or chart is unknown.
        ClasskitError: ``source`` is neither a table nor a match.

    Example:
        >>> from classkit.widgets import board, chart, table
        >>> live = table("poleconomy", seats=2, seed=7)
        >>> inflation = chart(live, "inflation")
        >>> live.step(until="turn").turn == inflation.turn
        True
    """

    _adds_displays = False

    def __init__(self, source: Table | Match, part: str, chart: str = "") -> None:
        if part not in PART_NAMES:
            raise UnknownName("part of a table", part, PART_NAMES)
        if not isinstance(source, (Table, Match)):
            raise ClasskitError(
                f"{part} needs a table or a match, not {truncate_text(source)}. Create one with "
                "classkit.table(...) or classkit.new(...)."
            )
        hub = source.hub if isinstance(source, Table) else Hub(MatchController(source))
        sight = source.page_view if isinstance(source, Table) else PageView(hub.controller)
        keys = [
            plan.key for plan in hub.controller.match.game.active_charts(hub.controller.match.table)
        ]
        if chart and chart not in keys:
            raise UnknownName("chart", chart, keys)
        self._bind_hub(hub, sight)
        self.part, self.chart = part, chart

    def __repr__(self) -> str:
        what = f"{self.part} {self.chart!r}" if self.chart else self.part
        return f"<The {what} of {self.match!r}>"
