"""Strides: how far one step goes, and so where going back, forth and to a turn stops.

Here alone it is settled where a turn or a round begins; play, Step, Back, Forward and ``goto`` all
go by it. A turn that asks nothing of anybody is no place where a match can stand: whoever goes
there finds the first request after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from .errors import known_name
from .log import Segment

UNTIL = ("decision", "turn", "round", "end")


def read_until(until: object, kind: str = "stride") -> str:
    """How far somebody wants to go, checked.

    >>> read_until("trun")
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no stride 'trun'. Did you mean 'turn'? There \
are: decision, end, round, turn.
    """
    return known_name(kind, until, UNTIL)


class Strides:
    """The strides taken along one line of play, each from one step to a later one.

    A stride need not begin where a turn does: somebody may have answered, or a person was waited
    for. So Back follows the very stride that led here, and Forward the one that led on.

    >>> strides = Strides()
    >>> strides.take("turn", 3, 8)
    >>> strides.started("turn", 8), strides.ended("turn", 3), strides.started("round", 8)
    (3, 8, None)
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
        """Where the stride began that ended here, the latest if there were several."""
        return self._starts.get((until, end))

    def ended(self, until: str, start: int) -> int | None:
        """Where the stride ended that began here."""
        return self._ends.get((until, start))

    def taken(self) -> list[tuple[str, int, int]]:
        """All that are noted: how far one went, from which step, to which."""
        noted = [(until, start, end) for (until, start), end in self._ends.items()]
        noted += [(until, start, end) for (until, end), start in self._starts.items()]
        return list(dict.fromkeys(noted))

    def forget(self, after: int) -> None:
        """Another way is taken at this step: forget the strides that ended beyond it."""
        self._starts = {key: start for key, start in self._starts.items() if key[1] <= after}
        self._ends = {key: end for key, end in self._ends.items() if end <= after}

    def take_over(self, other: Strides) -> None:
        """Note the strides of the same line, as it was before it was played again."""
        self._starts, self._ends = dict(other._starts), dict(other._ends)

    def copy(self) -> Strides:
        """The same for a fork, which goes its own way."""
        twin = Strides()
        twin.take_over(self)
        return twin


def beginnings(segments: Iterable[Segment], until: str) -> list[int]:
    """The steps at which a turn or a round begins, in order; first of all where the line does.

    Turn and round change only where a segment begins. One that asks nothing ends at the very step
    at which it begins, so the request there is that of the next one.
    """
    numbers = {
        segment.answers_before: segment.turn if until == "turn" else segment.round
        for segment in segments
    }
    changes = [step for before, step in pairwise(numbers) if numbers[step] != numbers[before]]
    return [*list(numbers)[:1], *changes]


def beginning_of(segments: Iterable[Segment], turn: int) -> int | None:
    """The step at which a turn begins, or the next that asks anything; None where none does."""
    return next((segment.answers_before for segment in segments if segment.turn >= turn), None)
