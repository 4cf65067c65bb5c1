"""The :class:`Match`: one match of one game, and the public interface of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Never

from classkit.deprecation import warn_about_members

from ..access import exclusive, read_only
from ..bots import Bots, check_signature, make_policy, parse_bots
from ..call_keywords import KnownOptions, with_typed_keywords
from ..decisions import Aside, Decision, Draw, Roll
from ..editions import Edition
from ..errors import (
    BrokenRuleError,
    ClasskitError,
    IllegalMove,
    LuckError,
    MatchInUse,
    NothingToDo,
    PositionError,
    UnknownName,
    require_known,
    truncate_text,
)
from ..events import FORCED_KIND, INSTRUCTOR, Entry, Keep, copy_plain_fields
from ..game import Game, Standing
from ..history import Timeline
from ..id_names import replace_ids
from ..moves import read_answer
from ..navigation import (
    Until,
    check_extent,
    check_target,
    missing_target_error,
    next_segment_start,
    reject_positional,
    segment_start,
)
from ..options import Options
from ..policy import Players, Policy
from ..positions import Point, Position, build_placed_state, refuse_outcome
from ..randomness import RandomSource, prepend_outcomes
from ..renaming.renamed_game import name_for_edition
from ..rulebook_text import format_count
from ..seats import read_name
from ..untrusted_input import read_int, to_builtin
from ..views import PastSource, View, read_viewer
from .record import MatchRecord

if TYPE_CHECKING:
    import pandas as pd


def find_own_options(given: Mapping[str, Any]) -> KnownOptions:
    """Return the options of the match in a call. They can no longer be changed."""
    game: Game[Any] = given["self"].game
    return KnownOptions(game.name, {game.name: game.options}, has_begun=True)


@warn_about_members
class Match(MatchRecord):
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

    def as_seen_by(self, seat: str | None) -> SeenMatch:
        """Return the match as a page or a file may show it to a viewer.

        Args:
            seat: A seat's letter; EVERYBODY or None for the public; INSTRUCTOR for everything.

        Returns:
            The state, standings, races and view that this viewer may see.

        Raises:
            UnknownName: The seat is unknown.

        Example:
            >>> import classkit
            >>> m = classkit.new("poleconomy", seats=2, seed=7)
            >>> m.as_seen_by("A").state is m.table
            True
        """
        if seat is not None and (type(seat) is not str or seat not in self.seats):
            seat = read_viewer(seat, self.seats, self.seat_names)  # 7.5 µs, at each step of a room
        return SeenMatch(self, seat)

    # --- explanations and pandas frames -----------------------------------------------------

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
        from classkit.attribution.explanation import explain_change  # rarely needed

        return explain_change(self, figure, seat, turn, since, seen_as, part)

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
        from classkit.frames import history_frame  # imports pandas

        return history_frame(self, wide=wide, seen_as=seen_as, names=names)

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
        from classkit.frames import events_frame  # imports pandas

        return events_frame(self, seen_as=seen_as, names=names)

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
        from classkit.frames import ledger_frame  # imports pandas

        return ledger_frame(self, seen_as=seen_as, names=names)

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
        from classkit.frames import answers_frame  # imports pandas

        return answers_frame(self, seen_as=seen_as, names=names)

    @read_only
    def _repr_html_(self) -> str:
        from classkit.cell_html import match_html  # not needed for play

        return match_html(self)


class SeenMatch:
    """A match as a page or a file may show it to one viewer (:meth:`Match.as_seen_by`).

    At an earlier step, the game may hide information that is still hidden at the last step
    (:meth:`.Secrecy.redact_past_state`). Bots use :meth:`Match.view`, which shows the exact state
    of the step.

    Args:
        match: The match.
        viewer: A seat's letter; None for the public; INSTRUCTOR for everything.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=2, seed=7)
        >>> m.as_seen_by("B").view.seat, list(m.as_seen_by(None).races)
        ('B', ['Net worth'])
    """

    __slots__ = ("_access", "match", "viewer")

    def __init__(self, match: Match, viewer: str | None) -> None:
        self.match, self.viewer, self._access = match, viewer, match._access

    @property
    @read_only
    def state(self) -> Any:
        """The :class:`GameState` that may be shown. Do not modify it."""
        match = self.match
        if self.viewer == INSTRUCTOR or not match.can_redo:
            return match.table
        return match.game.secrecy.redact_past_state(match.table, match._timeline.latest_state)

    @property
    @read_only
    def standings(self) -> list[Standing]:
        """The standings in :attr:`state`, best seat first."""
        return self.match.game.standings(self.state)

    @property
    @read_only
    def races(self) -> dict[str, list[Standing]]:
        """Every race in :attr:`state` by title, the standings first."""
        races = self.match.game.all_races(self.state)
        return {title: list(lines) for title, lines in races.items()}

    @property
    @read_only
    def view(self) -> View:
        """The view of :attr:`state`."""
        match = self.match
        if self.viewer == INSTRUCTOR or not match.can_redo:
            return match.view(self.viewer)
        return match.game.view(PastSource(match._timeline, self.state), self.viewer)
