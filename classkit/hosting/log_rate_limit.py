"""Rate limit for log lines: repeated lines are counted and summarized once a minute.

Clients can trigger any log line as often as they like. So a few lines of each kind are written
immediately, and the others are counted. The kind of a line is the place in the program that logs
it, so the number of kinds is limited. Refused requests are only counted, by status and by address.

>>> tally = LogRateLimiter(max_repeats=1, clock=lambda: 0.0)
>>> [tally.is_new("frames.py:7", f"frame {n} was refused") for n in range(3)]
[True, False, False]
>>> for n in range(1_234): tally.count_refusal(429, f"10.0.0.{n % 3}")
>>> for level, sentence in tally.end_minute(): print(sentence)
In the last minute 2 more lines were like this: frame 0 was refused
In the last minute 1,234 requests were refused (429), from 3 addresses.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock

from classkit.engine.errors import truncate_value

MINUTE_SECONDS = 60.0
MAX_NORMAL_REFUSALS = 60
"""Number of refused requests per minute (one a second) above which the host is warned."""
FULL_STATUS = 503
MAX_KINDS, MAX_ADDRESSES = 20, 10_000
"""Maximum number of kinds of lines summarized per minute, and of addresses counted."""


@dataclass
class RepeatedLine:
    """Number of similar log lines in the current minute, and the first of these lines."""

    level: int
    first: str
    count: int = 0


@dataclass
class Refusals:
    """The requests refused with one status in the current minute."""

    count: int = 0
    addresses: set[str] = field(default_factory=set)


class LogRateLimiter:
    """Counts lines and refused requests, from any thread.

    The first `max_repeats` lines of each kind in a minute are new.
    """

    def __init__(self, max_repeats: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.max_repeats, self.clock = max_repeats, clock
        self.lock = Lock()
        self.refused_requests: Counter[int] = Counter()
        """Number of refused requests since the start, by status."""
        self.begin_minute()

    def begin_minute(self) -> None:
        """Start a new minute."""
        self.begun = self.clock()
        self.kinds: dict[Hashable, RepeatedLine] = {}
        self.refusals: dict[int, Refusals] = {}
        self.dropped_lines = 0

    def is_new(self, kind: Hashable, line: str, level: int = logging.INFO) -> bool:
        """Count a line. Return True if it is among the first of its kind and should be written."""
        with self.lock:
            found = self.kinds.setdefault(kind, RepeatedLine(level, line))
            found.count += 1
            return found.count <= self.max_repeats

    def count_refusal(self, status: int, address: str) -> None:
        """Count a refused request."""
        with self.lock:
            self.refused_requests[status] += 1
            found = self.refusals.setdefault(status, Refusals())
            found.count += 1
            if len(found.addresses) < MAX_ADDRESSES:
                found.addresses.add(address)

    def count_dropped_line(self) -> None:
        """Count a line that was dropped because the queue was full."""
        with self.lock:
            self.dropped_lines += 1

    def get_remaining_seconds(self) -> float:
        """Return the seconds until the minute is over."""
        return max(0.0, self.begun + MINUTE_SECONDS - self.clock())

    def end_minute(self) -> list[tuple[int, str]]:
        """End the minute. Return summaries as (level, sentence) pairs."""
        with self.lock:
            kinds, refusals, left_out = self.kinds, self.refusals, self.dropped_lines
            self.begin_minute()
        repeated = [kind for kind in kinds.values() if kind.count > self.max_repeats]
        repeated.sort(key=lambda kind: kind.count, reverse=True)
        left_out += sum(kind.count - self.max_repeats for kind in repeated[MAX_KINDS:])
        told = [
            (
                kind.level,
                f"In the last minute {describe_repeats(kind.count - self.max_repeats, kind.first)}",
            )
            for kind in repeated[:MAX_KINDS]
        ]
        told += [describe_refusals(status, refusals[status]) for status in sorted(refusals)]
        if left_out:
            lines = "1 line was" if left_out == 1 else f"{left_out:,} lines were"
            told.append((logging.WARNING, f"In the last minute {lines} left out."))
        return told


def describe_repeats(count: int, line: str) -> str:
    """Summarize lines that were similar to the first one.

    >>> describe_repeats(1, "a frame was refused")
    '1 more line was like this: a frame was refused'
    """
    lines = "1 more line was" if count == 1 else f"{count:,} more lines were"
    first = line.partition("\n")[0]
    return f"{lines} like this: {truncate_value(first)}"


def describe_refusals(status: int, refusals: Refusals) -> tuple[int, str]:
    """Summarize the requests refused with a status. Return the level and the sentence."""
    requests = "1 request" if refusals.count == 1 else f"{refusals.count:,} requests"
    were = "was" if refusals.count == 1 else "were"
    addresses = len(refusals.addresses)
    where = "1 address" if addresses == 1 else f"{addresses:,} addresses"
    if addresses == MAX_ADDRESSES:
        where = f"{where} or more"
    if status == FULL_STATUS:
        found = f"{requests} found no free table ({FULL_STATUS}), from {where}; see --max-kernels."
        return logging.WARNING, f"In the last minute {found}"
    must_know = status >= 500 or refusals.count > MAX_NORMAL_REFUSALS
    level = logging.WARNING if must_know else logging.INFO
    return level, f"In the last minute {requests} {were} refused ({status}), from {where}."
