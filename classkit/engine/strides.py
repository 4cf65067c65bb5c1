"""Strides along a match: how far one step goes, and where going back, forth and to a turn stops.

Here alone it is settled where a turn or a round begins; play, Step, Back, Forward and ``goto`` all
go by it. A turn that asks nothing of anybody is no place where a match can stand: whoever goes
there finds the first request after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from .data import read_whole
from .errors import ClasskitError, NothingToDo, known_name, shorten
from .log import Segment

FEW_STRIDES = 6
"""The most strides shown: the latest."""

Until: TypeAlias = Literal["decision", "turn", "round", "end"]
"""How far to go on or back."""

UNTIL: tuple[Until, ...] = get_args(Until)


def read_until(until: object) -> Until:
    """Check how far somebody wants to go.

    >>> read_until("trun")
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no stride 'trun'. Did you mean 'turn'? There \
are: decision, end, round, turn.
    """
    name = known_name("stride", until, UNTIL)
    return next(one for one in UNTIL if one == name)


def refuse_places(unnamed: Sequence[object]) -> None:
    """Refuse a place that names neither turn nor step.

    >>> refuse_places([5])
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: goto takes a turn or a step by its name: goto(turn=5) \
or goto(step=5).
    """
    if unnamed:
        raise no_place(unnamed[0])


def no_place(where: object = 5) -> ClasskitError:
    """Return the error for a goto without turn or step by name; ``where`` is its example."""
    where = shorten(where)
    return ClasskitError(
        f"goto takes a turn or a step by its name: goto(turn={where}) or goto(step={where})."
    )


def read_place(what: Literal["turn", "step"], number: object, last: int) -> int:
    """Return a turn or a step to go to; NothingToDo where it has not been played.

    >>> read_place("turn", 9, last=4)
    Traceback (most recent call last):
    classkit.engine.errors.NothingToDo: Turn 9 has not been played; the last one is 4.
    """
    place = read_whole(what, number, 0)
    if place > last:
        done = "played" if what == "turn" else "made"
        raise NothingToDo(
            f"{what.capitalize()} {shorten(place)} has not been {done}; the last one is {last}."
        )
    return place


class Strides:
    """The strides taken along one line of play, each from one step to a later one.

    A stride need not begin where a turn does: somebody may have answered, or a person was waited
    for. So Back follows the very stride that led here, and Forward the one that led on.

    >>> strides = Strides()
    >>> strides.take("turn", 3, 8)
    >>> strides.started("turn", 8), strides.ended("turn", 3), strides.started("round", 8)
    (3, 8, None)
    >>> strides
    <Strides: turn 3 to 8>
    >>> strides.forget(after=7)
    >>> strides.started("turn", 8) is None
    True
    """

    __slots__ = ("_ends", "_starts")

    def __init__(self) -> None:
        self._starts: dict[tuple[str, int], int] = {}
        self._ends: dict[tuple[str, int], int] = {}

    def take(self, until: str, start: int, end: int) -> None:
        """Note a stride; one that went nowhere is none."""
        if start < end:
            self._starts[until, end], self._ends[until, start] = start, end

    def started(self, until: str, end: int) -> int | None:
        """Return where the stride began that ended here, the latest if there were several."""
        return self._starts.get((until, end))

    def ended(self, until: str, start: int) -> int | None:
        """Return where the stride ended that began here."""
        return self._ends.get((until, start))

    def before(self, until: str, step: int, segments: Iterable[Segment]) -> int:
        """Return the step to which Back goes: where the stride began that ended here.

        If none did, where this turn or round began, or the one before it.
        """
        started = self.started(until, step)
        if started is not None:
            return started
        if until == "decision":
            return max(step - 1, 0)
        return max((one for one in beginnings(segments, until) if one < step), default=0)

    def after(self, until: str, step: int, last: int, segments: Iterable[Segment]) -> int:
        """Return the step to which Forward goes: where the stride ended that began here.

        If none did, where the next turn or round begins; at most to the ``last`` step ahead.
        """
        ended = self.ended(until, step)
        if ended is not None:
            return ended
        if until == "decision":
            return min(step + 1, last)
        return next_beginning(until, step, last, segments)

    def taken(self) -> list[tuple[str, int, int]]:
        """List all that are noted: how far one went, from which step, to which."""
        noted = [(until, start, end) for (until, start), end in self._ends.items()]
        noted += [(until, start, end) for (until, end), start in self._starts.items()]
        return list(dict.fromkeys(noted))

    def forget(self, after: int) -> None:
        """Forget the strides that ended beyond a step from which another way is taken."""
        self._starts = {key: start for key, start in self._starts.items() if key[1] <= after}
        self._ends = {key: end for key, end in self._ends.items() if end <= after}

    def take_over(self, other: Strides) -> None:
        """Note the strides of the same line, as it was before it was played again."""
        self._starts, self._ends = dict(other._starts), dict(other._ends)

    def __repr__(self) -> str:
        lately = [f"{until} {start} to {end}" for until, start, end in self.taken()[-FEW_STRIDES:]]
        return f"<Strides: {', '.join(lately) or 'none'}>"

    def copy(self) -> Strides:
        """Return a copy for a fork, which goes its own way."""
        twin = Strides()
        twin.take_over(self)
        return twin


def next_beginning(until: str, step: int, last: int, segments: Iterable[Segment]) -> int:
    """Return the step at which the next turn or round begins; else the last one ahead."""
    return min((one for one in beginnings(segments, until) if one > step), default=last)


def beginnings(segments: Iterable[Segment], until: str) -> list[int]:
    """List the steps at which a turn or round begins, in order; first where the line does.

    There are none for the "end". Turn and round change only where a segment begins. One that asks
    nothing ends at the very step at which it begins, so the request there is that of the next one.
    """
    if until == "end":
        return []
    numbers = {
        segment.answers_before: segment.turn if until == "turn" else segment.round
        for segment in segments
    }
    changes = [step for before, step in pairwise(numbers) if numbers[step] != numbers[before]]
    return [*list(numbers)[:1], *changes]


def beginning_of(segments: Iterable[Segment], turn: int) -> int | None:
    """Return the step at which a turn begins, or the next turn that asks anything; else None."""
    return next((segment.answers_before for segment in segments if segment.turn >= turn), None)
