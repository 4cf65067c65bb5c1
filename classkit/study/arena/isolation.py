"""Processes for policies, as the referee starts, asks and ends them."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match

from . import starter as starter_file
from .limits import MEGABYTE
from .starter import BROKEN, COMMAND, PATIENCE, READY, REPLY, STILL_THERE
from .wire import Channel

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "recv_fds")
START_SECONDS = 30.0
PREFIX = "classkit-policy-"
PACKAGE = Path(__file__).resolve().parents[3]


class NoProcess(ClasskitError):
    """The system starts no processes for policies."""


def clean_environment(hash_seed: int) -> dict[str, str]:
    """What a policy finds in its environment: nothing of the user's.

    >>> sorted(clean_environment(0))
    ['LC_ALL', 'MKL_NUM_THREADS', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PATH', \
'PYTHONHASHSEED']
    """
    return {
        "PYTHONHASHSEED": str(hash_seed),  # sets are gone through alike in every match
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        # libraries of numbers would start threads, which are refused
        **{f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")},
        # without this Windows starts nothing at all
        **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ},
    }


def describe_game(match: Match) -> dict[str, Any]:
    """What a starter is told of a match: the game and its edition."""
    edition = match.edition
    source: Any = edition.id if edition.built_in else dict(edition.data)
    return {"game": match.game.name, "edition": source}


class Policy:
    """One process of one policy, from its start to its end."""

    def __init__(self, channel: Channel, starter: Starter, pid: int) -> None:
        self.channel, self.starter, self.pid = channel, starter, pid

    def end(self, hung_up: bool = False) -> str:
        """End it; how it had ended by itself, in words, or nothing."""
        self.channel.close()
        return how_it_ended(self.starter.end(self.pid, hung_up))


def how_it_ended(status: int) -> str:
    """The end of a process in words.

    >>> how_it_ended(3), how_it_ended(-9)
    ('it ended itself with status 3', 'it was ended by SIGKILL')
    """
    if status == STILL_THERE:
        return ""
    if status == BROKEN:
        return "it broke what it runs in"
    if status >= 0:
        return f"it ended itself with status {status}"
    name = signal.Signals(-status).name if -status in set(signal.Signals) else str(-status)
    if name == "SIGXCPU":
        return "it used up its processor time for the match"
    return f"it was ended by {name}"


class Starter:
    """Starts policies of one game and edition; to be closed.

    ``folder`` is an empty one that policies find themselves in, by default one of its own.
    ``forks`` is False where the system cannot copy a process, and each policy costs the start of
    a whole Python then.
    """

    def __init__(
        self,
        told: Mapping[str, Any],
        *,
        hash_seed: int = 0,
        forks: bool = CAN_FORK,
        folder: str = "",
    ) -> None:
        self.told, self.hash_seed, self.forks = dict(told), hash_seed, forks
        self.own = None if folder else tempfile.TemporaryDirectory(prefix=PREFIX)
        self.folder = folder or (self.own.name if self.own else "")
        self.process: subprocess.Popen[bytes] | None = None
        self.line: socket.socket | None = None
        self.single: dict[int, subprocess.Popen[bytes]] = {}

    def _run(self, where: str, inherited: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        """A clean Python that runs the starter's file."""
        # like -I, but that PYTHONHASHSEED is read; the environment holds nothing else of Python's
        flags = ["-s", "-P", "-B"]
        settings: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {}
        if inherited:
            settings["pass_fds"] = inherited
        return subprocess.Popen(
            [sys.executable, *flags, starter_file.__file__, where, str(PACKAGE)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=clean_environment(self.hash_seed),
            cwd=self.folder,
            **settings,
        )

    def _begin(self) -> socket.socket:
        """The line to a running starter, started anew if a policy has killed it."""
        if self.line is not None and self.process is not None and self.process.poll() is None:
            return self.line
        self._stop()
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = self._run(str(theirs.fileno()), (theirs.fileno(),))
        self._tell(ours)
        self.line = ours
        return ours

    def _tell(self, line: socket.socket) -> None:
        """Tell a new starter what is played, and wait until it has that ready."""
        Channel(line, 0).send(self.told, monotonic() + START_SECONDS)
        line.settimeout(START_SECONDS)
        try:
            ready = line.recv(len(READY))
        except OSError:
            ready = b""
        if ready != READY:
            line.close()
            raise NoProcess("a clean Python for policies could not be started here.")

    def start(self, longest: int) -> Policy:
        """A new process; ``longest`` is the size of the longest message it may send."""
        if not self.forks:
            return self._start_single(longest)
        cause: Exception | None = None
        for _ in range(2):  # a policy may have killed the starter: once more
            line = self._begin()
            ours, theirs = socket.socketpair()
            with theirs:
                try:
                    socket.send_fds(line, [COMMAND.pack(b"S", 0)], [theirs.fileno()])
                    (pid,) = REPLY.unpack(line.recv(REPLY.size))
                    return Policy(Channel(ours, longest), self, pid)
                except (OSError, struct.error) as error:
                    ours.close()
                    self._stop()
                    cause = error
        raise NoProcess(f"no process for a policy could be started: {cause}.")

    def _start_single(self, longest: int) -> Policy:
        """A new process without a copy of the starter: it calls back with a secret word."""
        token = secrets.token_bytes(16)
        with socket.create_server(("127.0.0.1", 0)) as door:
            process = self._run(f"{door.getsockname()[1]}:{token.hex()}")
            until = monotonic() + START_SECONDS
            while True:
                door.settimeout(max(0.01, until - monotonic()))
                try:
                    line, _ = door.accept()
                    line.settimeout(START_SECONDS)
                    if secrets.compare_digest(line.recv(len(token)), token):
                        break
                    line.close()
                except TimeoutError:
                    process.kill()
                    process.wait()
                    raise NoProcess("a Python for a policy did not call back.") from None
        self._tell(line)
        self.single[process.pid] = process
        return Policy(Channel(line, longest), self, process.pid)

    def end(self, pid: int, hung_up: bool = False) -> int:
        """End a process: how it had ended by itself, or STILL_THERE.

        One that ``hung_up`` is about to end by itself.
        """
        single = self.single.pop(pid, None)
        if single is not None:
            with suppress(subprocess.TimeoutExpired):
                single.wait(PATIENCE if hung_up else 0)
            status = single.poll()
            single.kill()
            single.wait()
            return STILL_THERE if status is None else status
        if self.line is None:
            return STILL_THERE
        try:
            self.line.sendall(COMMAND.pack(b"W" if hung_up else b"E", pid))
            (status,) = REPLY.unpack(self.line.recv(REPLY.size))
        except (OSError, struct.error):
            self._stop()
            return STILL_THERE
        return int(status)

    def _stop(self) -> None:
        """Cut the line; the starter ends its policies and itself."""
        if self.line is not None:
            self.line.close()
            self.line = None
        if self.process is not None:
            try:
                self.process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def close(self) -> None:
        """End everything and remove the folder."""
        for pid in list(self.single):
            self.end(pid)
        self._stop()
        if self.own is not None:
            self.own.cleanup()


LONGEST_FILE = MEGABYTE
"""Bytes of the longest policy file that is read."""
