"""Timeline of a match, with play, checkpoints, undo and redo, and forks.

A turn is a generator, and generators cannot be copied. Therefore, the timeline is divided into
*segments*: units of play, such as a turn, that can be started from the state alone. At the start of
each segment, the state is copied as a checkpoint. To seek to a step, the timeline starts from a
checkpoint and replays the log. Undone entries are retained as later steps. A new entry that equals
the next later step repeats it; any other entry discards the later steps. To preserve them, fork
first, as a table does for its branches.

Metrics and hashes are computed from the checkpoints on demand. Copying the state takes a tenth of a
turn's time. Replaying the past for metrics and hashes took two thirds.
"""

from __future__ import annotations

import atexit
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, TypeVar
from weakref import WeakSet

from .access import MatchAccess, exclusive_change, read_only
from .decisions import Aside, Decision, Draw, Flow, Request, Roll, Sealed
from .errors import (
    BrokenRuleError,
    EndlessMatch,
    FigureError,
    LuckError,
    NothingToDo,
    RecordMismatch,
)
from .events import (
    ANSWER_KINDS,
    FORCED_KIND,
    OUTCOME_KINDS,
    Entry,
    Event,
    EventSink,
    Keep,
    Row,
    RowLink,
    Segment,
    Transfer,
    new_tuple,
)
from .game import Game
from .metrics import Metric, compute_row, compute_row_lenient
from .moves import Answer
from .navigation import StepRanges
from .randomness import RandomSource
from .state import copy_state, hash_state

T = TypeVar("T")
MAX_ANSWERS = 20_000
"""Maximum number of answers in a match. The longest matches that end by the rules have about 2,500.
"""

MAX_FORCED = 500
"""Maximum number of consecutive forced answers. After that, a seat is asked anyway."""

CHECKPOINTS_ONLY = Keep(events=False, ledger=False, history=False)
"""Settings of a timeline that replays the past and records only checkpoints."""

SKIP_FORCED_OPTION = "skip_only_answers"
"""Name of the option that skips decisions with only one possible answer."""

SCRIPT_NAME = "script"
"""Value of ``Entry.by`` for a scripted outcome in a match with outcomes entered by hand."""


class CallFrame:
    """A running generator: a segment, or an aside that was started while a decision is open.

    ``answers`` contains the sealed answers so far. ``request`` is the decision that stays open
    during an aside.
    """

    __slots__ = ("answers", "flow", "request")

    def __init__(self, flow: Flow[None]) -> None:
        self.flow = flow
        self.request: Request | None = None
        self.answers: dict[str, Answer] = {}


def make_first_state(game: Game[Any], beginning: Callable[[], Any]) -> Any:
    """Return a new first state, with the currency of the game."""
    table = beginning()
    table.currency = game.currency
    return table


class Timeline:
    """The past, present and later steps of one match."""

    def __init__(
        self,
        game: Game[Any],
        beginning: Callable[[], Any],
        luck: RandomSource,
        keep: Keep,
        seed: int = 0,
        asks_all: bool = False,
    ) -> None:
        timelines.add(self)
        self._access = MatchAccess()
        """Who is using the line now. Each fork has its own."""
        self.asks_all = asks_all
        """Whether a seat is asked even where it has one answer only, as while a record is read."""
        self.forced_in_row = 0
        """How many answers the rules have taken since somebody was asked."""
        self.game, self.luck, self.keep, self.seed = game, luck, keep, seed
        self.make_first_state = partial(make_first_state, game, beginning)
        """The function that makes the first table, called each time it is needed."""
        self.table = self.make_first_state()
        self.skips_forced: bool = getattr(self.table.options, SKIP_FORCED_OPTION, False)
        """Whether the table has the option ``skip_only_answers`` and it is switched on."""
        self.segments: list[Segment] = []
        """The whole line. Closed segments may be shared with forks and never change."""
        self.segment_index = 0
        """The current segment's number, which is beyond the last one when the match is over."""
        self.entries: list[Entry] = []
        """The entries of the current segment, including those ahead."""
        self.entry_index = 0
        """How many of these have been given."""
        self.answer_count = self.outcome_count = 0
        """How many answers and outcomes there are in the whole line up to now."""
        self.frames: list[CallFrame] = []
        self.request: Request | None = None
        """What the match waits for; None when it is over."""
        self.journal = EventSink(keep.events, keep.ledger)
        self.computes_hashes = False
        self.only_set_up = False
        self.has_opening_row = True
        """Whether the first row is that of the opening; not where a point goes on from a past."""
        self._first_row: Row | None = None
        self._asked: tuple[Metric, ...] | None = None
        self.starting_facts: Row | None = None
        """The facts of the beginning, once the first turn has begun."""
        self.step_ranges = StepRanges()
        """The ranges of steps, for "back" and "forward"."""
        self.latest_state: Any = None
        """The table at the end of the line, as it was when it was left last."""
        self.final_sealed_seats: tuple[str, ...] = ()
        """The seats whose answers were sealed there."""
        self.truncation_count = 0
        """How often something that lay ahead has been cut off."""

    # --- open request -------------------------------------------------------------------------

    @property
    def sealed_answers(self) -> dict[str, Answer]:
        """The sealed answers so far."""
        return self.frames[-1].answers if self.frames else {}

    @property
    def sealed_seats(self) -> tuple[str, ...]:
        """The seats that have given a sealed answer while others have not."""
        return tuple(self.sealed_answers) if isinstance(self.request, Sealed) else ()

    @property
    def unopened_seats(self) -> tuple[str, ...]:
        """The seats whose latest answer stays hidden until other seats have answered."""
        request = self.request
        earlier = request.unopened if isinstance(request, Sealed) else ()
        return (*self.sealed_seats, *earlier, *self.game.secrecy.unopened_seats(self.table))

    def requests(self, seat: str | None = None) -> list[Decision]:
        """Return the open decisions of one seat, or of all seats."""
        request = self.request
        if isinstance(request, Decision):
            waiting = [request]
        elif isinstance(request, Sealed):
            answered = self.sealed_answers
            waiting = [d for d in request.decisions.values() if d.seat not in answered]
        else:
            waiting = []
        if seat is None:
            return waiting
        return [decision for decision in waiting if decision.seat == seat]

    def bot_key(self, seat: str | None, purpose: str) -> str:
        """Return the key of a bot's random numbers: equal in forks, unique to each decision."""
        before = (
            self.segments[self.segment_index].answers_before if self.frames else self.answer_count
        )
        return f"{self.seed}|{self.segment_index}|{seat}|{purpose}|{self.answer_count - before}"

    # --- play ---------------------------------------------------------------------------------

    def begin_segment(self) -> None:
        """Start the next segment from the current state, and run it to its first request.

        Raises:
            BrokenRuleError: A rule raised an error.
        """
        self.journal = EventSink(self.keep.events, self.keep.ledger)
        try:
            flow = self.start_segment()
            self.frames, self.request = [], None
            if flow is not None:
                self.frames.append(CallFrame(flow))
                self.advance_flow(None)
        except (BrokenRuleError, FigureError, LuckError, RecordMismatch):
            raise
        except Exception as error:
            raise BrokenRuleError(error, self.last_cited_clause(None)) from error

    def start_segment(self) -> Flow[None] | None:
        """Return the generator of the next segment, or None when the match is over."""
        table, segments, here = self.table, self.segments, self.segment_index
        self.entry_index = 0
        table.journal = self.journal
        if table.ending is not None or (self.only_set_up and self.game.is_set_up(table)):
            self.entries = []
            self.journal.start_segment()
            return None
        facts = self.game.starting_facts if self.starting_facts is None else ()
        if facts and self.has_opening_row and self.game.is_set_up(table):
            self.starting_facts = compute_row(facts, table)
        if here == len(segments):
            segments.append(Segment(self.answer_count, self.outcome_count))
        else:  # the segment was played before and may be shared with a fork: copy it
            before = segments[here]
            segments[here] = replace(before, entries=[*before.entries], text="")
        present = segments[here]
        self.entries = present.entries
        if self.keep.copies and present.checkpoint is None:
            present.checkpoint = copy_state(table)
        if self.computes_hashes and not present.digest:
            present.digest = hash_state(table)
        self.journal.start_segment()
        flow = self.game.segment(table)
        if flow is None:
            del segments[here:]
            self.entries = []
        return flow

    def last_checkpoint(self, number: int) -> int:
        """Return the last segment up to ``number`` with a checkpoint, or else the first segment."""
        while number and self.segments[number].checkpoint is None:
            number -= 1
        return number

    def end_segment(self) -> None:
        """Finish the current segment."""
        table, journal = self.table, self.journal
        finished = self.segments[self.segment_index]
        finished.turn, finished.round = table.turn, table.round
        finished.events, finished.transfers = journal.events or [], journal.transfers or []
        finished.links = journal.links
        if self.keep.history and not self.keep.copies and finished.row is None:
            finished.row = self.build_row(table)
        self.segment_index += 1

    def advance_flow(self, value: Any) -> None:
        """Send a value to the rules, and run them to the next request that needs an answer."""
        frames = self.frames
        frame = frames[-1]
        while True:
            try:
                request = frame.flow.send(value)
            except StopIteration:
                frames.pop()
                if frames and not self.table.is_over:
                    self.restore_request()
                    return
                frames.clear()  # an aside may have ended the match
                self.request = None
                self.end_segment()
                flow, value = self.start_segment(), None
                if flow is None:
                    return
                frame = CallFrame(flow)
                frames.append(frame)
                continue
            kind = type(request)
            if kind is Decision:
                value = self.apply_forced(request)  # type: ignore[arg-type]  # a Decision
                if value is None:
                    self.request = request
                    return
                continue
            if kind is Sealed:
                self.request, frame.answers = request, {}
                return
            if kind is not Roll and kind is not Draw:
                raise TypeError(f"a rule yielded {request!r}; write 'yield from t.ask(...)'")
            value = self.take_outcome(request)  # type: ignore[arg-type]  # the two kinds left
            if value is None:
                self.request = request
                return

    def apply_forced(self, decision: Decision) -> Answer | None:
        """Log and return a forced answer, or return None if the seat must be asked.

        If there are later steps, the log determines whether the seat is asked, so that a match in
        which every seat was asked replays unchanged.

        Raises:
            RecordMismatch: The log contains a different answer.
        """
        if not self.skips_forced:
            return None
        answer = self.forced_answer(decision)
        if answer is None:
            return None
        if self.entry_index < len(self.entries):
            entry = self.entries[self.entry_index]
            if entry.kind != FORCED_KIND:
                return None
            if (entry.seat, entry.name) != (decision.seat, answer.move):
                raise RecordMismatch(f"{entry.seat} has a different answer than {entry.name}.")
        elif self.asks_all or self.forced_in_row >= MAX_FORCED:
            return None
        self.log_entry(Entry(FORCED_KIND, decision.seat, answer.move, {}))
        return answer

    def forced_answer(self, decision: Decision) -> Answer | None:
        """Return the only possible answer of a seat, or None.

        Return None if any aside is available, or if the decision is private, because skipping it
        would reveal that the seat has no choice.
        """
        if decision.private:
            return None
        legal = decision.legal
        if len(legal) != 1 or legal[0].fields or legal[0].refusal({}) is not None:
            return None
        if self.game.has_asides and self.game.asides(self.table, decision):
            return None
        return Answer(legal[0].name, {})

    def restore_request(self) -> None:
        """Ask the decision again that was open before an aside."""
        self.request = self.frames[-1].request
        self.refresh_moves()

    def refresh_moves(self) -> None:
        """Recompute the moves of the open request after the state has changed."""
        request = self.request
        if isinstance(request, Decision):
            request.clear_moves()
        elif isinstance(request, Sealed):
            for decision in request.decisions.values():
                decision.clear_moves()

    def take_outcome(self, request: Roll | Draw) -> tuple[Any, ...] | None:
        """Return an outcome from the later steps or the random source.

        Return None if entered by hand.
        """
        label = self.table.random_label(request)
        by = SCRIPT_NAME if self.luck.by_hand else ""
        if self.entry_index < len(self.entries):
            entry = self.entries[self.entry_index]
            if by and entry.by != SCRIPT_NAME:
                return None  # entered by hand: a separate step, which redo repeats
            if entry.kind not in OUTCOME_KINDS:
                raise RecordMismatch(
                    f"{request} needs an outcome, but the record contains {entry.kind}."
                )
            if reason := request.refuse(list(entry.value)):
                raise RecordMismatch(f"{request}: {reason}")
            self.entry_index += 1
            self.outcome_count += 1
            return tuple(entry.value)
        outcome = self.luck.outcome(request, label, self.outcome_count)
        if outcome is not None:
            given = (request.name, request.seat, request.purpose, outcome, by, False)
            self.log_entry(new_tuple(Entry, given))
        return outcome

    def log_entry(self, entry: Entry) -> None:
        """Append an entry to the log, unless the log is being replayed."""
        if self.entry_index == len(self.entries):
            self.entries.append(entry)
        else:
            self.entries[self.entry_index] = entry
        self.entry_index += 1
        if entry.kind == FORCED_KIND:
            self.forced_in_row += 1
            return
        if entry.kind not in OUTCOME_KINDS:
            self.answer_count += 1
            self.forced_in_row = 0
            return
        self.outcome_count += 1
        if self.is_step(entry):
            self.answer_count += 1

    def is_step(self, entry: Entry) -> bool:
        """Return whether undo counts an entry as a step, because a person or a bot made it."""
        by_hand = self.luck.by_hand and entry.kind in OUTCOME_KINDS and entry.by != SCRIPT_NAME
        return entry.kind in ANSWER_KINDS or by_hand

    # --- entries ------------------------------------------------------------------------------

    def give_entry(self, entry: Entry, aside: Aside | None = None) -> None:
        """Apply a legal entry. If this fails, the timeline is unchanged.

        If the entry equals the next later step, the following steps are preserved. Any other entry
        discards the later steps.

        Args:
            entry: The entry.
            aside: The aside that the entry names, if the caller has already looked it up.

        Raises:
            BrokenRuleError: A rule raised an error.
            FigureError: A metric raised an error.
            LuckError: A scripted outcome does not fit.
        """
        if self.answer_count >= MAX_ANSWERS:
            raise EndlessMatch(
                f"This match has reached the maximum of {MAX_ANSWERS:,} answers and cannot "
                "continue. You can look at it, save it, or go back and decide differently. If the "
                "game has an option that limits its turns or rounds, set it for the next match."
            )
        ahead = None
        place, request = (
            (self.segment_index, self.entry_index, self.answer_count, self.truncation_count),
            self.request,
        )
        if self.entry_index < len(self.entries):
            ahead = [*self.segments]
            ahead[self.segment_index] = replace(ahead[self.segment_index], entries=[*self.entries])
            if not self.matches_next(entry):
                self.truncate_future()
        try:
            self.apply_entry(entry, aside)
        except (LuckError, RecordMismatch) as error:
            if error.turn is None:  # the timeline may now be at an earlier turn
                error.turn = int(self.table.turn)
            self.restore_place(place, ahead)
            raise
        except FigureError:
            self.restore_place(place, ahead)
            raise
        except Exception as error:
            events, here = self.segment_events, self.segment_index
            self.restore_place(place, ahead)
            new = events[len(self.segment_events) if here == place[0] else 0 :]
            clause = new[-1].rule if new else self.last_cited_clause(request)
            raise BrokenRuleError(error, clause) from error
        except BaseException:  # the kernel was interrupted: undo the partial change
            self.restore_place(place, ahead)
            raise
        if ahead is not None and self.truncation_count > place[3]:
            self.step_ranges.drop_ranges(after=place[2])

    def matches_next(self, entry: Entry) -> bool:
        """Return whether an entry equals the next later step.

        Sealed answers are opened together, so any later sealed answer of the same decision matches.
        It is moved to the front.
        """
        for at in range(self.entry_index, len(self.entries)):
            ahead = self.entries[at]
            if same_entry(ahead, entry):
                self.entries.insert(self.entry_index, self.entries.pop(at))
                return True
            is_sealed = isinstance(self.request, Sealed) and ahead.kind == "answer"
            if not is_sealed or ahead.seat == entry.seat:
                return False
        return False

    def apply_entry(self, entry: Entry, aside: Aside | None = None) -> None:
        """Apply an entry that is known to be legal."""
        kind, request = entry.kind, self.request
        if kind == "answer":
            answer = new_tuple(Answer, (entry.name, entry.value))
            if type(request) is Decision:
                self.log_entry(entry.as_secret() if request.private else entry)
                self.advance_flow(answer)
            elif type(request) is Sealed:
                self.log_entry(entry.as_secret())
                self.add_sealed_answer(request, entry.seat or "", answer)
        elif kind == "aside":
            self.take_aside(entry, aside or self.game.find_aside(self.table, self.request, entry))
        elif kind == "withdraw":
            self.log_entry(entry)
            del self.sealed_answers[entry.seat or ""]
        elif kind == "signal":
            self.take_signal(entry)
        elif kind == FORCED_KIND:
            self.log_entry(entry)
            self.advance_flow(Answer(entry.name, {}))
        else:
            self.log_entry(entry)
            self.advance_flow(tuple(entry.value))

    def add_sealed_answer(self, sealed: Sealed, seat: str, answer: Answer) -> None:
        """Add one sealed answer, and open all answers after the last one."""
        answers = self.sealed_answers
        answers[seat] = answer
        if len(answers) == len(sealed.decisions):
            self.advance_flow({seat: answers[seat] for seat in sealed.decisions})

    def take_aside(self, entry: Entry, aside: Aside) -> None:
        """Log an aside, and carry it out while the request stays open."""
        self.log_entry(entry.as_secret() if aside.private else entry)
        self.frames[-1].request = self.request
        self.frames.append(CallFrame(aside.run(**entry.value)))
        self.advance_flow(None)

    def take_signal(self, entry: Entry) -> None:
        """Send a signal to the game, which may end the match."""
        self.log_entry(entry)
        self.game.signal(self.table, entry.name)
        if self.table.is_over:
            self.frames.clear()
            self.request = None
            self.end_segment()
            self.start_segment()
        else:
            self.refresh_moves()

    def truncate_future(self) -> None:
        """Discard the later steps."""
        self.truncation_count += 1
        del self.entries[self.entry_index :], self.segments[self.segment_index + 1 :]
        if self.frames:
            self.forget_end(self.segments[self.segment_index])

    def forget_end(self, segment: Segment) -> None:
        """Discard the values computed for the end of a segment, because a new answer changes it."""
        segment.row, segment.turn, segment.round = None, 0, 0

    def restore_place(self, place: tuple[int, int, int, int], ahead: list[Segment] | None) -> None:
        """Return to an earlier place after a rule raised an error.

        ``ahead`` contains all segments of the previous timeline if there were later steps.
        """
        here, at, given, self.truncation_count = place
        if ahead is None:
            del self.segments[here + 1 :]
            del self.segments[here].entries[at:]
            self.forget_end(self.segments[here])
        else:
            self.segments = ahead
        self.seek_segment(given)

    # --- going back and forth -----------------------------------------------------------------

    @property
    def last_turn(self) -> int:
        """The highest turn played, including later steps."""
        return max(self.get_turn(len(self.segments) - 1), int(self.table.turn))

    def get_turn(self, number: int) -> int:
        """Return the turn of a segment, or 0 if the segment does not exist."""
        return self.current_segments()[number].turn if number >= 0 else 0

    def current_segments(self) -> list[Segment]:
        """Update the turn and round of the current segment, and return all segments."""
        if self.frames:
            present, table = self.segments[self.segment_index], self.table
            present.turn = max(present.turn, int(table.turn))
            present.round = max(present.round, int(table.round))
        return self.segments

    @property
    def total_answers(self) -> int:
        """Number of answers, including later steps."""
        if self.segment_index + 1 < len(self.segments):
            last = self.segments[-1]
            return last.answers_before + sum(map(self.is_step, last.entries))
        return self.answer_count + sum(map(self.is_step, self.entries[self.entry_index :]))

    @property
    def can_redo(self) -> bool:
        """True if there are later steps."""
        return self.entry_index < len(self.entries)

    def redo(self) -> None:
        """Repeat the next later step."""
        if not self.can_redo:
            raise NothingToDo("There is nothing to redo: this is the latest step.")
        self.apply_entry(self.entries[self.entry_index])

    @exclusive_change
    def seek(self, given: int) -> None:
        """Go to the step with ``given`` answers. If a rule raises an error, do nothing."""
        self.save_cursor()
        before = {**self.__dict__, "segments": [*self.segments]}
        try:
            self.seek_segment(given)
        except BaseException:
            self.__dict__.update(before)
            raise

    def save_cursor(self) -> None:
        """Save the current place before seeking."""
        if self.total_answers == self.answer_count:
            self.latest_state, self.final_sealed_seats = self.table, self.unopened_seats
        self.current_segments()

    def seek_segment(self, given: int) -> None:
        """Replay from the nearest checkpoint to the step with ``given`` answers."""
        if not self.segments:  # the match ended before the first request
            self.table = copy_state(self.table)
            return
        starts = [segment.answers_before for segment in self.segments]
        self.load_segment_start(self.last_checkpoint(max(bisect_right(starts, given) - 1, 0)))
        while self.answer_count < given:
            self.redo()

    def load_segment_start(self, number: int) -> None:
        """Go to the first request of a segment with a checkpoint, or of the first segment."""
        segment, start = self.segments[number], self.segments[number].checkpoint
        self.segment_index, self.table = (
            number,
            self.make_first_state() if start is None else copy_state(start),
        )
        self.answer_count, self.outcome_count = segment.answers_before, segment.outcomes_before
        self.begin_segment()

    def fork(self) -> Timeline:
        """Return an independent timeline at the same step, which shares the past."""
        self.save_cursor()
        twin = self.make_twin()
        twin._access = MatchAccess()
        twin.step_ranges = self.step_ranges.copy()
        twin.seek_segment(self.answer_count)
        return twin

    def make_twin(self) -> Timeline:
        """Return a timeline with the same content, which must load a segment before it is used."""
        twin = object.__new__(Timeline)
        twin.__dict__.update(self.__dict__)
        twin.segments, twin.frames = [*self.segments], []
        timelines.add(twin)
        return twin

    # --- the past -----------------------------------------------------------------------------

    @property
    @read_only
    def answers(self) -> list[Entry]:
        """All entries so far except random outcomes."""
        closed = self.segments[: self.segment_index]
        for segment in closed:
            if segment.answers is None:
                segment.answers = list_answers(segment.entries)
        here = list_answers(self.entries_here()) if self.frames else []
        return [*chain.from_iterable(segment.answers or () for segment in closed), *here]

    def entries_here(self) -> list[Entry]:
        """Return the entries since the start of the current segment."""
        return self.entries[: self.entry_index]

    def past_entries(self) -> Iterator[tuple[int, list[Entry]]]:
        """Yield the number and entries of each segment so far, ending with the current one."""
        for number, segment in enumerate(self.segments[: self.segment_index]):
            yield number, segment.entries
        if self.frames:
            yield self.segment_index, self.entries[: self.entry_index]

    def future_entries(self) -> Iterator[tuple[int, list[Entry]]]:
        """Yield the later steps: the rest of the current segment, then each later segment."""
        if self.frames:
            yield self.segment_index, self.entries[self.entry_index :]
            for number in range(self.segment_index + 1, len(self.segments)):
                yield number, self.segments[number].entries

    @property
    @read_only
    def events_by_segment(self) -> list[tuple[list[Event], list[Transfer]]]:
        """Events and transfers of each segment so far."""
        closed = [
            (segment.events, segment.transfers) for segment in self.segments[: self.segment_index]
        ]
        return [*closed, (self.segment_events, self.journal.transfers or [])]

    @property
    @read_only
    def links_by_segment(self) -> list[list[RowLink]]:
        """Additional links between events and transfers, for each segment so far."""
        closed = [segment.links for segment in self.segments[: self.segment_index]]
        return [*closed, self.journal.links]

    @property
    def segment_events(self) -> list[Event]:
        """The events of the current segment."""
        return self.journal.events or []

    @property
    @read_only
    def events(self) -> list[Event]:
        """All events so far."""
        return list(chain.from_iterable(events for events, _ in self.events_by_segment))

    @property
    @read_only
    def transfers(self) -> list[Transfer]:
        """All transfers so far."""
        return list(chain.from_iterable(transfers for _, transfers in self.events_by_segment))

    def last_cited_clause(self, request: Request | None) -> str:
        """Return the most recently cited clause, from the answered request or an event."""
        if request is not None:
            return request.rule
        return self.segment_events[-1].rule if self.segment_events else ""

    # --- computed on demand -------------------------------------------------------------------

    @property
    @read_only
    def history_rows(self) -> list[Row]:
        """The metrics at the opening and after each turn so far, as one row per turn.

        Missing rows are computed from checkpoints, so a failing metric does not interrupt play. A
        timeline without checkpoints computes the rows during play.
        """
        if not self.keep.history or not self.segments:
            return []
        ends = self.turn_end_segments()
        missing = sorted(at for at in ends.values() if self.segments[at].row is None)
        if missing:
            tables = self.segment_states(missing[0] + 1, missing[-1] + 1)
            for at in missing:
                self.segments[at].row = self.build_row(tables[at - missing[0]])
        made = [self.first_row(), *(self.segments[at].row for at in ends.values())]
        return list({row["turn"]: row for row in made if row is not None}.values())

    def turn_end_segments(self) -> dict[int, int]:
        """Return the number of the last segment of each turn so far."""
        return {segment.turn: at for at, segment in enumerate(self.segments[: self.segment_index])}

    def first_row(self) -> Row | None:
        """Return the metrics at the opening, or None before set-up is complete."""
        if self._first_row is None and self.has_opening_row:
            table = self.segments[0].checkpoint or self.make_first_state()
            if self.game.is_set_up(table):
                self._first_row = self.build_row(table)
        return self._first_row

    def build_row(self, table: Any) -> Row:
        """Compute the recorded metrics of a state."""
        return compute_row_lenient(self.recorded_metrics(table), table)

    def recorded_metrics(self, table: Any) -> tuple[Metric, ...]:
        """Return the metrics that the history contains."""
        asked = self.keep.figures
        if asked is None:
            return self.game.active_metrics(table)
        if self._asked is None:
            self._asked = tuple(one for one in self.game.active_metrics(table) if one.key in asked)
        return self._asked

    def copy_start_state(self) -> Any:
        """Return a copy of the state at the start of the current segment."""
        return copy_state(
            self.segment_states(self.segment_index, self.segment_index)[0]
            if self.frames
            else self.table
        )

    def compute_hashes(self, first: int = 0, last: int | None = None) -> None:
        """Compute missing hashes of the segments in a range.

        By default, the range is the whole timeline, and hashes are computed during play from then
        on.
        """
        self.computes_hashes |= last is None
        upto = len(self.segments) if last is None else last + 1
        missing = [at for at in range(first, upto) if not self.segments[at].digest]
        if missing:
            tables = self.segment_states(missing[0], missing[-1])
            for at in missing:
                self.segments[at].digest = hash_state(tables[at - missing[0]])

    def map_turn_ends(self, look: Callable[[Any], T], first: int, last: int) -> dict[int, T]:
        """Call a function on the state at the end of each turn in a range.

        These are the same states as in :attr:`history_rows`; the opening is the turn before the
        first one. Unfinished turns are omitted.
        """
        shown: dict[int, T] = {}
        opening = self.segments[0].checkpoint if self.segments else None
        opening = opening or self.make_first_state()
        if self.has_opening_row and first <= opening.turn <= last and self.game.is_set_up(opening):
            shown[opening.turn] = look(opening)
        ends = {turn: at for turn, at in self.turn_end_segments().items() if first <= turn <= last}
        if ends:
            after = min(ends.values()) + 1
            tables = self.segment_states(after, max(ends.values()) + 1)
            shown |= {turn: look(tables[at + 1 - after]) for turn, at in ends.items()}
        return shown

    def segment_states(self, first: int, last: int) -> list[Any]:
        """Return the states at the start of the segments in a range. Do not modify them.

        For a finished match, the current state follows the last segment. A timeline without
        checkpoints is replayed on a separate state.
        """
        segments = self.segments
        if any(segment.checkpoint is None for segment in segments[first : last + 1]):
            twin = self.make_twin()
            twin.keep = CHECKPOINTS_ONLY
            twin.load_segment_start(self.last_checkpoint(first))
            while twin.segment_index < last:
                twin.redo()
            segments = twin.segments
        kept = [segment.checkpoint for segment in segments[first : last + 1]]
        return kept if last < len(segments) else [*kept, self.table]


def list_answers(entries: list[Entry]) -> list[Entry]:
    """Return the entries without random outcomes."""
    return [entry for entry in entries if entry.kind in ANSWER_KINDS]


def same_entry(ahead: Entry, entry: Entry) -> bool:
    """Return whether two entries are equal, regardless of who made them.

    >>> bid = Entry("answer", "B", "bid", {"amount": 5}, by="saver")
    >>> same_entry(bid, bid._replace(by="", secret=True)), same_entry(bid, bid._replace(seat="C"))
    (True, False)
    """
    return ahead[:3] == entry[:3] and (ahead.value or None) == (entry.value or None)


def close_coroutines() -> None:
    """Close running generators before Python clears its modules at exit.

    If they are closed later, the exception classes that the rules catch no longer exist, and Python
    prints errors.
    """
    for timeline in timelines:
        for frame in timeline.frames:
            with suppress(Exception):  # the generator may be in use by another thread
                frame.flow.close()


timelines: WeakSet[Timeline] = WeakSet()
"""All timelines of this process, whose generators are closed at its end."""
atexit.register(close_coroutines)
