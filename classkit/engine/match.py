"""The Match: the one door through which everything outside the kernel goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
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
)
from .events import Event, Transfer
from .game import Game, Standing
from .ledger import Ledger
from .luck import Luck, Seeded, lead_in
from .metrics import compute_row
from .moves import Move
from .names import read_name
from .options import Options
from .players import Bots, Players
from .positions import Position
from .record_form import MAX_ANSWERS
from .requests import Aside, Decision, Draw, Request, Roll, Sealed
from .runner import BrokenRule, Keep, Runner
from .segments import GIVEN, Entry, effective, plain_fields
from .snapshot import digest
from .views import View
from .words import Say


class Match:
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
        table = game.set_up(seats, options, edition)
        if position is not None:
            table = self._set_up_by_default(table)
            try:
                game.place(table, position.facts)
            except LedgerError as error:
                raise PositionError("", str(error)) from error
            luck = lead_in(position.luck, luck)
        self._runner = Runner(game, table, luck, self.keep, seed)
        try:
            self._runner.begin()
        except BrokenRule as broken:
            self._report(broken)
        for number, entry in enumerate(position.then if position else ()):
            try:
                self._repeat(entry)
            except (IllegalMove, NothingToDo, UnknownName, LuckError) as error:
                raise PositionError(f"then[{number}]", str(error)) from error

    def _set_up_by_default(self, table: Any) -> Any:
        """The table after set-up, every decision answered by default: where positions begin."""
        runner = Runner(self.game, table, Seeded(self.seed), Keep.nothing(), self.seed)
        runner.only_set_up = True
        try:
            runner.begin()
            self._answer_by_default(runner)
        except BrokenRule as broken:
            raise RuleError(self.game.name, broken.clause, broken.cause, {}) from broken.cause
        return runner.table

    @staticmethod
    def _answer_by_default(runner: Runner) -> None:
        """Answer by default whatever is asked, until nothing is."""
        while runner.frames:
            request = runner.request
            waiting: list[Decision] = []
            if isinstance(request, Decision):
                waiting = [request]
            elif isinstance(request, Sealed):
                waiting = list(request.decisions.values())
            for decision in waiting:
                answer = decision.default
                runner.give(Entry("answer", decision.seat, answer.move, answer.fields))

    # --- what it waits for ------------------------------------------------------------------

    @property
    def request(self) -> Request | None:
        """The Decision (or Sealed, or a Roll or Draw by hand) it waits for; None when over."""
        return self._runner.request

    def requests(self, seat: str | None = None) -> list[Decision]:
        """What a seat is asked now, or everybody: the decisions still open."""
        return self._runner.requests(seat)

    @property
    def answered(self) -> tuple[str, ...]:
        """The seats whose sealed answers are in; what they said is not told."""
        return tuple(self._runner.answered) if isinstance(self.request, Sealed) else ()

    def legal_moves(self, seat: str | None = None) -> list[Move]:
        """The moves that may be answered now; the seat is needed where several are asked."""
        request = self._runner.request
        if isinstance(request, (Roll, Draw)):
            return [request.move]
        return self._decision(seat).legal if request is not None else []

    def asides(self, seat: str | None = None) -> list[Aside]:
        """What seats may do while the present decision waits."""
        request = self._runner.request
        if not isinstance(request, Decision):
            return []
        found = self.game.asides(self._runner.table, request)
        return [aside for aside in found if seat is None or aside.seat == seat]

    def _decision(self, seat: str | None) -> Decision:
        """The open decision of a seat, or the only one; IllegalMove with the reason if none."""
        if seat is not None and seat not in self.seats:
            raise UnknownName("seat", seat, self.seats)
        request = self._runner.request
        if request is None:
            raise NothingToDo("The match is over: nothing is asked any more.")
        if isinstance(request, (Roll, Draw)):
            raise IllegalMove(f"The match waits for {request}: answer with {request.move}.")
        waiting = self.requests()
        mine = waiting if seat is None else [d for d in waiting if d.seat == seat]
        if len(mine) == 1:
            return mine[0]
        asked = ", ".join(decision.seat for decision in waiting)
        if mine:
            raise IllegalMove(
                f'Several seats are asked ({asked}): say which, as seat="{asked[0]}".'
            )
        if seat in self.answered:
            raise IllegalMove(f"{seat} has answered already; withdraw first to answer anew.")
        verb = "are" if len(waiting) > 1 else "is"
        raise IllegalMove(f"{seat} is not asked now; {asked} {verb}.")

    # --- answers -------------------------------------------------------------------------------

    def answer(self, move: Any, /, seat: str | None = None, **fields: Any) -> Match:
        """Answer the present request by the name of a move, its fields by name.

        A refused answer raises :class:`IllegalMove` with the reason and changes nothing.
        """
        request = self._runner.request
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
            request = self._runner.request
            seat = request.seat if isinstance(request, Decision) else None
        if seat is None or seat not in self.seats:
            raise UnknownName("seat", seat, self.seats)
        self._runner.find_aside(Entry("aside", seat, name, fields))
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
        if self._runner.request is None:
            raise NothingToDo("The match is over: no signal changes it.")
        return self._give(Entry("signal", None, name))

    def _give(self, entry: Entry) -> Match:
        runner = self._runner
        if runner.given >= MAX_ANSWERS:
            raise ClasskitError(f"A match of more than {MAX_ANSWERS:,} answers is not kept.")
        try:
            runner.give(entry)
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
            self._runner.find_aside(entry)
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
        Players(self, bots).play(until)
        return self

    # --- back and forth -------------------------------------------------------------------------

    def undo(self, steps: int = 1) -> Match:
        """Take back the latest answers; they stay ahead until a new answer is given."""
        if not 1 <= steps <= self._runner.given:
            raise NothingToDo(f"There are {self._runner.given} steps to take back, not {steps}.")
        return self.goto(step=self._runner.given - steps)

    def redo(self, steps: int = 1) -> Match:
        """Give the next answers ahead once more."""
        ahead = self._runner.last_given - self._runner.given
        if not 1 <= steps <= ahead:
            raise NothingToDo(f"There are {ahead} steps ahead to do again, not {steps}.")
        return self.goto(step=self._runner.given + steps)

    def goto(self, *, turn: int | None = None, step: int | None = None) -> Match:
        """Go to the first request of a turn, or to where ``step`` answers have been given."""
        runner = self._runner
        if (turn is None) == (step is None):
            raise ClasskitError("goto takes a turn or a step: m.goto(turn=12) or m.goto(step=57).")
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

    def _travel(self, go: Callable[[int], None], where: int) -> None:
        """Go somewhere; RuleError, and the match stays, if a rule breaks on the way."""
        try:
            go(where)
        except ClasskitError:
            raise
        except BrokenRule as broken:
            self._report(broken)
        except Exception as error:
            self._report(BrokenRule(error, self._runner.clause_near(self.request)))

    @property
    def can_undo(self) -> bool:
        """Whether there is an answer to take back."""
        return self._runner.given > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an answer ahead."""
        return self._runner.last_given > self._runner.given

    def fork(self) -> Match:
        """Another match at this very place; acting on it never changes this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.names = dict(self.names)
        twin._views = {}
        twin._runner = self._runner.fork()
        return twin

    # --- what there is to know --------------------------------------------------------------

    @property
    def table(self) -> Any:
        """The state, for the instructor's tools and tests: look, do not change."""
        return self._runner.table

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; 0 in set-up."""
        return int(self._runner.table.turn)

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 in set-up."""
        return int(self._runner.table.round)

    @property
    def step(self) -> int:
        """How many answers have been given up to now."""
        return self._runner.given

    @property
    def last_step(self) -> int:
        """How many answers there are, also ahead."""
        return self._runner.last_given

    @property
    def last_turn(self) -> int:
        """The last turn played, also ahead."""
        return self._runner.last_turn

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._runner.request is None

    @property
    def ending(self) -> str | None:
        """Why the match has ended; None while it goes on."""
        ending: str | None = self._runner.table.ending
        return ending

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that have won; empty while the match goes on, or when nobody has."""
        return tuple(self.game.winners(self._runner.table)) if self.is_over else ()

    def standings(self) -> list[Standing]:
        """The seats, best first, as they stand now."""
        return self.game.standings(self._runner.table)

    def metrics(self) -> dict[str, Any]:
        """All figures as they are now."""
        table = self._runner.table
        return compute_row(self.game.metrics_of(table), table)

    @property
    def history(self) -> list[dict[str, Any]]:
        """The figures after each turn up to now."""
        return self._runner.rows

    @property
    def answers(self) -> list[Entry]:
        """Everything given up to now, without the outcomes of luck."""
        so_far = chain.from_iterable(entries for _, entries in self._runner.entries_so_far())
        return [entry for entry in effective(so_far) if entry.kind not in ("roll", "draw")]

    @property
    def entries(self) -> list[tuple[int, list[Entry]]]:
        """All entries by segment, those undone too: ``[(turn, entries), ...]``."""
        return [(s.turn, list(entries)) for s, entries in self._runner.entries_so_far()]

    @property
    def events(self) -> list[Event]:
        """All that happened: the instructor's; a seat has :attr:`View.events`."""
        return self._runner.events

    @property
    def transfers(self) -> list[Transfer]:
        """All that moved: the instructor's; a seat has :attr:`View.ledger`."""
        return self._runner.transfers

    @property
    def told(self) -> list[tuple[list[Event], list[Transfer]]]:
        """Events and transfers segment by segment: ``Transfer.news`` counts within its own."""
        return self._runner.told

    @property
    def ledger(self) -> Ledger:
        """The accounts as they are now: ``m.ledger.balance("bank")``, ``m.ledger.totals()``."""
        ledger: Ledger = self._runner.table.ledger
        return ledger

    def view(self, seat: str | None) -> View:
        """What a seat may know; None for what everybody may."""
        view = self._views.get(seat)
        if view is None:
            if seat is not None and seat not in self.seats:
                raise UnknownName("seat", seat, self.seats)
            view = self._views[seat] = self.game.view(self._runner, seat)
        return view

    def rule(self, clause: str) -> str:
        """The text of a clause."""
        return self.game.rulebook.clause(clause)

    def digest(self) -> str:
        """A fingerprint of the table: equal for equal states, on every machine."""
        return digest(self._runner.table)

    def say(self) -> Say:
        """The words for this match: names of seats and spaces."""
        spaces = {s.id: s.title for s in self.game.board(self._runner.table).spaces if s.title}
        return Say(self.names, spaces, self.game.words, self.game.currency)

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

        runner = self._runner
        if runner.start is None:  # no copies are kept: play it again with them
            from .replay import replay

            again = replay(self.to_record(), partial=False, keep=Keep(), game=self.game)
            return again.position()
        facts = self.game.position(runner.start)
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
