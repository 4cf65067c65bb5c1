"""Processes copied from one that has everything ready, so that each starts in milliseconds."""

from __future__ import annotations

import os
import socket
import struct
import tempfile
from collections.abc import Collection, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from .process import START_SECONDS, NoProcess, Process, how_it_ended
from .shields import SHIELDS
from .starter import BROKEN, COMMAND, PATIENCE, REPLY, STILL_THERE
from .wire import Channel, Closed, Rubbish, TooLate

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "recv_fds")
PREFIX = "classkit-policy-"
STARTER = "classkit.sandbox.starter"


class Copy:
    """One process for one program, from start to end; ``room`` tells whether it runs in a room."""

    def __init__(self, channel: Channel, starter: Starter, pid: int, room: bool) -> None:
        self.channel, self.starter, self.pid, self.room = channel, starter, pid, room

    def end(self, hung_up: bool = False) -> str:
        """End it. Return in words how it had ended by itself, or an empty string."""
        self.channel.close()
        status = self.starter.end(self.pid, hung_up)
        if status == STILL_THERE:
            return ""
        return "it broke what it runs in" if status == BROKEN else how_it_ended(status)


class Starter:
    """Starts processes that all need the same preparation. Must be closed.

    ``prepare`` names a function, ``module:name``, that is called with ``about`` and returns what
    each copy runs on its line. ``folder`` is the empty working folder of the processes, by default
    a temporary one. ``forks`` is False where the system cannot copy a process; then every process
    costs the start of a whole Python.
    """

    def __init__(
        self,
        prepare: str,
        about: Mapping[str, Any],
        *,
        hash_seed: int = 0,
        forks: bool = CAN_FORK,
        folder: str = "",
        shields: Collection[str] = SHIELDS,
    ) -> None:
        self.told = {
            "prepare": prepare, "about": dict(about), "alone": not forks,
            "room": "room" in shields,
        }  # fmt: skip
        self.hash_seed, self.forks = hash_seed, forks
        self.own = None if folder else tempfile.TemporaryDirectory(prefix=PREFIX)
        self.folder = folder or (self.own.name if self.own else "")
        self.process: Process | None = None
        self.room = False
        self.single: dict[int, Process] = {}

    def _ready(self, longest: int) -> Process:
        """Start a new process that has everything ready."""
        process = Process(STARTER, self.folder, longest=longest, hash_seed=self.hash_seed)
        until = monotonic() + START_SECONDS
        try:
            process.channel.send(self.told, until)
            said = process.channel.receive(until)
        except (Closed, TooLate, Rubbish):
            complaint = process.complaint()
            process.end()
            raise NoProcess(
                f"a clean Python for policies could not be started here. {complaint}".strip()
            ) from None
        self.room = bool(said["room"])
        return process

    def start(self, longest: int) -> Copy:
        """Start a process; ``longest`` is the size in bytes of the longest message it may send."""
        if not self.forks:
            process = self._ready(longest)
            self.single[process.popen.pid] = process
            return Copy(process.channel, self, process.popen.pid, self.room)
        cause: Exception | None = None
        for _ in range(2):  # twice, since without shields a program may have killed the starter
            line = self._line()
            ours, theirs = socket.socketpair()
            with theirs:
                try:
                    socket.send_fds(line, [COMMAND.pack(b"S", 0)], [theirs.fileno()])
                    (pid,) = REPLY.unpack(line.recv(REPLY.size))
                    return Copy(Channel(ours, longest), self, pid, self.room)
                except (OSError, struct.error) as error:
                    ours.close()
                    self._stop()
                    cause = error
        raise NoProcess(f"no process for a policy could be started: {cause}.")

    def _line(self) -> socket.socket:
        """Return the line to the process that is copied, which is started again if it has ended."""
        if self.process is None or self.process.popen.poll() is not None:
            self._stop()
            self.process = self._ready(REPLY.size * 16)
            self.process.channel.sock.settimeout(START_SECONDS)
        return self.process.channel.sock

    def end(self, pid: int, hung_up: bool = False) -> int:
        """End a process. Return the status with which it had ended by itself, or STILL_THERE.

        A process that ``hung_up`` is given a moment to end by itself.
        """
        single = self.single.pop(pid, None)
        if single is not None:
            if hung_up:
                single.wait(PATIENCE)
            status = single.end()
            return STILL_THERE if status is None else status
        if self.process is None:
            return STILL_THERE
        line = self.process.channel.sock
        try:
            line.sendall(COMMAND.pack(b"W" if hung_up else b"E", pid))
            (status,) = REPLY.unpack(line.recv(REPLY.size))
        except (OSError, struct.error):
            self._stop()
            return STILL_THERE
        return int(status)

    def _stop(self) -> None:
        """Cut the line; the process at the other end then ends its copies and itself."""
        if self.process is not None:
            self.process.channel.close()
            self.process.wait(2.0)
            self.process.end()
            self.process = None

    def close(self) -> None:
        """End everything and remove the folder."""
        for pid in list(self.single):
            self.end(pid)
        self._stop()
        if self.own is not None:
            with suppress(OSError):
                self.own.cleanup()
