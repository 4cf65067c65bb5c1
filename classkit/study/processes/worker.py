"""Worker process: plays jobs and returns the results.

It is a new interpreter, because a fork of the notebook's process would lose its threads. Messages
are sent on standard input and output. Each consists of a length and pickled bytes. Output of
policies is redirected to standard error.
"""

from __future__ import annotations

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
from classkit.process_startup import tune_collector

from .job_payload import CodeMismatch, deserialize_job
from .pickling import NotSendable, to_bytes

LENGTH_BYTES = 8
"""Size of a message's length field, in bytes."""


class JobFailure(NamedTuple):
    """A failed job: its index (None if no job was started), the reason and the traceback.

    ``is_ours`` marks an error of classkit, which needs no traceback. ``other_code`` means that this
    process has different code from the caller and played nothing.
    """

    job: int | None
    reason: str
    details: str
    is_ours: bool = False
    other_code: bool = False


class JobError(ClasskitError):
    """Raised when a job of a study fails.

    Attributes:
        reason: Why the job failed, as a sentence.
        index: Number of the job, or None if no job was started.
        details: The traceback.
    """

    def __init__(self, reason: str, index: int | None = None, details: str = "") -> None:
        self.reason, self.index, self.details = reason, index, details
        super().__init__(reason)

    @classmethod
    def from_failure(cls, failure: JobFailure) -> JobError | CodeMismatch:
        """Create the error for a failure in another process.

        >>> str(JobError.from_failure(JobFailure(3, "There is no bot.", "", is_ours=True)))
        'There is no bot.'
        """
        if failure.other_code:
            return CodeMismatch(failure.reason)
        where = get_error_place(failure.details)
        reason = failure.reason
        if not failure.is_ours and where:
            reason = f"{reason} ({where})"
        return cls(reason, failure.job, failure.details)


def get_error_place(details: str) -> str:
    """Return the last location mentioned in a traceback.

    >>> get_error_place('Traceback:\\n  File "/home/ada/policy.py", line 3, in f\\nKeyError: 1')
    'policy.py, line 3, in f'
    """
    places = [line.strip() for line in details.splitlines() if line.lstrip().startswith('File "')]
    if not places:
        return ""
    path, _, rest = places[-1].removeprefix('File "').partition('"')
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{name}{rest}"


class Reply(NamedTuple):
    """Results of some jobs as ``(index, result)``, the seconds taken, and a failure or None.

    After a failure, no further jobs are started.
    """

    played: list[tuple[int, Any]]
    seconds: float
    failure: JobFailure | None = None


def play_all(play: Callable[[Any], Any], jobs: Sequence[tuple[int, Any]]) -> Reply:
    """Play numbered jobs in order, and measure the time.

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
            return Reply(played, time.perf_counter() - begun, build_failure(error, index))
    return Reply(played, time.perf_counter() - begun)


def build_failure(error: BaseException, index: int | None) -> JobFailure:
    """Convert an exception to a JobFailure, which can be sent to any process."""
    is_ours = isinstance(error, ClasskitError)
    reason = str(error) if is_ours else f"{type(error).__name__}: {error}"
    details = traceback.format_exc()[-8000:]
    return JobFailure(index, reason[:2000], details, is_ours, isinstance(error, CodeMismatch))


def send_message(stream: IO[bytes], message: bytes) -> None:
    """Write a message."""
    stream.write(len(message).to_bytes(LENGTH_BYTES, "big"))
    stream.write(message)
    stream.flush()


def receive_message(stream: IO[bytes]) -> bytes:
    """Read a message. Raise EOFError if the stream is closed."""
    head = stream.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        raise EOFError
    length = int.from_bytes(head, "big")
    message = stream.read(length)
    if len(message) < length:
        raise EOFError
    return message


def read_messages(commands: IO[bytes], messages: SimpleQueue[bytes]) -> None:
    """Read messages into the queue. Exit this process as soon as the stream is closed."""
    with suppress(EOFError, OSError):
        while True:
            messages.put(receive_message(commands))
    os._exit(0)


def main() -> None:
    """Serve until standard input is closed.

    A message starts with ``P``, followed by the serialized function that plays jobs, or with ``J``,
    followed by numbered jobs.
    """
    commands, replies = reserve_streams()
    messages: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=read_messages, args=(commands, messages), daemon=True).start()
    play: Callable[[Any], Any] | JobFailure = JobFailure(
        None, ("no function to play with was received"), ""
    )
    while True:
        message = messages.get()
        kind, body = message[:1], message[1:]
        if kind == b"P":
            try:
                play = deserialize_job(body)
            except Exception as error:
                play = build_failure(error, None)
            tune_collector()  # after loading the function
            continue
        with suppress(OSError):  # the caller has closed the pipe, so this process will end soon too
            send_message(replies, encode_reply(answer_message(play, body)))


def answer_message(play: Callable[[Any], Any] | JobFailure, body: bytes) -> Reply:
    """Play the jobs of one message, and return the reply."""
    if isinstance(play, JobFailure):
        return Reply([], 0.0, play)
    try:
        jobs = pickle.loads(body)
    except Exception as error:
        return Reply([], 0.0, build_failure(error, None))
    return play_all(play, jobs)


def encode_reply(reply: Reply) -> bytes:
    """Pickle a reply. A result that cannot be pickled becomes a failure of its job."""
    try:
        return to_bytes(reply)
    except NotSendable as error:
        return to_bytes(Reply([], reply.seconds, build_failure(error, reply.played[-1][0])))


def reserve_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Reserve standard input and output for messages, and redirect prints to standard error."""
    commands = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return commands, replies
