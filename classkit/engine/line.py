"""The line of play: a runner that can go back, forth and aside.

A generator cannot be copied, so going back takes the copy of the table at the start of a segment
and runs that segment again with the entries already given. What was undone stays ahead until a
new answer is given, so a timeline drags both ways.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable
from itertools import chain
from typing import Any

from .errors import ClasskitError, LuckError, NothingToDo
from .events import Note
from .flows import BrokenRule, Disagreement
from .moves import Answer
from .record_form import MAX_ANSWERS
from .requests import Aside, Sealed
from .runner import Runner
from .segments import OUTCOMES, Entry, Segment, effective
from .snapshot import copy


class Line(Runner):
    """One line of play: what lies behind, where it stands, and what lies ahead."""

    latest: Any = None
    """The table at the end of the line, as it was when it was left last."""

    @property
    def last_turn(self) -> int:
        """The highest turn played, also ahead."""
        latest = max((segment.turn for segment in self.segments[-1:]), default=0)
        return max(latest, int(self.table.turn))

    @property
    def last_given(self) -> int:
        """How many answers the line has, also ahead."""
        if self.here + 1 < len(self.segments):
            last = self.segments[-1]
            return last.given_before + sum(self.counts(entry) for entry in last.entries)
        return self.given + sum(self.counts(entry) for entry in self.ahead)

    @property
    def answers(self) -> list[Entry]:
        """Everything given up to now, without the outcomes of luck."""
        so_far = chain.from_iterable(entries for _, entries in self.entries_so_far())
        return [entry for entry in effective(so_far) if entry.kind not in OUTCOMES]

    @property
    def sealed(self) -> tuple[str, ...]:
        """The seats whose sealed answers are in while others are missing."""
        return tuple(self.answered) if isinstance(self.request, Sealed) else ()

    # --- going back and forth ------------------------------------------------------------------

    def cut(self) -> None:
        """A new answer comes: what lies ahead is marked undone and kept for the record."""
        later = chain(self.ahead, *(s.entries for s in self.segments[self.here + 1 :]))
        self.entered.extend(entry._replace(undone=True) for entry in later)
        self.ahead.clear()
        del self.segments[self.here :]

    def park(self) -> None:
        """Keep the present segment, with what lies ahead in it, before going elsewhere."""
        if self.last_given == self.given:
            self.latest = self.table
        if self.frames:
            self.segments = self.whole_line()

    def seek(self, given: int) -> None:
        """Go to where ``given`` answers have been given, forward or back."""
        before = {**self.__dict__, "pieces": list(self.segments)}
        self.park()
        try:
            self.go(given)
        except BaseException:  # a rule broke that did not before: stay
            self.__dict__.update(before)
            raise

    def go(self, given: int) -> None:
        """From the nearest copy before, play again to where ``given`` answers have been given."""
        if not self.segments:  # over before anything was asked
            self.table = copy(self.table)
            return
        segments = self.segments
        starts = [segment.given_before for segment in segments]
        self.here = max(bisect_right(starts, given) - 1, 0)
        while segments[self.here].start is None:
            self.here -= 1
        segment = segments[self.here]
        self.table = copy(segment.opening)
        self.outcomes, self.given = segment.outcomes_before, segment.given_before
        self.ahead = deque()
        self.begin()
        while self.given < given:
            self.redo()

    def fork(self) -> Line:
        """Another runner at the same place, which shares the past and goes its own way."""
        self.park()
        twin = Line(self.game, self.table, self.luck, self.keep, self.seed, self.set_up)
        twin.segments, twin.journal = list(self.segments), self.journal
        twin.latest = self.latest
        twin.go(self.given)
        return twin

    def redo(self) -> None:
        """Give the next entry that lies ahead once more."""
        self.pass_undone()
        if not self.ahead:
            raise NothingToDo("There is nothing to redo: this is the latest step.")
        self.apply(self.ahead.popleft())

    @property
    def can_redo(self) -> bool:
        """Whether something lies ahead."""
        return any(not entry.undone for entry in self.ahead)

    def go_to_turn(self, turn: int) -> None:
        """Go to the first request of a turn."""
        self.park()
        for segment in self.segments:
            if segment.turn >= turn:
                self.seek(segment.given_before)
                return
        if not self.segments:
            return
        raise NothingToDo(f"Turn {turn} has not been played; the last is {self.last_turn}.")

    # --- mending --------------------------------------------------------------------------------

    def give(self, entry: Entry | Note, found: Answer | Aside | None = None) -> None:
        """Give a new, legal entry: what lies ahead is cut; if a rule breaks, all is as before.

        ``found`` is the answer as the rules get it, or the aside, where it has been found already;
        a note that stands for the entry is then enough.
        """
        if self.given >= MAX_ANSWERS:
            raise ClasskitError(f"A match of more than {MAX_ANSWERS:,} answers is not kept.")
        ahead = None
        before, here, request = self.given, self.here, self.request
        if self.ahead:  # at least the next answer of this segment, where segments lie ahead
            ahead = self.whole_line()
            self.cut()
        try:
            if type(found) is Answer:
                self.take_answer(entry, found)
            elif type(found) is Aside:
                self.take_aside(Entry._make(entry), found)
            else:
                self.apply(Entry(*entry))
        except (LuckError, Disagreement):
            self.restore(before, here, ahead)
            raise
        except Exception as error:
            told, there = self.told[-1][0], self.here
            self.restore(before, here, ahead)
            known = len(self.told[-1][0]) if there == here else 0
            clause = self.clause_near(request, told[-1].rule if len(told) > known else "")
            raise BrokenRule(error, clause) from error
        except BaseException:  # the kernel was interrupted: nothing half-done may stay
            self.restore(before, here, ahead)
            raise

    def whole_line(self) -> list[Segment]:
        """All segments, the present one among them, with what lies ahead."""
        present = self.kept()
        present.entered += self.ahead
        stored = self.segments[self.here : self.here + 1]
        if stored and stored[0].entries == present.entries:
            # nothing new since it was opened again: it knows its whole story and its row
            present = stored[0]
        return [*self.segments[: self.here], present, *self.segments[self.here + 1 :]]

    def restore(self, given: int, here: int, line: list[Segment] | None) -> None:
        """After a break: play once more up to ``given`` answers, as they lay before.

        ``here`` is the segment that was played, ``line`` all segments if something lay ahead.
        """
        if line is not None:
            self.segments = line
            self.go(given)
            return
        if self.here == here:
            self.segments[here:] = [self.kept()]
        else:
            del self.segments[here + 1 :]
        self.go(given)
        self.ahead = deque(entry for entry in self.ahead if entry.undone)

    def entries_so_far(self) -> Iterable[tuple[Segment, tuple[Entry, ...]]]:
        """Every segment up to now with its entries, the present one last."""
        for segment in self.segments[: self.here]:
            yield segment, segment.entries
        if self.frames:
            yield self.kept(), tuple(self.entries)

    def entries_ahead(self) -> Iterable[tuple[Segment | None, tuple[Entry, ...]]]:
        """What lies ahead: first in the present segment (None), then segment by segment."""
        if self.frames:
            yield None, tuple(self.ahead)
            for segment in self.segments[self.here + 1 :]:
                yield segment, segment.entries
