"""The process that prepares once what programs need, and copies itself for each of them.

A copy (``fork``) takes a few milliseconds. Where the system cannot fork, the process becomes the
one program for which it was started. It runs in an empty folder, in a room of its own where the
system has one, and never runs a stranger's code itself.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import TypeAlias

from .shields import make_room
from .wire import Channel

COMMAND = struct.Struct("!cq")
REPLY = struct.Struct("!q")
BROKEN = 70
"""The status of a process in which the code around the program has failed."""
STILL_THERE = -1_000_000
PATIENCE = 0.3
"""Seconds that a process that hung up gets to end, so that its status becomes known."""

Begin: TypeAlias = Callable[[Channel], None]
"""The main function of a copy: it puts on its shields and talks over its own line."""


def main(line: socket.socket) -> None:
    """Receive and carry out the preparation, then start copies until the line is cut."""
    channel = Channel(line)
    told = channel.receive()
    module, _, name = told["prepare"].partition(":")
    begin: Begin = getattr(import_module(module), name)(told["about"])
    gc.collect()
    gc.freeze()  # copies then share this memory until they end
    channel.send({"ready": True, "room": make_room(Path.cwd()) if told["room"] else False})
    if told["alone"]:
        begin(channel)
    else:
        serve(line, begin)


def serve(line: socket.socket, begin: Begin) -> None:
    """Start and end copies on command, until the line is cut."""
    line.settimeout(None)
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
                be_a_copy(socket.socket(fileno=ends[0]), begin)
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
    """End a copy and whatever it started. Return its status if it ended within ``patience``."""
    until = monotonic() + patience
    gone, status = os.waitpid(pid, os.WNOHANG)
    while not gone and monotonic() < until:
        sleep(0.002)
        gone, status = os.waitpid(pid, os.WNOHANG)
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
    if gone:
        return os.waitstatus_to_exitcode(status)
    os.waitpid(pid, 0)
    return STILL_THERE


def be_a_copy(end: socket.socket, begin: Begin) -> None:
    """Run ``begin`` in a copy, in a session of its own. Never return."""
    status = 1
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        begin(Channel(end))
        status = 0
    except BaseException:  # the other side has hung up, or the program broke the code around it
        status = BROKEN
    finally:
        os._exit(status)
