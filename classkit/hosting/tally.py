"""What happens again and again is counted, and told once a minute.

Strangers can cause any line of a log as often as they like. So of each kind a few lines are written
as they come, and the others are counted. A kind is the place in a program that a line comes from;
there are only so many, whatever the lines say. Requests that are refused are only counted, by
status and by the addresses that they came from.

>>> tally = Tally(few=1, clock=lambda: 0.0)
>>> [tally.is_new("frames.py:7", f"frame {n} was refused") for n in range(3)]
[True, False, False]
>>> for n in range(1_234): tally.refused(429, f"10.0.0.{n % 3}")
>>> for level, sentence in tally.close(): print(sentence)
In the last minute 2 more lines were like this: frame 0 was refused
In the last minute 1,234 requests were refused (429), from 3 addresses.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock

from classkit.engine.errors import cut

MINUTE = 60.0
NORMAL = 60
"""Requests that may be refused in a minute (one a second) before the host must know of it."""
FULL = 503
MOST_KINDS, MOST_ADDRESSES = 20, 10_000
"""The most kinds of lines told in one minute, and the most addresses counted separately."""


@dataclass
class Kind:
    """The lines of one kind in the present minute, and the first of them."""

    level: int
    first: str
    count: int = 0


@dataclass
class Refusals:
    """The requests refused with one status in the present minute."""

    count: int = 0
    addresses: set[str] = field(default_factory=set)


class Tally:
    """Counts lines and refused requests, from any thread; `few` lines of each kind are new."""

    def __init__(self, few: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.few, self.clock = few, clock
        self.lock = Lock()
        self.begin()

    def begin(self) -> None:
        """Begin a new minute."""
        self.begun = self.clock()
        self.kinds: dict[Hashable, Kind] = {}
        self.refusals: dict[int, Refusals] = {}
        self.left_out = 0

    def is_new(self, kind: Hashable, line: str, level: int = logging.INFO) -> bool:
        """Count a line. Return True if it is one of the first of its kind, to be written."""
        with self.lock:
            found = self.kinds.setdefault(kind, Kind(level, line))
            found.count += 1
            return found.count <= self.few

    def refused(self, status: int, address: str) -> None:
        """Count a refused request."""
        with self.lock:
            found = self.refusals.setdefault(status, Refusals())
            found.count += 1
            if len(found.addresses) < MOST_ADDRESSES:
                found.addresses.add(address)

    def leave_out(self) -> None:
        """Count a line that was dropped because there was no room for it."""
        with self.lock:
            self.left_out += 1

    def rest(self) -> float:
        """Return the seconds until the minute is over."""
        return max(0.0, self.begun + MINUTE - self.clock())

    def close(self) -> list[tuple[int, str]]:
        """End the minute. Return what was counted as sentences, each with its level."""
        with self.lock:
            kinds, refusals, left_out = self.kinds, self.refusals, self.left_out
            self.begin()
        repeated = [kind for kind in kinds.values() if kind.count > self.few]
        repeated.sort(key=lambda kind: kind.count, reverse=True)
        left_out += sum(kind.count - self.few for kind in repeated[MOST_KINDS:])
        told = [
            (kind.level, f"In the last minute {described(kind.count - self.few, kind.first)}")
            for kind in repeated[:MOST_KINDS]
        ]
        told += [sentence_on(status, refusals[status]) for status in sorted(refusals)]
        if left_out:
            lines = "1 line was" if left_out == 1 else f"{left_out:,} lines were"
            told.append((logging.WARNING, f"In the last minute {lines} left out."))
        return told


def described(count: int, line: str) -> str:
    """Return how many lines were like one.

    >>> described(1, "a frame was refused")
    '1 more line was like this: a frame was refused'
    """
    lines = "1 more line was" if count == 1 else f"{count:,} more lines were"
    first = line.partition("\n")[0]
    return f"{lines} like this: {cut(first)}"


def sentence_on(status: int, refusals: Refusals) -> tuple[int, str]:
    """Return the sentence on requests refused with a status, and its level."""
    requests = "1 request" if refusals.count == 1 else f"{refusals.count:,} requests"
    were = "was" if refusals.count == 1 else "were"
    addresses = len(refusals.addresses)
    where = "1 address" if addresses == 1 else f"{addresses:,} addresses"
    if addresses == MOST_ADDRESSES:
        where = f"{where} or more"
    if status == FULL:
        found = f"{requests} found no free table ({FULL}), from {where}; see --max-kernels."
        return logging.WARNING, f"In the last minute {found}"
    must_know = status >= 500 or refusals.count > NORMAL
    level = logging.WARNING if must_know else logging.INFO
    return level, f"In the last minute {requests} {were} refused ({status}), from {where}."
