"""The Match: the one door through which everything outside the kernel goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from .editions import Edition
from .errors import (
    ClasskitError,
    IllegalMove,
    LedgerError,
    LuckError,
    NothingToDo,
    PositionError,
    RuleError,
    UnknownName,
    shorten,
)
from .flows import BrokenRule
from .game import Game
from .line import Line
from .luck import Luck, Seeded, lead_in
from .names import read_name
from .options import Options
from .players import Bots, Players
from .positions import Position
from .report import Report
from .requests import Decision, Draw, Roll, Sealed
from .segments import GIVEN, Entry, Keep, effective, plain_fields
from .views import View
from .words import how_many


class Match(Report):
    """One match of one game: what it waits for, what may be answered, and its whole past.

    Made by :func:`classkit.new`, opened by :func:`classkit.load`.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> m.request.name, m.turn
    ('set_arrow', 1)
    >>> m.play(until="end", bots="default").is_over
    True
    >>> m.goto(turn=2).turn
    2
    """

    def __init__(
        self,
        game: Game[Any],
        seats: tuple[str, ...],
        *,
        edition: Edition,
        options: Options,
        seed: int,
        luck: Luck,
        luck_source: Any = None,
        position: Position | None = None,
        names: Mapping[str, str] | None = None,
        keep: Keep | None = None,
    ) -> None:
        self.game, self.seats, self.edition, self.options = game, seats, edition, options
        self.seed, self.luck_source = seed, luck_source
        self.names: dict[str, str] = dict(names or {})
        self.keep = keep or Keep()
        self.start_position = position
        self._views: dict[str | None, View] = {}
        set_up: Callable[[], Any] | None = partial(game.set_up, seats, options, edition)
        table = game.set_up(seats, options, edition)
        if position is not None:
            set_up = None
            table = self._set_up_by_default(table)
            try:
                game.place(table, position.facts)
            except LedgerError as error:
                raise PositionError("", str(error)) from error
            luck = lead_in(position.luck, luck)
        self._line = Line(game, table, luck, self.keep, seed, set_up)
        try:
            self._line.begin()
        except BrokenRule as broken:
            self._report(broken)
        for number, entry in enumerate(position.then if position else ()):
            try:
                self._repeat(entry)
            except (IllegalMove, NothingToDo, UnknownName, LuckError) as error:
                raise PositionError(f"then[{number}]", str(error)) from error

    def _set_up_by_default(self, table: Any) -> Any:
        """The table after set-up, every decision answered by default: where positions begin."""
        runner = Line(self.game, table, Seeded(self.seed), Keep.nothing(), self.seed)
        runner.only_set_up = True
        try:
            runner.begin()
            self._answer_by_default(runner)
        except BrokenRule as broken:
            raise RuleError(self.game.name, broken.clause, broken.cause, {}) from broken.cause
        return runner.table

    @staticmethod
    def _answer_by_default(runner: Line) -> None:
        """Answer by default whatever is asked, until nothing is."""
        while (request := runner.request) is not None:
            waiting: list[Decision] = []
            if isinstance(request, Decision):
                waiting = [request]
            elif isinstance(request, Sealed):
                waiting = list(request.decisions.values())
            for decision in waiting:
                answer = decision.default
                runner.give(Entry("answer", decision.seat, answer.move, answer.fields))

    # --- answers -------------------------------------------------------------------------------

    def answer(self, move: Any, /, seat: str | None = None, **fields: Any) -> Match:
        """Answer the present request by the name of a move, its fields by name.

        A refused answer raises :class:`IllegalMove` with the reason and changes nothing.
        """
        request = self._line.request
        if isinstance(request, (Roll, Draw)):
            return self._throw(request, move, fields)
        decision = self._decision(seat)
        answer = decision.read(move, fields)
        return self._give(Entry("answer", decision.seat, answer.move, plain_fields(answer.fields)))

    def _throw(self, request: Roll | Draw, move: Any, fields: dict[str, Any]) -> Match:
        """An outcome thrown by hand: ``m.answer("roll", dice=[3, 4])`` or ``m.answer([3, 4])``."""
        form = request.move
        name = next(iter(form.fields))
        if not fields and isinstance(move, (list, tuple)):
            move, fields = form.name, {name: list(move)}
        if move != form.name:
            raise IllegalMove(f"The match waits for {request}: answer with {form}.")
        if reason := form.refusal(fields):
            raise IllegalMove(f"{reason} ({request.rule})")
        return self._give(Entry(form.name, request.seat, request.purpose, tuple(fields[name])))

    def aside(self, name: str, /, seat: str | None = None, **fields: Any) -> Match:
        """Do something while a decision waits; the seat is that of the decision if left out."""
        if seat is None:
            request = self._line.request
            seat = request.seat if isinstance(request, Decision) else None
        if seat is None or seat not in self.seats:
            raise UnknownName("seat", seat, self.seats)
        self._line.find_aside(Entry("aside", seat, name, fields))
        return self._give(Entry("aside", seat, name, plain_fields(fields)))

    def withdraw(self, seat: str) -> Match:
        """Take back a sealed answer, as long as one is missing."""
        if seat not in self.seats:
            raise UnknownName("seat", seat, self.seats)
        if seat not in self.answered:
            raise IllegalMove(f"{seat} has no sealed answer that could be withdrawn.")
        return self._give(Entry("withdraw", seat, "withdraw"))

    def signal(self, name: str) -> Match:
        """Tell the game something from outside, such as "time_up"."""
        if name not in self.game.signals:
            raise UnknownName("signal", name, self.game.signals)
        if self._line.request is None:
            raise NothingToDo("The match is over: no signal changes it.")
        return self._give(Entry("signal", None, name))

    def _give(self, entry: Entry) -> Match:
        try:
            self._line.give(entry)
        except BrokenRule as broken:
            self._report(broken)
        return self

    def _report(self, broken: BrokenRule) -> NoReturn:
        """Raise what broke as a RuleError with the clause last cited."""
        cause = broken.cause
        if isinstance(cause, LuckError):
            raise cause
        clause = str(getattr(cause, "rule", "") or broken.clause)
        raise RuleError(self.game.name, clause, cause, self.to_record()) from cause

    def _repeat(self, entry: Entry) -> None:
        """Give an entry of a record or a position again; it is judged like a new one."""
        if entry.kind == "answer":
            decision = self._decision(entry.seat)
            answer = decision.read(entry.name, entry.value)
            fields = plain_fields(answer.fields)
            self._give(entry._replace(seat=decision.seat, name=answer.move, value=fields))
        elif entry.kind == "aside":
            self._line.find_aside(entry)
            self._give(entry)
        elif entry.kind == "withdraw":
            self.withdraw(entry.seat or "")
        else:
            self.signal(entry.name)

    # --- play ----------------------------------------------------------------------------------

    def play(self, until: str = "end", bots: Bots = "default") -> Match:
        """Let bots answer until the next decision, turn or round, or the end.

        ``bots`` is one for all seats, by name or as a policy, or a mapping from seats; it stops
        before a decision of a seat that has none.
        """
        try:
            Players(self, bots).play(until)
        except BrokenRule as broken:
            self._report(broken)
        return self

    # --- back and forth -------------------------------------------------------------------------

    def undo(self, steps: int = 1) -> Match:
        """Take back the latest answers; they stay ahead until a new answer is given."""
        self._whole("undo", steps)
        if not 1 <= steps <= self._line.given:
            given = how_many(self._line.given, "step")
            raise NothingToDo(f"{given} can be taken back, not {steps}.")
        return self.goto(step=self._line.given - steps)

    def redo(self, steps: int = 1) -> Match:
        """Give the next answers ahead once more."""
        self._whole("redo", steps)
        ahead = self._line.last_given - self._line.given
        if not 1 <= steps <= ahead:
            raise NothingToDo(f"{how_many(ahead, 'step')} ahead can be done again, not {steps}.")
        return self.goto(step=self._line.given + steps)

    def goto(self, *, turn: int | None = None, step: int | None = None) -> Match:
        """Go to the first request of a turn, or to where ``step`` answers have been given."""
        runner = self._line
        if (turn is None) == (step is None):
            raise ClasskitError("goto takes a turn or a step: m.goto(turn=12) or m.goto(step=57).")
        self._whole("goto", step if turn is None else turn)
        if turn is not None:
            if not 0 <= turn <= runner.last_turn:
                raise NothingToDo(
                    f"Turn {turn} has not been played; the last one is {runner.last_turn}."
                )
            self._travel(runner.go_to_turn, turn)
        elif step is not None:
            if not 0 <= step <= runner.last_given:
                raise NothingToDo(
                    f"Step {step} has not been made; the last one is {runner.last_given}."
                )
            self._travel(runner.seek, step)
        return self

    def _whole(self, verb: str, number: object) -> None:
        if type(number) is not int:
            raise ClasskitError(f"what {verb} takes is a whole number, not {shorten(number)}.")

    def _travel(self, go: Callable[[int], None], where: int) -> None:
        """Go somewhere; RuleError, and the match stays, if a rule breaks on the way."""
        try:
            go(where)
        except ClasskitError:
            raise
        except BrokenRule as broken:
            self._report(broken)
        except Exception as error:
            self._report(BrokenRule(error, self._line.clause_near(self.request)))

    def fork(self) -> Match:
        """Another match at this very place; acting on it never changes this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.names = dict(self.names)
        twin._views = {}
        twin._line = self._line.fork()
        return twin

    def rename(self, seat: str, name: str) -> Match:
        """Give a seat a name to be shown; names are no part of the record."""
        if seat not in self.seats:
            raise UnknownName("seat", seat, self.seats)
        label = read_name(name)
        if any(other == label for key, other in self.names.items() if key != seat):
            raise ClasskitError(f"another seat is called {label!r} already.")
        self.names[seat] = label
        return self

    # --- keeping ----------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """The present as a position: the facts at the start of the turn, and what followed."""
        from .record import plain_entry

        runner = self._line
        if runner.start is None:  # no copies are kept: play it again with them
            from .replay import replay

            again = replay(self.to_record(), partial=False, keep=Keep(), game=self.game)
            return again.position()
        facts = self.game.position(runner.opening)
        given = effective(runner.entries)
        then = [plain_entry(entry) for entry in given if entry.kind in GIVEN]
        luck = [list(entry.value) for entry in given if entry.kind in ("roll", "draw")]
        return {**facts, **({"then": then} if then else {}), **({"luck": luck} if luck else {})}

    def to_record(self) -> dict[str, Any]:
        """The record: all that is needed to play the match again, as JSON data without names."""
        from .record import make_record

        return make_record(self)

    def save(self, path: str | Path) -> Path:
        """Write the record, and names beside it; what was there stays until all is written."""
        from .record import save

        return save(self, Path(path))

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"turn {self.turn}, waits for {self.request}"
        return f"<Match of {self.game.name}, {len(self.seats)} seats, {where}>"
