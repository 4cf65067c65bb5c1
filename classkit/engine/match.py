"""The :class:`Match`: one match of one game, and the public interface of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Never, NoReturn, TypeVar

from classkit.deprecation import warn_about_members

from .access import exclusive, read_only
from .bots import Bots, check_signature, make_policy, parse_bots
from .call_keywords import KnownOptions, with_typed_keywords
from .decisions import Aside, Decision, Draw, Request, Roll, find_open_decision
from .editions import Edition
from .errors import (
    BrokenRuleError,
    ClasskitError,
    IllegalMove,
    LuckError,
    MatchInUse,
    NamedValues,
    NothingToDo,
    PositionError,
    RecordError,
    RuleError,
    UnknownName,
    require_known,
    truncate_text,
)
from .events import (
    FORCED_KIND,
    INSTRUCTOR,
    Entry,
    Event,
    Keep,
    RowLink,
    Transfer,
    copy_plain_fields,
)
from .evidence import EventLinks
from .game import Game, Standing, format_score, format_winners
from .history import Timeline
from .id_names import replace_ids
from .ledger import Ledger
from .metrics import compute_row, compute_row_lenient
from .moves import Move, read_answer
from .navigation import (
    StepRanges,
    Until,
    check_extent,
    check_target,
    missing_target_error,
    next_segment_start,
    reject_positional,
    segment_start,
)
from .options import Options
from .policy import Players, Policy
from .positions import Point, Position, build_placed_state, build_position, refuse_outcome
from .randomness import RandomSource, prepend_outcomes
from .renaming.renamed_game import name_for_edition
from .rulebook_text import TextFormatter, escape_line, format_count
from .seats import name_seats, read_name
from .serialization import list_entries, record_head, record_log, record_text, save_record
from .state import hash_state
from .untrusted_input import read_int, to_builtin
from .views import PastSource, View, check_seat, read_viewer

if TYPE_CHECKING:
    import pandas as pd

    from .board import Board

T = TypeVar("T")


def find_own_options(given: Mapping[str, Any]) -> KnownOptions:
    """Return the options of the match in a call. They can no longer be changed."""
    game: Game[Any] = given["self"].game
    return KnownOptions(game.name, {game.name: game.options}, has_begun=True)


@warn_about_members
class Match:
    """A match of a game, with its open request, legal answers and entire history.

    Create one with :func:`classkit.new`, or open a record with :func:`classkit.load`.

    A match is not thread-safe: only one thread may use it at a time. While one thread plays,
    undoes, saves or reads the past, a call from another thread raises :class:`MatchInUse` and
    changes nothing. Threads may take turns, and different matches may run in different threads at
    the same time. The attributes :attr:`turn`, :attr:`step`, :attr:`table` and :attr:`request` can
    always be read, but are reliable only while no other thread plays. A policy or a metric may read
    and :meth:`fork` the match that calls it, but must not change it.

    Attributes:
        game: The game.
        seats: Letters of all seats, clockwise.
        edition: The edition.
        options: The options.
        seed: Seed of all random outcomes. Anyone who knows it can compute every future roll.
        names: Names entered by users, by seat. Seats without a name are missing.
        keep: Settings for the data that the match records.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> m.request.name, m.turn
        ('set_arrow', 1)
        >>> m.play(until="end").is_over
        True
        >>> m.goto(turn=2).turn
        2
    """

    _titles: tuple[tuple[Mapping[str, str], Board, Mapping[str, str]] | None, Mapping[str, str]] = (
        None,
        {},
    )
    _called: tuple[Mapping[str, str], Mapping[str, str] | None] = ({}, None)
    """The entered names, and the name of each seat that follows from them."""

    def __init__(
        self,
        game: Game[Any],
        seats: tuple[str, ...],
        *,
        edition: Edition,
        options: Options,
        seed: int,
        luck: RandomSource,
        luck_source: Any = None,
        position: Position | None = None,
        names: Mapping[str, str] | None = None,
        keep: Keep | None = None,
        asks_all: bool = False,
    ) -> None:
        game = name_for_edition(game, edition)
        self.game, self.seats, self.edition, self.options = game, seats, edition, options
        self.seed, self.luck_source, self.start_position = seed, luck_source, position
        self.names: dict[str, str] = dict(names or {})
        self.predictions: Mapping[str, Any] = {}
        """Predictions of a class, by chart, as the record states them, for tables and exports.
        """
        self.keep = keep or Keep()
        self.rules_version = game.rules_version
        self._views: dict[str | None, View] = {}
        if position is not None:
            luck = prepend_outcomes(position.luck, luck)
        beginning = partial(game.set_up, seats, options, edition)
        if position is not None:
            beginning = partial(build_placed_state, game, beginning, position, seed)
        then = position.then if position else ()
        asks_all = asks_all or bool(then)
        self._timeline = Timeline(game, beginning, luck, self.keep, seed, asks_all)
        self._access = self._timeline._access
        try:
            self._timeline.begin_segment()
        except BrokenRuleError as broken:
            self._raise_rule_error(broken)
        except LuckError as error:
            if position is not None:
                refuse_outcome(position, self._timeline.outcome_count, str(error))
            raise
        for number, entry in enumerate(then):
            try:
                self._apply_forced_answers(entry)
                self.repeat(entry)
            except (IllegalMove, NothingToDo, UnknownName, LuckError) as error:
                if isinstance(error, LuckError) and position is not None:
                    refuse_outcome(position, self._timeline.outcome_count, str(error))
                raise PositionError(f"then[{number}]", str(error)) from error
        if then:
            self._timeline.asks_all = False
            self._apply_forced_answers(None)
        if position is not None and "then" in position.source:
            refuse_outcome(position, self._timeline.outcome_count)

    @classmethod
    def at(cls, point: Point, seed: int, keep: Keep) -> Match:
        """Return a match that continues from a point.

        The new match does not contain the steps before the point, so it cannot be saved.

        Args:
            point: The result of :meth:`point`.
            seed: Seed of all random outcomes from here on.
            keep: Settings for the data that the new match records.

        Raises:
            RuleError: A rule failed while the match was replayed to the point.
        """
        if not isinstance(point, Point):
            raise ClasskitError(
                f"a point must be a result of m.point(), not {truncate_text(point)}."
            )
        match = object.__new__(cls)
        match.game, match.seats = point.game, point.seats
        match.rules_version = point.game.rules_version
        match.edition, match.options = point.edition, point.options
        match.seed, match.luck_source, match.start_position = seed, None, None
        match.names, match.predictions, match.keep, match._views = {}, {}, keep, {}
        match._timeline = point.make_timeline(seed, keep)
        match._access = match._timeline._access
        return match

    # --- open request -----------------------------------------------------------------------

    @property
    def request(self) -> Request | None:
        """The open request, including rolls and draws by hand, or None if the match is over."""
        return self._timeline.request

    @read_only
    def requests(self, seat: str | None = None) -> list[Decision]:
        """Return the open decisions of one seat, or of all seats.

        Args:
            seat: Letter of a seat, or None for all seats.

        Returns:
            The open decisions, or an empty list if a roll or draw is entered by hand, or if the
            match is over.

        Raises:
            UnknownName: The seat is unknown.
        """
        return self._timeline.requests(self._check_optional_seat(seat))

    @property
    def answered_seats(self) -> tuple[str, ...]:
        """The seats that have given a sealed answer. The answers themselves stay hidden."""
        return self._timeline.sealed_seats

    @property
    @read_only
    def unopened_seats(self) -> tuple[str, ...]:
        """The seats whose latest answer is currently sealed.

        This includes earlier answers in the turn that the rules have not opened yet.
        """
        return self._timeline.unopened_seats

    @property
    @read_only
    def final_unopened_seats(self) -> tuple[str, ...]:
        """The seats whose answer is still sealed at the last step of the match."""
        return self._timeline.final_sealed_seats if self.can_redo else self.unopened_seats

    @read_only
    def legal_moves(self, seat: str | None = None) -> list[Move]:
        """Return the legal moves.

        Args:
            seat: Letter of a seat. Required if several seats are asked.

        Returns:
            The moves in the order of the rules, each with the fields that it needs.

        Raises:
            IllegalMove: The seat is not asked, or several seats are asked and `seat` is None.
            NothingToDo: The match is over.
            UnknownName: The seat is unknown.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> m.legal_moves()
            [keep(), reverse()]
        """
        request = self.request
        if isinstance(request, (Roll, Draw)):
            request.refuse_seat(self._check_optional_seat(seat))
            return [request.move]
        return self._open_decision(seat).legal if request is not None else []

    @read_only
    def asides(self, seat: str | None = None) -> list[Aside]:
        """Return the asides that are available while the current decision is open.

        Args:
            seat: The acting seat, or None for all seats.

        Returns:
            The available asides; an empty list unless exactly one seat is asked.

        Raises:
            UnknownName: The seat is unknown.
        """
        request = self.request
        if not isinstance(request, Decision):
            return []
        seat = self._check_optional_seat(seat)
        if seat is None:
            return list(self.game.asides(self.table, request))
        return list(self.game.seat_asides(self.table, request, seat))

    def _check_optional_seat(self, seat: str | None) -> str | None:
        return None if seat is None else self.check_seat(seat)

    def check_seat(self, seat: object) -> str:
        """Return the letter of a seat.

        Raises:
            UnknownName: The seat is unknown. If `seat` is a player's name, the message names the
                player's seat.

        >>> import classkit
        >>> classkit.new("poleconomy", seats=["Ada", "Bo"]).check_seat("Ada")
        Traceback (most recent call last):
        classkit.engine.errors.UnknownName: There is no seat 'Ada'. Ada plays seat A: write 'A'. \
Choose from: A, B.
        """
        if type(seat) is str and seat in self.seats:
            return seat  # pages ask often, and need no names for an error message
        return check_seat("seat", seat, self.seats, self.seat_names)

    def _open_decision(self, seat: str | None) -> Decision:
        """Return the open decision of a seat, or the only open decision."""
        seat = self._check_optional_seat(seat)
        return find_open_decision(self.request, self.requests(), self.answered_seats, seat)

    # --- answers -------------------------------------------------------------------------------

    @exclusive
    def answer(self, move: Any, /, seat: str | None = None, **fields: Any) -> Match:
        """Answer the open request.

        After :meth:`undo`, an answer that equals the next later step repeats it and preserves the
        steps after it. Any other answer, aside, signal or withdrawal discards the later steps.

        Args:
            move: Name of a move, or an :class:`Answer` such as ``m.request.default``. For a roll or
                draw by hand, the outcome.
            seat: The seat that answers. Required if several seats are asked.
            fields: Values of the move's fields.

        Returns:
            This match, after the answer.

        Raises:
            IllegalMove: The rules do not allow the answer. The match is unchanged.
            NothingToDo: The match is over.
            UnknownName: The seat is unknown.
            MatchInUse: Another thread, or a policy or metric of the match, is using it.
            RuleError: A rule failed. The answer was undone.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7)
            >>> m.answer("found", party="Maple").requests()[0].seat
            'B'
        """
        move, given = read_answer(move, fields)
        request, move, fields = self.request, to_builtin(move), to_builtin(given)
        if isinstance(request, (Roll, Draw)):
            request.refuse_seat(self._check_optional_seat(seat))
            outcome = request.read(move, fields)
            return self._apply_entry(Entry(request.name, request.seat, request.purpose, outcome))
        try:
            return self._give_answer(seat, move, fields)
        except IllegalMove as refused:
            self._add_names(refused)
            raise

    def _add_names(self, refused: IllegalMove) -> None:
        """Add the reason with the names of seats and spaces to a refusal."""
        refused.add_names(replace_ids(self.say(), refused.reason))

    def _give_answer(self, seat: str | None, move: Any, fields: Any, by: str = "") -> Match:
        decision = self._open_decision(seat)
        answer = decision.read(move, fields)
        given = copy_plain_fields(answer.fields)
        return self._apply_entry(Entry("answer", decision.seat, answer.move, given, by))

    @exclusive
    def aside(self, name: str, /, seat: str | None = None, **fields: Any) -> Match:
        """Carry out an aside, such as a sale, while a decision is open.

        Args:
            name: Name of an aside in :meth:`asides`.
            seat: The seat that acts. Defaults to the seat that is asked.
            fields: Values of the aside's fields.

        Returns:
            This match, after the aside. The same decision is still open, with new moves.

        Raises:
            IllegalMove: The rules do not currently allow the aside.
            NothingToDo: The match is over.
            ClasskitError: No seat was passed, and several seats are asked.
        """
        name = to_builtin(name)
        if not isinstance(name, str):
            raise ClasskitError(f"the name of an aside must be text, not {truncate_text(name)}.")
        if not name.strip():
            raise ClasskitError("The name of an aside must not be empty.")
        request = self.request
        if seat is None and request is not None:
            if not isinstance(request, Decision):
                raise IllegalMove(
                    "It is not clear whose aside this is. Name the seat, as in seat='A'."
                )
            seat = request.seat
        try:
            return self._act_aside(Entry("aside", seat, name, to_builtin(fields)))
        except IllegalMove as refused:
            self._add_names(refused)
            raise

    def _act_aside(self, entry: Entry) -> Match:
        seat = self._check_optional_seat(entry.seat)
        if self.request is None:
            why = self.game.aside_refusal(self.table, None, seat, entry.name)
            raise NothingToDo(why or "The match is over: no asides are available.")
        aside = self.game.find_aside(self.table, self.request, entry)
        return self._apply_entry(entry._replace(value=copy_plain_fields(entry.value)), aside)

    @exclusive
    def withdraw(self, seat: str) -> Match:
        """Withdraw the sealed answer of a seat and ask it again.

        Args:
            seat: Letter of the seat.

        Returns:
            This match, after the withdrawal.

        Raises:
            IllegalMove: The seat has no sealed answer, or the answers have been opened.
            UnknownName: The seat is unknown.
            MatchInUse: Another thread, or a policy or metric of the match, is using it.
            RuleError: A rule failed. The withdrawal was undone.
        """
        seat = self.check_seat(seat)
        if seat not in self.answered_seats:
            raise IllegalMove(f"{seat} has no sealed answer to withdraw.")
        return self._apply_entry(Entry("withdraw", seat, "withdraw"))

    @property
    @read_only
    def signals(self) -> dict[str, str]:
        """Signals that would currently have an effect, and their clauses."""
        known = {} if self.is_over else self.game.signals
        return {name: rule for name, rule in known.items() if not self._signal_refusal(name)}

    @exclusive
    def signal(self, name: str) -> Match:
        """Send a signal from outside the game, such as "time_up".

        Args:
            name: Name of a signal in :attr:`signals`.

        Returns:
            This match, after the signal.

        Raises:
            UnknownName: The game does not have this signal.
            NothingToDo: The signal would have no effect now.
            MatchInUse: Another thread, or a policy or metric of the match, is using it.
            RuleError: A rule failed. The signal was undone.
        """
        name = require_known("signal", name, self.game.signals)
        if reason := self._signal_refusal(name):
            raise NothingToDo(reason)
        return self._apply_entry(Entry("signal", None, name))

    def _signal_refusal(self, name: str) -> str:
        """Return why a signal would have no effect now, or an empty string."""
        if self.is_over:
            return "The match is over: signals have no effect."
        return self.game.signal_refusal(self.table, name)

    def _apply_forced_answers(self, entry: Entry | None) -> None:
        """Apply the forced answers of seats with only one possible answer, up to `entry`.

        Positions contain the answers of seats but omit forced answers.
        """
        line = self._timeline
        while line.skips_forced and isinstance(request := line.request, Decision):
            answer = line.forced_answer(request)
            if answer is None or (
                entry is not None and (entry.seat, entry.name) == (request.seat, answer.move)
            ):
                return
            line.apply_entry(Entry(FORCED_KIND, request.seat, answer.move, {}))

    @exclusive
    def repeat(self, entry: Entry) -> Match:
        """Repeat an entry from a record or a position. It is checked like a new entry.

        A signal without effect is accepted because records from earlier versions may contain one.
        """
        if not isinstance(entry, Entry):
            raise ClasskitError(
                f"repeat requires an entry, such as m.answers[0], not {truncate_text(entry)}. "
                "For a new answer, use m.answer."
            )
        if entry.kind == "answer":
            return self._give_answer(entry.seat, entry.name, entry.value, entry.by)
        if entry.kind == FORCED_KIND:
            return self._replay_forced(entry)
        if entry.kind == "aside":
            return self._act_aside(entry)
        if entry.kind == "withdraw":
            return self.withdraw(entry.seat or "")
        name = require_known("signal", entry.name, self.game.signals)
        if self.is_over:
            raise NothingToDo(self._signal_refusal(name))
        return self._apply_entry(Entry("signal", None, name))

    def _replay_forced(self, entry: Entry) -> Match:
        """Repeat a recorded forced answer, after checking that it is still the only one."""
        asked = self.request if isinstance(self.request, Decision) else None
        answer = self._timeline.forced_answer(asked) if asked else None
        if not asked or not answer or (entry.seat, entry.name) != (asked.seat, answer.move):
            raise IllegalMove(
                f"{truncate_text(entry.name)} is not the only possible answer of {entry.seat}."
            )
        return self._apply_entry(entry._replace(by=""))

    def _apply_entry(self, entry: Entry, aside: Aside | None = None) -> Match:
        access = self._access
        if access.is_busy:
            raise MatchInUse.for_reentry()
        try:  # like @exclusive, but at a quarter of its cost, because it runs for every answer
            access.is_busy = True
            self._timeline.give_entry(entry, aside)
        except BrokenRuleError as broken:
            self._raise_rule_error(broken)
        finally:
            access.is_busy = False
        return self

    def _raise_rule_error(self, broken: BrokenRuleError) -> NoReturn:
        """Raise a RuleError with the most recently cited clause."""
        cause = broken.cause
        if isinstance(cause, LuckError):
            raise cause
        clause = str(getattr(cause, "rule", "") or broken.clause)
        raise RuleError(self.game.name, clause, cause, self._record()) from cause

    # --- play ----------------------------------------------------------------------------------

    @with_typed_keywords(find_own_options)
    @exclusive
    def play(
        self,
        until: Until | Callable[[Match], object] = "end",
        bots: Bots | None = None,
    ) -> Match:
        """Play until the next decision, turn or round, until the end, or until a condition holds.

        Without `bots`, later steps are repeated, including steps of people; then the game's default
        bots (:meth:`Game.default_bots`) continue. With `bots`, the bots decide from here on, and
        recorded outcomes entered by hand are reused. If the bots make the same decisions as the
        recorded moves, the later steps are preserved; otherwise they are discarded.

        Args:
            until: "decision", "turn", "round", "end", or a function that takes the match. The
                function is called before each decision; play stops when it returns a true value.
            bots: One bot for every seat, a list assigned to seats in order, or a dict from seat to
                bot. Seats missing from the dict get the game's default bots. None or "person" means
                a person: play stops before a decision of that seat. A bot is a name, a policy, or a
                policy class, which is instantiated for each seat.

        Returns:
            This match, at the step where play stopped.

        Raises:
            EndlessMatch: The match reached the maximum number of answers.
            UnknownName: The seat, the bot or the value of `until` is unknown.
            ClasskitError: A bot is not a policy or not a bot of this game.
            RuleError: A rule failed. The last answer was undone.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play()
            >>> last = m.last_step
            >>> m.goto(turn=5).play("turn").turn, m.last_step == last
            (6, True)
            >>> m.play("end").step == last
            True
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> m.play(until=lambda m: m.metrics()["inflation_number"] > 4).round
            6
        """
        if callable(until) and not isinstance(until, type):
            return self._play_to_condition(until, bots)
        extent = check_extent(until)
        if bots is None:
            return self.continue_play(extent, self.game.default_bots(self.seats))
        return self._run_players(
            extent, self.make_players(bots), self.step, (self.turn, self.round)
        )

    @exclusive
    def continue_play(self, until: Until, bots: Bots) -> Match:
        """Repeat the later steps, then let `bots` play until the stopping point of :meth:`play`.

        While there are later steps, `until="decision"` repeats one step.
        """
        check_extent(until)
        players, start, begun = self.make_players(bots), self.step, (self.turn, self.round)
        if self.can_redo:
            if until == "decision":
                return self.forward(until)
            line = self._timeline
            self.goto(
                step=next_segment_start(until, start, line.total_answers, line.current_segments())
            )
        return self._run_players(until, players, start, begun)

    def _play_to_condition(self, is_so: Callable[[Match], object], bots: Bots | None) -> Match:
        """Play one decision at a time until the condition holds or a person is asked."""
        check_signature(is_so, "until takes one argument, the match", 1)
        players = None if bots is None else self._read_bots(bots)
        step = -1
        while not self.is_over and self.step != step and not is_so(self):
            step = self.step
            self.play("decision", players)
        return self

    def _run_players(
        self, until: Until, players: Players, start: int, begun: tuple[int, int]
    ) -> Match:
        """Let the players play from the current step. `until` is counted from `start`."""
        try:
            players.play(until, begun)
        except BrokenRuleError as broken:
            self._raise_rule_error(broken)
        except IllegalMove as refused:
            self._add_names(refused)
            raise
        finally:
            self._timeline.step_ranges.record_step(until, start, self.step)
        return self

    def make_players(self, bots: Bots) -> Players:
        """Return the bots by seat, for a caller that runs the play itself.

        Raises:
            UnknownName: The seat or bot is unknown.
        """
        return Players(self._timeline, self.seats, self.view, self._read_bots(bots))

    def _read_bots(self, bots: Bots) -> dict[str, str | Policy | None]:
        """Return the player of each seat: a bot's name, a policy, or None for a person."""
        read = parse_bots(bots, self.game, self.seats, self.seat_names)
        return {
            seat: bot
            if bot is None or isinstance(bot, str)
            else make_policy(bot, f"{self.seed}|{seat}|made")
            for seat, bot in read.items()
        }

    # --- back and forth -------------------------------------------------------------------------

    @exclusive
    def undo(self, steps: int = 1) -> Match:
        """Undo the latest answers.

        They become later steps, which :meth:`redo` repeats, until a different answer is given.

        Args:
            steps: Number of answers to undo.

        Returns:
            This match.

        Raises:
            NothingToDo: Fewer than `steps` answers have been given.
            ClasskitError: `steps` is not a whole number above 0.
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
            >>> m.undo(2).redo().step == m.last_step - 1
            True
        """
        steps = read_int("steps", steps)
        if steps > self.step:
            if not self.step:
                raise NothingToDo("This is the beginning: there is nothing to undo.")
            given = format_count(self.step, "step")
            raise NothingToDo(f"Cannot undo {truncate_text(steps)} steps: {given} can be undone.")
        return self.goto(step=self.step - steps)

    @exclusive
    def redo(self, steps: int = 1) -> Match:
        """Repeat the next later steps.

        Args:
            steps: Number of answers to redo.

        Returns:
            This match.

        Raises:
            NothingToDo: There are fewer than `steps` later answers.
            ClasskitError: `steps` is not a whole number above 0.
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
            >>> m.undo(2).redo().step == m.last_step - 1
            True
        """
        steps = read_int("steps", steps)
        ahead = self.last_step - self.step
        if steps > ahead:
            if not ahead:
                raise NothingToDo("There are no later steps to redo.")
            raise NothingToDo(
                f"Cannot redo {truncate_text(steps)} steps: "
                f"{format_count(ahead, 'later step')} can be redone."
            )
        return self.goto(step=self.step + steps)

    @exclusive
    def back(self, until: Until = "decision") -> Match:
        """Go back by one unit of `until`.

        If a :meth:`play` or :meth:`forward` with this unit ended at the current step, return to the
        step where it began. Otherwise, go back one answer, to the beginning of the current turn or
        round (or of the previous one if already there), or to the beginning of the match. Undone
        steps are retained for :meth:`redo`.

        Args:
            until: "decision", "turn", "round" or "end".

        Returns:
            This match.

        Raises:
            NothingToDo: The match is at its beginning.
            UnknownName: `until` is not a known unit.
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> m = classkit.new("economicon", seats=4, seed=1)
            >>> [m.play("turn").turn for _ in range(3)], [m.back("turn").turn for _ in range(3)]
            ([5, 6, 12], [6, 5, 3])
        """
        check_extent(until)
        if not self.can_undo:
            raise NothingToDo("This is the beginning: there are no earlier steps.")
        line = self._timeline
        return self.goto(
            step=line.step_ranges.previous_stop(until, line.answer_count, line.current_segments())
        )

    @exclusive
    def forward(self, until: Until = "decision") -> Match:
        """Go forward through the later steps by one unit of `until`.

        If a :meth:`play` with this unit began at the current step, go to the step where it ended.
        Otherwise, go forward one answer, or to the next turn or round, but not beyond the last
        step.

        Args:
            until: "decision", "turn", "round" or "end".

        Returns:
            This match.

        Raises:
            NothingToDo: There are no later steps.
            UnknownName: `until` is not a known unit.
            RuleError: A rule failed while the match was replayed.
        """
        check_extent(until)
        if not self.can_redo:
            raise NothingToDo("This is the latest step: there are no later steps.")
        line, start = self._timeline, self.step
        self.goto(
            step=line.step_ranges.next_stop(
                until, start, line.total_answers, line.current_segments()
            )
        )
        line.step_ranges.record_step(until, start, self.step)
        return self

    @with_typed_keywords(find_own_options)
    @exclusive
    def goto(self, *unnamed: Never, turn: int | None = None, step: int | None = None) -> Match:
        """Go to the first request of a turn, or to a step.

        If the turn has no requests, go to the first request after it.

        Args:
            unnamed: Not accepted: pass `turn` or `step` by name.
            turn: Number of the turn.
            step: Number of answers before the step.

        Returns:
            This match, at the request. The steps after it are retained for :meth:`redo`.

        Raises:
            ClasskitError: Neither or both of `turn` and `step` were passed, or the value is out of
                range.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="end")
            >>> m.goto(turn=5).turn, m.is_over
            (5, False)
        """
        line = self._timeline
        reject_positional(unnamed)
        if (turn is None) == (step is None):
            raise missing_target_error()
        if turn is None:
            place: int | None = check_target("step", step, line.total_answers)
        else:
            place = segment_start(
                line.current_segments(), check_target("turn", turn, line.last_turn)
            )
        if place is not None:
            with self._replay_guard():
                line.seek(place)
        return self

    @contextmanager
    def _replay_guard(self) -> Iterator[None]:
        """Convert errors during a replay to RuleError. The match does not move."""
        try:
            yield
        except ClasskitError:
            raise
        except BrokenRuleError as broken:
            self._raise_rule_error(broken)
        except Exception as error:
            self._raise_rule_error(
                BrokenRuleError(error, self._timeline.last_cited_clause(self.request))
            )

    @read_only
    def fork(self) -> Match:
        """Return an independent match at the same step.

        Returns:
            The new match, with the same past. Playing it does not change this match.

        Raises:
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7)
            >>> m.fork().play(until="end").is_over, m.is_over
            (True, False)
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.names, twin._views = dict(self.names), {}
        with self._replay_guard():
            twin._timeline = self._timeline.fork()
        twin._access = twin._timeline._access
        return twin

    def __copy__(self) -> Match:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.fork()

    def __eq__(self, other: object) -> bool:
        """Return True if the other match has the same record, including the steps ahead.

        Matches are mutable, so they cannot be members of a set or keys of a dict.

        >>> import classkit
        >>> one = classkit.new("poleconomy", seats=3, seed=7)
        >>> other = classkit.new("poleconomy", seats=3, seed=7)
        >>> one == other, one.play(until="turn") == other
        (True, False)
        """
        if self is other:
            return True
        if not isinstance(other, Match):
            return NotImplemented
        ours, theirs = self._timeline, other._timeline
        if self._record_head() != other._record_head() or list_entries(ours) != list_entries(
            theirs
        ):
            return False
        if ours.has_opening_row and theirs.has_opening_row:
            return True
        return self.digest() == other.digest()  # the past of a match from a point is missing

    __hash__ = None  # type: ignore[assignment]  # mutable, as a list is

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a match cannot be pickled. Use m.save(path) here and classkit.load(path) in the "
            "other process; classkit.study already plays many matches on all cores."
        )

    @property
    def can_undo(self) -> bool:
        """True if there is an answer to undo."""
        return self.step > 0

    @property
    def can_redo(self) -> bool:
        """True if there is a later step to redo."""
        return self.last_step > self.step

    @property
    def truncation_count(self) -> int:
        """Number of times that a different decision has discarded later steps."""
        return self._timeline.truncation_count

    # --- current state ----------------------------------------------------------------------

    @property
    def table(self) -> Any:
        """The :class:`GameState`, for the instructor's tools and tests. Do not modify it."""
        return self._timeline.table

    @property
    def turn(self) -> int:
        """The number of the turn, counted from 1; 0 during set-up."""
        return int(self.table.turn)

    @property
    def round(self) -> int:
        """The number of the round, counted from 1; 0 during set-up."""
        return int(self.table.round)

    @property
    def step(self) -> int:
        """Number of answers given so far."""
        return self._timeline.answer_count

    @property
    def last_step(self) -> int:
        """Number of answers, including later steps."""
        return self._timeline.total_answers

    @property
    @read_only
    def last_turn(self) -> int:
        """The last turn played, including later steps."""
        return self._timeline.last_turn

    def is_step(self, entry: Entry) -> bool:
        """Return whether an entry is a step: made by a seat or the host, or an outcome by hand."""
        if not isinstance(entry, Entry):
            raise ClasskitError(
                f"an entry must be an item of m.answers, not {truncate_text(entry)}."
            )
        return self._timeline.is_step(entry)

    @property
    def step_ranges(self) -> StepRanges:
        """The ranges of steps that :meth:`back` and :meth:`forward` use. Not part of a record."""
        return self._timeline.step_ranges

    @property
    def is_over(self) -> bool:
        """True if the match has ended."""
        return self.request is None

    @property
    def ending(self) -> str | None:
        """Sentence that explains why the match ended, or None until the match is over."""
        ending: str | None = self.table.ending
        return ending

    @property
    @read_only
    def winners(self) -> tuple[str, ...]:
        """The winning seats, or an empty tuple until the match is over, or if nobody wins."""
        return tuple(self.game.winners(self.table)) if self.is_over else ()

    @read_only
    def standings(self) -> list[Standing]:
        """Return the current standings, best seat first.

        Returns:
            One line for each seat.
        """
        return self.game.standings(self.table)

    @read_only
    def races(self) -> dict[str, list[Standing]]:
        """Return the additional races besides the standings, by title. Most games have none.

        Returns:
            A dict from the title of a race to its standings, best seat first.
        """
        return {title: list(lines) for title, lines in self.game.races(self.table).items()}

    @read_only
    def metrics(self) -> dict[str, Any]:
        """Return the current values of all metrics. Copy the result before you modify it.

        Returns:
            A dict from the key of a metric to its value, which is a number, a text, a dict by seat,
            or a dict by part. ``classkit games NAME --figures`` lists keys and units.

        Raises:
            FigureError: A metric cannot be computed. In this case, :meth:`present_row` leaves its
                value empty.
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> classkit.new("poleconomy", seats=3, seed=7).metrics()["gdp"]
            Traceback (most recent call last):
            classkit.engine.errors.UnknownKey: There is no metric 'gdp'. Choose from: ...
        """
        with self._replay_guard():
            values = compute_row(self.game.active_metrics(self.table), self.table)
        return NamedValues("metric", values)

    @read_only
    def present_row(self) -> dict[str, Any]:
        """Return the current values of all metrics as a row of :attr:`history`.

        The value of a metric that cannot be computed is left empty.
        """
        with self._replay_guard():
            return compute_row_lenient(self.game.active_metrics(self.table), self.table)

    def starting_facts(self) -> dict[str, Any]:
        """Return the facts about the opening that the game declares, by key.

        The result is empty until the first turn has begun. It may contain secrets, so show it only
        to the instructor.

        Returns:
            A dict from the key of a fact to its value, or to a dict by seat.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=2, seed=7, options={"game": 1}).play()
            >>> m.starting_facts()["first_mover"], m.starting_facts()["basic_income"]
            ('B', {'A': 40000, 'B': 60000})
        """
        row = self._timeline.starting_facts or {}
        facts = {fact.key: deepcopy(row[fact.key]) for fact in self.game.starting_facts if row}
        return NamedValues("fact of the opening", facts)

    @property
    @read_only
    def ledger(self) -> Ledger:
        """The current accounts. For example, ``m.ledger.balance("bank")`` returns a balance."""
        ledger: Ledger = self.table.ledger
        return ledger

    @read_only
    def digest(self) -> str:
        """Return a hash of the state, which is equal for equal states on every machine.

        Returns:
            16 hexadecimal digits.
        """
        return hash_state(self.table)

    # --- the past ---------------------------------------------------------------------------

    @property
    @read_only
    def history(self) -> list[dict[str, Any]]:
        """The metrics at the opening and after each finished turn, as one row per turn.

        The first row is the opening position, even if the match started from a position; its turn
        is the turn before the first. The row is missing during set-up. A metric that cannot be
        computed has the value None, or no parts. Copy a row before you modify it: ``dict(row)``.
        For current values, see :meth:`metrics`.
        """
        with self._replay_guard():
            rows = self._timeline.history_rows
        return rows

    @property
    @read_only
    def answers(self) -> list[Entry]:
        """All entries so far, without random outcomes, for the instructor.

        For the entries that a seat may see, use :attr:`View.answers`.
        """
        return [entry.copy() for entry in self._timeline.answers]

    @property
    @read_only
    def shared_answers(self) -> Sequence[Entry]:
        """Same as :attr:`answers`, but without copying the entries. Do not modify them.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("turn")
        >>> list(m.shared_answers) == m.answers
        True
        """
        return self._timeline.answers

    @property
    @read_only
    def steps(self) -> list[tuple[int, Entry]]:
        """All steps with their turns, including later steps, for the instructor.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("turn").goto(step=1)
        >>> len(m.answers), len(m.steps) == m.last_step, m.steps[0][1].seat
        (1, True, 'A')
        """
        line = self._timeline
        return [
            (line.get_turn(number), entry.copy())
            for number, given in chain(line.past_entries(), line.future_entries())
            for entry in given
            if line.is_step(entry)
        ]

    @property
    @read_only
    def entries(self) -> list[tuple[int, list[Entry]]]:
        """All entries so far, by segment: ``[(turn, entries), ...]``."""
        line = self._timeline
        return [
            (line.get_turn(number), [entry.copy() for entry in given])
            for number, given in line.past_entries()
        ]

    @property
    def events(self) -> list[Event]:
        """All events, for the instructor; :attr:`View.events` contains those visible to a seat."""
        return [event.copy() for event in self._timeline.events]

    @property
    def shared_events(self) -> Sequence[Event]:
        """Same as :attr:`events`, but without copying the events. Do not modify them.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("turn")
        >>> list(m.shared_events) == m.events
        True
        """
        return self._timeline.events

    @property
    def transfers(self) -> list[Transfer]:
        """All transfers, for the instructor; :attr:`View.ledger` has those visible to a seat."""
        return self._timeline.transfers

    @property
    def events_by_segment(self) -> list[tuple[list[Event], list[Transfer]]]:
        """Events and transfers by segment. ``Transfer.news`` is an index within the segment."""
        return self._timeline.events_by_segment

    @property
    def links_by_segment(self) -> list[list[RowLink]]:
        """The declared links between events and transfers, by segment; see :attr:`links`."""
        return self._timeline.links_by_segment

    @property
    def links(self) -> EventLinks:
        """Links between events and the transfers that they report so far, by number from 1.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
            >>> m.links.get_events(1)
            (8,)
        """
        return EventLinks(self)

    @read_only
    def map_turn_ends(self, look: Callable[[Any], T], first: int, last: int) -> dict[int, T]:
        """Call a function on the state at the end of each turn.

        The match is replayed to obtain the states that :attr:`history` describes. Like
        :attr:`table`, they are for the instructor.

        Args:
            look: Function that takes the state. It must neither modify nor store the state.
            first: First turn; 0 is the opening.
            last: Last turn, inclusive.

        Returns:
            The results by turn.

        Raises:
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> m.play(until="round").map_turn_ends(lambda table: table.number, 0, 3)
            {0: 1, 1: 1, 2: 1, 3: 1}
        """
        with self._replay_guard():
            return self._timeline.map_turn_ends(look, first, last)

    explain: ClassVar[Callable[..., Any]]
    """Explains the change of a metric. The package sets it, as it does :attr:`make_frame`."""

    @read_only
    def why(
        self,
        figure: str,
        seat: str | None = None,
        turn: int | None = None,
        since: int | None = None,
        seen_as: str = INSTRUCTOR,
        part: str | None = None,
    ) -> Any:
        """Explain the change of a metric by splitting it into contributions, largest first.

        The contributions are transfers grouped by reason, and changes in the value of holdings; for
        a share or an index, they are its terms. They add up to the change. Each contribution lists
        the transfers behind it.

        Args:
            figure: Key of the metric.
            seat: Seat, for a metric with a value for each seat.
            turn: Turn in which the change is explained. Defaults to the current turn, or the
                previous turn if nothing has happened yet.
            since: Explain the total change since the end of this earlier turn; 0 is the opening. A
                metric that counts within a turn or a round is explained only for that window.
            seen_as: As in :meth:`history_frame`.
            part: Part, for a metric that consists of parts.

        Returns:
            An explanation that prints as text, and as a table in a notebook.

        Raises:
            ClasskitError: The metric, turn, seat or part is unknown, its history is hidden from
                this viewer, or the metric cannot be split.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="end")
            >>> why = m.why("net_worth", seat="B", since=0)
            >>> sum(part.amount for part in why.split.parts) == why.split.change
            True
        """
        return self.explain(figure, seat, turn, since, seen_as, part)

    # --- as pandas frames -------------------------------------------------------------------

    make_frame: ClassVar[Callable[..., pd.DataFrame]]
    """Creates a pandas frame by name. The package sets it, because the engine does not import
    pandas.
    """

    @read_only
    def history_frame(
        self, *, wide: bool = False, seen_as: str = INSTRUCTOR, names: bool = False
    ) -> pd.DataFrame:
        """Return the metrics at the opening and after every finished turn as a pandas frame.

        Args:
            wide: False: one row for each metric, turn, seat and part. True: one row for each turn
                and a column for each metric, such as ``net_worth.A``.
            seen_as: Viewer whose information the frame contains: "instructor" for everything,
                "everybody" for the public, or a seat's letter.
            names: Add the names of seats.

        Returns:
            The frame. ``frame.attrs["columns"]`` describes each column (unit, definition, window,
            reference, clause). In the long form, ``frame.attrs["figures"]`` describes each metric.

        Raises:
            UnknownName: The viewer is unknown.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> [int(turn) for turn in m.play(until="round").history_frame(wide=True)["turn"]]
            [0, 1, 2, 3]
        """
        return self.make_frame("history", wide=wide, seen_as=seen_as, names=names)

    @read_only
    def events_frame(self, *, seen_as: str = INSTRUCTOR, names: bool = False) -> pd.DataFrame:
        """Return all events as a pandas frame, one row for each event, oldest first.

        The ``text`` column contains the sentence, and ``rule`` the clause.

        Args:
            seen_as: As in :meth:`history_frame`.
            names: As in :meth:`history_frame`.

        Returns:
            A frame with the columns that ``classkit.frames.describe("events")`` lists.

        Raises:
            UnknownName: The viewer is unknown.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
            >>> len(m.events_frame()) == len(m.events)
            True
        """
        return self.make_frame("events", seen_as=seen_as, names=names)

    @read_only
    def ledger_frame(self, *, seen_as: str = INSTRUCTOR, names: bool = False) -> pd.DataFrame:
        """Return all transfers as a pandas frame: amount, source, target, reason, clause.

        Args:
            seen_as: As in :meth:`history_frame`.
            names: As in :meth:`history_frame`.

        Returns:
            A frame with the columns that ``classkit.frames.describe("ledger")`` lists.

        Raises:
            UnknownName: The viewer is unknown.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
            >>> paid = m.ledger_frame().query("source == 'bank' and target == 'A' and turn == 0")
            >>> int(paid["amount"].sum()) == 300_000 + 4 * m.table.players["A"].basic_income
            True
        """
        return self.make_frame("ledger", seen_as=seen_as, names=names)

    @read_only
    def answers_frame(self, *, seen_as: str = INSTRUCTOR, names: bool = False) -> pd.DataFrame:
        """Return all answers as a pandas frame, including undone answers and answers of bots.

        Args:
            seen_as: As in :meth:`history_frame`.
            names: As in :meth:`history_frame`.

        Returns:
            A frame with the columns that ``classkit.frames.describe("answers")`` lists.

        Raises:
            UnknownName: The viewer is unknown.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).answer("keep")
            >>> m.answers_frame().loc[0, ["seat", "decision", "move"]].tolist()
            ['B', 'set_arrow', 'keep']
        """
        return self.make_frame("answers", seen_as=seen_as, names=names)

    # --- views ------------------------------------------------------------------------------

    def view(self, seat: str | None) -> View:
        """Return the view of a match for a viewer.

        Args:
            seat: A seat's letter; EVERYBODY or None for the public view; INSTRUCTOR for everything.

        Returns:
            The view, which stays up to date as the match is played.

        Raises:
            UnknownName: The seat is unknown.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=2, seed=7)
            >>> m.view(classkit.EVERYBODY) is m.view(None)
            True
        """
        seat = read_viewer(seat, self.seats, self.seat_names, "seat")
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.game.view(self._timeline, seat)
        return view

    def _check_viewer(self, seat: str | None) -> str | None:
        if seat is None or (type(seat) is str and seat in self.seats):
            return seat  # takes 0.2 µs instead of 7.5 µs, for every page of a room at every step
        return read_viewer(seat, self.seats, self.seat_names)

    @read_only
    def visible_view(self, seat: str | None) -> View:
        """Return the view of a viewer for display on a page or in a file.

        At an earlier step, it uses :meth:`visible_state`. Bots use :meth:`view`, which shows the
        exact state of the step.
        """
        seat = self._check_viewer(seat)
        if seat == INSTRUCTOR or not self.can_redo:
            return self.view(seat)
        return self.game.view(PastSource(self._timeline, self.visible_state(seat)), seat)

    @read_only
    def visible_state(self, seat: str | None) -> Any:
        """Return the state that a page may show to a viewer.

        This is the current state. At an earlier step, the game may hide information in it that is
        still hidden at the last step (:meth:`.Secrecy.redact_past_state`). Bots and views use the
        exact state.
        """
        if self._check_viewer(seat) == INSTRUCTOR or not self.can_redo:
            return self.table
        return self.game.secrecy.redact_past_state(self.table, self._timeline.latest_state)

    @read_only
    def visible_standings(self, seat: str | None) -> list[Standing]:
        """Return the standings in :meth:`visible_state`, best seat first."""
        return self.game.standings(self.visible_state(seat))

    @read_only
    def visible_races(self, seat: str | None) -> dict[str, list[Standing]]:
        """Return every race in :meth:`visible_state` by title, the standings first."""
        races = self.game.all_races(self.visible_state(seat))
        return {title: list(lines) for title, lines in races.items()}

    @property
    def seat_names(self) -> dict[str, str]:
        """Display name of each seat: the name that a user entered, or the seat's default name.

        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=2, seed=7).rename("B", "Zoë")
        >>> m.names, m.seat_names
        ({'B': 'Zoë'}, {'A': 'Ada', 'B': 'Zoë'})
        """
        typed, called = self._called
        if called is None or typed != self.names:
            called = name_seats(self.seats, self.names)
            self._called = dict(self.names), called
        return dict(called)

    def say(self, names: bool = True) -> TextFormatter:
        """Return the text formatter of this match, with the names of seats, spaces and cards.

        Args:
            names: False to omit names that users entered, as in exports. Seats then have their
                default names: A is Ada.

        Returns:
            The formatter for ids, amounts and events.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=["Ada", "Bo"], seed=7)
            >>> m.say().seat("A"), m.say().money(120_000)
            ('Ada', '$120,000')
        """
        called = self.seat_names if names else name_seats(self.seats, {})
        titles = self._cached_titles(
            self.game.thing_titles(self.table), self.game.board(self.table), called
        )
        return TextFormatter(called, titles, self.game.words, self.game.currency)

    def _cached_titles(
        self, things: Mapping[str, str], board: Board, called: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the titles of items and spaces, cached while the game returns the same objects.

        In each title, a seat in braces is replaced by its name.
        """
        of, titles = self._titles
        if of is None or of[0] is not things or of[1] is not board or of[2] != called:
            fill = TextFormatter(called).fill_seat_names
            spaces = {space.id: fill(space.title) for space in board.spaces if space.title}
            titles = {**things, **spaces}
            self._titles = ((things, board, called), titles)
        return titles

    def rename(self, seat: str, name: str) -> Match:
        """Set a seat's display name. Names are not part of the record.

        Args:
            seat: Letter of the seat.
            name: The name, one line of text.

        Returns:
            This match.

        Raises:
            UnknownName: The seat is unknown.
            ClasskitError: The name is too long, or another seat already has it.
        """
        seat, label = self.check_seat(seat), read_name(name)
        if any(other == label for key, other in self.names.items() if key != seat):
            raise ClasskitError(f"another seat already has the name {label!r}.")
        self.names[seat] = label
        return self

    def rule(self, clause: str) -> str:
        """Return the text of a clause ("P4.3") or of a chapter with all its clauses ("P4").

        Args:
            clause: Id of a clause or of a chapter.

        Returns:
            The text, as Markdown.

        Raises:
            UnknownName: The clause is unknown.
        """
        return self.game.rulebook.clause(clause)

    # --- records and positions --------------------------------------------------------------

    @read_only
    def position(self) -> dict[str, Any]:
        """Return the current turn as a position: facts at the start of the turn, and answers since.

        A match started from the position continues under the same rules. A position does not
        contain the past: charts of the new match begin here, and its random outcomes are its own.
        To restore a match exactly, use a record or a point.

        Returns:
            The position as JSON data, for ``classkit.new(..., position=...)``.

        Raises:
            PositionError: The match is in set-up or over.
            RuleError: A rule failed while the match was replayed.
        """
        with self._replay_guard():
            return build_position(self._timeline)

    @read_only
    def point(self) -> Point:
        """Return the current point, from which other matches can continue (:meth:`Match.at`).

        The point includes an unfinished turn, asides and sealed answers. It does not include later
        steps.

        Raises:
            NothingToDo: The match is over.
        """
        if self.is_over:
            raise NothingToDo("The match is over: no match can continue from here.")
        line = self._timeline
        start, entries = line.copy_start_state(), tuple(line.entries_here())
        return Point(self.game, self.seats, self.edition, self.options, start, entries)

    @read_only
    def to_record(self) -> dict[str, Any]:
        """Return the record as JSON data. It contains everything needed to replay the match.

        The record includes later steps. If you went back, ``at`` is the current step.

        Returns:
            The record as built-in types (dicts, lists, texts and numbers).

        Raises:
            RecordError: The match started from a point, so its past is missing.
            RuleError: A rule failed while the match was replayed.
        """
        self._require_history()
        with self._replay_guard():
            self._timeline.compute_hashes()
        return self._record()

    @read_only
    def record_text(self) -> str:
        """Return the contents of a record file.

        Earlier turns are cached, so calling this after every step formats only the current turn.

        Returns:
            The record in JSON.

        Raises:
            RecordError: The match started from a point, so its past is missing.
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> classkit.new("opoly", seats=3, seed=7).record_text()[:17]
            '{\\n "classkit": 1,'
        """
        self._require_history()
        with self._replay_guard():
            self._timeline.compute_hashes()
        return record_text(self._record_head(), self._timeline)

    def _record(self) -> dict[str, Any]:
        """Return the record with the hashes computed so far."""
        return {**self._record_head(), "log": record_log(self._timeline)}

    refuse_unreadable: ClassVar[Callable[[Match, str], None]]
    """Raises an error if a record could not be opened. The package sets it, as it does
    :attr:`make_frame`.
    """

    def _require_history(self) -> None:
        """Raise an error if the match started from a point and so cannot be recorded."""
        if not self._timeline.has_opening_row:
            raise RecordError(
                "This match started from a point, so its record would be incomplete: save and "
                "continue the match in which the point was made instead."
            )

    def _record_head(self) -> dict[str, Any]:
        head = record_head(
            self.game, self.rules_version, self.edition, self.options, len(self.seats), self.seed,
            luck=self.luck_source, position=self.start_position, predictions=self.predictions,
        )  # fmt: skip
        return {**head, "at": self.step} if self.can_redo else head

    @exclusive
    def save(self, path: str | Path) -> Path:
        """Write the record to a file, and the names of seats to a separate file next to it.

        Before writing, this method checks that :func:`classkit.load` can open the record. An
        existing file is replaced only after the new file is complete.

        Args:
            path: File to write.

        Returns:
            The path.

        Raises:
            RecordError: The record could not be opened again, or the file cannot be written.
            ClasskitError: A folder in the path does not exist.
        """
        path = to_builtin(path)
        if not isinstance(path, (str, Path)) or "\0" in str(path) or not Path(path).name:
            raise ClasskitError(f"path must be the name of a file, not {truncate_text(path)}.")
        text = self.record_text()
        self.refuse_unreadable(text)
        return save_record(text, self.names, Path(path))

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"turn {self.turn}, waits for {self.request}"
        return f"<Match of {self.game.name}, {len(self.seats)} seats, {where}>"

    @read_only
    def _repr_html_(self) -> str:
        """Return the step, the open request, the standings and a small board as HTML.

        Only public information is shown, because notebooks are often projected.
        """
        from .board import overview_html  # not needed for play

        say, table = self.say(), self.visible_state(None)
        where = f"{self.game.title}: turn {self.turn}, round {self.round}, step {self.step}"
        if self.can_redo:
            where += f" of {self.last_step}"
        if self.request is None:
            races = {escape_line(title): lines for title, lines in self.visible_races(None).items()}
            won = format_winners(say, self.winners, races, say.seat_html)
            waits = f"<p>{escape_line(say.ending(self.ending or 'over'))}. {won}</p>"
        else:
            waits = self.request.html(say)
        if self.answered_seats:
            waits += f"<p>Answered: {', '.join(map(say.seat_html, self.answered_seats))}.</p>"
        standings = self.visible_standings(None)
        lines = [
            (one.place, one.seat, format_score(one.score, say.read_unit(one.unit)))
            for one in standings
        ]
        drawing = self.game.board(table), self.game.scene(table, None)
        return overview_html(where, waits, lines, *drawing, self.seats, say)
