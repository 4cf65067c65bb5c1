"""Clock of a store of matches, which measures their age despite a wrong system clock.

The clock of a machine can be wrong: an empty battery, a virtual machine that wakes up, a user who
sets another year. So a store counts time itself, in a small file: it adds the time between two
readings of the machine's clock, if it is at most MAX_GAP. A jump forward or backward adds no
time. The files of matches have the store's time, from which their age is computed.

After a jump the clock is in doubt, and nothing is purged until the machine's clock has returned to
the expected time, or has run for another DOUBT_SECONDS.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from classkit.engine.rulebook_text import format_count
from classkit.engine.serialization import write_atomic

STAMP_FILE = "clock"
"""The name of the file."""
HOUR, DAY = 3_600.0, 86_400.0
MAX_SETBACK = 14 * HOUR
"""Seconds by which a clock may be set back, for example if two systems use different time zones."""
MAX_GAP = 15 * DAY
"""Maximum number of seconds between two readings. A class may meet every other week."""
MAX_TIME = 1e11
"""Seconds since 1970, beyond any plausible clock."""
OPTIONAL_FIELDS = ("jumped", "crowd_since")
"""The fields of a stamp that may be null."""
DOUBT_SECONDS = 7 * DAY
"""Seconds after a jump until the clock is trusted again in any case."""


@dataclass(frozen=True, slots=True)
class ClockStamp:
    """State of the clock: the latest reading `wall`, and the store's own `time`.

    After a jump, `jumped` is its store time, and `wall_before` and `time_before` are the values
    before it. `crowd_since` is the store time at which nearly all matches were first found old. All
    are in seconds. The store's time starts as seconds since 1970.

    >>> stamp = ClockStamp(wall=1_000 * DAY, time=1_000 * DAY)
    >>> week = stamp.add_reading(1_007 * DAY)
    >>> (week.time - stamp.time) / DAY, week.is_in_doubt
    (7.0, False)
    >>> wrong = week.add_reading(1_207 * DAY)
    >>> wrong.time == week.time, wrong.is_in_doubt
    (True, True)
    >>> right = wrong.add_reading(1_008 * DAY)
    >>> (right.time - week.time) / DAY, right.is_in_doubt
    (1.0, False)
    """

    wall: float
    time: float
    jumped: float | None = None
    wall_before: float = 0.0
    time_before: float = 0.0
    crowd_since: float | None = None

    @property
    def is_in_doubt(self) -> bool:
        """True after a jump, until the clock is trusted."""
        return self.jumped is not None

    def add_reading(self, now: float) -> ClockStamp:
        """Return the stamp updated with the reading `now` of the machine's clock."""
        if self.jumped is not None and -MAX_SETBACK <= now - self.wall_before <= MAX_GAP:
            known = self.time_before + max(0.0, now - self.wall_before)
            return self.clear_jump(max(now, self.wall_before), max(self.time, known))
        passed = now - self.wall
        if -MAX_SETBACK <= passed <= MAX_GAP:
            then = replace(self, wall=max(now, self.wall), time=self.time + max(0.0, passed))
            is_believed = then.jumped is not None and then.time - then.jumped >= DOUBT_SECONDS
            return then.clear_jump(then.wall, then.time) if is_believed else then
        if (
            self.jumped is not None
        ):  # after repeated jumps, the time before the first one is the reference
            return replace(self, wall=now, jumped=self.time)
        return ClockStamp(now, self.time, self.time, self.wall, self.time, self.crowd_since)

    def clear_jump(self, wall: float, time: float) -> ClockStamp:
        """Return a stamp with these times and no recorded jump."""
        return ClockStamp(wall, time, crowd_since=self.crowd_since)

    def accept_clock(self, now: float) -> ClockStamp:
        """Return the stamp after the user has confirmed the clock. The time of a jump counts."""
        begun = self if self.jumped is None else ClockStamp(self.wall_before, self.time_before)
        return self.clear_jump(now, max(self.time, begun.time + max(0.0, now - begun.wall)))

    def describe_doubt(self) -> str:
        """Return why the clock is in doubt, as the beginning of a sentence; '' if it is not."""
        if self.jumped is None:
            return ""
        passed = self.wall - self.wall_before
        days = format_count(round(abs(passed) / DAY), "day")
        side = "after" if passed > 0 else "before"
        return (
            f"the clock of this machine shows {format_date(self.wall)}, {days} {side} the last "
            f"reading ({format_date(self.wall_before)})"
        )


class StoreClock:
    """The clock of the store in one directory. `wall` reads the machine's clock."""

    def __init__(self, directory: Path, wall: Callable[[], float] = time.time) -> None:
        self.path, self.wall = directory / STAMP_FILE, wall

    def read_stamp(self) -> ClockStamp | None:
        """Return the stored stamp, or None if it is missing or invalid."""
        try:
            stated: Any = json.loads(self.path.read_bytes())
            stamp = ClockStamp(**stated)
        except (OSError, ValueError, TypeError, RecursionError):
            return None
        return stamp if all(map(is_valid_field, asdict(stamp).items())) else None

    def update_stamp(self, times: Callable[[], Sequence[float]]) -> ClockStamp:
        """Read the machine's clock. Return the new stamp.

        A store without a stamp, such as one of an earlier version, starts with the time of its
        newest match. `times` returns the times of its files, and of the purges in the trash. A few
        times in the future are ignored; if most are in the future, the clock is behind.
        """
        now, before = self.wall(), self.read_stamp()
        if before is None:
            found = times()
            begun = max((one for one in found if one <= now), default=now)
            if found and median(found) > now + MAX_SETBACK:
                begun = max(found)
            stamp = ClockStamp(begun, begun).add_reading(now)
        else:
            stamp = before.add_reading(now)
        if before is None or stamp.jumped != before.jumped or abs(stamp.wall - before.wall) >= HOUR:
            self.write_stamp(stamp)
        return stamp

    def write_stamp(self, stamp: ClockStamp) -> None:
        """Write the stamp. On a full disk the old one remains, so less time is counted."""
        with contextlib.suppress(OSError):
            write_atomic(self.path, json.dumps(asdict(stamp)).encode())


def is_valid_field(field: tuple[str, object]) -> bool:
    """Return True if a field of a stamp has a valid value.

    >>> is_valid_field(("wall", 5.0)), is_valid_field(("wall", "5")), is_valid_field(("wall", None))
    (True, False, False)
    """
    name, value = field
    if value is None:
        return name in OPTIONAL_FIELDS
    return isinstance(value, int | float) and 0 <= value < MAX_TIME


def format_date(seconds: float) -> str:
    """Format a date.

    >>> format_date(0)
    '1970-01-01'
    """
    try:
        return time.strftime("%Y-%m-%d", time.gmtime(seconds))
    except (OverflowError, ValueError, OSError):
        return "a day that no calendar has"
