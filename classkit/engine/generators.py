"""The global generators of Python and numpy, seeded for each decision of a policy that may draw.

A policy should draw from ``view.chance``. One that calls ``random`` or ``numpy.random`` all the
same gives the same answer to the same decision of the same match: the generators are seeded from
what ``view.chance`` is seeded from (seed, segment, seat, decision, number). The caller's own
generators go on afterwards as if nothing had been drawn.

Python has one such generator for all threads. So one thread at a time asks a policy that may draw,
and the threads take turns from decision to decision. Nobody waits for ever: a policy may itself
wait for a thread that asks policies, such as one that looks ahead. While a thread waits inside a
policy, the next one draws, and then puts the generators back as the first one left them.
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
NUMPY = "numpy.random"
"""The module whose generators are seeded too, if it is loaded."""
PATIENCE = 1.0
"""Seconds without work after which a thread inside a policy counts as waiting."""
WORK = 0.01
"""Seconds of processor time that count as work; a thread that polls uses less."""
LONGEST_WAIT = 20.0
"""Seconds after which another thread draws even if the one inside a policy works."""
LOOK = 0.05
"""Seconds between two looks at the thread that is inside a policy."""


class Saved:
    """The states of the global generators at one moment; numpy's where it was loaded."""

    __slots__ = ("numpy", "of_numpy", "python")

    def __init__(self) -> None:
        self.python = random.getstate()
        self.numpy: Any = None
        self.of_numpy: Any = None
        self.add_numpy()

    def add_numpy(self) -> None:
        """Save the state of numpy's generator, unless it is saved already."""
        numpy = sys.modules.get(NUMPY)
        if self.numpy is None and numpy is not None:
            self.numpy, self.of_numpy = numpy, numpy.get_state(legacy=False)

    def put_back(self) -> None:
        """Put the generators back into these states."""
        random.setstate(self.python)
        if self.numpy is not None:
            self.numpy.set_state(self.of_numpy)


class GlobalGenerators:
    """The global generators as one play uses them: borrowed from the caller, and given back.

    The first :meth:`seed` of any play saves them, and the last :meth:`put_back` restores them:
    to save and restore them takes three times as long as to seed them. :meth:`rest` ends what
    :meth:`seed` began, so that another thread may draw. Seeding adds 14 microseconds to a decision,
    20 where numpy is loaded; in Poleconomy, with a policy of one line, a decision and its share of
    the rules take 23. Bots of classkit pay nothing.
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
        self.outer: Saved | None = None
        """The state in the middle of the decision in which this play was begun."""
        self.within: Saved | None = None
        """The state in the middle of another thread's decision, while this one is taken."""
        self.seen: float | None = None
        """When another thread first looked whether this one waits; None if none has."""
        self.watched = self.used = 0.0
        """When it began to watch, and the processor time that this thread had used then."""

    def seed(self, bits: int) -> None:
        """Begin a decision: seed the generators with a number of 64 bits, once it is their turn."""
        if not self.is_drawing:
            borrowers.begin(self)
        random.seed(bits)
        numpy = sys.modules.get(NUMPY)
        if numpy is None:
            return
        if self.numpy is not numpy:
            self.numpy = numpy
            for saved in (borrowers.callers, self.outer, self.within):
                if saved is not None:
                    saved.add_numpy()
        with suppress(TypeError):  # of a kind that the caller has put there, and that has no seed
            numpy.seed(bits & LOW_BITS)

    def rest(self) -> None:
        """End a decision: another thread may draw."""
        borrowers.end(self)

    def put_back(self) -> None:
        """End a play: put the caller's generators back, unless another play still uses them."""
        if self.thread is None:
            return
        borrowers.end(self)
        outer, self.outer, self.numpy = self.outer, None, None
        if outer is not None:
            outer.put_back()
        borrowers.leave(self)

    def ask(self, bits: int, ask: Callable[..., Any], *asked: Any) -> Any:
        """Return what a policy answers that may draw, seeded with ``bits`` beforehand.

        Afterwards :attr:`numpy_came` says whether it imported numpy as it answered. Then it has
        drawn from generators without a seed, and has to be asked once more.
        """
        is_loaded = NUMPY in sys.modules
        self.seed(bits)
        try:
            return ask(*asked)
        finally:
            borrowers.end(self)
            self.numpy_came = not is_loaded and NUMPY in sys.modules

    def waits(self) -> bool:
        """Return whether the thread waits for something, which may be the thread that looks."""
        now, used = monotonic(), processor_time(self.clock)
        if self.seen is None:
            self.seen, self.watched, self.used = now, now, used
        elif used - self.used > WORK:
            self.watched, self.used = now, used
        return now - self.watched >= PATIENCE or now - self.seen >= LONGEST_WAIT


class Borrowers:
    """All plays of this process that use the global generators now."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.changed = Condition(self.lock)
        self.waiting = 0
        """The number of threads that wait for their turn."""
        self.drawing: list[GlobalGenerators] = []
        """The plays that are in the middle of a decision, the innermost last."""
        self.plays: set[GlobalGenerators] = set()
        """The plays that use what is the caller's own, and not another play's."""
        self.callers: Saved | None = None
        """The generators as they were before the first of these."""

    def begin(self, play: GlobalGenerators) -> None:
        """Let a play draw, once no other thread does, or the one that does waits."""
        thread, drawing = get_ident(), self.drawing
        if play.thread != thread:
            play.thread, play.clock = thread, clock_of(thread)
        play.seen = play.within = None
        with self.lock:
            outer = drawing and [one for one in drawing if one.thread == thread]
            if outer:
                for one in outer:
                    one.seen = None  # it goes on
                play.outer = play.outer or Saved()
            else:
                if drawing:
                    self.wait()
                if drawing:
                    play.within = Saved()
                if play not in self.plays:
                    self.callers = self.callers or Saved()
                    self.plays.add(play)
            play.is_drawing = True
            drawing.append(play)

    def wait(self) -> None:
        """Wait until no other thread draws, or the one that does waits itself."""
        self.waiting += 1
        try:
            while self.drawing and not self.drawing[-1].waits():
                self.changed.wait(LOOK)
        finally:
            self.waiting -= 1

    def end(self, play: GlobalGenerators) -> None:
        """End the decision of a play."""
        with self.lock:
            play.is_drawing = False
            if play not in self.drawing:
                return
            self.drawing.remove(play)
            within, play.within = play.within, None
            if within is not None:
                within.put_back()
            if self.waiting:
                self.changed.notify_all()

    def leave(self, play: GlobalGenerators) -> None:
        """Put the caller's generators back after the last play."""
        with self.lock:
            self.plays.discard(play)
            if not self.plays and self.callers is not None:
                callers, self.callers = self.callers, None
                callers.put_back()

    def renew(self) -> None:
        """Forget the threads that do not run in a process that was forked."""
        self.lock = RLock()
        self.changed, self.waiting = Condition(self.lock), 0
        here = get_ident()
        self.drawing = [play for play in self.drawing if play.thread == here]
        self.plays = {play for play in self.plays if play.thread == here}
        if not self.plays:
            self.callers = None


borrowers = Borrowers()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=borrowers.renew)


def clock_of(thread: int) -> int | None:
    """Return the clock of a thread's processor time; None where the system has none."""
    find: Callable[[int], int] | None = getattr(time, "pthread_getcpuclockid", None)
    if find is None:
        return None
    try:
        return find(thread)
    except OSError:  # a browser has the function, and no such clock
        return None


def processor_time(clock: int | None) -> float:
    """Return the seconds that a clock shows; 0 where there is none, or its thread has ended."""
    read: Callable[[int], float] | None = getattr(time, "clock_gettime", None)
    if clock is None or read is None:
        return 0.0
    with suppress(OSError):
        return read(clock)
    return 0.0


@contextmanager
def seeded_generators(bits: int) -> Iterator[None]:
    """Seed the global generators; put them back at the end.

    >>> with seeded_generators(7):
    ...     first = random.random()
    >>> with seeded_generators(7):
    ...     random.random() == first
    True
    """
    generators = GlobalGenerators()
    generators.seed(bits)
    try:
        yield
    finally:
        generators.put_back()
