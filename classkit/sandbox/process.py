"""A process for a stranger's program: started with nothing of the user's, ended as a whole."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic

from . import boot
from .wire import Channel

START_SECONDS = 60.0
KEEPER_SECONDS = 10.0
"""Seconds that a keeper is given to end everything it watches."""
COMPLAINT_SIZE = 2_000
PACKAGES = Path(__file__).resolve().parents[2]
"""The folder that holds the package."""
NEEDED = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT")
"""Variables that Windows needs to start programs, and for random numbers and sockets."""
WITH_OWN_FOLDER = ("HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA")


class NoProcess(Exception):
    """The system could not start a process."""


def clean_environment(folder: str, hash_seed: int = 0) -> dict[str, str]:
    """Return the environment of such a program, with nothing of the user's in it.

    >>> found = clean_environment("/own")
    >>> found["HOME"], found["PYTHONHASHSEED"], "USER" in found
    ('/own', '0', False)
    """
    return {
        "PYTHONHASHSEED": str(hash_seed),  # so that sets have the same order in every match
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "LC_ALL": "C.UTF-8",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), "/usr/bin", "/bin")),
        # numerical libraries would start threads
        **{f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")},
        **dict.fromkeys(WITH_OWN_FOLDER, folder),
        **{name: os.environ[name] for name in NEEDED if name in os.environ},
    }


class Process:
    """A clean Python that runs ``main`` of a module in a folder, with the line to it.

    ``longest`` is the size in bytes of the longest message that it may send; ``more`` adds
    variables to its environment. ``packages`` is the folder that holds the package, or as much of
    it as the program may have.
    """

    def __init__(
        self,
        module: str,
        folder: str,
        *,
        longest: int,
        hash_seed: int = 0,
        more: Mapping[str, str] | None = None,
        packages: Path | None = None,
    ) -> None:
        self.packages = packages or PACKAGES
        self.module, self.folder = module, str(Path(folder).resolve())
        self.environment = clean_environment(self.folder, hash_seed) | dict(more or {})
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115  # closed in end()
        self.popen, line = self._inheriting() if os.name == "posix" else self._calling_back()
        self.channel = Channel(line, longest)

    def _run(self, where: str, inherited: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        # like -I, except that the Python variables of this environment are read, and no others
        words = [sys.executable, "-s", "-P", "-B", boot.__file__, where, self.module]
        others = [entry for entry in sys.path if entry.endswith("-packages")]
        return subprocess.Popen(
            [*words, str(self.packages), *others],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self.complaints,
            env=self.environment,
            cwd=self.folder,
            start_new_session=True,
            pass_fds=inherited,
        )

    def _inheriting(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        """Start it with one end of a pair of sockets."""
        ours, theirs = socket.socketpair()
        with theirs:
            return self._run(str(theirs.fileno()), (theirs.fileno(),)), ours

    def _calling_back(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        """Start it where sockets cannot be inherited: it calls back with a secret token."""
        token = secrets.token_bytes(16)
        with socket.create_server(("127.0.0.1", 0)) as door:
            process = self._run(f"{door.getsockname()[1]}:{token.hex()}")
            until = monotonic() + START_SECONDS
            while True:
                door.settimeout(max(0.01, until - monotonic()))
                try:
                    line, _ = door.accept()
                except TimeoutError:
                    process.kill()
                    process.wait()
                    raise NoProcess(f"a Python did not call back. {self.complaint()}") from None
                line.settimeout(START_SECONDS)
                with suppress(OSError):
                    if secrets.compare_digest(line.recv(len(token)), token):
                        return process, line
                line.close()

    def complaint(self) -> str:
        """Return the last line that it wrote to standard error before it put on its shields."""
        if self.complaints.closed:
            return ""
        size = self.complaints.seek(0, os.SEEK_END)
        self.complaints.seek(max(0, size - COMPLAINT_SIZE))
        lines = self.complaints.read().decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def wait(self, seconds: float) -> int | None:
        """Return its status, negative for a signal, if it ends by itself within ``seconds``."""
        with suppress(subprocess.TimeoutExpired):
            return self.popen.wait(seconds)
        return None

    def end(self, patience: float = 0.0) -> int | None:
        """End it and everything that it has started. Return its status if it had ended by itself.

        ``patience`` is the time in seconds that its keeper gets to end the others.
        """
        self.channel.close()
        status = self.popen.poll()
        if status is None and patience:
            self.popen.terminate()
            self.wait(patience)
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.kill()
        self.popen.wait()
        self.complaints.close()
        return status


def how_it_ended(status: int) -> str:
    """Describe in words how a process ended.

    >>> how_it_ended(3), how_it_ended(-9)
    ('it ended itself with status 3', 'it was ended by SIGKILL')
    """
    if status >= 0:
        return f"it ended itself with status {status}"
    name = signal.Signals(-status).name if -status in set(signal.Signals) else str(-status)
    if name == "SIGXCPU":
        return "it used up its processor time"
    return f"it was ended by {name}"
