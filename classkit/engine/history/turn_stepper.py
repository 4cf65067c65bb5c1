"""The generators of the rules, run from one request to the next."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar
from weakref import WeakSet

from ..access import MatchAccess
from ..decisions import Decision, Draw, Flow, Request, Roll, Sealed
from ..errors import BrokenRuleError, FigureError, LuckError, RecordMismatch
from ..events import (
    ANSWER_KINDS,
    FORCED_KIND,
    OUTCOME_KINDS,
    Entry,
    Event,
    EventSink,
    Keep,
    Row,
    Segment,
    new_tuple,
)
from ..game import Game
from ..metrics import Metric, compute_row, compute_row_lenient
from ..moves import Answer
from ..navigation import StepRanges
from ..randomness import RandomSource
from ..state import copy_state, hash_state

T = TypeVar("T")

MAX_FORCED = 500
"""Maximum number of consecutive forced answers. After that, a seat is asked anyway."""

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


class TurnStepper:
    """The current segment of a match: its generators, and what they wait for."""

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

    @property
    def segment_events(self) -> list[Event]:
        """The events of the current segment."""
        return self.journal.events or []

    def last_cited_clause(self, request: Request | None) -> str:
        """Return the most recently cited clause, from the answered request or an event."""
        if request is not None:
            return request.rule
        return self.segment_events[-1].rule if self.segment_events else ""

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


def close_coroutines() -> None:
    """Close running generators before Python clears its modules at exit.

    If they are closed later, the exception classes that the rules catch no longer exist, and Python
    prints errors.
    """
    for timeline in timelines:
        for frame in timeline.frames:
            with suppress(Exception):  # the generator may be in use by another thread
                frame.flow.close()


timelines: WeakSet[TurnStepper] = WeakSet()
"""All timelines of this process, whose generators are closed at its end."""

atexit.register(close_coroutines)
