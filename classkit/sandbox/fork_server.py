"""Fork server: a prepared process that forks a copy for each sandboxed program.

A fork takes a few milliseconds. Where the system cannot fork, the process runs the single program
for which it was started. It runs in an empty folder, with a separate root folder if the system
allows one, and never runs untrusted code itself.
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

from .isolation import enter_jail
from .json_socket import JsonChannel

COMMAND = struct.Struct("!cq")
REPLY = struct.Struct("!q")
BROKEN_EXIT_STATUS = 70
"""Exit status of a copy in which the code around the program failed."""
STILL_RUNNING_STATUS = -1_000_000
HANGUP_SECONDS = 0.3
"""Seconds that a process has to exit normally after closing its connection, before it is killed."""

ChildMain: TypeAlias = Callable[[JsonChannel], None]
"""Main function of a copy: it isolates itself and communicates over its own socket."""


def main(line: socket.socket) -> None:
    """Run the preparation, then start copies until the socket is closed."""
    channel = JsonChannel(line)
    told = channel.receive()
    module, _, name = told["prepare"].partition(":")
    begin: ChildMain = getattr(import_module(module), name)(told["about"])
    gc.collect()
    gc.freeze()  # so that copies share this memory until they end
    channel.send({"ready": True, "room": enter_jail(Path.cwd()) if told["room"] else False})
    if told["alone"]:
        begin(channel)
    else:
        serve_forks(line, begin)


def serve_forks(line: socket.socket, begin: ChildMain) -> None:
    """Start and end copies on command, until the socket is closed."""
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
                run_child(socket.socket(fileno=ends[0]), begin)
            os.close(ends[0])
            started.add(pid)
            line.sendall(REPLY.pack(pid))
        elif number in started:
            started.discard(number)
            line.sendall(REPLY.pack(end_child(number, HANGUP_SECONDS if what == b"W" else 0.0)))
        else:
            line.sendall(REPLY.pack(STILL_RUNNING_STATUS))
    for pid in started:
        end_child(pid)


def end_child(pid: int, patience: float = 0.0) -> int:
    """End a copy and its process group.

    Return its exit status if it ended within ``patience`` seconds, else STILL_RUNNING_STATUS.
    """
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
    return STILL_RUNNING_STATUS


def run_child(end: socket.socket, begin: ChildMain) -> None:
    """Run ``begin`` in a copy, in a new session. Never return."""
    status = 1
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        begin(JsonChannel(end))
        status = 0
    except BaseException:  # connection closed, or the program broke the code around it
        status = BROKEN_EXIT_STATUS
    finally:
        os._exit(status)
