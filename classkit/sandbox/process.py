"""Process for an untrusted program: clean environment, ended together with everything it starts."""

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

from . import child_main
from .json_socket import JsonChannel

START_SECONDS = 60.0
KEEPER_SECONDS = 10.0
"""Seconds within which a supervisor must end all processes that it watches."""
COMPLAINT_SIZE = 2_000
PACKAGES_FOLDER = Path(__file__).resolve().parents[2]
"""The folder that contains the package."""
WINDOWS_VARIABLES = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT")
"""Variables that Windows needs for starting programs, random numbers and sockets."""
FOLDER_VARIABLES = ("HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA")


class ProcessStartError(Exception):
    """The system could not start a process."""


def build_environment(folder: str, hash_seed: int = 0) -> dict[str, str]:
    """Return the environment of an untrusted program. The user's variables are left out.

    >>> found = build_environment("/own")
    >>> found["HOME"], found["PYTHONHASHSEED"], "USER" in found
    ('/own', '0', False)
    """
    return {
        "PYTHONHASHSEED": str(hash_seed),  # so that sets have the same order in every match
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "LC_ALL": "C.UTF-8",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), "/usr/bin", "/bin")),
        # otherwise numerical libraries would start threads
        **{f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")},
        **dict.fromkeys(FOLDER_VARIABLES, folder),
        **{name: os.environ[name] for name in WINDOWS_VARIABLES if name in os.environ},
    }


class SandboxProcess:
    """A clean Python process that runs ``main`` of a module, and the channel to it.

    Args:
        module: Module whose ``main`` is called with the socket.
        folder: Working folder.
        longest: Maximum size in bytes of a message from the process.
        hash_seed: Seed of ``hash()`` for text.
        more: Additional environment variables.
        packages: Folder that contains the package classkit, or the part of it that the program may
            use.
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
        self.packages = packages or PACKAGES_FOLDER
        self.module, self.folder = module, str(Path(folder).resolve())
        self.environment = build_environment(self.folder, hash_seed) | dict(more or {})
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115  # closed in end()
        self.popen, line = (
            self._start_inheriting() if os.name == "posix" else self._start_callback()
        )
        self.channel = JsonChannel(line, longest)

    def _spawn(self, where: str, inherited: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        # like -I, except that Python variables are read from this environment
        words = [sys.executable, "-s", "-P", "-B", child_main.__file__, where, self.module]
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

    def _start_inheriting(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        """Start the process with an inherited socket."""
        ours, theirs = socket.socketpair()
        with theirs:
            return self._spawn(str(theirs.fileno()), (theirs.fileno(),)), ours

    def _start_callback(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        """Start the process where sockets cannot be inherited: it connects with a secret token."""
        token = secrets.token_bytes(16)
        with socket.create_server(("127.0.0.1", 0)) as door:
            process = self._spawn(f"{door.getsockname()[1]}:{token.hex()}")
            until = monotonic() + START_SECONDS
            while True:
                door.settimeout(max(0.01, until - monotonic()))
                try:
                    line, _ = door.accept()
                except TimeoutError:
                    process.kill()
                    process.wait()
                    raise ProcessStartError(
                        f"the Python process did not connect in time. {self.read_last_error()}"
                    ) from None
                line.settimeout(START_SECONDS)
                with suppress(OSError):
                    if secrets.compare_digest(line.recv(len(token)), token):
                        return process, line
                line.close()

    def read_last_error(self) -> str:
        """Return the last line that the process wrote to standard error before its isolation."""
        if self.complaints.closed:
            return ""
        size = self.complaints.seek(0, os.SEEK_END)
        self.complaints.seek(max(0, size - COMPLAINT_SIZE))
        lines = self.complaints.read().decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def wait(self, seconds: float) -> int | None:
        """Return the exit status (negative: a signal), or None if running after ``seconds``."""
        with suppress(subprocess.TimeoutExpired):
            return self.popen.wait(seconds)
        return None

    def end(self, patience: float = 0.0) -> int | None:
        """End the process and everything it started. Return the exit status if it had ended.

        ``patience`` is the number of seconds for its supervisor to end the other processes.
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


def describe_exit(status: int) -> str:
    """Describe in words how a process ended.

    >>> describe_exit(3), describe_exit(-9)
    ('it exited with status 3', 'it was killed by SIGKILL')
    """
    if status >= 0:
        return f"it exited with status {status}"
    name = signal.Signals(-status).name if -status in set(signal.Signals) else str(-status)
    if name == "SIGXCPU":
        return "it used up its processor time"
    return f"it was killed by {name}"
