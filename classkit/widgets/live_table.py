"""The live table: a Jupyter widget that shows a match and plays it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Never, TypedDict, Unpack

import traitlets

from classkit.engine.call_keywords import refuse_unknown, with_typed_keywords
from classkit.engine.errors import ClasskitError, UnknownName, truncate_text
from classkit.engine.events import EVERYBODY
from classkit.engine.match import Match
from classkit.engine.moves import read_answer
from classkit.engine.navigation import Until, reject_positional
from classkit.engine.registry import MatchArguments, find_call_options, find_fixed_options, new
from classkit.engine.untrusted_input import open_container, read_list, to_builtin

from . import match_lifecycle, zip_export
from .actions import ACTIONS, Action
from .base_widget import Widget
from .connection_protocol import Channel, Handler, Hub
from .hall import HALL, HallView
from .match_clock import parse_minutes
from .match_controller import MatchController
from .page_view import THEMES, PageView
from .prediction_wait import COVERED_TEXT, WaitingCell, is_interactive, resolve_content
from .predictions import prediction_text
from .state_snapshot import build_state
from .stored_predictions import prepare_predictions
from .table_lock import TableLock, with_table_lock

if TYPE_CHECKING:
    from pandas import DataFrame
    from plotly.graph_objects import Figure

    from classkit.engine.bots import Bots, Player
    from classkit.study.rollouts.futures import Futures
    from classkit.study.rollouts.move_comparison import Comparison
    from classkit.study.rollouts.rollout_arguments import Unit

    from .page_view import Theme

LOG = logging.getLogger("classkit")


class DisplaySettings(TypedDict, total=False):
    """Table arguments that apply to any match: who plays, and how the table shows the match."""

    bots: Bots | None
    theme: Theme
    covered: Sequence[str]
    seen_as: str
    minutes: int | None


class TableSettings(DisplaySettings, MatchArguments, total=False):
    """All arguments of :func:`classkit.table` except the game.

    Attributes:
        bots: Who plays.
        theme: "light", "dark" or "projector".
        covered: Keys of charts that stay covered until the class has made a prediction.
        seen_as: The viewer.
        minutes: Minutes of play.
        seats: Number or names of the seats.
        seed: Seed of the match.
        edition: Edition of the game.
        position: Position from which the match starts.
        luck: "seeded", "by_hand", or outcomes.
        options: Options of the game.
        metrics: Custom metrics.
        keep: Settings for the data that the match records.

    Example:
        >>> settings: TableSettings = {"seats": 3, "seed": 1, "theme": "dark"}
        >>> Table("economy", **settings).match.seed
        1
    """


SETTING_NAMES = tuple(DisplaySettings.__annotations__)
START_NAMES = tuple(MatchArguments.__annotations__)

MATCH_ATTRIBUTES = (
    "answers_frame", "asides", "ending", "events", "events_frame", "history", "history_frame",
    "ledger", "ledger_frame", "legal_moves", "metrics", "options", "position", "races", "request",
    "requests", "rule", "seats", "seed", "standings", "transfers", "view", "winners",
)  # fmt: skip
"""Match attributes that a table lacks. Its AttributeError suggests ``table.match`` for them."""

RENAMED_METHODS = {"undo": "back", "redo": "forward", "continue_play": "step", "go_on": "step"}
"""Methods of a match -> the equivalent methods of its table."""


class Table(Widget):
    """A live table of a match, or of a new one.

    Every control of the page is a method. Each method returns the table, and raises
    :class:`classkit.ClasskitError` with the message that the page would show.

    If a notebook shows the table a second time, that creates a second display of the same match,
    which can have a different theme and viewer (``table.displays``). Settings on the table apply to
    all displays. Settings on a page apply only to that page.

    A notebook cell and the page can act in different threads. The table runs one action at a time:
    a page's action waits until the cell's step has finished. ``table.match`` itself must be used by
    one thread at a time (see :class:`classkit.Match`).

    Args:
        match: A match, or the name of a game to start a new one.
        bots: Who plays. One bot for every seat, a list assigned to seats in order, or a dict from
            seat to bot; seats missing from the dict get the game's default bots (by default all
            seats do). A bot is a name, a policy, or a class of policies, which is instantiated for
            each seat; "person" is a person.
        theme: "light", "dark" or "projector".
        covered: Keys of charts that stay covered until the class has made a prediction.
        seen_as: Whose view of the match the table shows: "everybody" (the default, suitable for a
            projector), a seat's letter, or "instructor", which includes hidden information.
        minutes: Agreed minutes of play, from 1 to 600. The clock then calls time.
        settings: If ``match`` is the name of a game, any argument of :func:`classkit.new`.

    Example:
        >>> from classkit.widgets.live_table import Table
        >>> table = Table("poleconomy", seats=4, seed=7, bots="passive", options={"game": 1})
        >>> table.step(until="turn").step(until="turn").turn
        3
        >>> table.back(until="turn").turn
        2
        >>> table.fork("What if").branch_name
        'What if'
    """

    _adds_displays = True
    _has_warned = False

    part = traitlets.Unicode("table", help="The part of the table that this widget shows.").tag(
        sync=True
    )
    chart = traitlets.Unicode("", help="Key of the chart, if the part is a chart.").tag(sync=True)

    turn = traitlets.Int(0, help="The turn on the screen, from 1; 0 in set-up. Can be observed.")
    round = traitlets.Int(0, help="The round on the screen, from 1; 0 in set-up. Can be observed.")
    answers = traitlets.Int(0, help="Number of answers so far. Can be observed.")
    over = traitlets.Bool(False, help="Whether the match is over. Can be observed.")
    branch_name = traitlets.Unicode("Main", help="The branch on the screen. Can be observed.")
    theme = traitlets.Enum(THEMES, "light", help="Theme of the table; can be set.")
    seen_as = traitlets.Unicode(
        EVERYBODY,
        help=(
            'Whose view of the match the table shows: "everybody", a seat, or "instructor"; can '
            "be set."
        ),
    )
    read_only = traitlets.Unicode(
        None,
        allow_none=True,
        help="A sentence that explains why this table is read-only; None if it is not.",
    )

    def __init__(self, match: Match | str, /, **settings: Unpack[TableSettings]) -> None:
        if isinstance(match, Table):
            raise ClasskitError(
                "this is already a table. Show it again, show parts of it with classkit.widgets, "
                "or create another table from its match, table.match."
            )
        begin: dict[str, Any] = {name: one for name, one in settings.items() if one is not None}
        own = {name: begin.pop(name) for name in SETTING_NAMES if name in begin}
        if isinstance(match, Match):
            reject_start_arguments(match, begin)
        else:
            unknown = {name: one for name, one in begin.items() if name not in START_NAMES}
            if unknown:  # searching for suggestions imports all games
                meant = find_call_options({"game": match})
                refuse_unknown("table", TableSettings.__annotations__, unknown, meant)
            match = new(match, **begin)
        desk = MatchController(match, own.get("bots"))
        if own.get("minutes") is not None:
            desk.set_minutes(parse_minutes(match, to_builtin(own["minutes"])))
        desk.summary = f"{match.game.title}: press Step, or decide yourself."
        sight = PageView(desk, own.get("seen_as", EVERYBODY))
        sight.set_theme(own.get("theme", "light"))
        covered = read_list("covered", own.get("covered", ()), "charts")
        sight.cover_open_questions()
        for key in covered:
            sight.cover(key)
        self._bind_hub(Hub(desk), sight)

    def _bind_hub(self, hub: Hub, sight: PageView) -> None:
        """Connect the widget to a hub, which may have other widgets already."""
        self.hub, self.page_view, self.code = hub, sight, ""
        self.displays: list[TableDisplay] = []
        self._waiting_cells: list[WaitingCell] = []
        self._is_displayed = False
        super().__init__()
        self._channel = Channel(hub, self.get_sender(), sight)
        self.on_msg(lambda _widget, content, files: self._channel.receive_message(content, files))
        hub.change_listeners.append(self._sync_traits)
        self._sync_traits()
        self.observe(self._set_theme, "theme")
        self.observe(self._set_seen_as, "seen_as")
        self.observe(self._set_read_only, "read_only")

    def set_state(self, sync_data: Any) -> None:
        """Ignore state set by a page: pages send actions, and each action is validated."""

    def _handle_msg(self, msg: Any) -> None:
        """Handle a message from the page. Log the first invalid one, but no traceback."""
        said = msg["content"].get("data")
        method = said.get("method") if isinstance(said, dict) else None
        if method in ("custom", "request_state"):
            super()._handle_msg(msg)
        elif method != "update" and not self._has_warned:
            self._has_warned = True
            LOG.warning("A table ignored an invalid message.")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the table. From the second time on, show a new display with its own page view.

        Two displays can then show one match to two different viewers. A second view of one display
        ("Create New View" in JupyterLab) shares its page view.
        """
        with self.access_lock:
            if not (self._adds_displays and self._is_displayed):
                self._is_displayed = True
                return add_static_fallback(super()._repr_mimebundle_(**kwargs), self.page_view)
            self.displays.append(TableDisplay(self))
            return self.displays[-1]._repr_mimebundle_(**kwargs)

    # --- what is shown on the screen ---------------------------------------------

    @property
    def controller(self) -> MatchController:
        """The controller of the match: its branches, players and studies."""
        return self.hub.controller

    @property
    def access_lock(self) -> TableLock:
        """The lock that lets one thread at a time act on the table."""
        return self.hub.access_lock

    @property
    def match(self) -> Match:
        """The match on the screen."""
        return self.controller.match

    @property
    def names(self) -> dict[str, str]:
        """The names of the seats that have a name. You can set it."""
        return {
            seat: name for seat, name in self.controller.names.items() if seat in self.match.seats
        }

    @names.setter
    def names(self, names: Mapping[str, str]) -> None:
        for seat, name in names.items():
            self._run_named("name", seat=seat, name=name)

    @property
    def players(self) -> dict[str, str]:
        """The player of each seat: "person", or the name of a bot."""
        return dict(self.controller.players)

    @property
    def branches(self) -> list[str]:
        """The names of all branches."""
        return list(self.controller.branches.all)

    def _sync_traits(self) -> None:
        """Update the traits to notify their observers."""
        desk, sight = self.controller, self.page_view
        self.turn, self.round, self.answers = desk.match.turn, desk.match.round, desk.match.step
        self.over, self.branch_name = desk.match.is_over, desk.branches.active.name
        self.theme, self.seen_as, self.read_only = sight.theme, sight.seen_as, desk.read_only
        self._reveal_cells()

    def _set_theme(self, change: Any) -> None:
        if self.page_view.theme != change["new"]:
            self._run_named("theme", theme=change["new"])

    def _set_seen_as(self, change: Any) -> None:
        if self.page_view.seen_as != change["new"]:
            try:
                self._run_named("seen_as", seen_as=change["new"])
            except ClasskitError:
                self.seen_as = self.page_view.seen_as
                raise

    @with_table_lock
    def _set_read_only(self, change: Any) -> None:
        if self.controller.read_only != change["new"]:
            self.controller.read_only = change["new"]
            self.controller.is_playing = False
            self.hub.publish_all()
            self.hub.notify_listeners(played=False)

    def _run_named(self, verb: str, /, **arguments: Any) -> Table:
        """Run an action as if the page had requested it, and update all pages."""
        return self._run_action(ACTIONS[verb], arguments)

    @with_table_lock
    def _run_action(self, action: Action, arguments: Mapping[str, Any]) -> Table:
        renamed = {
            action.renamed.get(name, name): to_plain_argument(value)
            for name, value in arguments.items()
        }
        self.hub.run_action(action, renamed, self.page_view)
        if action.looks:
            for display in self.displays:
                self.hub.run_action(action, renamed, display.page_view)
        self.hub.publish_all()
        self.hub.notify_listeners(action.plays)
        return self

    # --- moving through the match ---------------------------------------------

    @with_typed_keywords(find_fixed_options)
    def step(self, until: Until | Callable[[Match], object] = "decision") -> Table:
        """Play to the next decision, turn or round, or to the end.

        After going back, the recorded answers are repeated first, including those of people; then
        the players at the table decide. The step stops before a decision of a person. A different
        answer discards the recorded answers, which are kept as a branch. If a seat has a new
        player, that player decides from here on.

        Args:
            until: "decision", "turn", "round" or "end", or a function that is called with the match
                before each decision and ends the step when it returns a true value.

        Returns:
            This table.

        Example:
            >>> from classkit.widgets import table
            >>> live = table("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> live.step(until="turn").turn, live.step(until="end").match.is_over
            (2, True)
        """
        if callable(until) and not isinstance(until, type):
            return self._run_action(
                Action(partial(MatchController.step_to_condition, is_so=until)), {}
            )
        return self._run_named("step", until=until)

    def back(self, until: Until = "decision") -> Table:
        """Undo the :meth:`step` that ended here; :meth:`forward` repeats it.

        Args:
            until: The ``until`` of that step: "decision", "turn", "round" or "end". If no such step
                ended here, go back one answer, or to the start of this turn or round.

        Returns:
            This table.
        """
        return self._run_named("back", until=until)

    def forward(self, until: Until = "decision") -> Table:
        """Repeat a step that :meth:`back` has undone.

        Args:
            until: The ``until`` of that step: "decision", "turn", "round" or "end".

        Returns:
            This table.
        """
        return self._run_named("forward", until=until)

    @with_typed_keywords(find_fixed_options)
    def goto(self, *unnamed: Never, turn: int | None = None, step: int | None = None) -> Table:
        """Go to the start of a turn, or to the point after a number of answers.

        If the turn has no decisions, go to the next turn that has one. If the table is already
        there, go to the turn before instead, so that a slider can move past it in both directions.

        Args:
            unnamed: Not accepted: pass ``turn`` or ``step`` by name.
            turn: Number of the turn.
            step: Number of answers.

        Returns:
            This table.

        Raises:
            ClasskitError: Not exactly one of ``turn`` and ``step`` was passed, or it is out of
                range.

        Example:
            >>> from classkit.widgets import table
            >>> live = table("economicon", seats=4, seed=1).step(until="round")
            >>> live.goto(turn=4).goto(turn=8).turn, live.goto(turn=8).turn  # 8 has no decision
            (12, 6)
        """
        reject_positional(unnamed)
        return self._run_named("goto", turn=turn, step=step)

    def autoplay(self, speed: float | None = None) -> Table:
        """Step automatically while a page shows the table.

        To play a match without a page, use :meth:`step`, the counterpart of
        :meth:`classkit.Match.play`.

        Args:
            speed: Steps per second; None keeps the current speed.

        Returns:
            This table.
        """
        return self._run_named("play", on=True, speed=speed)

    def pause(self) -> Table:
        """Stop stepping automatically.

        Returns:
            This table.
        """
        return self._run_named("play", on=False)

    # --- answers ---------------------------------------------

    def answer(self, move: Any, /, seat: str | None = None, **fields: Any) -> Table:
        """Answer the current decision.

        Args:
            move: The name of a move.
            seat: The seat that answers, if several decide at the same time.
            fields: The values of the move's fields.

        Returns:
            This table.

        Raises:
            IllegalMove: if the rules forbid the answer; see :meth:`classkit.Match.answer`.

        Example:
            >>> from classkit.widgets import table
            >>> live = table("poleconomy", seats=3, seed=7)
            >>> live.answer("found", party="Maple").match.request.seats
            ('B',)
        """
        move, given = read_answer(move, fields)
        return self._run_named("answer", move=move, seat=seat, fields=given)

    def aside(self, move: str, /, seat: str | None = None, **fields: Any) -> Table:
        """Make a move that is allowed while a decision waits.

        Args:
            move: The name of one of :meth:`classkit.Match.asides`.
            seat: The seat that acts. Defaults to the seat that has to decide.
            fields: The values of the move's fields.

        Returns:
            This table.

        Raises:
            IllegalMove: if the rules do not allow the aside now.
        """
        return self._run_named("aside", move=move, seat=seat, fields=fields)

    def withdraw(self, seat: str) -> Table:
        """Take back a seat's sealed answer while another sealed answer is missing.

        Args:
            seat: Letter of the seat.

        Returns:
            This table.

        Raises:
            IllegalMove: if the seat has no sealed answer, or the answers have been opened.
        """
        return self._run_named("withdraw", seat=seat)

    def signal(self, name: str) -> Table:
        """Send the game a signal from outside, such as "time_up".

        Args:
            name: Name of the signal.

        Returns:
            This table.

        Raises:
            UnknownName: if the game does not have this signal.
        """
        return self._run_named("signal", name=name)

    # --- the clock ---------------------------------------------

    @property
    @with_table_lock
    def minutes_left(self) -> float | None:
        """The remaining minutes of play, or None if the match has no clock."""
        self.hub.clock_driver.update_clock()
        clock = self.controller.clock
        return None if clock is None else clock.seconds_left / 60

    def set_minutes(self, minutes: int) -> Table:
        """Set the minutes of play, after which the clock calls time.

        Minutes that have already been played count toward the total. 0 removes the clock.

        Args:
            minutes: Total minutes of play, from 1 to 600; 0 removes the clock.

        Returns:
            This table.

        Example:
            >>> from classkit.widgets import table
            >>> table("poleconomy", seats=3, seed=7, minutes=45).set_minutes(60).minutes_left
            60.0
        """
        return self._run_named("minutes", minutes=minutes)

    def stop_clock(self) -> Table:
        """Stop the clock, for example for a discussion.

        Returns:
            This table.
        """
        return self._run_named("clock", on=False)

    def run_clock(self) -> Table:
        """Restart the clock after :meth:`stop_clock`.

        Returns:
            This table.
        """
        return self._run_named("clock", on=True)

    # --- players ---------------------------------------------

    @with_typed_keywords(find_fixed_options)
    def hand(self, seat: str, to: Player | None) -> Table:
        """Assign a seat to a person, a bot or a policy.

        Args:
            seat: Letter of the seat.
            to: "person" or None, the name of a bot, a policy, or a class of policies, which is
                instantiated for this seat.

        Returns:
            This table.

        Raises:
            UnknownName: if the seat or bot is unknown.
        """
        return self._run_named("seat", seat=seat, to=to)

    def rename(self, seat: str, name: str) -> Table:
        """Set a seat's display name.

        Args:
            seat: Letter of the seat.
            name: The name, one line of text.

        Returns:
            This table.
        """
        return self._run_named("name", seat=seat, name=name)

    # --- branches, bookmarks, restarts ---------------------------------------------

    def fork(self, name: str = "") -> Table:
        """Continue in a new branch from here. The current branch is kept and remains on the charts.

        Args:
            name: The name of the new branch. By default, it gets a number.

        Returns:
            This table.
        """
        return self._run_named("fork", name=name)

    def branch(self, name: str, *, stay: bool = False) -> Table:
        """Switch to another branch.

        Args:
            name: The name of the branch, or its title on the page.
            stay: Show the branch at the current turn instead of at its last position.

        Returns:
            This table.
        """
        return self._run_named("branch", name=name, stay=stay)

    def name_branch(self, name: str, to: str) -> Table:
        """Rename a branch. Named branches are never dropped automatically.

        Args:
            name: The name of the branch.
            to: The new name.

        Returns:
            This table.
        """
        return self._run_named("name_branch", name=name, to=to)

    def play_as_far(self, name: str = "") -> Table:
        """Play the shorter of two branches until both end at the same turn.

        Both branches have the same bots and the same luck.

        Args:
            name: The branch to compare with the current one. Defaults to the one shown before it.

        Returns:
            This table.

        Example:
            >>> from classkit.widgets import table
            >>> live = table("poleconomy", seats=3, seed=7, bots="saver", options={"game": 1})
            >>> live = live.step(until="round")
            >>> live.goto(step=0).fork("Otherwise").answer("reverse").play_as_far().turn
            4
        """
        return self._run_named("play_as_far", name=name)

    @property
    @with_table_lock
    def difference(self) -> str:
        """A sentence that compares the current branch with the compared one after the same turn.

        Empty if the branches are the same, or if no turn has been finished since they diverged.
        """
        apart = self.page_view.get_divergence()
        return apart["words"] if apart else ""

    def drop_branch(self, name: str) -> Table:
        """Delete a branch.

        Args:
            name: The name of the branch, which must not be the current one.

        Returns:
            This table.
        """
        return self._run_named("drop_branch", name=name)

    def bookmark(self, label: str = "") -> Table:
        """Bookmark this turn on the timeline.

        Args:
            label: Text next to the bookmark.

        Returns:
            This table.
        """
        return self._run_named("bookmark", label=label)

    def reset(self) -> Table:
        """Restart the match with the same luck. The match so far is kept as a branch.

        Returns:
            This table.
        """
        return self._run_named("reset")

    def new_seed(self) -> Table:
        """Restart the match with new luck. The match so far is kept as a branch.

        Returns:
            This table.
        """
        return self._run_named("new_seed")

    @with_typed_keywords(find_call_options)
    def new(
        self,
        *,
        seats: int | None = None,
        names: Sequence[str] | None = None,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Table:
        """Start a match of the same game with other options, in a new branch.

        To choose your own edition, position or seed, create the match with :func:`classkit.new` and
        pass it to a new table.

        Args:
            seats: Number of seats.
            names: Names of the players, in seat order.
            edition: Id of an edition that is shipped with the game.
            options: Options of the game.

        Returns:
            This table.
        """
        return self._run_named("new", seats=seats, names=names, edition=edition, options=options)

    # --- forecasts ---------------------------------------------

    @with_typed_keywords(find_fixed_options)
    def show_futures(
        self,
        n: int = 200,
        bots: Any = None,
        horizon: int | None = None,
        *,
        unit: Unit = "turn",
        metrics: Sequence[str] | None = None,
    ) -> Table:
        """Simulate ``n`` futures from here, and draw their fan on the charts as results arrive.

        In a notebook, you can keep using the table in the meantime. See
        :func:`classkit.study.futures`.

        Args:
            n: Number of futures.
            bots: Who plays the futures. If a seat is missing, its current bot plays. The game's
                default bots replace people. By default, this applies to all seats.
            horizon: Length of the futures in turns or rounds (``unit``). By default, until the end.
            unit: "turn" or "round".
            metrics: Keys of the metrics that get a fan.

        Returns:
            This table.

        Raises:
            ClasskitError: if the match has hidden information, unless the table is shown as the
                instructor sees it.

        Example:
            >>> from classkit.widgets import table
            >>> live = table("poleconomy", seats=2, seed=7).step(until="round")
            >>> live.show_futures(4, horizon=2).futures.done
            4
        """
        return self._run_named(
            "futures", n=n, bots=bots, horizon=horizon, unit=unit, metrics=metrics
        )

    @with_typed_keywords(find_fixed_options)
    def compare_moves(
        self,
        n: int = 100,
        bots: Any = None,
        outcome: str = "score",
        *,
        horizon: int | None = None,
        unit: Unit = "turn",
        seat: str | None = None,
    ) -> Table:
        """Compare the outcomes of the possible answers to the current decision, in a table.

        Each answer is tried in the same futures. See :func:`classkit.study.compare_moves`.

        Args:
            n: Number of futures for each answer.
            bots: Who plays the futures, as in :meth:`show_futures`.
            outcome: "score", "win", or the key of a metric.
            horizon: Number of turns or rounds (``unit``) after which the outcome is measured.
                By default, it is measured at the end.
            unit: "turn" or "round".
            seat: The seat that decides, if several decide at the same time.

        Returns:
            This table.
        """
        return self._run_named(
            "moves", n=n, bots=bots, outcome=outcome, horizon=horizon, unit=unit, seat=seat
        )

    def cancel_study(self) -> Table:
        """Cancel running simulations. Their results so far remain on the screen.

        Returns:
            This table.
        """
        return self._run_named("cancel_study")

    def clear_study(self) -> Table:
        """Remove the fan and the tables of futures from the screen.

        Returns:
            This table.
        """
        return self._run_named("clear_study")

    @property
    def futures(self) -> Futures | None:
        """The latest :class:`classkit.study.Futures`, with the results so far, or None."""
        shown = self.controller.studies.futures
        asked: Any = shown and shown.study
        futures: Futures | None = asked
        return futures

    @property
    def comparison(self) -> Comparison | None:
        """The latest :class:`classkit.study.Comparison`, or None."""
        shown = self.controller.studies.comparison
        asked: Any = shown and shown.study
        comparison: Comparison | None = asked
        return comparison

    # --- display ---------------------------------------------

    def see_as(self, seen_as: str) -> Table:
        """Show the match as "everybody", a seat (such as "B") or the "instructor" sees it.

        This affects the board, news, money trails, ledger, charts and questions. A decision that
        shows the cards of a seat stays hidden from all others.

        Args:
            seen_as: "everybody", "instructor" or the letter of a seat.

        Returns:
            This table.

        Raises:
            UnknownName: if the viewer is unknown.

        Example:
            >>> from classkit.widgets import table
            >>> table("poleconomy", seats=2, seed=7).see_as("B").seen_as
            'B'
        """
        return self._run_named("seen_as", seen_as=seen_as)

    def cover(self, chart: str, on: bool = True) -> Table:
        """Cover a chart until the class has made a prediction.

        Args:
            chart: Key of the chart.
            on: False to uncover it.

        Returns:
            This table.

        Raises:
            UnknownName: if the chart is unknown.
        """
        return self._run_named("cover", chart=chart, on=on)

    def ask(
        self,
        chart: str,
        at: int | None = None,
        unit: Literal["turn", "round"] | None = None,
        *,
        figure: str | None = None,
        seat: str | None = None,
    ) -> Table:
        """Ask the class to predict a metric of a chart after turn or round ``at``.

        The chart is covered until the class has answered, on the page or by :meth:`predict`.

        Args:
            chart: Key of the chart.
            at: Turn or round of the prediction. By default, a few turns ahead.
            unit: "turn" or "round".
            figure: Key of the metric. Defaults to the first one of the chart.
            seat: The seat, for a metric of seats. Defaults to the first one.

        Returns:
            This table.

        Example:
            >>> from classkit.widgets import table
            >>> live = table("poleconomy", seats=2, seed=7).ask("inflation", at=4)
            >>> live = live.predict("inflation", 7).predict("inflation", 4.5, who="Bo")
            >>> live.expected("inflation")
            'What will the Inflation Number be at turn 4?'
            >>> for _ in range(5):
            ...     live = live.step(until="turn")
            >>> live.cover("inflation", on=False).expected("inflation")
            '1; you said 7; nearest: Bo with 4.5'
        """
        return self._run_named("ask", chart=chart, at=at, unit=unit, figure=figure, seat=seat)

    def predict(self, chart: str, value: str | float, who: str = "", line: Any = ()) -> Table:
        """Record a prediction by the class or by ``who``. It is shown as typed.

        When the chart is uncovered, the predictions are shown above it, with the outcome. They
        remain until you call :meth:`predict` with "", cover the chart again, or start another
        match.

        Args:
            chart: Key of the chart.
            value: A number, or words.
            who: Name of a student, or an empty string for the class as a whole.
            line: The drawn line, as points [turn, value] from left to right.

        Returns:
            This table.

        Raises:
            ClasskitError: if the text is ambiguous as a number, such as "1.600".
        """
        text = prediction_text(to_builtin(value))
        return self._run_named("predict", chart=chart, value=text, who=to_builtin(who), line=line)

    @with_table_lock
    def once_answered(self, *what: Any) -> Any:
        """Run functions or show objects once the class has answered all questions.

        Call it in the last line of a cell. The result appears there as soon as none of the table's
        charts is covered. If nobody can answer (in a script, or when nbconvert runs the notebook),
        the charts are uncovered and the result appears immediately.

        Args:
            what: Functions or objects. Their results appear one below the other.

        Returns:
            The results, or a placeholder while an answer is missing. The notebook shows them.

        Example:
            >>> from classkit.widgets import table
            >>> duel = table("poleconomy", seats=2, seed=7).ask("inflation", at=1)
            >>> duel.once_answered(lambda: duel.step(until="turn").turn)
            1
        """
        if self._has_covered_chart() and not is_interactive():
            self._uncover_all()
        if not self._has_covered_chart():
            return resolve_content(what)
        waiting = WaitingCell(what, self._uncover_all, COVERED_TEXT)
        self._waiting_cells.append(waiting)
        return waiting

    def _has_covered_chart(self) -> bool:
        """Return whether every display of the table still covers a chart."""
        return all(
            sight.covered for sight in (self.page_view, *(one.page_view for one in self.displays))
        )

    def _uncover_all(self) -> None:
        for chart in list(self.page_view.covered):
            self.cover(chart, on=False)

    def _reveal_cells(self) -> None:
        """Show the results of waiting cells, in order, once no chart is covered."""
        if self._has_covered_chart():
            return
        waiting, self._waiting_cells = self._waiting_cells, []
        for cell in waiting:
            cell.reveal()

    @with_table_lock
    def predictions(self) -> DataFrame:
        """Return questions, the class's answers and outcomes as a pandas DataFrame.

        The frame has one row per answer. Its ``attrs["columns"]`` describes the columns.

        Returns:
            The frame, which is empty if no question was asked.
        """
        from classkit.frames.columns import PREDICTIONS
        from classkit.frames.dataframe import build_frame

        return build_frame("predictions", self.page_view.prediction_rows(), PREDICTIONS)

    @with_table_lock
    def expected(self, chart: str) -> str:
        """Return the question about a chart or, once it is known, the outcome and the predictions.

        Args:
            chart: Key of the chart.

        Returns:
            The sentence.
        """
        shown = self.page_view.get_predictions().get(self.controller.get_chart_key(chart))
        return (shown["came"] or shown["question"]) if shown else ""

    def curtain(self, seat: str | None) -> Table:
        """Hide the decision of a seat until its player is at the screen.

        Args:
            seat: Letter of the seat; None to show its decision.

        Returns:
            This table.
        """
        return self._run_named("curtain", seat=seat)

    def hall(self, seen_as: str = EVERYBODY, theme: Theme = "projector") -> HallDisplay:
        """Return the hall's view of this table, for a second screen.

        The view follows the table. It shows the board, three charts on one axis, one sentence and
        whose turn it is, but no controls. Its button opens it in a separate window.

        Args:
            seen_as: The viewer, independent of the table's viewer: "everybody", a seat's letter, or
                "instructor".
            theme: "light", "dark" or "projector".

        Returns:
            A widget that follows the table.

        Example:
            >>> from classkit.widgets import table
            >>> live = table("poleconomy", seats=2, seed=7, seen_as="instructor")
            >>> live.hall().seen_as
            'everybody'
        """
        return HallDisplay(self, seen_as, theme)

    def blank(self, on: bool = True, *, chart: str = "") -> Table:
        """Blank the hall's view, or cover one chart in it.

        Args:
            on: False to show the view or chart again.
            chart: Key of the chart. Defaults to the whole view.

        Returns:
            This table.
        """
        return self._run_named("blank", on=on, **({"chart": chart} if chart else {}))

    @with_table_lock
    def figure(self, chart: str) -> Figure:
        """Return a chart as a plotly figure, as the table's viewer sees it.

        Like the page, the figure includes other branches, futures and predictions.

        Args:
            chart: Key of the chart.

        Returns:
            The figure, which a notebook displays.

        Raises:
            UnknownName: if the chart is unknown.
        """
        from classkit.charts.export import Backdrop, make_figure

        sight, desk = self.page_view, self.controller
        branches = sight.get_branch_rows(sight.get_rows())
        ahead = desk.studies.build_forecast(self.match, sight.viewer)
        faded = "stale" in ahead["futures"]
        behind = Backdrop(
            branches, desk.branches.active.name, ahead["fan"], faded, desk.predictions
        )
        return make_figure(self.match, chart, self.seen_as, behind)

    # --- saving and opening ---------------------------------------------

    @with_table_lock
    def save(self, path: str | Path) -> Path:
        """Write the record of the match, including its seed and the seats' names, to a file.

        The record includes the predictions of the class and all hidden information, even if the
        table does not show it. Give the file only to instructors.

        Args:
            path: The file.

        Returns:
            The path.

        Raises:
            RecordError: if the file cannot be written.
        """
        kept = self.match.fork()
        kept.predictions, _ = prepare_predictions(self.controller.predictions)
        return kept.save(path)

    @with_table_lock
    def take_home(self, path: str | Path) -> Path:
        """Write the match, its tables and this notebook to one ZIP file.

        The tables contain only information that the table's viewer may see. The record contains the
        whole match.

        Args:
            path: The file. If the suffix ".zip" is missing, it is added.

        Returns:
            The path of the file.

        Raises:
            ClasskitError: if the file cannot be written.
        """
        path = to_builtin(path)
        if not isinstance(path, (str, Path)) or not Path(path).name:
            raise ClasskitError(f"path must be the name of a file, not {truncate_text(path)}.")
        return zip_export.write_zip(self.page_view, Path(path))

    def open(self, source: str | Path | None = None) -> Table:
        """Open a record from a file or from its text. The current match is kept as a branch.

        Without a source, open the widget's connection to the page, as ipywidgets does.

        Args:
            source: Path or text of a record, or None for the connection to the page.

        Returns:
            This table.

        Raises:
            ClasskitError: if the record belongs to another game, or cannot be opened.
        """
        if source is None:
            super().open()
            return self
        try:
            self._run_action(
                Action(match_lifecycle.open_record, replaces=True, opens=True), {"source": source}
            )
        except match_lifecycle.WrongGame as error:
            raise ClasskitError(
                f"{error} Show it on a separate table: classkit.table(classkit.load(...))."
            ) from None
        return self

    # --- hooks for programs that use the table ---------------------------------------------

    def on_change(self, run: Callable[[], None]) -> None:
        """Call ``run`` after every change of the match, the names or the players.

        Args:
            run: Function without arguments.
        """
        self.hub.play_listeners.append(run)

    def on_action(self, name: str, handler: Handler) -> None:
        """Register ``handler(content)`` for a page action ``name`` that the table does not define.

        Its return value is sent to the page unchanged. A handler for "ping" runs in addition to the
        table's own reply.
        """
        if name in ACTIONS or name in ("snapshot", "modules", "plotly"):
            raise ClasskitError(f"The table already handles {name!r}. Choose another name.")
        self._channel.handlers[name] = handler

    def close(self) -> None:
        """Remove the widget and its other displays from all pages. The match remains available."""
        for display in getattr(self, "displays", []):
            display.close()
        channel = getattr(self, "_channel", None)  # no channel exists if creating the table failed
        if channel is not None and channel in self.hub.channels:
            channel.close()
            self.hub.change_listeners.remove(self._sync_traits)
            if not self.hub.channels:
                self.controller.studies.cancel()
        super().close()

    def __repr__(self) -> str:
        return f"<Table of {self.match!r}>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Never:
            """Raise an AttributeError that states where to find the attribute."""
            remedy = ""
            if name in MATCH_ATTRIBUTES:
                remedy = f"; use table.match.{name}"
            elif name in RENAMED_METHODS:
                remedy = f"; use table.{RENAMED_METHODS[name]}()"
            if name == "uncover":
                remedy = "; use table.cover(chart, on=False)"
            raise AttributeError(f"a table has no {name!r}{remedy}", name=name, obj=self)


def reject_start_arguments(match: Match, settings: Mapping[str, Any]) -> None:
    """Raise UnknownName for arguments that an existing match does not accept."""
    for name, value in settings.items():
        remedy = find_call_options({"match": match}).find_remedy(name, value)
        if name in START_NAMES:
            remedy = f"{name} can be set only for a new match: classkit.new({name}=...)."
        raise UnknownName("argument of a match's table", name, SETTING_NAMES, remedy)


def to_plain_argument(value: Any) -> Any:
    """Convert an argument to built-in types, except policies, also in lists and dicts."""
    if callable(value):
        return value
    held = open_container(value)
    if isinstance(held, dict) and any(callable(one) for one in held.values()):
        return {to_builtin(seat): to_plain_argument(one) for seat, one in held.items()}
    if isinstance(held, (list, tuple)) and any(callable(one) for one in held):
        return [to_plain_argument(one) for one in held]
    return to_builtin(value)


def add_static_fallback(bundle: Any, page_view: PageView) -> Any:
    """Add static HTML to a widget's MIME bundle, for pages without a kernel.

    It shows the headline, the board and the standings, with public information only.
    """
    if bundle is None:  # where widgets cannot be shown, ipywidgets has already printed a text
        return None
    data, *about = bundle if isinstance(bundle, tuple) else (bundle,)
    told = build_state(PageView(page_view.controller, EVERYBODY), (), ())["said"]
    picture = f"<p><b>{escape(told)}</b></p>{page_view.match._repr_html_()}"
    data = {**data, "text/html": picture}
    return (data, *about) if about else data


class TableDisplay(Table):
    """An additional display of a table: the same match with its own page view."""

    _adds_displays = False

    def __init__(self, table: Table) -> None:
        self._bind_hub(table.hub, table.page_view.clone(table.controller))
        self.part, self.chart = table.part, table.chart


class HallDisplay(Table):
    """The hall's view of a table. It has its own viewer and theme.

    Example:
        >>> import classkit
        >>> hall = classkit.table("economy", seats=3, seed=1).hall(theme="light")
        >>> type(hall).__name__
        'HallDisplay'
    """

    _adds_displays = False

    def __init__(self, table: Table, seen_as: str, theme: Theme) -> None:
        page_view = HallView(table.page_view, seen_as)
        page_view.set_theme(theme)
        self._bind_hub(table.hub, page_view)
        self.part = HALL
