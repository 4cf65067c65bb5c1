"""What a match is now: the open request, the state, and what each viewer may see of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NoReturn

from ..access import MatchAccess, read_only
from ..decisions import Aside, Decision, Draw, Request, Roll, find_open_decision
from ..editions import Edition
from ..errors import (
    BrokenRuleError,
    ClasskitError,
    LuckError,
    NamedValues,
    RuleError,
    truncate_text,
)
from ..events import Entry, Keep
from ..game import Game, Standing
from ..history import Timeline
from ..ledger import Ledger
from ..metrics import compute_row, compute_row_lenient
from ..moves import Move
from ..navigation import StepRanges
from ..options import Options
from ..positions import Position
from ..rulebook_text import TextFormatter
from ..seats import name_seats
from ..serialization import record_head, record_log
from ..state import hash_state
from ..views import View, check_seat, read_viewer

if TYPE_CHECKING:
    from ..board import Board


class MatchQueries:
    """The present of a match, which can be read but not changed."""

    game: Game[Any]
    seats: tuple[str, ...]
    edition: Edition
    options: Options
    seed: int
    luck_source: Any
    start_position: Position | None
    names: dict[str, str]
    predictions: Mapping[str, Any]
    keep: Keep
    rules_version: str
    _views: dict[str | None, View]
    _timeline: Timeline
    _access: MatchAccess
    _titles: tuple[tuple[Mapping[str, str], Board, Mapping[str, str]] | None, Mapping[str, str]] = (
        None,
        {},
    )
    _called: tuple[Mapping[str, str], Mapping[str, str] | None] = ({}, None)
    """The entered names, and the name of each seat that follows from them."""

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

    @property
    @read_only
    def signals(self) -> dict[str, str]:
        """Signals that would currently have an effect, and their clauses."""
        known = {} if self.is_over else self.game.signals
        return {name: rule for name, rule in known.items() if not self._signal_refusal(name)}

    def _signal_refusal(self, name: str) -> str:
        """Return why a signal would have no effect now, or an empty string."""
        if self.is_over:
            return "The match is over: signals have no effect."
        return self.game.signal_refusal(self.table, name)

    def _raise_rule_error(self, broken: BrokenRuleError) -> NoReturn:
        """Raise a RuleError with the most recently cited clause."""
        cause = broken.cause
        if isinstance(cause, LuckError):
            raise cause
        clause = str(getattr(cause, "rule", "") or broken.clause)
        raise RuleError(self.game.name, clause, cause, self._record()) from cause

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

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"turn {self.turn}, waits for {self.request}"
        return f"<Match of {self.game.name}, {len(self.seats)} seats, {where}>"

    # --- the record in an error ----------------------------------------------------------------

    def _record(self) -> dict[str, Any]:
        """Return the record with the hashes computed so far."""
        return {**self._record_head(), "log": record_log(self._timeline)}

    def _record_head(self) -> dict[str, Any]:
        head = record_head(
            self.game, self.rules_version, self.edition, self.options, len(self.seats), self.seed,
            luck=self.luck_source, position=self.start_position, predictions=self.predictions,
        )  # fmt: skip
        return {**head, "at": self.step} if self.can_redo else head
