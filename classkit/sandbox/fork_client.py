"""Client of the fork server: starts and ends sandboxed processes in milliseconds."""

from __future__ import annotations

import os
import socket
import struct
import tempfile
from collections.abc import Collection, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from .fork_server import BROKEN_EXIT_STATUS, COMMAND, HANGUP_SECONDS, REPLY, STILL_RUNNING_STATUS
from .isolation import ISOLATION_LAYERS
from .json_socket import BadMessage, ConnectionClosed, JsonChannel, ReceiveTimeout
from .process import START_SECONDS, ProcessStartError, SandboxProcess, describe_exit

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "recv_fds")
FOLDER_PREFIX = "classkit-policy-"
FORK_SERVER_MODULE = "classkit.sandbox.fork_server"


class ForkedProcess:
    """A sandboxed process for one program.

    ``room`` is True if the process has a root folder of its own.
    """

    def __init__(self, channel: JsonChannel, starter: ForkServer, pid: int, room: bool) -> None:
        self.channel, self.server, self.pid, self.room = channel, starter, pid, room

    def end(self, hung_up: bool = False) -> str:
        """End the process. Return how it had already ended, or '' if it was still running."""
        self.channel.close()
        status = self.server.end(self.pid, hung_up)
        if status == STILL_RUNNING_STATUS:
            return ""
        return (
            "it broke the code around it" if status == BROKEN_EXIT_STATUS else describe_exit(status)
        )


class ForkServer:
    """Starts processes from one prepared process. Call :meth:`close` when done.

    Args:
        prepare: Function ``module:name`` that is called once with ``about`` and returns the main
            function of each copy.
        about: Argument of ``prepare``, as JSON data.
        hash_seed: Seed of ``hash()`` for text in the processes.
        forks: False if the system cannot fork. Each process then starts its own Python.
        folder: Empty working folder of the processes, by default a temporary one.
        shields: Isolation layers to apply.
    """

    def __init__(
        self,
        prepare: str,
        about: Mapping[str, Any],
        *,
        hash_seed: int = 0,
        forks: bool = CAN_FORK,
        folder: str = "",
        shields: Collection[str] = ISOLATION_LAYERS,
    ) -> None:
        self.settings = {
            "prepare": prepare, "about": dict(about), "alone": not forks,
            "room": "room" in shields,
        }  # fmt: skip
        self.hash_seed, self.forks = hash_seed, forks
        self.own_folder = None if folder else tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX)
        self.folder = folder or (self.own_folder.name if self.own_folder else "")
        self.process: SandboxProcess | None = None
        self.room = False
        self.single_processes: dict[int, SandboxProcess] = {}

    def _start_prepared(self, longest: int) -> SandboxProcess:
        """Start a Python process and let it run the preparation."""
        process = SandboxProcess(
            FORK_SERVER_MODULE, self.folder, longest=longest, hash_seed=self.hash_seed
        )
        until = monotonic() + START_SECONDS
        try:
            process.channel.send(self.settings, until)
            said = process.channel.receive(until)
        except (ConnectionClosed, ReceiveTimeout, BadMessage):
            complaint = process.read_last_error()
            process.end()
            raise ProcessStartError(
                f"a clean Python for policies could not be started here. {complaint}".strip()
            ) from None
        self.room = bool(said["room"])
        return process

    def start(self, longest: int) -> ForkedProcess:
        """Start a process that may send messages of at most ``longest`` bytes."""
        if not self.forks:
            process = self._start_prepared(longest)
            self.single_processes[process.popen.pid] = process
            return ForkedProcess(process.channel, self, process.popen.pid, self.room)
        cause: Exception | None = None
        for _ in range(
            2
        ):  # retry once: without isolation, a program may have killed the fork server
            line = self._get_socket()
            ours, theirs = socket.socketpair()
            with theirs:
                try:
                    socket.send_fds(line, [COMMAND.pack(b"S", 0)], [theirs.fileno()])
                    (pid,) = REPLY.unpack(line.recv(REPLY.size))
                    return ForkedProcess(JsonChannel(ours, longest), self, pid, self.room)
                except (OSError, struct.error) as error:
                    ours.close()
                    self._disconnect()
                    cause = error
        raise ProcessStartError(f"no process for a policy could be started: {cause}.")

    def _get_socket(self) -> socket.socket:
        """Return the fork server's socket. Restart the server if it has ended."""
        if self.process is None or self.process.popen.poll() is not None:
            self._disconnect()
            self.process = self._start_prepared(REPLY.size * 16)
            self.process.channel.sock.settimeout(START_SECONDS)
        return self.process.channel.sock

    def end(self, pid: int, hung_up: bool = False) -> int:
        """End a process. Return its exit status, or STILL_RUNNING_STATUS if it was running.

        A process that ``hung_up`` gets ``HANGUP_SECONDS`` to exit on its own.
        """
        single = self.single_processes.pop(pid, None)
        if single is not None:
            if hung_up:
                single.wait(HANGUP_SECONDS)
            status = single.end()
            return STILL_RUNNING_STATUS if status is None else status
        if self.process is None:
            return STILL_RUNNING_STATUS
        line = self.process.channel.sock
        try:
            line.sendall(COMMAND.pack(b"W" if hung_up else b"E", pid))
            (status,) = REPLY.unpack(line.recv(REPLY.size))
        except (OSError, struct.error):
            self._disconnect()
            return STILL_RUNNING_STATUS
        return int(status)

    def _disconnect(self) -> None:
        """Close the socket. The fork server then ends its copies and exits."""
        if self.process is not None:
            self.process.channel.close()
            self.process.wait(2.0)
            self.process.end()
            self.process = None

    def close(self) -> None:
        """End all processes and remove the folder."""
        for pid in list(self.single_processes):
            self.end(pid)
        self._disconnect()
        if self.own_folder is not None:
            with suppress(OSError):
                self.own_folder.cleanup()
