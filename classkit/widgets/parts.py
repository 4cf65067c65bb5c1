"""Parts of a table as widgets of their own: a lesson may show just the board and one chart."""

from __future__ import annotations

from classkit.engine.errors import ClasskitError, UnknownName, shorten
from classkit.engine.match import Match

from .channel import Hub
from .desk import Desk
from .live import Table
from .sight import Sight

PARTS = (
    "ahead", "ask", "board", "chart", "controls", "ledger", "news", "rulebook", "standings",
    "timeline",
)  # fmt: skip


class Part(Table):
    """One part of a table, by name; it follows the table it was taken from, and plays it as well.

    It is seen by the same eyes as that table, in the same theme.

    >>> from classkit.widgets import board, chart, table
    >>> live = table("poleconomy", seats=2, seed=7)
    >>> inflation = chart(live, "inflation")
    >>> live.step(until="turn").turn == inflation.turn
    True
    """

    _shows_once_more = False

    def __init__(self, source: Table | Match, part: str, chart: str = "") -> None:
        if part not in PARTS:
            raise UnknownName("part of a table", part, PARTS)
        if not isinstance(source, (Table, Match)):
            raise ClasskitError(
                f"{part} is a part of a table or a match, not of {shorten(source)}: make one by "
                "classkit.table(...) or classkit.new(...)."
            )
        hub = source.hub if isinstance(source, Table) else Hub(Desk(source))
        sight = source.sight if isinstance(source, Table) else Sight(hub.desk)
        keys = [plan.key for plan in hub.desk.match.game.charts_of(hub.desk.match.table)]
        if chart and chart not in keys:
            raise UnknownName("chart", chart, keys)
        self._attach(hub, sight)
        self.part, self.chart = part, chart

    def __repr__(self) -> str:
        what = f"{self.part} {self.chart!r}" if self.chart else self.part
        return f"<The {what} of {self.match!r}>"
