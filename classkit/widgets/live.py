"""The live table: an ordinary Jupyter widget that shows a match and plays it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Never, TypedDict, Unpack

import traitlets

from classkit.engine.data import as_data, opened, read_list
from classkit.engine.errors import ClasskitError, UnknownName, shorten
from classkit.engine.log import EVERYBODY
from classkit.engine.match import Match
from classkit.engine.moves import read_answer
from classkit.engine.options import refuse_unknown, tells_keywords
from classkit.engine.registry import Beginning, new, options_of
from classkit.engine.strides import Until, refuse_places

from . import records, takehome
from .actions import ACTIONS, Action
from .channel import Channel, Handler, Hub
from .clock import read_minutes
from .desk import Desk
from .expected import as_typed
from .present import now
from .sight import THEMES, Sight
from .stored_predictions import to_keep
from .turns import Turns, in_turn
from .waiting import COVERED, Waiting, outcome, somebody_answers
from .widget import Widget

if TYPE_CHECKING:
    from pandas import DataFrame
    from plotly.graph_objects import Figure

    from classkit.engine.bots import Bots, Player
    from classkit.study.ahead.arguments import Unit
    from classkit.study.ahead.compare import Comparison
    from classkit.study.ahead.futures import Futures

    from .sight import Theme

LOG = logging.getLogger("classkit")


class Settings(TypedDict, total=False):
    """What a table takes of a match that has begun: who plays, and how it is shown."""

    bots: Bots | None
    theme: Theme
    covered: Sequence[str]
    seen_as: str
    minutes: int | None


class TableSettings(Settings, Beginning, total=False):
    """All that a table takes: of a new match, its beginning too."""


SETTINGS = tuple(Settings.__annotations__)
BEGINNINGS = tuple(Beginning.__annotations__)

OF_THE_MATCH = (
    "answers_frame", "asides", "ending", "events", "events_frame", "history", "history_frame",
    "ledger", "ledger_frame", "legal_moves", "metrics", "options", "position", "races", "request",
    "requests", "rule", "seats", "seed", "standings", "transfers", "view", "winners",
)  # fmt: skip
"""What is looked up at the match of a table, and is often looked for at the table."""

OTHERWISE = {"undo": "back", "redo": "forward", "go_on": "step"}
"""What a match does by another method than its table, and that of the table."""


class Table(Widget):
    """A live table of a match, or of a new one.

    ``settings``: ``bots`` says who plays: one bot for all seats, a list whose bots take the seats
    in turn, or a mapping from seats, in which "person" is a person and the game's own bots play the
    others (by default they play all). A bot is a name, a policy, or a class of policies, of which
    one is made for each seat. ``theme`` is "light", "dark" or "projector"; ``covered`` lists the
    charts that are covered until the class has predicted; ``seen_as`` says who sees the match on
    it: "everybody" (what may be projected; the default), a seat's letter, or "instructor", who sees
    what lies hidden too; ``minutes``, from 1 to 600, is the period of play that the class has
    agreed on, after which the clock calls time.
    With the name of a game, all settings of :func:`classkit.new` as well.

    Shown a second time, the table gets a second display of the same match, which may be seen as
    somebody else and look another way (``table.displays``); how it looks is set here for all of its
    displays, and on a page for that page alone.

    Every control of the page is a method here; each gives the table back, and raises
    :class:`classkit.ClasskitError` with the reason where the page would say it.

    A cell and the page may act in different threads. At a table they take turns: what the page asks
    while a cell steps is done after that step. ``table.match`` itself serves one thread at a time
    (see :class:`classkit.Match`).

    >>> from classkit.widgets.live import Table
    >>> table = Table("poleconomy", seats=4, seed=7, bots="passive")
    >>> table.step(until="turn").step(until="turn").turn
    3
    >>> table.back(until="turn").turn
    2
    >>> table.fork("What if").branch_name
    'What if'
    """

    _shows_once_more = True
    _was_misled = False

    part = traitlets.Unicode("table", help="Which part of the table this widget shows.").tag(
        sync=True
    )
    chart = traitlets.Unicode("", help="Which chart, where the part is a chart.").tag(sync=True)

    turn = traitlets.Int(0, help="The turn on the screen, from 1; 0 in set-up. To be observed.")
    round = traitlets.Int(0, help="The round on the screen, from 1; 0 in set-up. To be observed.")
    answers = traitlets.Int(0, help="How many answers have been given up to now. To be observed.")
    over = traitlets.Bool(False, help="Whether the match is over. To be observed.")
    branch_name = traitlets.Unicode("Main", help="The branch on the screen. To be observed.")
    theme = traitlets.Enum(THEMES, "light", help="How the table looks; may be set.")
    seen_as = traitlets.Unicode(
        EVERYBODY,
        help='Who sees the match on this table: "everybody", a seat, or "instructor"; may be set.',
    )
    read_only = traitlets.Unicode(
        None, allow_none=True, help="Why this table only looks on, as a sentence; else None."
    )

    def __init__(self, match: Match | str, /, **settings: Unpack[TableSettings]) -> None:
        if isinstance(match, Table):
            raise ClasskitError(
                "this is a table already: show it once more, take parts of it by "
                "classkit.widgets, or make another one of its match, table.match."
            )
        begin: dict[str, Any] = {name: one for name, one in settings.items() if one is not None}
        own = {name: begin.pop(name) for name in SETTINGS if name in begin}
        if isinstance(match, Match):
            refuse_late(match, begin)
        else:
            unknown = {name: one for name, one in begin.items() if name not in BEGINNINGS}
            refuse_unknown(
                "table", TableSettings.__annotations__, unknown, options_of({"game": match})
            )
            match = new(match, **begin)
        desk = Desk(match, own.get("bots"))
        if own.get("minutes") is not None:
            desk.set_minutes(read_minutes(match, as_data(own["minutes"])))
        desk.said = f"{match.game.title}: press Step, or decide yourself."
        sight = Sight(desk, own.get("seen_as", EVERYBODY))
        sight.set_theme(own.get("theme", "light"))
        covered = read_list("covered", own.get("covered", ()), "charts")
        sight.cover_open_questions()
        for key in covered:
            sight.cover(key)
        self._attach(Hub(desk), sight)

    def _attach(self, hub: Hub, sight: Sight) -> None:
        """Open the widget onto a desk that may have other widgets already."""
        self.hub, self.sight, self.code = hub, sight, ""
        self.displays: list[Display] = []
        self._waiting: list[Waiting] = []
        self._is_displayed = False
        super().__init__()
        self._channel = Channel(hub, self.line(), sight)
        self.on_msg(lambda _widget, content, files: self._channel.receive(content, files))
        hub.lookers.append(self._follow)
        self._follow()
        self.observe(self._set_theme, "theme")
        self.observe(self._set_seen_as, "seen_as")
        self.observe(self._set_read_only, "read_only")

    def set_state(self, sync_data: Any) -> None:
        """Set nothing that a page would set: it asks for actions, each of which is checked."""

    def _handle_msg(self, msg: Any) -> None:
        """Take a message of the page; say once, without a traceback, that one is none."""
        said = msg["content"].get("data")
        method = said.get("method") if isinstance(said, dict) else None
        if method in ("custom", "request_state"):
            super()._handle_msg(msg)
        elif method != "update" and not self._was_misled:
            self._was_misled = True
            LOG.warning("A table was sent what is no message of its page, and ignored it.")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the table: first as it is, then once more each time, with a sight of its own.

        So two displays show one match, and one of them may be seen as a seat while the other is
        not. A second view of one display ("Create New View") shares its sight.
        """
        with self.turns:
            if not (self._shows_once_more and self._is_displayed):
                self._is_displayed = True
                return with_picture(super()._repr_mimebundle_(**kwargs), self.sight)
            self.displays.append(Display(self))
            return self.displays[-1]._repr_mimebundle_(**kwargs)

    # --- what is on the screen ---------------------------------------------

    @property
    def desk(self) -> Desk:
        """The desk behind the table: its branches, players and studies."""
        return self.hub.desk

    @property
    def turns(self) -> Turns:
        """The turns that threads take at the table."""
        return self.hub.turns

    @property
    def match(self) -> Match:
        """The match on the screen."""
        return self.desk.match

    @property
    def names(self) -> dict[str, str]:
        """The names of seats, where they have any; may be set."""
        return {seat: name for seat, name in self.desk.names.items() if seat in self.match.seats}

    @names.setter
    def names(self, names: Mapping[str, str]) -> None:
        for seat, name in names.items():
            self._do("name", seat=seat, name=name)

    @property
    def players(self) -> dict[str, str]:
        """The player of each seat: "person", or the name of a bot."""
        return dict(self.desk.players)

    @property
    def branches(self) -> list[str]:
        """The names of all branches."""
        return list(self.desk.branches.all)

    def _follow(self) -> None:
        """Bring the traits up to the present, for those who observe them."""
        desk, sight = self.desk, self.sight
        self.turn, self.round, self.answers = desk.match.turn, desk.match.round, desk.match.step
        self.over, self.branch_name = desk.match.is_over, desk.branches.active.name
        self.theme, self.seen_as, self.read_only = sight.theme, sight.seen_as, desk.read_only
        self._go_on()

    def _set_theme(self, change: Any) -> None:
        if self.sight.theme != change["new"]:
            self._do("theme", theme=change["new"])

    def _set_seen_as(self, change: Any) -> None:
        if self.sight.seen_as != change["new"]:
            try:
                self._do("seen_as", seen_as=change["new"])
            except ClasskitError:
                self.seen_as = self.sight.seen_as
                raise

    @in_turn
    def _set_read_only(self, change: Any) -> None:
        if self.desk.read_only != change["new"]:
            self.desk.read_only = change["new"]
            self.desk.playing = False
            self.hub.show()
            self.hub.tell(played=False)

    def _do(self, verb: str, /, **arguments: Any) -> Table:
        """Carry out an action as the page would, and show what it did."""
        return self._run(ACTIONS[verb], arguments)

    @in_turn
    def _run(self, action: Action, arguments: Mapping[str, Any]) -> Table:
        renamed = {
            action.renamed.get(name, name): plain_argument(value)
            for name, value in arguments.items()
        }
        self.hub.do(action, renamed, self.sight)
        if action.looks:
            for display in self.displays:
                self.hub.do(action, renamed, display.sight)
        self.hub.show()
        self.hub.tell(action.plays)
        return self

    # --- through the match ---------------------------------------------

    @tells_keywords()
    def step(self, until: Until | Callable[[Match], object] = "decision") -> Table:
        """Go on: ``until`` is the next "decision", "turn" or "round", or the "end".

        It may be a function of the match: it is asked before each decision, and what it finds true
        ends the step.

        Going on repeats what lies ahead, also what people typed, and then goes on: those at the
        table play, and a person's decision is waited for. Deciding otherwise cuts off what lies
        ahead, and it is kept as a branch. Once a seat has changed hands, those who sit there decide
        from here on.
        """
        if callable(until) and not isinstance(until, type):
            return self._run(Action(partial(Desk.step_until, is_so=until)), {})
        return self._do("step", until=until)

    def back(self, until: Until = "decision") -> Table:
        """Take back the :meth:`step` that ended here; :meth:`forward` does it again.

        ``until`` is the kind of that step: "decision", "turn", "round" or "end". Where no such step
        ended here, go back one answer, or to the beginning of this turn or round.
        """
        return self._do("back", until=until)

    def forward(self, until: Until = "decision") -> Table:
        """Do again what :meth:`back` took back."""
        return self._do("forward", until=until)

    @tells_keywords()
    def goto(self, *unnamed: Never, turn: int | None = None, step: int | None = None) -> Table:
        """Go to the beginning of a turn, or to where ``step`` answers have been given.

        A turn that asks nothing of anybody leads to the next one that does; where the table stands
        there already, to the last one before, so that a slider gets past it either way.

        >>> from classkit.widgets import table
        >>> live = table("economicon", seats=4, seed=1).step(until="round")
        >>> live.goto(turn=4).goto(turn=8).turn, live.goto(turn=8).turn  # 8 asks nothing
        (12, 6)
        """
        refuse_places(unnamed)
        return self._do("goto", turn=turn, step=step)

    def autoplay(self, speed: float | None = None) -> Table:
        """Step by itself, ``speed`` times a second, as long as a page shows the table.

        :meth:`step` is what :meth:`classkit.Match.play` is for a match.
        """
        return self._do("play", on=True, speed=speed)

    def pause(self) -> Table:
        """Stop stepping by itself."""
        return self._do("play", on=False)

    # --- answers ---------------------------------------------

    def answer(self, move: Any, /, seat: str | None = None, **fields: Any) -> Table:
        """Answer what is asked by the name of a ``move``, its ``fields`` by name.

        ``seat`` says who answers where several are asked at once. IllegalMove, with the reason,
        where the rules refuse it; see :meth:`classkit.Match.answer`.
        """
        move, given = read_answer(move, fields)
        return self._do("answer", move=move, seat=seat, fields=given)

    def aside(self, move: str, /, seat: str | None = None, **fields: Any) -> Table:
        """Do something while a decision waits: a ``move`` of :meth:`classkit.Match.asides`.

        ``seat`` acts, by default the one that is asked; ``fields`` are those of the move.
        """
        return self._do("aside", move=move, seat=seat, fields=fields)

    def withdraw(self, seat: str) -> Table:
        """Take back the sealed answer of ``seat``, as long as another one is missing."""
        return self._do("withdraw", seat=seat)

    def signal(self, name: str) -> Table:
        """Tell the game something from outside: ``name`` is a signal of it, such as "time_up"."""
        return self._do("signal", name=name)

    # --- the clock ---------------------------------------------

    @property
    @in_turn
    def minutes_left(self) -> float | None:
        """The minutes of play that are left; None where the match has no clock."""
        self.hub.timekeeper.count()
        clock = self.desk.clock
        return None if clock is None else clock.left / 60

    def set_minutes(self, minutes: int) -> Table:
        """Agree on so many minutes of play, from 1 to 600, after which the clock calls time.

        What was played counts. 0 takes the clock away.

        >>> from classkit.widgets import table
        >>> table("poleconomy", seats=3, seed=7, minutes=45).set_minutes(60).minutes_left
        60.0
        """
        return self._do("minutes", minutes=minutes)

    def stop_clock(self) -> Table:
        """Stop the clock, while the class discusses."""
        return self._do("clock", on=False)

    def run_clock(self) -> Table:
        """Let the clock run again."""
        return self._do("clock", on=True)

    # --- those at the table ---------------------------------------------

    @tells_keywords()
    def hand(self, seat: str, to: Player | None) -> Table:
        """Hand a seat to "person" (or None), to a bot by name, or to a policy of your own.

        Of a class of policies one is made for this seat.
        """
        return self._do("seat", seat=seat, to=to)

    def rename(self, seat: str, name: str) -> Table:
        """Set the display name of a seat."""
        return self._do("name", seat=seat, name=name)

    # --- branches, bookmarks, beginnings ---------------------------------------------

    def fork(self, name: str = "") -> Table:
        """Go on in a new branch from here; the present one is kept and stays on the charts.

        ``name`` is what the new one is called; left out, it gets a number.
        """
        return self._do("fork", name=name)

    def branch(self, name: str, *, stay: bool = False) -> Table:
        """Show another branch, where it was left; or, with ``stay``, at the turn shown now.

        ``name`` is its name, or what it is called on the page.
        """
        return self._do("branch", name=name, stay=stay)

    def name_branch(self, name: str, to: str) -> Table:
        """Call the branch ``name`` by the name ``to``; one that was named gives way to no other."""
        return self._do("name_branch", name=name, to=to)

    def play_as_far(self, name: str = "") -> Table:
        """Play the shorter of two branches on, until both end at the same turn.

        That on the screen and ``name``, or the one seen before it; the same bots, the same luck.

        >>> from classkit.widgets import table
        >>> live = table("poleconomy", seats=3, seed=7, bots="saver").step(until="round")
        >>> live.goto(step=0).fork("Otherwise").answer("reverse").play_as_far().turn
        4
        """
        return self._do("play_as_far", name=name)

    @property
    @in_turn
    def difference(self) -> str:
        """What the branch on the screen and the other one come to after the same turn, in words.

        Empty as long as they have not parted, or no turn has been finished since.
        """
        apart = self.sight.apart_shown()
        return apart["words"] if apart else ""

    def drop_branch(self, name: str) -> Table:
        """Forget the branch ``name``, which must not be the one on the screen."""
        return self._do("drop_branch", name=name)

    def bookmark(self, label: str = "") -> Table:
        """Mark this turn on the timeline, with ``label`` as a word beside the mark."""
        return self._do("bookmark", label=label)

    def reset(self) -> Table:
        """Back to the beginning, same luck; what was played is kept as a branch."""
        return self._do("reset")

    def new_seed(self) -> Table:
        """Begin the same match with new luck; what was played is kept as a branch."""
        return self._do("new_seed")

    @tells_keywords(options_of)
    def new(
        self,
        *,
        seats: int | None = None,
        names: Sequence[str] | None = None,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Table:
        """Begin a match of the same game with other options, in a branch of its own.

        ``seats`` is their number, ``names`` who sits there, ``options`` are those of the game.
        ``edition`` is the id of one that is shipped; with an edition or a position of your own, or
        a seed, make the match by :func:`classkit.new` and a table of it.
        """
        return self._do("new", seats=seats, names=names, edition=edition, options=options)

    # --- what may come ---------------------------------------------

    @tells_keywords()
    def show_futures(
        self,
        n: int = 200,
        bots: Any = None,
        horizon: int | None = None,
        *,
        unit: Unit = "turn",
        metrics: Sequence[str] | None = None,
    ) -> Table:
        """Play ``n`` futures from here, and draw their fan behind the lines while they come.

        ``horizon`` is how far they reach, in turns or rounds (``unit``), by default to the end;
        ``metrics`` are the keys of the figures that get a fan. As :func:`classkit.study.futures`,
        but that seats for which ``bots`` names nobody are played by the bots that sit there (and by
        the game's own where persons do): all seats by default, and those that a mapping leaves out.
        In a notebook the table goes on meanwhile. Where something lies hidden it is refused unless
        the table is shown as the instructor sees it.

        >>> from classkit.widgets import table
        >>> live = table("poleconomy", seats=2, seed=7).step(until="round")
        >>> live.show_futures(4, horizon=2).futures.done
        4
        """
        return self._do("futures", n=n, bots=bots, horizon=horizon, unit=unit, metrics=metrics)

    @tells_keywords()
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
        """Compare what the answers to the present decision lead to, as a table with words.

        Each answer is tried in ``n`` futures, with the same luck. ``bots`` play them; seats for
        which they name nobody are played as in :meth:`show_futures`. ``outcome``
        is what counts ("score", "win", or the key of a figure), and ``horizon`` says after how many
        turns or rounds (``unit``) it is read, by default at the end. ``seat`` decides where several
        are asked. See :func:`classkit.study.compare_moves`.
        """
        return self._do(
            "moves", n=n, bots=bots, outcome=outcome, horizon=horizon, unit=unit, seat=seat
        )

    def cancel_study(self) -> Table:
        """Play no more futures; what has come stays on the screen."""
        return self._do("cancel_study")

    def clear_study(self) -> Table:
        """Take the fan and the tables of futures from the screen."""
        return self._do("clear_study")

    @property
    def futures(self) -> Futures | None:
        """The :class:`classkit.study.Futures` asked for last, as far as they have come, or None."""
        shown = self.desk.studies.futures
        asked: Any = shown and shown.asked
        futures: Futures | None = asked
        return futures

    @property
    def comparison(self) -> Comparison | None:
        """The :class:`classkit.study.Comparison` asked for last, or None."""
        shown = self.desk.studies.compared
        asked: Any = shown and shown.asked
        comparison: Comparison | None = asked
        return comparison

    # --- how it is shown ---------------------------------------------

    def see_as(self, seen_as: str) -> Table:
        """Show the match as "everybody" may see it, as a seat ("B"), or as the "instructor" does.

        It governs board, news, money trails, ledger, charts, figures and questions. A decision
        that shows what a seat holds stays behind a curtain for all others.

        >>> from classkit.widgets import table
        >>> table("poleconomy", seats=2, seed=7).see_as("B").seen_as
        'B'
        """
        return self._do("seen_as", seen_as=seen_as)

    def cover(self, chart: str, on: bool = True) -> Table:
        """Cover a chart until the class has predicted; ``on=False`` uncovers it."""
        return self._do("cover", chart=chart, on=on)

    def ask(
        self,
        chart: str,
        at: int | None = None,
        unit: Literal["turn", "round"] | None = None,
        *,
        figure: str | None = None,
        seat: str | None = None,
    ) -> Table:
        """Ask the class how a figure of a chart will stand after turn or round ``at``.

        ``unit`` says whether ``at`` counts turns or rounds. The chart is covered until the class
        has answered on the page, or by :meth:`predict`. Left out, it is the first ``figure`` of the
        chart, the first ``seat``, and some turns ahead.

        >>> from classkit.widgets import table
        >>> live = table("poleconomy", seats=2, seed=7).ask("inflation", at=4)
        >>> live.predict("inflation", 7).predict("inflation", 4.5, who="Bo").expected("inflation")
        'What will the Inflation Number be at turn 4?'
        >>> for _ in range(4):
        ...     live = live.step(until="turn")
        >>> live.cover("inflation", on=False).expected("inflation")
        '1; you said 7; nearest: Bo with 4.5'
        """
        return self._do("ask", chart=chart, at=at, unit=unit, figure=figure, seat=seat)

    def predict(self, chart: str, value: str | float, who: str = "", line: Any = ()) -> Table:
        """Note what the class expects of a chart, or ``who`` in it; it is shown as it was typed.

        It is a number or words. A text that may be two numbers, such as "1.600", is refused.
        ``line`` is what was drawn, as points [turn, value] from left to right. Once the chart is
        uncovered all this stands above it, with what came, until :meth:`predict` with "" takes it
        back, the chart is covered anew, or another match begins.
        """
        text = as_typed(as_data(value))
        return self._do("predict", chart=chart, value=text, who=as_data(who), line=line)

    @in_turn
    def once_answered(self, *what: Any) -> Any:
        """Run a function, or show anything else, once the class has answered what it was asked.

        In the last line of a cell: its result stands there as soon as no chart of the table is
        covered any more. Of several things each is shown, one below the other. Where nobody can
        answer (a script, an execution by nbconvert), charts are uncovered and it goes on at once.

        >>> from classkit.widgets import table
        >>> duel = table("poleconomy", seats=2, seed=7).ask("inflation", at=1)
        >>> duel.once_answered(lambda: duel.step(until="turn").turn)
        2
        """
        if self._covered_somewhere() and not somebody_answers():
            self._uncover()
        if not self._covered_somewhere():
            return outcome(what)
        waiting = Waiting(what, self._uncover, COVERED)
        self._waiting.append(waiting)
        return waiting

    def _covered_somewhere(self) -> bool:
        """Return whether every display of the table still covers a chart."""
        return all(sight.covered for sight in (self.sight, *(one.sight for one in self.displays)))

    def _uncover(self) -> None:
        for chart in list(self.sight.covered):
            self.cover(chart, on=False)

    def _go_on(self) -> None:
        """Let cells that wait go on, one after the other, once no chart is covered."""
        if self._covered_somewhere():
            return
        waiting, self._waiting = self._waiting, []
        for cell in waiting:
            cell.reveal()

    @in_turn
    def predictions(self) -> DataFrame:
        """Return what the class has been asked and has answered, and what came, as a pandas frame.

        One row for each answer; ``attrs["columns"]`` says what each column means.
        """
        from classkit.frames.columns import PREDICTIONS
        from classkit.frames.typed import frame

        return frame("predictions", self.sight.prediction_rows(), PREDICTIONS)

    @in_turn
    def expected(self, chart: str) -> str:
        """Return what came beside what the class expected of a chart; before that, the question."""
        shown = self.sight.predictions_shown().get(self.desk.chart(chart))
        return (shown["came"] or shown["question"]) if shown else ""

    def curtain(self, seat: str | None) -> Table:
        """Hide what a seat is asked until it says that it is there; None opens the curtain."""
        return self._do("curtain", seat=seat)

    @in_turn
    def figure(self, chart: str) -> Figure:
        """Return a chart as an ordinary plotly figure, as whoever the table is shown to may see it.

        With other branches, futures and what the class has predicted, as on the page.
        """
        from classkit.charts.figure import Backdrop, make_figure

        sight, desk = self.sight, self.desk
        branches = sight.branches_shown(sight.rows_shown())
        ahead = desk.studies.shown(self.match, sight.viewer)
        faded = "stale" in ahead["futures"]
        behind = Backdrop(
            branches, desk.branches.active.name, ahead["fan"], faded, desk.predictions
        )
        return make_figure(self.match, chart, self.seen_as, behind)

    # --- keeping ---------------------------------------------

    @in_turn
    def save(self, path: str | Path) -> Path:
        """Write the record to the file ``path``, seed and all, and the names beside it.

        The predictions of the class are in it. The file holds the whole match, whoever the table is
        shown to: it is the instructor's.
        """
        kept = self.match.fork()
        kept.predictions, _ = to_keep(self.desk.predictions)
        return kept.save(path)

    @in_turn
    def take_home(self, path: str | Path) -> Path:
        """Write match, tables and the notebook this is played in as one ZIP file, and return it.

        ``path`` is that file; the ending ".zip" is added where it is missing.
        What others hid stays out of the tables; the record in it holds the whole match.
        """
        path = as_data(path)
        if not isinstance(path, (str, Path)) or not Path(path).name:
            raise ClasskitError(f"path must be the name of a file, not {shorten(path)}.")
        return takehome.write_work(self.sight, Path(path))

    def open(self, source: str | Path | None = None) -> Table:
        """Open a record, from a file or from its text; what was there is kept as a branch.

        Without a source it opens the widget's line to the page, as every widget does by itself.
        """
        if source is None:
            super().open()
            return self
        try:
            self._run(Action(records.open_record, replaces=True, opens=True), {"source": source})
        except records.OtherGame as error:
            raise ClasskitError(
                f"{error} Show it on a table of its own: classkit.table(classkit.load(...))."
            ) from None
        return self

    # --- for programs around the table ---------------------------------------------

    def on_change(self, run: Callable[[], None]) -> None:
        """Call ``run()`` after every change of match, names or players."""
        self.hub.watchers.append(run)

    def on_action(self, name: str, handler: Handler) -> None:
        """Let ``handler(content)`` answer an action ``name`` that the table does not know.

        What it gives is sent back as it stands. A "ping" is answered by the table as well.
        """
        if name in ACTIONS or name in ("snapshot", "modules", "plotly"):
            raise ClasskitError(f"The table answers {name!r} itself.")
        self._channel.handlers[name] = handler

    def close(self) -> None:
        """Take the widget from all pages, with its further displays; the match stays."""
        for display in getattr(self, "displays", []):
            display.close()
        channel = getattr(self, "_channel", None)  # none yet where making the table was refused
        if channel is not None and channel in self.hub.channels:
            self.hub.channels.remove(channel)
            self.hub.lookers.remove(self._follow)
            if not self.hub.channels:
                self.desk.studies.cancel()
        super().close()

    def __repr__(self) -> str:
        return f"<Table of {self.match!r}>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Never:
            """Say where there is what somebody looks for on the table itself."""
            remedy = ""
            if name in OF_THE_MATCH:
                remedy = f"; its match has: table.match.{name}"
            elif name in OTHERWISE:
                remedy = f"; that is table.{OTHERWISE[name]}()"
            if name == "uncover":
                remedy = "; that is table.cover(chart, on=False)"
            raise AttributeError(f"a table has no {name!r}{remedy}", name=name, obj=self)


def refuse_late(match: Match, settings: Mapping[str, Any]) -> None:
    """Refuse what begins a match, and what no table takes, of a match that has begun already."""
    for name in settings:
        remedy = ""
        if name in BEGINNINGS:
            remedy = f"{name} belongs to the beginning of a match: classkit.new({name}=...)."
        if name in match.options:
            told = f"classkit.new(options={{{name!r}: ...}})"
            remedy = f"{name} belongs to the beginning of a match: {told}."
        raise UnknownName("argument of the table of a match", name, SETTINGS, remedy)


def plain_argument(value: Any) -> Any:
    """Return an argument as plain data; a policy, also in a list or of a seat, stays what it is."""
    if callable(value):
        return value
    held = opened(value)
    if isinstance(held, dict) and any(callable(one) for one in held.values()):
        return {as_data(seat): plain_argument(one) for seat, one in held.items()}
    if isinstance(held, (list, tuple)) and any(callable(one) for one in held):
        return [plain_argument(one) for one in held]
    return as_data(value)


def with_picture(bundle: Any, sight: Sight) -> Any:
    """Return what a notebook keeps of a widget, with a picture for pages that have no kernel.

    The picture has the headline, the board, and the standings: what everybody may know.
    """
    if bundle is None:  # where nothing can be shown, ipywidgets has written it already
        return None
    data, *about = bundle if isinstance(bundle, tuple) else (bundle,)
    told = now(Sight(sight.desk, EVERYBODY), (), ())["said"]
    picture = f"<p><b>{escape(told)}</b></p>{sight.match._repr_html_()}"
    data = {**data, "text/html": picture}
    return (data, *about) if about else data


class Display(Table):
    """One more display of a table: the same match, seen with a sight of its own."""

    _shows_once_more = False

    def __init__(self, table: Table) -> None:
        self._attach(table.hub, table.sight.twin(table.desk))
        self.part, self.chart = table.part, table.chart
