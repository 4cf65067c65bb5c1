"""A worker: a process that plays the jobs it is sent and returns the results.

It is a fresh interpreter, never a copy of the notebook's process, whose threads would not survive
copying. A message is a length and pickled bytes, on standard input and output; what a policy prints
goes to standard error instead.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, NamedTuple

from classkit.engine.errors import ClasskitError

from .parcel import OtherCode, unpack
from .pickles import NotSendable, to_bytes

LENGTH = 8
"""Bytes of the length of a message."""
NEW_THINGS = 10_000
"""New containers after which the garbage collector runs; Python's own figure is for short
programs."""


class Failure(NamedTuple):
    """A job that broke: its index (None if none was begun), the reason, and the traceback.

    ``is_ours`` marks an error of classkit's own, whose sentence suffices; ``other_code`` that
    nothing was played, because this process has other code than the caller.
    """

    job: int | None
    reason: str
    details: str
    is_ours: bool = False
    other_code: bool = False


class JobError(ClasskitError):
    """A job that could not be played.

    ``index`` is its number, None if none was begun; ``details`` is the traceback.
    """

    def __init__(self, reason: str, index: int | None = None, details: str = "") -> None:
        self.reason, self.index, self.details = reason, index, details
        super().__init__(reason)

    @classmethod
    def of(cls, failure: Failure) -> JobError | OtherCode:
        """Return the error for a failure in another process.

        >>> str(JobError.of(Failure(3, "There is no bot.", "", is_ours=True)))
        'There is no bot.'
        """
        if failure.other_code:
            return OtherCode(failure.reason)
        where = last_line(failure.details)
        reason = failure.reason
        if not failure.is_ours and where:
            reason = f"{reason} ({where})"
        return cls(reason, failure.job, failure.details)


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
    failure: Failure | None = None


def play_all(play: Callable[[Any], Any], jobs: Sequence[tuple[int, Any]]) -> Reply:
    """Play numbered jobs one after the other, and note how long they took.

    >>> play_all(lambda job: job * 2, [(0, 5), (1, 6)]).played
    [(0, 10), (1, 12)]
    >>> play_all(lambda job: 1 // job, [(0, 1), (1, 0)]).failure.reason
    'ZeroDivisionError: integer division or modulo by zero'
    """
    played: list[tuple[int, Any]] = []
    begun = time.perf_counter()
    for index, job in jobs:
        try:
            played.append((index, play(job)))
        except Exception as error:
            return Reply(played, time.perf_counter() - begun, failure_of(error, index))
    return Reply(played, time.perf_counter() - begun)


def failure_of(error: BaseException, index: int | None) -> Failure:
    """Return a failure in plain words, which can be sent to any process, unlike an exception."""
    is_ours = isinstance(error, ClasskitError)
    reason = str(error) if is_ours else f"{type(error).__name__}: {error}"
    details = traceback.format_exc()[-8000:]
    return Failure(index, reason[:2000], details, is_ours, isinstance(error, OtherCode))


def send(stream: IO[bytes], message: bytes) -> None:
    """Write one message."""
    stream.write(len(message).to_bytes(LENGTH, "big"))
    stream.write(message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Read one message; raise EOFError if the other side is gone."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        raise EOFError
    length = int.from_bytes(head, "big")
    message = stream.read(length)
    if len(message) < length:
        raise EOFError
    return message


def take_in(commands: IO[bytes], messages: SimpleQueue[bytes]) -> None:
    """Take in messages. When the other side is gone, end this process, whatever it is playing."""
    with suppress(EOFError, OSError):
        while True:
            messages.put(receive(commands))
    os._exit(0)


def main() -> None:
    """Serve until the other side is gone.

    A message is the parcel with the function that plays (``P`` and its bytes) or numbered jobs
    (``J`` and theirs).
    """
    commands, replies = own_streams()
    messages: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=take_in, args=(commands, messages), daemon=True).start()
    play: Callable[[Any], Any] | Failure = Failure(None, "nothing to play was sent", "")
    while True:
        message = messages.get()
        kind, body = message[:1], message[1:]
        if kind == b"P":
            try:
                play = unpack(body)
            except Exception as error:
                play = failure_of(error, None)
            calm_collector()  # now that the function is loaded
            continue
        with suppress(OSError):  # the other side is gone, and with it soon this one
            send(replies, as_bytes(answer(play, body)))


def answer(play: Callable[[Any], Any] | Failure, body: bytes) -> Reply:
    """Play the jobs of one message."""
    if isinstance(play, Failure):
        return Reply([], 0.0, play)
    try:
        jobs = pickle.loads(body)
    except Exception as error:
        return Reply([], 0.0, failure_of(error, None))
    return play_all(play, jobs)


def as_bytes(reply: Reply) -> bytes:
    """Return a reply as bytes; a result that cannot be sent becomes a failure of its job."""
    try:
        return to_bytes(reply)
    except NotSendable as error:
        return to_bytes(Reply([], reply.seconds, failure_of(error, reply.played[-1][0])))


def own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Reserve standard input and output for messages, and send prints to standard error."""
    commands = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return commands, replies


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
