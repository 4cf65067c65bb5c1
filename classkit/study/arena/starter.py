"""Starts policies: a clean Python that has the game ready and becomes a policy's process quickly.

The referee runs this file with an empty environment, nothing of the user's on the path, no
inherited files and an empty folder as its own. Where the system can, it stays as it is and makes
a copy of itself for each policy and match, in a few milliseconds; elsewhere it becomes the one
policy it was started for.

The first words are the number of the socket inherited (or ``port:token``) and the folder in which
the package lies.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
import sys
from time import monotonic, sleep
from typing import Any

COMMAND = struct.Struct("!cq")
REPLY = struct.Struct("!q")
BROKEN = 70
"""The status of a process in which what runs the policy has stopped working."""
READY = b"R"
STILL_THERE = -1_000_000
PATIENCE = 0.3
"""Seconds in which a process that hung up is given to end, so that how it ended is known."""


def main() -> None:
    """Be told what is played, then start policies until the referee hangs up."""
    where, package = sys.argv[1:3]
    sys.path.insert(0, package)

    from classkit.engine.registry import find
    from classkit.study.arena.limits import MEGABYTE
    from classkit.study.arena.player import play
    from classkit.study.arena.wire import FROM_REFEREE, Channel

    port, _, token = where.partition(":")
    if token:
        line = socket.create_connection(("127.0.0.1", int(port)))
        line.sendall(bytes.fromhex(token))
    else:
        line = socket.socket(fileno=int(where))
    told = Channel(line, 8 * MEGABYTE).receive()
    rules = find(told["game"]).edition(told["edition"]).rules
    gc.collect()
    gc.freeze()  # copies then share this memory until they end
    line.sendall(READY)
    if token:
        channel = Channel(line, FROM_REFEREE)
        play(channel, channel.receive(), rules)
        return
    serve(line, lambda end: play(channel := Channel(end, FROM_REFEREE), channel.receive(), rules))


def serve(line: socket.socket, begin: Any) -> None:
    """Start and end policies as told, until the line is cut."""
    started: set[int] = set()
    while True:
        text, ends, _, _ = socket.recv_fds(line, COMMAND.size, 1)
        if len(text) < COMMAND.size:
            break
        what, number = COMMAND.unpack(text)
        if what == b"S":
            pid = os.fork()
            if pid == 0:
                line.close()
                be_a_policy(socket.socket(fileno=ends[0]), begin)
            os.close(ends[0])
            started.add(pid)
            line.sendall(REPLY.pack(pid))
        elif number in started:
            started.discard(number)
            line.sendall(REPLY.pack(end(number, PATIENCE if what == b"W" else 0.0)))
        else:
            line.sendall(REPLY.pack(STILL_THERE))
    for pid in started:
        end(pid)


def end(pid: int, patience: float = 0.0) -> int:
    """End a policy and whatever it started; how it had ended, if it had within the patience."""
    until = monotonic() + patience
    gone, status = os.waitpid(pid, os.WNOHANG)
    while not gone and monotonic() < until:
        sleep(0.002)
        gone, status = os.waitpid(pid, os.WNOHANG)
    for kill, whom in ((os.killpg, pid), (os.kill, pid)):
        try:
            kill(whom, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
    if gone:
        return os.waitstatus_to_exitcode(status)
    os.waitpid(pid, 0)
    return STILL_THERE


def be_a_policy(end: socket.socket, begin: Any) -> None:
    """In the copy: a session of its own, then the match. Never returns."""
    status = 1
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        begin(end)
        status = 0
    except BaseException:  # the referee has hung up, or the policy broke what runs it
        status = BROKEN
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
