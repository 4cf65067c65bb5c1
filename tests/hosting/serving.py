"""Servers for tests: the command itself in a process of its own, on a free port."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil


@dataclass
class Server:
    """A running `classkit serve`: its address, its process, its store, and what it printed."""

    url: str
    process: subprocess.Popen[str]
    data: Path
    said: str = ""

    @property
    def port(self) -> int:
        found = re.search(r":(\d+)/", self.url)
        assert found
        return int(found[1])

    def kernels(self) -> list[psutil.Process]:
        """The kernels that live now."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if "ipykernel_launcher" in " ".join(child.cmdline()):
                    found.append(child)
        return found

    def wait_for_kernels(self, count: int, seconds: float = 120) -> None:
        """Wait until so many kernels live; fails with how many there are."""
        end = time.monotonic() + seconds
        while len(self.kernels()) != count and time.monotonic() < end:
            time.sleep(0.1)
        assert len(self.kernels()) == count, f"{len(self.kernels())} kernels live, not {count}"

    def stop(self) -> str:
        """Stop it as a host would, and see that nothing is left. Return what it complained of."""
        kernels = self.kernels()
        self.process.terminate()
        _, complaints = self.process.communicate(timeout=120)
        left = psutil.wait_procs(kernels, timeout=60)[1]
        assert not [kernel for kernel in left if kernel.status() != psutil.STATUS_ZOMBIE]
        return complaints


@contextlib.contextmanager
def serving(
    data: Path, *words: str, command: str = "serve", port: int = 0, **environment: str
) -> Iterator[Server]:
    """`classkit serve WORDS`, or another command, with its store in `data`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "classkit", *command.split(), *words, "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CLASSKIT_DATA": os.fspath(data), **environment},
    )
    assert process.stdout is not None
    lines = []
    while line := process.stdout.readline():
        lines.append(line)
        if "stop" in line:
            break
    found = re.search(r"http://\S+", "".join(lines))
    assert found, "".join(lines) + process.communicate(timeout=120)[1]
    server = Server(found[0], process, data, "".join(lines))
    try:
        yield server
    finally:
        if process.poll() is None:
            server.stop()
