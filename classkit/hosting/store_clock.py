"""Clock of a store of matches, by which their age is measured: a wrong clock makes nothing old.

The clock of a machine can be wrong: a battery is empty, a virtual machine wakes up, somebody sets
another year. So a store counts time itself, in a small file: from one sighting of the machine's
clock to the next, as long as they are not further apart than MAX_GAP. A jump, ahead or back, counts
no time. Matches have the store's time as the time of their files, and an age by it.

After a jump the clock is in doubt, and nothing is purged: until it is back where it was expected,
or has run on for DOUBT_LASTS.
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

from classkit.engine.record import write_whole
from classkit.engine.words import how_many

STAMP = "clock"
"""The name of the file."""
HOUR, DAY = 3_600.0, 86_400.0
SLACK = 14 * HOUR
"""Seconds by which a clock may be set back, as by two systems on one machine with two zones."""
MAX_GAP = 15 * DAY
"""Seconds between two sightings that still count: a class may meet every other week."""
LARGEST = 1e11
"""Seconds since 1970 beyond which no clock shows a year that anybody reads."""
OPTIONAL = ("jumped", "crowd_since")
"""The fields of a stamp that may be null."""
DOUBT_LASTS = 7 * DAY
"""Seconds after a jump until the clock is believed all the same."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a store knows of the clock: its latest sighting, `wall`, and the store's own `time`.

    After a jump `jumped` is the store's time of it, and `wall_before` and `time_before` are those
    from which it jumped. `crowd_since` is the store's time at which nearly all matches were first
    found old. All are in seconds; the store's time begins as seconds since 1970.

    >>> stamp = Stamp(wall=1_000 * DAY, time=1_000 * DAY)
    >>> week = stamp.sighted(1_007 * DAY)
    >>> (week.time - stamp.time) / DAY, week.in_doubt
    (7.0, False)
    >>> wrong = week.sighted(1_207 * DAY)
    >>> wrong.time == week.time, wrong.in_doubt
    (True, True)
    >>> right = wrong.sighted(1_008 * DAY)
    >>> (right.time - week.time) / DAY, right.in_doubt
    (1.0, False)
    """

    wall: float
    time: float
    jumped: float | None = None
    wall_before: float = 0.0
    time_before: float = 0.0
    crowd_since: float | None = None

    @property
    def in_doubt(self) -> bool:
        """True after a jump, until the clock is believed."""
        return self.jumped is not None

    def sighted(self, now: float) -> Stamp:
        """Return the stamp after the machine's clock showed `now`."""
        if self.jumped is not None and -SLACK <= now - self.wall_before <= MAX_GAP:
            known = self.time_before + max(0.0, now - self.wall_before)
            return self.undoubted(max(now, self.wall_before), max(self.time, known))
        passed = now - self.wall
        if -SLACK <= passed <= MAX_GAP:
            then = replace(self, wall=max(now, self.wall), time=self.time + max(0.0, passed))
            is_believed = then.jumped is not None and then.time - then.jumped >= DOUBT_LASTS
            return then.undoubted(then.wall, then.time) if is_believed else then
        if self.jumped is not None:  # it jumps about: the time before the first jump is the known
            return replace(self, wall=now, jumped=self.time)
        return Stamp(now, self.time, self.time, self.wall, self.time, self.crowd_since)

    def undoubted(self, wall: float, time: float) -> Stamp:
        """Return the stamp at these times, without a jump."""
        return Stamp(wall, time, crowd_since=self.crowd_since)

    def believed(self, now: float) -> Stamp:
        """Return the stamp after somebody has said that the clock is right: all time counts."""
        begun = self if self.jumped is None else Stamp(self.wall_before, self.time_before)
        return self.undoubted(now, max(self.time, begun.time + max(0.0, now - begun.wall)))

    def doubt(self) -> str:
        """Return why the clock is in doubt, as the beginning of a sentence; '' if it is not."""
        if self.jumped is None:
            return ""
        passed = self.wall - self.wall_before
        days = how_many(round(abs(passed) / DAY), "day")
        side = "after" if passed > 0 else "before"
        return (
            f"the clock of this machine shows {date_of(self.wall)}, {days} {side} "
            f"the last time that it was read ({date_of(self.wall_before)})"
        )


class StoreClock:
    """The clock of the store in one directory. `wall` is the clock of the machine."""

    def __init__(self, directory: Path, wall: Callable[[], float] = time.time) -> None:
        self.path, self.wall = directory / STAMP, wall

    def read(self) -> Stamp | None:
        """Return the stamp as it was written; None if there is none that can be read."""
        try:
            stated: Any = json.loads(self.path.read_bytes())
            stamp = Stamp(**stated)
        except (OSError, ValueError, TypeError, RecursionError):
            return None
        return stamp if all(map(is_sound, asdict(stamp).items())) else None

    def sight(self, times: Callable[[], Sequence[float]]) -> Stamp:
        """Take note of the machine's clock. Return the stamp.

        A store without a stamp, such as one of an earlier version, begins with the newest of its
        matches: `times` returns those of their files, and of the purges whose trash is there. A few
        that lie ahead say nothing; if most do, the clock is behind.
        """
        now, before = self.wall(), self.read()
        if before is None:
            found = times()
            begun = max((one for one in found if one <= now), default=now)
            if found and median(found) > now + SLACK:
                begun = max(found)
            stamp = Stamp(begun, begun).sighted(now)
        else:
            stamp = before.sighted(now)
        if before is None or stamp.jumped != before.jumped or abs(stamp.wall - before.wall) >= HOUR:
            self.keep(stamp)
        return stamp

    def keep(self, stamp: Stamp) -> None:
        """Write the stamp; a full disk leaves the one before, from which less time is counted."""
        with contextlib.suppress(OSError):
            write_whole(self.path, json.dumps(asdict(stamp)).encode())


def is_sound(field: tuple[str, object]) -> bool:
    """Return whether a field of a stamp can be what was written.

    >>> is_sound(("wall", 5.0)), is_sound(("wall", "5")), is_sound(("wall", None))
    (True, False, False)
    """
    name, value = field
    if value is None:
        return name in OPTIONAL
    return isinstance(value, int | float) and 0 <= value < LARGEST


def date_of(seconds: float) -> str:
    """Return a day as people write it.

    >>> date_of(0)
    '1970-01-01'
    """
    try:
        return time.strftime("%Y-%m-%d", time.gmtime(seconds))
    except (OverflowError, ValueError, OSError):
        return "a day that no calendar has"
