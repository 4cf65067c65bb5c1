"""The work of a process that plays: it plays the chunks of jobs it is sent, one after the other.

What it plays and what it returns are pickled bytes, so that an error in either is the job's and not
the process's.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from threading import Thread
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, shorten

NEW_THINGS = 10_000
"""New containers after which the garbage collector runs; Python's own figure is for short
programs."""


class NotSendable(ClasskitError):
    """Something that exists only in this process."""


class JobError(ClasskitError):
    """A job that could not be played.

    ``index`` is its number, None if none was begun; ``details`` is the traceback.
    """

    def __init__(self, reason: str, index: int | None = None, details: str = "") -> None:
        self.reason, self.index, self.details = reason, index, details
        super().__init__(reason)

    @classmethod
    def of(cls, error: BaseException, index: int | None) -> JobError:
        """Return an error in plain words, which can be sent to any process, unlike most others.

        >>> str(JobError.of(ClasskitError("There is no bot."), 3))
        'There is no bot.'
        """
        details = traceback.format_exc()[-8000:]
        if isinstance(error, ClasskitError):
            return cls(str(error)[:2000], index, details)
        where = last_line(details)
        reason = f"{type(error).__name__}: {error}"[:2000]
        return cls(f"{reason} ({where})" if where else reason, index, details)


def last_line(details: str) -> str:
    """Return the last place that a traceback names.

    >>> last_line('Traceback:\\n  File "/home/ada/policy.py", line 3, in decide\\nValueError: no')
    'policy.py, line 3, in decide'
    """
    places = [line.strip() for line in details.splitlines() if line.lstrip().startswith('File "')]
    if not places:
        return ""
    path, _, rest = places[-1].removeprefix('File "').partition('"')
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{name}{rest}"


class Reply(NamedTuple):
    """The results of some jobs: ``(index, result)`` of each, the seconds taken, and a failure.

    After a failure no more jobs are begun.
    """

    played: list[tuple[int, Any]]
    seconds: float
    failure: JobError | None = None


def play_all(play: Callable[[Any], Any], jobs: Sequence[tuple[int, Any]]) -> Reply:
    """Play numbered jobs one after the other, and note how long they took.

    >>> play_all(lambda job: job * 2, [(0, 5), (1, 6)]).played
    [(0, 10), (1, 12)]
    >>> play_all(lambda job: 1 // job, [(0, 1), (1, 0)]).failure.reason
    'ZeroDivisionError: integer division or modulo by zero (..., line 1, in <lambda>)'
    """
    played: list[tuple[int, Any]] = []
    begun = time.perf_counter()
    for index, job in jobs:
        try:
            played.append((index, play(job)))
        except Exception as error:
            return Reply(played, time.perf_counter() - begun, JobError.of(error, index))
    return Reply(played, time.perf_counter() - begun)


def to_bytes(thing: Any) -> bytes:
    """Return bytes from which another process with the same code rebuilds the thing.

    Functions of notebooks, closures and lambdas are sent whole. Raises NotSendable with the reason
    for what cannot be sent.

    >>> import math, pickle
    >>> pickle.loads(to_bytes((math.sqrt, 4)))[1]
    4
    """
    import cloudpickle

    try:
        sent: bytes = cloudpickle.dumps(thing)
    except Exception as error:
        raise NotSendable(shorten(error, 200)) from error
    return sent


def play_chunk(play: bytes, chunk: bytes, calm: bool = False) -> bytes:
    """Play some numbered jobs, and return the reply. ``calm`` is for processes that only play."""
    try:
        reply = play_all(loaded(play, calm), pickle.loads(chunk))
    except Exception as error:  # it could not be loaded
        reply = Reply([], 0.0, JobError.of(error, None))
    try:
        return to_bytes(reply)
    except NotSendable as error:  # then it is the last job's result that cannot be
        return to_bytes(Reply([], reply.seconds, JobError.of(error, reply.played[-1][0])))


@lru_cache(maxsize=4)
def loaded(play: bytes, calm: bool) -> Callable[[Any], Any]:
    """Return the function that plays, unpickled once in each process."""
    made: Callable[[Any], Any] = pickle.loads(play)
    if calm:
        calm_collector()
    return made


def begin(niceness: int) -> None:
    """Prepare a process of this machine that does nothing but play.

    Interrupts reach the whole group and are meant for the main process, which ends this one in its
    own way. Prints go to standard error: standard output is the main process's. A system without
    priorities is left alone.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    with suppress(AttributeError):
        os.nice(niceness)
    Thread(target=end_with, args=(os.getppid(),), daemon=True).start()


def end_with(process: int) -> None:
    """End this process when the one that started it is gone, even if that was killed."""
    import psutil

    with suppress(psutil.Error):
        psutil.Process(process).wait()
    os._exit(1)


def calm_collector() -> None:
    """Let the collector run less often, and ignore everything loaded so far.

    Hardly any object of a match is part of a cycle: nearly all are freed as soon as nobody needs
    them, and the collector finds nothing. At Python's setting it takes a sixteenth of the time in
    which bots play.

    >>> before = gc.get_threshold()
    >>> calm_collector()
    >>> gc.get_threshold()[0], gc.get_freeze_count() > 0
    (10000, True)
    >>> gc.unfreeze(); gc.set_threshold(*before)
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_THINGS)
