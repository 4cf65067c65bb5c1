"""Navigation in a match by decision, turn or round, for play, back, forward and goto.

This module is the only place that determines where a turn or a round begins. A match cannot stop at
a turn without requests: going to such a turn leads to the first request after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from .errors import ClasskitError, NothingToDo, require_known, truncate_text
from .events import Segment
from .untrusted_input import read_int

MAX_RANGES_SHOWN = 6
"""Maximum number of ranges in the ``repr``. The latest ranges are shown."""

Until: TypeAlias = Literal["decision", "turn", "round", "end"]
"""Unit of play or navigation."""

UNTIL_VALUES: tuple[Until, ...] = get_args(Until)


def check_extent(until: object) -> Until:
    """Validate and return a value of ``until``.

    >>> check_extent("trun")
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no until value 'trun'. Did you mean 'turn'? \
Choose from: decision, end, round, turn.
    """
    name = require_known("until value", until, UNTIL_VALUES)
    return next(one for one in UNTIL_VALUES if one == name)


def reject_positional(unnamed: Sequence[object]) -> None:
    """Raise an error for a positional argument of ``goto``.

    >>> reject_positional([5])
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: pass a turn or a step to goto by name: goto(turn=5) \
or goto(step=5).
    """
    if unnamed:
        raise missing_target_error(unnamed[0])


def missing_target_error(example: object = 5) -> ClasskitError:
    """Return the error for a goto without ``turn`` or ``step``."""
    example = truncate_text(example)
    return ClasskitError(
        f"pass a turn or a step to goto by name: goto(turn={example}) or goto(step={example})."
    )


def check_target(what: Literal["turn", "step"], number: object, last: int) -> int:
    """Validate and return the turn or step to go to.

    Raises:
        NothingToDo: The turn or step has not been played.

    Example:
        >>> check_target("turn", 9, last=4)
        Traceback (most recent call last):
        classkit.engine.errors.NothingToDo: Turn 9 has not been played; the last one is 4.
    """
    place = read_int(what, number, 0)
    if place > last:
        done = "played" if what == "turn" else "made"
        raise NothingToDo(
            f"{what.capitalize()} {truncate_text(place)} has not been {done}; "
            f"the last one is {last}."
        )
    return place


class StepRanges:
    """Ranges of steps in a timeline that were played together.

    A range may start in the middle of a turn, after somebody has answered. Therefore, "back"
    returns to the start of the range that ended at the current step, and "forward" goes to the end
    of the range that started there.

    >>> strides = StepRanges()
    >>> strides.record_step("turn", 3, 8)
    >>> strides.find_start("turn", 8), strides.find_end("turn", 3), strides.find_start("round", 8)
    (3, 8, None)
    >>> strides
    <StepRanges: turn 3 to 8>
    >>> strides.drop_ranges(after=7)
    >>> strides.find_start("turn", 8) is None
    True
    """

    __slots__ = ("_ends", "_starts")

    def __init__(self) -> None:
        self._starts: dict[tuple[str, int], int] = {}
        self._ends: dict[tuple[str, int], int] = {}

    def record_step(self, until: str, start: int, end: int) -> None:
        """Record a range of steps, unless it is empty."""
        if start < end:
            self._starts[until, end], self._ends[until, start] = start, end

    def find_start(self, until: str, end: int) -> int | None:
        """Return the start of this unit's latest range that ended at a step, or None."""
        return self._starts.get((until, end))

    def find_end(self, until: str, start: int) -> int | None:
        """Return the end of this unit's range that started at a step, or None."""
        return self._ends.get((until, start))

    def previous_stop(self, until: str, step: int, segments: Iterable[Segment]) -> int:
        """Return the target of "back": the start of the range that ended at ``step``.

        Without such a range, it is the start of the current turn or round, or of the previous one.
        """
        started = self.find_start(until, step)
        if started is not None:
            return started
        if until == "decision":
            return max(step - 1, 0)
        return max((one for one in segment_starts(segments, until) if one < step), default=0)

    def next_stop(self, until: str, step: int, last: int, segments: Iterable[Segment]) -> int:
        """Return the target of "forward": the end of the range that started at ``step``.

        Without such a range, it is the start of the next turn or round, or ``last`` if that is
        earlier.
        """
        ended = self.find_end(until, step)
        if ended is not None:
            return ended
        if until == "decision":
            return min(step + 1, last)
        return next_segment_start(until, step, last, segments)

    def list_ranges(self) -> list[tuple[str, int, int]]:
        """Return all ranges as tuples of unit, start and end."""
        noted = [(until, start, end) for (until, start), end in self._ends.items()]
        noted += [(until, start, end) for (until, end), start in self._starts.items()]
        return list(dict.fromkeys(noted))

    def drop_ranges(self, after: int) -> None:
        """Remove the ranges that end after a step, because play now diverges there."""
        self._starts = {key: start for key, start in self._starts.items() if key[1] <= after}
        self._ends = {key: end for key, end in self._ends.items() if end <= after}

    def copy_ranges(self, other: StepRanges) -> None:
        """Copy the ranges of this timeline from before it was replayed."""
        self._starts, self._ends = dict(other._starts), dict(other._ends)

    def __repr__(self) -> str:
        lately = [
            f"{until} {start} to {end}"
            for until, start, end in self.list_ranges()[-MAX_RANGES_SHOWN:]
        ]
        return f"<StepRanges: {', '.join(lately) or 'none'}>"

    def copy(self) -> StepRanges:
        """Return a copy for a fork."""
        twin = StepRanges()
        twin.copy_ranges(self)
        return twin


def next_segment_start(until: str, step: int, last: int, segments: Iterable[Segment]) -> int:
    """Return the step at which the next turn or round begins, or else the last step."""
    return min((one for one in segment_starts(segments, until) if one > step), default=last)


def segment_starts(segments: Iterable[Segment], until: str) -> list[int]:
    """Return the steps at which a turn or round begins, in order.

    The result is empty for "end". Turn and round change only at the start of a segment. A segment
    without requests starts and ends at the same step, so the request at that step belongs to the
    next segment.
    """
    if until == "end":
        return []
    numbers = {
        segment.answers_before: segment.turn if until == "turn" else segment.round
        for segment in segments
    }
    changes = [step for before, step in pairwise(numbers) if numbers[step] != numbers[before]]
    return [*list(numbers)[:1], *changes]


def segment_start(segments: Iterable[Segment], turn: int) -> int | None:
    """Return the step at which a turn, or the next turn with requests, begins, or None."""
    return next((segment.answers_before for segment in segments if segment.turn >= turn), None)
