"""Match controller: everything that a class can do with a match, independent of any page.

Each method corresponds to a control of the table, a method of
:class:`classkit.widgets.live_table.Table` and an action of the page. A method that raises changes
nothing. ``page_view.py`` decides what a page shows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any, Self, TypeVar

from classkit.charts.chart_types import PredictionData
from classkit.charts.number_parser import list_units
from classkit.charts.rows import RowCache
from classkit.engine.board import Scene
from classkit.engine.decisions import Aside, Decision, Draw, Roll, append_clause
from classkit.engine.errors import (
    ClasskitError,
    IllegalMove,
    NothingToDo,
    RecordError,
    require_known,
    truncate_text,
)
from classkit.engine.events import INSTRUCTOR, MAX_NAME_LENGTH, Entry
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.navigation import Until, check_extent
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.untrusted_input import to_builtin

from .ask_panel import DEALER, DecisionNumbers
from .background_jobs import StudyJobs
from .board_state import BoardCache, get_scene
from .branch import Branch, short_title
from .branch_divergence import count_finished_turns, find_divergence_step
from .match_clock import TIME_UP, MatchClock, get_timing, is_expired, parse_minutes
from .narration import ActionSummary
from .predictions import add_guess, check_guess, create_question
from .seated_match import SeatedMatch
from .table_moves import NO_CHANGE_MESSAGE, is_table_move, try_rows

NOT_POSSIBLE_MESSAGE = "That is not possible now."
NO_FIELDS: Mapping[str, Any] = {}
T = TypeVar("T")
SPEED_RANGE = (0.1, 50.0)
"""Minimum and maximum speed of Play, in steps per second."""


class MatchController(SeatedMatch):
    """The match of a table: seats, steps, answers, clock, branches, predictions and studies."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        super().__init__(match, bots)
        self.is_playing, self.speed = False, 1.0
        self.is_hall_blank = False
        self.hall_covered: tuple[str, ...] = ()
        """The charts that are covered in the hall's view alone."""
        self.decision_numbers, self.studies, self.board_cache = (
            DecisionNumbers(),
            StudyJobs(),
            BoardCache(),
        )
        self.summary: ActionSummary = ""
        """The summary of the last action, which each page formats for its viewer."""
        self.notice = ""
        self.read_only: str | None = None
        self.row_caches: dict[tuple[str, ...], RowCache] = {}
        """The rows for charts, by the metrics whose course a viewer may not see."""
        self.kept: dict[Hashable, Any] | None = None
        """What was computed in :meth:`keep_results`; None outside."""

    # --- computed once for all pages ---------------------------------------------

    @contextmanager
    def keep_results(self) -> Iterator[None]:
        """Cache the results of :meth:`compute_once` in this block, which must not change the match.

        >>> import classkit
        >>> desk = MatchController(classkit.new("opoly", seats=3, seed=7))
        >>> desk.say is desk.say
        False
        >>> with desk.keep_results():
        ...     desk.say is desk.say
        True
        """
        if self.kept is not None:
            yield
            return
        self.kept = {}
        try:
            yield
        finally:
            self.kept = None

    def compute_once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return ``compute()``, cached by ``key`` within a :meth:`keep_results` block."""
        if self.kept is None:
            return compute()
        if key not in self.kept:
            self.kept[key] = compute()
        result: T = self.kept[key]
        return result

    @property
    def say(self) -> TextFormatter:
        """The formatter for the match. It uses the seats' current names."""
        return self.compute_once("say", self.match.say)

    def get_scene(self, viewer: str | None) -> Scene:
        """Return the scene on the board for a viewer. Viewers who see the same scene share one."""
        sight = None if self.sees_alike(viewer) else viewer
        return self.compute_once(("scene", sight), lambda: get_scene(self.match, sight))

    def open_decisions(self) -> list[Decision]:
        """Return the decisions that are still open."""
        return self.compute_once("requests", self.match.requests)

    def get_request(self, seat: str) -> Decision | None:
        """Return the first decision that a seat must answer, or None if there is none."""
        return next((one for one in self.open_decisions() if one.seat == seat), None)

    def get_answers(self) -> Sequence[Entry]:
        """Return the answers so far, unredacted."""
        return self.compute_once("answers", lambda: self.match.shared_answers)

    def sees_alike(self, viewer: str | None) -> bool:
        """Return whether a viewer sees the public view plus only information addressed to them.

        False for seats at the end of a match with secrets, and for games that do not declare it
        (:meth:`.Secrecy.hides_alike`).
        """
        return viewer != INSTRUCTOR and self.compute_once("alike", self._is_alike)

    def _is_alike(self) -> bool:
        match = self.match
        return not self.has_secrets or (
            not match.is_over and match.game.secrecy.hides_alike(match.table)
        )

    # --- a copy, for transactions ---------------------------------------------

    def clone(self) -> Self:
        """Return a copy whose changes, such as another match, do not affect this controller."""
        twin = copy(self)
        twin.kept = None
        twin.branches = self.branches.clone()
        twin.players, twin.own_bots = dict(self.players), dict(self.own_bots)
        twin.bot_classes = dict(self.bot_classes)
        twin.players_by_game, twin.studies = dict(self.players_by_game), self.studies.clone()
        return twin

    def adopt_state(self, twin: MatchController) -> None:
        """Atomically replace the state with the state of a copy."""
        self.__dict__.update(twin.__dict__)

    # --- moving through the match ---------------------------------------------

    def step(self, until: Until = "decision") -> None:
        """Play to the next decision, turn or round, or to the end.

        Recorded answers are repeated first, then the bots play. The step stops before a person's
        decision that is not recorded. If a seat has changed hands, its new player decides from here
        on; recorded answers that this discards are kept as a branch.
        """
        check_extent(until)
        match = self.match
        if match.is_over:
            raise NothingToDo("The match is over. Go back, or start a new match.")
        if isinstance(match.request, (Roll, Draw)) and not match.can_redo:
            raise IllegalMove("The dice are rolled by hand. Enter the result, then step.")
        if match.can_redo and not self.branches.active.play_anew:
            match.continue_play(until, self.get_policies())
        elif len(self.waiting_persons()) < len(self.open_decisions()) or not self.open_decisions():
            with self.branches.preserve_cut_branch(by_bots=True):
                match.play(until, bots=self.get_policies())
        repeats = match.can_redo and not self.branches.active.play_anew
        waits = self.waiting_persons() or isinstance(match.request, (Roll, Draw))
        if match.is_over or (waits and not repeats):
            self.is_playing = False

    def step_to_condition(self, is_so: Callable[[Match], object]) -> None:
        """Step by decisions until ``is_so(match)`` is true or a person must decide."""
        while not is_so(self.match):
            before = self.match.step
            self.step()
            match = self.match
            throws = isinstance(match.request, (Roll, Draw)) and not match.can_redo
            if match.is_over or throws or match.step == before:
                return

    def back(self, until: Until = "decision") -> None:
        """Undo the step of this kind that ended here.

        If there is none, go back one answer, or to the start of this or the previous turn or round.
        """
        self.match.back(until)
        self.is_playing = False

    def forward(self, until: Until = "decision") -> None:
        """Repeat recorded answers, to the next decision, turn or round, or to the end."""
        self.match.forward(until)

    def goto(self, turn: int | None = None, step: int | None = None) -> None:
        """Go to a turn or a step, forward or back. Recorded answers are kept.

        If the turn has no decisions, go to the next turn that has one. If the match is already
        there, go to the turn before instead, so that a slider can move past it in both directions.
        """
        match, before = self.match, self.match.step
        match.goto(turn=turn, step=step)
        if turn is not None and turn < match.turn and match.step == before and match.can_undo:
            match.back("turn")
        self.is_playing = False

    def play(self, on: bool = True, speed: float | None = None) -> None:
        """Start or stop automatic steps, at ``speed`` steps per second."""
        if speed is not None:
            low, high = SPEED_RANGE
            speed = to_builtin(speed)
            is_number = isinstance(speed, (int, float)) and not isinstance(speed, bool)
            if not is_number or not low <= speed <= high:
                raise ClasskitError(
                    f"speed must be a number from {low} to {high:.0f}, in steps per second, not "
                    f"{truncate_text(speed)}."
                )
            self.speed = float(speed)
        self.is_playing = on and not self.match.is_over

    # --- answers ---------------------------------------------

    def answer(
        self, move: Any, seat: str | None = None, fields: Mapping[str, Any] = NO_FIELDS
    ) -> None:
        """Answer the current decision of a seat, or enter the result of dice rolled by hand."""
        match, move, fields = self.match, to_builtin(move), to_builtin(fields)
        if isinstance(match.request, (Roll, Draw)):
            seat = None if seat in ("", DEALER) else seat
        elif self.is_table_answer(move, seat, fields):
            self.answer_rows(move, seat or self.open_decisions()[0].seat, fields)
            return
        with self.branches.preserve_cut_branch():
            match.answer(move, seat=seat, **fields)

    def is_table_answer(self, move: Any, seat: str | None, fields: Mapping[str, Any]) -> bool:
        """Return whether the fields contain a grid: several answers in one form."""
        asked = self.open_decisions()
        seat = asked[0].seat if seat is None and len(asked) == 1 else seat
        if not isinstance(move, str) or seat is None or seat not in self.match.seats:
            return False
        return is_table_move(self.find_move(seat, move), fields)

    def answer_rows(self, name: str, seat: str, fields: Mapping[str, Any]) -> None:
        """Answer once for each changed row of a grid. Either all answers are made or none."""
        move = self.find_move(seat, name)
        assert move is not None, "the seat cannot make this move now"
        settled = try_rows(self.match, seat, move, fields)
        if settled.reason is not None:
            raise IllegalMove(append_clause(settled.reason, move.rule))
        if not settled.order:
            raise IllegalMove(NO_CHANGE_MESSAGE)
        with self.branches.preserve_cut_branch():
            for answer in settled.order:
                self.match.answer(name, seat=seat, **answer)

    def aside(
        self, move: str, seat: str | None = None, fields: Mapping[str, Any] = NO_FIELDS
    ) -> None:
        """Make a move that is allowed while a decision waits."""
        with self.branches.preserve_cut_branch():
            self.match.aside(move, seat=seat, **fields)

    def withdraw(self, seat: str) -> None:
        """Take back a sealed answer while another sealed answer is missing."""
        with self.branches.preserve_cut_branch():
            self.match.withdraw(seat)

    def signal(self, name: str) -> None:
        """Send the game a signal from outside, such as the end of the lesson."""
        with self.branches.preserve_cut_branch():
            self.match.signal(name)

    def get_decision(self, seat: str) -> Decision:
        """Return a seat's current decision. Raise IllegalMove if it has none."""
        waiting = self.match.requests(self.check_seat(seat))
        if not waiting:
            raise IllegalMove(f"{self.say.seat(seat)} has nothing to decide right now.")
        return waiting[0]

    def answer_default(self, seat: str) -> None:
        """Give the rules' default answer for a seat."""
        answer = self.get_decision(seat).default
        self.answer(answer.move, seat, answer.fields)

    def bot_answers_once(self, seat: str, bot: str) -> None:
        """Let a bot make one decision for a seat, even if a person plays the seat."""
        self.get_decision(seat)
        bot = require_known("bot", bot, self.bots())
        with self.branches.preserve_cut_branch():
            self.match.play(
                "decision", self.single_seat_players(seat, self.resolve_player(seat, bot))
            )

    def find_move(self, seat: str, name: str) -> Move | None:
        """Return a legal move of a seat by name, or None."""
        return next((move for _, move in self.list_moves(seat, False) if move.name == name), None)

    def list_moves(self, seat: str, aside: bool) -> list[tuple[Decision | Aside | None, Move]]:
        """Return a seat's moves (or asides) and the decision that each answers.

        The decision is None for dice and draws that the class enters by hand.
        """
        match = self.match
        if isinstance(match.request, (Roll, Draw)):
            return [(None, match.request.move)]
        if aside:
            return [(found, found.move) for found in match.asides(self.check_seat(seat))]
        return [
            (found, move) for found in match.requests(self.check_seat(seat)) for move in found.moves
        ]

    # --- the clock ---------------------------------------------

    @property
    def clock(self) -> MatchClock | None:
        """The clock of the active branch, or None."""
        return self.branches.active.clock

    def set_minutes(self, minutes: int) -> None:
        """Set the minutes of play. 0 removes the clock. Minutes that were already played count."""
        active, clock = self.branches.active, self.clock
        if minutes == 0:
            active.clock = None
            return
        minutes = parse_minutes(self.match, minutes)
        begun = MatchClock(minutes, first_turn=max(1, self.match.last_turn))
        active.clock = clock.with_minutes(minutes) if clock else begun

    def run_clock(self, on: bool = True) -> None:
        """Start or stop the clock."""
        if self.clock is None:
            raise NothingToDo("This table has no clock. Set the minutes of play first.")
        self.branches.active.clock = self.clock.with_stopped(not on)

    def advance_clock(self, seconds: float) -> None:
        """Advance the clock, unless the table is read-only."""
        if self.clock is not None and not self.read_only:
            self.branches.active.clock = self.clock.advance(seconds, get_timing(self.match))

    def end_on_timeout(self) -> None:
        """Send the signal that time is up, if it is up and the game accepts the signal now."""
        if is_expired(self.clock, self.match):
            self.match.signal(TIME_UP)

    # --- branches and bookmarks ---------------------------------------------

    def fork(self, name: str = "") -> None:
        """Continue in a new branch from here. The current branch is kept."""
        self.branches.fork(name)
        self.reseat_players(self.match.game.name)

    def name_branch(self, name: str, to: str) -> None:
        """Rename a branch. Named branches are never dropped automatically."""
        self.branches.rename_branch(name, to)

    def branch(self, name: str, stay: bool = False) -> None:
        """Switch to another branch, at its last position or, with ``stay``, at the current turn.

        If the rules no longer accept all of its answers, the accepted part becomes a new branch.
        """
        before, shown = self.match.game.name, self.match
        try:
            self.branches.switch_branch(name)
            if stay:
                self.seek_like(shown)
        except RecordError as error:
            if error.match is None:
                raise
            self.branches.start_match(error.match, f"{name[:MAX_NAME_LENGTH]} as far as it goes")
            self.notice = f"{error} {name} itself was not changed."
        self.reseat_players(before)
        self.is_playing = False

    def seek_like(self, shown: Match) -> None:
        """Go to the same step or turn as another match with the same seed, or to the end."""
        match = self.match
        if match is shown or (match.game, match.seed) != (shown.game, shown.seed):
            return
        parted = find_divergence_step(match.steps, shown.steps)
        joint = min(match.last_step, shown.last_step) if parted is None else parted
        if shown.step <= joint:
            match.goto(step=shown.step)
        elif shown.turn <= match.last_turn:
            match.goto(turn=shown.turn)
        else:
            match.goto(step=match.last_step)
            self.notice = f"{self.branches.title} ends at turn {match.turn}, so this turn is shown."

    def catch_up_branch(self, name: str = "") -> None:
        """Play the shorter of two branches until both have finished the same number of turns.

        The branches are the active one and ``name``, by default the previously active one. The bots
        of the table play, with the seed that both share. If a person must decide or dice are rolled
        by hand, the branch stops there and the notice says so.
        """
        other = self.branches.get_branch(name) if name else self.branches.compared_branch()
        here = self.branches.active
        if other is None:
            raise NothingToDo("This match has no other branch. Fork it first.")
        own, its = short_title(here), short_title(other)
        if other is here:
            raise ClasskitError(f"{own} is the current branch. Name the branch to compare it with.")
        if other.seed_key() != here.seed_key():
            raise ClasskitError(f"{its} has different dice, so its turns cannot be compared.")
        done = {one: count_finished_turns(one.match) for one in (here, other)}
        goal = max(done.values())
        behind = [one for one in (here, other) if done[one] < goal]
        if not behind:
            raise NothingToDo(f"{own} and {its} already end at the same turn.")
        stands = [self.play_branch(one, goal) for one in behind]
        self.branches.set_compared(other)
        self.is_playing = False
        both = f"Both branches have finished turn {goal}."
        if find_divergence_step(here.match.steps, other.match.steps) is None:
            both += " They are the same: the bots made the same decisions."
        self.notice = " ".join(filter(None, stands)) or both

    def play_branch(self, branch: Branch, turns: int) -> str:
        """Play a branch until ``turns`` are finished. Return the reason if it stops earlier."""
        match, bots = branch.match, self.get_policies()
        match.goto(step=match.last_step)
        before = -1
        while not match.is_over and count_finished_turns(match) < turns and match.step > before:
            before = match.step
            match.play("turn", bots=bots)
        if branch is not self.branches.active:
            branch.store_match()
        if match.is_over and count_finished_turns(match) < turns:
            return f"{short_title(branch)} is over after turn {count_finished_turns(match)}."
        if count_finished_turns(match) >= turns:
            return ""
        waits = [self.say.seat(one.seat) for one in match.requests() if bots.get(one.seat) is None]
        who = self.say.format_list(waits) or "The room"
        where = f"“{short_title(branch)}”, turn {match.turn}"
        return f"{who} must act first in {where}. Switch to it and continue."

    def drop_branch(self, name: str) -> None:
        """Delete an inactive branch."""
        self.branches.delete_branch(name)

    def bookmark(self, label: str = "") -> None:
        """Bookmark this turn on the timeline."""
        turn = self.match.turn
        unnamed = isinstance(label, str) and not label
        here = self.match.game.moment_title(self.match.table) or f"Turn {turn}"
        self.branches.active.add_bookmark(turn, here if unnamed else label)

    def unbookmark(self, turn: int) -> None:
        """Remove a turn's bookmark. Raise NothingToDo if it has none."""
        if self.branches.active.marks.pop(turn, None) is None:
            raise NothingToDo(f"There is no bookmark at turn {turn}.")

    # --- predictions and forecasts ---------------------------------------------

    @property
    def has_secrets(self) -> bool:
        """True if some information is hidden from a viewer."""
        return self.match.game.has_secrets(self.match.table)

    def get_chart_key(self, key: str) -> str:
        """Return a chart's key. Raise UnknownName if the chart is unknown."""
        charts = self.match.game.active_charts(self.match.table)
        return require_known("chart", key, [plan.key for plan in charts])

    @property
    def predictions(self) -> dict[str, PredictionData]:
        """The predictions of the class in the active branch, by chart."""
        return self.branches.active.predictions

    def ask(
        self,
        chart: str,
        at: int | None = None,
        unit: str | None = None,
        figure: str | None = None,
        seat: str | None = None,
    ) -> None:
        """Ask the class to predict a metric of a chart at a turn or round (``predictions.py``).

        A new question deletes the answers to the previous one.
        """
        charts = {plan.key: plan for plan in self.match.game.active_charts(self.match.table)}
        plan = charts[self.get_chart_key(chart)]
        asked = create_question(self.match, plan, at, unit, figure, seat)
        self.branches.active.set_prediction(plan.key, asked)

    def predict(self, chart: str, value: str, who: str = "", line: Any = ()) -> None:
        """Record a prediction by the person ``who``, or by the class as a whole.

        An empty value deletes the prediction; for the class as a whole, it deletes the question
        and all answers. Raises ClasskitError if a number is ambiguous or has words around it.
        """
        chart = self.get_chart_key(chart)
        if not value.strip() and not who:
            self.branches.active.set_prediction(chart, None)
            return
        check_guess(value.strip(), list_units(self.match.say()))
        if chart not in self.predictions:
            self.ask(chart)
        asked = add_guess(self.predictions[chart], value, who, line)
        self.branches.active.set_prediction(chart, asked)

    def drop_unanswered(self, chart: str) -> None:
        """Delete a question that nobody has answered."""
        asked = self.predictions.get(chart)
        if asked is not None and not asked["guesses"]:
            self.branches.active.set_prediction(chart, None)

    def show_futures(self, viewer: str | None, **asked: Any) -> None:
        """Simulate futures from here, if the viewer may see them."""
        self.studies.start_futures(self, viewer, **asked)

    def compare_moves(self, viewer: str | None, **asked: Any) -> None:
        """Compare the answers to the current decision, if the viewer may see the comparison."""
        self.studies.start_comparison(self, viewer, **asked)

    def weigh_turning_point(self, viewer: str | None, **asked: Any) -> None:
        """Simulate futures with and without a turning point, if the viewer may see them."""
        self.studies.start_weight(self, viewer, **asked)

    def collect_outcomes(self, wait: bool = False, viewers: Sequence[str | None] = ()) -> bool:
        """Collect simulation results. Return whether there are new results to show.

        With ``viewers``, simulations that none of the viewers may see are cancelled.
        """
        anew = self.studies.collect_outcomes(wait, viewers)
        told = self.studies.pop_result(self.match) if anew else None
        if told is not None:
            self.summary = told
        return anew
