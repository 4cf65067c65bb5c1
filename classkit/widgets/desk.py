"""The desk: what a class does with a match, without any page.

Each verb here is a control of the table, a method of :class:`classkit.widgets.live.Table` and
an action of the page; a verb that is refused raises, and changes nothing. How a page shows all
this is no matter of the desk (see ``sight.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Self

from classkit.charts.shapes import Prediction
from classkit.engine.data import as_data
from classkit.engine.errors import (
    ClasskitError,
    IllegalMove,
    NothingToDo,
    RecordError,
    known_name,
    shorten,
)
from classkit.engine.log import LONGEST_NAME
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.requests import Aside, Decision, Draw, Roll, with_clause
from classkit.engine.strides import Until, read_until

from .asks import DEALER, Questions
from .branch import Branch, called_in_short
from .clock import TIME_UP, MatchClock, is_due, read_minutes, timing_of
from .expected import check_guess, question, with_guess
from .grids import NO_CHANGE, is_table, settle
from .parting import finished, parted_at
from .scene import Boards
from .seating import Seating
from .story import Summary
from .studies import Studies

NOT_NOW = "That is not possible now."
NO_FIELDS: Mapping[str, Any] = {}
SPEEDS = (0.1, 50.0)
"""Steps per second that Play may be set to."""


class Desk(Seating):
    """One class's match: seated, stepped through both ways, answered, branched and studied."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        super().__init__(match, bots)
        self.playing, self.speed = False, 1.0
        self.questions, self.studies, self.boards = Questions(), Studies(), Boards()
        self.said: Summary = ""
        """The summary of the last action, which each page puts into words for its viewer."""
        self.notice = ""
        self.read_only: str | None = None

    # --- a second desk, to try something on ---------------------------------------------

    def twin(self) -> Self:
        """Copy the desk: another match may be put on the copy, and this one stays as it is."""
        twin = copy(self)
        twin.branches = self.branches.twin()
        twin.players, twin.own_bots = dict(self.players), dict(self.own_bots)
        twin.made_for = dict(self.made_for)
        twin.elsewhere, twin.studies = dict(self.elsewhere), self.studies.twin()
        return twin

    def become(self, twin: Desk) -> None:
        """Take over the state of a twin. This cannot fail half-way."""
        self.__dict__.update(twin.__dict__)

    # --- through the match ---------------------------------------------

    def step(self, until: Until = "decision") -> None:
        """Go on to the next decision, turn or round, or to the end.

        Going on repeats what lies ahead, and then the bots at the table play; it stops before a
        person's decision that does not lie ahead. Once a seat has changed hands, those who sit
        there decide from here on; where they decide otherwise, what lay ahead is kept as a branch.
        """
        read_until(until)
        match = self.match
        if match.is_over:
            raise NothingToDo("The match is over. Go back, or begin anew.")
        if isinstance(match.request, (Roll, Draw)) and not match.can_redo:
            raise IllegalMove("The room throws: enter what came up, then step on.")
        if match.can_redo and not self.branches.active.play_anew:
            match.go_on(until, self.policies())
        elif len(self.persons_asked()) < len(self.asked()) or not self.asked():
            with self.branches.keeping_what_is_cut(by_bots=True):
                match.play(until, bots=self.policies())
        repeats = match.can_redo and not self.branches.active.play_anew
        waits = self.persons_asked() or isinstance(match.request, (Roll, Draw))
        if match.is_over or (waits and not repeats):
            self.playing = False

    def step_until(self, is_so: Callable[[Match], object]) -> None:
        """Go on by decisions until something is so of the match, or :meth:`step` has to wait."""
        while not is_so(self.match):
            before = self.match.step
            self.step()
            match = self.match
            throws = isinstance(match.request, (Roll, Draw)) and not match.can_redo
            if match.is_over or throws or match.step == before:
                return

    def back(self, until: Until = "decision") -> None:
        """Take back exactly what a Step of this stride did that ended here.

        If none did, go back one answer, or to the start of this turn or round (else of the one
        before).
        """
        self.match.back(until)
        self.playing = False

    def forward(self, until: Until = "decision") -> None:
        """Go through what lies ahead again, by the same stride as Step."""
        self.match.forward(until)

    def goto(self, turn: int | None = None, step: int | None = None) -> None:
        """Go to a turn or a step, forward or back; what lies ahead stays.

        A turn that asks nothing leads to the next one that does. Who stands there already and
        wishes to go back comes to the one before, so that a timeline gets past it.
        """
        match, before = self.match, self.match.step
        match.goto(turn=turn, step=step)
        if turn is not None and turn < match.turn and match.step == before and match.can_undo:
            match.back("turn")
        self.playing = False

    def play(self, on: bool = True, speed: float | None = None) -> None:
        """Let the clock of the page run, at ``speed`` steps per second."""
        if speed is not None:
            low, high = SPEEDS
            speed = as_data(speed)
            is_number = isinstance(speed, (int, float)) and not isinstance(speed, bool)
            if not is_number or not low <= speed <= high:
                raise ClasskitError(
                    f"speed must be a number from {low} to {high:.0f}, in steps a second, "
                    f"not {shorten(speed)}."
                )
            self.speed = float(speed)
        self.playing = on and not self.match.is_over

    # --- answers ---------------------------------------------

    def answer(
        self, move: Any, seat: str | None = None, fields: Mapping[str, Any] = NO_FIELDS
    ) -> None:
        """Answer for a seat what is asked now; for dice thrown by hand, what came up."""
        match, move, fields = self.match, as_data(move), as_data(fields)
        if isinstance(match.request, (Roll, Draw)):
            seat = None if seat in ("", DEALER) else seat
        elif self.is_table(move, seat, fields):
            self.answer_rows(move, seat or self.asked()[0].seat, fields)
            return
        with self.branches.keeping_what_is_cut():
            match.answer(move, seat=seat, **fields)

    def is_table(self, move: Any, seat: str | None, fields: Mapping[str, Any]) -> bool:
        """Return whether a whole table is given: several answers at once."""
        asked = self.asked()
        seat = asked[0].seat if seat is None and len(asked) == 1 else seat
        if not isinstance(move, str) or seat is None or seat not in self.match.seats:
            return False
        return is_table(self.move(seat, move), fields)

    def answer_rows(self, name: str, seat: str, fields: Mapping[str, Any]) -> None:
        """Answer once for each row of a table that was changed: all of them, or none."""
        move = self.move(seat, name)
        assert move is not None, "a table belongs to a move that is asked now"
        settled = settle(self.match, seat, move, fields)
        if settled.reason is not None:
            raise IllegalMove(with_clause(settled.reason, move.rule))
        if not settled.order:
            raise IllegalMove(NO_CHANGE)
        with self.branches.keeping_what_is_cut():
            for answer in settled.order:
                self.match.answer(name, seat=seat, **answer)

    def aside(
        self, move: str, seat: str | None = None, fields: Mapping[str, Any] = NO_FIELDS
    ) -> None:
        """Do something while a decision waits."""
        with self.branches.keeping_what_is_cut():
            self.match.aside(move, seat=seat, **fields)

    def withdraw(self, seat: str) -> None:
        """Take back a sealed answer while one is still missing."""
        with self.branches.keeping_what_is_cut():
            self.match.withdraw(seat)

    def signal(self, name: str) -> None:
        """Tell the game something from outside, such as the end of the lesson."""
        with self.branches.keeping_what_is_cut():
            self.match.signal(name)

    def decision_of(self, seat: str) -> Decision:
        """Return what a seat is asked now; IllegalMove if it is not asked."""
        waiting = self.match.requests(self.seat(seat))
        if not waiting:
            raise IllegalMove(f"{self.say.seat(seat)} is not asked now.")
        return waiting[0]

    def default(self, seat: str) -> None:
        """Answer for a seat what the rules list as the default."""
        answer = self.decision_of(seat).default
        self.answer(answer.move, seat, answer.fields)

    def let_bot(self, seat: str, bot: str) -> None:
        """Let a bot decide once for a seat, whoever plays it."""
        self.decision_of(seat)
        bot = known_name("bot", bot, self.bots())
        with self.branches.keeping_what_is_cut():
            self.match.play("decision", self.alone(seat, self.player_for(seat, bot)))

    def move(self, seat: str, name: str) -> Move | None:
        """Return a move that a seat may choose now, by name; None where there is none."""
        return next((move for _, move in self.moves(seat, False) if move.name == name), None)

    def moves(self, seat: str, aside: bool) -> list[tuple[Decision | Aside | None, Move]]:
        """Return the moves a seat may choose from, or do aside, each with what it answers.

        Dice and draws that the room enters answer no decision: None.
        """
        match = self.match
        if isinstance(match.request, (Roll, Draw)):
            return [(None, match.request.move)]
        if aside:
            return [(found, found.move) for found in match.asides(self.seat(seat))]
        return [(found, move) for found in match.requests(self.seat(seat)) for move in found.moves]

    # --- the clock ---------------------------------------------

    @property
    def clock(self) -> MatchClock | None:
        """The clock of the match on the screen; None where it has none."""
        return self.branches.active.clock

    def set_minutes(self, minutes: int) -> None:
        """Agree on so many minutes of play; 0 takes the clock away. What was played counts."""
        active, clock = self.branches.active, self.clock
        if minutes == 0:
            active.clock = None
            return
        minutes = read_minutes(self.match, minutes)
        begun = MatchClock(minutes, first_turn=max(1, self.match.last_turn))
        active.clock = clock.lasting(minutes) if clock else begun

    def run_clock(self, on: bool = True) -> None:
        """Let the clock run, or stop it while the class discusses."""
        if self.clock is None:
            raise NothingToDo("This table has no clock: agree on some minutes first.")
        self.branches.active.clock = self.clock.stop(not on)

    def let_pass(self, seconds: float) -> None:
        """Let the clock run for the seconds that have passed; not while the table looks on."""
        if self.clock is not None and not self.read_only:
            self.branches.active.clock = self.clock.after(seconds, timing_of(self.match))

    def call_time(self) -> None:
        """Tell the game that time is up, if it is and the game can be told now."""
        if is_due(self.clock, self.match):
            self.match.signal(TIME_UP)

    # --- branches and bookmarks ---------------------------------------------

    def fork(self, name: str = "") -> None:
        """Go on in a new branch from here; the present one is kept."""
        self.branches.fork(name)
        self.sit_down(self.match.game.name)

    def name_branch(self, name: str, to: str) -> None:
        """Give a branch a name of its own, under which it stays."""
        self.branches.name(name, to)

    def branch(self, name: str, stay: bool = False) -> None:
        """Show another branch, where it was left; or, with ``stay``, at the turn shown now.

        One that the rules no longer agree with is shown as far as they do, as a branch of its own.
        """
        before, shown = self.match.game.name, self.match
        try:
            self.branches.switch(name)
            if stay:
                self.stand_at(shown)
        except RecordError as error:
            if error.match is None:
                raise
            self.branches.begin(error.match, f"{name[:LONGEST_NAME]} as far as it goes")
            self.notice = f"{error} {name} itself stays as it was kept."
        self.sit_down(before)
        self.playing = False

    def stand_at(self, shown: Match) -> None:
        """Go where another match of the same luck stands, or to the end if this one ends before."""
        match = self.match
        if match is shown or (match.game, match.seed) != (shown.game, shown.seed):
            return
        parted = parted_at(match.steps, shown.steps)
        joint = min(match.last_step, shown.last_step) if parted is None else parted
        if shown.step <= joint:
            match.goto(step=shown.step)
        elif shown.turn <= match.last_turn:
            match.goto(turn=shown.turn)
        else:
            match.goto(step=match.last_step)
            self.notice = f"{self.branches.title} ends at turn {match.turn}: that is shown."

    def play_as_far(self, name: str = "") -> None:
        """Play the shorter of two branches on, until both have finished as many turns.

        The one is on the screen, the other is that ``name``, or the one that was seen last. The
        bots at the table play, with the luck that both share; where a person or the room has to
        act, the branch stays there, and it is said.
        """
        other = self.branches.find(name) if name else self.branches.other()
        here = self.branches.active
        if other is None:
            raise NothingToDo("There is no other branch of this match: fork first.")
        own, its = called_in_short(here), called_in_short(other)
        if other is here:
            raise ClasskitError(f"{own} is on the screen: name the branch to set beside it.")
        if other.luck() != here.luck():
            raise ClasskitError(f"{its} has other luck: its turns cannot be compared.")
        done = {one: finished(one.match) for one in (here, other)}
        goal = max(done.values())
        behind = [one for one in (here, other) if done[one] < goal]
        if not behind:
            raise NothingToDo(f"{own} and {its} end at the same turn already.")
        stands = [self.play_to(one, goal) for one in behind]
        self.branches.beside(other)
        self.playing = False
        both = f"Both branches have finished turn {goal}."
        if parted_at(here.match.steps, other.match.steps) is None:
            both += " They are the same: what was decided in the one, the bots have decided too."
        self.notice = " ".join(filter(None, stands)) or both

    def play_to(self, branch: Branch, turns: int) -> str:
        """Play a branch on until so many turns are finished; say why, if it stops before."""
        match, bots = branch.match, self.policies()
        match.goto(step=match.last_step)
        before = -1
        while not match.is_over and finished(match) < turns and match.step > before:
            before = match.step
            match.play("turn", bots=bots)
        if branch is not self.branches.active:
            branch.leave()
        if match.is_over and finished(match) < turns:
            return f"{called_in_short(branch)} is over after turn {finished(match)}."
        if finished(match) >= turns:
            return ""
        waits = [self.say.seat(one.seat) for one in match.requests() if bots.get(one.seat) is None]
        who = self.say.listing(waits) or "The room"
        where = f"“{called_in_short(branch)}”, turn {match.turn}"
        return f"{who} must act first in {where}: change to it and go on."

    def drop_branch(self, name: str) -> None:
        """Forget a branch that is not on the screen."""
        self.branches.drop(name)

    def bookmark(self, label: str = "") -> None:
        """Mark this turn on the timeline."""
        turn = self.match.turn
        unnamed = isinstance(label, str) and not label
        here = self.match.game.moment(self.match.table) or f"Turn {turn}"
        self.branches.active.mark(turn, here if unnamed else label)

    def unbookmark(self, turn: int) -> None:
        """Remove the bookmark of a turn; NothingToDo where there is none."""
        if self.branches.active.marks.pop(turn, None) is None:
            raise NothingToDo(f"There is no bookmark at turn {turn}.")

    # --- what the class expects, and what may come ---------------------------------------------

    @property
    def has_secrets(self) -> bool:
        """True if something on the table is hidden from somebody."""
        return self.match.game.has_secrets(self.match.table)

    def chart(self, key: str) -> str:
        """Return the key of a chart, if there is one of that key."""
        charts = self.match.game.charts_of(self.match.table)
        return known_name("chart", key, [plan.key for plan in charts])

    @property
    def predictions(self) -> dict[str, Prediction]:
        """The class's predictions for charts, in the match on the screen."""
        return self.branches.active.predictions

    def ask(
        self,
        chart: str,
        at: int | None = None,
        unit: str | None = None,
        figure: str | None = None,
        seat: str | None = None,
    ) -> None:
        """Ask the class how a figure of a chart will stand at a turn or round; see :mod:`expected`.

        Another question puts away the answers to the one before.
        """
        charts = {plan.key: plan for plan in self.match.game.charts_of(self.match.table)}
        plan = charts[self.chart(chart)]
        asked = question(self.match, plan, at, unit, figure, seat)
        self.branches.active.expect(plan.key, asked)

    def predict(self, chart: str, value: str, who: str = "", line: Any = ()) -> None:
        """Note what somebody expects a chart to show, or the class as a whole.

        An empty value takes that back: of the class as a whole with the question and all answers.
        One that may be two numbers is refused, and so is a number with words that change it.
        """
        chart = self.chart(chart)
        if not value.strip() and not who:
            self.branches.active.expect(chart, None)
            return
        check_guess(value.strip())
        if chart not in self.predictions:
            self.ask(chart)
        asked = with_guess(self.predictions[chart], value, who, line)
        self.branches.active.expect(chart, asked)

    def drop_unanswered(self, chart: str) -> None:
        """Put away a question that nobody has answered."""
        asked = self.predictions.get(chart)
        if asked is not None and not asked["guesses"]:
            self.branches.active.expect(chart, None)

    def show_futures(self, viewer: str | None, **asked: Any) -> None:
        """Play futures from here, as far as the viewer may know them."""
        self.studies.show_futures(self, viewer, **asked)

    def show_moves(self, viewer: str | None, **asked: Any) -> None:
        """Compare the answers to what is asked now, as far as the viewer may know them."""
        self.studies.show_moves(self, viewer, **asked)

    def gather(self, wait: bool = False, viewers: Sequence[str | None] = ()) -> bool:
        """Take what has come of futures. Return whether there is anything new to be shown.

        With ``viewers``, those who look, what none of them may see is played no further.
        """
        anew = self.studies.gather(wait, viewers)
        told = self.studies.outcome(self.match) if anew else None
        if told is not None:
            self.said = told
        return anew
