"""Clock that counts the seconds in which a process was awake, for time limits that are fair.

A laptop that sleeps, a virtual machine that is paused and a stopped process all come back to a
clock that has run on: a limit of a minute is over for everybody at once, and nobody could answer.
Some systems leave sleep out of their monotonic clock and some count it, so the process itself looks
at how far its readings are apart.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Lock

GRACE = 15.0
"""Seconds that everybody has at least after a gap: pages need some to connect again."""


class AwakeClock:
    """A monotonic clock in seconds that leaves out the time in which nobody read it.

    Whoever uses it reads it about every ``tick`` seconds, and a longer silence than ``longest`` is
    a gap: it counts as one tick. ``woke_at`` is the reading at the end of the latest gap, and minus
    infinity before the first. A gap that follows within GRACE seconds moves it only if it is
    longer than GRACE itself: whoever closes a laptop twice slept twice, but a machine that stutters
    puts nothing off for ever.

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
        """Return the seconds awake since this clock was made."""
        with self._lock:
            now = self.read()
            passed, self._latest = max(0.0, now - self._latest), now
            is_gap = passed > self.longest
            self._awake += self.tick if is_gap else passed
            if is_gap and (passed > GRACE or self._awake - self.woke_at > GRACE):
                self.woke_at = self._awake
            return self._awake
