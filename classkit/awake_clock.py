"""Clock that counts only the seconds in which the process was awake, for fair time limits.

While a laptop sleeps, or a virtual machine or process is paused, an ordinary clock continues to
run, so a time limit could expire even though nobody was able to answer. Monotonic clocks include
sleep on some systems but not on others. Therefore, this clock detects gaps between its own
readings.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Lock

GRACE_SECONDS = 15.0
"""Minimum number of seconds left on a time limit after a gap, because pages must reconnect."""


class AwakeClock:
    """A monotonic clock in seconds that skips long gaps between its readings.

    Read it about every ``tick`` seconds. If two readings are more than ``longest`` seconds apart,
    the gap counts as one tick. ``woke_at`` is the reading at the end of the latest gap, or minus
    infinity before the first gap. A gap within GRACE_SECONDS of the previous gap changes
    ``woke_at`` only if it is longer than GRACE_SECONDS, so that a slow machine cannot postpone time
    limits forever.

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
        """Return the number of seconds that the process was awake since the clock was created."""
        with self._lock:
            now = self.read()
            passed, self._latest = max(0.0, now - self._latest), now
            is_gap = passed > self.longest
            self._awake += self.tick if is_gap else passed
            if is_gap and (passed > GRACE_SECONDS or self._awake - self.woke_at > GRACE_SECONDS):
                self.woke_at = self._awake
            return self._awake
