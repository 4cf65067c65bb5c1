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

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, TypeVar

from ..access import read_only
from ..events import ANSWER_KINDS, Entry, Event, Keep, Row, RowLink, Transfer
from ..state import copy_state, hash_state
from .log_cursor import LogCursor

T = TypeVar("T")
CHECKPOINTS_ONLY = Keep(events=False, ledger=False, history=False)
"""Settings of a timeline that replays the past and records only checkpoints."""


class Timeline(LogCursor):
    """The past, present and later steps of one match."""

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
    @read_only
    def events(self) -> list[Event]:
        """All events so far."""
        return list(chain.from_iterable(events for events, _ in self.events_by_segment))

    @property
    @read_only
    def transfers(self) -> list[Transfer]:
        """All transfers so far."""
        return list(chain.from_iterable(transfers for _, transfers in self.events_by_segment))

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
