"""Clock that counts only the seconds in which the process was awake, for fair time limits.

After a laptop sleeps, or a virtual machine or a process is paused, an ordinary clock has run on:
a limit of a minute would be over for everybody although nobody could answer. Monotonic clocks
count sleep on some systems and not on others, so this clock detects gaps between its own readings.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Lock

GRACE_SECONDS = 15.0
"""Minimum number of seconds that everybody has after a gap, since pages have to reconnect."""


class AwakeClock:
    """A monotonic clock in seconds that skips the time in which it was not read.

    Read it about every ``tick`` seconds. If two readings are more than ``longest`` seconds apart,
    the gap counts as one tick. ``woke_at`` is the reading at the end of the latest gap, and minus
    infinity before the first. A gap within GRACE_SECONDS of the previous one moves ``woke_at`` only
    if it is longer than GRACE_SECONDS: a slow machine must not postpone time limits forever.

    >>> now = [100.0]
    >>> clock = AwakeClock(read=lambda: now[0])
    >>> now[0] += 3
    >>> clock()
    3.0
    >>> now[0] += 600  # it slept
    >>> clock(), clock.woke_at
    (4.0, 4.0)
    """

    def __init__(
        self, tick: float = 1.0, longest: float = 5.0, read: Callable[[], float] = time.monotonic
    ) -> None:
        self.tick, self.longest, self.read = tick, longest, read
        self.woke_at = -math.inf
        self._lock = Lock()
        self._awake, self._latest = 0.0, read()

    def __call__(self) -> float:
        """Return the seconds awake since the clock was created."""
        with self._lock:
            now = self.read()
            passed, self._latest = max(0.0, now - self._latest), now
            is_gap = passed > self.longest
            self._awake += self.tick if is_gap else passed
            if is_gap and (passed > GRACE_SECONDS or self._awake - self.woke_at > GRACE_SECONDS):
                self.woke_at = self._awake
            return self._awake
