"""One page's view of a match: its viewer, theme, covered charts and curtain.

The match, its branches and its players belong to the controller and are the same for every page.
Each page has its own view, so several pages can show one match, each for a different seat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Any, Literal, Self, TypeAlias, get_args

from classkit.attribution.metric_selection import explainable_metrics, race_metrics
from classkit.charts.chart_cache import ChartCache, cover_plan
from classkit.charts.chart_types import BranchRowsData, ChartData, FanData, MetricRowData
from classkit.charts.instruments import choose_instruments
from classkit.charts.redaction import get_fully_hidden, get_history_hidden
from classkit.charts.rows import RowCache
from classkit.engine.board import Scene
from classkit.engine.errors import require_known
from classkit.engine.events import EVERYBODY, INSTRUCTOR
from classkit.engine.evidence import EventLinks
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.moves import Move
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.views import read_viewer

from .ask_panel import is_hidden
from .chart_redaction import Redaction, build_redaction
from .comparison_text import ComparisonCache
from .end_screen import build_end
from .match_controller import MatchController
from .narration import NewsLog
from .predictions import PredictionRow, build_prediction, build_prediction_rows, find_outcome
from .wire_types import DivergenceData, EndData, PredictionResultData

Theme: TypeAlias = Literal["light", "dark", "projector"]
THEMES: tuple[Theme, ...] = get_args(Theme)


class PageView:
    """The settings of one page: its viewer, theme, covered charts and curtain."""

    def __init__(self, desk: MatchController, seen_as: str = EVERYBODY) -> None:
        self.controller = desk
        self.theme: Theme = "light"
        self.covered: list[str] = []
        self._covered_from: dict[str, int] = {}
        self.answering_seat: str | None = None
        """The only seat that can decide on this page, as on a phone; None for all seats."""
        self.is_play_stopped = False
        """Whether nobody can decide now, as in a pause of a room."""
        self._curtain: str | None = None
        self._seen_as = EVERYBODY
        self._page_message: tuple[Any, str] = (None, "")
        self.news, self.chart_cache = NewsLog(), ChartCache()
        self._branches_key: tuple[Any, ...] = ()
        self._branches_base: tuple[int, MetricRowData | None] = (0, None)
        self._branches: list[BranchRowsData] = []
        self._end_entry: tuple[Any, EndData | None] = (None, None)
        self.comparison_cache = ComparisonCache()
        self._reported_failures: tuple[str, ...] = ()
        self._last_row: tuple[Any, MetricRowData | None] = (None, None)
        self._score: tuple[Match | None, Metric | None] = (None, None)
        self.previous_row: MetricRowData | None = None
        """The row of metrics that the viewer saw before the last step; None before the first."""
        self.set_seen_as(seen_as)

    def clone(self, desk: MatchController) -> Self:
        """Return a copy of this view for another controller."""
        twin = copy(self)
        twin.controller, twin.covered = desk, list(self.covered)
        return twin

    def adopt_state(self, twin: PageView) -> None:
        """Copy all settings from ``twin``, but keep this controller."""
        self.__dict__.update({**twin.__dict__, "controller": self.controller})

    @property
    def match(self) -> Match:
        return self.controller.match

    def get_score_metric(self) -> Metric | None:
        """Return the metric of the standings that everybody sees, if there is one."""
        if self._score[0] is not self.match:  # finding it takes the standings
            self._score = self.match, next(iter(race_metrics(self.match, None).values()), None)
        return self._score[1]

    @property
    def say(self) -> TextFormatter:
        """The formatter for the match. It uses the seats' current names."""
        return self.controller.say

    @property
    def scene(self) -> Scene:
        """The scene on the board for the viewer."""
        return self.controller.get_scene(self.viewer)

    @property
    def instruments(self) -> tuple[str, ...]:
        """The keys of the charts that the page always shows."""
        return self.controller.compute_once("instruments", lambda: choose_instruments(self.match))

    @property
    def links(self) -> EventLinks:
        """The links between the match's events and its ledger."""
        return self.controller.compute_once("links", lambda: self.match.links)

    @property
    def brief_say(self) -> TextFormatter:
        """The formatter for forms and buttons, which truncates long names."""
        return self.controller.compute_once("brief say", self.say.with_brief_names)

    # --- the viewer ---------------------------------------------

    @property
    def seen_as(self) -> str:
        """The viewer as text: "everybody", a seat's letter, or "instructor".

        It is "everybody" if the active branch does not have the chosen seat.
        """
        seen_as = self._seen_as
        is_known = seen_as in (EVERYBODY, INSTRUCTOR) or seen_as in self.match.seats
        return seen_as if is_known else EVERYBODY

    @property
    def viewer(self) -> str | None:
        """The viewer: a seat, None for everybody, or INSTRUCTOR."""
        seen_as = self.seen_as
        return None if seen_as == EVERYBODY else seen_as

    def set_seen_as(self, seen_as: str) -> None:
        """Set the viewer: "everybody", a seat's letter, or "instructor"; else raise UnknownName."""
        self._seen_as = read_viewer(seen_as, self.match.seats, self.match.names) or EVERYBODY

    def see_as(self, seen_as: str) -> None:
        """Set the viewer, and announce it in this page's message."""
        self.set_seen_as(seen_as)
        viewer = self.viewer
        who = {None: "everybody may see it", INSTRUCTOR: "the instructor sees it, with all secrets"}
        words = who.get(viewer) or f"{self.say.seat(viewer)} sees it"
        self._page_message = (self.controller.summary, f"Shown as {words}.")

    @property
    def page_message(self) -> str:
        """The message for this page only.

        The value is an empty string if the match has been summarized since.
        """
        since, words = self._page_message
        return words if since is self.controller.summary else ""

    # --- page content ---------------------------------------------

    @property
    def row_cache(self) -> RowCache:
        """The cache of rows for this viewer, shared by viewers who may see the same metrics."""
        hidden = get_history_hidden(self.match, self.viewer)
        return self.controller.row_caches.setdefault(hidden, RowCache())

    def get_rows(self) -> list[MetricRowData]:
        """Return the rows of all metrics that the viewer may see, up to this moment."""
        viewer = self.viewer
        rows, broken, moment = self.controller.compute_once(
            ("rows", viewer == INSTRUCTOR), lambda: self._find_rows(viewer)
        )
        if broken:
            self._report_failures(broken)
        before, shown = self._last_row
        if before != moment:
            self.previous_row = shown
        self._last_row = moment, rows[-1]
        return rows

    def _find_rows(
        self, viewer: str | None
    ) -> tuple[list[MetricRowData], dict[str, str], tuple[Match, int]]:
        """Return the rows, the messages of metrics that failed in them, and the moment."""
        cache, match = self.row_cache, self.match
        rows = cache.get_current_rows(match, viewer)
        return rows, cache.broken, (match, match.step)

    def _report_failures(self, broken: Mapping[str, str]) -> None:
        """Add a message for each metric that could not be computed, but only once."""
        new = [key for key in broken if key not in self._reported_failures]
        if new:
            self._reported_failures = (*self._reported_failures, *new)
            self._page_message = (self.controller.summary, " ".join(broken[key] for key in new))

    def get_branch_rows(self, rows: Sequence[MetricRowData]) -> list[BranchRowsData]:
        """Return all other branches for the charts.

        An ordinary step returns the identical list. The list is rebuilt when a branch was added,
        deleted, left or continued, when the match has gone back, or when it has moved past the row
        where another branch ends.
        """
        branches = self.controller.branches
        titles, folded = tuple(branches.titles().values()), frozenset(branches.folded_names())
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
            self._branches = branches.build_rows(rows, self.viewer)
            ends = {branch["from_turn"] for branch in self._branches}
            shared = rows[-1] if rows and rows[-1]["turn"] in ends else None
            self._branches_key, self._branches_base = key, (len(rows), shared)
        return self._branches

    def get_charts(
        self,
        rows: Sequence[MetricRowData],
        branches: Sequence[BranchRowsData],
        fan: FanData | None,
        faded: bool,
        charts: Collection[str],
        numbers: Collection[str] = (),
    ) -> dict[str, ChartData]:
        """Return the data of these charts, including other branches and futures behind the lines.

        Charts that are covered, or would reveal a covered chart, end before the turn in which the
        first one was covered.
        """
        if not charts:  # for example on a phone that shows no charts
            return {}
        plans, _ = self.chart_cache.get_plans(self.match, self.say, self.viewer)
        own = self.controller.branches.active.name
        end = None if self.redaction.score else self.get_end()
        earlier = self.previous_row
        context = self.chart_cache.build_context(
            self.match,
            self.say,
            self.viewer,
            rows,
            before=earlier if earlier and earlier["turn"] <= rows[-1]["turn"] else None,
            branches=[one for one in branches if one["name"] != own],
            branch=self.controller.branches.title or own,
            fan=fan,
            faded=faded,
            split=explainable_metrics(self.match, self.viewer),
            turned=tuple(end["turns"]) if end else (),
        )
        shown = [plan for plan in plans if plan["key"] in charts]
        predictions = self.controller.predictions
        covers = self.redaction
        if not covers.own:
            return self.chart_cache.get_charts(shown, context, predictions, numbers)
        known = [row for row in rows if row["turn"] < self.find_known_turn(covers)]
        past = self.chart_cache.build_context(self.match, self.say, self.viewer, known)
        hidden = [cover_plan(plan) for plan in shown if covers.hides_chart(plan["key"])]
        open_ones = [plan for plan in shown if not covers.hides_chart(plan["key"])]
        return self.chart_cache.get_charts(
            hidden, past, predictions, numbers
        ) | self.chart_cache.get_charts(open_ones, context, predictions, numbers)

    def find_known_turn(self, covers: Redaction) -> int:
        """Return the turn from which covered charts show nothing.

        This is the earliest turn that this page has shown while they were covered, even after going
        back, and no later than their questions. A covered chart without a question shows nothing.
        """
        asked = {key: one["turn"] for key, one in self.controller.predictions.items()}
        self._covered_from = {
            key: min(asked.get(key, 0), self.match.turn, self._covered_from.get(key, covers.since))
            for key in covers.own
        }
        return min(self._covered_from.values())

    def get_divergence(self, again: bool = True) -> DivergenceData | None:
        """Compare the active branch with the compared one, or None if there is no other branch.

        Covered charts are omitted. After a reload the other branch must be replayed first, which is
        done only if ``again`` is true.
        """
        desk = self.controller
        other = desk.branches.load_compared(again)
        if other is None:
            return None
        here, viewer = desk.branches.active, self.viewer
        plans, metrics = self.chart_cache.get_plans(self.match, self.say, viewer)
        first = self.instruments
        return self.comparison_cache.get_comparison(
            here,
            other,
            viewer,
            self.say,
            plans,
            metrics,
            first,
            frozenset((*self.covered, *self.redaction.charts)),
            desk.players,
        )

    def absent_charts(self) -> dict[str, str]:
        """Return the keys of charts that the viewer may not see now, and the reasons."""
        if not get_fully_hidden(self.match, self.viewer):
            return {}
        plans, _ = self.chart_cache.get_plans(self.match, self.say, self.viewer)
        return {plan["key"]: plan["absent"] for plan in plans if "absent" in plan}

    def get_end(self) -> EndData | None:
        """Return the end screen for this viewer, cached, or None if the match is not over."""
        match = self.match
        if not match.is_over:
            return None
        key = (match, match.step, self.viewer, dict(match.names))
        if self._end_entry[0] != key:
            self._end_entry = (key, build_end(match, self.say, self.viewer))
        return self._end_entry[1]

    def cover(self, chart: str, on: bool = True) -> None:
        """Cover a chart until the class has made a prediction, or uncover it.

        Covering it again deletes previous predictions and asks the default question.
        """
        if on:
            self.ask(chart)
            return
        self.covered = [key for key in self.covered if key != self.controller.get_chart_key(chart)]
        self.controller.drop_unanswered(chart)

    def ask(self, chart: str, **about: Any) -> None:
        """Ask the class about a chart and cover it. See :meth:`MatchController.ask`."""
        self.controller.ask(chart, **about)
        self.covered = [*(key for key in self.covered if key != chart), chart]

    def cover_open_questions(self) -> None:
        """Cover the charts whose questions have no outcome yet, such as after loading a record."""
        asked = self.controller.predictions.items()
        still = [chart for chart, one in asked if find_outcome(self.match, one) is None]
        self.covered = [*dict.fromkeys((*self.covered, *still))]

    @property
    def redaction(self) -> Redaction:
        """The redaction that the covered charts require for this viewer."""
        asked = [self.controller.predictions.get(chart) for chart in self.covered]
        since = min((one["turn"] for one in asked if one), default=self.match.turn)
        return build_redaction(self.match, self.covered, since)

    def get_predictions(self) -> dict[str, PredictionResultData]:
        """Return the class's predictions, and the outcomes that the viewer may see."""
        if not self.controller.predictions:
            return {}
        unseen = self.hidden_metrics()
        return {
            chart: build_prediction(self.match, self.say, chart, asked, asked["figure"] in unseen)
            for chart, asked in self.controller.predictions.items()
            if asked["guesses"] or chart in self.covered
        }

    def prediction_rows(self) -> list[PredictionRow]:
        """The class's predictions and their outcomes as table rows."""
        return build_prediction_rows(self.match, self.controller.predictions, self.hidden_metrics())

    def hidden_metrics(self) -> set[str]:
        """Return the metrics whose past values the viewer may not see now."""
        match, viewer = self.match, self.viewer
        hidden = {*get_history_hidden(match, viewer), *get_fully_hidden(match, viewer)}
        return hidden | self.redaction.figures

    def set_theme(self, theme: str) -> None:
        """Set the theme: "light", "dark", or "projector" (large and plain)."""
        name = require_known("theme", theme, THEMES)
        self.theme = next(one for one in THEMES if one == name)

    @property
    def curtain(self) -> str | None:
        """The seat whose decision is hidden until its player is at the screen, or None."""
        return self._curtain if self._curtain in self.match.seats else None

    def draw_curtain(self, seat: str | None) -> None:
        """Hide the decision of a seat until its player is at the screen; None shows it."""
        self._curtain = None if seat is None else self.controller.check_seat(seat)

    # --- moves that may be opened ---------------------------------------------

    def find_move(self, seat: str, name: str, aside: bool = False) -> Move | None:
        """Return a legal move (or aside) of a seat by name, or None."""
        return next((move for move in self.list_moves(seat, aside) if move.name == name), None)

    def list_moves(self, seat: str, aside: bool) -> list[Move]:
        """Return the moves of a seat, omitting moves that would show hidden information."""
        players: Mapping[str, str] = self.controller.players
        return [
            move
            for asked, move in self.controller.list_moves(seat, aside)
            if asked is None or not is_hidden(asked, players, self.viewer)
        ]
