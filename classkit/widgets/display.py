"""How a match is shown: theme, covered charts and what the class expects of them, curtain."""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import known_name
from classkit.engine.events import EVERYBODY, INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.views import looker

from .asks import Questions
from .branches import Branch
from .rows import Rows
from .seating import Seating
from .story import News, NewsSince

THEMES = ("light", "dark", "projector")


class Display(Seating):
    """A seated match and everything that is settled about how it is shown."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        super().__init__(match, bots)
        self.rows, self.news, self.questions = Rows(), News(), Questions()
        self.branches_key: tuple[Branch | str, ...] = ()
        self.branches_base = 0
        self.branches_plain: list[dict[str, Any]] = []
        self.said: str | NewsSince = ""
        self.notice = ""
        self.theme = "light"
        self.covered: list[str] = []
        self.curtain: str | None = None
        self.read_only: str | None = None
        self._seen_as = EVERYBODY

    # --- who looks ---------------------------------------------

    @property
    def seen_as(self) -> str:
        """As whom the match is shown: "everybody", a seat's letter, or "instructor".

        "everybody" as well while a branch is on the screen that has no such seat.
        """
        known = (*self.match.seats, EVERYBODY, INSTRUCTOR)
        return self._seen_as if self._seen_as in known else EVERYBODY

    @property
    def viewer(self) -> str | None:
        """The same in the kernel's terms: a seat, None for everybody, or INSTRUCTOR."""
        return looker(self.seen_as, self.match.seats)

    @property
    def has_secrets(self) -> bool:
        """Whether something lies on the table that not everybody may see."""
        return self.match.game.has_secrets(self.match.table)

    def set_seen_as(self, seen_as: str) -> None:
        """Who looks: "everybody", a seat's letter, or "instructor"; UnknownName otherwise."""
        self._seen_as = looker(seen_as, self.match.seats) or EVERYBODY

    def see_as(self, seen_as: str) -> None:
        """Show the match as everybody, a seat, or the instructor sees it, and say so."""
        self.set_seen_as(seen_as)
        viewer = self.viewer
        who = {None: "everybody may see it", INSTRUCTOR: "the instructor sees it, with all secrets"}
        self.said = f"Shown as {who.get(viewer) or f'{self.say.seat(viewer)} sees it'}."

    # --- what is shown ---------------------------------------------

    def branches_shown(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """All branches for the page, beside the active one's rows.

        They are compared anew only when a branch has come, gone or been left, or the match has
        gone back: in plain steps they stay the very same.
        """
        key = (self.seen_as, self.branches.active, *self.branches)
        if key != self.branches_key or len(rows) < self.branches_base:
            self.branches_key, self.branches_base = key, len(rows)
            self.branches_plain = self.branches.plain(rows, self.viewer)
        return self.branches_plain

    def chart(self, key: str) -> str:
        """The key of a chart, if there is one of that key."""
        charts = self.match.game.charts_of(self.match.table)
        return known_name("chart", key, [plan.key for plan in charts])

    def cover(self, chart: str, on: bool = True) -> None:
        """Cover a chart until the class has predicted; or uncover it.

        What was predicted before goes when it is covered anew.
        """
        self.chart(chart)
        others = [key for key in self.covered if key != chart]
        self.covered = [*others, chart] if on else others
        if on:
            self.branches.active.predict(chart, "", 0)

    @property
    def predictions(self) -> dict[str, dict[str, Any]]:
        """What the class expects of charts, in the match on the screen."""
        return self.branches.active.predictions

    def predict(self, chart: str, value: str) -> None:
        """Note what the class expects a chart to show; an empty value takes it back."""
        self.branches.active.predict(self.chart(chart), value, self.match.turn)

    def set_theme(self, theme: str) -> None:
        """How the table looks: light, dark, or large and plain for a projector."""
        self.theme = known_name("theme", theme, THEMES)

    def draw_curtain(self, seat: str | None) -> None:
        """Hide what a seat is asked until it says that it is there; None opens the curtain."""
        self.curtain = None if seat is None else self.seat(seat)
