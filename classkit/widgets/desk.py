"""The desk: what an instructor does with a match, without any page.

Each verb here is a control of the table, a method of :class:`classkit.widgets.live.Table` and
an action of the page; a verb that is refused raises, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo, UnknownName
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.names import read_name
from classkit.engine.players import UNTIL
from classkit.engine.policy import Policy
from classkit.engine.requests import Decision, Draw, Roll
from classkit.engine.words import Say

from .asks import PERSON
from .branches import Branch, Branches
from .rows import Rows
from .story import News

THEMES = ("light", "dark", "projector")
SPEEDS = (0.1, 50.0)
"""Steps per second that Play may be set to."""

NOT_NOW = "That is not possible now."
NO_FIELDS: Mapping[str, Any] = {}


class Desk:
    """One class's table: its branches, who plays which seat, and how it is shown."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        self.branches = Branches(match)
        self.own_bots: dict[str, Policy] = {}
        self.players: dict[str, str] = {}
        self.names: dict[str, str] = match.names
        self.seat_players(bots)
        self.rows, self.news = Rows(), News()
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
        self.playing, self.speed = False, 1.0

    @property
    def match(self) -> Match:
        """The match on the screen."""
        return self.branches.active.match

    @property
    def say(self) -> Say:
        """The words for the match, with the seats' present names."""
        return self.match.say()

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

    # --- who plays ---------------------------------------------

    def bots(self) -> dict[str, Callable[[], Policy]]:
        """The bots a seat can be handed to: the game's, and those of the notebook."""
        own = {name: (lambda bot=bot: bot) for name, bot in self.own_bots.items()}
        return {**self.match.game.bots(), **own}

    def seat_players(self, bots: Any = None) -> None:
        """Who plays which seat at the beginning: the game's own bots in turn, unless told."""
        own = sorted(self.match.game.policies) or ["default"]
        seats = self.match.seats
        if bots is None:
            chosen: Mapping[str, Any] = {
                seat: self.players.get(seat, own[at % len(own)]) for at, seat in enumerate(seats)
            }
        elif isinstance(bots, Mapping):
            chosen = {**dict.fromkeys(seats, PERSON), **bots}
        else:
            chosen = dict.fromkeys(seats, bots)
        self.players = {}
        for seat, bot in chosen.items():
            self.hand(seat, PERSON if bot is None else bot)

    def seat_all(self) -> None:
        """A match with more seats than the one before: those without a player get a bot."""
        if any(seat not in self.players for seat in self.match.seats):
            self.seat_players()

    def seat(self, seat: str) -> str:
        """The seat, if there is one of that letter."""
        if seat not in self.match.seats:
            raise UnknownName("seat", seat, self.match.seats)
        return seat

    def hand(self, seat: str, to: str | Policy) -> None:
        """Hand a seat to a person or a bot: from its next decision on they decide."""
        self.seat(seat)
        if not isinstance(to, str):
            if not callable(to):
                raise ClasskitError(
                    "A seat is handed to a person, a bot by name, or a policy of your own."
                )
            name = read_name(getattr(to, "__name__", type(to).__name__))[:40]
            self.own_bots[name], to = to, name
        bots = self.bots()
        if to != PERSON and to not in bots:
            raise UnknownName("player", to, [PERSON, *bots])
        self.players[seat] = to
        self.branches.active.play_anew = True

    def rename(self, seat: str, name: str) -> None:
        """Give a seat the name that is shown."""
        self.match.rename(self.seat(seat), name)

    def policies(self) -> dict[str, str | Policy | None]:
        """Seat -> the bot that decides for it; None for persons."""
        return {
            seat: None if who == PERSON else self.own_bots.get(who, who)
            for seat, who in self.players.items()
            if seat in self.match.seats
        }

    def asked(self) -> list[Decision]:
        """The decisions still open."""
        return self.match.requests()

    def persons_asked(self) -> list[str]:
        """The seats of persons that are asked now."""
        return [d.seat for d in self.asked() if self.players.get(d.seat) == PERSON]

    # --- through the match ---------------------------------------------

    def step(self, until: str = "decision") -> None:
        """Go on to the next decision, turn or round, or to the end.

        What lies ahead after Back is gone through again; else the bots answer. A person's
        decision is waited for: Step stops there.
        """
        self.reach(until)
        match = self.match
        if match.can_redo and not self.branches.active.play_anew:
            self.repeat(until)
        elif match.is_over:
            raise NothingToDo("The match is over. Go back, or begin anew.")
        elif isinstance(match.request, (Roll, Draw)):
            raise IllegalMove("The room throws: enter what came up, then step on.")
        elif len(self.persons_asked()) < len(self.asked()):
            self.branches.keep_ahead()
            match.play(until, bots=self.policies())
        if match.is_over or self.persons_asked() or isinstance(match.request, (Roll, Draw)):
            self.playing = False

    def reach(self, until: str) -> str:
        """How far a step goes, checked."""
        if until not in UNTIL:
            raise UnknownName("reach of a step", until, UNTIL)
        return until

    def repeat(self, until: str) -> None:
        """Go through what lies ahead again, not further."""
        match = self.match
        if until == "decision":
            match.redo()
        elif until == "end" or match.turn >= match.last_turn:
            match.goto(step=match.last_step)
        elif until == "turn":
            match.goto(turn=match.turn + 1)
        else:
            here = match.round
            while match.round == here and match.turn < match.last_turn:
                match.goto(turn=match.turn + 1)
            if match.round == here:
                match.goto(step=match.last_step)

    def back(self, until: str = "decision") -> None:
        """Go back one decision, or to the start of this turn or round (else of the one before)."""
        match, before = self.match, self.match.step
        self.reach(until)
        self.playing = False
        if not match.can_undo:
            raise NothingToDo("This is the beginning: nothing lies before it.")
        if until == "decision":
            match.undo()
        elif until == "end":
            match.goto(step=0)
        else:
            match.goto(turn=match.turn)
            while match.step == before and match.turn > 0:
                match.goto(turn=match.turn - 1)
            while until == "round" and match.turn > 0 and self.round_before(match) == match.round:
                match.goto(turn=match.turn - 1)

    @staticmethod
    def round_before(match: Match) -> int | None:
        """The round of the turn before this one."""
        rows = match.history
        return rows[-1]["round"] if rows else None

    def forward(self) -> None:
        """Give the next answer that lies ahead once more."""
        self.match.redo()

    def goto(self, turn: int | None = None, step: int | None = None) -> None:
        """Go to a turn or a step, forward or back; what lies ahead stays."""
        self.match.goto(turn=turn, step=step)
        self.playing = False

    def play(self, on: bool = True, speed: float | None = None) -> None:
        """Let the clock of the page run, at ``speed`` steps per second."""
        if speed is not None:
            low, high = SPEEDS
            if not low <= speed <= high:
                raise ClasskitError(f"The speed is {low} to {high:.0f} steps per second.")
            self.speed = speed
        self.playing = on and not self.match.is_over

    # --- answers ---------------------------------------------

    def answer(
        self, move: Any, seat: str | None = None, fields: Mapping[str, Any] = NO_FIELDS
    ) -> None:
        """Answer for a seat what is asked now; for dice thrown by hand, what came up."""
        match = self.match
        if match.can_redo and self.is_next(move, seat, fields):
            match.redo()
            return
        if isinstance(match.request, (Roll, Draw)):
            seat = None
        self.try_first(lambda twin: twin.answer(move, seat=seat, **fields))
        match.answer(move, seat=seat, **fields)

    def try_first(self, act: Callable[[Match], object]) -> None:
        """Keep what lies ahead before something new is done; if that is refused, keep nothing."""
        if self.match.can_redo:
            act(self.match.fork())
            self.branches.keep_ahead()

    def is_next(self, move: Any, seat: str | None, fields: Mapping[str, Any]) -> bool:
        """Whether this very answer lies next ahead: then nothing changes by giving it again."""
        twin = self.match.fork()
        twin.redo()
        last = twin.answers[-1] if twin.answers else None
        return (
            last is not None
            and (last.kind, last.name) == ("answer", move)
            and seat in (None, last.seat)
            and dict(last.value or {}) == dict(fields)
        )

    def aside(
        self, move: str, seat: str | None = None, fields: Mapping[str, Any] = NO_FIELDS
    ) -> None:
        """Do something while a decision waits."""
        self.try_first(lambda twin: twin.aside(move, seat=seat, **fields))
        self.match.aside(move, seat=seat, **fields)

    def withdraw(self, seat: str) -> None:
        """Take back a sealed answer while one is still missing."""
        self.try_first(lambda twin: twin.withdraw(seat))
        self.match.withdraw(seat)

    def signal(self, name: str) -> None:
        """Tell the game something from outside, such as the end of the lesson."""
        self.try_first(lambda twin: twin.signal(name))
        self.match.signal(name)

    def decision_of(self, seat: str) -> Decision:
        """What a seat is asked now; IllegalMove when it is not asked."""
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
        bots = self.bots()
        if bot not in bots:
            raise UnknownName("bot", bot, bots)
        self.branches.keep_ahead()
        self.match.play("decision", bots={seat: self.own_bots.get(bot, bot)})

    def move(self, seat: str, name: str, aside: bool = False) -> Move | None:
        """A move that a seat may choose now, or do aside, by name; None where there is none."""
        return next((move for move in self.moves(seat, aside) if move.name == name), None)

    def moves(self, seat: str, aside: bool) -> list[Move]:
        """The moves a seat may choose from, or what it may do aside."""
        match = self.match
        if isinstance(match.request, (Roll, Draw)):
            return [match.request.move]
        if aside:
            return [found.move for found in match.asides(self.seat(seat))]
        return [move for decision in match.requests(self.seat(seat)) for move in decision.moves]

    # --- branches and bookmarks ---------------------------------------------

    def fork(self, name: str = "") -> None:
        """Go on in a new branch from here; the present one is kept."""
        self.share_names(self.branches.fork(name))

    def branch(self, name: str) -> None:
        """Show another branch, where it was left."""
        self.branches.switch(name)
        self.names = self.match.names
        self.seat_all()
        self.playing = False

    def drop_branch(self, name: str) -> None:
        """Forget a branch that is not on the screen."""
        self.branches.drop(name)

    def share_names(self, branch: Branch) -> None:
        """Names belong to the class, not to a branch."""
        branch.match.names = self.names

    def bookmark(self, label: str = "") -> None:
        """Mark this turn on the timeline."""
        turn = self.match.turn
        self.branches.active.mark(turn, label or f"Turn {turn}")

    def unbookmark(self, turn: int) -> None:
        """Take a mark away."""
        if self.branches.active.marks.pop(turn, None) is None:
            raise NothingToDo(f"There is no bookmark at turn {turn}.")

    # --- how it is shown ---------------------------------------------

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
