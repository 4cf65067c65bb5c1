"""The sight of a page on a desk: through whose eyes, in which theme, behind which covers.

The match, its branches and its players belong to the desk, and are the same for every page. A sight
belongs to one page, so that many pages can look at one match, each as another seat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Any, Literal, Self, TypeAlias, get_args

from classkit.causes.figures import askable
from classkit.charts.columns import Columns
from classkit.charts.drawn import Drawings
from classkit.charts.fill import Source
from classkit.charts.hidden_figures import hidden_course, hidden_present
from classkit.charts.pictures import Pictures
from classkit.charts.rows import Rows
from classkit.charts.shapes import BranchRows, ChartNow, FanNow, Row
from classkit.engine.errors import known_name
from classkit.engine.log import EVERYBODY, INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.views import read_viewer
from classkit.engine.words import Say

from .asks import is_shut
from .comparing import Comparing
from .covers import Covers, covers_of
from .desk import Desk
from .ending import end_shown
from .expected import PredictionRow, all_rows, expected, what_came
from .shapes import ApartNow, EndNow, Expected
from .story import News

Theme: TypeAlias = Literal["light", "dark", "projector"]
THEMES: tuple[Theme, ...] = get_args(Theme)


class Sight:
    """One pair of eyes on a desk, with its theme, its covered charts and its curtain."""

    def __init__(self, desk: Desk, seen_as: str = EVERYBODY) -> None:
        self.desk = desk
        self.theme: Theme = "light"
        self.covered: list[str] = []
        self.answers_for: str | None = None
        """The only seat that is asked questions here, as on a telephone; None for all seats."""
        self._curtain: str | None = None
        self._seen_as = EVERYBODY
        self._said: tuple[Any, str] = (None, "")
        self.rows, self.news, self.pictures = Rows(), News(), Pictures()
        self.columns, self.drawings = Columns(), Drawings()
        self._branches_key: tuple[Any, ...] = ()
        self._branches_base: tuple[int, Row | None] = (0, None)
        self._branches: list[BranchRows] = []
        self._end: tuple[Any, EndNow | None] = (None, None)
        self.comparing = Comparing()
        self._told_broken: tuple[str, ...] = ()
        self._shown: tuple[Any, Row | None] = (None, None)
        self.row_before: Row | None = None
        """The row of figures that these eyes saw before the last step; None before the first."""
        self.set_seen_as(seen_as)

    def twin(self, desk: Desk) -> Self:
        """Return the same sight of another desk; what is set on it leaves this one as it is."""
        twin = copy(self)
        twin.desk, twin.covered = desk, list(self.covered)
        return twin

    def become(self, twin: Sight) -> None:
        """Take over all settings of the twin, but keep this desk."""
        self.__dict__.update({**twin.__dict__, "desk": self.desk})

    @property
    def match(self) -> Match:
        return self.desk.match

    @property
    def say(self) -> Say:
        """The words for the match, with the seats' present names."""
        return self.desk.say

    @property
    def brief(self) -> Say:
        """The same words for forms and buttons, where a long name is cut short."""
        return self.say.in_brief()

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
        return read_viewer(self.seen_as, self.match.seats)

    def set_seen_as(self, seen_as: str) -> None:
        """Set who looks: "everybody", a seat's letter, or "instructor"; else UnknownName."""
        self._seen_as = read_viewer(seen_as, self.match.seats, self.match.names) or EVERYBODY

    def see_as(self, seen_as: str) -> None:
        """Show the match as everybody, a seat, or the instructor sees it, and say so here."""
        self.set_seen_as(seen_as)
        viewer = self.viewer
        who = {None: "everybody may see it", INSTRUCTOR: "the instructor sees it, with all secrets"}
        words = who.get(viewer) or f"{self.say.seat(viewer)} sees it"
        self._said = (self.desk.said, f"Shown as {words}.")

    @property
    def own_words(self) -> str:
        """The words said on this page alone since the desk last said something; else empty."""
        since, words = self._said
        return words if since is self.desk.said else ""

    # --- what is shown ---------------------------------------------

    def rows_shown(self) -> list[Row]:
        """Return the rows of all figures that these eyes may see, up to this moment."""
        rows = self.rows.upto_now(self.match, self.viewer)
        self._tell_broken()
        moment, shown = self._shown
        if moment != (self.match, self.match.step):
            self.row_before = shown
        self._shown = ((self.match, self.match.step), rows[-1])
        return rows

    def _tell_broken(self) -> None:
        """Say here, once of each, which figures could not be computed for the rows last made."""
        broken = self.rows.broken
        new = [key for key in broken if key not in self._told_broken]
        if new:
            self._told_broken = (*self._told_broken, *new)
            self._said = (self.desk.said, " ".join(broken[key] for key in new))

    def branches_shown(self, rows: Sequence[Row]) -> list[BranchRows]:
        """Return all branches for the charts, beside the active one's rows.

        They are compared anew only when a branch has come, gone, been left or played on, when the
        match has gone back, or when it has left the row that another branch ends with: in plain
        steps they stay the very same.
        """
        branches = self.desk.branches
        titles, folded = tuple(branches.titles().values()), frozenset(branches.folded())
        key = (
            self.seen_as,
            branches.active,
            *((one, one.stored) for one in branches),
            titles,
            folded,
        )
        base, shared = self._branches_base
        left = len(rows) < base or (shared is not None and rows[base - 1] != shared)
        if key != self._branches_key or left:
            self._branches = branches.plain(rows, self.viewer)
            ends = {branch["from_turn"] for branch in self._branches}
            shared = rows[-1] if rows and rows[-1]["turn"] in ends else None
            self._branches_key, self._branches_base = key, (len(rows), shared)
        return self._branches

    def charts_shown(
        self,
        rows: Sequence[Row],
        branches: Sequence[BranchRows],
        fan: FanNow | None,
        faded: bool,
        charts: Collection[str],
        numbers: Collection[str] = (),
    ) -> dict[str, ChartNow]:
        """Return these charts, filled, with other branches and futures behind them."""
        if not charts:  # as on a telephone that shows something else
            return {}
        described = self.pictures.of(
            self.match,
            self.say,
            self.viewer,
            rows,
            branches=branches,
            branch=self.desk.branches.active.name,
            title=self.desk.branches.title,
            fan=fan,
            predictions=self.desk.predictions,
            keys=charts,
        )
        end = None if self.covers.score else self.end_shown()
        turned = tuple(end["turns"]) if end else ()
        split = askable(self.match, self.viewer)
        source = Source(rows, branches, fan, faded, self.columns, split, turned)
        return self.drawings.of(described, source, numbers)

    def apart_shown(self, again: bool = True) -> ApartNow | None:
        """Return how the branch on the screen differs from the other; None without another.

        Covered charts are left out. After a reload the other branch must be replayed first, which
        happens only if ``again`` is set.
        """
        desk = self.desk
        other = desk.branches.at_hand_beside(again)
        if other is None:
            return None
        here, viewer = desk.branches.active, self.viewer
        plans, metrics = self.pictures.plans(self.match, self.say, viewer)
        first = self.match.game.first_charts(self.match.table)
        return self.comparing.of(
            here,
            other,
            viewer,
            self.say,
            plans,
            metrics,
            first,
            frozenset((*self.covered, *self.covers.charts)),
            desk.players,
        )

    def absent_charts(self) -> dict[str, str]:
        """Return the charts that may not be seen now, each with the reason."""
        plans, _ = self.pictures.plans(self.match, self.say, self.viewer)
        return {plan["key"]: plan["absent"] for plan in plans if "absent" in plan}

    def end_shown(self) -> EndNow | None:
        """Return the end of the match for these eyes, made once; None while it goes on."""
        match = self.match
        if not match.is_over:
            return None
        key = (match, match.step, self.viewer, dict(match.names))
        if self._end[0] != key:
            self._end = (key, end_shown(match, self.say, self.viewer))
        return self._end[1]

    def cover(self, chart: str, on: bool = True) -> None:
        """Cover a chart until the class has predicted; or uncover it.

        What was predicted before goes when it is covered anew, and the usual question is asked.
        """
        if on:
            self.ask(chart)
            return
        self.covered = [key for key in self.covered if key != self.desk.chart(chart)]
        self.desk.drop_unanswered(chart)

    def ask(self, chart: str, **about: Any) -> None:
        """Ask the class about a chart, and cover it: see :meth:`Desk.ask`."""
        self.desk.ask(chart, **about)
        self.covered = [*(key for key in self.covered if key != chart), chart]

    def cover_open_questions(self) -> None:
        """Cover the charts about which a class was asked what has not come yet, as in a record."""
        asked = self.desk.predictions.items()
        still = [chart for chart, one in asked if what_came(self.match, one) is None]
        self.covered = [*dict.fromkeys((*self.covered, *still))]

    @property
    def covers(self) -> Covers:
        """What is covered for these eyes, with the charts that are."""
        asked = [self.desk.predictions.get(chart) for chart in self.covered]
        since = min((one["turn"] for one in asked if one), default=self.match.turn)
        return covers_of(self.match, self.covered, since)

    def predictions_shown(self) -> dict[str, Expected]:
        """Return what the class expects, with what came of it where these eyes may see that."""
        unseen = self.figures_unseen()
        return {
            chart: expected(self.match, self.say, chart, asked, asked["figure"] in unseen)
            for chart, asked in self.desk.predictions.items()
            if asked["guesses"] or chart in self.covered
        }

    def prediction_rows(self) -> list[PredictionRow]:
        """Return the answers of the class as rows of a table, with what came of each."""
        return all_rows(self.match, self.desk.predictions, self.figures_unseen())

    def figures_unseen(self) -> set[str]:
        """Return the figures whose past values these eyes may not see now."""
        match, viewer = self.match, self.viewer
        hidden = {*hidden_course(match, viewer), *hidden_present(match, viewer)}
        return hidden | self.covers.figures

    def set_theme(self, theme: str) -> None:
        """Set how the page looks: light, dark, or large and plain for a projector."""
        name = known_name("theme", theme, THEMES)
        self.theme = next(one for one in THEMES if one == name)

    @property
    def curtain(self) -> str | None:
        """The seat whose question is hidden until it says that it is there; None if none is."""
        return self._curtain if self._curtain in self.match.seats else None

    def draw_curtain(self, seat: str | None) -> None:
        """Hide what a seat is asked until it says that it is there; None opens the curtain."""
        self._curtain = None if seat is None else self.desk.seat(seat)

    # --- what may be opened ---------------------------------------------

    def move(self, seat: str, name: str, aside: bool = False) -> Move | None:
        """Return a move that a seat may choose now, or do aside, by name; None if there is none."""
        return next((move for move in self.moves(seat, aside) if move.name == name), None)

    def moves(self, seat: str, aside: bool) -> list[Move]:
        """Return the moves of a seat, without those that show what a bot holds to other eyes."""
        players: Mapping[str, str] = self.desk.players
        return [
            move
            for asked, move in self.desk.moves(seat, aside)
            if asked is None or not is_shut(asked, players, self.viewer)
        ]
