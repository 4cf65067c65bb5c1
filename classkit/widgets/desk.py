"""The desk: what an instructor does with a match, without any page.

Each verb here is a control of the table, a method of :class:`classkit.widgets.live.Table` and
an action of the page; a verb that is refused raises, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Self

from classkit.engine.data import as_data
from classkit.engine.errors import IllegalMove, NothingToDo, RecordError, UnknownName
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.requests import Aside, Decision, Draw, Roll, with_clause

from .asks import is_shut
from .grids import NO_CHANGE, is_table, settle
from .looking_ahead import LookingAhead

NOT_NOW = "That is not possible now."
NO_FIELDS: Mapping[str, Any] = {}


class Desk(LookingAhead):
    """One class's table: a match that is seated, shown and stepped through, and its answers."""

    # --- a second desk, to try something on ---------------------------------------------

    def twin(self) -> Self:
        """A desk like this one: another match may be put on it, and this one stays as it is."""
        twin = copy(self)
        twin.branches = self.branches.twin()
        twin.players, twin.own_bots = dict(self.players), dict(self.own_bots)
        twin.elsewhere, twin.known = dict(self.elsewhere), dict(self.known)
        return twin

    def become(self, twin: Desk) -> None:
        """Take over all that is on the twin; nothing in this can fail."""
        self.__dict__.update(twin.__dict__)

    # --- answers ---------------------------------------------

    def answer(
        self, move: Any, seat: str | None = None, fields: Mapping[str, Any] = NO_FIELDS
    ) -> None:
        """Answer for a seat what is asked now; for dice thrown by hand, what came up."""
        match, move, fields = self.match, as_data(move), as_data(fields)
        if match.can_redo and self.is_next(move, seat, fields):
            match.redo()
            return
        if isinstance(match.request, (Roll, Draw)):
            seat = None
        elif self.is_table(move, seat, fields):
            self.answer_rows(move, seat or self.asked()[0].seat, fields)
            return
        self.try_first(lambda twin: twin.answer(move, seat=seat, **fields))
        match.answer(move, seat=seat, **fields)

    def is_table(self, move: Any, seat: str | None, fields: Mapping[str, Any]) -> bool:
        """Whether a whole table is given: several answers at once."""
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
        self.branches.keep_ahead()
        for answer in settled.order:
            self.match.answer(name, seat=seat, **answer)

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
        """The moves a seat may choose from, or do aside, without those that are shut."""
        match = self.match
        if isinstance(match.request, (Roll, Draw)):
            return [match.request.move]
        if aside:
            offered = match.asides(self.seat(seat))
            return [found.move for found in offered if not self.shut(found)]
        asked = match.requests(self.seat(seat))
        return [move for found in asked if not self.shut(found) for move in found.moves]

    def shut(self, asked: Decision | Aside) -> bool:
        """Whether it shows what a bot holds, and the table is not shown to those who may see it."""
        return is_shut(asked, self.players, self.viewer)

    # --- branches and bookmarks ---------------------------------------------

    def fork(self, name: str = "") -> None:
        """Go on in a new branch from here; the present one is kept."""
        self.branches.fork(name)
        self.sit_down(self.match.game.name)

    def branch(self, name: str) -> None:
        """Show another branch, where it was left.

        One that the rules no longer agree with is shown as far as they do, as a branch of its own.
        """
        before = self.match.game.name
        try:
            self.branches.switch(name)
        except RecordError as error:
            if error.match is None:
                raise
            self.branches.begin(error.match, f"{name[:60]} as far as it goes")
            self.notice = f"{error} {name} itself stays as it was kept."
        self.sit_down(before)
        self.playing, self.curtain = False, None

    def drop_branch(self, name: str) -> None:
        """Forget a branch that is not on the screen."""
        self.branches.drop(name)

    def bookmark(self, label: str = "") -> None:
        """Mark this turn on the timeline."""
        turn = self.match.turn
        unnamed = isinstance(label, str) and not label
        self.branches.active.mark(turn, f"Turn {turn}" if unnamed else label)

    def unbookmark(self, turn: int) -> None:
        """Take a mark away."""
        if self.branches.active.marks.pop(turn, None) is None:
            raise NothingToDo(f"There is no bookmark at turn {turn}.")
