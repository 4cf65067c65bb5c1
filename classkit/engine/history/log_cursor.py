"""The log of a match: new entries, and the way back and forth in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import Self

from ..access import MatchAccess, exclusive_change
from ..decisions import Aside, Decision, Sealed
from ..errors import (
    BrokenRuleError,
    EndlessMatch,
    FigureError,
    LuckError,
    NothingToDo,
    RecordMismatch,
)
from ..events import FORCED_KIND, Entry, Segment, new_tuple
from ..moves import Answer
from ..state import copy_state
from .turn_stepper import CallFrame, TurnStepper, timelines

MAX_ANSWERS = 20_000
"""Maximum number of answers in a match. The longest matches that end by the rules have about 2,500.
"""


class LogCursor(TurnStepper):
    """A place in the log of a match, which can be extended, cut off and replayed."""

    # --- new entries --------------------------------------------------------------------------

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

    def fork(self) -> Self:
        """Return an independent timeline at the same step, which shares the past."""
        self.save_cursor()
        twin = self.make_twin()
        twin._access = MatchAccess()
        twin.step_ranges = self.step_ranges.copy()
        twin.seek_segment(self.answer_count)
        return twin

    def make_twin(self) -> Self:
        """Return a timeline with the same content, which must load a segment before it is used."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.segments, twin.frames = [*self.segments], []
        timelines.add(twin)
        return twin

    def entries_here(self) -> list[Entry]:
        """Return the entries since the start of the current segment."""
        return self.entries[: self.entry_index]


def same_entry(ahead: Entry, entry: Entry) -> bool:
    """Return whether two entries are equal, regardless of who made them.

    >>> bid = Entry("answer", "B", "bid", {"amount": 5}, by="saver")
    >>> same_entry(bid, bid._replace(by="", secret=True)), same_entry(bid, bid._replace(seat="C"))
    (True, False)
    """
    return ahead[:3] == entry[:3] and (ahead.value or None) == (entry.value or None)
