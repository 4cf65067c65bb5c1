"""How a match is shown: theme, covered charts and what the class expects of them, curtain."""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import UnknownName
from classkit.engine.match import Match
from classkit.engine.names import read_name

from .asks import Questions
from .branches import Branch
from .rows import Rows
from .seating import Seating
from .story import News

THEMES = ("light", "dark", "projector")


class Display(Seating):
    """A seated match and everything that is settled about how it is shown."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        super().__init__(match, bots)
        self.rows, self.news, self.questions = Rows(), News(), Questions()
        self.branches_key: tuple[Branch, ...] = ()
        self.branches_base = 0
        self.branches_plain: list[dict[str, Any]] = []
        self.said: dict[str, Any] | str = ""
        self.notice = ""
        self.theme = "light"
        self.covered: list[str] = []
        self.predictions: dict[str, dict[str, Any]] = {}
        self.curtain: str | None = None
        self.read_only: str | None = None

    def branches_shown(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """All branches for the page, beside the active one's rows.

        They are compared anew only when a branch has come, gone or been left, or the match has
        gone back: in plain steps they stay the very same.
        """
        key = (self.branches.active, *self.branches)
        if key != self.branches_key or len(rows) < self.branches_base:
            self.branches_key, self.branches_base = key, len(rows)
            self.branches_plain = self.branches.plain(self.rows, rows)
        return self.branches_plain

    def cover(self, chart: str, on: bool = True) -> None:
        """Cover a chart until the class has predicted; or uncover it."""
        keys = [plan.key for plan in self.match.game.charts_of(self.match.table)]
        if chart not in keys:
            raise UnknownName("chart", chart, keys)
        others = [key for key in self.covered if key != chart]
        self.covered = [*others, chart] if on else others

    def predict(self, chart: str, value: str) -> None:
        """Note what the class expects a chart to show."""
        keys = [plan.key for plan in self.match.game.charts_of(self.match.table)]
        if chart not in keys:
            raise UnknownName("chart", chart, keys)
        guess = {"turn": self.match.turn, "value": read_name(value)}
        self.predictions = {**self.predictions, chart: guess}

    def set_theme(self, theme: str) -> None:
        """How the table looks: light, dark, or large and plain for a projector."""
        if theme not in THEMES:
            raise UnknownName("theme", theme, THEMES)
        self.theme = theme

    def draw_curtain(self, seat: str | None) -> None:
        """Hide what a seat is asked until it says that it is there; None opens the curtain."""
        self.curtain = None if seat is None else self.seat(seat)
