"""The Match: the one door through which everything outside the kernel goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Never, NoReturn, TypeVar

from .access import exclusive, reads
from .bots import Bots, make_policy, read_bots, refuse_other_arguments
from .data import as_data, read_whole
from .editions import Edition
from .errors import (
    BrokenRule,
    ClasskitError,
    IllegalMove,
    LuckError,
    MatchInUse,
    NothingToDo,
    PositionError,
    RecordError,
    RuleError,
    UnknownName,
    known_name,
    shorten,
)
from .game import Game, Standing, score_words, who_wins
from .ledger import Ledger
from .log import INSTRUCTOR, ONLY, Entry, Event, Keep, Transfer, plain_fields
from .luck import Luck, lead_in
from .metrics import compute_row, compute_row_with_gaps
from .moves import Move, read_answer
from .options import Options, tells_keywords
from .policy import Players, Policy
from .positions import Point, Position, position_of, refuse_luck, table_placed
from .record import record_head, record_log, record_text, save_record
from .requests import Aside, Decision, Draw, Request, Roll, open_decision
from .strides import (
    Strides,
    Until,
    beginning_of,
    next_beginning,
    no_place,
    read_place,
    read_until,
    refuse_places,
)
from .table import digest
from .timeline import Timeline
from .views import EarlierMoment, View, known_seat, read_viewer
from .words import Say, as_html, how_many, read_name

if TYPE_CHECKING:
    import pandas as pd

    from .board import Board

T = TypeVar("T")


class Match:
    """One match of one game: what it waits for, what may be answered, and its whole past.

    Made by :func:`classkit.new`, opened by :func:`classkit.load`.

    A match serves one thread at a time. While one thread is inside a method, another that plays,
    goes back, saves or reads the past raises :class:`MatchInUse` and changes nothing. The threads
    may take turns, and different matches may be used in different threads at the same time. What
    can be read at any time (:attr:`turn`, :attr:`step`, :attr:`table`, :attr:`request`) is only
    reliable while no other thread plays. A policy or a metric may read the match that asks it, and
    :meth:`fork` it, but not change it.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> m.request.name, m.turn
    ('set_arrow', 1)
    >>> m.play(until="end").is_over
    True
    >>> m.goto(turn=2).turn
    2
    """

    _titles: tuple[tuple[Mapping[str, str], Board] | None, Mapping[str, str]] = (None, {})

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
        asks_all: bool = False,
    ) -> None:
        self.game, self.seats, self.edition, self.options = game, seats, edition, options
        self.seed, self.luck_source, self.start_position = seed, luck_source, position
        self.names: dict[str, str] = dict(names or {})
        self.predictions: Mapping[str, Any] = {}
        """What a class expected, by chart, as the record states it, for a table or an export."""
        self.keep = keep or Keep()
        self.rules_version = game.rules_version
        self._views: dict[str | None, View] = {}
        if position is not None:
            luck = lead_in(position.luck, luck)
        beginning = partial(game.set_up, seats, options, edition)
        if position is not None:
            beginning = partial(table_placed, game, beginning, position, seed)
        then = position.then if position else ()
        asks_all = asks_all or bool(then)
        self._timeline = Timeline(game, beginning, luck, self.keep, seed, asks_all)
        self._access = self._timeline._access
        try:
            self._timeline.begin()
        except BrokenRule as broken:
            self._report(broken)
        except LuckError as error:
            if position is not None:
                refuse_luck(position, self._timeline.outcomes, str(error))
            raise
        for number, entry in enumerate(then):
            try:
                self._answer_for_others(entry)
                self.repeat(entry)
            except (IllegalMove, NothingToDo, UnknownName, LuckError) as error:
                if isinstance(error, LuckError) and position is not None:
                    refuse_luck(position, self._timeline.outcomes, str(error))
                raise PositionError(f"then[{number}]", str(error)) from error
        if then:
            self._timeline.asks_all = False
            self._answer_for_others(None)
        if position is not None and "then" in position.source:
            refuse_luck(position, self._timeline.outcomes)

    @classmethod
    def at(cls, point: Point, seed: int, keep: Keep) -> Match:
        """Return a match that goes on from a point, with seeded luck from here on.

        ``point`` is what :meth:`point` gave, ``seed`` the luck of what follows, ``keep`` what the
        match keeps of that.

        Its past is no part of it: it can be played, looked at and asked for what it keeps, and not
        be saved. RuleError where a rule breaks on the way to the point.
        """
        if not isinstance(point, Point):
            raise ClasskitError(f"a point must be what m.point() gives, not {shorten(point)}.")
        match = object.__new__(cls)
        match.game, match.seats = point.game, point.seats
        match.rules_version = point.game.rules_version
        match.edition, match.options = point.edition, point.options
        match.seed, match.luck_source, match.start_position = seed, None, None
        match.names, match.predictions, match.keep, match._views = {}, {}, keep, {}
        match._timeline = point.line(seed, keep)
        match._access = match._timeline._access
        return match

    # --- what it waits for ------------------------------------------------------------------

    @property
    def request(self) -> Request | None:
        """The Decision (or Sealed, or a Roll or Draw by hand) it waits for; None when over."""
        return self._timeline.request

    @reads
    def requests(self, seat: str | None = None) -> list[Decision]:
        """Return the decisions still open, of one seat or of all."""
        return self._timeline.requests(self._named(seat))

    @property
    def answered(self) -> tuple[str, ...]:
        """The seats whose sealed answers are in; what they said is not told."""
        return self._timeline.sealed

    @property
    @reads
    def unopened(self) -> tuple[str, ...]:
        """The seats whose latest answer stays sealed now: these, and those of earlier in the turn
        that the rules have not opened yet."""
        return self._timeline.unopened

    @property
    @reads
    def unopened_at_end(self) -> tuple[str, ...]:
        """The seats whose answer stays sealed at the latest step; elsewhere it has been opened."""
        return self._timeline.left_sealed if self.can_redo else self.unopened

    @reads
    def legal_moves(self, seat: str | None = None) -> list[Move]:
        """Return the moves that may be answered now; where several are asked, name the seat."""
        request = self.request
        if isinstance(request, (Roll, Draw)):
            request.refuse_hand(self._named(seat))
            return [request.move]
        return self._decision(seat).legal if request is not None else []

    @reads
    def asides(self, seat: str | None = None) -> list[Aside]:
        """Return what may be done while the present decision waits: by ``seat``, or by anybody.

        The list is empty unless a single seat is asked.
        """
        request = self.request
        if not isinstance(request, Decision):
            return []
        seat = self._named(seat)
        if seat is None:
            return list(self.game.asides(self.table, request))
        return list(self.game.asides_of(self.table, request, seat))

    def _named(self, seat: str | None) -> str | None:
        """Return the seat that somebody named, or None; UnknownName where there is none such."""
        return None if seat is None else self.known_seat(seat)

    def known_seat(self, seat: object) -> str:
        """Return the letter of a seat; UnknownName for anything else.

        It says which seat is meant where somebody gives the name of who sits there.

        >>> import classkit
        >>> classkit.new("poleconomy", seats=["Ada", "Bo"]).known_seat("Ada")
        Traceback (most recent call last):
        classkit.engine.errors.UnknownName: There is no seat 'Ada'. Ada sits in seat A: say 'A'. \
There are: A, B.
        """
        return known_seat("seat", seat, self.seats, self.names)

    def _decision(self, seat: str | None) -> Decision:
        """Return the open decision of a seat, or the only one; IllegalMove with the reason."""
        seat = self._named(seat)
        return open_decision(self.request, self.requests(), self.answered, seat)

    # --- answers -------------------------------------------------------------------------------

    @exclusive
    def answer(self, move: Any, /, seat: str | None = None, **fields: Any) -> Match:
        """Answer the present request by the name of a move, its fields by name.

        An :class:`Answer` is taken as it is, such as ``m.request.default``. ``seat`` says who
        answers where several are asked at once. A throw or a draw is answered by its outcome.

        The very answer that lies next ahead is repeated; another cuts off what lies ahead, and so
        do another aside, signal or withdrawal. A refused answer raises :class:`IllegalMove` with
        the reason and changes nothing.
        """
        move, given = read_answer(move, fields)
        request, move, fields = self.request, as_data(move), as_data(given)
        if isinstance(request, (Roll, Draw)):
            request.refuse_hand(self._named(seat))
            outcome = request.read(move, fields)
            return self._give(Entry(request.name, request.seat, request.purpose, outcome))
        return self._answer(seat, move, fields)

    def _answer(self, seat: str | None, move: Any, fields: Any, by: str = "") -> Match:
        """Answer the decision of a seat, or the only one."""
        decision = self._decision(seat)
        answer = decision.read(move, fields)
        given = plain_fields(answer.fields)
        return self._give(Entry("answer", decision.seat, answer.move, given, by))

    @exclusive
    def aside(self, name: str, /, seat: str | None = None, **fields: Any) -> Match:
        """Do something while a decision waits, such as selling a company to pay for another.

        ``name`` and ``fields`` are those of one of :meth:`asides`; ``seat`` acts, by default the
        one that is asked. IllegalMove, with the reason, where the rules do not allow it now;
        NothingToDo when the match is over.
        """
        name = as_data(name)
        if not isinstance(name, str):
            raise ClasskitError(f"what is done aside must be a name, not {shorten(name)}.")
        if not name.strip():
            raise ClasskitError("The name of what is done aside must not be empty.")
        request = self.request
        if seat is None and request is not None:
            if not isinstance(request, Decision):
                raise IllegalMove("No single seat is asked now: say which acts, as seat='A'.")
            seat = request.seat
        return self._act_aside(Entry("aside", seat, name, as_data(fields)))

    def _act_aside(self, entry: Entry) -> Match:
        """Do what an entry says while a decision waits, if the rules allow it now."""
        seat = self._named(entry.seat)
        if self.request is None:
            why = self.game.no_aside(self.table, None, seat, entry.name)
            raise NothingToDo(why or "The match is over: nothing is done aside any more.")
        aside = self.game.find_aside(self.table, self.request, entry)
        return self._give(entry._replace(value=plain_fields(entry.value)), aside)

    @exclusive
    def withdraw(self, seat: str) -> Match:
        """Take back the sealed answer of ``seat``, which is asked again.

        IllegalMove once all have answered and the answers have been opened.
        """
        seat = self.known_seat(seat)
        if seat not in self.answered:
            raise IllegalMove(f"{seat} has no sealed answer that could be withdrawn.")
        return self._give(Entry("withdraw", seat, "withdraw"))

    @property
    @reads
    def signals(self) -> dict[str, str]:
        """What the host may signal now, with the clause; nothing that would change nothing."""
        known = {} if self.is_over else self.game.signals
        return {name: rule for name, rule in known.items() if not self._no_signal(name)}

    @exclusive
    def signal(self, name: str) -> Match:
        """Tell the game something from outside, such as "time_up": one of :attr:`signals`.

        ``name`` is looked up among the game's signals (UnknownName). NothingToDo, with the reason,
        where it would change nothing.
        """
        name = known_name("signal", name, self.game.signals)
        if reason := self._no_signal(name):
            raise NothingToDo(reason)
        return self._give(Entry("signal", None, name))

    def _no_signal(self, name: str) -> str:
        """Return why a signal would change nothing now, or nothing."""
        if self.is_over:
            return "The match is over: no signal changes it."
        return self.game.no_signal(self.table, name)

    def _answer_for_others(self, entry: Entry | None) -> None:
        """Let the rules answer where a seat has one answer only, up to an entry that answers it.

        A position lists what seats answered, and not what the rules took.
        """
        line = self._timeline
        while line.skips and isinstance(request := line.request, Decision):
            answer = line.only_answer(request)
            if answer is None or (
                entry is not None and (entry.seat, entry.name) == (request.seat, answer.move)
            ):
                return
            line.apply(Entry(ONLY, request.seat, answer.move, {}))

    @exclusive
    def repeat(self, entry: Entry) -> Match:
        """Give an entry of a record or a position again; it is judged like a new one.

        Only a signal that changes nothing is taken, since records of earlier versions have some.
        """
        if not isinstance(entry, Entry):
            raise ClasskitError(
                f"what is repeated must be an entry, such as one of m.answers, not "
                f"{shorten(entry)}: give what is new by m.answer."
            )
        if entry.kind == "answer":
            return self._answer(entry.seat, entry.name, entry.value, entry.by)
        if entry.kind == ONLY:
            return self._repeat_only(entry)
        if entry.kind == "aside":
            return self._act_aside(entry)
        if entry.kind == "withdraw":
            return self.withdraw(entry.seat or "")
        name = known_name("signal", entry.name, self.game.signals)
        if self.is_over:
            raise NothingToDo(self._no_signal(name))
        return self._give(Entry("signal", None, name))

    def _repeat_only(self, entry: Entry) -> Match:
        """Take the only answer of a seat again, as a record has it."""
        asked = self.request if isinstance(self.request, Decision) else None
        answer = self._timeline.only_answer(asked) if asked else None
        if not asked or not answer or (entry.seat, entry.name) != (asked.seat, answer.move):
            raise IllegalMove(f"{entry.seat} may answer something else than {shorten(entry.name)}.")
        return self._give(entry._replace(by=""))

    def _give(self, entry: Entry, aside: Aside | None = None) -> Match:
        access = self._access
        if access.is_busy:
            raise MatchInUse.by_itself()
        try:  # as in @changes, at a quarter of its cost: this runs for every answer
            access.is_busy = True
            self._timeline.give(entry, aside)
        except BrokenRule as broken:
            self._report(broken)
        finally:
            access.is_busy = False
        return self

    def _report(self, broken: BrokenRule) -> NoReturn:
        """Raise what broke as a RuleError with the clause last cited."""
        cause = broken.cause
        if isinstance(cause, LuckError):
            raise cause
        clause = str(getattr(cause, "rule", "") or broken.clause)
        raise RuleError(self.game.name, clause, cause, self._record()) from cause

    # --- play ----------------------------------------------------------------------------------

    @tells_keywords()
    @exclusive
    def play(
        self,
        until: Until | Callable[[Match], object] = "end",
        bots: Bots | None = None,
    ) -> Match:
        """Go on to the next "decision", "turn" or "round", to the "end", or until something is so.

        ``until`` may be a function of the match: it is asked before each decision, and what it
        finds true ends the play.

        Going on repeats what lies ahead, also what people typed, and then goes on: the game's own
        bots play (:meth:`Game.own_bots`). Deciding otherwise cuts off what lies ahead.

        Bots that are named decide from here on; what the room threw by hand stands. Where they
        decide as what lies ahead does, nothing is lost; where they decide otherwise, it is cut off.
        ``bots`` is one for all seats, a list whose bots take the seats in turn, or a mapping from
        seats, in which None or "person" is a person and the game's own bots play the others; it
        stops before a decision of a person. A bot is a name, a policy, or a class of policies, of
        which one is made for each seat.

        EndlessMatch where it is not over after as many answers as a match may have; it stays as it
        is.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play()
        >>> last = m.last_step
        >>> m.goto(turn=5).play("turn").turn, m.last_step == last
        (6, True)
        >>> m.play("end").step == last
        True
        >>> m = classkit.new("poleconomy", seats=3, seed=7)
        >>> m.play(until=lambda m: m.metrics()["inflation_number"] > 4).round
        6
        """
        if callable(until) and not isinstance(until, type):
            return self._play_until(until, bots)
        stride = read_until(until)
        if bots is None:
            return self.go_on(stride, self.game.own_bots(self.seats))
        return self._play(stride, self.seat(bots), self.step, (self.turn, self.round))

    @exclusive
    def go_on(self, until: Until, bots: Bots) -> Match:
        """Repeat what lies ahead, and then let these bots go on, as far as :meth:`play` would.

        As long as something lies ahead, the next "decision" is the step that was made there.
        """
        read_until(until)
        players, start, begun = self.seat(bots), self.step, (self.turn, self.round)
        if self.can_redo:
            if until == "decision":
                return self.forward(until)
            line = self._timeline
            self.goto(step=next_beginning(until, start, line.last_given, line.noted()))
        return self._play(until, players, start, begun)

    def _play_until(self, is_so: Callable[[Match], object], bots: Bots | None) -> Match:
        """Go on by decisions until something is so, a person is asked, or the match is over."""
        refuse_other_arguments(is_so, "until takes one argument, the match", 1)
        players = None if bots is None else self._read_bots(bots)
        step = -1
        while not self.is_over and self.step != step and not is_so(self):
            step = self.step
            self.play("decision", players)
        return self

    def _play(self, until: Until, players: Players, start: int, begun: tuple[int, int]) -> Match:
        """Let players go on from where the match stands; the stride counts from ``start``."""
        try:
            players.play(until, begun)
        except BrokenRule as broken:
            self._report(broken)
        finally:
            self._timeline.strides.take(until, start, self.step)
        return self

    def seat(self, bots: Bots) -> Players:
        """Return the bots at their seats, to be played on by whoever holds them.

        UnknownName for a seat or a bot that is not there.
        """
        return Players(self._timeline, self.seats, self.view, self._read_bots(bots))

    def _read_bots(self, bots: Bots) -> dict[str, str | Policy | None]:
        """Return who plays each seat: a bot by name, a policy, or None for a person."""
        read = read_bots(bots, self.game, self.seats, self.names)
        return {
            seat: bot
            if bot is None or isinstance(bot, str)
            else make_policy(bot, f"{self.seed}|{seat}|made")
            for seat, bot in read.items()
        }

    # --- back and forth -------------------------------------------------------------------------

    @exclusive
    def undo(self, steps: int = 1) -> Match:
        """Take back the latest answers, ``steps`` of them.

        They stay ahead, for :meth:`redo`, until something else is decided.
        """
        steps = read_whole("steps", steps)
        if steps > self.step:
            if not self.step:
                raise NothingToDo("This is the beginning: nothing can be taken back.")
            given = how_many(self.step, "step")
            raise NothingToDo(f"{given} can be taken back, not {shorten(steps)}.")
        return self.goto(step=self.step - steps)

    @exclusive
    def redo(self, steps: int = 1) -> Match:
        """Give the next answers ahead once more, ``steps`` of them."""
        steps = read_whole("steps", steps)
        ahead = self.last_step - self.step
        if steps > ahead:
            if not ahead:
                raise NothingToDo("Nothing lies ahead that could be done again.")
            raise NothingToDo(
                f"{how_many(ahead, 'step')} ahead can be done again, not {shorten(steps)}."
            )
        return self.goto(step=self.step + steps)

    @exclusive
    def back(self, until: Until = "decision") -> Match:
        """Take back a stride: one that was played or gone through and ended here, exactly.

        ``until`` says of which kind: "decision", "turn", "round" or "end". If none did, go back one
        answer, or to where this turn or round began (from there, the one before it), or to the
        beginning. What was taken back stays ahead.

        >>> import classkit
        >>> m = classkit.new("economicon", seats=4, seed=1)
        >>> [m.play("turn").turn for _ in range(3)], [m.back("turn").turn for _ in range(3)]
        ([5, 6, 12], [6, 5, 3])
        """
        read_until(until)
        if not self.can_undo:
            raise NothingToDo("This is the beginning: nothing lies before it.")
        line = self._timeline
        return self.goto(step=line.strides.before(until, line.given, line.noted()))

    @exclusive
    def forward(self, until: Until = "decision") -> Match:
        """Go through what lies ahead again, by the stride that was taken from here.

        ``until`` is as in :meth:`back`. If none was, one answer, or to the next turn or round;
        never beyond what lies ahead.
        """
        read_until(until)
        if not self.can_redo:
            raise NothingToDo("Nothing lies ahead: this is the latest step.")
        line, start = self._timeline, self.step
        self.goto(step=line.strides.after(until, start, line.last_given, line.noted()))
        line.strides.take(until, start, self.step)
        return self

    @tells_keywords()
    @exclusive
    def goto(self, *unnamed: Never, turn: int | None = None, step: int | None = None) -> Match:
        """Go to the first request of a turn, or to where ``step`` answers have been given.

        A turn may ask nothing of anybody: then the first request after it.
        """
        line = self._timeline
        refuse_places(unnamed)
        if (turn is None) == (step is None):
            raise no_place()
        if turn is None:
            place: int | None = read_place("step", step, line.last_given)
        else:
            place = beginning_of(line.noted(), read_place("turn", turn, line.last_turn))
        if place is not None:
            with self._playing_again():
                line.seek(place)
        return self

    @contextmanager
    def _playing_again(self) -> Iterator[None]:
        """Raise as a RuleError what breaks where the past is played again; the match stays."""
        try:
            yield
        except ClasskitError:
            raise
        except BrokenRule as broken:
            self._report(broken)
        except Exception as error:
            self._report(BrokenRule(error, self._timeline.clause_near(self.request)))

    @reads
    def fork(self) -> Match:
        """Return another match at this very place; acting on it never changes this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.names, twin._views = dict(self.names), {}
        with self._playing_again():
            twin._timeline = self._timeline.fork()
        twin._access = twin._timeline._access
        return twin

    def __copy__(self) -> Match:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.fork()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a match is not pickled, but kept as its record: m.save(path) here, and "
            "classkit.load(path) in the other process; classkit.study plays many matches on all "
            "cores by itself."
        )

    @property
    def can_undo(self) -> bool:
        """Whether there is an answer to take back."""
        return self.step > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an answer ahead."""
        return self.last_step > self.step

    @property
    def cuts(self) -> int:
        """How often something that lay ahead has been cut off by deciding otherwise."""
        return self._timeline.cuts

    # --- where it stands --------------------------------------------------------------------

    @property
    def table(self) -> Any:
        """The state, for the instructor's tools and tests: look, do not change."""
        return self._timeline.table

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; 0 in set-up."""
        return int(self.table.turn)

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 in set-up."""
        return int(self.table.round)

    @property
    def step(self) -> int:
        """How many answers have been given up to now."""
        return self._timeline.given

    @property
    def last_step(self) -> int:
        """How many answers there are, also ahead."""
        return self._timeline.last_given

    @property
    @reads
    def last_turn(self) -> int:
        """The last turn played, also ahead."""
        return self._timeline.last_turn

    def is_step(self, entry: Entry) -> bool:
        """Return whether an entry counts as a step: what seats and the host gave, and throws."""
        if not isinstance(entry, Entry):
            raise ClasskitError(f"an entry must be one of m.answers, not {shorten(entry)}.")
        return self._timeline.counts(entry)

    @property
    def strides(self) -> Strides:
        """The strides taken, by which Back and Forward go; a record does not hold them."""
        return self._timeline.strides

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.request is None

    @property
    def ending(self) -> str | None:
        """Why the match has ended; None while it goes on."""
        ending: str | None = self.table.ending
        return ending

    @property
    @reads
    def winners(self) -> tuple[str, ...]:
        """The seats that have won; empty while the match goes on, or when nobody has."""
        return tuple(self.game.winners(self.table)) if self.is_over else ()

    @reads
    def standings(self) -> list[Standing]:
        """Return the seats, best first, as they stand now."""
        return self.game.standings(self.table)

    @reads
    def races(self) -> dict[str, list[Standing]]:
        """Return further races beside the standings, each won by itself: title -> its lines.

        Empty in most games.
        """
        return {title: list(lines) for title, lines in self.game.races(self.table).items()}

    @reads
    def metrics(self) -> dict[str, Any]:
        """Return all figures as they are now; they stay as they are: change a copy.

        FigureError where one cannot be computed. :meth:`present_row` leaves that one empty.
        """
        with self._playing_again():
            return compute_row(self.game.metrics_of(self.table), self.table)

    @reads
    def present_row(self) -> dict[str, Any]:
        """Return all figures as they are now, as a row of :attr:`history`.

        One that cannot be computed has no value.
        """
        with self._playing_again():
            return compute_row_with_gaps(self.game.metrics_of(self.table), self.table)

    def starting_facts(self) -> dict[str, Any]:
        """Return the facts of the beginning that the game declares, as its first turn began.

        Facts of seats are by seat. Empty until the first turn has begun. They are the instructor's.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=2, seed=7).play(until="end")
        >>> m.starting_facts()["first_mover"], m.starting_facts()["basic_income"]
        ('B', {'A': 40000, 'B': 60000})
        """
        row = self._timeline.starting_facts or {}
        return {fact.key: deepcopy(row[fact.key]) for fact in self.game.starting_facts if row}

    @property
    @reads
    def ledger(self) -> Ledger:
        """The accounts as they are now: ``m.ledger.balance("bank")``, ``m.ledger.totals()``."""
        ledger: Ledger = self.table.ledger
        return ledger

    @reads
    def digest(self) -> str:
        """Return a fingerprint of the table: equal for equal states, on every machine."""
        return digest(self.table)

    # --- the past ---------------------------------------------------------------------------

    @property
    @reads
    def history(self) -> list[dict[str, Any]]:
        """The figures at the beginning, then after each finished turn, one row for each turn.

        The first row is that of the opening position, also of a match that begins in the middle,
        and bears the number of the turn before. It is missing while a game is being set up.
        A figure that cannot be computed has no value: None, or no parts.
        Rows stay as they are: change a copy, ``dict(row)``. :meth:`metrics` gives the figures of
        this very moment.
        """
        with self._playing_again():
            rows = self._timeline.rows
        return rows

    @property
    @reads
    def answers(self) -> list[Entry]:
        """Everything given up to now, without the outcomes of luck: the instructor's.

        A seat has :attr:`View.answers`.
        """
        return [entry.own() for entry in self._timeline.answers]

    @property
    @reads
    def answers_shared(self) -> Sequence[Entry]:
        """As :attr:`answers`, and not copied: for whoever changes nothing in them.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("turn")
        >>> list(m.answers_shared) == m.answers
        True
        """
        return self._timeline.answers

    @property
    @reads
    def steps(self) -> list[tuple[int, Entry]]:
        """Every step there is, each with its turn, also those that lie ahead: the instructor's.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("turn").goto(step=1)
        >>> len(m.answers), len(m.steps) == m.last_step, m.steps[0][1].seat
        (1, True, 'B')
        """
        line = self._timeline
        return [
            (line.turn_of(number), entry.own())
            for number, given in chain(line.entries_so_far(), line.entries_ahead())
            for entry in given
            if line.counts(entry)
        ]

    @property
    @reads
    def entries(self) -> list[tuple[int, list[Entry]]]:
        """All entries up to now by segment: ``[(turn, entries), ...]``."""
        line = self._timeline
        return [
            (line.turn_of(number), [entry.own() for entry in given])
            for number, given in line.entries_so_far()
        ]

    @property
    def events(self) -> list[Event]:
        """All that happened: the instructor's; a seat has :attr:`View.events`."""
        return [event.own() for event in self._timeline.events]

    @property
    def transfers(self) -> list[Transfer]:
        """All that moved: the instructor's; a seat has :attr:`View.ledger`."""
        return self._timeline.transfers

    @property
    def told(self) -> list[tuple[list[Event], list[Transfer]]]:
        """Events and transfers segment by segment: ``Transfer.news`` counts within its own."""
        return self._timeline.told

    @reads
    def at_ends_of_turns(self, look: Callable[[Any], T], first: int, last: int) -> dict[int, T]:
        """Return what ``look`` shows of the table at the end of each turn: ``{turn: what}``.

        The turns are those from ``first`` to ``last``, both included; 0 is the opening. These are
        the moments of :attr:`history`, played again.
        ``look`` is given the state itself: it must neither change nor keep it. It is the
        instructor's, like :attr:`table`.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
        >>> m.at_ends_of_turns(lambda table: table.number, 0, 3)
        {0: 1, 1: 1, 2: 1, 3: 1}
        """
        with self._playing_again():
            return self._timeline.at_ends_of_turns(look, first, last)

    explain: ClassVar[Callable[..., Any]]
    """Splits the change of a figure; the package lays it in, as it does :attr:`make_frame`."""

    @reads
    def why(
        self,
        figure: str,
        seat: str | None = None,
        turn: int | None = None,
        since: int | None = None,
        seen_as: str = INSTRUCTOR,
        part: str | None = None,
    ) -> Any:
        """Return why a figure has changed: its change split into parts, the largest first.

        ``seat`` is the seat of a figure of seats, ``part`` the part of a figure by parts. The
        change is that of the ``turn``, by default of the present one, or of the last where nothing
        has been done in it; or all ``since`` the end of an earlier turn: ``since=0`` is the
        opening. What a figure counts in a turn or a round is split of that alone.

        The parts are money and things by the reason for which they moved, and changes of what the
        rest is worth; of a share or an index they are its terms. They sum to the change. Each has
        the lines of the ledger behind it. ``seen_as`` as in :meth:`history_frame`.

        ClasskitError where there is no such figure, turn, seat or part, where its course may not be
        seen, or where nothing tells what it is made of.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="end")
        >>> why = m.why("net_worth", seat="B", since=0)
        >>> sum(part.amount for part in why.split.parts) == why.split.change
        True
        """
        return self.explain(figure, seat, turn, since, seen_as, part)

    # --- as pandas frames -------------------------------------------------------------------

    make_frame: ClassVar[Callable[..., pd.DataFrame]]
    """Makes a frame of a table by its name; the package lays it in, the kernel knows no pandas."""

    @reads
    def history_frame(
        self, *, wide: bool = False, seen_as: str = INSTRUCTOR, names: bool = False
    ) -> pd.DataFrame:
        """Return the figures of the opening and of every finished turn as a pandas frame.

        One row for each figure, turn, seat and part; ``wide``: one row for each turn, a column for
        each figure, such as ``net_worth.A``. ``frame.attrs["columns"]`` says what each column means
        (unit, definition, window, what it is relative to, clause), and ``frame.attrs["figures"]``
        of the long frame each figure. `seen_as` is "instructor" for everything, or "everybody" or
        the letter of a seat for what they may know; with ``names`` the names of seats are added.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
        >>> [int(turn) for turn in m.history_frame(wide=True)["turn"]]
        [0, 1, 2, 3]
        """
        return self.make_frame("history", wide=wide, seen_as=seen_as, names=names)

    @reads
    def events_frame(self, *, seen_as: str = INSTRUCTOR, names: bool = False) -> pd.DataFrame:
        """Return all that happened as a pandas frame, one row for each event, oldest first.

        The sentence stands in ``text``, the clause in ``rule``. ``seen_as`` and ``names`` are as in
        `history_frame`.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> len(m.events_frame()) == len(m.events)
        True
        """
        return self.make_frame("events", seen_as=seen_as, names=names)

    @reads
    def ledger_frame(self, *, seen_as: str = INSTRUCTOR, names: bool = False) -> pd.DataFrame:
        """Return all that moved as a pandas frame: amount, source, target, reason, clause.

        ``seen_as`` and ``names`` are as in `history_frame`.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> paid = m.ledger_frame().query("source == 'bank' and target == 'A' and turn == 0")
        >>> int(paid["amount"].sum()) == 300_000 + 4 * m.table.players["A"].basic_income
        True
        """
        return self.make_frame("ledger", seen_as=seen_as, names=names)

    @reads
    def answers_frame(self, *, seen_as: str = INSTRUCTOR, names: bool = False) -> pd.DataFrame:
        """Return all that was answered as a pandas frame, undone answers and bots' marked as such.

        ``seen_as`` and ``names`` are as in `history_frame`.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).answer("keep")
        >>> m.answers_frame().loc[0, ["seat", "decision", "move"]].tolist()
        ['B', 'set_arrow', 'keep']
        """
        return self.make_frame("answers", seen_as=seen_as, names=names)

    # --- who looks --------------------------------------------------------------------------

    def view(self, seat: str | None) -> View:
        """Return the view of a seat; EVERYBODY or None for the public one, INSTRUCTOR for all.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=2, seed=7)
        >>> m.view(classkit.EVERYBODY) is m.view(None)
        True
        """
        seat = read_viewer(seat, self.seats, self.names, "seat")
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.game.view(self._timeline, seat)
        return view

    def _viewer(self, seat: str | None) -> str | None:
        """Return who looks, as somebody named it; UnknownName where there is nobody such."""
        return read_viewer(seat, self.seats, self.names)

    @reads
    def view_shown(self, seat: str | None) -> View:
        """Return the view of a seat as a page or a file may show it.

        After going back it is by the table of :meth:`table_shown`. Bots play on by :meth:`view`,
        which is that of the very moment.
        """
        seat = self._viewer(seat)
        if seat == INSTRUCTOR or not self.can_redo:
            return self.view(seat)
        return self.game.view(EarlierMoment(self._timeline, self.table_shown(seat)), seat)

    @reads
    def table_shown(self, seat: str | None) -> Any:
        """Return the table by which a page judges what to show a viewer.

        It is the present one, save that after going back the game may hide on it what lies hidden
        where the match was left (:meth:`.Secrecy.looked_back`). Bots and views know the present.
        """
        if self._viewer(seat) == INSTRUCTOR or not self.can_redo:
            return self.table
        return self.game.secrecy.looked_back(self.table, self._timeline.latest)

    @reads
    def standings_shown(self, seat: str | None) -> list[Standing]:
        """Return the seats, best first, by the table of :meth:`table_shown`."""
        return self.game.standings(self.table_shown(seat))

    @reads
    def races_shown(self, seat: str | None) -> dict[str, list[Standing]]:
        """Return every race by its title, that of the standings first, as they may be shown.

        They are by the table of :meth:`table_shown`.
        """
        races = self.game.all_races(self.table_shown(seat))
        return {title: list(lines) for title, lines in races.items()}

    def say(self, names: bool = True) -> Say:
        """Return the words for this match: names of seats, spaces, and things of the edition.

        Without ``names`` seats are called by their letters, as in what is handed on to others.
        """
        titles = self._titles_of(self.game.things(self.table), self.game.board(self.table))
        return Say(self.names if names else {}, titles, self.game.words, self.game.currency)

    def _titles_of(self, things: Mapping[str, str], board: Board) -> Mapping[str, str]:
        """Return the titles of things and spaces, made once for a game that makes these once."""
        of, titles = self._titles
        if of is None or of[0] is not things or of[1] is not board:
            spaces = {space.id: space.title for space in board.spaces if space.title}
            titles = {**things, **spaces}
            self._titles = ((things, board), titles)
        return titles

    def rename(self, seat: str, name: str) -> Match:
        """Set the display name of a seat; names are no part of the record."""
        seat, label = self.known_seat(seat), read_name(name)
        if any(other == label for key, other in self.names.items() if key != seat):
            raise ClasskitError(f"another seat is called {label!r} already.")
        self.names[seat] = label
        return self

    def rule(self, clause: str) -> str:
        """Return the text of a clause ("P4.3"), or of a chapter ("P4"): heading and clauses."""
        return self.game.rulebook.clause(clause)

    # --- keeping ----------------------------------------------------------------------------

    @reads
    def position(self) -> dict[str, Any]:
        """Return the present as a position, to read and to edit: the turn's start, what followed.

        It opens to a table that goes on by the rules as this one. The past is left out, so that
        charts begin with it, and luck to come is the new match's own: a record or a point gives a
        match back exactly. PositionError in set-up and when the match is over, where no turn begins
        that could be stated.
        """
        with self._playing_again():
            return position_of(self._timeline)

    @reads
    def point(self) -> Point:
        """Return the present as a point, from which other matches go on (:meth:`Match.at`).

        What is under way is in it: half a turn, asides, the sealed answers that are in. What lies
        ahead after going back is not. NothingToDo when the match is over.
        """
        if self.is_over:
            raise NothingToDo("The match is over: nothing comes after it.")
        line = self._timeline
        start, entries = line.table_at_start(), tuple(line.given_here())
        return Point(self.game, self.seats, self.edition, self.options, start, entries)

    @reads
    def to_record(self) -> dict[str, Any]:
        """Return the record: all that is needed to play the match again, as JSON data.

        What lies ahead is in it too, so that a timeline that was saved still drags both ways;
        ``at`` then says at which step the match stands.
        """
        self._refuse_without_past()
        with self._playing_again():
            self._timeline.make_digests()
        return self._record()

    @reads
    def record_text(self) -> str:
        """Return the record as the text of a file.

        Whoever writes it after every step pays for the present turn alone.

        >>> import classkit
        >>> classkit.new("opoly", seats=3, seed=7).record_text()[:17]
        '{\\n "classkit": 1,'
        """
        self._refuse_without_past()
        with self._playing_again():
            self._timeline.make_digests()
        return record_text(self._record_head(), self._timeline)

    def _record(self) -> dict[str, Any]:
        """Return the record with the fingerprints that there are."""
        return {**self._record_head(), "log": record_log(self._timeline)}

    refuse_unreadable: ClassVar[Callable[[Match, str], None]]
    """Refuses a record that does not open; the package lays it in, as :attr:`make_frame`."""

    def _refuse_without_past(self) -> None:
        """Refuse to write the record of a match that goes on from a point."""
        if not self._timeline.tells_opening:
            raise RecordError(
                "This match goes on from a point, so a record would lack its past: save the match "
                "that the point is of, and play that one on."
            )

    def _record_head(self) -> dict[str, Any]:
        """Return what a record says before its log."""
        head = record_head(
            self.game, self.rules_version, self.edition, self.options, len(self.seats), self.seed,
            luck=self.luck_source, position=self.start_position, predictions=self.predictions,
        )  # fmt: skip
        return {**head, "at": self.step} if self.can_redo else head

    @exclusive
    def save(self, path: str | Path) -> Path:
        """Write the record into the file ``path``, and names beside it; return where it is.

        The record is opened once before it is written, so that :func:`classkit.load` opens every
        file that this writes. A file of that name is replaced once all is written: until then it
        stays as it was.

        Raises:
            RecordError: The record would not open, or the file cannot be written.
        """
        path = as_data(path)
        if not isinstance(path, (str, Path)) or "\0" in str(path) or not Path(path).name:
            raise ClasskitError(f"path must be the name of a file, not {shorten(path)}.")
        text = self.record_text()
        self.refuse_unreadable(text)
        return save_record(text, self.names, Path(path))

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"turn {self.turn}, waits for {self.request}"
        return f"<Match of {self.game.name}, {len(self.seats)} seats, {where}>"

    @reads
    def _repr_html_(self) -> str:
        """Show a notebook where the match stands, what it asks, who is ahead, and a small board.

        It shows what everybody may know, since notebooks are projected.
        """
        from .board import overview_html  # not needed to play

        say, table = self.say(), self.table_shown(None)
        where = f"{self.game.title}: turn {self.turn}, round {self.round}, step {self.step}"
        if self.can_redo:
            where += f" of {self.last_step}"
        if self.request is None:
            races = {as_html(title): lines for title, lines in self.races_shown(None).items()}
            won = who_wins(say, self.winners, races, say.seat_html)
            waits = f"<p>{as_html(say.ending(self.ending or 'over'))}. {won}</p>"
        else:
            waits = self.request.html(say)
        if self.answered:
            waits += f"<p>Answered: {', '.join(map(say.seat_html, self.answered))}.</p>"
        standings = self.standings_shown(None)
        lines = [(one.place, one.seat, score_words(one.score, one.unit)) for one in standings]
        drawing = self.game.board(table), self.game.scene(table, None)
        return overview_html(where, waits, lines, *drawing, self.seats, say)
