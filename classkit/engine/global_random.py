"""Seeding of the global generators of Python and numpy for each decision of a policy.

Policies should use ``view.chance``. A policy that uses ``random`` or ``numpy.random`` still returns
the same answer to the same decision of the same match, because these generators are seeded from the
same values as ``view.chance`` (seed, segment, seat, decision, number). Afterwards, the caller's
generators are restored and continue as if no number had been drawn.

All threads share these generators. Therefore, only one thread at a time may call a policy that may
use them; threads alternate between decisions. A policy may itself wait for another thread that
calls policies, such as a look-ahead search. To avoid a deadlock, another thread may proceed while
the first one is waiting inside a policy; afterwards it restores the generators of the first thread.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Condition, RLock, get_ident
from time import monotonic
from typing import Any

LOW_BITS = (1 << 32) - 1
NUMPY_MODULE = "numpy.random"
"""Name of numpy's module, whose generator is also seeded if it is loaded."""
IDLE_TIMEOUT = 1.0
"""Seconds without work after which a thread inside a policy counts as waiting."""
MIN_WORK_TIME = 0.01
"""Seconds of CPU time that count as work. A polling thread uses less."""
MAX_WAIT = 20.0
"""Seconds after which another thread proceeds even if the thread inside a policy is working."""
POLL_INTERVAL = 0.05
"""Seconds between two checks of the thread inside a policy."""


class GeneratorStates:
    """Saved states of the global generators, including numpy's if it is loaded."""

    __slots__ = ("numpy", "of_numpy", "python")

    def __init__(self) -> None:
        self.python = random.getstate()
        self.numpy: Any = None
        self.of_numpy: Any = None
        self.add_numpy()

    def add_numpy(self) -> None:
        """Save the state of numpy's generator, unless it is saved already."""
        numpy = sys.modules.get(NUMPY_MODULE)
        if self.numpy is None and numpy is not None:
            self.numpy, self.of_numpy = numpy, numpy.get_state(legacy=False)

    def restore_states(self) -> None:
        """Restore the generators to the saved states."""
        random.setstate(self.python)
        if self.numpy is not None:
            self.numpy.set_state(self.of_numpy)


class GlobalGenerators:
    """The global generators during one call of play, which saves and restores the caller's states.

    The first :meth:`begin_decision` saves the states, and the last :meth:`restore_generators`
    restores them, because saving and restoring takes three times as long as seeding.
    :meth:`end_decision` lets another thread proceed. Seeding adds 14 microseconds to a decision, or
    20 with numpy; for comparison, a decision in Poleconomy with a one-line policy takes 23. The
    bots of classkit do not need seeding.
    """

    __slots__ = (
        "clock", "is_drawing", "numpy", "numpy_came", "outer", "seen", "thread", "used", "watched",
        "within",
    )  # fmt: skip

    def __init__(self) -> None:
        self.thread: int | None = None
        """The thread in which the play asks its policies."""
        self.clock: int | None = None
        """The clock of the processor time of that thread, where the system has one."""
        self.is_drawing = False
        """Whether it is in the middle of a decision."""
        self.numpy: Any = None
        """The module of numpy's generators, once they are saved."""
        self.numpy_came = False
        """Whether the policy that was asked last imported numpy as it answered."""
        self.outer: GeneratorStates | None = None
        """The state in the middle of the decision in which this play was begun."""
        self.within: GeneratorStates | None = None
        """The state in the middle of another thread's decision, while this one is taken."""
        self.seen: float | None = None
        """When another thread first looked whether this one waits; None if none has."""
        self.watched = self.used = 0.0
        """When it began to watch, and the processor time that this thread had used then."""

    def begin_decision(self, bits: int) -> None:
        """Wait for other threads, then seed the generators with 64 bits for a decision."""
        if not self.is_drawing:
            generator_users.acquire(self)
        random.seed(bits)
        numpy = sys.modules.get(NUMPY_MODULE)
        if numpy is None:
            return
        if self.numpy is not numpy:
            self.numpy = numpy
            for saved in (generator_users.callers, self.outer, self.within):
                if saved is not None:
                    saved.add_numpy()
        with suppress(TypeError):  # the caller's own generator may not support seeding
            numpy.seed(bits & LOW_BITS)

    def end_decision(self) -> None:
        """End a decision, so that another thread may proceed."""
        generator_users.release(self)

    def restore_generators(self) -> None:
        """Restore the caller's generators, unless other calls of play still use them."""
        if self.thread is None:
            return
        generator_users.release(self)
        outer, self.outer, self.numpy = self.outer, None, None
        if outer is not None:
            outer.restore_states()
        generator_users.restore_last(self)

    def call_seeded(self, bits: int, ask: Callable[..., Any], *asked: Any) -> Any:
        """Seed the generators with ``bits``, and return what ``ask`` returns.

        If the call imported numpy, :attr:`numpy_came` is True afterwards. In this case, the call
        may have used an unseeded generator and must be repeated.
        """
        is_loaded = NUMPY_MODULE in sys.modules
        self.begin_decision(bits)
        try:
            return ask(*asked)
        finally:
            generator_users.release(self)
            self.numpy_came = not is_loaded and NUMPY_MODULE in sys.modules

    def is_waiting(self) -> bool:
        """Return whether the thread inside this play is waiting. It may be the calling thread."""
        now, used = monotonic(), read_clock(self.clock)
        if self.seen is None:
            self.seen, self.watched, self.used = now, now, used
        elif used - self.used > MIN_WORK_TIME:
            self.watched, self.used = now, used
        return now - self.watched >= IDLE_TIMEOUT or now - self.seen >= MAX_WAIT


class GeneratorUsers:
    """All calls of play in this process that use the global generators."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.changed = Condition(self.lock)
        self.waiting = 0
        """The number of threads that wait for their turn."""
        self.drawing: list[GlobalGenerators] = []
        """The plays that are in the middle of a decision, the innermost last."""
        self.plays: set[GlobalGenerators] = set()
        """The plays that use what is the caller's own, and not another play's."""
        self.callers: GeneratorStates | None = None
        """The generators as they were before the first of these."""

    def acquire(self, play: GlobalGenerators) -> None:
        """Wait until no other working thread uses the generators, then reserve them."""
        thread, drawing = get_ident(), self.drawing
        if play.thread != thread:
            play.thread, play.clock = thread, get_thread_clock(thread)
        play.seen = play.within = None
        with self.lock:
            outer = drawing and [one for one in drawing if one.thread == thread]
            if outer:
                for one in outer:
                    one.seen = None  # the thread is working again
                play.outer = play.outer or GeneratorStates()
            else:
                if drawing:
                    self.wait_turn()
                if drawing:
                    play.within = GeneratorStates()
                if play not in self.plays:
                    self.callers = self.callers or GeneratorStates()
                    self.plays.add(play)
            play.is_drawing = True
            drawing.append(play)

    def wait_turn(self) -> None:
        """Block until no other thread uses the generators, or that thread is itself waiting."""
        self.waiting += 1
        try:
            while self.drawing and not self.drawing[-1].is_waiting():
                self.changed.wait(POLL_INTERVAL)
        finally:
            self.waiting -= 1

    def release(self, play: GlobalGenerators) -> None:
        """Release the generators at the end of a decision."""
        with self.lock:
            play.is_drawing = False
            if play not in self.drawing:
                return
            self.drawing.remove(play)
            within, play.within = play.within, None
            if within is not None:
                within.restore_states()
            if self.waiting:
                self.changed.notify_all()

    def restore_last(self, play: GlobalGenerators) -> None:
        """Restore the caller's generators after the last call of play has ended."""
        with self.lock:
            self.plays.discard(play)
            if not self.plays and self.callers is not None:
                callers, self.callers = self.callers, None
                callers.restore_states()

    def forget_forked(self) -> None:
        """Remove the threads that do not exist in a forked process."""
        self.lock = RLock()
        self.changed, self.waiting = Condition(self.lock), 0
        here = get_ident()
        self.drawing = [play for play in self.drawing if play.thread == here]
        self.plays = {play for play in self.plays if play.thread == here}
        if not self.plays:
            self.callers = None


generator_users = GeneratorUsers()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=generator_users.forget_forked)


def get_thread_clock(thread: int) -> int | None:
    """Return the id of a thread's CPU clock, or None if the system does not provide one."""
    find: Callable[[int], int] | None = getattr(time, "pthread_getcpuclockid", None)
    if find is None:
        return None
    try:
        return find(thread)
    except OSError:  # in browsers the function exists, but the clock does not
        return None


def read_clock(clock: int | None) -> float:
    """Return the seconds of a clock, or 0 if it is None or its thread has ended."""
    read: Callable[[int], float] | None = getattr(time, "clock_gettime", None)
    if clock is None or read is None:
        return 0.0
    with suppress(OSError):
        return read(clock)
    return 0.0


@contextmanager
def seeded_generators(bits: int) -> Iterator[None]:
    """Seed the global generators inside a ``with`` block, and restore them at the end.

    >>> with seeded_generators(7):
    ...     first = random.random()
    >>> with seeded_generators(7):
    ...     random.random() == first
    True
    """
    generators = GlobalGenerators()
    generators.begin_decision(bits)
    try:
        yield
    finally:
        generators.restore_generators()
